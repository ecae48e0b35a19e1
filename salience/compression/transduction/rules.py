"""Rules that rewrite a piece of a source tree as a piece of a target tree.

They are the productions of a synchronous tree substitution grammar (Cohn and Lapata 2009, section
3.1): ``⟨X, Y⟩ → ⟨α, γ, ~⟩`` with elementary trees α and γ, rooted in X and Y, and an alignment of
their frontier nodes, which are called variables.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, Self

from salience.errors import CorpusError

DELETED = 0
"""The number of the variables that stand for nothing in the target, the paper's ε."""


class Fragment(NamedTuple):
    """An elementary tree: a piece of a tree, whose leaves are words or variables."""

    label: str  # the category, without function tags
    children: tuple[Fragment, ...] = ()  # the nodes below; none for a preterminal or a variable
    word: str = ""  # the word of a preterminal, in lower case
    # number of the variable; `DELETED` for one that is left out; -1 for other nodes
    variable: int = -1

    def frontier(self) -> list[Fragment]:
        """The leaves from left to right: preterminals and variables."""
        if not self.children:
            return [self]
        return [leaf for child in self.children for leaf in child.frontier()]

    def unnumbered(self) -> Fragment:
        """The same tree, whatever its variables are aligned with: all have the number 0."""
        children = tuple([child.unnumbered() for child in self.children])
        return Fragment(self.label, children, self.word, min(self.variable, 0))

    def __str__(self) -> str:
        label = _escaped(self.label, _NOT_IN_LABELS)
        if self.variable >= 0:
            return f"{label}:{self.variable or 'e'}"
        below = " ".join(map(str, self.children)) if self.children else _escaped(self.word)
        return f"[{label} {below}]"


class Rule(NamedTuple):
    """A rule: variables are numbered from 1 in the order of the source; those that are deleted are
    `DELETED`, and only in the source.
    """

    source: Fragment  # the elementary tree α, whose root is X
    target: Fragment  # the elementary tree γ, whose root is Y; it may be a single variable

    @property
    def categories(self) -> tuple[str, ...]:
        """What each variable must become: its category in the target, by number."""
        leaves = [leaf for leaf in self.target.frontier() if leaf.variable > 0]
        return tuple(leaf.label for leaf in sorted(leaves, key=lambda leaf: leaf.variable))

    def output(self) -> tuple[int, ...]:
        """The leaves of the target: -k for variable k, else which word of the source it is.

        A word that the source has more than once is the leftmost of them that is not yet taken.
        """
        words = [leaf.word for leaf in self.source.frontier() if leaf.variable < 0]
        found: list[int] = []
        for leaf in self.target.frontier():
            if leaf.variable > 0:
                found.append(-leaf.variable)
                continue
            free = (i for i, word in enumerate(words) if word == leaf.word and i not in found)
            if (place := next(free, None)) is None:
                raise ValueError(f"the target of {self} must have no word that the source has not")
            found.append(place)
        return tuple(found)

    @classmethod
    def read(cls, text: str) -> Self:
        """The rule that `str` wrote."""
        sides = text.split(" -> ")
        if len(sides) != 2:
            raise CorpusError(f"a rule is written α -> γ, not {text[:80]!r}; correct it")
        rule = cls(*(_read(side, text) for side in sides))
        numbers = [leaf.variable for leaf in rule.source.frontier() if leaf.variable > 0]
        others = sorted(leaf.variable for leaf in rule.target.frontier() if leaf.variable >= 0)
        if numbers != list(range(1, len(numbers) + 1)) or others != numbers:
            raise CorpusError(
                f"variables of {text[:80]!r} must be numbered from 1 in the order of the source, "
                "and each must stand in the target once; correct it"
            )
        return rule

    def __str__(self) -> str:
        return f"{self.source} -> {self.target}"


_DEEPEST = 100
_PIECE = re.compile(r"[\[\]]|[^\s\[\]]+")
_VARIABLE = re.compile(r"(.+):(e|\d+)", re.DOTALL)
# Brackets, spaces and, in words, colons are written by their numbers: ``\5b;``.
_NOT_IN_LABELS = re.compile(r"[\\\[\]\s]")
_NOT_IN_WORDS = re.compile(r"[\\\[\]:\s]")
_WRITTEN = re.compile(r"\\([0-9a-f]{1,5});")


def _escaped(text: str, what: re.Pattern[str] = _NOT_IN_WORDS) -> str:
    return what.sub(lambda found: f"\\{ord(found[0]):x};", text)


def _unescaped(text: str) -> str:
    return _WRITTEN.sub(lambda found: chr(int(found[1], 16)), text)


def _read(side: str, text: str) -> Fragment:
    """An elementary tree."""
    wrong = CorpusError(f"brackets of the rule {text[:80]!r} are no tree; correct it")
    open_nodes: list[list[str | Fragment]] = [[]]
    for piece in _PIECE.findall(side):
        if piece == "[":
            open_nodes.append([])
            if len(open_nodes) > _DEEPEST:
                raise wrong
        elif piece == "]":
            inside = open_nodes.pop()
            if not open_nodes:
                raise wrong
            open_nodes[-1].append(_node(inside, wrong))
        else:
            open_nodes[-1].append(piece)
    if len(open_nodes) != 1 or len(open_nodes[0]) != 1:
        raise wrong
    return _part(open_nodes[0][0], wrong)


def _node(inside: list[str | Fragment], wrong: CorpusError) -> Fragment:
    label, *below = inside or [""]
    if not isinstance(label, str) or not label or not below:
        raise wrong
    [first, *more] = below
    if isinstance(first, str) and not more and _variable(first) is None:
        return Fragment(_unescaped(label), word=_unescaped(first))
    return Fragment(_unescaped(label), tuple([_part(one, wrong) for one in below]))


def _part(one: str | Fragment, wrong: CorpusError) -> Fragment:
    if isinstance(one, Fragment):
        return one
    found = _variable(one)
    if found is None:
        raise wrong
    return found


# The same few thousand stand in most rules of a grammar.
@lru_cache(maxsize=10_000)
def _variable(text: str) -> Fragment | None:
    found = _VARIABLE.fullmatch(text)
    if found is None:
        return None
    return Fragment(_unescaped(found[1]), variable=DELETED if found[2] == "e" else int(found[2]))
