"""Files of links that people made, and links scored by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from salience.errors import CorpusError
from salience.text.words import plain_words
from salience.word_links.links import AlignedPair, Pair, PhraseLink
from salience.wordalign.link_scores import link_scores
from salience.wordalign.text_links import TextLinks, form_counts, read_text_links

PAIR = Pair("d", plain_words("The old mill burned"), plain_words("A mill burns"))


def test_links_are_of_the_words_in_which_their_characters_are(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": "d", "sure": [[8, 2], [14, 9]], "possible": [[0, 0]]}\n', "utf-8")
    links = read_text_links(path)["d"].of_words(PAIR)
    assert links.sure == {(2, 1), (3, 2)} and links.possible == {(2, 1), (3, 2), (0, 0)}


@pytest.mark.parametrize("character", [3, 99])
def test_a_character_in_no_word_is_named(character: int) -> None:
    with pytest.raises(CorpusError, match=f"character {character}"):
        TextLinks(frozenset({(character, 0)}), frozenset()).of_words(PAIR)


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        '{"sure": []}',
        '{"id": "d", "sure": [[1]]}',
        "{",
        '{"id": "d", "sure": [[-1, 0]]}',
        '{"id": "d", "links": []}',
    ],
)
def test_lines_without_links_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(CorpusError, match=r"gold.jsonl:1: .*Write such as"):
        read_text_links(path)


def test_scores_by_form() -> None:
    gold = TextLinks(frozenset({(8, 2), (13, 7)}), frozenset())
    links = (PhraseLink((2, 3), (1, 2)), PhraseLink((1, 2), (2, 3)), PhraseLink((0, 1), (0, 1)))
    every, same, other = map(link_scores, form_counts(AlignedPair(PAIR, links), gold))
    assert (every["precision"], every["recall"]) == (pytest.approx(1 / 3), 0.5)
    assert (same["precision"], same["recall"], other["recall"]) == (1, 1, 0)
