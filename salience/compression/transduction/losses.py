"""How much worse a compression is than the one that people wrote, and what a search sees of it.

The loss of the paper compares bags of words (Cohn and Lapata 2009, section 3.6). It is not divided
by the length of the reference: the paper's equations do not, and the sums of its Table 5 fit that.

A loss has two parts: what is wrong, and what is missing. Where the second is the larger of two
numbers, the best sum of score and loss is the better of two searches: one in which length costs
nothing, and one in which each word saves what it adds to the length.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

LossName = Literal["tokens", "places"]
LOSSES: tuple[LossName, ...] = get_args(LossName)


class Augmentation(NamedTuple):
    """What one search adds to scores.

    Attributes:
        constant: Of any output.
        words: Of each word that stays.
    """

    constant: float = 0.0
    words: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class TargetLoss:
    """A loss with a reference.

    Attributes:
        value: The loss of an output, by the places of the words that stay.
        augmentations: The best sum of score and loss is the best that these searches find.
    """

    value: Callable[[Sequence[int]], float]
    augmentations: tuple[Augmentation, ...]


def token_loss(words: Sequence[str], kept: Collection[int], short: float = 1.0) -> TargetLoss:
    """The Hamming loss over words, which counts those that the reference has not (equation 12).

    Args:
        words: The words of the sentence, in lower case.
        kept: The places of those that stay in the reference.
        short: What each word counts by which a compression is shorter than the reference.

    Example:
        >>> loss = token_loss("what records and ones are involved".split(), (0, 1, 4, 5))
        >>> loss.value((0, 3, 4, 5)), loss.value((0, 4))
        (1.0, 2.0)
    """
    reference = [words[place] for place in kept]
    wrong = [float(word not in reference) for word in words]
    n = len(reference)

    def value(places: Sequence[int]) -> float:
        return sum(wrong[place] for place in places) + short * max(n - len(places), 0)

    shorter = Augmentation(short * n, [number - short for number in wrong])
    return TargetLoss(value, (Augmentation(0.0, wrong), shorter))


def place_loss(n: int, weights: Mapping[int, float]) -> TargetLoss:
    """Words wrongly kept, and words wrongly left out by their weights, compared by their places.

    Args:
        n: How many words the sentence has.
        weights: By place of the words that should stay, what each counts; see `word_weights`.

    Example:
        >>> place_loss(4, {0: 1.0, 2: 1.0, 3: 1.5}).value((0, 1))
        3.5
    """

    def value(places: Sequence[int]) -> float:
        wrong = len(set(places) - weights.keys())
        return wrong + sum(weights[place] for place in weights.keys() - set(places))

    added = [-weights[place] if place in weights else 1.0 for place in range(n)]
    return TargetLoss(value, (Augmentation(sum(weights.values()), added),))


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
