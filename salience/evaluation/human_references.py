"""How well one person's abstract predicts another's: what can be reached at all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from salience.errors import CorpusError
from salience.evaluation.agreement import agreement_scores
from salience.evaluation.bootstrap import DocumentCounts, Interval, or_none
from salience.features.table_rules import COUNT, GIVEN, numbers, require, require_rows
from salience.tables.signature import data_digest, signature
from salience.types import Figures


@dataclass(frozen=True, slots=True)
class HumanReference(Figures):
    """What `human_reference` measured, of documents with two abstracts or more."""

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
    of the other, so only F1 is given; compare it with `Scores.one_abstract_f1`. All pairs of a
    document's abstracts count together as one. Kappa expects by chance that both mention an entity
    at their common rate (Scott 1955; with as many abstracts for each document, Fleiss 1971).

    Args:
        table: A row per entity, with `document`, `grade` (how many abstracts mention it) and
            `abstracts` (how many its document has), as `read_table` gives it for labels. Documents
            with one abstract are left out.
        n_bootstrap: Number of samples for the intervals; see `evaluate`.
        seed: Of the samples.

    Raises:
        CorpusError: If a column is missing or wrong, or no document has two abstracts.

    Example:
        >>> table = pd.DataFrame({"document": 1, "grade": [3, 2, 0, 0], "abstracts": 3})
        >>> reference = human_reference(table, n_bootstrap=0)
        >>> round(reference.f1, 2), round(reference.kappa, 2)  # one of three pairs agrees fully
        (0.8, 0.66)
    """
    table = _several_abstracts(table)
    codes, documents = pd.factorize(table["document"], sort=True)
    k, n = (table[name].to_numpy(np.float64) for name in ("grade", "abstracts"))
    # Of two abstracts drawn from n: the chance that both mention an entity, and that one does.
    mentioned = np.bincount(codes, k / n)
    both = np.bincount(codes, k * (k - 1) / (n * (n - 1)))
    counts = DocumentCounts(
        ("both", "one", "other", "entities"),
        np.array([both, mentioned, mentioned, np.bincount(codes)]),
    )

    scores, low_high = counts.bootstrap(agreement_scores, n_bootstrap, seed)
    return HumanReference(
        documents=len(documents),
        entities=len(table),
        abstracts=float(table.groupby("document")["abstracts"].first().mean()),
        f1=scores["f1"],
        kappa=or_none(scores["kappa"]),
        intervals={name: low_high[name] for name in ("f1", "kappa") if name in low_high},
        signature=signature(
            data=data_digest(table.assign(salient=table["grade"] > 0)),
            documents=len(documents),
            entities=len(table),
            bootstrap=f"{n_bootstrap}@seed={seed}",
        ),
    )


def _several_abstracts(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of documents with several abstracts, if their numbers can be those of abstracts."""
    require(
        table,
        {"document": GIVEN, "grade": COUNT, "abstracts": COUNT},
        wanted_by="human_reference",
        advice="Label documents with several abstracts, by `salience label`.",
    )
    typed = table.assign(**{name: numbers(table[name]) for name in ("grade", "abstracts")})
    several = typed.groupby("document")["abstracts"].nunique()
    if (several > 1).any():
        document = several.index[several > 1].tolist()[0]
        raise CorpusError(
            f"the entities of document {document!r} have different numbers of abstracts. Give "
            "different documents different ids."
        )
    if not (typed["abstracts"] >= 2).any():
        raise CorpusError("no document has two abstracts, and one can't be compared with another.")
    right = (typed["grade"] <= typed["abstracts"]) | (typed["abstracts"] < 2)
    require_rows(table, "grade", right, "at most that of 'abstracts'", advice="Label it again.")
    return typed[typed["abstracts"] >= 2]
