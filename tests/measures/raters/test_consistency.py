"""How raters agree with each other and themselves, and who rates without care."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.measures.raters.consistency import (
    alpha_of_scores,
    between_raters,
    by_rater,
    careless,
    fleiss_kappa,
    within_raters,
)
from salience.measures.raters.ratings import checked, scales
from salience.measures.raters.report import report


def ratings(by_rater: dict[str, list[float | None]], **columns: list[object]) -> pd.DataFrame:
    """Scores of each rater on items 0, 1, 2 …; None where nothing was said."""
    rows = [
        (rater, f"t{i}", "S", score)
        for rater, scores in by_rater.items()
        for i, score in enumerate(scores)
        if score is not None
    ]
    table = pd.DataFrame(rows, columns=["rater", "topic", "system", "overall"])
    return table.assign(**columns) if columns else table


# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C: four observers and
# twelve units, of which one has a single value. There the interval alpha is .849.
KRIPPENDORFF = {
    "A": [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    "B": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    "C": [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    "D": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
}


def test_alpha_is_that_of_krippendorffs_example() -> None:
    assert round(alpha_of_scores(ratings(KRIPPENDORFF), "overall"), 3) == 0.849  # type: ignore[arg-type]


def test_kappa_is_that_of_the_usual_example() -> None:
    """Ten subjects by fourteen raters into five categories: Fleiss' kappa is .210."""
    counts = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    said = [[k + 1 for k, n in enumerate(row) for _ in range(n)] for row in counts]
    table = ratings({f"r{i}": [float(row[i]) for row in said] for i in range(14)})
    assert round(fleiss_kappa(table, "overall"), 3) == 0.210


@given(st.lists(st.lists(st.integers(1, 10), min_size=3, max_size=3), min_size=1, max_size=6))
def test_differences_are_those_of_all_pairs_of_raters(scores: list[list[int]]) -> None:
    table = ratings({f"r{i}": [float(row[i]) for row in scores] for i in range(3)})
    expected = [abs(a - b) for row in scores for a, b in combinations(row, 2)]
    found = between_raters(table, "overall")
    assert sum(found.counts.values()) == len(expected)
    assert found.mean == pytest.approx(np.mean(expected))
    assert found.deviation == pytest.approx(np.std(expected))
    assert list(found.counts) == sorted(found.counts)


def test_scores_of_identical_texts_are_those_of_one_rater_and_topic() -> None:
    """As Table 2 of Gillick and Liu counts them: 1 pair of 0 and 1 of 2."""
    rows = [
        ("x", "1", "A", "same", 5.0), ("x", "1", "B", "same", 5.0), ("x", "1", "C", "other", 9.0),
        ("x", "2", "A", "same", 1.0), ("y", "1", "A", "same", 3.0), ("y", "1", "B", "same", 1.0),
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=["rater", "topic", "system", "text", "overall"])
    assert within_raters(table, "overall").counts == {0.0: 1, 2.0: 1}
    with pytest.raises(CorpusError, match="no column 'text'"):
        within_raters(table.drop(columns="text"), "overall")


def test_the_hasty_and_the_uniform_are_found_and_the_lonely_are_not() -> None:
    truth = [2.0, 4.0, 6.0, 8.0, 3.0, 9.0]
    table = ratings(
        {
            "good": truth,
            "better": truth,
            "best": truth,
            "hasty": [5.0, 6.0, 2.0, 9.0, 1.0, 4.0],
            "uniform": [10.0] * 6,
            "against": [9.0 - score for score in truth],
            "few": [10.0, 10.0, None, None, None, None],
        }
    )
    fast = table["rater"] == "hasty"
    found = by_rater(table.assign(seconds=np.where(fast, 5, 60)), "overall")
    assert careless(found) == ["hasty", "uniform"]
    rows = found.set_index("rater")
    assert rows.loc["against", "others"] < 0 < rows.loc["good", "others"]
    assert np.isnan(rows.loc["uniform", "others"])
    kept = report(table.assign(seconds=60), "overall", without_careless=True)
    assert kept.record["left_out"] == ["uniform"] and kept.record["raters"] == 6
    assert kept.effects is None


def test_correlation_with_the_others_leaves_the_rater_out() -> None:
    table = ratings({"x": [1.0, 2.0, 3.0], "y": [3.0, 2.0, 1.0]})
    assert by_rater(table, "overall")["others"].round(9).tolist() == [-1.0, -1.0]


def test_ratings_by_one_rater_of_one_item_are_averaged() -> None:
    table = ratings({"x": [4.0], "y": [7.0]})
    twice = pd.concat([table, table.assign(overall=[6.0, 7.0])])
    assert between_raters(twice, "overall").counts == {2.0: 1}


def test_nothing_rated_twice_is_no_agreement() -> None:
    table = ratings({"x": [4.0, 5.0]})
    assert np.isnan(alpha_of_scores(table, "overall"))
    assert np.isnan(fleiss_kappa(table, "overall"))
    assert not between_raters(table, "overall").counts


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"rater": ["x"], "topic": ["1"], "overall": [5]}, "has no column 'system'"),
        ({"rater": ["x"], "topic": ["1"], "system": ["A"]}, "has no column 'overall'"),
        (
            {"rater": ["x"], "topic": ["1"], "system": ["A"], "overall": ["good"]},
            "'overall' must be a number, but is 'good' in row 0",
        ),
        (
            {"rater": ["x"], "topic": [None], "system": ["A"], "overall": [5]},
            "'topic' is missing in row 0",
        ),
        (
            {"rater": ["x"], "topic": ["1"], "system": ["A"], "overall": [None]},
            "no row has a score in 'overall'",
        ),
    ],
)
def test_tables_that_are_no_ratings(columns: dict[str, list[object]], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        checked(pd.DataFrame(columns), "overall")


def test_scales_are_columns_of_numbers() -> None:
    names = {"rater": ["1"], "topic": ["1"], "system": ["1"], "seconds": ["9"], "text": ["3"]}
    assert scales(pd.DataFrame(names | {"fluency": ["7"], "note": ["ok"]})) == ["fluency"]
    assert scales(pd.DataFrame(names | {"fluency": ["7"], "overall": ["7"]})) == ["overall"]
    with pytest.raises(CorpusError, match="no column of the ratings is a scale; there are rater"):
        scales(pd.DataFrame(names))
