"""What two pipelines agree on in raw text (self-training by agreement).

Sentences whose trees are nearly the same are kept, with the first one's tree; tags and lemmas that
differ become unknown. A name gets the type that most of its occurrences in the whole raw text got;
a typed title counts as several votes. Names without a clear majority, and capitals that the
recogniser passed over, become unknown.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from names import Labels, put
from spacy.language import Language
from spacy.tokens import Doc, Span

SOURCES = ("wikinews", "us-18f", "us-digitalgov", "wikipedia")
TITLE_VOTES, MAJORITY = 4, 0.65
SAME = 0.9  # So many tokens of a sentence must have the same head and relation.
SHORTEST = 4  # Sentences of fewer tokens teach little.


def paragraphs(corpus: Path, *, longest: int = 1500) -> Iterator[str]:
    """Pieces of at most about `longest` characters of the raw documents, cut at line ends."""
    for source in SOURCES:
        with (corpus / f"pairs/{source}.jsonl").open(encoding="utf8") as file:
            for record in map(json.loads, file):
                piece = record["title"] + "\n\n" + record["abstract"]
                for line in record["text"].splitlines():
                    if len(piece) + len(line) > longest:
                        yield piece
                        piece = ""
                    piece += ("\n\n" if piece else "") + line.strip()
                if piece:
                    yield piece


def votes(docs: list[Doc], titles: dict[str, list[str]]) -> dict[str, str | None]:
    """The type of every predicted name, or None without a majority."""
    counts: dict[str, Counter] = defaultdict(Counter)
    for doc in docs:
        for ent in doc.ents:
            counts[ent.text][ent.label_] += 1
    for kind, names in titles.items():
        for name in names:
            if name in counts and " " in name:
                counts[name][kind] += TITLE_VOTES
    types: dict[str, str | None] = {}
    for name, count in counts.items():
        kind, most = count.most_common(1)[0]
        types[name] = kind if most >= MAJORITY * count.total() else None
    return types


def relabel(doc: Doc, types: dict[str, str | None]) -> Labels:
    """Labels by vote; a capital inside a sentence that is in no name is unknown."""
    labels: Labels = [
        None
        if t.text[:1].isupper() and t.i and (doc[t.i - 1].is_alpha or doc[t.i - 1].text == ",")
        else "O"
        for t in doc
    ]
    for ent in doc.ents:
        # A name without a capital is mostly a term.
        kind = types.get(ent.text) if ent.text.lower() != ent.text else None
        put(labels, ent.start, ent.end, kind)
    return labels


def same_tree(one: Doc, other: Doc, sent: Span) -> bool:
    """Whether a sentence of `one` is one of `other` too, with nearly the same tree."""
    starts = [i for i in range(sent.start, sent.end) if other[i].is_sent_start]
    if starts != [sent.start] or (sent.end < len(other) and not other[sent.end].is_sent_start):
        return False
    same = sum(t.head.i == other[t.i].head.i and t.dep == other[t.i].dep for t in sent)
    return len(sent) >= SHORTEST and same >= SAME * len(sent)


def runs(one: Doc, other: Doc) -> Iterator[tuple[int, int]]:
    """Borders of the longest runs of sentences on which both agree."""
    start = None
    for sent in one.sents:
        if same_tree(one, other, sent):
            start = sent.start if start is None else start
        elif start is not None:
            yield start, sent.start
            start = None
    if start is not None:
        yield start, len(one)


def agreed(one: Doc, other: Doc, start: int, end: int, names: Labels) -> Doc:
    """A training doc of `one[start:end]`: its tree, the tags and lemmas of both, and `names`."""
    pairs = [(one[i], other[i]) for i in range(start, end)]
    doc = Doc(
        one.vocab,
        words=[t.text for t, _ in pairs],
        spaces=[bool(t.whitespace_) for t, _ in pairs],
        tags=[t.tag_ if t.tag_ == o.tag_ else "" for t, o in pairs],
        pos=[t.pos_ for t, _ in pairs],
        morphs=[str(t.morph) for t, _ in pairs],
        heads=[t.head.i - start for t, _ in pairs],
        deps=[t.dep_ for t, _ in pairs],
        ents=names[start:end],  # type: ignore[arg-type]
    )
    for token, (mine, theirs) in zip(doc, pairs, strict=True):
        if (mine.pos, mine.morph) != (theirs.pos, theirs.morph):
            # The morphologizer takes a token as unknown only if both are unset.
            token.pos_ = ""
            token.set_morph(None)
        if mine.lemma == theirs.lemma:
            token.lemma = mine.lemma
    return doc


def parsed(nlp: Language, corpus: Path) -> Iterator[Doc]:
    """The raw documents without their tensors, which would fill the memory."""
    for doc in nlp.pipe(paragraphs(corpus), batch_size=32, n_process=2):
        doc.tensor = np.zeros((0,), dtype="float32")
        yield doc


def silver_docs(
    first: Language, second: Language, corpus: Path, titles: dict[str, list[str]]
) -> Iterator[Doc]:
    """Docs with the trees on which both pipelines agree, and the voted names of the first."""
    ones, others = list(parsed(first, corpus)), list(parsed(second, corpus))
    types = votes(ones + others, titles)
    for one, other in zip(ones, others, strict=True):
        names = relabel(one, types)
        for start, end in runs(one, other):
            yield agreed(one, other, start, end, names)
