"""How far two people, or a person and a rule, agree on what is salient."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array
from salience.errors import CorpusError
from salience.metrics.bootstrap import (
    DocumentCounts,
    Interval,
    count_predictions,
    precision_recall_f1,
)
from salience.table_rules import GIVEN, TRUE_OR_FALSE, one_of, require
from salience.tables.signature import signature

RATINGS = (1, 2, 3, 4)
"""What a person says of an entity; 1 is most salient."""

THRESHOLDS = (2, 1)
"""Of ratings, in the order of Table 1: {1, 2} against {3, 4}, and {1} against the rest."""

_KEY = ["document", "start", "end"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What `agree` found at one threshold. All scores are of the entities in both sets.

    Attributes:
        threshold: Ratings up to this are salient; None if neither set has ratings.
        documents, entities: How many are in both sets.
        only_a, only_b: Entities of these documents that only one set has; they are left out.
        documents_only_a, documents_only_b: Documents that only one set has, left out too.
        salient_a, salient_b: Entities in both sets that are salient in each of them.
        kappa: Cohen's: 1 is full agreement, 0 that of chance. None if it is not defined: without
            entities, and where all of them have the same label in both sets.
        agreement: Share of entities on which the sets agree; 0 without entities.
        f1: Of the salient entities of one set against the other's, whichever is which; 0 if there
            are none.
        intervals: By name of the score, the middle 95 % of its values over bootstrap samples of
            documents; none without the bootstrap, and for a score that is None.
        signature: What makes the scores repeatable.
    """

    threshold: int | None
    documents: int
    entities: int
    only_a: int
    only_b: int
    documents_only_a: int
    documents_only_b: int
    salient_a: int
    salient_b: int
    kappa: float | None
    agreement: float
    f1: float
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    signature: str = ""


