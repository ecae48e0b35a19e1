"""What ships is found by name; what does not ship is named in the error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from salience import resources
from salience.errors import ResourceError


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("toy-0.9.0", "toy-0.10.0", "toy-extra-3.0.0", "unversioned"):
        (tmp_path / "models" / name).mkdir(parents=True)
    (tmp_path / "models" / "toy-99.0.0").write_text("a file is not a model folder")
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "titles.txt").write_text("# honorifics\nMr\n\n  Señora \n", "utf-8")
    (tmp_path / "examples").mkdir()
    for name in ("b.jsonl", "a.jsonl", "LICENSE"):
        (tmp_path / "examples" / name).write_text("")
    monkeypatch.setattr(resources, "ROOTS", (tmp_path / "absent", tmp_path))
    cached = resources.word_list, resources.rule_confidences
    for function in cached:
        function.cache_clear()
    yield tmp_path
    for function in cached:
        function.cache_clear()


def test_an_id_stands_for_its_highest_version_by_number(root: Path) -> None:
    assert resources.model_path("toy") == root / "models" / "toy-0.10.0"
    assert resources.model_path("toy-extra") == root / "models" / "toy-extra-3.0.0"


def test_a_version_can_be_named(root: Path) -> None:
    assert resources.model_path("toy-0.9.0") == root / "models" / "toy-0.9.0"


@pytest.mark.parametrize("name", ["", "to", "toy-99.0.0", "unversioned", "../models/toy", "."])
def test_a_model_that_is_not_there_is_named_with_those_that_are(root: Path, name: str) -> None:
    with pytest.raises(ResourceError, match=r"no model .*toy-0\.10\.0, toy-0\.9\.0") as error:
        resources.model_path(name)
    assert repr(name) in str(error.value)


def test_word_lists_have_no_comments_and_no_blanks(root: Path) -> None:
    assert resources.word_list("titles") == {"Mr", "Señora"}
    with pytest.raises(ResourceError, match=r"no word list 'colours'.*titles"):
        resources.word_list("colours")


@pytest.mark.parametrize("content", [None, "{", "\xff"])
def test_confidences_that_are_missing_or_damaged_are_an_error(
    root: Path, content: str | None
) -> None:
    if content is not None:
        (root / "alignment").mkdir()
        (root / "alignment/confidences.json").write_text(content, "latin-1")
    with pytest.raises(ResourceError, match=r"confidences\.json .*Install the package again"):
        resources.rule_confidences()


def test_examples_are_the_json_lines_in_order(root: Path) -> None:
    assert [path.name for path in resources.example_paths()] == ["a.jsonl", "b.jsonl"]


def test_empty_folders_mean_nothing_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "ROOTS", (tmp_path,))
    assert resources.example_paths() == ()
    with pytest.raises(ResourceError, match="Models that do: none"):
        resources.model_path("toy")


def test_an_installation_without_resources_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "ROOTS", (tmp_path / "a", tmp_path / "b"))
    with pytest.raises(ResourceError, match="Install the package again"):
        resources.model_path("toy")
