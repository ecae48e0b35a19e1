"""Which lines begin a sentence."""

from hypothesis import given
from hypothesis import strategies as st

from salience.sentences.candidates import line_starts

WRAPPED = (
    "The mayor of the town met reporters near\n"
    "the harbour on Monday and said that trams\n"
    "would run again.\n"
)


def test_a_line_that_was_broken_to_fit_a_page_begins_no_sentence():
    assert line_starts(WRAPPED) == [0]
    assert line_starts(f"A title\n\n{WRAPPED}\nAnother") == [0, 9, 9 + len(WRAPPED) + 1]


def test_a_line_after_which_the_next_word_had_room_begins_one():
    text = "A list of what is sold at the harbour's shop:\nbread\nmilk and eggs"
    assert line_starts(text) == [0, 46, 52]


def test_paragraphs_without_blank_lines_begin_sentences():
    long = "word " * 30
    assert len(line_starts("\n".join([long, long, long]))) == 3


@given(st.text(alphabet="ab .\n\r\t\u2028\x0c", max_size=80))
def test_starts_are_rising_and_at_words(text):
    starts = line_starts(text)
    assert starts == sorted(set(starts))
    assert not any(text[start].isspace() for start in starts)
    assert bool(starts) == bool(text.strip())
