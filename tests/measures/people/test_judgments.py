"""Relevance prediction, correlations and cross comprehension: the tables of their papers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import pearsonr

from salience.errors import CorpusError
from salience.measures.people.correlation import METHODS, correlate, partition_correlations
from salience.measures.people.cross_comprehension import COLUMNS as ASKED
from salience.measures.people.cross_comprehension import comprehension
from salience.measures.people.meta_evaluation import against_ratings
from salience.measures.people.relevance_prediction import (
    COLUMNS,
    rates,
    relevance_prediction,
)
from salience.measures.texts.comparison import compare_texts
from salience.measures.texts.registry import measure_named

# Dorr et al. 2005, Tables 2 to 4: rates of 15 groups of items, and ROUGE-1 of each.
HEAD_RP = [80, 80, 85, 70, 73, 60, 80, 75, 60, 75, 88, 68, 80, 93, 83]
HUM_RP = [83, 88, 85, 68, 75, 75, 93, 75, 98, 90, 75, 70, 80, 90, 78]
HEAD_LDC = [70, 73, 85, 70, 63, 60, 60, 85, 50, 73, 70, 78, 65, 63, 73]
HUM_LDC = [68, 75, 58, 68, 75, 70, 68, 80, 88, 58, 63, 55, 55, 60, 78]
HEAD_R1 = [10, 23, 13, 27, 20, 24, 26, 22, 13, 8, 30, 16, 26, 27, 30]
HUM_R1 = [16, 22, 17, 23, 19, 36, 39, 29, 28, 25, 37, 22, 22, 39, 27]


@pytest.mark.parametrize(
    ("rouge", "rate", "r"),
    [
        # Of the printed partition; the paper's Table 5 is over 10,000 of them.
        (HEAD_R1, HEAD_RP, 0.3165),
        (HUM_R1, HUM_RP, 0.1960),
        (HEAD_R1, HEAD_LDC, -0.1358),
        (HUM_R1, HUM_LDC, 0.0691),
    ],
)
def test_correlations_of_the_printed_partition(rouge: list[int], rate: list[int], r: float) -> None:
    found = correlate(rouge, rate, "pearson")
    assert round(found.value, 4) == r and found.p > 0.05  # none is significant, as the paper says
    assert found.interval is not None and found.interval[0] < r < found.interval[1]


@pytest.mark.parametrize(
    ("counts", "rp", "kappa", "precision", "recall"),
    [
        ((211, 27, 117, 245), 0.76, 0.5291, 0.8866, 0.6433),  # headlines
        ((251, 35, 77, 237), 0.8133, 0.6283, 0.8776, 0.7652),  # summaries by people
    ],
)
def test_rates_of_table_6(
    counts: tuple[int, int, int, int], rp: float, kappa: float, precision: float, recall: float
) -> None:
    values = rates(np.array(counts)).values()
    assert [round(value, 4) for value in values] == [rp, kappa, precision, recall]


def test_each_person_is_held_against_themselves() -> None:
    rows = [
        ("ann", "fire", "d1", "text", True), ("ann", "fire", "d1", "headline", True),
        ("bo", "fire", "d1", "text", False), ("bo", "fire", "d1", "headline", False),
        ("bo", "war", "d1", "text", True), ("bo", "war", "d1", "headline", False),
        ("cy", "fire", "d1", "headline", True),  # and never saw the text
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=COLUMNS)
    [row] = relevance_prediction(table)
    assert row["shown"] == "headline" and list(row["judgments"].values()) == [1, 0, 1, 1]
    with pytest.raises(CorpusError, match="'ann' judged document 'd1' by 'text' twice"):
        relevance_prediction(pd.concat([table, table[:1]]))
    with pytest.raises(CorpusError, match="nobody judged a document both"):
        relevance_prediction(table[table["shown"] == "headline"])


def test_partitions_of_one_are_the_items_and_larger_ones_take_noise_away() -> None:
    random = np.random.default_rng(0)
    truth = random.normal(size=400)
    noisy = truth + 3 * random.normal(size=400)
    alone = partition_correlations(truth, noisy, 1, n=3)
    assert alone == pytest.approx(pearsonr(truth, noisy).statistic)
    same = np.repeat(random.normal(size=100), 4)  # four items each, whose noise differs
    assert len(partition_correlations(same, noisy, 3, n=7)) == 7
    with pytest.raises(CorpusError, match="400 texts make no two groups of 201"):
        partition_correlations(truth, noisy, 201)


def test_a_measure_with_too_few_texts_for_groups_stops_no_other() -> None:
    systems = {"ours": ["a b", "c d"], "lead": ["a x", "y z"]}
    names = ["rouge1", "wer"]
    rows = compare_texts(systems, [["a b"], [""]], [*map(measure_named, names)], n_bootstrap=0)
    ratings = {
        (id, name): float(i + (name == "lead")) for i, id in enumerate("12") for name in systems
    }
    found = against_ratings(
        rows, {name: ["1", "2"] for name in names}, ratings, "overall", group=2, n_bootstrap=0
    )
    groups = {
        row.measure: row.correlations["pearson"] for row in found if row.level == "groups of 2"
    }
    assert groups["wer"].n == 1 and np.isnan(groups["wer"].value)  # an empty reference has no rate
    assert groups["rouge1"].n == 2 and not np.isnan(groups["rouge1"].value)


def test_texts_are_correlated_with_their_ratings() -> None:
    systems = {"good": ["a b", "c d"], "bad": ["a x", "y z"]}
    rows = compare_texts(systems, [["a b"], ["c d"]], [measure_named("wer")])
    ratings = {("1", "good"): 9, ("2", "good"): 8, ("1", "bad"): 4, ("2", "bad"): 1}
    by_text, by_system = against_ratings(rows, {"wer": ["1", "2"]}, ratings, "overall")
    assert (by_text.level, by_system.level) == ("text", "system")
    assert by_text.correlations["kendall"].value == pytest.approx(0.913, abs=5e-4)


@pytest.mark.parametrize("method", METHODS)
def test_correlations_at_their_ends(method: str) -> None:
    x = np.arange(6.0)
    assert correlate(x, 2 * x, method, n_bootstrap=0).value == pytest.approx(1)  # type: ignore[arg-type]
    assert correlate(x, -x, method, n_bootstrap=0).value == pytest.approx(-1)  # type: ignore[arg-type]
    assert np.isnan(correlate(x, x * 0, method, n_bootstrap=0).value)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="and 1 and 0 missing"):
        correlate([1, np.nan], [1, 2], method)  # type: ignore[arg-type]


def asked(summary: str, questions: dict[str, str]) -> pd.DataFrame:
    rows = [
        ("t", summary, by, n, a) for by, given in questions.items() for n, a in enumerate(given)
    ]
    return pd.DataFrame(rows, columns=ASKED)


def test_summaries_of_tables_3_and_4() -> None:
    """A's summary under the others' questions; a person's and a machine's under D's."""
    [a] = comprehension(asked("A", {"B": "NRIP", "C": "RR", "D": "RRN"})).to_dict("records")
    assert a["asked"] == 9 and a["R"] == pytest.approx(5 / 9) and a["N"] == pytest.approx(2 / 9)
    assert a["shared"] == pytest.approx(6 / 9) and a["found"] == pytest.approx(7 / 9)
    both = pd.concat([asked("B", {"D": "RRN"}), asked("machine", {"D": "RNN"})])
    by_summary = comprehension(both, "summary").set_index("author")["R"]
    assert by_summary.to_dict() == pytest.approx({"B": 2 / 3, "machine": 1 / 3})
    [d] = comprehension(both, "questions").to_dict("records")
    assert (d["author"], d["asked"], d["R"]) == ("D", 6, 0.5)


def test_own_questions_say_nothing() -> None:
    table = pd.concat([asked("A", {"A": "RRR", "B": "N"})])
    assert comprehension(table)["R"].tolist() == [0]
    with pytest.raises(CorpusError, match="own summary"):
        comprehension(asked("A", {"A": "R"}))
    with pytest.raises(CorpusError, match="'answer' must be one of R, P, I, N, but is 'X'"):
        comprehension(asked("A", {"B": "X"}))
    judges = pd.concat([table.assign(rater="x"), table.assign(rater="y", answer="R")])
    assert comprehension(judges)[["asked", "R"]].values.tolist() == [[2, 0.5]]
    with pytest.raises(CorpusError, match="judged twice"):
        comprehension(pd.concat([table, table]))
