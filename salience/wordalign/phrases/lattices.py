"""All ways to divide pairs of texts into compatible phrases, as graphs that share their parts.

A state of a graph says how many words of the source have been covered, from left to right, and
which words of the target; an edge is a pair of phrases. A path from the first state to the last is
an aligned segmentation (section 2.2 of the paper): each word of both texts is in exactly one
phrase. Links fix where most target words go, so that the states are few even though phrases may
change their order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.wordalign.phrases.extraction import (
    MAX_LENGTH,
    LinkedTexts,
    PhrasePair,
    compatible_pairs,
    phrases,
)
from salience.wordalign.phrases.phrase_table import PhraseTable

MAX_STATES = 20_000
"""Texts with more states are left out: many words without links can go anywhere."""


class _Edge(NamedTuple):
    start: int
    end: int
    row: int
    length: int
    jump: float


@dataclass(frozen=True, eq=False)
class Lattices:
    """The graphs of many texts in one, each text a part of its own."""

    starts: Int64Array  # the state that each edge leaves
    ends: Int64Array  # that it reaches; a state's number is above those of all before it
    rows: Int64Array  # its row of the phrase table
    lengths: Int64Array  # the words of its source phrase
    jumps: Float64Array  # from where its source phrase lies to where its target phrase is, in words
    levels: Int64Array  # by state, the number of source words that are covered
    first: Int64Array  # by text, its first state
    last: Int64Array  # and its last
    source_lengths: Int64Array  # by text, its source words
    left_out: tuple[int, ...]  # places of the texts that have no aligned segmentation
    too_many: tuple[int, ...]  # of those with too many states


def segmentation_lattices(
    texts: Iterable[LinkedTexts],
    table: PhraseTable,
    max_length: int = MAX_LENGTH,
    max_states: int = MAX_STATES,
) -> Lattices:
    """The graphs of all aligned segmentations of texts whose phrases are in a table.

    Args:
        texts: The texts; one without a segmentation, such as an empty one, is counted and left out.
        table: Of the same texts, from `extract_phrases`.
        max_length: Words of a source phrase at most, as in `extract_phrases`.
        max_states: Texts with more states are left out: many words without links can go anywhere.

    Example:
        >>> from salience.wordalign import extract_phrases
        >>> texts = [LinkedTexts(["US", "troops"], ["American", "troops"], [(0, 0), (1, 1)])]
        >>> lattices = segmentation_lattices(texts, extract_phrases(texts))
        >>> len(lattices.rows), lattices.left_out
        (3, ())
    """
    edges: list[_Edge] = []
    levels: list[int] = []
    first, last, lengths, left_out, too_many = [], [], [], [], []
    for place, pair in enumerate(texts):
        graph = _graph(pair, table, max_length, max_states)
        if graph is None:
            too_many.append(place)
        elif not graph[1]:
            left_out.append(place)
        else:
            shift = len(levels)
            first.append(shift)
            levels += graph[0]
            last.append(len(levels) - 1)
            lengths.append(len(pair.source))
            edges += (e._replace(start=e.start + shift, end=e.end + shift) for e in graph[1])
    return Lattices(
        starts=np.array([edge.start for edge in edges], dtype=np.int64),
        ends=np.array([edge.end for edge in edges], dtype=np.int64),
        rows=np.array([edge.row for edge in edges], dtype=np.int64),
        lengths=np.array([edge.length for edge in edges], dtype=np.int64),
        jumps=np.array([edge.jump for edge in edges], dtype=np.float64),
        levels=np.array(levels, dtype=np.int64),
        first=np.array(first, dtype=np.int64),
        last=np.array(last, dtype=np.int64),
        source_lengths=np.array(lengths, dtype=np.int64),
        left_out=tuple(left_out),
        too_many=tuple(too_many),
    )


def _graph(
    texts: LinkedTexts, table: PhraseTable, max_length: int, max_states: int
) -> tuple[list[int], list[_Edge]] | None:
    """The graph of one pair of texts, without states that lead nowhere; None if it is too large."""
    by_start: list[list[tuple[PhrasePair, int, int]]] = [[] for _ in texts.source]
    for pair in compatible_pairs(texts, max_length):
        row = table.rows.get(phrases(texts, pair))
        if row is not None:
            mask = (1 << pair.target_end) - (1 << pair.target_start)
            by_start[pair.source_start].append((pair, mask, row))
    n = len(texts.source)
    reached: list[dict[int, None]] = [{} for _ in range(n + 1)]
    reached[0][0] = None
    found: list[tuple[tuple[int, int], tuple[int, int], PhrasePair, int]] = []
    states = 1
    for i, here in enumerate(by_start):
        for covered in reached[i]:
            for pair, mask, row in here:
                if not covered & mask:
                    state = (pair.source_end, covered | mask)
                    if state[1] not in reached[state[0]]:
                        reached[state[0]][state[1]] = None
                        states += 1
                    found.append(((i, covered), state, pair, row))
        if states > max_states:
            return None
    goal = (n, (1 << len(texts.target)) - 1)
    return _useful(found, goal, len(texts.target) / max(n, 1))


def _useful(
    found: list[tuple[tuple[int, int], tuple[int, int], PhrasePair, int]],
    goal: tuple[int, int],
    ratio: float,
) -> tuple[list[int], list[_Edge]]:
    """What lies on a path to the goal: by state the source words that it covers, and the edges."""
    alive = {goal}
    kept = []
    for edge in sorted(found, key=lambda edge: -edge[0][0]):
        if edge[1] in alive:
            alive.add(edge[0])
            kept.append(edge)
    if not kept:
        return [], []
    states = sorted(alive)
    number = {state: i for i, state in enumerate(states)}
    edges = [
        _Edge(
            number[start],
            number[end],
            row,
            pair.source_end - pair.source_start,
            abs(pair.target_start - pair.source_start * ratio),
        )
        for start, end, pair, row in reversed(kept)
    ]
    return [level for level, _ in states], edges


def edges_by_level(
    lattices: Lattices, *, backward: bool
) -> Iterator[tuple[Int64Array, Int64Array]]:
    """The edges in the order in which sums over paths need them; backward from the last states on.

    Each part is sorted by the states where its edges are added up, and has where these begin.
    """
    at = lattices.starts if backward else lattices.ends
    level = lattices.levels[at]
    order = np.lexsort((at, -level if backward else level))
    borders = np.flatnonzero(np.diff(level[order])) + 1
    for part in np.split(order, borders):
        if len(part):
            new = np.flatnonzero(np.diff(at[part], prepend=-1))
            yield part, new
