"""A labelled and a scored document, for tests of what is written and read."""

from __future__ import annotations

from dataclasses import replace

from salience.labels.silver_labels import make_labels
from salience.types import Alignment, LabelledDocument, ScoredDocument
from tests.support.builders import marked

PARSED = marked(
    "007",
    '#{c NA} and more\n{a Oslo} met {b Bergen} . {a:pronominal It} won .\n{d None, "so"} left .',
    title="Oslo",
    types={"a": "LOC"},
)


def labelled(abstract: str = "On {x Bergen} .") -> LabelledDocument:
    parsed = replace(PARSED, document=replace(PARSED.document, abstracts=(abstract,)))
    bergen, oslo = parsed.entities[2], marked("a", abstract).entities[0].mentions[0]
    found = Alignment(0, oslo, 2, bergen.mentions[0], "head", (2,))
    return LabelledDocument(parsed, make_labels(parsed, [found]))


def scored(*scores: float, threshold: float = 0.3) -> ScoredDocument:
    return ScoredDocument(PARSED, scores, threshold)
