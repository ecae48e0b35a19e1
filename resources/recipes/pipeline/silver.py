"""Names that a first recogniser finds in raw text, cleaned by a vote (self-training).

A name gets the type that most of its occurrences in the whole raw text got; a typed title counts as
several votes. Names without a clear majority, and capitals that the recogniser passed over, become
unknown.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from names import Labels, put
from spacy.language import Language
from spacy.tokens import Doc

SOURCES = ("wikinews", "us-18f", "us-digitalgov", "wikipedia")
TITLE_VOTES, MAJORITY = 4, 0.65


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


def silver_docs(nlp: Language, corpus: Path, titles: dict[str, list[str]]) -> Iterator[Doc]:
    """Docs with voted names; those without any name are left out."""
    docs = list(nlp.pipe(paragraphs(corpus), batch_size=32))
    types = votes(docs, titles)
    for doc in docs:
        names = relabel(doc, types)
        if any(name not in (None, "O") for name in names):
            yield Doc(
                nlp.vocab,
                words=[t.text for t in doc],
                spaces=[bool(t.whitespace_) for t in doc],
                ents=names,  # type: ignore[arg-type]
            )
