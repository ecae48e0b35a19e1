"""Names of persons, organizations, places and the rest (PER, ORG, LOC, MISC) from several schemes.

A label of `None` means that the set does not say: there the recogniser is neither rewarded nor
punished.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from resources.recipes.pipeline.ud import blocks
from resources.recipes.reading import rows as read_rows
from salience.language import ENGLISH

Labels = list[str | None]

_SORTS = {
    "PER": "per person politician writer musicalartist scientist researcher",
    "ORG": "org organization organisation politicalparty university band corporation",
    "LOC": "loc location place country",
}
TYPES = {word: kind for kind, words in _SORTS.items() for word in words.split()}
# Of the other types only what has a capital is a name; in lower case the sets mark terms as well.
# Months, weekdays, sums and papers of re3d, GUM's times: no names of the recogniser.
NO_NAMES = {"temporal", "time", "money", "quantity", "documentreference"}
TITLES = set(json.loads((Path(__file__).parent / "words.json").read_text())["person_titles"])
CLOSING = {*".,;:!?)]%", "'s", "n't", "’s", "'"}
LINKS = {"of", "&", "for", "de", "du", "la", "'s", "’s", "-"}


def read_bio(lines: Iterable[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield (sentence id or "", words, labels) for each block of `word<TAB>label` lines."""
    for block in blocks(lines):
        key, words, labels = "", [], []
        for _, line in block:
            if line.startswith("# sent_id = "):
                key = line.removeprefix("# sent_id = ")
            else:
                fields = line.split("\t")
                words.append(fields[0])
                labels.append(fields[1])
        if words:
            yield key, words, labels


def spans(labels: list[str]) -> list[tuple[int, int, str]]:
    """Spans (start, end, type) of BIO labels; an I without its B opens a span."""
    found: list[tuple[int, int, str]] = []
    for i, label in enumerate(labels):
        kind, _, name = label.partition("-")
        if kind == "B" or (kind == "I" and not (found and found[-1][1:] == (i, name))):
            found.append((i, i + 1, name))
        elif kind == "I":
            found[-1] = (found[-1][0], i + 1, name)
    return found


def put(labels: Labels, start: int, end: int, kind: str | None) -> None:
    """`None` makes a span unknown."""
    for i in range(start, end):
        labels[i] = kind and ("B-" if i == start else "I-") + kind


def map_labels(words: list[str], labels: list[str], *, strict: bool = False) -> Labels:
    """Map the types of a set to PER, ORG, LOC, MISC; unknown (`-`) stays unknown.

    `strict` is for re3d, which marks nominals and pronouns too: a leading article is cut, and a
    span with words in lower case other than linking ones becomes unknown.
    """
    mapped: Labels = [None if label == "-" else "O" for label in labels]
    for start, end, name in spans(labels):
        kind = TYPES.get(name.lower(), "MISC")
        if name.lower() in NO_NAMES:
            continue
        if strict and words[start].lower() == "the":
            start += 1
        part = words[start:end]
        if not part:
            continue
        lower = [w for w in part if w[:1].islower() and w not in LINKS | {"the", "al", "and"}]
        if (strict and (lower or not part[0][:1].isupper())) or (
            kind == "MISC" and not any(w[:1].isupper() or w[:1].isdigit() for w in part)
        ):
            put(mapped, start, end, None)
        else:
            put(mapped, start, end, kind)
    return mapped


def is_proper(tag: str, pos: str) -> bool:
    return tag in ("NNP", "NNPS") or pos == "PROPN"


def run_around(proper: list[bool], head: int, low: int, high: int) -> tuple[int, int]:
    """The run of proper nouns around `head` within [low, high); empty where the head is none."""
    if not proper[head]:
        return head, head
    start = next((i + 1 for i in range(head - 1, low - 1, -1) if not proper[i]), low)
    return start, next((i for i in range(head + 1, high) if not proper[i]), high)


def widen(words: list[str], proper: list[bool], end: int, high: int) -> int:
    """Move the end of a name over words such as *of the* that another proper noun follows."""
    while True:
        i = end
        while i < high and (words[i].lower() in LINKS or (i > end and words[i].lower() == "the")):
            i += 1
        if i == end or i >= high or not proper[i]:
            return end
        end = i
        while end < high and proper[end]:
            end += 1


def cut_titles(words: list[str], start: int, end: int) -> int:
    """A name of titles alone keeps its last word."""
    while end - start > 1 and words[start].lower() in TITLES:
        start += 1
    return start


