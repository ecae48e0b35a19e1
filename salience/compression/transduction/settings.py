"""How a transducer is learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from salience.compression.transduction.augmentation import LossName
from salience.compression.transduction.decoding import BEAM, POPS


@dataclass(frozen=True, slots=True)
class TransducerSettings:
    """How a transducer is learned.

    Attributes:
        depth: How many matches a rule may skip when it is extracted.
        runs: Neighbouring children that rules made for a tree may delete, see `Grammar`; 0 as in
            the paper.
        folds: Into how many parts the sentences are divided for cross-fitting: the rules that a
            sentence is learned from come from the other parts. 1 as in the paper: rules and weights
            from the same sentences.
        source: Whether what a rule keeps and deletes describes it, beside the paper's features.
        features: Which of the paper's features a rule has: `all`, those of its words (`tokens`, see
            `token_features`) or the others (`rules`).
        neighbours: Whether words that become neighbours do, as in McDonald's (2006) model.
        least: In how many sentences a feature must occur to have a weight.
        method: `mira` and `perceptron` average the weights of all steps; `svm` finds those of the
            largest margin by cutting planes, as in the paper.
        c: The longest step of MIRA, or the C of the support vector machine.
        passes: How often all pairs are seen, at most.
        tolerance: Of the cutting planes, in units of the loss.
        loss: See `target_loss`.
        short: What each item counts by which a compression is too short, for Hamming losses.
        relation: What each word adds to the loss of its head, in the loss over places: 0 for words
            that all count the same.
        beta: What salience counts there.
        gold: Of all derivations of a compression, which is right: that with the most rules, or that
            with the best score under a model that was learned from those.
        unreachable: What is learned from a compression that the rules can't make: the nearest that
            they can, or nothing.
        scale: What logarithms of probabilities are multiplied with as a feature.
        beam: Items of a cell in the search.
        pops: Combinations that are looked at for them.
        seed: Of the order in which each pass sees the pairs.
    """

    depth: int = 1
    runs: int = 3
    folds: int = 5
    source: bool = True
    features: Literal["all", "rules", "tokens"] = "all"
    neighbours: bool = True
    least: int = 3
    method: Literal["mira", "perceptron", "svm"] = "mira"
    c: float = 0.03
    passes: int = 4
    tolerance: float = 0.1
    loss: LossName = "places"
    short: float = 1.0
    relation: float = 0.5
    beta: float = 1.0
    gold: Literal["most rules", "best score"] = "most rules"
    unreachable: Literal["nearest", "left out"] = "nearest"
    scale: float = 1.0
    beam: int | None = 10
    pops: int | None = 30
    seed: int = 0


PAPER = TransducerSettings(
    runs=0,
    folds=1,
    source=False,
    neighbours=False,
    least=1,
    method="svm",
    c=1.0,
    passes=20,
    loss="tokens",
    scale=1.0,
    beam=BEAM,
    pops=POPS,
)
"""The settings of Cohn and Lapata (2009), but for C. With their 0.01 nothing is deleted here; if it
is meant for each sentence, it is 8.8 for their 882, with which the loss is larger than with 1."""
