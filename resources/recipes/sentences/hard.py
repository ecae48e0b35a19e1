"""The hard class: periods after titles, firms, dotted capitals, times of day and single letters.

`hard.jsonl` has a line for each: `source` (a file of the public corpora that may train), `id` of
the document, `mark` (the offset of the period), `kind`, `boundary` (as marked by reading), `part`,
and `sha256`, the first digits of that of the text around it; the texts are not part of this
project.

The next word begins with a capital or a digit. Half of the next words are common in lower case, no
two words stand together twice, and a word on the left comes 30 times at most, or 60 for times. 300
periods are `choose` (choices are made on them) and 300 `report`; the others `train`: most of them
are those that an earlier classifier was least sure of.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.recipes.reading import rows
from resources.recipes.sentences.data import System
from salience.sentences.candidates import candidates
from salience.sentences.lines import line_starts
from salience.sentences.training import Example

POSITIONS = Path(__file__).with_name("hard.jsonl")
KINDS = ("title", "company", "dotted", "time", "letter")
AROUND = 40
"""Characters on each side of the mark that the checksum covers."""
RAW = {
    "pairs/wikipedia.jsonl": 100,
    "pairs/wikinews.jsonl": 100,
    "pairs/us-doj.jsonl.gz": 25,
    "raw/openstax.jsonl.gz": 60,
    "raw/frus.jsonl.gz": 35,
    "raw/senate-releases.jsonl.gz": 12,
    "raw/au-pm.jsonl.gz": 8,
}
"""Raw texts whose words are counted, and of how many documents in a hundred: 10 million words."""


@dataclass(frozen=True, slots=True)
class Hard:
    """A period of one of `KINDS`: whether a sentence ends with it, its line, its offset there."""

    kind: str
    boundary: bool
    text: str
    mark: int

    def is_right(self, system: System) -> bool:
        """Whether a system ends a sentence here if it should, and only then."""
        starts = sorted(system(self.text))
        after = next(c.next for c in candidates(self.text) if c.mark == self.mark)
        return (bisect_right(starts, after) > bisect_right(starts, self.mark)) == self.boundary


def checksum(text: str, mark: int) -> str:
    """Digits that tell whether a text is still that in which a period was marked."""
    around = text[max(0, mark - AROUND) : mark + AROUND + 1]
    return hashlib.sha256(around.encode()).hexdigest()[:12]


def hard_periods(corpora: Path, part: str) -> list[Hard]:
    """The periods of a part, with their lines; each must be in the text in which it was marked."""
    positions = [row for row in rows(POSITIONS) if row["part"] == part]
    wanted = {(row["source"], row["id"]) for row in positions}
    texts = {
        (source, id): text
        for source in sorted({source for source, _ in wanted})
        for id, text in documents(corpora, source)
        if (source, id) in wanted
    }
    periods = []
    for row in positions:
        text, mark = texts[row["source"], row["id"]], row["mark"]
        if checksum(text, mark) != row["sha256"]:
            raise ValueError(f"{row['source']}: document {row['id']} is another; get it anew.")
        begin, end = text.rfind("\n", 0, mark) + 1, text.find("\n", mark)
        line = text[begin : end if end > 0 else len(text)]
        periods.append(Hard(row["kind"], row["boundary"], line, mark - begin))
    return periods


def hard_examples(periods: Sequence[Hard], first: int) -> Iterator[Example]:
    """What a classifier learns from; `first` is the number of the first one's text."""
    for number, hard in enumerate(periods, first):
        lines = frozenset(line_starts(hard.text))
        found = next(c for c in candidates(hard.text, lines) if c.mark == hard.mark)
        yield Example(found.left, found.right, hard.boundary, number, hard.mark, found.next)


def raw_texts(corpora: Path) -> Iterator[str]:
    """The texts whose words are counted: none with a period of the hard class."""
    marked = {(row["source"], row["id"]) for row in rows(POSITIONS)}
    for source, percent in RAW.items():
        for id, text in documents(corpora, source):
            draw = int(hashlib.sha256(id.encode()).hexdigest()[:4], 16) % 100
            if draw < percent and (source, id) not in marked:
                yield text


def documents(corpora: Path, source: str) -> Iterator[tuple[str, str]]:
    return ((record["id"], record["text"]) for record in rows(corpora / source))
