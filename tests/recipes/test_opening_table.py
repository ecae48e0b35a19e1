"""The table with which the page of results opens."""

from __future__ import annotations

from resources.recipes.opening_table import ELSEWHERE, READ, opening_table
from tests.recipes.test_page_tables import SYSTEMS

F1 = "80.0 / 70.0 / **{}** (60.0–90.0)".format
RULES = "\n".join(
    f"| `{rules}` | {F1(first)} | {F1(first + 1)} | {F1(first + 2)} |"
    for rules, first in (("dunietz-gillick", 70.5), ("names", 80.5))
)
PARTS = ("gold mentions and coreference", "raw text")


def test_each_figure_is_that_of_its_measurement() -> None:
    output = {
        "systems": SYSTEMS,
        "gum": "| every entity | 1 | 2 | 3 | 4 |\n| the model that ships | 1 | 2 | 55.5 | 60.9 |",
        "people": "| a person | 0.61 | |\n| our labels, from a person's summary | 0.51 | 0.41 |\n"
        "| the model that ships | 0.52 | 0.42 |",
        "labels": "".join(f"**{part}**: P / R / F1 (95 %)\n\n{RULES}\n\n" for part in PARTS),
        "names": "| all | 14 | 300 | 76.4 (70.1–87.0) | 94.7 |",
        "coref-scores": "\n".join(
            f"| {row} (9 documents) | `{coref}` | 7.0 | {conll} (50.0–60.0) |"
            for row, coref, conll in (
                ("OntoGUM dev", "rules", 55.6),
                ("OntoGUM dev", "learned", 58.3),
                ("tuning set", "learned", 59.0),
            )
        ),
        "aligners-sentences": "| semi-Markov, as it ships (`x`) | 1 / 2 / **3** (4–5), 6 |"
        " 1 / 2 / **83.1** (81.4–84.8), 17.1 |",
        "sentences-compared": "**tuning set**: 9\n\n| salience.sentences | 4 of 9 | 44.4 |\n\n"
        "**GUM dev**: 9\n\n| salience.sentences | 1 of 9 | 11.1 (0.3–2.1) |",
    }
    assert set(output) == set(READ)
    lines = opening_table(output, {"ewt-dev": {"names": {"all": 75.1}}}).splitlines()
    said = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in lines[2:]}
    assert list(said) == list(ELSEWHERE)
    assert said["salience, news"] == "AP 68.4 (66.7–70.1), F1 63.9 (62.6–65.4)"
    assert said["salience, 15 genres"] == "AP 60.9, F1 55.5"
    assert said["agreement"].split("a person ")[1] == "0.61, our labels 0.51, the model 0.52"
    assert said["labels"] == "F1 81.5 (60.0–90.0)" and "| 71.5 by the rule" in "\n".join(lines)
    assert said["entities as a reader sees them"] == "clean F1 76.4 (70.1–87.0)"
    assert said["names"] == "F1 75.1" and said["coreference"] == "CoNLL F1 58.3 (50.0–60.0)"
    assert said["aligned words"] == "soft F1 83.1 (81.4–84.8)"
    assert said["ends of sentences"] == "11.1 (0.3–2.1) % of periods are wrong"
