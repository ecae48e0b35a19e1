"""The best dependency tree of a sentence by the scores of its arcs."""

from __future__ import annotations

import numpy as np

from salience.arrays import Float32Array, Float64Array, IndexArray


def best_tree(scores: Float32Array) -> IndexArray:
    """The head of each word in the best tree with one root, which is its own head.

    In most sentences the best heads of the words make a tree. If not, the best arborescence is
    searched (Chu and Liu 1965; Edmonds 1967), in time that grows with the square of the number of
    words (Tarjan 1977). A root costs more than a tree can gain by a second one (Stanojević and
    Cohen 2021, "A root of the problem: optimizing single-root dependency parsing", section 4).

    Args:
        scores: (words, heads); the diagonal has the scores of each word as the root.

    Example:
        >>> best_tree(np.array([[0, 3, 0], [0, 2, 1], [0, 1, 2]], "f")).tolist()
        [1, 1, 1]
    """
    heads = scores.argmax(axis=1)
    n = len(scores)
    words = np.arange(n)
    roots = np.flatnonzero(heads == words)
    if len(roots) == 1 and _all_reach(heads, int(roots[0])):
        return heads
    # The head of roots is one more node, the last.
    arcs = np.full((n + 1, n + 1), -np.inf)
    arcs[:n, :n] = scores
    arcs[:n, n] = scores.diagonal() - (1 + n * float(np.ptp(scores)))
    np.fill_diagonal(arcs, -np.inf)
    heads = _arborescence(arcs)
    return np.where(heads == n, words, heads)


def _all_reach(heads: IndexArray, root: int) -> bool:
    """Whether the heads lead from every word to the root, and into no cycle."""
    reached, steps = {root}, heads.tolist()
    for word in range(len(steps)):
        path = set()
        while word not in reached and word not in path:
            path.add(word)
            word = steps[word]
        if word in path:
            return False
        reached |= path
    return True


def _arborescence(arcs: Float64Array) -> IndexArray:
    """Heads of all nodes but the last, the root, in the best arborescence.

    From each node a path goes to the best head, and on to the best head of that. Where it comes
    back to itself, the cycle becomes one node, and the path goes on from there: what an arc into a
    cycle gains is less by that of the arc whose place it takes. A path ends at the root, or at a
    node that leads there.

    Args:
        arcs: (nodes, heads), -inf on the diagonal. It is changed: a cycle gets the row and the
            column of its first node.
    """
    root = len(arcs) - 1
    every = np.arange(len(arcs))
    arc = every[:, None] * len(arcs) + every  # by row and column, the arc whose score stands there
    chosen: list[int] = [0] * len(arcs)  # by node, the arc to its head
    parents: list[int] = [-1] * len(arcs)  # by node, the cycle that it is in
    node = list(range(len(arcs)))  # by row, the node that has it
    done = {root}
    for start in range(root):
        path = [] if start in done else [start]
        while path:
            row = path[-1]
            head = int(arcs[row].argmax())
            chosen[node[row]] = int(arc[row, head])
            arcs[row] -= arcs[row, head]
            if head in done:
                break
            if head not in path:
                path.append(head)
                continue
            cycle = path[path.index(head) :]
            del path[path.index(head) + 1 :]
            best = arcs[cycle].argmax(axis=0)
            arcs[head], arc[head] = arcs[cycle][best, every], arc[cycle][best, every]
            best = arcs[:, cycle].argmax(axis=1)
            arcs[:, head], arc[:, head] = arcs[:, cycle][every, best], arc[:, cycle][every, best]
            arcs[:, cycle[1:]] = -np.inf
            arcs[head, head] = -np.inf
            for part in cycle:
                parents[node[part]] = len(parents)
            node[head] = len(parents)
            parents.append(-1)
            chosen.append(0)
            done.update(cycle[1:])
        done.update(path)
    return _opened(chosen, parents, root)


def _opened(chosen: list[int], parents: list[int], root: int) -> IndexArray:
    """The heads of nodes when all cycles are opened where they are entered, the last cycle first.

    Args:
        chosen: By node, the arc to its head; an arc is `dependent * (root + 1) + head`.
        parents: By node, the cycle that it is in; -1 for none. Cycles follow the words.
        root: The last node that is no cycle.
    """
    heads = np.zeros(root, np.intp)
    entered = {root}
    for node in reversed(range(len(chosen))):
        if node not in entered:
            part, head = divmod(chosen[node], root + 1)
            heads[part] = head
            while part != node:
                entered.add(part)
                part = parents[part]
    return heads
