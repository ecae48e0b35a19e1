"""TER as sacreBLEU computes it, with the distances of all moves of a round computed at once.

sacreBLEU tries up to a thousand moves of words, and computes an edit distance after each of them in
Python: in a text of 300 words for ten seconds. Here its own search runs twice a round, first to
hear which texts it asks for and then with their distances. The edits are the same.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sacrebleu.metrics import TER, lib_ter

_INFINITY = 1 << 40


class FastTER(TER):
    """sacreBLEU's TER."""

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict) -> list[float]:
        references = ref_kwargs["ref_words"]
        least = min(edits(hypothesis.split(), words) for words in references)
        return [least, sum(map(len, references)) / len(references)]


def edits(words: list[str], reference: list[str]) -> int:
    """The edits that make the reference of a text; a move of a run of words is one."""
    if not reference:
        return len(words)
    exact = lib_ter.BeamEditDistance(reference)
    moves = tried = 0
    while True:
        asked = _Distances(words, exact, None)
        lib_ter._shift(words, reference, asked, tried)
        known = dict(zip(asked.asked, _distances(list(asked.asked), reference), strict=True))
        answered = _Distances(words, exact, known)
        gain, moved, tried = lib_ter._shift(words, reference, answered, tried)
        if tried >= lib_ter._MAX_SHIFT_CANDIDATES or gain <= 0:
            return moves + int(exact(words)[0])
        words, moves = moved, moves + 1


class _Distances:
    """What the search takes for its edit distance: it notes texts, or knows their distances."""

    def __init__(self, words: list[str], exact: Any, known: Mapping[tuple, int] | None) -> None:
        self.first, self.exact, self.known = words, exact, known
        self.asked: dict[tuple[str, ...], None] = {}

    def __call__(self, words: list[str]) -> tuple[int, str]:
        if words is self.first:  # the search wants the trace of this one alone
            traced: tuple[int, str] = self.exact(words)
            return traced
        key = tuple(words)
        self.asked[key] = None
        return (0 if self.known is None else self.known[key]), ""


def _distances(texts: Sequence[Sequence[str]], reference: Sequence[str]) -> list[int]:
    """The edit distances of texts of one length, within a beam about the diagonal."""
    if not texts:
        return []
    codes = {word: i for i, word in enumerate(dict.fromkeys(reference))}
    there = np.array([codes[word] for word in reference])
    here = np.array([[codes.get(word, -1) for word in words] for words in texts]).T
    n, m = len(here), len(there)
    beam = lib_ter._BEAM_WIDTH
    if beam < m / n / 2:
        beam = math.ceil(m / n / 2 + beam)
    low, row = 0, np.tile(np.arange(m + 1), (len(texts), 1))
    for i, words in enumerate(here, 1):
        diagonal = math.floor(i * (m / n))
        start, end = max(0, diagonal - beam), min(m + 1, diagonal + beam)
        if i == n:
            end = m + 1
        # The row before, from one column to the left on.
        above = np.full((len(texts), end - start + 1), _INFINITY)
        first, last = max(low, start - 1), min(low + row.shape[1], end)
        above[:, first - start + 1 : last - start + 1] = row[:, first - low : last - low]
        other = np.concatenate([[-2], there])[start:end]
        best = np.minimum(above[:, :-1] + (words[:, None] != other), above[:, 1:] + 1)
        steps = np.arange(end - start)
        row = np.minimum.accumulate(best - steps, axis=1) + steps
        low = start
    distances: list[int] = row[:, -1].tolist()
    return distances
