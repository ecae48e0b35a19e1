"""The best dependency tree of a sentence by the scores of its arcs."""

import numpy as np

from salience.arrays import Float32Array, Float64Array, IndexArray


def best_tree(scores: Float32Array) -> IndexArray:
    """The head of each word in the best tree with one root, which is its own head. A root costs
    more than a tree can gain by a second one (Stanojević and Cohen 2021, "A root of the problem:
    optimizing single-root dependency parsing", section 4).
    """
    heads = scores.argmax(axis=1)
    n = len(scores)
    words = np.arange(n)
    roots = np.flatnonzero(heads == words)
    if len(roots) == 1 and not _cycle(heads, int(roots[0])):
        return heads
    # The head of roots is one more node, the last.
    arcs = np.full((n + 1, n + 1), -np.inf)
    arcs[:n, :n] = scores
    arcs[:n, n] = scores.diagonal() - (1 + n * float(np.ptp(scores)))
    np.fill_diagonal(arcs, -np.inf)
    heads = _arborescence(arcs)[:n]
    return np.where(heads == n, words, heads)


def _cycle(heads: IndexArray, root: int) -> list[int]:
    """The words of a cycle of heads; empty if the heads of all words lead to the root."""
    steps, reached = heads.tolist(), {root}
    for word in range(len(steps)):
        path: dict[int, None] = {}
        while word not in reached and word not in path:
            path[word] = None
            word = steps[word]
        if word in path:
            words = list(path)
            return words[words.index(word) :]
        reached.update(path)
    return []


def _arborescence(arcs: Float64Array) -> IndexArray:
    """Heads of all nodes but the last in the best arborescence below it (Chu and Liu 1965)."""
    root = len(arcs) - 1
    heads = arcs.argmax(axis=1)
    cycle = np.array(_cycle(heads, root), np.intp)
    if not len(cycle):
        return heads
    rest = np.setdiff1d(np.arange(root + 1), cycle)
    into = arcs[cycle] - arcs[cycle, heads[cycle]][:, None]
    out_of = arcs[np.ix_(rest, cycle)]
    smaller = np.full((len(rest) + 1, len(rest) + 1), -np.inf)
    smaller[1:, 1:] = arcs[np.ix_(rest, rest)]
    smaller[0, 1:] = into[:, rest].max(axis=0)
    smaller[1:, 0] = out_of.max(axis=1)
    above, *others = _arborescence(smaller) - 1
    heads[rest] = np.where(np.array(others) < 0, cycle[out_of.argmax(axis=1)], rest[others])
    heads[cycle[into[:, rest[above]].argmax()]] = rest[above]
    return heads
