"""Coreference from raw text against gold: CoNLL F1 and its parts.

    python -m resources.recipes.coref.evaluate CORPORA

OntoGUM marks no singletons, so none count there. LitBank marks them, but only of six types of
entities, so it is measured with and without. Mentions of OntoGUM hold the possessive 's and
relative clauses: found ones are widened to that by rules made on the tuning set. And OntoGUM links
no apposition or predicate to what it is said of, as the library does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as TokenSpan

from resources.recipes import markdown
from resources.recipes.reading import GUM, gum_rows
from salience import load_pipeline
from salience.components.long_runs import original_of
from salience.coref.clusters import cluster_keys
from salience.coref.sieves import appositives_and_predicates
from salience.corpus.conll2012 import in_characters, read_conll
from salience.evaluation.coreference import CorefScores, score_coref
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions

_STEP = 5  # Every fifth document of LitBank is read.
_TIGHT_AFTER = frozenset("([{“‘$#")
_TIGHT_BEFORE = re.compile(r"[.,;:!?%)\]}”…]+|'|’|n['’]t|['’](s|m|d|ll|re|ve)|-+|—").fullmatch

Span = tuple[int, int]
Chains = list[list[Span]]


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """Chains are spans of characters: of two mentions or more, in LitBank also of one."""

    text: str
    chains: Chains


def read_set(corpora: Path, name: str) -> list[GoldDocument]:
    """The documents of a set of GUM, or every fifth of LitBank (`litbank`), by their names."""
    found: list[tuple[Path, str | None]]
    if name.startswith("litbank"):
        files = sorted((corpora / "litbank").glob("*.conll"))
        found = [(path, None) for path in files[_STEP - 1 :: _STEP]]
    else:
        folder = corpora / "gum/ontogum" / GUM[name][0]
        texts = sorted((row["id"], row["text"]) for row in gum_rows(corpora, name))
        found = [(folder / f"{id}.conll", text) for id, text in texts]
    return [_gold(path, text) for path, text in found]


def _gold(path: Path, text: str | None) -> GoldDocument:
    [document] = read_conll(path)
    text = join_words(document.words) if text is None else text
    # OntoGUM has nothing for characters that its format can't hold.
    at = places([word or "_" for word in document.words], text)
    return GoldDocument(text, in_characters(document, at))


def join_words(words: Iterable[str]) -> str:
    text, tight, quoted = "", True, False
    for word in words:
        opening = word in ("``", "''", '"') and not quoted
        closing = word in ("``", "''", '"') and quoted
        quoted ^= opening or closing
        shown = '"' if opening or closing else word
        text += shown if tight or closing or _TIGHT_BEFORE(word) else f" {shown}"
        tight = opening or word in _TIGHT_AFTER
    return text


def places(words: Sequence[str], text: str) -> list[Span]:
    """Where each word stands in the text, from left to right; spaces are passed over.

    `_` stands for any character, since OntoGUM has it where the file format needs its own.
    """
    found, at = [], 0
    for word in words:
        quoted = word in ("``", "''") and text[at:].lstrip()[:2] != word
        start = -1
        for letter in '"' if quoted else word:
            while at < len(text) and text[at].isspace():
                at += 1
            if text[at : at + 1] != letter and letter != "_":
                raise ValueError(f"{word!r} is not at {at}: {text[at : at + 20]!r}")
            start = at if start < 0 else start
            at += 1
        found.append((max(start, 0), at))
    return found


# Name, set, whether singletons count, whether spans are widened, and predicates left out.
ROWS = (
    ("OntoGUM dev", "gum-dev", False, True, False),
    ("OntoGUM dev, spans as they are", "gum-dev", False, False, False),
    ("OntoGUM dev, without appositions and predicates", "gum-dev", False, True, True),
    ("tuning set", "gum-closed", False, True, False),
    ("tuning set, without appositions and predicates", "gum-closed", False, True, True),
    ("LitBank", "litbank", True, False, False),
    ("LitBank, without singletons", "litbank", False, False, False),
)
POSSESSIVE = ("'s", "’s", "'", "’")
COLUMNS = {"mentions": "mentions F1", "muc": "MUC", "b_cubed": "B³", "ceafe": "CEAFe"}


def found_clusters(doc: Doc, *, widened: bool, bare: bool = False) -> list[list[Span]]:
    """The clusters of a Doc as character spans, and every other mention as a cluster of one.

    `widened` says that spans are as in OntoNotes, `bare` that predicates are left out.
    """
    clusters = [[(span.start, span.end) for span in doc.spans[key]] for key in cluster_keys(doc)]
    if bare:
        clusters = [_without_predicates(doc, cluster) for cluster in clusters]
    taken = {place for cluster in clusters for place in cluster}
    mentions = ((m.start, m.end) for m in find_mentions(DocColumns.from_doc(doc)))
    clusters += [[place] for place in mentions if place not in taken]
    spans = ((doc[start:end] for start, end in cluster) for cluster in clusters)
    if widened:
        spans = (map(widen, cluster) for cluster in spans)
    text = original_of(doc)
    return [[text.span(span.start_char, span.end_char) for span in cluster] for cluster in spans]


def _without_predicates(doc: Doc, cluster: list[Span]) -> list[Span]:
    """The mentions of a cluster that are no apposition or predicate of another one."""
    at_root = {doc[start:end].root.i: (start, end) for start, end in cluster}
    pairs = appositives_and_predicates(DocColumns(doc))
    said = {at_root[b] for a, b in pairs if a in at_root and b in at_root}
    return [place for place in cluster if place not in said]


def widen(span: TokenSpan) -> TokenSpan:
    """A mention as OntoNotes marks it: with the possessive and the relative clause behind it."""
    doc, root, end = span.doc, span.root, span.end
    if end < len(doc) and doc[end].text in POSSESSIVE and doc[end].head in span:
        return doc[span.start : end + 1]
    for child in root.rights:
        if child.i >= end and child.dep_ in ("acl:relcl", "relcl"):
            last = max(token.i for token in child.subtree if token.pos_ != "PUNCT")
            if last >= end and not any(doc[i].is_sent_start for i in range(end, last + 1)):
                end = last + 1
    return doc[span.start : end]


def measure(corpora: Path, nlp: Language) -> Iterator[tuple[str, CorefScores]]:
    read: dict[str, list[tuple[list[list[Span]], Doc]]] = {}
    for name, part, singletons, widened, bare in ROWS:
        if part not in read:
            gold = read_set(corpora, part)
            docs = nlp.pipe((document.text for document in gold), batch_size=8)
            read[part] = [(g.chains, d) for g, d in zip(gold, docs, strict=True)]
        pairs = [
            (chains, found_clusters(doc, widened=widened, bare=bare)) for chains, doc in read[part]
        ]
        yield name, score_coref(pairs, singletons=singletons)


def row(name: str, scores: CorefScores) -> dict[str, str]:
    conll = scores.intervals.get("conll", (scores.conll, scores.conll))  # one document has none
    return {
        "set": f"{name} ({scores.documents} documents)",
        **{column: f"{100 * scores.f1[measure]:.1f}" for measure, column in COLUMNS.items()},
        "CoNLL F1 (95 %)": markdown.percent(scores.conll, conll),
    }


def main(corpora: Path) -> None:
    markdown.show(row(*measured) for measured in measure(corpora, load_pipeline(fast=True)))


if __name__ == "__main__":
    typer.run(main)
