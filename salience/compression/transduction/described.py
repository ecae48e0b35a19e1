"""A sentence with the rules that apply at each node, and what describes them.

Many rules of a sentence share what describes them: the words they keep, the constituents they
delete, the rule itself. Each such item is described once, and a step of a derivation is the sum of
its items.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from salience.compression.transduction.forest import Step
from salience.compression.transduction.grammar import Application, Grammar
from salience.compression.transduction.rule_features import DELETED_WORDS, rule_features
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.source_features import deleted_features, kept_features
from salience.text.words import Words
from salience.trees.tree import Tree


class RuleItem(NamedTuple):
    """A rule and where it comes from, which say all of its features but the words deleted."""

    rule: Rule
    extracted: bool
    copy: bool
    delete: bool

    def features(self) -> dict[str, float]:
        """The paper's features."""
        return rule_features(*self[:1], extracted=self[1], copy=self[2], delete=self[3])


Item = RuleItem | Mapping[str, float]
"""What a step is described by: a rule, or features by name."""


@dataclass(frozen=True, eq=False, slots=True)
class Described:
    """The derivations of a sentence: by node, the rules that apply there, the places of their items
    (`parts`), and the steps without their scores (`shapes`); `words` have no capitals.
    """

    words: tuple[str, ...]
    applications: list[list[Application]]
    items: list[Item]
    parts: list[list[tuple[int, ...]]]
    shapes: list[list[Step]]
    tree: Tree

    def steps(self, scores: Sequence[float]) -> list[list[Step]]:
        """The rules with their scores, for a search, by the score of each item."""
        return [
            [
                Step(*shape[:3], sum([scores[i] for i in parts]))
                for parts, shape in zip(by_rule, shapes, strict=True)
            ]
            for by_rule, shapes in zip(self.parts, self.shapes, strict=True)
        ]

    def used(self, derivation: Iterable[tuple[int, int]]) -> list[int]:
        """The items of a derivation, each as often as it is used."""
        return [item for node, number in derivation for item in self.parts[node][number]]


def _shape(one: Application) -> Step:
    children = tuple(zip(one.variables, one.rule.categories, strict=True))
    return Step(one.rule.target.label, one.kept, children, 0.0)


def described(words: Words, tree: Tree, grammar: Grammar, *, source: bool = True) -> Described:
    """The derivations of a sentence by a grammar, with or without features of the source."""
    applications = grammar.applications(tree)
    nodes, n = tree.nodes(), len(words)
    items: list[Item] = []
    if source:
        features = (*kept_features(words), *deleted_features(words, tree))
        items += [dict.fromkeys(names, 1.0) for names in features]
    place: dict[RuleItem | int, int] = {}

    def item(key: RuleItem | int) -> int:
        if (at := place.get(key)) is None:
            at = place[key] = len(items)
            items.append({DELETED_WORDS: float(key)} if isinstance(key, int) else key)
        return at

    def items_of(one: Application) -> tuple[int, ...]:
        stays = [word for word in one.kept if word >= 0]
        n_deleted = sum([sizes[i] for i in one.deleted]) + len(one.words) - len(stays)
        found = [item(RuleItem(one.rule, one.extracted, one.copy, one.delete))]
        if n_deleted:
            found.append(item(n_deleted))
        return (*found, *stays, *(n + i for i in one.deleted)) if source else tuple(found)

    sizes = [node.end - node.start for node in nodes]
    parts = [[items_of(one) for one in here] for here in applications]
    shapes = [[_shape(one) for one in here] for here in applications]
    return Described(words.keys, applications, items, parts, shapes, tree)
