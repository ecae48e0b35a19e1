"""Dependency trees whose parts are unbroken, as constituents need them."""

from collections.abc import Sequence


def rooted_heads(heads: Sequence[int]) -> list[int]:
    """Heads with one root, the first, on which other roots and words in circles hang."""
    root = next((i for i, head in enumerate(heads) if i == head), 0)
    rooted = [root if i == head else head for i, head in enumerate(heads)]
    reaches = {root}
    for start in range(len(rooted)):
        path: dict[int, None] = {}
        word = start
        while word not in reaches and word not in path:
            path[word] = None
            word = rooted[word]
        if word not in reaches:
            rooted[word] = root
        reaches.update(path)
    if rooted:
        rooted[root] = root
    return rooted


def projective_heads(heads: Sequence[int]) -> list[int]:
    """Heads with which a word and all below it are a run; what is apart hangs one head higher."""
    lifted = list(heads)
    below: list[list[int]] = [[] for _ in heads]
    first, last = list(range(len(heads))), list(range(len(heads)))
    for word in bottom_up(heads):
        apart = []
        lefts = sorted((c for c in below[word] if c < word), reverse=True)
        rights = sorted(c for c in below[word] if c > word)
        for child in lefts:
            if last[child] + 1 == first[word]:
                first[word] = first[child]
            else:
                apart.append(child)
        for child in rights:
            if first[child] - 1 == last[word]:
                last[word] = last[child]
            else:
                apart.append(child)
        for child in apart:
            lifted[child] = heads[word]
        if word != heads[word]:
            below[heads[word]] += [word, *apart]
    return lifted


def bottom_up(heads: Sequence[int]) -> list[int]:
    """The words of a tree, each after all that are below it."""
    below: list[list[int]] = [[] for _ in heads]
    order = []
    for word, head in enumerate(heads):
        if word == head:
            order.append(word)
        else:
            below[head].append(word)
    for word in order:
        order.extend(below[word])
    return order[::-1]
