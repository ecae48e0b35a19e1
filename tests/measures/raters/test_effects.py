"""Systems compared by the scores of raters: the model, Tukey's test, and what explains scores."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import tukey_hsd
from sklearn.linear_model import LinearRegression

from salience.errors import CorpusError
from salience.measures.raters.effects import effects, variance_adjusted, variance_explained

COLUMNS = ["rater", "topic", "system", "overall"]


def simulated(
    systems: dict[str, float],
    raters: dict[str, float],
    *,
    topics: int = 8,
    share: float = 1.0,
    noise: float = 1.0,
    seed: int = 0,
) -> pd.DataFrame:
    """Scores of known effects, of which a share was collected."""
    random = np.random.default_rng(seed)
    of_topic = random.normal(0, 1, topics)
    rows = [
        (rater, f"t{t}", system, 5 + shift + of_topic[t] + effect + random.normal(0, noise))
        for (rater, shift), t, (system, effect) in product(
            raters.items(), range(topics), systems.items()
        )
        if random.random() < share
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


@settings(max_examples=12, deadline=None)  # p-values take time
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_without_raters_and_topics_it_is_the_test_of_scipy(seed: int, k: int) -> None:
    table = simulated(
        {name: 0.3 * i for i, name in enumerate("ABCDE"[:k])}, {"r": 0.0}, share=0.7, seed=seed
    )
    groups = {name: rows["overall"].to_numpy() for name, rows in table.groupby("system")}
    if len(groups) < 2 or min(map(len, groups.values())) < 2:
        return
    found = effects(table, "overall", among=())
    names = list(groups)
    expected = tukey_hsd(*groups.values())
    for (i, a), (j, b) in combinations(enumerate(names), 2):
        p = found.p_values.get((a, b), found.p_values.get((b, a)))
        assert p == pytest.approx(expected.pvalue[i, j], abs=1e-6)
    assert found.means == pytest.approx([groups[name].mean() for name in found.systems])


def test_coefficients_are_those_of_least_squares() -> None:
    table = simulated({"A": 1, "B": 0, "C": -1}, {"x": 2, "y": -2, "z": 0}, share=0.5)
    found = effects(table, "overall")
    indicators = pd.get_dummies(table[["rater", "topic", "system"]])
    model = LinearRegression().fit(indicators, table["overall"])
    by_name = dict(zip(indicators.columns, model.coef_, strict=True))
    theirs = np.array([by_name[f"system_{name}"] for name in found.systems])
    assert found.coefficients == pytest.approx(theirs - theirs.mean(), abs=1e-9)
    residual = table["overall"] - model.predict(indicators)
    assert found.degrees_of_freedom == len(table) - (2 + 7 + 2 + 1)
    assert found.residual_deviation == pytest.approx(
        np.sqrt((residual**2).sum() / found.degrees_of_freedom)
    )


def test_raters_who_score_high_do_not_lift_the_systems_that_they_had() -> None:
    """A is better, but has the strict rater mostly: means are wrong and coefficients right."""
    rows = []
    random = np.random.default_rng(1)
    for t in range(30):
        for rater, shift in (("strict", -3.0), ("kind", 3.0)):
            for system, effect in (("A", 1.0), ("B", 0.0)):
                if random.random() < (0.8 if (rater == "strict") == (system == "A") else 0.2):
                    rows.append((rater, str(t), system, 5 + shift + effect + random.normal(0, 0.5)))
    table = pd.DataFrame(rows, columns=COLUMNS)
    means = table.groupby("system")["overall"].mean()
    assert means["A"] < means["B"]
    found = effects(table, "overall")
    assert found.systems == ("A", "B") and found.worse_than("B") == "A"
    assert found.coefficients[0] - found.coefficients[1] == pytest.approx(1.0, abs=0.3)


def test_the_ranking_names_the_nearest_system_that_is_better() -> None:
    table = simulated({"A": 3.0, "B": 2.9, "C": 0.0}, {"x": 0, "y": 1}, noise=0.5)
    assert effects(table, "overall").ranking() == "A  B  C <B"


def test_shares_are_those_of_linear_models() -> None:
    table = simulated({"A": 1, "B": 0, "C": -1}, {"x": 2, "y": -2, "z": 0}, share=0.5)
    found = variance_explained(table, "overall")
    adjusted = variance_adjusted(table, "overall")
    for name, share in found.items():
        indicators = pd.get_dummies(table[name])
        r2 = (
            LinearRegression().fit(indicators, table["overall"]).score(indicators, table["overall"])
        )
        assert share == pytest.approx(r2)
        n, k = indicators.shape
        assert adjusted[name] == pytest.approx(1 - (1 - r2) * (n - 1) / (n - k))
    assert found["rater"] > found["system"] > 0


def test_chance_explains_nothing_once_it_is_taken_off() -> None:
    random = np.random.default_rng(0)
    rows = [(f"r{n % 100}", f"t{n}", "AB"[n % 2], random.normal()) for n in range(300)]
    table = pd.DataFrame(rows, columns=COLUMNS)
    assert variance_explained(table, "overall")["rater"] > 0.25
    assert abs(variance_adjusted(table, "overall")["rater"]) < 0.1
    assert np.isnan(variance_adjusted(table, "overall")["topic"])


def test_without_noise_differences_are_certain() -> None:
    table = simulated({"A": 1.0, "B": 0.0, "C": 0.0}, {"x": 0}, noise=0.0)
    found = effects(table, "overall")
    assert found.p_values == {("A", "B"): 0.0, ("A", "C"): 0.0, ("B", "C"): 1.0}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("x", "1", "A", 5.0), ("x", "2", "A", 6.0)], "are of one system, 'A'"),
        (
            [
                ("x", "1", "A", 5.0),
                ("x", "2", "A", 6.0),
                ("y", "3", "B", 4.0),
                ("y", "4", "B", 3.0),
            ],
            "'A' and 'B' can't be compared: no chain of ratings with the same rater or topic",
        ),
        ([("x", "1", "A", 5.0), ("x", "1", "B", 6.0)], "2 ratings of 'overall' are too few for 2"),
    ],
)
def test_what_can_not_be_compared(rows: list[tuple[object, ...]], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        effects(pd.DataFrame(rows, columns=COLUMNS), "overall")


@pytest.mark.parametrize("score", [3.0, 0.1, 7.1])
def test_equal_scores_explain_nothing_and_leave_systems_in_the_order_of_their_names(
    score: float,
) -> None:
    rows = [(r, t, s, score) for r, t, s in product("ab", "123", "yxz")]
    table = pd.DataFrame(rows, columns=COLUMNS)
    assert np.isnan([*variance_explained(table, "overall").values()]).all()
    assert effects(table, "overall").systems == ("x", "y", "z")
