"""What the pages show: tables of what measurements print, in marked blocks that have one place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from resources.recipes import page_blocks, page_figures, page_tables
from tests.support import ROOT

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


TABLES = """<!-- begin: gum -->
```
command | not a table
```

| system | P | F1 (95 %) | less copy |
|---|---|---|---|
| copy | 1 | 50.0 (40.0–60.0) |  |
| `ours`, long | 2 | 1 / 2 / **70.0** (60.0–80.0), 9 | +2.0 (p 0.030) |
| `ours` | 3 | 60.0 (50.0–70.0) | -1.0 (-2.0 to +0.1) |
<!-- end: gum -->
<!-- begin: sets -->
**dev**: 3 documents

| system | AP |
|---|---|
| a | 1.0 |

**dev, edited**

| system | AP |
|---|---|
| a | 2.0 |
<!-- end: sets -->
"""


@pytest.fixture
def tables(tmp_path: Path) -> page_figures.Tables:
    (tmp_path / "page.md").write_text(TABLES)
    return page_figures.tables_of([tmp_path / "page.md"])


@pytest.mark.parametrize(
    ("kind", "place", "said"),
    [
        ("figure", "gum; copy; F1", "50.0 (40.0–60.0)"),
        ("value", "gum; copy; F1", "50.0"),
        ("value", "gum; `ours`; F1", "60.0"),  # the name itself, not a longer one
        ("figure", "gum; `ours`, long; F1", "70.0 (60.0–80.0), 9"),
        ("value", "gum; `ours`, long; F1", "70.0"),
        ("verdict", "gum; `ours`, long; less copy", "higher, beyond chance"),
        ("verdict", "gum; `ours`; less copy", "within chance"),
        ("figure", "sets; dev; a; AP", "1.0"),
        ("figure", "sets; dev, edited; a; AP", "2.0"),
        ("from", "a paper, table 2", "3.5"),
    ],
)
def test_a_figure_in_a_sentence_is_that_of_its_table(
    tables: page_figures.Tables, kind: str, place: str, said: str
) -> None:
    old = "3.5" if kind == "from" else "old"
    text = f"It has <!-- {kind}: {place} -->{old}<!-- end --> there."
    filled = page_figures.filled(text, tables)
    assert filled == f"It has <!-- {kind}: {place} -->{said}<!-- end --> there."
    assert page_figures.filled(filled, tables) == filled and not page_figures.typed(filled)


@pytest.mark.parametrize(
    "place",
    [
        *("gun; copy; F1", "gum; mope; F1", "gum; copy; AP", "sets; a; AP", "sets; test; a; AP"),
        *("gum; our; F1", "gum; copy; P; F1"),
    ],
)
def test_a_figure_without_its_cell_is_an_error(tables: page_figures.Tables, place: str) -> None:
    with pytest.raises(LookupError, match=re.escape(repr(place))):
        page_figures.cell(tables, place)


def test_what_is_no_difference_has_no_verdict(tables: page_figures.Tables) -> None:
    with pytest.raises(LookupError, match="neither a difference"):
        page_figures.said(tables, "verdict", "gum; copy; F1", "")


def test_a_figure_from_a_file_stands_there(tables: page_figures.Tables) -> None:
    here = "tests/recipes/test_pages.py"
    assert page_figures.said(tables, "from", f"{here}, last", "77.125") == "77.125"
    with pytest.raises(LookupError, match=r"does not have '77\.126'"):
        page_figures.said(tables, "from", here, f"77.{63 * 2}")


PAGES = page_blocks.pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_has_a_figure_that_no_table_has(path: Path) -> None:
    text = path.read_text("utf-8")
    filled = page_figures.filled(text, page_figures.tables_of(PAGES))
    assert text == filled, "python -m resources.recipes.rebuild … readme"
    assert page_figures.typed(text) == []


def test_the_table_of_readme_is_made_of_those_of_systems() -> None:
    made = page_tables.in_short(page_figures.tables_of(PAGES))
    assert made in (ROOT / "README.md").read_text("utf-8")
