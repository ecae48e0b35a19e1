"""Reports on raters, groups and measures, as they are printed."""

from __future__ import annotations

from textwrap import dedent

import pandas as pd

from salience.measures.people.correlation import METHODS, Correlation
from salience.measures.people.cross_comprehension import COLUMNS, comprehension
from salience.measures.people.meta_evaluation import MeasureAgainstRatings, trust_table
from salience.measures.raters.groups import compare_groups
from salience.measures.raters.report import report, thinned
from salience.measures.raters.tables import comprehension_table, group_table, rater_report
from salience.measures.texts.comparison import compare_texts
from salience.measures.texts.registry import measure_named
from salience.measures.texts.tables import measured_table, measures_table

ROWS = [(r, t, s, 5 + (s == "A") * 2 + (t == r)) for r in "12" for t in "123" for s in "AB"]
TABLE = pd.DataFrame(ROWS, columns=["rater", "topic", "system", "overall"])


def same(text: str, expected: str) -> bool:
    return text == dedent(expected).strip("\n")


def test_a_report_on_raters() -> None:
    assert same(
        rater_report(report(TABLE, "overall")),
        """
        overall: ratings 12, raters 2, topics 3, systems 2
        system                    ratings   mean  effect  worse than
        A                               6   7.33   +1.00
        B                               6   5.33   -1.00  A
        ranking (Tukey's HSD, 95 %): A  B <A
        of the variance, explained by: rater 0 %, topic 5 %, system 82 %
        less what chance explains: rater -10 %, topic -17 %, system 80 %
        two raters of an item (6 items): 0.67 apart on average, deviation 0.47
          0 apart: 2, 1 apart: 4
        means of raters: deviation 0.00, from 6.33 to 6.33
        Krippendorff's alpha (interval) 0.75, Fleiss' kappa 0.08
        rater                     ratings   mean    sd  others  apart  seconds
        1                               6   6.33  1.11    0.73   0.67
        2                               6   6.33  1.11    0.73   0.67
        """,
    )


def test_groups_side_by_side() -> None:
    assert same(
        group_table(compare_groups({"experts": TABLE, "crowd": TABLE}, "overall")),
        """
        overall                 experts             crowd
        system             mean  effect      mean  effect
        A                  7.33   +1.00      7.33   +1.00
        B                  5.33   -1.00      5.33   -1.00
        ratings              12                12
        raters                2                 2
        experts: A  B <A
        crowd: A  B <A
        experts:
          two raters of an item (6 items): 0.67 apart on average, deviation 0.47
            0 apart: 2, 1 apart: 4
          means of raters: deviation 0.00, from 6.33 to 6.33
        crowd:
          two raters of an item (6 items): 0.67 apart on average, deviation 0.47
            0 apart: 2, 1 apart: 4
          means of raters: deviation 0.00, from 6.33 to 6.33
        of the variance, explained by (one rating an item)
        experts: rater 27 %, topic 18 %, system 76 %
        crowd: rater 27 %, topic 18 %, system 76 %
        experts and crowd: Spearman 1.00 (1.00 to 1.00), Kendall 1.00 (1.00 to 1.00)
        """,
    )
    assert len(thinned(TABLE)) == 6


def test_shares_of_answers() -> None:
    answers = pd.DataFrame([("t", "A", "B", n, a) for n, a in enumerate("NRIP")], columns=COLUMNS)
    found = comprehension_table({"all": comprehension(answers)}).splitlines()
    assert found[0].split() == ["asked", "relevant", "partially", "irrelevant", "not", "found"]
    assert found[1].split() == ["all", "4", "25", "%", "25", "%", "25", "%", "25", "%"]


def test_measures_against_people() -> None:
    tau = Correlation("kendall", 0.5, 0.1, 8, (0.25, 0.75))
    rows = [MeasureAgainstRatings("wer", "overall", "text", dict.fromkeys(METHODS, tau))]
    assert same(
        trust_table(rows, {"wer": {"documents": 8, "orange": 0.5}}),
        """
        overall, by text (8)
        measure       Pearson              Spearman             Kendall
        wer            0.50 [0.25, 0.75]    0.50 [0.25, 0.75]    0.50 [0.25, 0.75]

        people's texts against systems' (8 documents); of ORANGE less is better
        measure          KING   QUEEN    JACK  ORANGE
        wer                 -       -       -    0.50
        """,
    )


def test_systems_and_measures() -> None:
    texts = ["a b c", "d e"]
    rows = compare_texts(
        {"lead": texts, "last": texts}, [["a b c"], ["d e"]], [measure_named("rouge2")]
    )
    table, signature = measured_table(rows).split("\n\n")
    assert same(
        table,
        """
        rouge2: bigrams in common
                            f1        interval precision    recall
        lead            1.0000   1.0000-1.0000    1.0000    1.0000
        last            1.0000   1.0000-1.0000    1.0000    1.0000
          lead less last 0.0000, p 1.000
        """,
    )
    assert signature.startswith("salience=")
    listed = measures_table([measure_named("wer")]).splitlines()
    assert listed[1:] == [
        "wer              0   inf             Leusch et al. 2005, 2.1.1",
        "              errors of words",
    ]
