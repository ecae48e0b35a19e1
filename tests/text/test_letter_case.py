"""Headlines and lines in capitals are read as running text would write them; offsets stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.text.letter_case import natural_case
from salience.text.normalise import normalised, normalised_line
from salience.text.titles import text_start, titled_text

BODY = "\n\nThe council of Tarn met in Ada Byrne House. A brown house by the Brown Inn burnt."


@pytest.mark.parametrize(
    ("line", "natural"),
    [
        ("Council Meets Angry Farmers in Tarn", "Council meets angry farmers in Tarn"),
        ("COUNCIL MEETS ANGRY FARMERS IN TARN", "Council meets angry farmers in Tarn"),
        # Beside its neighbour of the text, and beside its owner.
        ("BYRNE HOUSE BURNT", "Byrne House burnt"),
        ("BYRNE'S HOUSE BURNT", "Byrne's house burnt"),
        # Both are in the text: what stands beside a word decides.
        (
            "Fire in Ada Byrne House and a Second House",
            "Fire in Ada Byrne House and a second house",
        ),
        (
            "Brown Inn Sells Old Brown Bread to Farmers",
            "Brown Inn sells old brown bread to farmers",
        ),
        # Short words and abbreviations may be acronyms.
        ("UN AND U.S. SEND AID TO TARN", "UN and U.S. send aid to Tarn"),
        # Lines that are in natural case, or may be a name.
        ("Council meets angry farmers in Tarn", None),
        ("University of Northern Tarn", None),
        ("Council Meets Angry Farmers in Tarn Today.", None),
        ("NASA", None),
        ("", None),
    ],
)
def test_a_headline_is_written_as_the_text_and_the_list_have_its_words(line, natural):
    assert natural_case(line + BODY) == (line if natural is None else natural) + BODY


def test_a_text_that_is_mostly_in_capitals_stays_as_it_is():
    text = "NEWS FROM TARN\nTHE NEWS CAME LATE.\nIt rained.\n"
    assert natural_case(text) == text


def test_labels_of_speakers_are_names():
    text = "BO LEE: Were you at NASA?\nMR. O'BYRNE: I was.\nQ: UN: no\nNASA: yes\n"
    natural = "Bo Lee: Were you at NASA?\nMr. O'Byrne: I was.\nQ: UN: no\nNASA: yes\n"
    assert natural_case(text) == natural


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("UNESCO: what it does\nIt met.\n", "UNESCO: what it does\nIt met.\n"),
        ("BYRNE: yes\nLEE: no\nBYRNE: well\n", "Byrne: yes\nLEE: no\nByrne: well\n"),
        ("HADDAD: yes\nOSLO: no\nHADDAD: well\n", "Haddad: yes\nOSLO: no\nHaddad: well\n"),
    ],
)
def test_one_word_is_a_speaker_if_it_speaks_twice(text, natural):
    assert natural_case(text) == natural


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("TARNBY — “Who knows?”", "Tarnby — “Who knows?”"),
        ("NEW TARN, Norland (Hale) -- It", "New Tarn, Norland (Hale) -- It"),
        ("UNESCO — the body in Tarn – met.", "UNESCO — the body in Tarn – met."),
        ("TARNBY is a town – It", "TARNBY is a town – It"),
    ],
)
def test_the_place_of_a_dateline_is_a_name(text, natural):
    assert natural_case(text) == natural


def test_lines_in_capitals_stand_anywhere():
    text = "It rained.\nNEWS FROM TARN\nThe news came late. MARCH!\n"
    assert natural_case(text) == text.replace("NEWS FROM TARN", "News from Tarn")


@given(st.lists(st.sampled_from(["ß", "ŉ", "İ", "É", "Ann's ", "THE ", "Of ", "\n", "A.B. ", "é"])))
def test_the_length_stays(parts):
    for text in ("".join(parts), "".join(parts).upper()):
        assert len(natural_case(text)) == len(text)


@given(st.text(), st.text())
def test_title_and_text_keep_their_places(title, text):
    title, text = normalised_line(title).text, normalised(text).text
    joined, start = titled_text(title, text), text_start(title)
    assert len(joined) == start + len(text)
    assert joined[start:].casefold() == text.casefold() or len(text) != len(text.casefold())
    assert start == 0 or len(joined[:start].splitlines()) <= 2
