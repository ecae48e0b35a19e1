"""Sentences that may be shortened, as a program: extraction and compression in one.

A sentence is a tree of units: the whole sentence, and in it the subtrees that may be cut, each with
the words that no deeper one has. A unit stays only if the one around it does, so that a cut takes
the whole subtree. A cut is worth something by itself: it is made where the unit around it stays and
its own does not (Berg-Kirkpatrick and others 2011, section 4.2):

    maximize    Σ_b v_b z_b + Σ_c v_c z_c
    subject to  Σ_n l_n y_n <= L,   y_n <= y_parent(n),   z_c = y_parent(n) - y_n

A bigram is there if both of its words are. Those that come together only because words between
them were cut are left out, so that the program grows with the words and not with their square.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import coo_array

from salience.summaries.concepts import Concept
from salience.summaries.coverage import GAP, TIME_LIMIT, solve
from salience.summaries.learned.features import Key
from salience.summaries.learned.texts import bare_stretches, shortened, word_lengths
from salience.summaries.problem import Problem, Status
from salience.summaries.sentences import Sentence

FIRST_WORDS = 1000
"""How many words of sentences are left for the program (section 4.3)."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A subtree of a sentence that may be cut.

    Attributes:
        words: Its words, as indices of `Sentence.words`. Two cuts of a sentence have no word in
            common, or one has all words of the other.
        kinds: What it is, such as `TEMP-PP`.
    """

    words: frozenset[int]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or a cut, as a candidate of the program.

    Attributes:
        sentence: Index of its sentence.
        parent: The unit around it; None for a whole sentence.
        kinds: Those of the cut.
        words: Its own words, which no deeper unit has: indices of `Sentence.words`.
        length: How many words between spaces begin in them.
    """

    sentence: int
    parent: int | None
    kinds: tuple[str, ...]
    words: tuple[int, ...]
    length: int


class Units:
    """The units of sentences, and where bigrams are in them.

    Args:
        sentences: Those of all documents.
        cuts: Those of each sentence.

    Raises:
        ValueError: If cuts of a sentence overlap, or have words that it has not.
    """

    def __init__(self, sentences: Sequence[Sentence], cuts: Sequence[Sequence[Cut]]) -> None:
        self.units: list[Unit] = []
        self.places: dict[Key, set[int]] = {}
        self.pairs: dict[tuple[int, int], int] = {}
        for i, (sentence, allowed) in enumerate(zip(sentences, cuts, strict=True)):
            owners = self._add(i, sentence, allowed)
            for key, (a, b) in zip(pairwise(sentence.stems), pairwise(owners), strict=True):
                self.places.setdefault(key, set()).add(self._where(a, b))
        n = len(self.units)
        # Candidates of pairs come after all units; until now they had numbers below 0.
        self.places = {
            key: {n - 1 - place if place < 0 else place for place in found}
            for key, found in self.places.items()
        }

    def _add(self, index: int, sentence: Sentence, cuts: Sequence[Cut]) -> list[int]:
        """Add the units of a sentence, and say which one has each of its words."""
        root = len(self.units)
        everything = frozenset(range(len(sentence.words)))
        owners = [root] * len(sentence.words)
        order = sorted(set(cuts), key=lambda cut: (-len(cut.words), sorted(cut.words)))
        parents: list[int | None] = [None]
        for number, cut in enumerate(order, start=root + 1):
            around = {owners[word] for word in cut.words if word in everything}
            if len(around) != 1 or not cut.words <= everything:
                raise ValueError(f"a cut overlaps another one, or is empty: {sorted(cut.words)}")
            parents.append(around.pop())
            for word in cut.words:
                owners[word] = number
        lengths = word_lengths(sentence)
        for number, parent in enumerate(parents, start=root):
            words = tuple(word for word, owner in enumerate(owners) if owner == number)
            length = sum(lengths[word] for word in words)
            if parent is None:
                length = max(length + bare_stretches(sentence), int(bool(words)))
            kinds = order[number - root - 1].kinds if number > root else ()
            self.units.append(Unit(index, parent, kinds, words, length))
        return owners

    def _where(self, a: int, b: int) -> int:
        """The candidate that is there where both units are: the deeper one, or a pair of both."""
        for outer, inner in ((a, b), (b, a)):
            if outer in self._around(inner):
                return inner
        return -1 - self.pairs.setdefault((min(a, b), max(a, b)), len(self.pairs))

    def _around(self, unit: int | None) -> Collection[int]:
        """A unit with all that are around it."""
        found = set()
        while unit is not None:
            found.add(unit)
            unit = self.units[unit].parent
        return found

    @property
    def lengths(self) -> list[int]:
        """Of each candidate: units have theirs, pairs none."""
        return [unit.length for unit in self.units] + [0] * len(self.pairs)

    @cached_property
    def rules(self) -> list[LinearConstraint]:
        """A unit needs the one around it; a pair is there if and only if both of its units are."""
        n = len(self.units)
        inner = [(i, unit.parent) for i, unit in enumerate(self.units) if unit.parent is not None]
        needs = inner + [(n + p, unit) for pair, p in self.pairs.items() for unit in pair]
        size = n + len(self.pairs)
        rules = []
        if needs:
            rows = np.repeat(np.arange(len(needs)), 2)
            signs = np.tile([1.0, -1.0], len(needs))
            matrix = coo_array((signs, (rows, np.array(needs).ravel())), (len(needs), size))
            rules.append(LinearConstraint(matrix.tocsr(), -np.inf, 0))
        if self.pairs:
            both = [(*pair, n + p) for pair, p in self.pairs.items()]
            rows = np.repeat(np.arange(len(both)), 3)
            signs = np.tile([1.0, 1.0, -1.0], len(both))
            matrix = coo_array((signs, (rows, np.array(both).ravel())), (len(both), size))
            rules.append(LinearConstraint(matrix.tocsr(), -np.inf, 1))
        return rules

    def values(self, worth: Callable[[tuple[str, ...]], float]) -> list[float]:
        """What each candidate is worth, if each cut is worth what `worth` says of its kinds."""
        values = [0.0] * (len(self.units) + len(self.pairs))
        for i, unit in enumerate(self.units):
            if unit.parent is not None:
                values[unit.parent] += worth(unit.kinds)
                values[i] -= worth(unit.kinds)
        return values

    def kept(self, chosen: Collection[int]) -> dict[int, tuple[int, ...]]:
        """By sentence of a summary the words that stay."""
        words: dict[int, list[int]] = {}
        for i in sorted(chosen):
            if i < len(self.units):
                words.setdefault(self.units[i].sentence, []).extend(self.units[i].words)
        return {sentence: tuple(sorted(found)) for sentence, found in words.items()}


