"""A sentence with the rules that apply at each node, and what describes them.

Many rules of a sentence share what describes them: the words they keep, the constituents they
delete, the rule itself. Each such item is described once, and a step of a derivation is the sum of
its items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from salience.compression.transduction.forest import Step
from salience.compression.transduction.grammar import Application, Grammar
from salience.compression.transduction.rule_features import DELETED_WORDS, rule_features
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.source_features import (
    deleted_features,
    entity_features,
    kept_features,
)
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
    """The derivations of a sentence.

    Attributes:
        words: The words in lower case, as a language model is asked for them.
        applications: By node, the rules that apply.
        items: What describes them.
        parts: By node and rule, the places of its items.
        shapes: By node and rule, the step without its score.
        tree: The tree.
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
        """The items of a derivation, each as often as it is used.

        Args:
            derivation: Nodes, and which of the rules there apply.
        """
        return [item for node, number in derivation for item in self.parts[node][number]]


def _shape(one: Application) -> Step:
    children = tuple(zip(one.variables, one.rule.categories, strict=True))
    return Step(one.rule.target.label, one.kept, children, 0.0)


def described(
    words: Words,
    tree: Tree,
    grammar: Grammar,
    *,
    source: bool = True,
    salience: Mapping[int, float] | None = None,
) -> Described:
    """The derivations of a sentence by a grammar.

    Args:
        words: The sentence.
        tree: Its tree.
        grammar: The rules.
        source: Whether what a rule keeps and deletes describes it too, beside the paper's features
            of the rule alone.
        salience: By place of a word, the salience of the entity that it names: another group of
            features, see `entity_features`. None for a model without it.
    """
    applications = grammar.applications(tree)
    nodes = tree.nodes()
    items: list[Item] = []
    kept = _add(items, map(_indicators, kept_features(words))) if source else None
    deleted = _add(items, map(_indicators, deleted_features(words, tree))) if source else None
    kept_salience = deleted_salience = None
    if salience is not None:
        by_word, by_node = entity_features(tree, salience)
        kept_salience, deleted_salience = _add(items, by_word), _add(items, by_node)
    place: dict[RuleItem | int, int] = {}

    def item(key: RuleItem | int) -> int:
        if (at := place.get(key)) is None:
            at = place[key] = len(items)
            items.append({DELETED_WORDS: float(key)} if isinstance(key, int) else key)
        return at

    sizes = [node.end - node.start for node in nodes]
    parts = []
    for here in applications:
        of_node = []
        for one in here:
            stays = [word for word in one.kept if word >= 0]
            n_deleted = sum([sizes[i] for i in one.deleted]) + len(one.words) - len(stays)
            found = [item(RuleItem(one.rule, one.extracted, one.copy, one.delete))]
            if n_deleted:
                found.append(item(n_deleted))
            for of_word, of_piece in ((kept, deleted), (kept_salience, deleted_salience)):
                if of_word is not None and of_piece is not None:
                    found += [of_word[i] for i in stays]
                    found += [of_piece[i] for i in one.deleted]
            of_node.append(tuple(found))
        parts.append(of_node)
    texts = tuple(text.lower() for text in words.texts)
    shapes = [[_shape(one) for one in here] for here in applications]
    return Described(texts, applications, items, parts, shapes, tree)


def _indicators(names: Iterable[str]) -> dict[str, float]:
    return dict.fromkeys(names, 1.0)


def _add(items: list[Item], more: Iterable[Mapping[str, float]]) -> range:
    """Their places."""
    start = len(items)
    items.extend(more)
    return range(start, len(items))
