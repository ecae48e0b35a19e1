"""What is measured beside `en_core_web_sm`: tables from figures, and where its environment lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.recipes import markdown
from resources.recipes.pipeline import web_sm, web_sm_read, web_sm_speed, web_sm_table


def test_each_system_is_compared_within_its_round() -> None:
    def a_round(base: float, score: float) -> web_sm_speed.Round:
        every = {name: {"seconds": base, "peak": 2048.0} for name in web_sm_speed.SYSTEMS}
        return every | {"score": {"seconds": score, "peak": 1024.0 * score}}

    rounds = [a_round(4, 2), a_round(5, 2), a_round(8, 8)]
    lines = web_sm_speed.table(rounds, 8000).splitlines()
    assert lines[2].endswith("| 4,000 (1,000–4,000) | 2.00 (1.00–2.50) | 8 |")
    assert lines[3] == "| `en_core_web_sm` | 1,600 (1,000–2,000) | 1.00 (1.00–1.00) | 2 |"


def test_every_system_of_the_table_can_be_run() -> None:
    assert web_sm_speed.SYSTEMS.keys() == web_sm_read.OURS.keys() | web_sm_read.THEIRS.keys()


@pytest.mark.parametrize(
    ("interval", "said"),
    [((0.01, 0.2), "ahead"), ((-0.2, -0.01), "behind"), ((-0.1, 0.1), "within chance")],
)
def test_only_what_is_beyond_chance_is_ahead_or_behind(
    interval: tuple[float, float], said: str
) -> None:
    assert web_sm_table.verdict(interval) == said


def test_names_of_both_are_compared_on_the_same_documents() -> None:
    ours, theirs = [(2, 2, 2), (2, 2, 2)], [(1, 2, 2), (1, 2, 2)]
    found = web_sm_table.compared("names, F1", "news", ours, theirs)
    line = markdown.row(*web_sm_table.row(found).values())
    assert line == "| names, F1 | news | 2 | 100.0 | 50.0 | +50.0 (+50.0 to +50.0) | ahead |"


@pytest.mark.parametrize("name", ["the Bank of Oslo", "Bank of Oslo's", "Bank of Oslo’s"])
def test_articles_and_possessives_count_neither_way(name: str) -> None:
    start, end = web_sm_table.bare(name, 0, len(name))
    assert name[start:end] == "Bank of Oslo"


def test_an_environment_that_is_there_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_sm.subprocess, "run", pytest.fail)
    folder = tmp_path / "en_core_web_sm"
    pipeline = folder / f"lib/{web_sm.PACKAGE}/{web_sm.PACKAGE}-1.0"
    pipeline.mkdir(parents=True)
    assert web_sm.environment(tmp_path) == (folder / "bin/python", pipeline)


def test_the_package_is_named_with_its_version_and_checksum() -> None:
    [line] = web_sm.REQUIREMENTS.read_text("utf-8").splitlines()
    name = web_sm.PACKAGE.replace("_", "-")
    assert line.startswith(f"{name}==") and len(line.split("--hash=sha256:")[1]) == 64
