"""Calibration: whether probabilities are what they say, and how to make them so on labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import expit, logit
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import CorpusError, MisuseError, SalienceError
from salience.evaluation.bootstrap import shares
from salience.evaluation.calibration_bins import BINS, Bins, bin_sums
from salience.features.table_rules import check_labelled, check_scored
from salience.model.model_card import changed_card
from salience.model.salience_model import SalienceModel
from salience.tables.records import DIGITS

MIN_DOCUMENTS = 10
"""Fewer labelled documents than this are not enough to recalibrate on."""

PRIOR_DOCUMENTS = 10
"""The labels weigh against so many documents on which the model is right as it is.

Chosen out of 0 to 30 on 200 draws of ten documents from each of seven pairs of a model and a corpus
that it was not trained on: with 10 the Brier score on all other documents fell the most, by 0.0019,
and 18 % of the draws made it worse; with 0 it fell by 0.0007, and 37 % of the draws made it worse.
"""

FOLDS = 5
"""Parts that labelled documents are cut into, to measure on each what the others say."""


def reliability(
    table: pd.DataFrame, bins: int = BINS, *, n_bootstrap: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """How many of the entities with like scores are salient: the table of a reliability diagram.

    Scores are calibrated if `share` is `mean_score` in every bin. The mean difference, weighted by
    `entities`, is the `ece` of `evaluate`.

    Args:
        table: A row per entity, with `document`, `salient` and `score`, as `evaluate` takes it.
        bins: Number of bins of equal width between 0 and 1. A score on a border is in the lower.
        n_bootstrap: Samples of documents for the intervals; 0 for none.
        seed: Of the samples.

    Returns:
        A row for each bin with entities, in rising order, with its borders `low` and `high`,
        `entities`, `mean_score`, and the `share` that is salient from `share_low` to `share_high`.

    Raises:
        CorpusError: If labels or scores are wrong, as for `evaluate`.
        ValueError: If there is no bin.

    Example:
        >>> table = pd.DataFrame({"document": ["a", "a", "b", "b"],
        ...     "salient": [True, False, True, False], "score": [0.9, 0.15, 0.85, 0.2]})
        >>> reliability(table, n_bootstrap=10).round(3)
           low  high  entities  mean_score  share  share_low  share_high
        0  0.1   0.2         2       0.175    0.0        0.0         0.0
        1  0.8   0.9         2       0.875    1.0        1.0         1.0
    """
    if bins < 1:
        raise ValueError(f"bins must be at least 1, but is {bins}. Take 10.")
    check_scored(table, "reliability")
    codes, documents = pd.factorize(table["document"], sort=True)
    y = table["salient"].to_numpy().astype(bool)
    score = table["score"].to_numpy().astype(np.float64)
    filled = Bins(bin_sums(codes, y, score, len(documents), bins))
    entities = filled.entities.sum(axis=1)
    used = np.flatnonzero(entities)

    share, low, high = shares(filled.salient[used], filled.entities[used], n_bootstrap, seed)
    bins_used = {
        "low": filled.edges[used],
        "high": filled.edges[used + 1],
        "entities": entities[used].astype(int),
        "mean_score": filled.score[used].sum(axis=1) / entities[used],
    }
    return pd.DataFrame(bins_used | {"share": share, "share_low": low, "share_high": high})


def recalibrate(model: SalienceModel, table: pd.DataFrame) -> SalienceModel:
    """A model whose probabilities fit labelled documents, such as a few of one's own.

    The new logit is `a * logit + b`, with a and b of the greatest likelihood of the labels; each
    label counts as a little less than certain (Platt 1999, section 2.2). Beside the labels count
    `PRIOR_DOCUMENTS` documents on which the model is right (a conjugate prior, Diaconis and
    Ylvisaker 1979). Still, of draws of ten documents 18 % made probabilities worse, of twenty 13 %.

    Bias and weights are multiplied, so that explanations still add up, and the threshold is moved
    along: which entities are predicted to be salient stays as it is.

    Args:
        model: Any model; it stays as it is.
        table: Labelled entities with their attributes, as `read_table` gives them for files of
            labels.

    Returns:
        The new model; the last of `changes` on its card tells what it was recalibrated on.

    Raises:
        CorpusError: If there are fewer than ten documents, labels are wrong or all the same, or
            salient entities do not have the higher probabilities.

    Example:
        >>> from salience import train
        >>> table = pd.DataFrame(
        ...     [{"document": f"d{i % 12}", "entity": i, "first_sentence": i % 4,
        ...       "salient": i % 8 == 0} for i in range(96)])
        >>> model = train(table.assign(salient=table["first_sentence"] < 2), groups=["1st-loc"])
        >>> fitted = recalibrate(model, table)
        >>> print(model.predict(table).mean().round(2), fitted.predict(table).mean().round(2))
        0.5 0.3
    """
    documents, salient = _labels(table)
    n = len(np.unique(documents))
    a, b = platt_scale(logits(model, table), salient, PRIOR_DOCUMENTS / n)
    counts = {"documents": n, "entities": len(salient), "salient": int(salient.sum())}
    return _rescaled(model, a, b, "recalibration", {**counts, "a": a, "b": b})


def with_share(model: SalienceModel, scores: ArrayLike, share: float) -> SalienceModel:
    """A model by whose probabilities a given share of a corpus' entities is salient.

    For who knows how much their summaries say, but has no labels. All logits are shifted so that
    the probabilities of these entities have the share as their mean, and the threshold with them.
    Correcting the share by the rule of Bayes (Saerens et al. 2002) goes too far, since features
    already show a part of the difference.

    Args:
        model: Any model; it stays as it is.
        scores: The probabilities that it gives to entities of a hundred documents or more:
            `model.predict(table)`, or the `score` of `salience score`.
        share: The share of the entities that summaries mention, between 0 and 1.

    Raises:
        MisuseError: If the share is not between 0 and 1.
        CorpusError: If there is no score, or one is not from 0 to 1.

    Example:
        >>> from salience import load_model
        >>> more = with_share(load_model(), [0.5, 0.1, 0.02], 0.4)
        >>> round(more.card["changes"][-1]["b"], 2)
        1.42
    """
    if isinstance(share, bool) or not (isinstance(share, Real) and 0 < share < 1):
        raise MisuseError(
            f"the expected share must be above 0 and below 1, but is {share!r}. Give the part of "
            "the entities that a summary mentions, such as 0.2."
        )
    score = np.asarray(scores, np.float64).ravel()
    if not (len(score) and ((score >= 0) & (score <= 1)).all()):
        raise CorpusError(
            "the scores must be one or more numbers from 0 to 1. Pass those of `salience score`, "
            "or model.predict(table)."
        )
    least = 10.0**-DIGITS / 2
    before = logit(np.clip(score, least, 1 - least))
    reach = logit(share) - before  # the shift that brings each entity alone to the share
    shift = brentq(
        lambda b: float(expit(before + b).mean() - share), reach.min() - 1e-6, reach.max() + 1e-6
    )
    about = {"entities": len(score), "share": float(share), "b": float(shift)}
    return _rescaled(model, 1.0, float(shift), "share", about)


def recalibrated_scores(
    model: SalienceModel, table: pd.DataFrame, *, folds: int = FOLDS
) -> Float64Array:
    """The probabilities by models recalibrated on other documents: cross-validated."""
    documents, salient = _labels(table)
    before = logits(model, table)
    scores = np.empty(len(table))
    for others, part in document_folds(documents, folds):
        prior = PRIOR_DOCUMENTS / len(np.unique(documents[others]))
        a, b = platt_scale(before[others], salient[others], prior)
        scores[part] = expit(a * before[part] + b)
    return scores


def logits(model: SalienceModel, table: pd.DataFrame) -> Float64Array:
    """The logit of every entity of a table with attributes."""
    return model.classifier.decision_function(model.featurizer.transform(model.complete(table)))


def platt_scale(
    logit: Float64Array,
    salient: BoolArray,
    prior: float = 0.0,
    *,
    weight: Float64Array | float = 1.0,
) -> tuple[float, float]:
    """The a and b for which `expit(a * logit + b)` fits labels best (Platt 1999, section 2.2).

    What the logit says now counts `prior` times as much as the label. `weight` is that of each row.
    """
    yes, no = int(salient.sum()), int((~salient).sum())
    if not (yes and no):
        raise CorpusError(
            f"probabilities are fitted to salient and other entities, but of {len(salient)} "
            f"labelled ones {yes} are salient. Label more documents."
        )
    target = np.where(salient, (yes + 1) / (yes + 2), 1 / (no + 2))
    now = prior * expit(logit)
    # A target between 0 and 1 is two rows: a salient one with that weight, another with the rest.
    regression = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-9)
    if np.ptp(logit):
        with threadpool_limits(1):  # sums in parallel would differ with the number of threads
            regression.fit(
                np.concatenate([logit, logit])[:, None],
                np.repeat([1, 0], len(logit)),
                np.concatenate([weight * (target + now), weight * (1 - target + (prior - now))]),
            )
    a = float(np.float32(regression.coef_[0, 0])) if np.ptp(logit) else 0.0
    if a <= 0:
        raise CorpusError(
            "the labelled entities that are salient do not have higher probabilities than the "
            f"others (slope {a:.3g}), so that no scale makes them right. See if the labels are "
            "those of the same documents, or train a model on them."
        )
    return a, float(regression.intercept_[0])


def document_folds(
    documents: Sequence[Any] | NDArray[Any], folds: int
) -> Iterator[tuple[IndexArray, IndexArray]]:
    """Rows outside and in each part of the documents: the same parts whatever the order of rows."""
    codes, names = pd.factorize(np.asarray(documents), sort=True)
    if min(folds, len(names)) < 2:
        raise SalienceError(
            f"cross-validation needs at least 2 parts and documents, but has folds={folds} and "
            f"{len(names)} documents. Take 5 parts, of ten or more documents."
        )
    parts = GroupKFold(min(folds, len(names)))
    yield from parts.split(codes, groups=codes)


def _rescaled(
    model: SalienceModel, a: float, b: float, change: str, about: Mapping[str, Any]
) -> SalienceModel:
    """A model whose logits and thresholds are multiplied and shifted, and whose card says so."""

    def moved(threshold: float) -> float:
        return round(float(expit(a * logit(threshold) + b)), DIGITS)

    classifier, nominal = model.classifier.rescaled(a, b), model.nominal_threshold
    classifier.threshold = moved(classifier.threshold)
    card = changed_card(model.card, change, about)
    nominal = None if nominal is None else moved(nominal)
    return replace(model, classifier=classifier, nominal_threshold=nominal, card=card)


def _labels(table: pd.DataFrame) -> tuple[NDArray[Any], BoolArray]:
    check_labelled(table, "recalibrate")
    documents = table["document"].to_numpy()
    n = len(np.unique(documents))
    if n < MIN_DOCUMENTS:
        raise CorpusError(
            f"recalibration needs at least {MIN_DOCUMENTS} labelled documents, but there are {n}. "
            "Label more, or use the model as it is."
        )
    return documents, table["salient"].to_numpy().astype(bool)
