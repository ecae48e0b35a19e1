"""Transcripts: who says which part of a text, by labels at the starts of lines (*Ann Lee: …*)."""

import re
from bisect import bisect_right
from collections import Counter
from typing import NamedTuple

_NAME = r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}"
_LABEL = re.compile(rf"^(?:\(\(({_NAME})\)\) ?|({_NAME}) ?):\s+", re.MULTILINE)


class Turn(NamedTuple):
    """What somebody says: where its label and its words begin, and who says it, if it is known."""

    start: int
    body: int
    speaker: str


class Turns:
    """The turns of a text; a text that is no transcript has none.

    A transcript has a label three times, or twice where two in three lines have one. In the first,
    a label that alone comes again is of who asks: of whom the answers are is not known, and neither
    is of what ends in a question.
    """

    def __init__(self, text: str) -> None:
        labels = [(m.start(), m.end(), m[1] or m[2]) for m in _LABEL.finditer(text)]
        times = Counter(name for _, _, name in labels)
        again = [n for _, n in times.most_common() if n > 1]
        lines = sum(map(bool, map(str.strip, text.splitlines())))
        short = bool(again) and len(labels) >= max(3, 2 * lines / 3)
        if not short and (not again or again[0] < 3):
            labels = []
        labels = [at for at in labels if times[at[2]] > 1 or at[2].isupper() or " " in at[2]]
        asks = len(again) < 2 and not short
        ends = [*(start for start, _, _ in labels[1:]), len(text)]
        self._turns = [
            Turn(start, body, "" if asks or text[body:end].rstrip().endswith("?") else n)
            for (start, body, n), end in zip(labels, ends, strict=False)
        ]
        self._starts = [turn.start for turn in self._turns]

    def at(self, place: int) -> Turn | None:
        """The turn at a character, or None before the first."""
        number = bisect_right(self._starts, place)
        return self._turns[number - 1] if number else None
