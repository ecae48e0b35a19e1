"""How much worse a compression is than the one that people wrote (Cohn and Lapata 2009, 3.6).

Losses compare bags of items: words, n-grams, or productions of trees. They are not divided by the
length of the reference: the paper's equations do not, and the sums of its Table 5 fit that. Only
the values of its Table 1 are divided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple

from salience.language_models.ngrams import BEGIN, END
from salience.trees.tree import Tree

Bag = Mapping[Hashable, int]


class Arguments(NamedTuple):
    """What the Hamming loss is made of.

    Attributes:
        right: How many predicted items are in the reference, each as often as it is predicted.
        wrong: How many are not.
        length: How many items the reference has.
    """

    right: int
    wrong: int
    length: int

    def loss(self, short: float = 1.0) -> float:
        """Wrong items, and those by which the prediction is too short (equation 12).

        Args:
            short: What each item counts that is missing in length.
        """
        return self.wrong + short * max(self.length - self.right - self.wrong, 0)


def arguments(found: Bag, reference: Bag) -> Arguments:
    """What is right and wrong of two bags.

    Example:
        >>> found, reference = tokens("what ones are involved"), tokens("what records are involved")
        >>> arguments(found, reference), arguments(found, reference).loss()
        (Arguments(right=3, wrong=1, length=4), 1.0)
    """
    right = sum(n for item, n in found.items() if item in reference)
    return Arguments(right, sum(found.values()) - right, sum(reference.values()))


def edit_distance(found: Bag, reference: Bag) -> float:
    """How many items must go in and out (equation 13, which prints r for q).

    Example:
        >>> edit_distance(tokens("what ones are involved"), tokens("what records are involved"))
        2.0
    """
    return float(sum(found.values()) + sum(reference.values()) - 2 * _common(found, reference))


def f1_loss(found: Bag, reference: Bag) -> float:
    """One minus F1 (equation 14); 0 if both bags are empty.

    Example:
        >>> f1_loss(tokens("what ones are involved"), tokens("what records are involved"))
        0.25
    """
    total = sum(found.values()) + sum(reference.values())
    return 1 - 2 * _common(found, reference) / total if total else 0.0


def _common(found: Bag, reference: Bag) -> int:
    return sum(min(n, reference.get(item, 0)) for item, n in found.items())


def tokens(words: str | Sequence[str]) -> Counter[Hashable]:
    """The bag of words; a text is divided at spaces."""
    return Counter(words.split() if isinstance(words, str) else words)


def ngrams(words: str | Sequence[str], order: int = 3) -> Counter[Hashable]:
    """The bag of n-grams up to a length.

    Those of more than one word include the beginning, as often as they can, and the end once.

    Args:
        words: The words; a text is divided at spaces.
        order: The length of the longest, 1 or more.

    Example:
        >>> sorted(ngrams("it rained", order=2))
        [('<s>', 'it'), ('it',), ('it', 'rained'), ('rained',), ('rained', '</s>')]
    """
    given = words.split() if isinstance(words, str) else list(words)
    found: Counter[Hashable] = Counter((word,) for word in given)
    for n in range(2, order + 1):
        padded = [BEGIN] * (n - 1) + given + [END]
        found.update(tuple(padded[i : i + n]) for i in range(len(padded) - n + 1))
    return found


def productions(tree: Tree) -> Counter[Hashable]:
    """The bag of a tree's productions: a label and those below it, or its word in lower case.

    Example:
        >>> from salience.trees.brackets import read_tree
        >>> sorted(productions(read_tree("(NP-SBJ (NNS Dogs))")))
        [('NNS', 'dogs'), ('NP', 'NNS')]
    """
    return Counter(
        (node.tree.category, node.tree.word.lower())
        if node.tree.word
        else (node.tree.category, *(child.category for child in node.tree.children))
        for node in tree.nodes()
    )


def word_weights(
    reference: Collection[int],
    *,
    heads: Mapping[int, int] | None = None,
    relation: float = 0.5,
    salience: Mapping[int, float] | None = None,
    beta: float = 1.0,
) -> dict[int, float]:
    """What each word of a reference counts, if it is wrongly left out.

    Each counts 1. A word on which others hang takes their relations with it, and one that names
    what the document is about takes more than a word.

    Args:
        reference: The places of the words that should stay.
        heads: By place, the place of the word on which a word hangs; without the root, and without
            what is no relation, such as marks.
        relation: What each word adds to its head, if both should stay.
        salience: By place, the salience of the entity that a word names, 0 or more.
        beta: What salience counts.

    Example:
        >>> word_weights({0, 1}, heads={0: 1, 2: 1}), word_weights({0, 1}, salience={0: 0.5})
        ({0: 1.0, 1: 1.5}, {0: 1.5, 1: 1.0})
    """
    weights = {place: 1.0 + beta * (salience or {}).get(place, 0.0) for place in sorted(reference)}
    for place, head in (heads or {}).items():
        if place in weights and head in weights:
            weights[head] += relation
    return weights


def weighted_loss(kept: Collection[int], weights: Mapping[int, float]) -> float:
    """Words wrongly kept, and words wrongly left out by their weights.

    Words are compared by their places in the sentence.

    Args:
        kept: The places of the words that stay.
        weights: By place of the words that should, what each counts; see `word_weights`.

    Example:
        >>> weighted_loss({0, 1}, {0: 1.0, 2: 1.0, 3: 1.5})
        3.5
    """
    wrong = len(set(kept) - weights.keys())
    return wrong + sum(weights[place] for place in weights.keys() - set(kept))