@dataclass(frozen=True, slots=True)
class Compressed:
    """A summary of sentences that may be shortened.

    Attributes:
        kept: By sentence the words that stay, as indices of `Sentence.words`.
        value: What it is worth: its bigrams and its cuts.
        bound: What no summary is worth more than.
        status: As of a `Solution`; `approximate` where not all sentences took part.
    """

    kept: dict[int, tuple[int, ...]]
    value: float
    bound: float
    status: Status


def compress_and_extract(
    sentences: Sequence[Sentence],
    cuts: Sequence[Sequence[Cut]],
    budget: float,
    concepts: Sequence[Concept],
    worth: Callable[[tuple[str, ...]], float],
    *,
    gap: float = GAP,
    time_limit: float = TIME_LIMIT,
    first_words: float = FIRST_WORDS,
) -> Compressed:
    """The best summary of sentences that may be shortened.

    If the sentences have more than `first_words`, only those take part that have the most value in
    so many words. There a bigram counts as often as it comes, so that the program can choose
    (section 4.3).

    Args:
        sentences: Those of all documents.
        cuts: Those of each sentence.
        budget: The most words, between spaces.
        concepts: Bigrams, over the sentences.
        worth: What a cut is worth, by its kinds.
        gap: As in `solve`.
        time_limit: As in `solve`, of each of the two programs.
        first_words: How many words of sentences take part.

    Example:
        >>> words = ("ann", "sings", "on", "friday")
        >>> sentence = Sentence("Ann sings on Friday.", words=words, stems=words)
        >>> cut = Cut(frozenset([2, 3]), ("TEMP-PP",))
        >>> concepts = [Concept("bigram", ("ann", "sings"), 1.0, (0,))]
        >>> compress_and_extract([sentence], [[cut]], 2, concepts, lambda kinds: 0.0)
        Compressed(kept={0: (0, 1)}, value=1.0, bound=1.0, status='optimal')
    """
    left = _first(sentences, concepts, first_words, gap, time_limit)
    units = Units([sentences[i] for i in left], [cuts[i] for i in left])
    placed = [
        Concept(c.kind, c.key, c.weight, tuple(sorted(units.places[c.key])))  # type: ignore[index]
        for c in concepts
        if c.key in units.places
    ]
    values, spent, bound = units.values(worth), budget, None
    while True:
        problem = Problem(units.lengths, spent, placed, values, constraints=units.rules)
        found = solve(problem, gap=gap, time_limit=time_limit)
        bound = found.bound if bound is None else bound
        chosen = units.kept(found.chosen)
        kept = {left[i]: words for i, words in chosen.items() if words}
        made = (shortened(sentences[i], words) for i, words in kept.items())
        longer = sum(len(text.split()) for text in made) - budget
        if longer <= 0:
            if len(left) == len(sentences):
                return Compressed(kept, found.value, bound, found.status)
            most = _most(concepts, cuts, worth)
            return Compressed(kept, found.value, max(most, found.value), "approximate")
        # What stood between dashes without a space has become words of their own.
        spent = max(spent - longer, 0)


def _most(
    concepts: Sequence[Concept],
    cuts: Sequence[Sequence[Cut]],
    worth: Callable[[tuple[str, ...]], float],
) -> float:
    """What no summary is worth more than, however long."""
    gains = [concept.weight for concept in concepts]
    gains += [worth(cut.kinds) for found in cuts for cut in found]
    return sum(gain for gain in gains if gain > 0)


def _first(
    sentences: Sequence[Sentence],
    concepts: Sequence[Concept],
    most: float,
    gap: float,
    time_limit: float,
) -> list[int]:
    """The sentences of the most value within so many words; all, where there are no more."""
    lengths = [len(sentence.text.split()) for sentence in sentences]
    if sum(lengths) <= most:
        return list(range(len(sentences)))
    values = [0.0] * len(sentences)
    for concept in concepts:
        for i in concept.sentences:
            values[i] += concept.weight
    return list(solve(Problem(lengths, most, (), values), gap=gap, time_limit=time_limit).chosen)
