"""Sentences and what they can be shortened to, as a program of concept coverage."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.optimize import LinearConstraint
from scipy.sparse import lil_array

from salience.summaries.choices import Compress, Unit
from salience.summaries.compressions.operations import Place, compression_tree
from salience.summaries.compressions.readable import readable
from salience.summaries.compressions.tree import CompressionTree, constraints_of
from salience.summaries.concepts import Concept
from salience.summaries.problem import Problem
from salience.summaries.sentences import Sentence, length_in
from salience.text.words import Words
from salience.trees.tree import Tree

LEAST_WORDS = 5
"""A compression has so many words at least, if its sentence has."""
CANDIDATES = 24
"""So many compressions of a sentence are a group at most."""

Key = tuple[str, tuple[str, ...]]
Keys = dict[Key, list[frozenset[int]]]


@dataclass(frozen=True, slots=True)
class Compressible:
    """A sentence with what it can be shortened to.

    Attributes:
        sentence: The sentence.
        tree: What it can be shortened to, over the words of the sentence from 0.
        first: Index in its document of its first word.
        text: Its document.
        spans: Of its words, in characters of the document.
        named: By entity, the words that name it.
        candidates: What a compressor leaves of it, the best first: the words that stay.
    """

    sentence: Sentence
    tree: CompressionTree
    first: int
    text: str
    spans: tuple[Place, ...]
    named: Mapping[str, frozenset[int]]
    candidates: tuple[tuple[int, ...], ...] = ()

    def shortened(self, chosen: Collection[int]) -> Sentence:
        """The sentence with the words of some nodes of its tree."""
        parts = self.tree.parts
        replaced = {parts[i].words[0]: parts[i].text for i in chosen if parts[i].text}
        return self.with_words(self.tree.words(chosen), replaced)

    def with_words(
        self, kept: Sequence[int], replaced: Mapping[int, str] | None = None
    ) -> Sentence:
        """The sentence with some of its words, and with others in the place of some."""
        places = self.sentence.places
        still = [n for n, place in enumerate(places) if place - self.first in {*kept}]
        return replace(
            self.sentence,
            text=readable(self.text, self.spans, kept, replaced),
            words=tuple(self.sentence.words[n] for n in still),
            stems=tuple(self.sentence.stems[n] for n in still),
            stops=tuple(self.sentence.stops[n] for n in still),
            tags=tuple(self.sentence.tags[n] for n in still if self.sentence.tags),
            places=tuple(places[n] for n in still),
            entities=frozenset(e for e, words in self.named.items() if words & {*kept}),
        )

    def keys(self) -> Keys:
        """What may be a concept, with the words that are needed for it each time."""
        places = [place - self.first for place in self.sentence.places]
        stems = self.sentence.stems
        found: Keys = defaultdict(list)
        for n, place in enumerate(places):
            found["word", (stems[n],)].append(frozenset((place,)))
        for a, b in pairwise(range(len(places))):
            found["bigram", (stems[a], stems[b])].append(frozenset((places[a], places[b])))
        for entity, words in self.named.items():
            found["entity", (entity,)] += [frozenset((word,)) for word in sorted(words)]
        return found

    def lengths(self, unit: Unit) -> list[float]:
        """What each node of the tree adds to the length."""
        return [self._length(i, unit) for i in range(len(self.tree.parts))]

    def _length(self, i: int, unit: Unit) -> float:
        part = self.tree.parts[i]
        if part.text:
            return float(len(part.text.split()) if unit == "words" else len(part.text) + 1)
        spaces = [self._starts(word) for word in part.words]
        if unit == "words":
            return float(sum(spaces))
        # An extracted clause gets a full stop; a sentence a space before it.
        letters = sum(self.spans[w][1] - self.spans[w][0] for w in part.words)
        return float(letters + sum(spaces) + (part.operation == "extract" and i > 0))

    def _starts(self, word: int) -> bool:
        """Whether there is a space before a word, or the sentence begins with it."""
        return word == 0 or self.spans[word - 1][1] < self.spans[word][0]


def compressible(
    sentence: Sentence,
    words: Words,
    place: range,
    tree: Tree,
    text: str,
    mentions: Mapping[str, Collection[int]],
    names: Mapping[int, tuple[int, Sequence[str]]] | None = None,
) -> Compressible:
    """A sentence with its compression tree.

    Args:
        sentence: The sentence.
        words: The words of its document.
        place: Those of the sentence.
        tree: Its constituents.
        text: Its document.
        mentions: By entity, the characters at which the document names it.
        names: By character at which a name begins, its end and other names for it.
    """
    first = place.start
    spans = tuple(words.spans[i] for i in place)
    by_start = {start: i for i, (start, _) in enumerate(spans)}
    by_end = {end: i + 1 for i, (_, end) in enumerate(spans)}
    named = {
        entity: frozenset(
            i
            for character in characters
            for i, (start, end) in enumerate(spans)
            if start <= character < end
        )
        for entity, characters in mentions.items()
        if entity in sentence.entities
    }
    swaps = {
        (by_start[start], by_end[end]): others
        for start, (end, others) in (names or {}).items()
        if start in by_start and end in by_end
    }
    return Compressible(sentence, compression_tree(tree, swaps), first, text, spans, named)


@dataclass(frozen=True, slots=True)
class Program:
    """A problem whose candidates are parts of sentences, or sentences and their compressions.

    Attributes:
        problem: What there is to choose from.
        sentences: From chosen candidates to sentences.
    """

    problem: Problem
    sentences: Callable[[Collection[int]], list[Sentence]]


def program(
    way: Compress,
    sentences: Sequence[Compressible],
    concepts: Sequence[Concept],
    budget: float,
    unit: Unit,
) -> Program:
    """The program of some sentences.

    Args:
        way: `tree` (a variable for each node of their compression trees), `groups` (a variable
            for each of the first compressions, one of which at most is chosen of a sentence), or
            `t3` (the same with the candidates of a compressor).
        sentences: What to choose from.
        concepts: Of the whole sentences; `concept.sentences` are their indices.
        budget: How long the summary may be.
        unit: In what; `words` or `characters`.
    """
    if way == "tree":
        return _tree_program(sentences, concepts, budget, unit)
    ways = _of_compressor if way == "t3" else _of_tree
    return _group_program(sentences, ways, concepts, budget, unit)


def _tree_program(
    sentences: Sequence[Compressible], concepts: Sequence[Concept], budget: float, unit: Unit
) -> Program:
    starts = np.cumsum([0, *(len(s.tree.parts) for s in sentences)]).tolist()
    lengths = [length for s in sentences for length in s.lengths(unit)]
    keys = [s.keys() for s in sentences]

    def candidates(concept: Concept) -> Iterator[int]:
        for j in concept.sentences:
            for needed in keys[j].get((concept.kind, concept.key), ()):
                yield from (starts[j] + i for i in _holders(sentences[j].tree, needed))

    rules = constraints_of([s.tree for s in sentences]) + _least(sentences)
    problem = Problem(lengths, budget, _moved(concepts, candidates), constraints=rules)

    def chosen_sentences(chosen: Collection[int]) -> list[Sentence]:
        found = []
        for j, (start, end) in enumerate(pairwise(starts)):
            parts = [i - start for i in sorted(chosen) if start <= i < end]
            if sentences[j].tree.words(parts):
                found.append(sentences[j].shortened(parts))
        return found

    return Program(problem, chosen_sentences)


def _of_tree(s: Compressible) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """The sentence as it stands and its first compressions, each with the words that stay."""
    for chosen in (frozenset(_whole(s.tree)), *s.tree.choices(CANDIDATES)):
        yield s.shortened(chosen), s.tree.words(chosen)


def _of_compressor(s: Compressible) -> Iterator[tuple[Sentence, tuple[int, ...]]]:
    """The same by a compressor."""
    for kept in (tuple(range(len(s.spans))), *s.candidates):
        yield s.with_words(kept), kept


def _group_program(
    sentences: Sequence[Compressible],
    ways: Callable[[Compressible], Iterator[tuple[Sentence, tuple[int, ...]]]],
    concepts: Sequence[Concept],
    budget: float,
    unit: Unit,
) -> Program:
    candidates: list[Sentence] = []
    kept: list[frozenset[int]] = []
    groups: list[list[int]] = []
    for s in sentences:
        group: dict[str, int] = {}
        for short, stays in ways(s):
            enough = len(short.words) >= min(LEAST_WORDS, len(s.sentence.words))
            if enough and short.text not in group:
                group[short.text] = len(candidates)
                candidates.append(short)
                kept.append(frozenset(stays))
        groups.append([*group.values()])
    keys = [s.keys() for s in sentences]
    extra = 1 if unit == "characters" else 0

    def having(concept: Concept) -> Iterator[int]:
        for j in concept.sentences:
            places = keys[j].get((concept.kind, concept.key), ())
            yield from (i for i in groups[j] if any(needed <= kept[i] for needed in places))

    lengths = [float(length_in(candidate, unit) + extra) for candidate in candidates]
    problem = Problem(lengths, budget, _moved(concepts, having), groups=groups)
    return Program(problem, lambda chosen: [candidates[i] for i in sorted(chosen)])


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


def needed(concepts: Sequence[Concept], sentences: Sequence[Sentence]) -> list[Sentence]:
    """Without the sentences that cover nothing of worth but what others cover.

    To a program they are worth nothing and cost nothing, as long as there is room for them.
    """
    has: list[set[int]] = [set() for _ in sentences]
    for number, concept in enumerate(covered(concepts, sentences)):
        if concept.weight > 0:
            for i in concept.sentences:
                has[i].add(number)
    times = Counter(number for numbers in has for number in numbers)
    kept = set(range(len(sentences)))
    for i in sorted(kept, key=lambda i: (-len(sentences[i].words), -i)):
        if all(times[number] > 1 for number in has[i]):
            kept.remove(i)
            times.subtract(has[i])
    return [sentences[i] for i in sorted(kept)]


def _moved(
    concepts: Sequence[Concept], candidates: Callable[[Concept], Iterator[int]]
) -> list[Concept]:
    return [replace(c, sentences=tuple(sorted(set(candidates(c))))) for c in concepts]


def _whole(tree: CompressionTree) -> list[int]:
    """The nodes of the sentence as it stands."""
    return [i for i, part in enumerate(tree.parts) if not part.text]


def _holders(tree: CompressionTree, needed: Collection[int]) -> Iterator[int]:
    """Nodes that are chosen only together with some words of the sentence.

    Words of two nodes come with the lower one if the other is above it and nothing between them
    can be extracted without it. The paper counts only words of one node, and so loses pairs across
    the borders of nodes even where all is kept.
    """
    owners = {
        i
        for i, part in enumerate(tree.parts)
        if not part.text and not {*needed}.isdisjoint(part.words)
    }
    for i in owners:
        above = {i}
        at = i
        while tree.parts[at].operation != "extract" and tree.parts[at].parent >= 0:
            at = tree.parts[at].parent
            above.add(at)
        if owners <= above:
            yield i


def _least(sentences: Sequence[Compressible]) -> list[LinearConstraint]:
    """What is kept of a sentence has a least number of words."""
    starts = np.cumsum([0, *(len(s.tree.parts) for s in sentences)]).tolist()
    if not sentences:
        return []
    rows = lil_array((len(sentences), starts[-1]))
    for j, s in enumerate(sentences):
        least = min(LEAST_WORDS, len(s.sentence.words))
        for i, (part, length) in enumerate(zip(s.tree.parts, s.lengths("words"), strict=True)):
            rows[j, starts[j] + i] += length
            if part.operation == "extract":
                rows[j, starts[j] + i] -= least
                if part.parent >= 0:
                    rows[j, starts[j] + part.parent] += least
    return [LinearConstraint(rows.tocsr(), 0.0, np.inf)]
