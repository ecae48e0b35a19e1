"""Texts whose sentences are known, as people write them."""

from __future__ import annotations

from salience.sentences.gold import from_lines


def test_a_line_of_white_space_ends_a_paragraph_as_an_empty_one_does() -> None:
    assert from_lines("He left.\n \nShe sat.") == from_lines("He left.\n\nShe sat.")
