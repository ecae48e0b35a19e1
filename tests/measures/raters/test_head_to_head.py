"""Preferences of two summaries, and circles in them."""

from __future__ import annotations

from itertools import combinations, product

import pandas as pd
import pytest
from scipy.stats import binomtest

from salience.errors import CorpusError
from salience.measures.raters.head_to_head import preference_table, preferences

COLUMNS = ["rater", "topic", "system", "other", "overall"]


def compared(*rows: tuple[str, str, str, str, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=COLUMNS)


def circles(*rows: tuple[str, str, str, str, float]) -> tuple[int, int]:
    found = preferences(compared(*rows), "overall")
    return found["triples"], found["circles"]


def test_a_quarter_of_all_triples_goes_round_in_a_circle() -> None:
    pairs = list(combinations("xyz", 2))
    rows = [
        ("ada", f"t{i}", *pair, sign)
        for i, signs in enumerate(product((1, -1), repeat=3))
        for pair, sign in zip(pairs, signs, strict=True)
    ]
    assert circles(*rows) == (8, 2)


def test_the_order_of_the_two_does_not_matter_and_ties_are_no_circle() -> None:
    rows = [("a", "1", "x", "y", 1), ("a", "1", "z", "y", -1), ("a", "1", "x", "z", -1)]
    found = preferences(compared(*rows), "overall")
    assert circles(*rows) == (1, 1)
    assert [tuple(pair.values())[:4] for pair in found["pairs"]] == [
        (("x", "y"), 1, 0, 0), (("x", "z"), 0, 1, 0), (("y", "z"), 1, 0, 0)
    ]  # fmt: skip
    rows[2] = ("a", "1", "x", "z", 0)
    assert circles(*rows) == (0, 0)
    assert circles(*rows[:2]) == (0, 0)
    other = [("b", *row[1:]) for row in rows[2:]]
    assert circles(*rows[:2], *other) == (0, 0), "of one rater"


def test_shares_signs_and_repeats() -> None:
    rows = [("a", f"{i}", "x", "y", 1) for i in range(9)]
    rows += [("a", "9", "y", "x", 1), ("a", "9", "x", "y", 0)]
    found = preferences(compared(*rows), "overall")
    shares = {row["system"]: row["share"] for row in found["systems"]}
    assert shares == pytest.approx({"x": 9.5 / 11, "y": 1.5 / 11})
    assert found["pairs"][0]["p"] == pytest.approx(binomtest(9, 10).pvalue)
    assert (found["repeated"], found["agreed"]) == (1, 0)
    assert preference_table(found).splitlines() == [
        "overall: comparisons 11, raters 1",
        "system                    preferred  (a tie is half)",
        "x                               86 %",
        "y                               14 %",
        "x to y: 9, y to x: 1, neither: 1",
        "  sign test, Holm: p 0.021",
        "the same answer to the same pair: 0 of 1",
    ]


def test_what_is_no_comparison() -> None:
    with pytest.raises(CorpusError, match="compared with itself"):
        preferences(compared(("a", "1", "x", "x", 1)), "overall")
    with pytest.raises(CorpusError, match="other"):
        preferences(compared(("a", "1", "x", "y", 1)).drop(columns="other"), "overall")
