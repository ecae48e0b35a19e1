"""Sentences that end with an abbreviation before a name, and those that go on."""

import time

import pytest

from salience.sentences import split
from salience.sentences.abbreviations import abbreviation_starts

KNOWN = "Ann Holloway left the town. "
TWO = [
    # a family name of the text
    KNOWN + "She led Bright Star Staffing Inc. | Holloway spent two years there.",
    KNOWN + "She led Bright Star Staffing Corp. | Holloway’s lawyer was there.",
    KNOWN + "She was asked by Judge Sam Moor Jr. | Holloway, who had slept, knew nothing.",
    KNOWN + "They sell bread, milk, etc. | Holloway and her son sell eggs.",
    "Mr. Marlin left town. They sold it to a man in the U.S. | Marlin and his son knew.",
    KNOWN + "They moved to Velk, Ala. | Holloway rents a house there.",
    "It was Velkan Oyel. The mill was sold to Moor Ltd. | Oyel thinks it was cheap.",
    # a subject and its verb
    "The mill was sold to Moor LLC. | Byrne paid for it.",
    "They were defended by Sam Moor Sr. | Byrne and Lee Hale were not.",
    "The office of the firm is in Velk, N.J. | Contaminants were found near it.",
    "The vote on the bill began at 5 p.m. | Hale left early.",
    "The court set the date for May 5, at 8:30 a.m. | Hale faces five years.",
    "The mayor of Velk will speak on Friday at 10 a.m. | I think he will.",
    "Hale, Byrne and Moor are to see the judge on Monday at 3 p.m. | Lee, Orr and Marl have left.",
]
ONE = [
    KNOWN + "She went to Moor Inc. Chairman Ann Hale.",
    KNOWN + "It was said by Moor Inc. President Holloway.",
    "Moor Inc. Board Chair Ann Hale said no.",
    "The firm of Moor Co. Ltd. was sold.",
    "Ann Senate left. They asked the U.S. Senate and left.",
    "Ann Hale left. In 2010, U.S. Steel was sold.",
    "They asked the D.C. Circuit was it right.",
    "They closed the Sammy Hale Jr. Boulevard was said.",
    "It is called the Sam Moor Jr. Hate Crimes Act was said.",
    "In addition to Moor House, Inc. Hale has found four others.",
    "When she left Moor House Inc. Hale was rich.",
    "At 5 p.m. Hale left the mill.",
    "On the day at 5 p.m. Hale left.",
    "The gates of the mill opened early, and at 5 p.m. Hale left.",
    "The vote on the bill began at 5 p.m. Eastern.",
    "The vote on the bill began at 5 p.m. Eastern Standard Time.",
    "The vote on the bill began at 5 p.m. EST and was long.",
    "The mayor of Velk will speak at 3 p.m. Friday at the mill.",
    "The mayor of Velk spoke at 3 p.m. July 5 at the mill.",
]


@pytest.mark.parametrize("text", TWO)
def test_a_sentence_ends(text: str) -> None:
    before, after = text.split("| ")
    text = before + after
    assert abbreviation_starts(text)[len(before)]
    assert len(before) in [start for start, _ in split(text)]


@pytest.mark.parametrize("text", ONE)
def test_a_sentence_goes_on(text: str) -> None:
    last = text.removeprefix(KNOWN)
    assert True not in abbreviation_starts(text).values()
    assert text[split(text)[-1][0] :] in (last, last.partition(". ")[2])


def test_a_day_or_a_zone_is_of_the_hour() -> None:
    assert abbreviation_starts("The vote is at 3 p.m. Friday.") == {22: False}
    assert abbreviation_starts("The vote is at 3 p.m. EST.") == {22: False}
    assert abbreviation_starts("The vote is at 3 p.m. May I come?") == {}


def test_a_title_that_looks_like_a_generation_begins_a_sentence() -> None:
    assert abbreviation_starts("Lending Policy. Sr. Rovira was here.") == {}


def test_the_classifier_is_asked_but_not_of_what_the_country_has() -> None:
    assert abbreviation_starts("They moved to the U.S. Yet it was cold.") == {23: True}
    assert abbreviation_starts("They read the U.S. Sentencing Guidelines.") == {}


@pytest.mark.parametrize(
    "text", ["They left Moor Inc. Byrne was first. ", "At 5 p.m. ", "Inc. ", "Ann Moor Inc. A-"]
)
def test_many_abbreviations_take_no_minutes(text: str) -> None:
    start = time.process_time()
    abbreviation_starts(text * 10_000)
    assert time.process_time() - start < 5
