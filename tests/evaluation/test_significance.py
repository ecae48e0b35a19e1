"""P-values are those of scipy, and of all swaps there are."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test, rankdata
from sklearn.metrics import average_precision_score, f1_score

from salience.errors import CorpusError
from salience.evaluation.paired_tests import holm
from salience.evaluation.significance import Difference, randomization_test, with_holm

R = 4000


def systems(n_documents: int, seed: int = 5) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Labelled entities with the scores of a good system and of a worse one, on another scale."""
    random = np.random.default_rng(seed)
    documents = np.repeat(np.arange(n_documents), 6)
    salient = random.random(len(documents)) < 0.4
    good = 0.35 * salient + 0.6 * random.random(len(documents))
    worse = (0.2 * salient + 0.8 * random.random(len(documents))) / 3
    return pd.DataFrame({"document": documents, "salient": salient}), good, worse


def close(p: float, exact: float) -> bool:
    """Whether p may be an estimate of the other, from R shuffles."""
    return abs(p - exact) < 4 * np.sqrt(exact * (1 - exact) / R) + 1 / R


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_p_values_are_those_of_scipy_and_of_all_swaps(seed: int) -> None:
    n = 8
    table, a, b = systems(n, seed)
    ranks = np.concatenate([rankdata(a), rankdata(b)])
    predicted = np.concatenate([a >= 0.4, b >= 0.15])
    y = np.tile(table["salient"], 2)
    codes = np.concatenate([table["document"], table["document"] + n])

    @cache
    def f1(chosen: tuple[int, ...]) -> float:
        rows = np.isin(codes, chosen)
        return float(f1_score(y[rows], predicted[rows], zero_division=0))

    @cache
    def ap(chosen: tuple[int, ...]) -> float:
        rows = np.isin(codes, chosen)
        return float(average_precision_score(y[rows], ranks[rows]))

    found = randomization_test(table, a, b, thresholds=(0.4, 0.15), n_shuffles=R)
    first, second = np.arange(n), np.arange(n) + n
    for score, difference, p in ((f1, found.f1, found.p_f1), (ap, found.ap, found.p_ap)):
        exact = permutation_test(
            (first, second),
            lambda x, y, score=score: score(tuple(x)) - score(tuple(y)),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=False,
        )
        assert difference == pytest.approx(exact.statistic)
        assert p is not None and close(p, exact.pvalue)
        values = []
        for swaps in product([False, True], repeat=n):
            one = tuple(np.where(swaps, second, first))
            other = tuple(np.where(swaps, first, second))
            values.append(score(one) - score(other))
        as_much = np.abs(values) >= abs(exact.statistic) - 1e-9
        assert close(p, float(as_much.mean()))


def test_the_smallest_p_is_one_of_all_shuffles_and_the_unswapped() -> None:
    table, a, _ = systems(60)
    opposite = 1 - a
    found = randomization_test(table, a, opposite, thresholds=(0.5, 0.5), n_shuffles=99)
    assert (found.p_f1, found.p_ap) == (0.01, 0.01)


def test_a_system_does_not_differ_from_itself_or_from_its_scores_on_another_scale() -> None:
    table, a, _ = systems(20)
    found = randomization_test(table, a, a / 2, thresholds=(0.4, 0.2), n_shuffles=50)
    assert (found.f1, found.p_f1, found.ap, found.p_ap) == (0, 1, 0, 1)


def test_the_systems_change_places() -> None:
    table, a, b = systems(15)
    one = randomization_test(table, a, b, thresholds=(0.4, 0.1), n_shuffles=200)
    other = randomization_test(table, b, a, thresholds=(0.1, 0.4), n_shuffles=200)
    assert (one.f1, one.ap) == (-other.f1, -(other.ap or 0))
    assert (one.p_f1, one.p_ap) == (other.p_f1, other.p_ap)


def test_the_same_seed_gives_the_same_whatever_the_order_of_rows() -> None:
    table, a, b = systems(15)
    order = np.random.default_rng(0).permutation(len(table))
    found = randomization_test(table, a, b, n_shuffles=200)
    assert found == randomization_test(table, a, b, n_shuffles=200)
    assert found == randomization_test(table.iloc[order], a[order], b[order], n_shuffles=200)
    other = randomization_test(table, a, b, n_shuffles=200, seed=1)
    assert (other.p_f1, other.p_ap) != (found.p_f1, found.p_ap) and other.f1 == found.f1


def test_nothing_salient_and_one_document() -> None:
    table, a, b = systems(4)
    nothing = randomization_test(table.assign(salient=False), a, b, n_shuffles=20)
    assert (nothing.ap, nothing.p_ap, nothing.f1, nothing.p_f1) == (None, None, 0, 1)
    one = randomization_test(table.assign(document="d"), a, b, n_shuffles=20)
    assert one.ap != 0 and (one.p_f1, one.p_ap) == (1, 1)
    none = randomization_test(table[:0], [], [], n_shuffles=20)
    assert (none.f1, none.p_f1, none.ap) == (0, 1, None)


def test_bad_values_are_named() -> None:
    table, a, b = systems(2)
    with pytest.raises(CorpusError, match=r"'b' must have a number for each of the 12 rows"):
        randomization_test(table, a, b[:-1])
    with pytest.raises(CorpusError, match="and 1 missing"):
        randomization_test(table, np.append(a[:-1], np.nan), b)
    with pytest.raises(CorpusError, match="and 1 missing"):
        randomization_test(table, a, np.append(b[:-1], np.inf))
    with pytest.raises(CorpusError, match="no column 'salient'"):
        randomization_test(table.drop(columns="salient"), a, b)
    with pytest.raises(CorpusError, match=r"'salient' must be true or false, but is None in row 0"):
        randomization_test(table.assign(salient=[None] + [True] * 11), a, b)
    with pytest.raises(CorpusError, match="'document' is missing"):
        randomization_test(table.assign(document=[None, *table["document"][1:]]), a, b)
    for wrong in ([0.1, float("nan")], [2], [-0.1]):
        with pytest.raises(ValueError, match="p-values must be from 0 to 1"):
            holm(wrong)
    with pytest.raises(ValueError, match="n_shuffles must be at least 1, but is 0"):
        randomization_test(table, a, b, n_shuffles=0)


@given(st.lists(st.sampled_from([0.0, 0.001, 0.004, 0.01, 0.02, 0.05, 0.3, 1.0]), max_size=6))
def test_holm_rejects_what_its_procedure_rejects(p_values: list[float]) -> None:
    """Holm's own words: step down while the k-th smallest is at most level / (m - k + 1)."""
    found = holm(p_values)
    m = len(p_values)
    order = sorted(range(m), key=lambda i: p_values[i])
    for level in (0.003, 0.0101, 0.0499, 0.0501, 0.11, 0.77):
        rejected = set()
        for k, i in enumerate(order):
            if p_values[i] > level / (m - k):
                break
            rejected.add(i)
        assert {i for i in range(m) if found[i] <= level} == rejected


def test_all_p_values_of_all_comparisons_are_corrected_together() -> None:
    first = Difference(0.1, 0.01, 0.1, 0.02, 99, 0)
    second = Difference(0.1, 0.03, None, None, 99, 0)
    found = with_holm([first, second])
    assert [(d.holm_f1, d.holm_ap) for d in found] == [(0.03, 0.04), (0.04, None)]
    assert with_holm([]) == []