def gum_spans(
    doc: Doc, entities: list[dict], *, linked: bool = True, peoples: bool = True
) -> list[tuple[int, int, str]]:
    """Names of a GUM document as token spans, longest first where they overlap.

    GUM marks whole noun phrases; a name is the run of proper nouns around the head. Persons lose
    their titles and what comes before a nested name (a country before a president). With `linked`,
    other names go on over *of*.
    """
    words = [token.text for token in doc]
    proper = [is_proper(token.tag_, token.pos_) for token in doc]
    at = {token.idx: token.i for token in doc}
    ends = {token.idx + len(token): token.i + 1 for token in doc}
    mentions = [(m, e["type"]) for e in entities for m in e["mentions"] if m["kind"] == "named"]
    borders = {(ends.get(m["end"]), kind) for m, kind in mentions if kind == "place"}
    found = []
    for mention, kind in mentions:
        low, high = at.get(mention["start"]), ends.get(mention["end"])
        heads = [at[h[0]] for h in mention["heads"] if h[0] in at and proper[at[h[0]]]]
        if low is None or high is None or not heads or kind in NO_NAMES:
            continue
        start, end = run_around(proper, heads[0], low, high)
        label = TYPES.get(kind, "MISC")
        if label == "PER" and peoples and end - start == 1 and doc[start].tag_ == "NNPS":
            label = "MISC"  # as the other sets do with peoples; GUM calls them persons
        if label == "PER":
            start = max(
                [i for i in range(start + 1, end) if (i, "place") in borders], default=start
            )
            start = cut_titles(words, start, end)
        elif linked:
            end = widen(words, proper, end, high)
        found.append((start, end, label))
    taken: set[int] = set()
    kept = []
    for start, end, label in sorted(found, key=lambda span: (span[0] - span[1], span)):
        if not taken & set(range(start, end)):
            taken |= set(range(start, end))
            kept.append((start, end, label))
    return sorted(kept)


def gum_labels(doc: Doc, entities: list[dict]) -> Labels:
    """BIO labels of a GUM document; proper words outside a name are unknown, times are no names."""
    times: set[int] = set()
    for entity in entities:
        if entity["type"] == "time":
            for m in entity["mentions"]:
                times |= {t.i for t in doc if m["start"] <= t.idx < m["end"]}

    def unsure(t: Token) -> bool:
        capital = t.pos_ == "ADJ" and t.text[:1].isupper() and not t.is_sent_start
        return t.i not in times and (is_proper(t.tag_, t.pos_) or capital)

    labels: Labels = [None if unsure(t) else "O" for t in doc]
    for start, end, label in gum_spans(doc, entities):
        put(labels, start, end, label)
    return labels


def read_gum(path: Path) -> dict[str, list[dict]]:
    return {row["id"]: row["entities"] for row in read_rows(path)}


def doubtful(words: list[str], labels: Labels, common: frozenset[str]) -> Labels:
    """Labels in which a word with a capital that has none is unknown, unless it is mostly none.

    For sets that leave out names. The first word of a sentence keeps its label.
    """
    return [
        None if label == "O" and i and word[:1].isupper() and word not in common else label
        for i, (word, label) in enumerate(zip(words, labels, strict=True))
    ]


def common_words(
    rows: Iterable[tuple[list[str], Labels]], *, least: int = 5, share: float = 0.8
) -> frozenset[str]:
    """Words with a capital that are no name in most of their places inside of sentences: *Mr.*"""
    seen: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    for words, labels in rows:
        for word, label in zip(words[1:], labels[1:], strict=True):
            if word[:1].isupper():
                seen[word] += 1
                outside[word] += label == "O"
    return frozenset(w for w, n in seen.items() if n >= least and outside[w] >= share * n)


def docred_rows(path: Path) -> Iterator[list[tuple[list[str], Labels]]]:
    """The sentences of each document of Re-DocRED with names.

    Times and numbers are no names; words for peoples and languages are MISC, as in other sets, and
    not the place that they go with there.
    """
    peoples = {word.lower() for word in ENGLISH.demonyms}
    for record in read_rows(path):
        rows: list[tuple[list[str], Labels]] = [(w, ["O"] * len(w)) for w in record["sentences"]]
        for entity in record["entities"]:
            if entity["type"] in ("TIME", "NUM"):
                continue
            for sentence, start, end, *_ in entity["mentions"]:
                words, labels = rows[sentence]
                start += words[start].lower() == "the" and end > start + 1
                people = " ".join(words[start:end]).lower().removesuffix("s") in peoples
                if all(label == "O" for label in labels[start:end]):
                    put(labels, start, end, "MISC" if people else entity["type"])
        yield rows


def bio_docs(
    sentences: Iterable[tuple[list[str], Labels]], vocab: Vocab, *, group: int = 6
) -> Iterator[Doc]:
    """Docs of `group` sentences with names alone; no space before closing marks."""
    left = iter(sentences)
    while batch := list(islice(left, group)):
        words = [word for part, _ in batch for word in part]
        names = [label for _, part in batch for label in part]
        spaces = [
            following not in CLOSING and word not in "(["
            for word, following in zip(words, [*words[1:], ""], strict=True)
        ]
        yield Doc(vocab, words=words, spaces=spaces, ents=names)  # type: ignore[arg-type]
