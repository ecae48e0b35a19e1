"""Transcripts: whose turn a line is, by the label before its colon."""

from collections import Counter
from dataclasses import dataclass

from salience.mentions.doc_columns import DocColumns, once

_LONGEST = 6  # Words of a label.
_TURNS = 3  # So many turns make a transcript, if one of its labels comes twice.


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker says, as tokens, and the label before it, in small letters."""

    label_start: int
    label_end: int
    label: str
    start: int
    end: int


@once
def turns(c: DocColumns) -> list[Turn]:
    """The turns of a transcript, in order, each from its label to the next; empty for any other
    text.
    """
    lines = (i for i in range(len(c)) if not i or "\n" in c.text[i - 1])
    labels = [(i, end) for i in lines if (end := _label_end(c, i))]
    names = [" ".join(c.lower[i:end]) for i, end in labels]
    if len(labels) < _TURNS or max(Counter(names).values()) < 2:
        return []
    ends = [i for i, _ in labels[1:]] + [len(c)]
    return [
        Turn(i, label_end, name, label_end + 1, end)
        for (i, label_end), name, end in zip(labels, names, ends, strict=True)
    ]


@once
def label_starts(c: DocColumns) -> frozenset[int]:
    """The first tokens of the labels of all turns."""
    return frozenset(turn.label_start for turn in turns(c))


def _label_end(c: DocColumns, start: int) -> int:
    """The token of the colon after a label of one word or more, or 0."""
    for i in range(start, min(start + _LONGEST + 1, len(c))):
        word = c.text[i]
        if word == ":":
            return i if i > start else 0
        if not (word[:1].isupper() or word == "."):
            return 0
    return 0
