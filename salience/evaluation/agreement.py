"""How far people, or people and rules, agree on what is salient."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import CorpusError
from salience.evaluation.bootstrap import (
    DocumentCounts,
    Interval,
    count_predictions,
    or_none,
    precision_recall_f1,
)
from salience.evaluation.krippendorff import alpha as matrix_alpha
from salience.evaluation.krippendorff import coincidences, ordinal_distances
from salience.features.table_rules import GIVEN, TRUE_OR_FALSE, one_of, require
from salience.tables.signature import signature
from salience.types import Figures

RATINGS = (1, 2, 3, 4)
"""What a person says of an entity; 1 is most salient."""

THRESHOLDS = (2, 1)
"""Of ratings, in the order of Table 1: {1, 2} against {3, 4}, and {1} against the rest."""

_KEY = ["document", "start", "end"]


@dataclass(frozen=True, slots=True)
class Agreement(Figures):
    """How far two label sets agree at one threshold. All scores are of the entities in both sets.

    Attributes:
        threshold: Ratings up to this are salient; None if neither set has ratings.
        documents, entities: How many are in both sets.
        only_a, only_b: Entities of these documents that only one set has.
        documents_only_a, documents_only_b: Documents that only one set has.
        salient_a, salient_b: Entities in both sets that are salient in each of them.
        kappa: Cohen's: 1 is full agreement, 0 that of chance; None if it is not defined.
        agreement: Share of entities on which the sets agree; 0 without entities.
        f1: Of the salient entities of one set against the other's; 0 if there are none.
        intervals: By name of the score, the middle 95 % over bootstrap samples of documents.
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
    intervals: Mapping[str, Interval] = field(default_factory=dict, repr=False)
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
    character offsets, both in the text or both in the headline. One that only one set has is left
    out of every score and counted, as are documents that only one set has.

    Args:
        a: A row per entity, as `read_table` gives them for files of labels: `document`, `start`
            and `end`, and `rating` (1 to 4, from a person) or, without it, `salient`.
        b: The other labels, in the same form.
        names: What errors call the sets, such as the names of their files.
        n_bootstrap: Samples of documents for the intervals; 0 for none.
        seed: Of the samples.

    Returns:
        If a set has ratings, two results: ratings 1 and 2 are salient, or only rating 1 (Table 1);
        labels without ratings are the same in both. Else one result.

    Raises:
        CorpusError: If a column or a value in it is missing, a label or a rating is none, a set
            has an entity twice, or no document is in both.

    Example:
        >>> places = {"document": list("ddee"), "start": [0, 9, 0, 9], "end": [5, 12, 5, 12]}
        >>> person = pd.DataFrame(places | {"rating": [1, 2, 3, 4]})
        >>> rule = pd.DataFrame(places | {"salient": [True, False, False, False]})
        >>> for result in agree(person, rule, n_bootstrap=0):
        ...     print(result.threshold, result.kappa, result.agreement, round(result.f1, 2))
        2 0.5 0.75 0.67
        1 1.0 1.0 1.0
    """
    for name, table in zip(names, (a, b), strict=True):
        _check(table, name)
    places_a, places_b = _places(a), _places(b)
    both = places_a.assign(a=range(len(a))).merge(places_b.assign(b=range(len(b))))
    codes, _ = pd.factorize(both["document"], sort=True)
    in_a, in_b = set(a["document"]), set(b["document"])
    shared = in_a & in_b
    if not shared:
        ids = " and ".join(repr(min(map(str, names), default="none")) for names in (in_a, in_b))
        raise CorpusError(
            f"{names[0]} and {names[1]} have no document in common (ids such as {ids}). "
            "Label the same documents, with the same ids."
        )
    results = []
    for threshold in THRESHOLDS if "rating" in a or "rating" in b else (None,):
        salient_a = _salient(a, threshold)[both["a"]]
        salient_b = _salient(b, threshold)[both["b"]]
        counts = count_predictions(codes, salient_a, salient_b, codes.max(initial=-1) + 1)
        scores, low_high = counts.bootstrap(agreement_scores, n_bootstrap, seed)
        result = Agreement(
            threshold=threshold,
            documents=len(shared),
            entities=len(both),
            only_a=int(a["document"].isin(shared).sum()) - len(both),
            only_b=int(b["document"].isin(shared).sum()) - len(both),
            documents_only_a=len(in_a - shared),
            documents_only_b=len(in_b - shared),
            salient_a=int(salient_a.sum()),
            salient_b=int(salient_b.sum()),
            kappa=or_none(scores["kappa"]),
            agreement=scores["agreement"],
            f1=scores["f1"],
            intervals=low_high,
            signature=signature(
                documents=len(shared),
                entities=len(both),
                threshold=threshold or "none",
                bootstrap=f"{n_bootstrap}@seed={seed}",
            ),
        )
        results.append(result)
    return tuple(results)


def together(tables: Mapping[str, pd.DataFrame], how: Literal["all", "any"]) -> pd.DataFrame:
    """One set of labels of several: what all of them say is salient, or what any of them does.

    That is the row *A1 & A2* of Table 1 of Dunietz and Gillick (2014), who do not say how they
    read it.

    Args:
        tables: The label sets by name, in the form of `agree`.
        how: `all` or `any` of them.

    Returns:
        The entities that are in every set, in the form of `agree`. With ratings in a set there is
        `rating`: the greatest of them for `all`, the least for `any`, where labels without ratings
        count as 1 (salient) and 4. Else there is `salient`.

    Raises:
        CorpusError: If a column or a value in it is missing, or a set has an entity twice.

    Example:
        >>> places = {"document": list("ddd"), "start": [0, 9, 20], "end": [5, 12, 24]}
        >>> ada, bo = (pd.DataFrame(places | {"rating": r}) for r in ([1, 2, 4], [1, 3, 4]))
        >>> together({"ada": ada, "bo": bo}, "all")["rating"].tolist()
        [1, 3, 4]
        >>> together({"ada": ada, "bo": bo}, "any")["rating"].tolist()
        [1, 2, 4]
    """
    for name, table in tables.items():
        _check(table, name)
    rated = any("rating" in table for table in tables.values())
    named = [
        _places(table).assign(
            **{str(n): _rating(table) if rated else table["salient"].astype(bool)}
        )
        for n, table in enumerate(tables.values())
    ]
    joined = reduce(pd.DataFrame.merge, named)
    labels = joined[[str(n) for n in range(len(named))]]
    if rated:
        label = labels.max(axis=1) if how == "all" else labels.min(axis=1)
    else:
        label = labels.all(axis=1) if how == "all" else labels.any(axis=1)
    # What is only in the headline has no mention in the text, by which `agree` tells it.
    return joined[_KEY].assign(
        n_mentions=joined["in_text"].astype(int), **{"rating" if rated else "salient": label}
    )


def _rating(table: pd.DataFrame) -> "pd.Series[int]":
    if "rating" in table:
        return table["rating"]
    return table["salient"].map({True: RATINGS[0], False: RATINGS[-1]})


@dataclass(frozen=True, slots=True)
class KrippendorffAlpha(Figures):
    """Krippendorff's alpha of several label sets.

    `scale` is what is compared: `ratings` (1 to 4, in their order) or `salient`, which ratings are
    up to `threshold`. `alpha` is 1 for full agreement and 0 for that of chance.
    """

    scale: str
    threshold: int | None
    documents: int
    entities: int
    alpha: float | None
    interval: Interval | None


def krippendorff_alpha(
    tables: Mapping[str, pd.DataFrame], *, n_bootstrap: int = 1000, seed: int = 0
) -> tuple[KrippendorffAlpha, ...]:
    """Measure the agreement of several label sets with Krippendorff's alpha.

    Entities are matched by document and place. Each counts that is in two sets or more
    (Krippendorff 2011, "Computing Krippendorff's alpha-reliability").

    Args:
        tables: The label sets by name, in the form of `agree`.
        n_bootstrap: Samples of documents for the intervals; 0 for none.
        seed: Of the samples.

    Returns:
        If all sets have ratings, alpha of the ratings with ordinal distances. Then alpha of what is
        salient, at both thresholds of Table 1 if a set has ratings, else once.

    Raises:
        CorpusError: If a set is not one of labels, or no entity is in two sets.

    Example:
        >>> places = {"document": list("ddee"), "start": [0, 9, 0, 9], "end": [5, 12, 5, 12]}
        >>> ada, bo = (pd.DataFrame(places | {"rating": r}) for r in ([1, 2, 4, 4], [1, 3, 4, 4]))
        >>> for result in krippendorff_alpha({"ada": ada, "bo": bo}, n_bootstrap=0):
        ...     print(result.scale, result.threshold, round(result.alpha, 2))
        ratings None 0.98
        salient 2 0.53
        salient 1 1.0
    """
    for name, table in tables.items():
        _check(table, name)
    places = pd.concat([_places(table) for table in tables.values()], ignore_index=True)
    units = places.groupby(list(places.columns)).ngroup().to_numpy().astype(np.int64)
    documents, _ = pd.factorize(places["document"])
    if not (np.bincount(units) > 1).any():
        raise CorpusError(
            f"{', '.join(tables)} have no entity in common. Label the same documents, with the "
            "same ids."
        )
    rated = ["rating" in table for table in tables.values()]
    scales: list[tuple[str, int | None]] = [("ratings", None)] if all(rated) else []
    scales += [("salient", threshold) for threshold in (THRESHOLDS if any(rated) else (None,))]
    results = []
    for scale, threshold in scales:
        if scale == "ratings":
            values = np.concatenate([t["rating"].to_numpy() - 1 for t in tables.values()])
        else:
            values = np.concatenate([_salient(t, threshold) for t in tables.values()])
        counts, n_entities = _coincidences(documents, units, values.astype(np.int64))
        scores, low_high = counts.bootstrap(_alpha, n_bootstrap, seed)
        found = or_none(scores["alpha"]), low_high.get("alpha")
        results.append(KrippendorffAlpha(scale, threshold, counts.documents, n_entities, *found))
    return tuple(results)


def _coincidences(
    documents: IndexArray, units: IndexArray, values: IndexArray
) -> tuple[DocumentCounts, int]:
    """The coincidence matrix of each document that has pairs of labels, and how many units do."""
    by_unit = pd.crosstab([documents, units], values)
    paired = by_unit[by_unit.sum(axis=1) > 1]
    pairs = coincidences(paired.to_numpy(np.float64)).reshape(len(paired), -1)
    summed = pd.DataFrame(pairs).groupby(paired.index.get_level_values(0)).sum()
    return DocumentCounts(tuple(map(str, summed.columns)), summed.to_numpy().T), len(paired)


def _alpha(counts: Float64Array) -> dict[str, float]:
    """Alpha of a coincidence matrix with ordinal distances; of two values they are nominal."""
    matrix = counts.reshape(2 * [int(len(counts) ** 0.5)])
    return {"alpha": matrix_alpha(matrix, ordinal_distances(matrix))}


def agreement_scores(counts: Float64Array) -> dict[str, float]:
    """Kappa (or NaN), agreement and F1, of entities salient in both, in b, in a, and all."""
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


def _places(table: pd.DataFrame) -> pd.DataFrame:
    """The columns by which an entity is known again."""
    in_text = table["n_mentions"] > 0 if "n_mentions" in table else True
    return table[_KEY].assign(in_text=in_text)


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
    twice = _places(table).duplicated().to_numpy()
    if twice.any():
        document, start, end = table[_KEY].iloc[int(twice.argmax())]
        raise CorpusError(
            f"{name} has the entity at {start} to {end} of document {document!r} twice. Leave one "
            "out."
        )
