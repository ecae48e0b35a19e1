"""Words of texts as numbers, in segments that a network reads at a time."""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from salience.arrays import BoolArray, IndexArray

Numbers = NDArray[Any]
UNKNOWN = 255  # the label of a word of which the set does not say whether it is in a name
LONGEST = 256  # words of a segment


def cuts(length: int) -> list[tuple[int, int]]:
    """Where segments of about one length begin and end.

    >>> cuts(600)
    [(0, 200), (200, 400), (400, 600)]
    """
    ends = np.linspace(0, length, -(-length // LONGEST) + 1).round().astype(int).tolist()
    return list(pairwise(ends))


@dataclass(slots=True)
class Segments:
    """Segments one after another: how many words each has, and columns with a value a word."""

    lengths: IndexArray
    columns: dict[str, Numbers]

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path) as stored:
            columns = dict(stored)
        return cls(columns.pop("lengths").astype(np.intp), columns)

    def save(self, path: Path) -> None:
        np.savez(path, lengths=self.lengths, **self.columns)

    @property
    def starts(self) -> IndexArray:
        return np.cumsum(self.lengths) - self.lengths

    def at(self, places: IndexArray) -> tuple[IndexArray, BoolArray]:
        """Where the words of some segments stand, as (segments, words), and which places are words.

        A short segment is filled up with its first word.
        """
        lengths, starts = self.lengths[places, None], self.starts[places, None]
        words = np.arange(lengths.max())[None]
        inside = words < lengths
        return np.where(inside, starts + words, starts), inside

    def padded(self, places: IndexArray) -> tuple[dict[str, Numbers], BoolArray]:
        """The columns of some segments as (segments, words), and which places are words."""
        at, inside = self.at(places)
        return {name: values[at] for name, values in self.columns.items()}, inside


def joined(parts: list[Segments]) -> Segments:
    return Segments(
        np.concatenate([part.lengths for part in parts]),
        {name: np.concatenate([p.columns[name] for p in parts]) for name in parts[0].columns},
    )


@dataclass(slots=True)
class Writer:
    """Collects segments, a text at a time."""

    lengths: list[int] = field(default_factory=list)
    parts: list[dict[str, Numbers]] = field(default_factory=list)

    def add(self, **columns: Numbers) -> None:
        """Add the words of a text, unless nothing is known of their labels."""
        for start, end in cuts(len(columns["words"])):
            part = {name: values[start:end] for name, values in columns.items()}
            if (part.get("labels", np.zeros(1)) != UNKNOWN).any():
                self.lengths.append(end - start)
                self.parts.append(part)

    def segments(self) -> Segments:
        columns = self.parts[0]
        return Segments(
            np.array(self.lengths, np.intp),
            {name: np.concatenate([part[name] for part in self.parts]) for name in columns},
        )


def batches(
    places: IndexArray, sizes: IndexArray, most: int, random: np.random.Generator | None = None
) -> list[IndexArray]:
    """Batches of places of like size: the largest size times their number is at most `most`.

    `sizes` are those of the places. With `random` places of almost one size are mixed, and the
    batches shuffled.
    """
    key = sizes + random.uniform(-8, 8, len(sizes)) if random else sizes
    order = np.argsort(key, kind="stable")
    found, start, largest = [], 0, 0
    for end, size in enumerate(sizes[order].tolist()):
        largest = max(largest, size)
        if end > start and largest * (end + 1 - start) > most:
            found.append(places[order[start:end]])
            start, largest = end, size
    found.append(places[order[start:]])
    if random:
        random.shuffle(found)  # type: ignore[arg-type]
    return found


class Gold:
    """Sets of names for a training, by epoch: one of the copies of each, or a part of it."""

    def __init__(self, folder: Path, shares: dict[str, float]) -> None:
        """`shares` are the sets in the folder, and how much of it an epoch has."""
        self._shares = list(shares.values())
        parts = [Segments.load(folder / f"{name}.npz") for name in shares]
        ends = np.cumsum([len(part.lengths) for part in parts])
        self.segments = joined(parts)
        starts = self.segments.starts
        copies = self.segments.columns.pop("copies")[starts]
        self._copies = np.split(copies, ends[:-1])
        self._firsts = ends - [len(part.lengths) for part in parts]

    def epoch(self, number: int, random: np.random.Generator) -> IndexArray:
        chosen = []
        parts = zip(self._shares, self._copies, self._firsts, strict=True)
        for share, copies, first in parts:
            own = first + np.flatnonzero(copies == number % (copies.max() + 1))
            count = round(len(own) * share)
            chosen.append(own if share == 1 else random.choice(own, count, replace=False))
        return np.concatenate(chosen)
