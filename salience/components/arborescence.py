"""The best dependency tree of a sentence by the scores of its arcs."""

from __future__ import annotations

import numpy as np

from salience.arrays import Float32Array, Float64Array, IndexArray


def best_tree(scores: Float32Array) -> IndexArray:
    """The head of each word in the best tree with one root, which is its own head.

    In most sentences the best heads of the words make a tree. If not, the best arborescence is
    searched (Chu and Liu 1965; Edmonds 1967).

    Args:
        scores: (words, heads); the diagonal has the scores of each word as the root.

    Example:
        >>> best_tree(np.array([[0, 3, 0], [0, 2, 1], [0, 1, 2]], "f")).tolist()
        [1, 1, 1]
    """
    heads = scores.argmax(axis=1)
    words = np.arange(len(scores))
    roots = np.flatnonzero(heads == words)
    if len(roots) == 1 and not _cycle(heads, int(roots[0])):
        return heads
    # Roots are tried by the best score that their trees could have, until none can win.
    others = scores.astype(np.float64)
    np.fill_diagonal(others, -np.inf)
    best = others.max(axis=1)
    bounds = best.sum() - best + scores.diagonal()
    found, total = heads, -np.inf
    for root in np.argsort(-bounds, kind="stable").tolist():
        if bounds[root] <= total:
            break
        heads = _arborescence(others, root)
        score = float(scores[words, heads].sum(dtype=np.float64))
        if score > total:
            found, total = heads, score
    return found


def _cycle(heads: IndexArray, root: int) -> list[int]:
    """The words of a cycle other than the root's own; empty if all words reach the root."""
    done = {root}
    steps = heads.tolist()
    for word in range(len(steps)):
        path: list[int] = []
        while word not in done:
            done.add(word)
            path.append(word)
            word = steps[word]
        if word in path:
            return path[path.index(word) :]
    return []


def _arborescence(scores: Float64Array, root: int) -> IndexArray:
    """Heads of the best arborescence under a root; the diagonal is -inf."""
    heads = scores.argmax(axis=1)
    heads[root] = root
    cycle = _cycle(heads, root)
    if not cycle:
        return heads
    # The cycle becomes one word, the last. It is entered where that costs least, and other words
    # take the head in it that is best for them.
    inside = np.array(cycle)
    outside = np.delete(np.arange(len(scores)), inside)
    loss = scores[np.ix_(inside, outside)] - scores[inside, heads[inside]][:, None]
    leave = scores[np.ix_(outside, inside)]
    n = len(outside)
    small = np.full((n + 1, n + 1), -np.inf, scores.dtype)
    small[:n, :n] = scores[np.ix_(outside, outside)]
    small[n, :n] = loss.max(axis=0)
    small[:n, n] = leave.max(axis=1)
    found = _arborescence(small, int(np.flatnonzero(outside == root)[0]))
    for k, head in enumerate(found[:n]):
        heads[outside[k]] = inside[leave[k].argmax()] if head == n else outside[head]
    entered = int(found[n])
    heads[inside[loss[:, entered].argmax()]] = outside[entered]
    return heads
