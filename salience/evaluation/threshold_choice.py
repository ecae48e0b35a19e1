"""A threshold for a purpose: the best F1, a precision, or a share of entities to be found."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import CorpusError, MisuseError
from salience.evaluation.bootstrap import Interval, count_predictions, precision_recall_f1
from salience.evaluation.rank_metrics import Ranking
from salience.evaluation.recalibration import FOLDS, document_folds
from salience.features.table_rules import check_scored, found_rows
from salience.model.model_card import changed_card
from salience.model.salience_model import SalienceModel
from salience.tables.records import DIGITS
from salience.tables.signature import data_digest, signature
from salience.text.formatting import interval_text, percent
from salience.types import Figures

_SHOWN = {"precision": "P", "recall": "R", "f1": "F1", "share": "predicted"}


@dataclass(frozen=True, slots=True)
class ThresholdChoice(Figures):
    """A threshold, and what it gives. All scores are shares from 0 to 1.

    Attributes:
        goal: `best F1`, `precision 0.8` or `share 0.2`.
        threshold: Entities with at least this score are predicted to be salient.
        documents, entities, salient: What it was chosen on.
        here: `precision`, `recall`, `f1` and `share` (of entities that are predicted to be salient)
            on the documents that it was chosen on.
        expected: What they are on documents that it was not chosen on, by cross-validation.
        intervals: By name, the middle 95 % of `expected` over bootstrap samples of documents.
        others: The thresholds that were chosen in cross-validation, rising.
        signature: What makes the numbers repeatable.
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
        shown = (interval_text(self.intervals.get(name)) for name in _SHOWN)
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

    Without `precision` and `share` it is the one with the best F1. What is best on some documents
    is less good on others: `expected` is measured on each of five parts of the documents by a
    threshold chosen on the other four.

    Args:
        table: A row per entity, with `document`, `salient` and `score`, as `evaluate` takes it.
        precision: Find as many salient entities as can be with at least this precision.
        share: Predict this share of all entities to be salient, as nearly as can be.
        n_bootstrap: Samples of documents for the intervals, which do not choose anew; 0 for none.
        seed: Of the samples.

    Raises:
        CorpusError: If labels or scores are wrong, there are not two documents, nothing is salient,
            or no threshold has the precision.
        MisuseError: If precision and share are both given, or not above 0 and up to 1.

    Example:
        >>> table = pd.DataFrame({"document": ["a", "a", "b", "b", "c", "c"],
        ...     "salient": [True, False] * 3, "score": [0.9, 0.35, 0.4, 0.3, 0.6, 0.5]})
        >>> choice = choose_threshold(table, n_bootstrap=100)
        >>> choice.threshold, round(choice.here["f1"], 3), round(choice.expected["f1"], 3)
        (0.4, 0.857, 0.571)
        >>> choose_threshold(table, share=0.3).threshold
        0.6
    """
    goal = _goal(precision, share)
    _check(table)
    codes, documents = pd.factorize(table["document"], sort=True)
    salient = table["salient"].to_numpy().astype(bool)
    score = table["score"].to_numpy().astype(np.float64)
    n = len(documents)
    threshold = _best(salient, score, precision, share)
    if threshold is None:
        _, true_positives, predicted = _steps(salient, score)
        raise CorpusError(
            f"no threshold has a precision of {precision:g} on these labels; the most is "
            f"{(true_positives / predicted).max():.3f}. Ask for less."
        )
    folds = list(document_folds(codes, FOLDS))
    thresholds, predicted_by_others = _cross_validated(folds, salient, score, precision, share)
    here = count_predictions(codes, salient, score >= threshold, n)
    on_others = count_predictions(codes, salient, predicted_by_others, n)
    expected, low_high = on_others.bootstrap(_scores, n_bootstrap, seed)
    return ThresholdChoice(
        goal=goal,
        threshold=threshold,
        documents=n,
        entities=len(table),
        salient=int(salient.sum()),
        here=_scores(here.total()),
        expected=expected,
        intervals=low_high,
        others=thresholds,
        signature=signature(
            data=data_digest(table),
            documents=n,
            entities=len(table),
            goal=goal,
            folds=len(folds),
            bootstrap=f"{n_bootstrap}@seed={seed}",
        ),
    )


def _check(table: pd.DataFrame) -> None:
    check_scored(table, "choose_threshold")
    if not found_rows(table).all():
        raise CorpusError(
            "a threshold is chosen among entities that were found, but some rows are not `found`. "
            "Leave them out: table[table['found']]."
        )
    documents, salient = table["document"].nunique(), int(table["salient"].astype(bool).sum())
    if documents < 2 or not salient:
        raise CorpusError(
            f"a threshold is chosen on two or more documents with salient entities, but there are "
            f"{documents} documents with {salient} salient entities. Label more documents."
        )


def _cross_validated(
    folds: Sequence[tuple[IndexArray, IndexArray]],
    salient: BoolArray,
    score: Float64Array,
    precision: float | None,
    share: float | None,
) -> tuple[tuple[float, ...], BoolArray]:
    """The thresholds of all folds, rising, and what each of them predicts for its own part."""
    predicted = np.zeros(len(salient), bool)
    thresholds = []
    for others, part in folds:
        threshold = _best(salient[others], score[others], precision, share)
        if threshold is not None:
            thresholds.append(threshold)
            predicted[part] = score[part] >= threshold
    return tuple(sorted(thresholds)), predicted


def with_threshold(model: SalienceModel, choice: ThresholdChoice) -> SalienceModel:
    """A model that predicts entities to be salient from the chosen threshold on.

    The last of `changes` on its card tells of it; name, version and scores of the old model are in
    `from`.

    Args:
        model: The model; it stays as it is.
        choice: What `choose_threshold` gave.

    Example:
        >>> from salience import load_model
        >>> choice = ThresholdChoice("best F1", 0.25, 9, 99, 9, {}, {})
        >>> with_threshold(load_model(), choice).classifier.threshold
        0.25
    """
    classifier = copy.copy(model.classifier)
    classifier.threshold = choice.threshold
    about = {k: v for k, v in choice.to_dict().items() if k not in ("here", "others")}
    return replace(model, classifier=classifier, card=changed_card(model.card, "threshold", about))


def _goal(precision: float | None, share: float | None) -> str:
    if precision is not None and share is not None:
        raise MisuseError("precision and share can't both be the goal. Give one of them.")
    for name, value in (("precision", precision), ("share", share)):
        if value is not None:
            if not (isinstance(value, Real) and 0 < float(value) <= 1):
                raise MisuseError(f"{name} must be above 0 and up to 1, but is {value!r}.")
            return f"{name} {value:g}"
    return "best F1"


def _best(
    salient: BoolArray, score: Float64Array, precision: float | None, share: float | None
) -> float | None:
    """The threshold for the goal; None if none has the precision."""
    steps, true_positives, predicted = _steps(salient, score)
    if precision is not None:
        precise = np.where(true_positives / predicted >= precision, true_positives, 0)
        if not precise.any():
            return None
        best = precise.argmax()
    elif share is not None:
        best = np.abs(predicted / len(salient) - share).argmin()
    else:
        best = (2 * true_positives / (predicted + true_positives[-1])).argmax()
    return _between(steps[best + 1], steps[best]) if best + 1 < len(steps) else 0.0


def _steps(
    salient: BoolArray, score: Float64Array
) -> tuple[Float64Array, Float64Array, Float64Array]:
    """Distinct scores, falling, with how many salient and how many entities reach each."""
    ranking = Ranking(np.zeros(len(salient), np.intp), salient, score)
    true_positives, false_positives = ranking.steps(np.ones(1))
    return ranking.thresholds, true_positives, true_positives + false_positives


def _between(low: float, high: float) -> float:
    """The number with the fewest decimals above `low` and up to `high`, near their middle."""
    for digits in range(1, DIGITS + 1):
        rounded = round(float(low + high) / 2, digits)
        if low < rounded <= high:
            return rounded
    return float(high)


def _scores(total: Float64Array) -> dict[str, float]:
    """The scores of true positives, predicted, salient and all entities."""
    precision, recall, f1 = precision_recall_f1(*total[:3])
    return {"precision": precision, "recall": recall, "f1": f1, "share": float(total[1] / total[3])}
