"""What the pages show: tables of what measurements print, in marked blocks that have one place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from resources.recipes import page_blocks, page_tables
from resources.recipes.page_tables import ELSEWHERE, READ, opening_table

SYSTEMS = """system,documents,ap,ap_low,ap_high,f1,f1_low,f1_high,p_at_1,holm_f1,holm_ap
en-salience,980,0.684,0.667,0.701,0.639,0.626,0.654,0.8,,
noun-chunks,980,0.425,0.407,0.444,0.487,0.471,0.502,0.63,0.004,0.002
yake,980,0.356,0.341,0.373,0.431,0.417,0.445,0.51,0.002,0.002
pytextrank,980,0.397,0.381,0.414,0.463,0.45,0.476,0.57,0.002,0.002
pytextrank-position,980,0.469,0.45,0.49,0.5,0.48,0.52,0.66,0.002,0.002
mentions,980,0.508,0.49,0.527,0.538,0.523,0.554,0.73,0.002,0.002
first-k-sentences,980,0.471,0.45,0.49,0.474,0.45,0.5,0.6,0.002,0.002
"""


def test_the_table_of_systems_says_how_its_differences_were_tested() -> None:
    lines = page_tables.systems_table(SYSTEMS).splitlines()
    assert lines[2] == "| en-salience | 68.4 (66.7–70.1) | 63.9 (62.6–65.4) | 80 |"
    assert [line.split(" | ")[0] for line in lines[3:5]] == [
        "| number of mentions",
        "| first-k-sentences",
    ]
    assert "at most 0.004, corrected for all 12" in lines[-1] and "none below 0.012" in lines[-1]


def test_what_readme_says_in_short_is_what_was_measured() -> None:
    readers = "| all | 14 | 300 | 73.3 (67.4–83.1) | 94.7 | 89.6 |"
    gum = "| the model that ships | 60.7 | 47.0 | 52.9 (45.0–59.6) | 60.2 (52.2–68.5) |"
    untitled = SYSTEMS.replace("0.684", "0.618").replace("0.469", "0.431").replace("0.508", "0.491")
    lines = page_tables.in_short(SYSTEMS, untitled, gum, readers).splitlines()
    said = " ".join(line.strip() for line in lines)
    assert "On 980 Swiss" in said
    assert "precision of 68.4 with headlines and 61.8 without, in percent" in said
    assert "4 rankers of phrases, pytextrank's PositionRank, has 46.9 with headlines and" in said
    assert "and 43.1 without; the number of mentions 50.8 and 49.1." in said
    assert "precision is 60.2 and its F1 52.9" in said
    assert "of 14 texts" in said and "is 73.3; 94.7 percent are found" in said
    assert max(map(len, lines)) <= 105 and [line[0] for line in lines].count("-") == 3


def experiment_row(name: str, f1: float, **more: object) -> str:
    return json.dumps({
        "row": name, "precision": 0.5, "recall": 0.25, "f1": f1, "best_f1": 0.4,
        "best_threshold": 0.35, "threshold": 0.3, "intervals": {"f1": [0.3, 0.36]},
        "entities": 200, "salient": 50,
        "signature": f"s|documents=9|threshold=0.5|seed=0|system={name}", **more,
    })  # fmt: skip


def test_rows_of_the_experiment_become_a_table() -> None:
    rows = ("positional baseline", 0.4), ("mentions", 1 / 3), ("+ head-lex", 0.6)
    output = [experiment_row(name, f1) for name, f1 in rows[:2]]
    output.append(experiment_row(*rows[2], over="mentions", gain={"holm_f1": 0.02}))
    output.append(experiment_row("first k sentences", 0.5, threshold=1 / 3))
    lines = page_tables.experiment_rows("\n".join(output)).splitlines()
    names = [line.split(" | ")[0].strip("| ") for line in lines[2:6]]
    assert names == ["positional baseline", "first k sentences", "mentions", "+ head-lex"]
    assert lines[4] == "| mentions | 50.0 | 25.0 | 33.3 | 30.0–36.0 | 40.0 | 0.35 |  |"
    assert lines[5].endswith("| 0.35 | 0.0200 |")
    said = "25 % are salient; models are at a threshold of 0.3. `s|documents=9|seed=0`"
    assert lines[-3] == said  # one row's threshold and name are not those of all
    assert "50 % more than positional baseline in F1" in lines[-1]
    assert "20 % more than first k sentences (here k is 3," in lines[-1]
    assert "80 % more than mentions" in lines[-1]


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
            f"| {row} (9 documents) | 7.0 | {conll} (50.0–60.0) |"
            for row, conll in (("OntoGUM dev", 58.3), ("tuning set", 59.0))
        ),
        "aligners-sentences": "| as it ships (`en-wordalign`) | 1 / 2 / **3** (4–5), 6 |"
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


def page(path: Path, *names: str) -> Path:
    """A page with marked blocks of these names."""
    path.write_text("".join(f"<!-- begin: {x} -->\nold\n<!-- end: {x} -->\n" for x in names))
    return path


def test_blocks_are_filled_wherever_they_are(tmp_path: Path) -> None:
    pages = page(tmp_path / "one.md", "a", "b"), page(tmp_path / "two.md", "c")
    page_blocks.refresh(pages, {"c": lambda: "3\n", "b": lambda: "2", "a": lambda: "1"})
    texts = [re.findall(r"^\w+", path.read_text(), re.MULTILINE) for path in pages]
    assert texts == [["1", "2"], ["3"]]


@pytest.mark.parametrize(
    ("names", "made", "error"),
    [
        (("a", "a"), "a", r"'a' has markers in .*one\.md and .*two\.md"),
        (("a", "b"), "a", r"no block is made for the markers of b in .*two\.md"),
        (("a", "b"), "abcd", r"no page has markers for c, d"),
    ],
)
def test_a_block_has_one_place_and_a_place_one_block(
    tmp_path: Path, names: tuple[str, ...], made: str, error: str
) -> None:
    pages = page(tmp_path / "one.md", names[0]), page(tmp_path / "two.md", *names[1:])
    before = [path.read_text() for path in pages]
    with pytest.raises(ValueError, match=error):
        page_blocks.refresh(pages, dict.fromkeys(made, str))
    assert [path.read_text() for path in pages] == before
