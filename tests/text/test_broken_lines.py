"""Texts that have a blank line after every line, and those that are meant so."""

from __future__ import annotations

import time

import pytest

from salience.sentences import split
from salience.text.normalise import normalised
from salience.text.titles import title_line

BROKEN = """STATEMENT ON THE TRAMS OF VELK

The mayor of Velk said on Monday that the trams of the town will

run again from May, after a winter in which the rails along the old

harbour had been under snow for weeks. Byrne said that the firm of Ann

Holloway would pay for it.

Prices will not go up. The firm has asked the council to look at

the lines in the north of the town too, where most of the people who

work in the mills live.

REPORTER:

Will there be trams at night, as there had been in the years before

the fire in the depot?

MAYOR: There will, though we do not know how many people want

to take them.

What is asked of the council:

- two lines for the north of the town and one for the harbour, which

are paid for by the firm

- a new depot

4 May 1998"""

WHOLE = [
    "STATEMENT ON THE TRAMS OF VELK",
    "The mayor of Velk said on Monday that the trams of the town will run again from May, after a "
    "winter in which the rails along the old harbour had been under snow for weeks. Byrne said "
    "that the firm of Ann Holloway would pay for it.",
    "Prices will not go up. The firm has asked the council to look at the lines in the north of "
    "the town too, where most of the people who work in the mills live.",
    "REPORTER:",
    "Will there be trams at night, as there had been in the years before the fire in the depot?",
    "MAYOR: There will, though we do not know how many people want to take them.",
    "What is asked of the council:",
    "- two lines for the north of the town and one for the harbour, which are paid for by the firm",
    "- a new depot",
    "4 May 1998",
]


def read(text: str) -> str:
    return normalised(text).text


def paragraphs(text: str) -> list[str]:
    return [part for part in read(text).split("\n") if part]


@pytest.mark.parametrize("gap", ["\n\n", "\n \n", "\n\n\n", " \r\n\r\n", "\n\t\n", "\n\u200b\n"])
def test_lines_that_were_broken_within_sentences_are_joined(gap: str) -> None:
    assert paragraphs(BROKEN.replace("\n\n", gap)) == WHOLE


def test_sentences_and_titles_are_whole() -> None:
    found = [" ".join(BROKEN[start:end].split()) for start, end in split(BROKEN)]
    assert "Byrne said that the firm of Ann Holloway would pay for it." in found
    assert title_line(BROKEN) == WHOLE[0]
    assert title_line(BROKEN.removeprefix(WHOLE[0])) is None


POEM = [
    "the boats of Velk come slowly home across the bay",
    "and bring the smell of tar and rain",
    "into the streets where Moor and Byrne once lay",
    "asleep, and dreamt of sun",
    "above the hills, above the mill",
    "until the bells had rung and they were gone",
]
LIST = [
    "two lines for the north of the town",
    "a new depot near the harbour, with a roof for nine trams",
    "lower fares",
    "a bridge for those who walk",
    "lamps along the whole of the road from the mill to the market",
    "a tram museum",
]
CAPTIONS = ["I never saw the man", "who came to the mill", "on that day", "and then he left"]
TABLE = ["Velk 12 340 5.1", "Tarn 9 210 4.0", "Oslo 14 420 6.2", "total 35 970"]
ADDRESS = ["Ann Holloway", "Moor Trams", "5 Harbour Road", "Velk", "phone 555 0101"]
HEADINGS = [
    "The Trams of the Town of Velk Will Run Again in the Spring",
    "The Mayor Speaks to the People of the North about the Fire",
]
PARAGRAPHS = [
    "The mayor spoke to reporters near the harbour on Monday.",
    "The trams will run again in May, she said to them all.",
]


@pytest.mark.parametrize("lines", [POEM, LIST, CAPTIONS, TABLE, ADDRESS, HEADINGS, PARAGRAPHS])
@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_other_lines_stay(lines: list[str], gap: str) -> None:
    text = gap.join(lines * 10)
    assert read(text) == text


def test_whole_paragraphs_stay() -> None:
    whole = "\n\n".join(WHOLE * 3)
    assert read(whole) == whole


def test_a_poem_beside_it_stays() -> None:
    verses = "\n\n".join(line.capitalize() for line in CAPTIONS)
    assert read(f"{BROKEN}\n\n{verses}").endswith(verses)


@pytest.mark.parametrize("text", [f"{BROKEN}\n\n", "a\n\n", "\n \n", "\n", "word " * 9 + "\n\n"])
def test_many_lines_take_no_minutes(text: str) -> None:
    many = text * 20_000
    start = time.process_time()
    read(many[:2_000_000])
    assert time.process_time() - start < 2


VERSE = """the river runs below the town, and nobody will cross it now,
the ferry lies where it went down, the barley waits behind the plough,
the miller sold his house and mill, the baker sold his bread and went,
the children climbed the empty hill, and asked us what the silence meant,
we told them what the old ones said, that water takes what it has lent,
and that the living feed the dead, and nobody knows where they went,
so let the river have its way, and let the barley stand and bow,
the night comes after every day, the river runs below us now,
and when the spring comes to the door, the ferry will be built again,
and we will cross the water more, and we will cross it in the rain."""


def test_verse_with_blank_lines_stays() -> None:
    text = VERSE.replace("\n", "\n\n")
    assert read(text) == text
