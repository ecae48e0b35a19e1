"""The alignment of METEOR: words one to one, in stages, with as few crossings as there can be.

Banerjee and Lavie (2005), section 2.2. A stage, such as that of equal words or of equal stems, maps
words that the stages before have left: as many as possible, and of all ways to do so the one whose
links cross each other, and those of the stages before, least often. Where several cross as little,
the links that stand side by side in both texts are the most, so that METEOR finds the fewest
chunks.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

import numpy as np
from scipy.sparse import lil_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from salience.grouping import grouped
from salience.word_links.links import Link

T = TypeVar("T")
Stage = Callable[[T], Collection[Hashable]]
"""What a stage compares of a word, such as its stem: words match that have one of these in
common. A word without any matches none."""

WIDTH = 256
"""A stage looks at so many partial mappings at a time. If there are more, as in texts of a hundred
words and more, the result is a mapping of the greatest size whose crossings are few, but may not be
the fewest."""

STEPS = 1_000_000
"""The most extensions of partial mappings that a search tries, so that no pair of texts takes more
than seconds. For texts that need more, fewer partial mappings are looked at."""

REPEATED = 2_500
"""Words that could be mapped to each other in more ways than this, such as 60 times *the* in both
texts, are mapped in their order, the first to the first, without a search."""

ENTANGLED = 250
"""The same of words of which some match only some, as synonyms do: as many as possible are mapped,
without a look at crossings."""

_ROUNDS = 3
_NONE = (-2, -2)

_State = tuple[int, Link]
"""What a partial mapping uses of the second text, as bits, and its last link."""
_Partial = tuple[int, tuple]
"""Its cost, and its links as a chain."""


@dataclass(frozen=True, slots=True)
class StagedAlignment:
    """The links of two texts, each with the index of its stage; `exact` says whether no mapping of
    these stages has fewer crossings, which may be so in long texts.
    """

    links: Mapping[Link, int]
    exact: bool

    @property
    def chunks(self) -> int:
        """The fewest groups of links that stand side by side, in the same order, in both texts."""
        return sum((i - 1, j - 1) not in self.links for i, j in self.links)


def exact(word: Hashable) -> Collection[Hashable]:
    """The stage of equal words."""
    return (word,)


def staged_alignment(
    first: Sequence[T], second: Sequence[T], stages: Sequence[Stage[T]]
) -> StagedAlignment:
    """Align two texts word by word, each word with one at most; stages are taken in their order."""
    links: dict[Link, int] = {}
    all_exact = True
    for number, stage in enumerate(stages):
        linked, there = {i for i, _ in links}, {j for _, j in links}
        left = {i: frozenset(stage(word)) for i, word in enumerate(first) if i not in linked}
        right = {j: frozenset(stage(word)) for j, word in enumerate(second) if j not in there}
        mapped, is_exact = _map(_groups(left, right), list(links))
        links |= dict.fromkeys(mapped, number)
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

    def most(self, start: int, used: int) -> int:
        """How many words from `start` on can be mapped, without crossings if it is complete.

        `used` are the words of the second text that are mapped already, as bits.
        """
        begin = bisect_left(self.firsts, start)
        if self.is_complete:
            free = len(self.seconds) - bisect_left(self.seconds, used.bit_length())
            return min(len(self.firsts) - begin, free)
        partner: dict[int, int] = {}

        def is_mapped(i: int, seen: set[int]) -> bool:
            for j in self.options[i]:
                if not used >> j & 1 and j not in seen:
                    seen.add(j)
                    if j not in partner or is_mapped(partner[j], seen):
                        partner[j] = i
                        return True
            return False

        return sum(is_mapped(i, set()) for i in self.firsts[begin:])

    def free(self, i: int, used: int) -> Sequence[int]:
        """The words that a word can be mapped to, without crossings if it is complete."""
        if self.is_complete:
            return self.seconds[bisect_left(self.seconds, used.bit_length()) :]
        return [j for j in self.options[i] if not used >> j & 1]


Keys = frozenset[Hashable]


def _groups(first: Mapping[int, Keys], second: Mapping[int, Keys]) -> list[_Group]:
    """The parts of both texts that have no key in common."""
    here, there = (grouped((v, k) for k, v in words.items()) for words in (first, second))
    having = grouped((key, keys) for keys in there for key in keys)
    near = {keys: {other for key in keys for other in having.get(key, ())} for keys in here}
    back = grouped((other, keys) for keys, others in near.items() for other in others)
    groups, seen = [], set[Keys]()
    for start in here:
        if start in seen or not near[start]:
            continue
        ours, theirs, new = {start}, set[Keys](), {start}
        while new:
            others = {other for keys in new for other in near[keys]} - theirs
            theirs |= others
            new = {keys for other in others for keys in back[other]} - ours
            ours |= new
        seen |= ours
        options = {
            i: places
            for keys in ours
            for places in [sorted(j for other in near[keys] for j in there[other])]
            for i in here[keys]
        }
        seconds = sorted(j for other in theirs for j in there[other])
        groups.append(_Group(dict(sorted(options.items())), seconds))
    return groups


def _map(groups: Sequence[_Group], before: Sequence[Link]) -> tuple[list[Link], bool]:
    """The links of a stage, and whether there is no better choice of them."""
    fixed, open_groups = list(before), []
    is_best = True
    for group in groups:
        is_forced = group.is_complete and len(group.firsts) == len(group.seconds)
        ways = sum(map(len, group.options.values()))
        if is_forced or (group.is_complete and ways > REPEATED):
            fixed += zip(group.firsts, group.seconds, strict=False)
            is_best &= is_forced
        elif ways > (REPEATED if group.is_complete else ENTANGLED):
            fixed += _any_mapping(group)
            is_best = False
        else:
            open_groups.append(group)
    links, is_exact = _Search(open_groups, fixed).run()
    if not is_exact:
        links = _improved(open_groups, fixed, links)
    mapped = [*fixed[len(before) :], *links]
    in_order = [j for _, j in sorted([*before, *mapped])]
    return mapped, (is_best and is_exact) or in_order == sorted(in_order)


def _any_mapping(group: _Group) -> Iterator[Link]:
    """As many links of a group as there can be, of each word with the options nearest to it."""
    column = {j: n for n, j in enumerate(group.seconds)}
    matches = lil_array((len(group.firsts), len(column)), dtype=bool)
    for n, options in enumerate(group.options.values()):
        begin = max(n * len(options) // len(group.firsts) - ENTANGLED // 2, 0)
        matches[n, [column[j] for j in options[begin : begin + ENTANGLED]]] = True
    partners = maximum_bipartite_matching(matches.tocsr(), perm_type="column")
    yield from (
        (i, group.seconds[n]) for i, n in zip(group.firsts, partners, strict=True) if n >= 0
    )


def _improved(groups: Sequence[_Group], fixed: Sequence[Link], links: list[Link]) -> list[Link]:
    """Links of which hardly a group alone can be mapped better while the others stay."""
    for _ in range(_ROUNDS):
        before = links
        for group in groups:
            others = [link for link in links if link[0] not in group.options]
            mapped, _ = _Search([group], [*fixed, *others]).run()
            links = sorted([*others, *mapped])
        if links == before:
            break
    return links


class _Search:
    """The words of the first text one by one, mapped in every way that can still be best, by what
    is used of the second text and the last link. A crossing costs `unit`, links side by side save
    1.
    """

    def __init__(self, groups: Sequence[_Group], fixed: Sequence[Link]) -> None:
        self.group_of = {i: group for group in groups for i in group.options}
        self.sizes = {group: group.most(0, 0) for group in groups}
        self.unit = 2 * (len(fixed) + len(self.group_of)) + 1
        rows, columns = np.array(fixed, np.int64).reshape(-1, 2).T
        beside = set(fixed)
        # What a link costs beside the fixed ones.
        self.alone: dict[Link, int] = {}
        for i, group in self.group_of.items():
            options = group.options[i]
            # Fixed links from before the word to behind an option cross, and the other way round.
            earlier, later = np.sort(columns[rows < i]), np.sort(columns[rows > i])
            crossings = len(earlier) - np.searchsorted(earlier, options)
            crossings += np.searchsorted(later, options)
            for j, n in zip(options, crossings.tolist(), strict=True):
                near = ((i - 1, j - 1) in beside) + ((i + 1, j + 1) in beside)
                self.alone[i, j] = self.unit * n - near

    def run(self) -> tuple[list[Link], bool]:
        """The best mapping, and whether the search has left out nothing that is better.

        Of more partial mappings than `WIDTH`, those that cost least are kept.
        """
        width = max(1, min(WIDTH, STEPS // max(len(self.alone), 1)))
        states: dict[_State, _Partial] = {(0, _NONE): (0, ())}
        most, is_exact = cache(_Group.most), True
        for i in sorted(self.group_of):
            group = self.group_of[i]
            new: dict[_State, _Partial] = {}
            for (used, last), (cost, links) in states.items():
                taken = used & group.mask
                lacking = self.sizes[group] - taken.bit_count()
                if most(group, i + 1, taken) >= lacking:
                    _keep(new, (used, _NONE), (cost, links))
                for j in group.free(i, taken):
                    if most(group, i + 1, taken | 1 << j) >= lacking - 1:
                        crossings = self.unit * (used >> j).bit_count()
                        step = self.alone[i, j] + crossings - (last == (i - 1, j - 1))
                        _keep(new, (used | 1 << j, (i, j)), (cost + step, (links, (i, j))))
            if len(new) > width:
                # Of equals those whose last links stand first.
                kept = sorted(new.items(), key=lambda item: (item[1][0], item[0]))[:width]
                new, is_exact = dict(kept), False
            states = new
        _, links = min(states.values(), key=lambda partial: partial[0], default=(0, ()))
        return _chain(links), is_exact


def _keep(states: dict[_State, _Partial], state: _State, partial: _Partial) -> None:
    """Add a partial mapping, unless there is a better one."""
    if state not in states or partial[0] < states[state][0]:
        states[state] = partial


def _chain(links: tuple) -> list[Link]:
    found: list[Link] = []
    while links:
        links, link = links
        found.append(link)
    return found[::-1]
