"""Scores of a system against labels, with intervals and a signature."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array, IndexArray
from salience.errors import SalienceError
from salience.evaluation.bootstrap import (
    PREDICTIONS,
    DocumentCounts,
    Interval,
    count_predictions,
    document_weights,
    error_interval,
    intervals,
    or_none,
    precision_recall_f1,
)
from salience.evaluation.calibration_bins import Bins, bin_sums
from salience.evaluation.rank_metrics import Ranking, divided, document_scores, mean
from salience.features.table_rules import check_scored, found_rows
from salience.tables.signature import data_digest, signature
from salience.types import Figures


@dataclass(frozen=True, slots=True)
class Scores(Figures):
    """The scores of a system: shares from 0 to 1, of the salient class.

    Attributes:
        documents, entities, salient: How many there were; `salient` by the labels.
        threshold: Entities with at least this score were predicted to be salient.
        precision, recall, f1: At the threshold. 0 where they would be 0/0.
        auc: Area under the ROC curve of all entities together; None if all labels are the same.
        ap: Average precision. None if no label is salient.
        brier: Mean squared difference of score and label (Brier 1950); None without entities.
        ece: Expected calibration error: how far the mean score of ten bins of equal width is from
            the share of their entities that is salient (Naeini, Cooper and Hauskrecht 2015). Its
            interval holds 0 where the labels do not show that scores are wrong.
        coverage: Share of the salient entities that the system found, by the column `found`.
        best_threshold, best_f1: The highest threshold with the best F1 on this very table, and that
            F1: no estimate. None and 0 if no label is salient.
        one_abstract_f1: F1 against what *one* of a document's abstracts mentions, of documents with
            several (columns `grade` and `abstracts`).
        documents_with_salient: How many documents have a salient entity.
        by_document: Means over documents of the scores within each, by name; documents in which a
            score is not defined are left out.
        intervals: By name of the score, the middle 95 % over bootstrap samples of documents.
        signature: What makes the score repeatable.
    """

    documents: int
    entities: int
    salient: int
    threshold: float
    precision: float
    recall: float
    f1: float
    auc: float | None
    ap: float | None
    brier: float | None
    ece: float | None
    coverage: float | None
    best_threshold: float | None
    best_f1: float
    one_abstract_f1: float | None = None
    documents_with_salient: int = 0
    by_document: Mapping[str, float | None] = field(default_factory=dict, repr=False)
    intervals: Mapping[str, Interval] = field(default_factory=dict, repr=False)
    signature: str = ""

    def __str__(self) -> str:
        labels = {"precision": "P", "recall": "R", "f1": "F1", "auc": "AUC", "ap": "AP"}
        if self.coverage is not None:
            labels["coverage"] = "found"
        labels |= {"brier": "Brier", "ece": "ECE"}
        lines = [
            f"{self.documents:,} documents, {self.entities:,} entities, {self.salient:,} salient; "
            f"threshold {self.threshold:g}"
        ]
        lines += [f"{label:<6}{self._shown(n, getattr(self, n))}" for n, label in labels.items()]
        if self.best_threshold is not None:
            lines.append(f"best F1 {100 * self.best_f1:.1f} at threshold {self.best_threshold:.3f}")
        lines.append(
            f"means over documents; {self.documents_with_salient:,} have a salient entity:"
        )
        lines += [f"{name:<16}{self._shown(name, x)}" for name, x in self.by_document.items()]
        return "\n".join([*lines, self.signature])

    def _shown(self, name: str, value: float | None) -> str:
        """A score with its interval: in percent, but for the errors of probabilities."""
        scale, digits = (1, 3) if name in ("brier", "ece") else (100, 1)
        shown = "  none" if value is None else f"{scale * value:6.{digits}f}"
        if name in self.intervals:
            low, high = self.intervals[name]
            shown += f"   [{scale * low:5.{digits}f}, {scale * high:5.{digits}f}]"
        return shown


def evaluate(
    table: pd.DataFrame,
    *,
    threshold: float = 0.3,
    n_bootstrap: int = 1000,
    seed: int = 0,
    system: str | None = None,
) -> Scores:
    """Compare scores with labels.

    Args:
        table: A row per entity, with `document`, `salient` (the label) and `score` (0 to 1). nDCG
            and Spearman take `grade`, if every row has one, else `salient`. With `found` scores are
            end to end; see `salience.with_missed`.
        threshold: Entities with at least this score are predicted to be salient. 0.3 is the
            paper's; a model has its own, `model.classifier.threshold`.
        n_bootstrap: Samples of documents (percentile bootstrap); 0 for none.
        seed: Of the samples.
        system: What gave the scores, for the signature.

    Raises:
        CorpusError: If a column is missing, or a label, score or grade is none.
        SalienceError: If the threshold is not a number, or `n_bootstrap` or `seed` is negative.

    Example:
        >>> table = pd.DataFrame({
        ...     "document": ["a", "a", "b", "b"],
        ...     "salient": [True, False, True, False],
        ...     "score": [0.9, 0.2, 0.4, 0.3]})
        >>> print(evaluate(table, n_bootstrap=100))
        2 documents, 4 entities, 2 salient; threshold 0.3
        P       66.7   [ 50.0, 100.0]
        R      100.0   [100.0, 100.0]
        F1      80.0   [ 66.7, 100.0]
        AUC    100.0   [100.0, 100.0]
        AP     100.0   [100.0, 100.0]
        Brier  0.125   [0.025, 0.225]
        ECE    0.300   [0.000, 0.450]
        best F1 100.0 at threshold 0.400
        means over documents; 2 have a salient entity:
        macro_precision   75.0   [ 50.0, 100.0]
        ...
        salience=...|data=...|documents=2|entities=4|threshold=0.3|bootstrap=100@seed=0
    """
    check_scored(table, "evaluate")
    if np.isnan(threshold):
        raise SalienceError("threshold must be a number, but is nan. Take 0.3.")
    measures = _Measures(table, threshold)
    scores, low_high = measures.bootstrap(n_bootstrap, seed)
    best_threshold, best_f1 = measures.best
    return Scores(
        documents=measures.documents,
        entities=len(table),
        salient=int(measures.n_salient.sum()),
        threshold=threshold,
        precision=scores["precision"],
        recall=scores["recall"],
        f1=scores["f1"],
        auc=or_none(scores["auc"]),
        ap=or_none(scores["ap"]),
        brier=or_none(scores["brier"]),
        ece=or_none(scores["ece"]),
        coverage=or_none(scores.get("coverage", np.nan)),
        best_threshold=best_threshold,
        best_f1=best_f1,
        one_abstract_f1=scores.get("one_abstract_f1"),
        documents_with_salient=int((measures.n_salient > 0).sum()),
        by_document={name: or_none(scores[name]) for name in measures.within},
        intervals=low_high,
        signature=signature(
            data=data_digest(table),
            documents=measures.documents,
            entities=len(table),
            threshold=float(threshold),
            bootstrap=f"{n_bootstrap}@seed={seed}",
            system=system,
        ),
    )


class _Measures:
    """The scores of the documents of a table, all together or of a bootstrap sample of them."""

    def __init__(self, table: pd.DataFrame, threshold: float) -> None:
        codes, ids = pd.factorize(table["document"], sort=True)
        self.documents = n = len(ids)
        salient = table["salient"].to_numpy().astype(bool)
        score = table["score"].to_numpy().astype(np.float64)
        found = found_rows(table)
        predicted = (score >= threshold) & found
        self.predictions = count_predictions(codes, salient, predicted, n)
        self.n_salient = self.predictions.values[2]
        self.ranking = Ranking(codes, salient, score)
        self.bins = Bins(bin_sums(codes, salient, score, n))
        graded = "grade" in table and bool(table["grade"].notna().all())
        grade = table["grade" if graded else "salient"].to_numpy().astype(np.float64)
        self.within = document_scores(codes, salient, predicted, score, grade, n)
        if "found" in table:
            n_found = np.bincount(codes, salient & found, n).astype(np.float64)
            self.within["macro_coverage"] = divided(n_found, self.n_salient)
        self.one_abstract = _one_abstract(table, codes, predicted, n)
        self.best = Ranking(codes[found], salient[found], score[found]).best(
            missed=int((salient & ~found).sum())
        )

    def scores(self, weights: Float64Array) -> dict[str, float]:
        """All scores of documents with weights, by name; NaN for one that is not defined."""
        precision, recall, f1 = precision_recall_f1(*self.predictions.total(weights)[:3])
        pooled = {"precision": precision, "recall": recall, "f1": f1}
        pooled |= {"auc": self.ranking.auc(weights), "ap": self.ranking.ap(weights)}
        pooled |= {"brier": self.bins.brier(weights), "ece": self.bins.ece(weights)}
        if self.one_abstract is not None:
            pooled["one_abstract_f1"] = precision_recall_f1(*self.one_abstract.total(weights))[2]
        if "macro_coverage" in self.within:
            coverage = self.within["macro_coverage"]
            pooled["coverage"] = mean(coverage, weights * self.n_salient)
        return pooled | {name: mean(values, weights) for name, values in self.within.items()}

    def bootstrap(
        self, n_bootstrap: int, seed: int
    ) -> tuple[dict[str, float], dict[str, Interval]]:
        """The scores of all documents, and their intervals."""
        scores = self.scores(np.ones(self.documents))
        drawn = list(document_weights(self.documents, n_bootstrap, seed))
        samples = [self.scores(weights) for weights in drawn]
        low_high = intervals(scores, samples)
        if "ece" in low_high:
            noise = [self.bins.noise(weights) for weights in drawn]
            low_high["ece"] = error_interval(scores["ece"], [x["ece"] for x in samples], noise)
        return scores, low_high


def _one_abstract(
    table: pd.DataFrame, codes: IndexArray, predicted: BoolArray, n: int
) -> DocumentCounts | None:
    """Predictions against an abstract drawn by chance, where k of n mention an entity."""
    if not {"grade", "abstracts"} <= set(table.columns):
        return None
    k, n_abstracts = (
        pd.to_numeric(table[name], errors="coerce").to_numpy(np.float64)
        for name in ("grade", "abstracts")
    )
    several = (n_abstracts >= 2) & (k >= 0) & (k <= n_abstracts)
    if not several.any():
        return None
    share = np.divide(k, n_abstracts, out=np.zeros(len(k)), where=several)
    kinds = (share * predicted, predicted & several, share)
    counts = [np.bincount(codes, kind, n).astype(np.float64) for kind in kinds]
    return DocumentCounts(PREDICTIONS[:3], np.array(counts))
