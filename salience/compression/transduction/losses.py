"""How much worse a compression is than the one that people wrote, and what a search sees of it.

The loss of the paper compares bags of words (Cohn and Lapata 2009, section 3.6). It is not divided
by the length of the reference: the paper's equations do not, and the sums of its Table 5 fit that.

A loss has two parts: what is wrong, and what is missing. Where the second is the larger of two
numbers, the best sum of score and loss is the better of two searches: one in which length costs
nothing, and one in which each word saves what it adds to the length.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

LossName = Literal["tokens", "places"]
LOSSES: tuple[LossName, ...] = get_args(LossName)
RELATION = 0.5
"""What each word adds to the loss of its head, in the loss over places."""


class Augmentation(NamedTuple):
    """What one search adds to scores."""

    constant: float = 0.0  # of any output
    words: Sequence[float] | None = None  # of each word that stays


@dataclass(frozen=True, slots=True)
class TargetLoss:
    """A loss with a reference."""

    # the loss of an output, by the places of the words that stay
    value: Callable[[Sequence[int]], float]
    # the best sum of score and loss is the best that these searches find
    augmentations: tuple[Augmentation, ...]


def token_loss(words: Sequence[str], kept: Collection[int]) -> TargetLoss:
    """The Hamming loss over words in lower case that the reference has not (equation 12)."""
    reference = [words[place] for place in kept]
    wrong = [float(word not in reference) for word in words]
    n = len(reference)

    def value(places: Sequence[int]) -> float:
        return sum(wrong[place] for place in places) + max(n - len(places), 0)

    shorter = Augmentation(n, [number - 1 for number in wrong])
    return TargetLoss(value, (Augmentation(0.0, wrong), shorter))


def place_loss(n: int, kept: Collection[int], heads: Mapping[int, int]) -> TargetLoss:
    """Words wrongly kept and wrongly left out, of `n`, by their places; the latter count `RELATION`
    more for each word that should stay and hangs on them.
    """
    weights = dict.fromkeys(sorted(kept), 1.0)
    for place, head in heads.items():
        if place in weights and head in weights:
            weights[head] += RELATION

    def value(places: Sequence[int]) -> float:
        wrong = len(set(places) - weights.keys())
        return wrong + sum(weights[place] for place in weights.keys() - set(places))

    added = [-weights[place] if place in weights else 1.0 for place in range(n)]
    return TargetLoss(value, (Augmentation(sum(weights.values()), added),))
