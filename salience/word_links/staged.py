"""The alignment of METEOR: words one to one, in stages, with as few crossings as there can be.

Banerjee and Lavie (2005), section 2.2. A stage, such as that of equal words or of equal stems, maps
words that the stages before have left: as many as possible, and of all ways to do so the one whose
links cross each other, and those of the stages before, least often. Where several cross as little,
the links that stand side by side in both texts are the most, so that METEOR finds the fewest
chunks.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

import numpy as np

from salience.word_links.links import Link

T = TypeVar("T")
Stage = Callable[[T], Collection[Hashable]]
"""What a stage compares of a word, such as its stem: words match that have one of these in
common. A word without any matches none."""

WIDTH = 2048
"""A stage looks at so many partial mappings at a time. If there are more, as in texts of a hundred
words and more, the result is a mapping of the greatest size whose crossings are few, but may not be
the fewest."""

_NARROW = 32
_ROUNDS = 3
_NONE = (-2, -2)


@dataclass(frozen=True, slots=True)
class StagedAlignment:
    """Links of two texts.

    Attributes:
        links: By link, in the order of the first text, the index of its stage.
        exact: Whether no mapping of these stages has fewer crossings. It is false only for long
            texts, see `WIDTH`.
    """

    links: Mapping[Link, int]
    exact: bool

    @property
    def chunks(self) -> int:
        """The fewest groups of links that stand side by side, in the same order, in both texts.

        Example:
            >>> StagedAlignment({(0, 0): 0, (1, 1): 0, (2, 3): 0}, True).chunks
            2
        """
        return sum((i - 1, j - 1) not in self.links for i, j in self.links)


def exact(word: Hashable) -> Collection[Hashable]:
    """The stage of equal words.

    Example:
        >>> exact("computers")
        ('computers',)
    """
    return (word,)


def staged_alignment(
    first: Sequence[T], second: Sequence[T], stages: Sequence[Stage[T]]
) -> StagedAlignment:
    """Align two texts word by word.

    Args:
        first: The words of one.
        second: The words of the other.
        stages: What is compared of a word, in this order.

    Returns:
        The links; a word has at most one.

    Example:
        >>> first, second = "the cat sat".split(), "the cat saw the dog".split()
        >>> sorted(staged_alignment(first, second, [exact]).links)
        [(0, 0), (1, 1)]
    """
    links: dict[Link, int] = {}
    all_exact = True
    for number, stage in enumerate(stages):
        linked, there = {i for i, _ in links}, {j for _, j in links}
        by_key: dict[Hashable, list[int]] = {}
        for j, word in enumerate(second):
            for key in stage(word) if j not in there else ():
                by_key.setdefault(key, []).append(j)
        options = {
            i: sorted({j for key in stage(word) for j in by_key.get(key, ())})
            for i, word in enumerate(first)
            if i not in linked
        }
        found, is_exact = _map(_groups({i: js for i, js in options.items() if js}), list(links))
        links |= dict.fromkeys(found, number)
        all_exact &= is_exact
    return StagedAlignment(dict(sorted(links.items())), all_exact)


@dataclass(frozen=True, eq=False)
class _Group:
    """Words of both texts that can be mapped to each other, but to no others."""

    options: Mapping[int, Sequence[int]]
    seconds: Sequence[int]

    @cached_property
    def firsts(self) -> Sequence[int]:
        """The words of the first text."""
        return list(self.options)

    @cached_property
    def is_complete(self) -> bool:
        """Whether each word matches each. Then the best mapping has no two links that cross."""
        return all(len(js) == len(self.seconds) for js in self.options.values())

    @cached_property
    def mask(self) -> int:
        """The words of the second text as bits."""
        return sum(1 << j for j in self.seconds)

    @property
    def size(self) -> int:
        """How many words can be mapped."""
        return self.most(0, 0)

    def most(self, start: int, used: int) -> int:
        """How many words from `start` on can be mapped, without crossings if it is complete.

        Args:
            start: A word of the first text.
            used: The words of the second text that are mapped already, as bits.
        """
        rest = self.firsts[bisect_left(self.firsts, start) :]
        if self.is_complete:
            return min(len(rest), len(self.seconds) - bisect_left(self.seconds, used.bit_length()))
        partner: dict[int, int] = {}

        def found(i: int, seen: set[int]) -> bool:
            for j in self.options[i]:
                if not used >> j & 1 and j not in seen:
                    seen.add(j)
                    if j not in partner or found(partner[j], seen):
                        partner[j] = i
                        return True
            return False

        return sum(found(i, set()) for i in rest)

    def free(self, i: int, used: int) -> Sequence[int]:
        """The words that a word can be mapped to, without crossings if it is complete."""
        if self.is_complete:
            return self.seconds[bisect_left(self.seconds, used.bit_length()) :]
        return [j for j in self.options[i] if not used >> j & 1]


def _groups(options: Mapping[int, Sequence[int]]) -> list[_Group]:
    """The parts of the options that have no word in common."""
    by_second: dict[int, list[int]] = {}
    for i, js in options.items():
        for j in js:
            by_second.setdefault(j, []).append(i)
    groups, seen = [], set[int]()
    for start in options:
        if start in seen:
            continue
        firsts, seconds, new = {start}, set[int](), [start]
        while new:
            here = {j for i in new for j in options[i]} - seconds
            seconds |= here
            new = sorted({i for j in here for i in by_second[j]} - firsts)
            firsts |= set(new)
        seen |= firsts
        groups.append(_Group({i: options[i] for i in sorted(firsts)}, sorted(seconds)))
    return groups


def _map(groups: Sequence[_Group], before: Sequence[Link]) -> tuple[list[Link], bool]:
    """The links of a stage, and whether there is no better choice of them."""
    fixed, open_groups = list(before), []
    for group in groups:
        if group.is_complete and len(group.options) == len(group.seconds):
            fixed += zip(group.options, group.seconds, strict=True)
        else:
            open_groups.append(group)
    search = _Search(open_groups, fixed)
    found, is_exact = search.run(_NARROW)
    if not is_exact:
        better = _improved(search, open_groups, fixed, found)
        wide, is_exact = search.run(WIDTH, search.cost(better))
        found = wide if is_exact else better
    return [*fixed[len(before) :], *found], is_exact


def _improved(
    search: _Search, groups: Sequence[_Group], fixed: Sequence[Link], links: list[Link]
) -> list[Link]:
    """Links of which hardly a group alone can be mapped better while the others stay."""
    for _ in range(_ROUNDS):
        before = links
        for group in groups:
            others = [link for link in links if link[0] not in group.options]
            mapped, _ = _Search([group], [*fixed, *others]).run(_NARROW)
            links = min(links, sorted([*others, *mapped]), key=search.cost)
        if links == before:
            break
    return links


class _Search:
    """The words of the first text one by one, each mapped in every way that can still be best.

    A partial mapping is known by what it uses of the second text, and by the last link; of those
    that are the same in this, only the best is kept. Its cost is `unit` for each crossing, less 1
    for each two links that stand side by side.
    """

    def __init__(self, groups: Sequence[_Group], fixed: Sequence[Link]) -> None:
        self.of = {i: group for group in groups for i in group.options}
        self.words = sorted(self.of)
        self.sizes = {group: group.size for group in groups}
        self.unit = 2 * (len(fixed) + len(self.words)) + 1
        rows, columns = np.array(fixed, np.int64).reshape(-1, 2).T
        beside = set(fixed)
        # What a link costs beside the fixed ones.
        self.alone = {
            (i, j): self.unit * int(((i - rows) * (j - columns) < 0).sum())
            - ((i - 1, j - 1) in beside)
            - ((i + 1, j + 1) in beside)
            for i in self.words
            for j in self.of[i].options[i]
        }
        # What the words from each on cost at least.
        self.least = [0]
        for i in reversed(self.words):
            cost = min(self.alone[i, j] for j in self.of[i].options[i]) - 1
            may_stay = len(self.of[i].options) > self.sizes[self.of[i]]
            self.least.insert(0, self.least[0] + (min(cost, 0) if may_stay else cost))
        self.most = cache(_Group.most)

    def cost(self, links: Sequence[Link]) -> int:
        """The cost of a whole mapping, in the order of the first text."""
        total, used, last = 0, 0, _NONE
        for link in links:
            total += self._step(used, last, link)
            used, last = used | 1 << link[1], link
        return total

    def _step(self, used: int, last: Link, link: Link) -> int:
        i, j = link
        crossings = (used >> j).bit_count()
        return self.alone[link] + self.unit * crossings - (last == (i - 1, j - 1))

    def run(self, width: int, bound: float = math.inf) -> tuple[list[Link], bool]:
        """The best mapping, and whether the search has left out nothing that is better.

        Args:
            width: Of more partial mappings, those that cost least are kept.
            bound: The cost of a mapping that is known; with more partial mappings that might be
                better than it, there is no result.
        """
        states: dict[tuple[int, Link], tuple[int, tuple]] = {(0, _NONE): (0, ())}
        is_exact = True
        for n, i in enumerate(self.words, 1):
            group = self.of[i]
            new: dict[tuple[int, Link], tuple[int, tuple]] = {}
            for (used, last), (cost, links) in states.items():
                taken = used & group.mask
                lacking = self.sizes[group] - taken.bit_count()
                if self.most(group, i + 1, taken) >= lacking:
                    _keep(new, (used, _NONE), (cost, links), bound - self.least[n])
                for j in group.free(i, taken):
                    if self.most(group, i + 1, taken | 1 << j) < lacking - 1:
                        continue
                    step = self._step(used, last, (i, j))
                    found = cost + step, (links, (i, j))
                    _keep(new, (used | 1 << j, (i, j)), found, bound - self.least[n])
            if len(new) > width:
                if bound < math.inf:
                    return [], False
                kept = sorted(new.items(), key=lambda item: (item[1][0], item[0]))[:width]
                new, is_exact = dict(kept), False
            states = new
        _, links = min(states.values(), key=lambda found: found[0], default=(0, ()))
        return _chain(links), is_exact


def _keep(states: dict, state: tuple[int, Link], found: tuple[int, tuple], bound: float) -> None:
    """Add a partial mapping, unless it costs too much or there is a better one."""
    if found[0] <= bound and (state not in states or found[0] < states[state][0]):
        states[state] = found


def _chain(links: tuple) -> list[Link]:
    found: list[Link] = []
    while links:
        links, link = links
        found.append(link)
    return found[::-1]
