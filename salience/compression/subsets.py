"""The best words to keep, where what is kept scores by words and by neighbours (exact search)."""

import numpy as np

from salience.arrays import Float64Array


def best_subset(
    keep: Float64Array, pairs: Float64Array, n_words: int | None = None, *, empty: bool = False
) -> tuple[int, ...]:
    """The words that score most together with their neighbours, so many of them where `n_words`
    says it.

    The search is exact (McDonald 2006, section 3): best[j], the best choice that ends with word j,
    is the best over the word before it. Of pairs entry [i, j] is of word i - 1 before word j; row 0
    is the beginning, the last column the end. Of equal choices the earliest words are taken.
    """
    n = len(keep)
    if pairs.shape != (n + 1, n + 1):
        raise ValueError(f"pairs of {n} words must have the shape {(n + 1, n + 1)}")
    if n_words is not None and not 0 <= n_words <= n:
        raise ValueError(f"of {n} words {n_words} can't stay")
    if n_words == 0:
        return ()
    # best[l, j]: of l words, the last of which is j - 1; best[0, 0] is the beginning. Where the
    # number is free there is one row, which counts for any.
    step = 0 if n_words is None else 1
    rows = np.arange((n_words or 0) + 1)
    best = np.full((len(rows), n + 1), -np.inf)
    before = np.zeros((len(rows), n + 1), np.intp)
    best[0, 0] = 0.0
    for j in range(n):
        scores = best[:, : j + 1] + pairs[: j + 1, j]
        found = scores.argmax(axis=1)
        best[step:, j + 1] = (scores[rows, found] + keep[j])[: len(rows) - step]
        before[step:, j + 1] = found[: len(rows) - step]
    ends = best[-1] + pairs[:, n]
    if not empty:
        ends[0] = -np.inf
    j, row = int(ends.argmax()), len(rows) - 1
    kept = []
    while j:
        kept.append(j - 1)
        j, row = int(before[row, j]), row - step
    return tuple(kept[::-1])
