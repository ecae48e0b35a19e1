"""Losses as a search sees them: what it adds to scores to find the output that violates most.

The Hamming losses have two parts: what is wrong, and what is missing in length, if anything is. As
the larger of two numbers is the maximum of both, so is the best sum of score and loss the maximum
of two searches: one in which length costs nothing, and one in which each item saves what it adds to
the length. Both are ordinary searches. Edit distance and F1 are no such sums: for them the search
counts what their arguments are (Cohn and Lapata 2009, section 3.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from salience.compression.transduction.arguments import Argument, Counts
from salience.compression.transduction.grammar import Application
from salience.compression.transduction.losses import (
    Bag,
    arguments,
    edit_distance,
    f1_loss,
    ngrams,
    productions,
    tokens,
    weighted_loss,
)
from salience.compression.transduction.rules import Fragment
from salience.language_models.ngrams import END, Ngram
from salience.trees.tree import Tree

LossName = Literal["tokens", "n-grams", "productions", "edit distance", "F1", "places"]
LOSSES: tuple[LossName, ...] = get_args(LossName)


class Augmentation(NamedTuple):
    """What one search adds to scores.

    Attributes:
        constant: Of any output.
        words: Of each word that stays.
        rule: Of a rule.
        ngram: Of an n-gram of the target.
        argument: What the search counts, for losses that are no sums.
    """

    constant: float = 0.0
    words: Sequence[float] | None = None
    rule: Callable[[Application], float] | None = None
    ngram: Callable[[Ngram], float] | None = None
    argument: Argument | None = None


@dataclass(frozen=True, slots=True)
class TargetLoss:
    """A loss with a reference.

    Attributes:
        value: The loss of an output: of the places that stay and the rules applied.
        augmentations: The best sum of score and loss is the best that these searches find.
    """

    value: Callable[[Sequence[int], Iterable[Application]], float]
    augmentations: tuple[Augmentation, ...]


def target_loss(
    name: LossName,
    words: Sequence[str],
    kept: Collection[int],
    *,
    tree: Tree | None = None,
    short: float = 1.0,
    weights: Mapping[int, float] | None = None,
) -> TargetLoss:
    """A loss with its reference, for training.

    Args:
        name: Which: the five of the paper, or `places`: words wrongly kept and left out, compared
            by their places (see `weighted_loss`).
        words: The words of the sentence, in lower case.
        kept: The places of those that stay in the reference.
        tree: The tree of the reference, for `productions`.
        short: What each missing item of a Hamming loss counts.
        weights: What each word of the reference counts, for `places`; 1 without it.

    Raises:
        ValueError: If there is no such loss, or it lacks its tree.
    """
    if name == "places":
        return _places(len(words), weights or dict.fromkeys(kept, 1.0))
    reference = [words[place] for place in sorted(kept)]
    if name == "tokens":
        return _tokens(words, tokens(reference), short)
    if name == "n-grams":
        return _ngrams(words, ngrams(reference), short)
    if name == "productions":
        if tree is None:
            raise ValueError("the loss over productions needs the tree of the reference")
        return _productions(productions(tree), short)
    if name in ("edit distance", "F1"):
        measure = edit_distance if name == "edit distance" else f1_loss
        return _counted(words, tokens(reference), measure)
    raise ValueError(f"a loss must be one of {', '.join(LOSSES)}, not {name!r}")


def _hamming(
    bag: Bag, short: float, augmentation: Callable[[Callable[[object], float], float], Augmentation]
) -> tuple[Augmentation, ...]:
    """The two searches: what an item adds, and the constant."""
    length = sum(bag.values())
    return (
        augmentation(lambda item: float(item not in bag), 0.0),
        augmentation(lambda item: (item not in bag) - short, short * length),
    )


def _tokens(words: Sequence[str], bag: Bag, short: float) -> TargetLoss:
    def value(places: Sequence[int], _: Iterable[Application]) -> float:
        return arguments(tokens([words[place] for place in places]), bag).loss(short)

    def augmentation(added: Callable[[object], float], constant: float) -> Augmentation:
        return Augmentation(constant, [added(word) for word in words])

    return TargetLoss(value, _hamming(bag, short, augmentation))


def _ngrams(words: Sequence[str], bag: Bag, short: float) -> TargetLoss:
    def value(places: Sequence[int], _: Iterable[Application]) -> float:
        return arguments(ngrams([words[place] for place in places]), bag).loss(short)

    def augmentation(added: Callable[[object], float], constant: float) -> Augmentation:
        # The end by itself is no n-gram of the loss.
        return Augmentation(constant, ngram=lambda n: 0.0 if n == (END,) else added(n))

    return TargetLoss(value, _hamming(bag, short, augmentation))


def _productions(bag: Bag, short: float) -> TargetLoss:
    def value(_: Sequence[int], rules: Iterable[Application]) -> float:
        found: Counter[object] = Counter()
        for one in rules:
            found.update(_made(one.rule.target))
        return arguments(found, bag).loss(short)

    def augmentation(added: Callable[[object], float], constant: float) -> Augmentation:
        return Augmentation(
            constant, rule=lambda one: sum(added(item) for item in _made(one.rule.target))
        )

    return TargetLoss(value, _hamming(bag, short, augmentation))


def _made(target: Fragment) -> list[tuple[str, ...]]:
    """The productions of a target side. Those of what is below its variables are other rules'."""
    if target.variable >= 0:
        return []
    if target.word:
        return [(target.label, target.word)]
    found = [(target.label, *(child.label for child in target.children))]
    return found + [item for child in target.children for item in _made(child)]


def _counted(words: Sequence[str], bag: Bag, measure: Callable[[Bag, Bag], float]) -> TargetLoss:
    """Right words, others, and by type those of which the sentence has more than the reference."""
    surplus = [w for w, n in Counter(words).items() if 0 < bag.get(w, 0) < n]
    limits = [bag[word] for word in surplus]
    column = {word: i for i, word in enumerate(surplus, start=2)}
    columns = [column.get(word, 0 if word in bag else 1) for word in words]
    n = sum(bag.values())

    def loss(counts: Counts) -> float:
        right = counts[0] + sum(map(min, counts[2:], limits))
        # A bag with as many right and wrong items as counted.
        return measure(
            Counter({0: right, 1: sum(counts) - right}), Counter({0: right, 2: n - right})
        )

    one_hot = [tuple(int(i == c) for i in range(len(surplus) + 2)) for c in columns]

    def value(places: Sequence[int], _: Iterable[Application]) -> float:
        return measure(tokens([words[place] for place in places]), bag)

    return TargetLoss(value, (Augmentation(argument=Argument(one_hot, loss)),))


def _places(n: int, weights: Mapping[int, float]) -> TargetLoss:
    def value(places: Sequence[int], _: Iterable[Application]) -> float:
        return weighted_loss(places, weights)

    added = [-weights[place] if place in weights else 1.0 for place in range(n)]
    return TargetLoss(value, (Augmentation(sum(weights.values()), added),))
