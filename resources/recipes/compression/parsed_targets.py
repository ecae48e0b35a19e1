"""Transducers learned from compressions that were parsed anew, as in Cohn and Lapata (2009).

The library takes the tree of the sentence with only the words that stay. That is no worse, and
needs no parse of the compressions.
"""

from collections.abc import Iterator, Sequence

from salience.compression.pairs import CompressionPair
from salience.compression.transduction.derivations import Derivation, Way, best_derivation
from salience.compression.transduction.described import Described
from salience.compression.transduction.extraction import Links, align_constituents
from salience.compression.transduction.grammar import Application
from salience.compression.transduction.matching import IndexedTree
from salience.compression.transduction.rules import Fragment
from salience.compression.transduction.training import Learner, Sentence, TransducerSettings
from salience.trees.tree import Tree


class ParsedTargets(Learner):
    """Pairs with the parsed tree of each compression."""

    def __init__(
        self,
        pairs: Sequence[CompressionPair],
        settings: TransducerSettings,
        targets: Sequence[Tree],
        trees: Sequence[Tree] | None = None,
    ) -> None:
        self.targets = targets
        super().__init__(pairs, settings, trees)

    def target(self, sentence: Sentence, number: int) -> Tree:
        return self.targets[number]

    def derivation(self, sentence: Described, number: int) -> Derivation | None:
        links = [(place, i) for i, place in enumerate(self.pairs[number].kept)]
        applications, target = sentence.applications, self.targets[number]
        found = gold_derivation(sentence.tree, applications, target, links)
        return found or super().derivation(sentence, number)


def gold_derivation(
    source: Tree, applications: Sequence[Sequence[Application]], target: Tree, links: Links
) -> Derivation | None:
    """The derivation of a target tree that has the most rules: Algorithm 5 of Cohn and Lapata
    (2009).

    Words are linked, so that a source node can only become a target node that it is aligned to.
    """
    links = set(links)
    targets, _ = align_constituents(source, target, links)
    there = IndexedTree.of(target)

    def ways(one: Application) -> Iterator[Way[int]]:
        for node in targets[one.node]:
            leaves = _leaves(one.rule.target, node, there)
            if leaves is None:
                continue
            at = dict(zip(one.kept, leaves, strict=True))
            words = ((what, there.starts[leaf]) for what, leaf in at.items() if what >= 0)
            if links.issuperset(words):
                yield node, tuple(at[-i] for i in range(1, len(one.variables) + 1))

    return best_derivation(source, applications, ways, 0)


def _leaves(fragment: Fragment, node: int, tree: IndexedTree) -> list[int] | None:
    """The nodes at the leaves of an elementary tree that stands at a node; None if it does not."""
    found: list[int] = []
    todo = [(fragment, node)]
    while todo:
        part, here = todo.pop()
        category, children, word = tree.productions[here]
        if part.label != category or part.word not in ("", word):
            return None
        if not part.children:
            found.append(here)
        elif len(part.children) != len(children):
            return None
        else:
            todo.extend(zip(reversed(part.children), reversed(tree.children[here]), strict=True))
    return found
