"""How well one person's abstract predicts another's: what can be reached at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from salience.bootstrap import Floats, Interval, document_weights, intervals
from salience.errors import CorpusError
from salience.kappa import agreement_scores
from salience.version import __version__


@dataclass(frozen=True, slots=True)
class HumanReference:
    """What `human_reference` found.

    Attributes:
        documents, entities: How many there were; of documents with at least two abstracts.
        abstracts: How many these have on average.
        f1: Of one abstract's entities against another's.
        kappa: Of the two; None if it is not defined.
        intervals: By name of the score, the middle 95 % of its values over bootstrap samples of
            documents.
        signature: What makes the scores repeatable.
    """

    documents: int
    entities: int
    abstracts: float
    f1: float
    kappa: float | None
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    signature: str = ""


def human_reference(
    table: pd.DataFrame, *, n_bootstrap: int = 1000, seed: int = 0
) -> HumanReference:
    """Measure how far the abstracts of a document agree on which of its entities they mention.

    Each abstract is taken as the label and each other one as a system: precision of one is recall
    of the other, so only F1 is given. All pairs of a document's abstracts count together as one
    pair, so that five abstracts weigh no more than two. No pair has an order, so kappa expects by
    chance that both mention an entity at their common rate (Scott 1955); with as many abstracts
    for each document it is Fleiss' (1971).

    It is a reference for a system whose label is what *one* abstract mentions. Where any of
    several abstracts makes an entity salient, labels hold more, and a system may score higher.

    Args:
        table: A row per entity, with `document`, `grade` (how many abstracts mention it) and
            `abstracts` (how many its document has), as `read_table` gives it for labels. Documents
            with one abstract are left out.
        n_bootstrap, seed: For the intervals, see `evaluate`.

    Raises:
        CorpusError: If a column is missing, no document has two abstracts, or a grade is not from
            0 to the number of abstracts.

    Example:
        >>> table = pd.DataFrame({"document": 1, "grade": [3, 2, 0, 0], "abstracts": 3})
        >>> found = human_reference(table, n_bootstrap=0)
        >>> round(found.f1, 2), round(found.kappa, 2)  # of the three pairs, one agrees fully
        (0.8, 0.66)
    """
    for name in ("document", "grade", "abstracts"):
        if name not in table:
            raise CorpusError(
                f"the table has no column {name!r}. Label documents with several abstracts, by "
                "`salience label`."
            )
    table = table[table["abstracts"] >= 2]
    if not len(table):
        raise CorpusError("no document has two abstracts, and one can't be compared with another.")
    wrong = ~table["grade"].between(0, table["abstracts"])
    if wrong.any():
        row = table[wrong].iloc[0]
        raise CorpusError(
            f"an entity of document {row['document']!r} has grade {row['grade']}, but there are "
            f"{row['abstracts']} abstracts. Label it again."
        )
    codes, documents = pd.factorize(table["document"], sort=True)
    k, n = (table[name].to_numpy(np.float64) for name in ("grade", "abstracts"))
    # Of two abstracts drawn from n: the chance that both mention an entity, and that one does.
    mentioned = np.bincount(codes, k / n)
    both = np.bincount(codes, k * (k - 1) / (n * (n - 1)))
    counts = np.array([both, mentioned, mentioned, np.bincount(codes)])

    def scores(weights: Floats) -> dict[str, float]:
        found = agreement_scores(counts @ weights)
        return {name: found[name] for name in ("f1", "kappa")}

    found = scores(np.ones(len(documents)))
    samples = [scores(w) for w in document_weights(len(documents), n_bootstrap, seed)]
    return HumanReference(
        documents=len(documents),
        entities=len(table),
        abstracts=float(table.groupby("document")["abstracts"].first().mean()),
        f1=found["f1"],
        kappa=None if np.isnan(found["kappa"]) else found["kappa"],
        intervals=intervals(found, samples),
        signature=(
            f"salience={__version__}|documents={len(documents)}|entities={len(table)}"
            f"|bootstrap={n_bootstrap}@seed={seed}"
        ),
    )
