"""The recipe of word alignment: files that readers link by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.recipes.wordalign import annotate
from resources.recipes.wordalign.hand_links import LinkFileError, read, write

BLANK = "# a1\nA 0:Lee 1:left 2:town\nA 3:.\nD 0:She 1:has 2:left 3:the 4:town 5:.\n\n# Links\n"
CASES = Path(__file__).parents[1] / "cases/wordalign"


def test_words_one_by_one_phrases_and_gaps() -> None:
    file = read(BLANK + "1-2 = 2,4 S\n0 -> 0 P # a pronoun\n\n3 -> none\n")
    assert sorted(file.links.sure) == [(2, 1), (4, 2)]
    assert sorted(file.links.possible - file.links.sure) == [(0, 0)]
    assert file.none == {3} and not file.untouched()
    whole = read(BLANK + "1-2 -> 2-4 S\n")
    assert len(whole.links.sure) == 6 and whole.untouched() == [0, 3]


@pytest.mark.parametrize(
    "line",
    [
        "0 -> 6 S",  # no such word in the document
        "4 -> 0 S",  # nor in the abstract
        "2-1 = 3-4 S",
        "0-1 = 3 S",
        "0 -> 1",
        "0 -> 1 s",
        "0 1",
        "1 -> 2 S\n1 -> none",
    ],
)
def test_what_is_no_link_is_named(line: str) -> None:
    with pytest.raises(LinkFileError, match=r"\d"):
        read(BLANK + line)


def test_a_file_comes_back_as_it_was_written() -> None:
    file = read(BLANK)
    assert write(file) == BLANK and file.id == "a1"
    assert file.abstract == (("Lee", "left", "town"), (".",))


def test_damaged_words_are_refused() -> None:
    with pytest.raises(LinkFileError, match="numbered from 3"):
        read(BLANK.replace("3:.", "4:."))


def test_blank_files_hold_the_words_of_articles() -> None:
    files = list(annotate.blank_files())
    assert len({file.id for file in files}) == 12
    for file in files:
        assert read(write(file)) == file
        assert len(file.abstract_words()) > 20 and len(file.document_words()) > 250


def test_agreement_of_readers() -> None:
    one = {"a1": read(BLANK + "1-2 = 2,4 S\n"), "b": read(BLANK)}
    two = {"a1": read(BLANK + "1 = 2 S\n")}
    lines = list(annotate.agreement_lines(one, two))
    assert lines[0] == "sure, all words: kappa 0.65, F1 0.67"


@pytest.mark.parametrize("folder", sorted(CASES.glob("*/")), ids=lambda path: path.name)
def test_shipped_links_are_of_the_articles_and_complete(folder: Path) -> None:
    files = annotate.read_folder(folder)
    blank = {file.id: file for file in annotate.blank_files()}
    for id, file in files.items():
        assert (file.document, file.abstract) == (blank[id].document, blank[id].abstract)
        assert not file.untouched()


def test_readers_agree_on_the_shipped_links() -> None:
    """What the recipe's page says of them: far beyond chance, for sure links and for all."""
    one, two = (annotate.read_folder(folder) for folder in sorted(CASES.glob("*/")))
    kappas = [float(line.split("kappa ")[1][:4]) for line in annotate.agreement_lines(one, two)]
    assert len(one) == len(two) == 12 and min(kappas) > 0.8
