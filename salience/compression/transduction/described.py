"""A sentence with the rules that apply at each node, and what describes them.

Many rules of a sentence share what describes them: the words they keep, the constituents they
delete, the rule itself. Each such item is described once, and a step of a derivation is the sum of
its items.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from salience.compression.features import word_features
from salience.compression.transduction.forest import Step
from salience.compression.transduction.grammar import Application, Grammar
from salience.compression.transduction.rules import DELETED, Fragment, Rule
from salience.compression.transduction.source_features import deleted_features
from salience.text.words import Words
from salience.trees.tree import Tree

DELETED_WORDS = "words deleted"
"""The feature that alone depends on where a rule is applied: how many words it leaves out."""


class RuleItem(NamedTuple):
    """A rule and where it comes from, which say all of its features but the words deleted."""

    rule: Rule
    extracted: bool = False
    copy: bool = False
    delete: bool = False

    def features(self) -> dict[str, float]:
        """The features of a rule by the paper's eight templates (section 4); those that are 0 are
        left out.

        "The number of terminals in the source tree" shall tell how many words are deleted, and is
        here what the rule deletes where it is applied, an item of its own.
        """
        source, target = (side.frontier() for side in self.rule)
        words = [[leaf.word for leaf in side if leaf.word] for side in (source, target)]
        labels = [[leaf.label for leaf in side] for side in (source, target)]
        counts = {"words": len(words[1]), "length": len(source) - len(target)}
        found = dict.fromkeys([*self._type_and_root(), *_identity(self.rule), "rules"], 1.0)
        found |= {name: float(n) for name, n in counts.items() if n}
        shorter = ["shorter"] if len(target) < len(source) else []
        compared = (*shorter, *_yields("word", *words), *_yields("leaf", *labels))
        return found | dict.fromkeys(compared, 1.0)

    def _type_and_root(self) -> list[str]:
        types = {"extracted": self.extracted, "copy": self.copy, "delete": self.delete}
        types["run"] = not any(types.values())
        x, y = self.rule.source.label, self.rule.target.label
        of_type = [f"type={name}" for name, is_so in types.items() if is_so]
        return [*of_type, f"X={x}", f"Y={y}", f"X={x} Y={y}"]


def _identity(rule: Rule) -> list[str]:
    """Templates 3 and 4: with and without words."""
    names = []
    for kind, lexical in (("", True), ("unlex ", False)):
        source, target = (_written(side, lexical, numbered=False) for side in rule)
        sides = " -> ".join(_written(side, lexical, numbered=True) for side in rule)
        names += [f"{kind}α={source}", f"{kind}γ={target}", f"{kind}rule={sides}"]
        if source == target:
            names.append(f"{kind}α=γ")
    return names


def _written(fragment: Fragment, lexical: bool, *, numbered: bool) -> str:
    """An elementary tree, with or without its words and the numbers of its variables."""
    if fragment.children:
        below = (_written(child, lexical, numbered=numbered) for child in fragment.children)
        return f"[{fragment.label} {' '.join(below)}]"
    if fragment.variable >= DELETED:
        return str(fragment) if numbered else fragment.label
    return str(fragment) if lexical else fragment.label


def _yields(kind: str, source: Sequence[str], target: Sequence[str]) -> list[str]:
    """Template 7: both sequences, what is in both, and what is in the source only.

    Leaves are paired one to one: if one of two NN goes, NN is in both and in the source only.
    """
    if not source and not target:
        return []
    before, after = Counter(source), Counter(target)
    return [
        f"{kind}s={' '.join(source)} -> {' '.join(target)}",
        *(f"{kind} in both={item}" for item in before & after),
        *(f"{kind} in source={item}" for item in before - after),
    ]


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
        kept = [[f"kept {name}" for name in names] for names in word_features(words)]
        features = (*kept, *deleted_features(words, tree))
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
