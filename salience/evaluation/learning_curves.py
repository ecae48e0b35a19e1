"""How much more labels would bring: models of growing random parts of the training documents."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from salience.errors import SalienceError
from salience.evaluation.bootstrap import (
    count_predictions,
    document_weights,
    intervals,
    precision_recall_f1,
)
from salience.evaluation.rank_metrics import Ranking
from salience.features.table_rules import check_label_file
from salience.model.salience_model import train
from salience.tables.signature import data_digest, signature
from salience.tables.splits import refuse_leaks


def learning_curve(
    train_table: pd.DataFrame,
    test_table: pd.DataFrame,
    *,
    sizes: Sequence[int] | None = None,
    repeats: int = 5,
    threshold: float = 0.3,
    n_bootstrap: int = 1000,
    seed: int = 0,
    **options: Any,
) -> pd.DataFrame:
    """Train on growing random parts of the documents and measure each model on the same test.

    Args:
        train_table: Labels to train on, as `read_table` gives them.
        test_table: Labels of other documents, to measure every model on.
        sizes: Numbers of training documents; by default all, a half, and so on, down to 10 or more.
        repeats: Random parts of each size, each with a model of its own; one of all documents.
        threshold: Entities with at least this probability are predicted to be salient.
        n_bootstrap: Samples of the test documents for the intervals; 0 for none.
        seed: For the parts and the samples.
        options: For `train`, such as `groups`.

    Returns:
        A row per size, the smallest first, with `documents`, `f1`, `f1_low`, `f1_high`, `ap`,
        `ap_low`, `ap_high`, shares from 0 to 1 and means over the repeats, and `signature`.

    Raises:
        CorpusError: If a table is not one of labels, or a document is in both.
        SalienceError: If a size is not from 1 to the number of training documents, or too small.

    Example:
        >>> rows = [{"document": d, "entity": e, "id": f"{e}", "first_sentence": e, "head_count": 1,
        ...          "named": 3 - e, "nominal": 0, "pronominal": 0, "headline": "", "head": "x",
        ...          "salient": e == 0} for d in range(40) for e in range(3)]
        >>> table = pd.DataFrame(rows)
        >>> curve = learning_curve(table[:60], table[60:], sizes=[5, 20], groups=["mentions"])
        >>> curve[["documents", "ap"]]
           documents   ap
        0          5  1.0
        1         20  1.0
    """
    check_label_file(train_table, "the training table")
    check_label_file(test_table, "the test table")
    refuse_leaks(train_table, test_table)
    ids = np.array(sorted(set(train_table["document"])), dtype=object)
    sizes = _sizes(len(ids)) if sizes is None else sorted(set(sizes))
    if repeats < 1 or any(not 1 <= size <= len(ids) or size % 1 for size in sizes):
        raise SalienceError(
            f"sizes must be from 1 to the {len(ids)} training documents, and repeats at least 1, "
            f"but are {sizes} and {repeats}."
        )
    rows = []
    for size in sizes:
        random = np.random.default_rng((seed, size))
        scored = [
            train(_part(train_table, ids, size, random), **options).predict(test_table)
            for _ in range(repeats if size < len(ids) else 1)
        ]
        rows.append(
            {"documents": size} | _measured(test_table, scored, threshold, n_bootstrap, seed)
        )
    return pd.DataFrame(rows).assign(
        signature=signature(
            train=data_digest(train_table),
            test=data_digest(test_table),
            repeats=repeats,
            threshold=float(threshold),
            bootstrap=f"{n_bootstrap}@seed={seed}",
            **{name: _shown(value) for name, value in sorted(options.items())},
        )
    )


def _shown(value: object) -> str:
    """An option of `train` for the signature; of counts, cards and the like only "given"."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value) if isinstance(value, (str, bool, int, float)) else "given"


def _sizes(n: int) -> list[int]:
    """`n`, a half of it, a quarter and so on, down to at least 10; in rising order."""
    return [*(_sizes(n // 2) if n // 2 >= 10 else ()), n]


def _part(
    table: pd.DataFrame, ids: np.ndarray, size: int, random: np.random.Generator
) -> pd.DataFrame:
    """The rows of so many documents, drawn anew until there are salient and other entities."""
    for _ in range(100):
        part = table[table["document"].isin(random.choice(ids, size, replace=False))]
        if part["salient"].nunique() == 2:
            return part.reset_index(drop=True)
    raise SalienceError(
        f"no {size} training documents were found with both salient and other entities. Take more "
        "of them."
    )


def _measured(
    table: pd.DataFrame, scored: Sequence[np.ndarray], threshold: float, n_bootstrap: int, seed: int
) -> dict[str, float]:
    """The mean F1 and AP of several models, with intervals over documents and models."""
    codes, documents = pd.factorize(table["document"], sort=True)
    n = len(documents)
    salient = table["salient"].to_numpy(bool)
    counts = [count_predictions(codes, salient, score >= threshold, n) for score in scored]
    rankings = [Ranking(codes, salient, score) for score in scored]

    def scores(weights: np.ndarray, r: int) -> dict[str, float]:
        f1 = precision_recall_f1(*counts[r].total(weights)[:3])[2]
        return {"f1": f1, "ap": rankings[r].ap(weights)}

    by_model = [scores(np.ones(n), r) for r in range(len(scored))]
    means = {name: float(np.mean([each[name] for each in by_model])) for name in by_model[0]}
    drawn = np.random.default_rng(seed).integers(len(scored), size=n_bootstrap)
    weighted = zip(document_weights(n, n_bootstrap, seed), drawn, strict=False)
    low_high = intervals(means, [scores(weights, r) for weights, r in weighted])
    return {
        f"{name}{end}": value
        for name, mean in means.items()
        for end, value in zip(
            ("", "_low", "_high"), (mean, *low_high.get(name, (np.nan, np.nan))), strict=True
        )
    }
