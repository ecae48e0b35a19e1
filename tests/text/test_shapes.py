"""Texts that are no articles are warned of, and articles are not."""

from __future__ import annotations

import pytest

from salience.corpus.read import read_corpus
from salience.resources import example_paths
from salience.text.shapes import shape_warnings

ARTICLE = "Ada Byrne, the mayor of Oslo, will not run again, she told reporters on Monday. " * 3
MENU = ["Home", "News", "Sport", "About us", "Sign in", "Search", "Weather", "Share", "More", "Top"]
TALK = [f"{who}: I do not know." for who in ("Ada Byrne", "REPORTER", "Mr. Haddad")] * 4
PEOPLE = [f"{first} {last}: Theft." for first in ("Ann", "Tom", "Eve") for last in "BDFGHKL"]
ODD = {
    "capitals": (ARTICLE.upper(), "is in capitals"),
    "no capitals": (ARTICLE.lower(), "has no capitals"),
    "an e-mail": (
        f"From: Ada\nTo: Noor\nDate: today\nSubject: Rain\n\n{ARTICLE}",
        "4 lines of e-mail",
    ),
    "an e-mail with many headers": (
        f"From: Ada\nTo: Noor\nCc: Tay\nDate: today\nSubject: Rain\n\n{ARTICLE}"
        "\nYes.\nNo.\nSo.\nAda\nByrne",
        "5 lines of e-mail",
    ),
    "a web page": ("\n".join([*MENU, ARTICLE]), "10 of 11 lines of the text are no sentences"),
    "a transcript": ("\n".join(TALK), "12 of 12 lines begin with who speaks"),
    "times in a transcript": ("\n".join(f"[0:1{n}] Ada: Well." for n in range(10)), "a transcript"),
}


@pytest.mark.parametrize(("text", "said"), ODD.values(), ids=ODD)
def test_a_text_of_another_form_has_one_warning(text: str, said: str) -> None:
    [warning] = shape_warnings(text)
    assert said in warning


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        ARTICLE,
        "NASA",
        "Dear Ada,\nSubject: rain.\n" + ARTICLE,
        "東京" * 99,
        "1 2 3 " * 99,
        "\n".join(PEOPLE),
        "\n".join(f"{who}: Rain in {who} until noon." for who in "ABCDEFGHIJKL"),
    ],
)
def test_articles_and_a_few_words_have_none(text: str) -> None:
    assert shape_warnings(text) == ()


def test_the_articles_that_ship_have_none() -> None:
    assert not [d.id for d in read_corpus(example_paths()) if shape_warnings(d.text)]
