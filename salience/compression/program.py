"""The best words to keep under constraints, as an integer program (Clarke and Lapata 2008).

A variable says of each part of a sentence whether it stays, and one of each n-gram that words which
stay can make whether it stands there; n-grams that follow each other overlap, so that they are a
path from the beginning to the end of the sentence:

    maximize    Σ_w s_w y_part(w) + Σ_g s_g e_g
    subject to  y_p <= y_parent(p)
                Σ_(g ends with w) e_g = y_part(w)      for each word w, and 1 for the end
                Σ_(g ends with h) e_g = Σ_(g begins with h) e_g
                                                       for each h, an n-gram without a word
                Σ_w y_part(w) <= L

The paper has a variable for every three words; here only those that the constraints let follow each
other have one. Several sentences can share a length L: which of them are cut is decided together.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import coo_array

from salience.arrays import Float64Array
from salience.compression.constraints import Constraints
from salience.learning.solver import integer_program

Ngram = tuple[int, ...]
"""Places of words; -1 is the beginning, the number of words the end."""
_TIME_LIMIT = 60.0


@dataclass(frozen=True, eq=False, slots=True)
class Scored:
    """A sentence, and what scores what can be left of it."""

    constraints: Constraints  # its parts
    keep: Float64Array  # what each word adds that stays, of shape (words,)
    # what an n-gram adds whose words come to stand together
    ngram: Callable[[Ngram], float] = lambda _: 0.0
    order: int = 1  # the words of such an n-gram, 2 or more; 1 where they add nothing
    must: Collection[int] = ()  # words that stay in any case, with what they need

    @property
    def least(self) -> tuple[int, ...]:
        """The fewest words that may stay."""
        return self.constraints.closed(self.must)


def best_words(
    sentences: Sequence[Scored], n_words: int | None = None, *, exact: bool = False
) -> list[tuple[int, ...]]:
    """The words of each sentence that stay, such that they score most together."""
    program = _Program(sentences)
    least = sum(len(s.least) for s in sentences)
    if n_words is not None:
        n_words = max(n_words, least)
    if exact and n_words is not None and n_words > least:
        longest = _Program(
            [Scored(s.constraints, np.ones_like(s.keep), must=s.must) for s in sentences]
        ).solved(n_words, 0)
        n_words = sum(map(len, longest))
        return program.solved(n_words, n_words)
    return program.solved(n_words, 0)


class _Program:
    """Variables and rows of the program of some sentences."""

    def __init__(self, sentences: Sequence[Scored]) -> None:
        self.sentences = sentences
        self.gains: list[float] = []
        self.whole: list[int] = []
        self.rows: list[tuple[dict[int, float], float, float]] = []
        self.starts = [self._add(s) for s in sentences]

    def _add(self, s: Scored) -> int:
        """Add the variables and rows of a sentence; where they begin."""
        start, units = len(self.gains), s.constraints.units
        self.gains += [float(s.keep[list(words)].sum()) for words in units]
        self.whole += [1] * len(units)
        owner = s.constraints.unit_of
        for unit in sorted({owner[word] for word in s.least}):
            self.rows.append(({start + unit: 1.0}, 1.0, 1.0))
        for unit, parent in enumerate(s.constraints.parents):
            if parent >= 0:
                self.rows.append(({start + unit: 1.0, start + parent: -1.0}, -np.inf, 0.0))
        if s.order > 1 and len(units) > 1:
            self._add_path(s, start, owner)
        return start

    def _add_path(self, s: Scored, start: int, owner: list[int]) -> None:
        n = len(owner)
        begin = (-1,) * (s.order - 1)
        ending: dict[int, list[int]] = defaultdict(list)
        into: dict[Ngram, list[int]] = defaultdict(list)
        out: dict[Ngram, list[int]] = defaultdict(list)
        todo, seen = [begin], {begin}
        while todo:
            state = todo.pop()
            for word in _followers(s.constraints, owner, state):
                ngram, after = (*state, word), (*state[1:], word)
                variable = len(self.gains)
                self.gains.append(s.ngram(ngram))
                self.whole.append(0)
                ending[word].append(variable)
                out[state].append(variable)
                into[after].append(variable)
                if word < n and after not in seen:
                    seen.add(after)
                    todo.append(after)
        for word, variables in sorted(ending.items()):
            row = dict.fromkeys(variables, 1.0)
            stays = {start + owner[word]: -1.0} if word < n else {}
            self.rows.append((row | stays, float(word == n), float(word == n)))
        for state in sorted(seen - {begin}):
            row = dict.fromkeys(into[state], 1.0) | dict.fromkeys(out[state], -1.0)
            self.rows.append((row, 0.0, 0.0))

    def solved(self, most: float | None, least: float) -> list[tuple[int, ...]]:
        """The words that stay, of `least` to `most` in all."""
        if all(len(s.constraints.units) == 1 for s in self.sentences):
            return [s.constraints.units[0] for s in self.sentences]
        lengths = {
            start + unit: float(len(words))
            for start, s in zip(self.starts, self.sentences, strict=True)
            for unit, words in enumerate(s.constraints.units)
        }
        rows = [*self.rows, (lengths, float(least), np.inf if most is None else float(most))]
        values = [(r, i, v) for r, (row, _, _) in enumerate(rows) for i, v in row.items()]
        *places, coefficients = zip(*values, strict=True)
        at, variables = np.array(places, np.int32)  # the solver of scipy 1.12 takes no longer ones
        matrix = coo_array((coefficients, (at, variables)), (len(rows), len(self.gains)))
        low, high = (np.array([row[k] for row in rows]) for k in (1, 2))
        result = integer_program(
            -np.array(self.gains),
            self.whole,
            np.ones(len(self.gains)),
            [LinearConstraint(matrix.tocsr(), low, high)],
            gap=0.0,
            time_limit=_TIME_LIMIT,
        )
        if result.x is None:  # out of time: everything stays that may
            return [tuple(range(len(s.keep))) for s in self.sentences]
        found = []
        for start, s in zip(self.starts, self.sentences, strict=True):
            parts = zip(s.constraints.units, result.x[start:], strict=False)
            found.append(tuple(sorted(word for words, x in parts if x > 0.5 for word in words)))
        return found


def _followers(constraints: Constraints, owner: Sequence[int], state: Ngram) -> list[int]:
    """The words, or the end, that can come to stand behind some that stay."""
    needed = {0}.union(*(_above(constraints, owner[word]) for word in state if word >= 0))
    skipped: set[int] = set()
    found = []
    for word in range(state[-1] + 1, len(owner)):
        unit = owner[word]
        if skipped.isdisjoint(_above(constraints, unit)):
            found.append(word)
        if unit in needed:
            return found
        skipped.add(unit)
    return [*found, len(owner)]


def _above(constraints: Constraints, unit: int) -> set[int]:
    """A part and those without which it does not stay."""
    found = set()
    while unit >= 0:
        found.add(unit)
        unit = constraints.parents[unit]
    return found
