"""The best words to keep, where what is kept scores by words and by neighbours (exact search)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from salience.arrays import Float64Array


def best_subset(
    keep: Float64Array,
    pairs: Float64Array,
    *,
    n_words: int | None = None,
    empty: bool = False,
    must: Collection[int] = (),
) -> tuple[int, ...]:
    """The words that score most together.

    The score is that of each word that stays, and of each two that become neighbours (McDonald
    2006, "Discriminative Sentence Compression with Soft Syntactic Evidence", section 3). The search
    is exact: best[j], the best choice that ends with word j, is the best over the word before it.
    Of pairs entry [i, j] is of word i - 1 before word j; row 0 is the beginning, the last column
    the end. Of equal choices the one is taken whose last word that differs is the earliest.
    """
    n = len(keep)
    if pairs.shape != (n + 1, n + 1):
        raise ValueError(f"pairs of {n} words must have the shape {(n + 1, n + 1)}")
    if n_words is not None and not 0 <= n_words <= n:
        raise ValueError(f"of {n} words {n_words} can't stay")
    needed = sorted(set(must))
    if needed and not (needed[0] >= 0 and needed[-1] < n and len(needed) <= (n_words or n)):
        raise ValueError(f"of {n} words {needed} can't stay among {n_words or n}")
    if n_words == 0:
        return ()
    pairs = _without_leaps(pairs, needed) if needed else pairs
    if n_words is None:
        return _any_number(keep, pairs, empty=empty)
    # best[l, j]: of l words, the last of which is j - 1; best[0, 0] is the beginning.
    best = np.full((n_words + 1, n + 1), -np.inf)
    before = np.zeros((n_words + 1, n + 1), np.intp)
    best[0, 0] = 0.0
    lengths = np.arange(n_words + 1)
    for j in range(n):
        scores = best[:, : j + 1] + pairs[: j + 1, j]
        found = scores.argmax(axis=1)
        best[1:, j + 1] = scores[lengths, found][:-1] + keep[j]
        before[1:, j + 1] = found[:-1]
    j, length = int((best[n_words] + pairs[:, n]).argmax()), n_words
    kept = []
    while length:
        kept.append(j - 1)
        j = int(before[length, j])
        length -= 1
    return tuple(kept[::-1])


def _without_leaps(pairs: Float64Array, needed: Sequence[int]) -> Float64Array:
    """What neighbours add, but that none has a word between them that must stay."""
    found = pairs.copy()
    for word in needed:
        found[: word + 1, word + 1 :] = -np.inf
    return found


def _any_number(keep: Float64Array, pairs: Float64Array, *, empty: bool) -> tuple[int, ...]:
    n = len(keep)
    best = np.full(n + 1, -np.inf)
    before = np.zeros(n + 1, np.intp)
    best[0] = 0.0
    for j in range(n):
        scores = best[: j + 1] + pairs[: j + 1, j]
        before[j + 1] = scores.argmax()
        best[j + 1] = scores[before[j + 1]] + keep[j]
    ends = best + pairs[:, n]
    if not empty:
        ends[0] = -np.inf
    j, kept = int(ends.argmax()), []
    while j:
        kept.append(j - 1)
        j = int(before[j])
    return tuple(kept[::-1])
