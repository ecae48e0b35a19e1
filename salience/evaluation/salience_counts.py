"""What `evaluate` counts in each document: parts of a corpus are counted apart, and added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from salience.arrays import BoolArray, Float64Array, IndexArray, UInt64Array
from salience.evaluation.bootstrap import PREDICTIONS, DocumentCounts, count_predictions
from salience.evaluation.calibration_bins import bin_sums
from salience.evaluation.rank_metrics import divided, document_scores
from salience.features.table_rules import found_rows
from salience.tables.signature import row_hashes

ONE_ABSTRACT = ("several", *(f"one_abstract_{name}" for name in PREDICTIONS[:3]))
"""Counted where there are `grade` and `abstracts`: entities of documents with several abstracts,
and predictions against one of these, drawn by chance."""


@dataclass(frozen=True, eq=False, slots=True)
class SalienceCounts:
    """Labels and scores of documents, counted by document.

    Attributes:
        ids: The ids of the documents, sorted.
        counts: Of each document, in that order: predictions, the scores within it (NaN for one that
            is not defined), sums of its bins, and `ONE_ABSTRACT` where it can be counted.
        within: The names of the scores within documents.
        codes: The document of each entity, an index into `ids`.
        salient, found, score, hashes: Of each entity; `found` says whether the system found it, and
            `hashes` are those of `row_hashes`.
    """

    ids: np.ndarray
    counts: DocumentCounts
    within: tuple[str, ...]
    codes: IndexArray
    salient: BoolArray
    found: BoolArray
    score: Float64Array
    hashes: UInt64Array

    @classmethod
    def from_table(cls, table: pd.DataFrame, threshold: float) -> SalienceCounts:
        """Count the documents of a table, as `evaluate` takes it, and checked."""
        codes, ids = pd.factorize(table["document"], sort=True)
        n = len(ids)
        salient = table["salient"].to_numpy().astype(bool)
        score = table["score"].to_numpy().astype(np.float64)
        found = found_rows(table)
        predicted = (score >= threshold) & found
        predictions = count_predictions(codes, salient, predicted, n)
        within = document_scores(codes, salient, predicted, score, _grades(table), n)
        if "found" in table:
            n_found = np.bincount(codes, salient & found, n).astype(np.float64)
            within["macro_coverage"] = divided(n_found, predictions.values[2])
        values = dict(zip(PREDICTIONS, predictions.values, strict=True)) | within
        sums = bin_sums(codes, salient, score, n)
        values |= {f"bin_{i}": row for i, row in enumerate(sums)}
        values |= _one_abstract(table, codes, predicted, n)
        return cls(
            np.asarray(ids, object),
            DocumentCounts(tuple(values), np.array(list(values.values()), np.float64)),
            tuple(within),
            codes,
            salient,
            found,
            score,
            row_hashes(table),
        )

    @classmethod
    def joined(cls, parts: Sequence[SalienceCounts]) -> SalienceCounts:
        """The counts of the documents of all parts, which must be different documents."""
        first, *others = parts
        for other in others:
            if (other.counts.names, other.within) != (first.counts.names, first.within):
                raise ValueError("parts with other columns can't be added up: count them again.")
        sizes = [len(part.ids) for part in parts]
        ids = np.concatenate([part.ids for part in parts])
        order = np.argsort(ids, kind="stable")
        places = np.argsort(order)
        starts = np.cumsum([0, *sizes[:-1]])
        codes = places[np.concatenate([p.codes + n for p, n in zip(parts, starts, strict=True)])]
        entities = np.argsort(codes, kind="stable")

        columns = {
            name: np.asarray(np.concatenate([getattr(part, name) for part in parts])[entities])
            for name in ("salient", "found", "score", "hashes")
        }
        values = np.concatenate([part.counts.values for part in parts], axis=1)
        counts = DocumentCounts(first.counts.names, values[:, order])
        return cls(ids[order], counts, first.within, codes[entities], **columns)

    def select(self, names: Sequence[str]) -> DocumentCounts:
        """Only the counts of these names."""
        rows = [self.counts.names.index(name) for name in names]
        return DocumentCounts(tuple(names), self.counts.values[rows])


def _grades(table: pd.DataFrame) -> Float64Array:
    graded = "grade" in table and bool(table["grade"].notna().all())
    return table["grade" if graded else "salient"].to_numpy().astype(np.float64)


def _one_abstract(
    table: pd.DataFrame, codes: IndexArray, predicted: BoolArray, n: int
) -> dict[str, Float64Array]:
    """Predictions counted against an abstract drawn by chance, of documents with several.

    Of an entity's n abstracts k mention it, so it is salient with the chance k / n.
    """
    if not {"grade", "abstracts"} <= set(table.columns):
        return {}
    k, n_abstracts = (
        pd.to_numeric(table[name], errors="coerce").to_numpy(np.float64)
        for name in ("grade", "abstracts")
    )
    several = (n_abstracts >= 2) & (k >= 0) & (k <= n_abstracts)
    share = np.divide(k, n_abstracts, out=np.zeros(len(k)), where=several)
    kinds = (several, share * predicted, predicted & several, share)
    return {
        name: np.bincount(codes, kind, n).astype(np.float64)
        for name, kind in zip(ONE_ABSTRACT, kinds, strict=True)
    }
