"""WordNet's synonyms, from files as Debian's package has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from salience.errors import ResourceError
from salience.word_links.synsets import Synsets

INDEX = {
    "noun": ["car n 2 1 @ 2 1 01 02", "auto n 1 1 @ 1 1 01", "mouse n 1 0 1 0 09"],
    "verb": ["buy v 1 1 @ 1 1 03", "purchase v 1 2 @ ~ 1 1 03"],
    "adj": [],
    "adv": [],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part, lines in INDEX.items():
        (tmp_path / f"index.{part}").write_text("\n".join(["  1 licence", *lines]))
    (tmp_path / "noun.exc").write_text("mice mouse\n")
    (tmp_path / "verb.exc").write_text("bought buy\n")
    return tmp_path


def test_synonyms_share_a_synset_in_any_form_and_sense(folder: Path) -> None:
    net = Synsets.read(folder)
    assert net.of("cars") & net.of("autos") == {("noun", 1)}
    assert net.of("bought") == net.of("purchasing") == net.of("purchases") == {("verb", 3)}
    assert not net.of("unknown")


def test_irregular_forms_come_from_the_exceptions(folder: Path) -> None:
    assert Synsets.read(folder).bases("mice") == {("noun", "mouse")}


def test_files_that_are_no_wordnet(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="wordnet-base"):
        Synsets.read(tmp_path)
    for part in INDEX:
        (tmp_path / f"index.{part}").write_text("car n\n")
    with pytest.raises(ResourceError, match="wordnet-base"):
        Synsets.read(tmp_path)
