"""A threshold for a purpose: the best F1, a precision, or a share of entities called salient."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from numbers import Real

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array
from salience.errors import CorpusError, SalienceError
from salience.metrics.bootstrap import Interval, document_counts, document_weights, intervals, prf
from salience.metrics.rank_metrics import Ranking
from salience.model.model_card import changed_card
from salience.model.recalibration import FOLDS, document_folds
from salience.model.salience_model import SalienceModel
from salience.tables.checks import check_scored, found_rows
from salience.tables.records import DIGITS
from salience.tables.signature import data_digest, signature
from salience.text.formatting import percent

_SHOWN = {"precision": "P", "recall": "R", "f1": "F1", "share": "called"}


@dataclass(frozen=True, slots=True)
class ThresholdChoice:
    """What `choose_threshold` found. All scores are shares from 0 to 1.

    Attributes:
        goal: `best F1`, `precision 0.8` or `share 0.2`.
        threshold: Entities with at least this score are called salient.
        documents, entities, salient: What it was chosen on.
        here: `precision`, `recall`, `f1` and `share` (of the entities that are called salient) on
            the documents that it was chosen on: better than can be hoped for on others.
        expected: The same on documents that it was not chosen on, by cross-validation.
        intervals: By name, the middle 95 % of `expected` over bootstrap samples of documents.
        others: The thresholds that were chosen in cross-validation, rising; where none had the
            precision, nothing was called salient, and there is none.
        signature: What makes the numbers repeatable, as in `evaluate`.
    """

    goal: str
    threshold: float
    documents: int
    entities: int
    salient: int
    here: Mapping[str, float]
    expected: Mapping[str, float]
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    others: tuple[float, ...] = ()
    signature: str = ""

    def __str__(self) -> str:
        rows = [("on these documents", self.here), ("on others", self.expected)]
        lines = [
            f"threshold {self.threshold:g}: {self.goal}",
            f"documents {self.documents:,}, entities {self.entities:,}, salient "
            f"{self.salient / self.entities:.1%}",
            f"{'':20}" + "".join(f"{label:>12}" for label in _SHOWN.values()),
            *(f"{name:20}" + "".join(f"{percent(x[s]):>12}" for s in _SHOWN) for name, x in rows),
        ]
        low_high = (self.intervals.get(name) for name in _SHOWN)
        shown = (f"{percent(x[0])}-{percent(x[1])}" if x else "" for x in low_high)
        lines.append((" " * 20 + "".join(f"{x:>12}" for x in shown)).rstrip())
        between = f"{self.others[0]:g} to {self.others[-1]:g}" if self.others else "none"
        lines.append(f"on others: cross-validated over documents, thresholds from {between}")
        return "\n".join([*filter(None, lines), self.signature])


def choose_threshold(
    table: pd.DataFrame,
    *,
    precision: float | None = None,
    share: float | None = None,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> ThresholdChoice:
    """Choose a threshold on labelled entities, and say what it gives on other documents.

    Without `precision` and `share` it is the one with the best F1. It lies between the score of the
    last entity that is called salient and the next one below, at the number with the fewest
    decimals near their middle.

    A threshold that is best on some documents is not quite as good on others. So the documents are
    cut into five parts, and the entities of each are called salient by a threshold chosen on the
    other four; `expected` is measured on all these calls.

    Args:
        table: A row per entity, with `document`, `salient` and `score`, as `evaluate` takes it.
        precision: Call as many salient entities so as can be with at least this precision.
        share: Call this share of all entities salient, as nearly as can be.
        n_bootstrap: Samples of documents for the intervals; 0 for none. They are of the calls, and
            do not choose anew.
        seed: Of numpy's generator.

    Raises:
        CorpusError: As `evaluate`; if there are not two documents, or nothing is salient; or if
            no threshold has the precision.
        SalienceError: If precision and share are both given, or not above 0 and up to 1.

    Example:
        >>> table = pd.DataFrame({
        ...     "document": ["a", "a", "b", "b", "c", "c"],
        ...     "salient": [True, False, True, False, True, False],
        ...     "score": [0.9, 0.35, 0.4, 0.3, 0.6, 0.5]})
        >>> print(choose_threshold(table, n_bootstrap=100))
        threshold 0.4: best F1
        documents 3, entities 6, salient 50.0%
                                       P           R          F1      called
        on these documents          75.0       100.0        85.7        66.7
        on others                   50.0        66.7        57.1        66.7
                                0.0-50.0   0.0-100.0    0.0-66.7   0.0-100.0
        on others: cross-validated over documents, thresholds from 0.35 to 0.6
        salience=...|data=...|documents=3|entities=6|goal=best F1|folds=3|bootstrap=100@seed=0
        >>> choose_threshold(table, share=0.3).threshold
        0.6
    """
    goal = _goal(precision, share)
    check_scored(table, "choose_threshold")
    if not found_rows(table).all():
        raise CorpusError(
            "a threshold is chosen among entities that were found, but some rows are not `found`. "
            "Leave them out: table[table['found']]."
        )
    codes, documents = pd.factorize(table["document"], sort=True)
    y = table["salient"].to_numpy().astype(bool)
    score = table["score"].to_numpy().astype(np.float64)
    n = len(documents)
    if n < 2 or not y.any():
        raise CorpusError(
            f"a threshold is chosen on two or more documents with salient entities, but there are "
            f"{n} documents with {int(y.sum())} salient entities. Label more documents."
        )
    threshold = _best(y, score, precision, share)
    if threshold is None:
        _, salient, called_so = _steps(y, score)
        raise CorpusError(
            f"no threshold has a precision of {precision:g} on these labels; the most is "
            f"{(salient / called_so).max():.3f}. Ask for less."
        )
    called = np.zeros(len(y), bool)
    folds = list(document_folds(codes, FOLDS))
    thresholds = []
    for others, part in folds:
        chosen = _best(y[others], score[others], precision, share)
        if chosen is not None:
            thresholds.append(chosen)
            called[part] = score[part] >= chosen

    def measured(called: BoolArray) -> tuple[Float64Array, dict[str, float]]:
        sizes = np.bincount(codes, minlength=n)
        counts = np.vstack([document_counts(codes, y, called, n), sizes])
        return counts, _scores(counts.sum(axis=1))

    _, here = measured(score >= threshold)
    counts, expected = measured(called)
    samples = [_scores(counts @ weights) for weights in document_weights(n, n_bootstrap, seed)]
    return ThresholdChoice(
        goal=goal,
        threshold=threshold,
        documents=n,
        entities=len(y),
        salient=int(y.sum()),
        here=here,
        expected=expected,
        intervals=intervals(expected, samples),
        others=tuple(sorted(thresholds)),
        signature=signature(
            data=data_digest(table),
            documents=n,
            entities=len(y),
            goal=goal,
            folds=len(folds),
            bootstrap=f"{n_bootstrap}@seed={seed}",
        ),
    )


def with_threshold(model: SalienceModel, choice: ThresholdChoice) -> SalienceModel:
    """A model that calls entities salient from the chosen threshold on.

    The last of `changes` on its card tells of it; name, version and scores of the old model are in
    `from`.

    Example:
        >>> from salience.model.salience_model import load_model
        >>> choice = ThresholdChoice("best F1", 0.25, 9, 99, 9, {}, {})
        >>> with_threshold(load_model(), choice).classifier.threshold
        0.25
    """
    classifier = copy.copy(model.classifier)
    classifier.threshold = choice.threshold
    said = {k: v for k, v in asdict(choice).items() if k not in ("here", "others")}
    return replace(model, classifier=classifier, card=changed_card(model.card, "threshold", said))


def _goal(precision: float | None, share: float | None) -> str:
    if precision is not None and share is not None:
        raise SalienceError("precision and share can't both be the goal. Give one of them.")
    for name, value in (("precision", precision), ("share", share)):
        if value is not None:
            if not (isinstance(value, Real) and 0 < float(value) <= 1):
                raise SalienceError(f"{name} must be above 0 and up to 1, but is {value!r}.")
            return f"{name} {value:g}"
    return "best F1"


def _best(
    y: BoolArray, score: Float64Array, precision: float | None, share: float | None
) -> float | None:
    """The threshold for the goal; None if none has the precision."""
    steps, salient, called = _steps(y, score)
    if precision is not None:
        hits = np.where(salient / called >= precision, salient, 0)
        if not hits.any():
            return None
        best = hits.argmax()
    elif share is not None:
        best = np.abs(called / len(y) - share).argmin()
    else:
        best = (2 * salient / (called + salient[-1])).argmax()
    return _between(steps[best + 1], steps[best]) if best + 1 < len(steps) else 0.0


def _steps(y: BoolArray, score: Float64Array) -> tuple[Float64Array, Float64Array, Float64Array]:
    """The different scores, falling, and the salient and all entities from each on."""
    ranking = Ranking(np.zeros(len(y), np.intp), y, score)
    salient, other = ranking.steps(np.ones(1))
    return ranking.thresholds, salient, salient + other


def _between(low: float, high: float) -> float:
    """The number with the fewest decimals above `low` and up to `high`, near their middle."""
    for digits in range(1, DIGITS + 1):
        rounded = round(float(low + high) / 2, digits)
        if low < rounded <= high:
            return rounded
    return float(high)


def _scores(counts: Float64Array) -> dict[str, float]:
    """Of hits, called, salient and all entities."""
    precision, recall, f1 = prf(*counts[:3])
    share = float(counts[1] / counts[3])
    return {"precision": precision, "recall": recall, "f1": f1, "share": share}
