"""Which lines begin a sentence."""

from hypothesis import given
from hypothesis import strategies as st

from salience.sentences import split
from salience.sentences.candidates import line_starts

WRAPPED = (
    "The mayor of the town met reporters near\n"
    "the harbour on Monday and said that trams\n"
    "would run again.\n"
)


def test_every_line_begins_a_sentence_but_one_that_was_broken_to_fit_a_page() -> None:
    assert split(WRAPPED) == [(0, len(WRAPPED) - 1)]
    text = f"A title\n\n{WRAPPED}\nAnother"
    assert [start for start, _ in split(text)] == [0, 9, 9 + len(WRAPPED) + 1]


def test_a_list_has_a_sentence_a_line() -> None:
    text = "What is sold at the shop:\n- bread\n- milk and eggs"
    assert [start for start, _ in split(text)] == line_starts(text) == [0, 26, 34]


@given(st.text(alphabet="ab .\n\r\t\u2028\x0c", max_size=80))
def test_starts_are_rising_and_at_words(text: str) -> None:
    starts = line_starts(text)
    assert starts == sorted(set(starts))
    assert not any(text[start].isspace() for start in starts)
    assert bool(starts) == bool(text.strip())
