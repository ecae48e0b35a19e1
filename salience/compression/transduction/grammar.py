"""A grammar of rules that rewrite trees, and where they apply in a tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, Self

from salience.compression.transduction.matching import (
    IndexedTree,
    Match,
    Production,
    RuleIndex,
    production,
)
from salience.compression.transduction.rules import DELETED, Fragment, Rule
from salience.errors import CorpusError
from salience.trees.heads import ranked_children
from salience.trees.tree import Tree

MAX_TARGETS = 50
"""How many target trees a source tree has at most (Cohn and Lapata 2009, section 6.1)."""

_CACHED = 50_000
_MOST_CHILDREN = 30


class Application(NamedTuple):
    """A rule at a node of a source tree.

    The three kinds do not exclude each other: an extracted rule may be a copy rule too.
    """

    rule: Rule
    node: int  # the node at which its source side matches, by its place in `Tree.nodes`
    variables: tuple[int, ...]  # the nodes at its variables, by number: variable 1 first
    deleted: tuple[int, ...]  # the nodes that are left out with all below them, from left to right
    words: tuple[int, ...]  # the places of the words of the source side, from left to right
    # the leaves of the target side: the place of a word, or -k for variable k
    kept: tuple[int, ...]
    extracted: bool  # whether the rule was extracted from pairs of trees
    copy: bool  # whether it copies the node with all children, or the word
    delete: bool  # whether it keeps the most important children only


class _Template(NamedTuple):
    """A rule, with what its applications have in common."""

    rule: Rule
    variables: tuple[int, ...]  # which leaves of a match they are
    deleted: tuple[int, ...]
    output: tuple[int, ...]
    kinds: tuple[bool, bool, bool]

    @classmethod
    def of(cls, rule: Rule, *kinds: *tuple[bool, bool, bool]) -> _Template:
        numbers = [n for leaf in rule.source.frontier() if (n := leaf.variable) >= DELETED]
        variables = tuple([i for i, n in enumerate(numbers) if n != DELETED])
        deleted = tuple([i for i, n in enumerate(numbers) if n == DELETED])
        return cls(rule, variables, deleted, rule.output(), kinds)

    def applied(self, node: int, match: Match) -> Application:
        leaves, words = match
        rule, variables, deleted, output, kinds = self
        kept = tuple([words[i] if i >= 0 else i for i in output]) if words else output
        below, gone = (tuple([leaves[i] for i in some]) for some in (variables, deleted))
        return Application(rule, node, below, gone, words, kept, *kinds)


class Grammar:
    """Rules extracted from pairs of trees, with how often each was, the most frequent first.

    Of the rules with the same source tree only the most frequent stay. What no rule matches is
    copied, or loses children, so that a sentence has derivations even if no extracted rule matches
    (Cohn and Lapata 2009, section 3.2).
    """

    def __init__(
        self, counts: Mapping[Rule, int], *, max_targets: int = MAX_TARGETS, runs: int = 0
    ) -> None:
        self.runs = runs
        self.counts = _most_frequent(counts, max_targets)
        self._flat: defaultdict[Production, list[Rule]] = defaultdict(list)
        self._deep: list[_Template] = []
        self._index = RuleIndex()
        self._templates: dict[Production, list[_Template]] = {}
        for rule in self.counts:
            if rule.source.variable >= DELETED:
                raise ValueError(f"the source of {rule} must be more than a variable")
            template = _Template.of(rule, True, False, False)
            if all(child.variable >= DELETED for child in rule.source.children):  # no search
                self._flat[production(rule.source)].append(rule)
            else:
                self._index.add(rule.source, len(self._deep))
                self._deep.append(template)

    def __len__(self) -> int:
        return len(self.counts)

    def applications(self, tree: Tree) -> list[list[Application]]:
        """The rules that match at each node, in the order of `Tree.nodes`; the first copies it."""
        source = IndexedTree.of(tree)
        found: list[list[Application]] = []
        for node, below in enumerate(source.productions):
            words = (source.starts[node],) if below.word else ()
            match = Match(source.children[node], words)
            here = [template.applied(node, match) for template in self._of(below)]
            for match, numbers in self._index.matches(source, node):
                here += [self._deep[number].applied(node, match) for number in numbers]
            found.append(here)
        return found

    def _of(self, below: Production) -> list[_Template]:
        """The rules whose source side is this production."""
        found = self._templates.get(below)
        if found is None:
            extracted = self._flat.get(below, [])
            copied, deleting = copy_rule(below), delete_rules(below)
            made = list(dict.fromkeys([copied, *deleting, *run_rules(below, self.runs)]))
            rules = [*made, *(rule for rule in extracted if rule not in made)]
            found = [
                _Template.of(rule, rule in extracted, rule == copied, rule in deleting)
                for rule in rules
            ]
            if len(self._templates) >= _CACHED:
                self._templates.clear()
            self._templates[below] = found
        return found

    def lines(self) -> list[str]:
        """The grammar as text: a line for each rule, how often it was extracted and the rule."""
        return [f"{count}\t{rule}" for rule, count in self.counts.items()]

    @classmethod
    def read(cls, lines: Iterable[str], *, runs: int = 0) -> Self:
        """The grammar that `lines` wrote."""
        counts: dict[Rule, int] = {}
        for number, line in enumerate(lines, 1):
            count, _, text = line.partition("\t")
            try:
                rule = Rule.read(text)
                counts[rule] = int(count)
                if counts[rule] < 1:
                    raise ValueError(f"the count is {count}")
            except ValueError as error:
                raise CorpusError(
                    f"line {number} of the grammar must be a count, a tab and a rule: {error}"
                ) from error
        try:
            return cls(counts, max_targets=max(1, len(counts)), runs=runs)
        except ValueError as error:
            raise CorpusError(f"this is no rule of a grammar: {error}; correct it") from error


def _most_frequent(counts: Mapping[Rule, int], max_targets: int) -> dict[Rule, int]:
    kept: dict[Rule, int] = {}
    n_targets: Counter[Fragment] = Counter()
    for rule in sorted(counts, key=lambda rule: (-counts[rule], rule)):
        if len(counts) > max_targets:
            n_targets[source := rule.source.unnumbered()] += 1
            if n_targets[source] > max_targets:
                continue
        kept[rule] = counts[rule]
    return kept


def copy_rule(production: Production) -> Rule:
    """The rule that keeps a node and all its children, or its word."""
    if production.word:
        preterminal = Fragment(production.category, word=production.word)
        return Rule(preterminal, preterminal)
    return _keeping(production, range(len(production.children)))


def delete_rules(production: Production) -> list[Rule]:
    """Rules that keep the most important children, as `ranked_children` has them: one (also without
    the node), two, and so on. Where nothing can go, as from an only child, there are none.
    """
    n = len(production.children)
    if n < 2:
        return []
    below = tuple(Tree(child, word="-") for child in production.children)
    ranked = ranked_children(Tree(production.category, below))
    rules = [_keeping(production, ranked[:some]) for some in range(1, n)]
    only = rules[0]
    return [only, Rule(only.source, only.target.children[0]), *rules[1:]]


def run_rules(production: Production, most: int) -> list[Rule]:
    """The rules that delete a run of neighbouring children and keep the others.

    The paper has no such rules. They let any constituent go, wherever it stands.
    """
    n = len(production.children)
    if n > _MOST_CHILDREN:
        return []
    return [
        _keeping(production, [*range(start), *range(start + length, n)])
        for length in range(1, min(most, n - 1) + 1)
        for start in range(n - length + 1)
    ]


def _keeping(production: Production, kept: Collection[int]) -> Rule:
    """The rule that keeps these children, in their order."""
    number = {child: k for k, child in enumerate(sorted(kept), 1)}
    children = tuple(
        [_variable(child, number.get(i, DELETED)) for i, child in enumerate(production.children)]
    )
    stay = tuple([child for child in children if child.variable != DELETED])
    return Rule(Fragment(production.category, children), Fragment(production.category, stay))


# The rules of one production share most of their variables.
@lru_cache(maxsize=10_000)
def _variable(category: str, number: int) -> Fragment:
    return Fragment(category, variable=number)
