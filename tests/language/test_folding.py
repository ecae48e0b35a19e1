"""Words without case and accents."""

from salience.language.folding import folded


def test_case_accents_and_curly_apostrophes_are_left_off() -> None:
    words = {"Łódź": "lodz", "VISEGRÁD": "visegrad", "O’Brien": "o'brien", "Plain": "plain"}
    assert {word: folded(word) for word in words} == words
