"""Sentences that may be shortened, as a program: extraction and compression in one.

A sentence is a tree of parts, each with the words that no deeper one has. A variable for each says
whether its words stay. What may be removed may have a worth of its own: it is gained where the part
around it stays and its own does not (Berg-Kirkpatrick and others 2011, section 4.2):

    maximize    Σ_i w_i c_i + Σ_c v_c z_c
    subject to  Σ_n l_n y_n <= L,   the rules of the trees,   z_c = y_parent(n) - y_n

A concept is there if all of its words are. Two words of different parts are there together where a
pair of these parts is, which is a variable too. Words that come to stand together only because
others between them were cut are no pair, so that the program grows with the words and not with
their square. (Gillick and Favre 2009, section 6, count only words of one part.)
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise
from typing import Any

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import lil_array

from salience.compression.realiser import realised
from salience.summaries.choices import GAP, TIME_LIMIT, Unit
from salience.summaries.compressions.tree import CompressionTree, Part, Row
from salience.summaries.concepts import Concept
from salience.summaries.coverage import solve
from salience.summaries.problem import Problem, Solution
from salience.summaries.sentence import COLUMNS
from salience.summaries.sentences import Sentence, in_order, length_in, needs_of, printed
from salience.text.words import Words

LEAST_WORDS = 5
"""A compression has so many words at least, if its sentence has."""

Key = tuple[str, tuple[str, ...]]
"""What may be a concept: its kind, and its stems or the id of the entity."""


@dataclass(frozen=True, slots=True)
class Compressible:
    """A sentence with what it can be shortened to."""

    sentence: Sentence
    tree: CompressionTree  # what it can be shortened to, over the words of the sentence from 0
    first: int  # index in its document of its first word
    text: str  # its document
    words: Words  # the words of the sentence, with their places in the document
    named: Mapping[str, frozenset[int]]  # by entity, the words that name it

    def shortened(self, chosen: Collection[int]) -> Sentence:
        """The sentence with the words of some parts of its tree."""
        parts = self.tree.parts
        replaced = {parts[i].words[0]: parts[i].text for i in chosen if parts[i].text}
        kept = self.tree.words(chosen)
        if len(kept) == len(self.words) and not replaced:
            return self.sentence
        still = [place - self.first in {*kept} for place in self.sentence.places]
        columns: dict[str, Any] = {
            name: (*compress(getattr(self.sentence, name), still),) for name in COLUMNS
        }
        return replace(
            self.sentence,
            text=realised(self.text, self.words, kept, replaced),
            **columns,
            alone="",
            entities=frozenset(e for e, words in self.named.items() if words & {*kept}),
        )

    def keys(self) -> dict[Key, list[frozenset[int]]]:
        """What may be a concept, with the words that are needed for it each time."""
        places = [place - self.first for place in self.sentence.places]
        stems = self.sentence.stems
        needed: dict[Key, list[frozenset[int]]] = defaultdict(list)
        for n, place in enumerate(places):
            needed["word", (stems[n],)].append(frozenset((place,)))
        for a, b in pairwise(range(len(places))):
            needed["bigram", (stems[a], stems[b])].append(frozenset((places[a], places[b])))
        for entity, words in self.named.items():
            needed["entity", (entity,)] += [frozenset((word,)) for word in sorted(words)]
        return needed

    def lengths(self, unit: Unit) -> list[float]:
        """What each part of the tree adds to the length."""
        return [self._length(part, unit) for part in self.tree.parts]

    def _length(self, part: Part, unit: Unit) -> float:
        spans = self.words.spans
        if part.text:
            return float(len(part.text.split()) if unit == "words" else len(part.text) + 1)
        spaces = [w == 0 or spans[w - 1][1] < spans[w][0] for w in part.words]
        if unit == "words":
            return float(sum(spaces))
        return float(sum(spans[w][1] - spans[w][0] for w in part.words) + sum(spaces))


class Parts:
    """The parts of sentences as candidates of a program, and the pairs that concepts need."""

    def __init__(
        self,
        sentences: Sequence[Compressible],
        unit: Unit = "words",
        *,
        wanted: Collection[Key] | None = None,
        worth: Callable[[tuple[str, ...]], float] = lambda kinds: 0.0,
        least_words: int = 0,
    ) -> None:
        self.sentences, self._worth, self._least = sentences, worth, least_words
        self._starts: list[int] = np.cumsum([0, *(len(s.tree.parts) for s in sentences)]).tolist()
        self._pairs: dict[tuple[int, ...], int] = {}
        # By key the candidates each of which holds it.
        self.places: dict[Key, set[int]] = {}
        self.lengths = [length for s in sentences for length in s.lengths(unit)]
        # What can be removed for a worth: a candidate, the one around it, and its kinds.
        self.cuts: list[tuple[int, int, tuple[str, ...]]] = []
        for start, s in zip(self._starts, sentences, strict=False):
            for key, times in s.keys().items():
                if wanted is None or key in wanted:
                    found = self.places.setdefault(key, set())
                    found.update(self._holder(start, s, words) for words in times)
            for i, part in enumerate(s.tree.parts):
                if part.kinds:
                    self.cuts.append((start + i, start + part.parent, part.kinds))
        self.lengths += [0.0] * len(self._pairs)

    def _holder(self, start: int, sentence: Compressible, words: frozenset[int]) -> int:
        """The candidate that is there where all of some words are: a part, or a pair of parts."""
        parts = tuple(start + i for i in sentence.tree.holders(words))
        if len(parts) == 1:
            return parts[0]
        return self._pairs.setdefault(parts, self._starts[-1] + len(self._pairs))

    def problem(self, concepts: Sequence[Concept], budget: float) -> Problem:
        """What there is to choose from: concepts of whole sentences within a budget."""
        placed = [
            replace(c, sentences=tuple(sorted(self.places.get((c.kind, c.key), ()))))
            for c in concepts
        ]
        values = self.values(self._worth)
        for start, s in zip(self._starts, self.sentences, strict=False):
            values[start] += s.sentence.worth
        needs = [
            (self._starts[j], [self._starts[other] for other in others])
            for j, others in needs_of([s.sentence for s in self.sentences])
        ]
        return Problem(self.lengths, budget, placed, values, needs=needs, constraints=self.rules())

    def values(self, worth: Callable[[tuple[str, ...]], float]) -> list[float]:
        """What each candidate is worth, if each cut is worth what `worth` says of its kinds."""
        values = [0.0] * len(self.lengths)
        for i, around, kinds in self.cuts:
            values[around] += worth(kinds)
            values[i] -= worth(kinds)
        return values

    def rules(self) -> list[LinearConstraint]:
        """Those of the trees; a pair is there if and only if its parts are."""
        rows: list[Row] = []
        for start, s in zip(self._starts, self.sentences, strict=False):
            trees = s.tree.rules() + ([self._least_words(s)] if self._least else [])
            rows += [({start + i: v for i, v in row.items()}, a, b) for row, a, b in trees]
        for parts, pair in self._pairs.items():
            rows += [({pair: 1.0, part: -1.0}, -np.inf, 0.0) for part in parts]
            both = dict.fromkeys(parts, 1.0) | {pair: -1.0}
            rows.append((both, -np.inf, float(len(parts) - 1)))
        if not rows:
            return []
        matrix = lil_array((len(rows), len(self.lengths)))
        for number, (row, _, _) in enumerate(rows):
            for i, value in row.items():
                matrix[number, i] = value
        least, greatest = (np.array([row[k] for row in rows]) for k in (1, 2))
        return [LinearConstraint(matrix.tocsr(), least, greatest)]

    def _least_words(self, s: Compressible) -> Row:
        """What is kept of a sentence has a least number of words."""
        row = dict(enumerate(s.lengths("words")))
        row[0] -= min(self._least, len(s.sentence.words))
        return row, 0.0, np.inf

    def made(self, chosen: Collection[int]) -> dict[int, Sentence]:
        """By index of a sentence what is chosen of it, if anything is."""
        found = {}
        for j, (start, end) in enumerate(pairwise(self._starts)):
            parts = [i - start for i in sorted(chosen) if start <= i < end]
            if self.sentences[j].tree.words(parts):
                found[j] = self.sentences[j].shortened(parts)
        return found


def best_shortened(
    program: Parts,
    concepts: Sequence[Concept],
    budget: float,
    unit: Unit = "words",
    *,
    gap: float = GAP,
    time_limit: float = TIME_LIMIT,
) -> tuple[Solution, dict[int, Sentence]]:
    """The best choice of shortened sentences, and by index of a sentence what it is shortened to;
    where marks and spaces made it too long, it is chosen again, with so much less to spend.
    """
    extra = 1 if unit == "characters" else 0
    bound, spent = None, budget
    while True:
        solution = solve(program.problem(concepts, spent), gap=gap, time_limit=time_limit)
        bound = solution.bound if bound is None else bound
        made = program.made(solution.chosen)
        shown = needed(concepts, made)
        order = in_order([*shown.values()], range(len(shown)))
        longer = sum(length_in(s, unit) + extra for s in printed([*shown.values()], order)) - budget
        if longer <= 0:
            return replace(solution, bound=bound), shown
        if not spent:  # what is left has the length of a word that it lost: *a-b* of *x-a-b*
            return Solution((), 0.0, bound, solution.status), {}
        spent = max(spent - longer, 0)


def covered(concepts: Sequence[Concept], sentences: Sequence[Sentence]) -> list[Concept]:
    """Concepts with the indices of the shortened sentences that have them."""
    has: list[dict[str, set[tuple[str, ...]]]] = [
        {
            "word": {(stem,) for stem in sentence.stems},
            "bigram": {*pairwise(sentence.stems)},
            "entity": {(entity,) for entity in sentence.entities},
        }
        for sentence in sentences
    ]
    return [
        replace(c, sentences=tuple(i for i, keys in enumerate(has) if c.key in keys[c.kind]))
        for c in concepts
    ]


def needed(concepts: Sequence[Concept], sentences: Mapping[int, Sentence]) -> dict[int, Sentence]:
    """Without the sentences that cover nothing of worth but what others cover."""
    has: dict[int, set[int]] = {j: set() for j in sentences}
    order = [*sentences]
    for number, concept in enumerate(covered(concepts, [*sentences.values()])):
        if concept.weight > 0:
            for i in concept.sentences:
                has[order[i]].add(number)
    times = Counter(number for numbers in has.values() for number in numbers)
    needs = needs_of([*sentences.values()])
    held = {order[i] for _, others in needs for i in others}
    kept = {*sentences}
    for j in sorted(kept, key=lambda j: (-len(sentences[j].words), -j)):
        if j in held or sentences[j].worth:
            continue
        if all(times[number] > 1 for number in has[j]):
            kept.remove(j)
            times.subtract(has[j])
    return {j: sentences[j] for j in sorted(kept)}
