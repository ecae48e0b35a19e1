"""WordNet's files: lines of the real ones, and damaged ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from salience.errors import ResourceError
from salience.word_links.wordnet import WordNet, distance

FILES = {
    "index.noun": "  1 This software and database is being provided to you\n"
    "dog n 2 5 @ ~ #m #p %p 7 1 02084071 10114209  \n"
    "puppy n 1 1 @ 1 1 01322604  \ncanine n 1 1 @ 1 0 02083346  \n"
    "domestic_dog n 1 5 @ ~ #m #p %p 1 0 02084071  \n",
    "data.noun": "  1 This software\n"
    "02084071 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 002 @ 02083346 n 0000 "
    "@ 01317541 n 0000 | a member of the genus Canis @ 1  \n"
    "01322604 05 n 01 puppy 0 001 @ 02084071 n 0000 | a young dog  \n"
    "02083346 05 n 01 canine 0 000 | any of various fissiped mammals  \n",
    "index.verb": "bark v 1 0 1 0 00980453  \n",
    "data.verb": "00980453 32 v 01 bark 0 000 01 + 01 00 | speak in an unfriendly tone  \n",
    "index.adj": "big a 1 1 & 1 1 01382086  \n",
    "data.adj": "01382086 00 a 01 large 0 001 & 01380267 a 0000 | above average  \n",
    "index.adv": "well r 1 0 1 1 00011093  \n",
    "data.adv": "00011093 02 r 01 well 0 000 | in a good manner  \n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_first_senses_and_first_hypernyms(folder: Path) -> None:
    net = WordNet.read(folder)
    dog, puppy = net.path(["dog"], "NOUN"), net.path(["puppy"], "NOUN")
    assert [offset for _, offset in puppy] == [1322604, 2084071, 2083346]
    assert net.path(["domestic", "dog"], "PROPN") == dog
    assert distance(puppy, dog) == 1 and distance(dog, puppy) == 1
    assert distance(net.path(["bark"], "VERB"), dog) is None
    assert net.path(["dog"], "VERB") == () == net.path(["dog"], "X")


@pytest.mark.parametrize(
    "change",
    [
        {"data.noun": None},
        {"index.noun": "dog n\n"},
        {"index.verb": "bark v 1 x 1 0 00980453\n"},
        {"data.adj": "01382086 00 a zz large 0 001 & 01380267 a 0000 | above\n"},
    ],
)
def test_damaged_files_are_an_error(folder: Path, change: dict[str, str | None]) -> None:
    for name, text in change.items():
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text)
    with pytest.raises(ResourceError, match="can't be read as WordNet"):
        WordNet.read(folder)


def test_circles_end(folder: Path) -> None:
    text = FILES["data.noun"].replace("canine 0 000", "canine 0 001 @ 02084071 n 0000")
    (folder / "data.noun").write_text(text)
    assert len(WordNet.read(folder).path(["puppy"], "NOUN")) == 3


INDEX = {
    "noun": ["car n 2 1 @ 2 1 01 02", "auto n 1 1 @ 1 1 01", "mouse n 1 0 1 0 09"],
    "verb": ["buy v 1 1 @ 1 1 03", "purchase v 1 2 @ ~ 1 1 03"],
    "adj": [],
    "adv": [],
}


@pytest.fixture
def synonyms(tmp_path: Path) -> Path:
    for part, lines in INDEX.items():
        (tmp_path / f"index.{part}").write_text("\n".join(["  1 licence", *lines]))
    (tmp_path / "noun.exc").write_text("mice mouse\n")
    (tmp_path / "verb.exc").write_text("bought buy\n")
    return tmp_path


def test_synonyms_share_a_synset_in_any_form_and_sense(synonyms: Path) -> None:
    net = WordNet.read(synonyms, hypernyms=False)
    assert net.synsets("cars") & net.synsets("autos") == {("noun", 1)}
    assert (
        net.synsets("bought")
        == net.synsets("purchasing")
        == net.synsets("purchases")
        == {("verb", 3)}
    )
    assert not net.synsets("unknown")


def test_irregular_forms_come_from_the_exceptions(synonyms: Path) -> None:
    assert WordNet.read(synonyms, hypernyms=False).bases("mice") == {("noun", "mouse")}


def test_files_that_are_no_wordnet(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="wordnet-base"):
        WordNet.read(tmp_path, hypernyms=False)
    for part in INDEX:
        (tmp_path / f"index.{part}").write_text("car n\n")
    with pytest.raises(ResourceError, match="wordnet-base"):
        WordNet.read(tmp_path, hypernyms=False)
