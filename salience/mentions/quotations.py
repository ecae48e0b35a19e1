"""Quoted speech: where it stands, and who speaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from salience.mentions.doc_columns import DocColumns, once

_OPEN, _CLOSE, _BOTH = frozenset("“„«"), frozenset("”»"), frozenset(('"', "''", "``"))


@dataclass(frozen=True, slots=True)
class Quote:
    """Quoted speech in tokens `start` to `end - 1`; `speaker` is a token, -1 if nobody is named."""

    start: int
    end: int
    speaker: int


@once
def quotes(c: DocColumns) -> list[Quote]:
    """All quotations in order, each with the subject of the verb of speech that reports it."""
    spans = quoted_spans(c)
    inside = [False] * len(c.text)
    for start, end in spans:
        inside[start:end] = [True] * (end - start)
    said = _said(c, inside)
    bounds = list(pairwise([*c.sentence_starts, len(c.text)]))
    quotes = []
    for start, end in spans:
        near = [said.get(s, -1) for s in (c.sentence[end - 1], c.sentence[start])]
        after = end if end < bounds[c.sentence[end - 1]][1] else -1
        if after < 0 and end < len(c.text):
            near.append(said.get(c.sentence[end], -1) if _starts_with_speech(c, end) else -1)
        quotes.append(Quote(start, end, next((i for i in near if i >= 0), -1)))
    return quotes


def _starts_with_speech(c: DocColumns, start: int) -> bool:
    """Whether a sentence goes on from a quotation: *"…," said Lee*, cut off by the parser."""
    speech = c.language.speech_verbs
    return any(c.lemma[i] in speech for i in range(start, min(start + 3, len(c.text))))


def _said(c: DocColumns, inside: list[bool]) -> dict[int, int]:
    """By sentence, the subject of the first verb of speech outside of quotations."""
    said: dict[int, int] = {}
    speech = c.language.speech_verbs
    for i, relation in enumerate(c.relation):
        verb = c.heads[i]
        if relation == "nsubj" and not inside[i] and not inside[verb] and c.lemma[verb] in speech:
            said.setdefault(c.sentence[i], i)
    return said


@once
def quoted_spans(columns: DocColumns) -> list[tuple[int, int]]:
    """Where quotations stand in a Doc; see `quotations`."""
    return quotations(columns.text)


def quotations(words: Sequence[str]) -> list[tuple[int, int]]:
    """Where quotations stand in the words of a text; they end with their paragraph."""
    spans, start = [], -1
    for i, word in enumerate(words):
        if start >= 0 and (
            word in _CLOSE or word in _BOTH or (word.isspace() and word.count("\n") > 1)
        ):
            if i > start:
                spans.append((start, i))
            start = -1
        elif word in _OPEN or word in _BOTH:
            start = i + 1
    return spans
