"""The study of phrase tables goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.recipes.phrases.study import Study
from tests.recipes.test_decoder import LANGUAGE, TABLE

TEST = [["the", "cat"], ["the", "black", "cat"], ["a", "cat", "sleeps"]]


@pytest.mark.parametrize("left", ["", "le", "le chat\n", "le chat\nle", "le chat\nle chat noir\n"])
def test_translations_that_are_there_are_kept(tmp_path: Path, left: str) -> None:
    study = Study([], [], TEST, [], tmp_path)
    done = study.translated("heuristic", TABLE, LANGUAGE)
    assert done == ["le chat", "le chat noir", "un chat dort"]
    [path] = tmp_path.iterdir()
    whole = path.read_text()
    path.write_text(left)
    assert study.translated("heuristic", TABLE, LANGUAGE) == done
    assert path.read_text() == whole
    assert (
        Study([], [], TEST[:1], [], tmp_path).translated("heuristic", TABLE, LANGUAGE) == done[:1]
    )
    assert path.read_text() == whole


def test_another_table_has_its_own_translations(tmp_path: Path) -> None:
    study = Study([], [], TEST, [], tmp_path)
    study.translated("EM", TABLE, LANGUAGE)
    study.translated("EM", TABLE.with_probabilities(TABLE.probabilities / 2), LANGUAGE)
    assert len(list(tmp_path.iterdir())) == 2