def agree(
    a: pd.DataFrame,
    b: pd.DataFrame,
    *,
    names: tuple[str, str] = ("the first set", "the second set"),
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> tuple[Agreement, ...]:
    """Measure the agreement of two label sets, as Table 1 of Dunietz and Gillick (2014).

    Entities are the same if their documents have the same id and their first mentions the same
    character offsets. One that only one set has can't be agreed on: it is left out of every score
    and counted, and so are documents that only one set has. A document whose entities were found
    by different pipelines may thus lose some; `only_a` and `only_b` say how many.

    Args:
        a: A row per entity, as `read_table` gives them for files of labels: `document`, `start`
            and `end`, and `rating` (1 to 4, from a person) or, without it, `salient`.
        b: The other labels, in the same form.
        names: What errors call the sets, such as the names of their files.
        n_bootstrap: Number of samples, each of as many documents as there are, drawn with
            replacement (percentile bootstrap). 0 for none.
        seed: Of numpy's generator; the same seed gives the same intervals.

    Returns:
        If a set has ratings, two results for the two thresholds of Table 1, by which ratings 1 and
        2 are salient, or only rating 1. A set without ratings has its own labels at both. If
        neither has ratings, one result.

    Raises:
        CorpusError: If a column or a value in it is missing, a label or a rating is none, a set
            has an entity twice, or no document is in both.

    Example:
        >>> places = {"document": list("ddee"), "start": [0, 9, 0, 9], "end": [5, 12, 5, 12]}
        >>> person = pd.DataFrame(places | {"rating": [1, 2, 3, 4]})
        >>> rule = pd.DataFrame(places | {"salient": [True, False, False, False]})
        >>> for found in agree(person, rule, n_bootstrap=0):
        ...     print(found.threshold, found.kappa, found.agreement, round(found.f1, 2))
        2 0.5 0.75 0.67
        1 1.0 1.0 1.0
    """
    for name, table in zip(names, (a, b), strict=True):
        _check(table, name)
    both = a[_KEY].assign(a=range(len(a))).merge(b[_KEY].assign(b=range(len(b))), on=_KEY)
    codes, _ = pd.factorize(both["document"], sort=True)
    in_a, in_b = set(a["document"]), set(b["document"])
    shared = in_a & in_b
    if not shared:
        ids = " and ".join(repr(min(map(str, found), default="none")) for found in (in_a, in_b))
        raise CorpusError(
            f"{names[0]} and {names[1]} have no document in common (ids such as {ids}). "
            "Label the same documents, with the same ids."
        )
    counts = {
        "documents": len(shared),
        "entities": len(both),
        "only_a": int(a["document"].isin(shared).sum()) - len(both),
        "only_b": int(b["document"].isin(shared).sum()) - len(both),
        "documents_only_a": len(in_a - shared),
        "documents_only_b": len(in_b - shared),
    }
    results = []
    for threshold in THRESHOLDS if "rating" in a or "rating" in b else (None,):
        salient_a = _salient(a, threshold)[both["a"]]
        salient_b = _salient(b, threshold)[both["b"]]
        per_document = count_predictions(codes, salient_a, salient_b, codes.max(initial=-1) + 1)
        results.append(_agreement(threshold, counts, per_document, n_bootstrap, seed))
    return tuple(results)


def _agreement(
    threshold: int | None,
    numbers: Mapping[str, int],
    per_document: DocumentCounts,
    n_bootstrap: int,
    seed: int,
) -> Agreement:
    """The result at a threshold, from the counts of documents and what `agree` has counted."""
    found, low_high = per_document.bootstrap(agreement_scores, n_bootstrap, seed)
    _, salient_b, salient_a, _ = per_document.total()
    return Agreement(
        threshold=threshold,
        **numbers,
        salient_a=int(salient_a),
        salient_b=int(salient_b),
        kappa=None if np.isnan(found["kappa"]) else found["kappa"],
        agreement=found["agreement"],
        f1=found["f1"],
        intervals=low_high,
        signature=signature(
            documents=numbers["documents"],
            entities=numbers["entities"],
            threshold=threshold or "none",
            bootstrap=f"{n_bootstrap}@seed={seed}",
        ),
    )


def agreement_scores(counts: Float64Array) -> dict[str, float]:
    """Kappa, agreement and F1, from numbers of entities: salient in both, in b, in a, and all.

    Kappa is NaN where it is not defined.

    Example:
        >>> agreement_scores(np.array([2.0, 3.0, 3.0, 8.0]))["agreement"]
        0.75
    """
    both, b, a, n = map(float, counts)
    if not n:
        return {"kappa": np.nan, "agreement": 0.0, "f1": 0.0}
    agreement = (n - a - b + 2 * both) / n
    chance = (a * b + (n - a) * (n - b)) / n**2
    return {
        "kappa": np.nan if chance == 1 else (agreement - chance) / (1 - chance),
        "agreement": agreement,
        "f1": precision_recall_f1(both, b, a)[2],
    }


def _salient(table: pd.DataFrame, threshold: int | None) -> BoolArray:
    rated = threshold is not None and "rating" in table
    salient = table["rating"] <= threshold if rated else table["salient"]
    return salient.to_numpy(dtype=bool)


def _check(table: pd.DataFrame, name: str) -> None:
    label = {"rating": one_of(*RATINGS)} if "rating" in table else {"salient": TRUE_OR_FALSE}
    require(
        table,
        dict.fromkeys(_KEY, GIVEN) | label,
        wanted_by="agree",
        source=name,
        advice=(
            "Make the file with `salience label` or `salience annotate read`: it needs document, "
            "start and end of each first mention, and salient or rating."
        ),
    )
    twice = table.duplicated(_KEY).to_numpy()
    if twice.any():
        document, start, end = table[_KEY].iloc[int(twice.argmax())]
        raise CorpusError(
            f"{name} has the entity at {start} to {end} of document {document!r} twice. Leave one "
            "out."
        )
