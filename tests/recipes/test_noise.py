"""Texts are spoiled without a change of their words, and the breaks that a way made are known."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from resources.recipes.noise import breaks, table, texts, ways
from resources.recipes.noise.texts import INSIDE

ARTICLE = (
    "The mayor of Velk, Orla Finch, said on Monday that the trams of the town will run again from "
    "May, after a winter in which the rails had been under snow. The firm of Ann Holloway paid.\n\n"
    "Prices will not go up, she told reporters. The council has asked for two lines more.\n\n"
    "Nobody knows when the first tram will come."
)


def drawn(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311


def joined(text: str) -> str:
    return text.replace("\u00ad", "").replace("> ", "").replace("\u00a0", " ")


@pytest.mark.parametrize("way", ways.WAYS)
def test_no_way_changes_a_word(way: str) -> None:
    text = "\n\n".join([ARTICLE] * 5)
    spoiled = ways.WAYS[way](drawn(0), text)
    assert spoiled != text
    assert ways.WAYS[way](drawn(0), text) == spoiled
    if way not in ("words divided", "ligatures", "reference marks"):
        assert joined(spoiled).split() == text.split()


@pytest.mark.parametrize("way", [texts.fixed, texts.ragged, texts.scattered, texts.in_names])
def test_breaks_that_a_way_made_are_known(way: Callable[[random.Random], texts.Way]) -> None:
    rng = drawn(3)
    paragraph = ARTICLE.split("\n")[0]
    broken = way(rng)(rng, paragraph)
    example = breaks.labelled("", "", f"{broken}\n\nThe end.")
    assert sum(example.inside) == broken.count(INSIDE) == len(example.inside) - 1


def test_words_are_divided_where_they_may_be() -> None:
    assert texts.places("harbour") == [3]
    assert texts.places("Orla's") == texts.places("the") == texts.places("NATO") == []
    lines = texts.fill("the council of Birmingham met", lambda: 22, divide=True).split(INSIDE)
    assert lines == ["the council of Birmin-", "gham met"] or len(lines) == 2


@pytest.mark.parametrize("seed", range(40))
def test_samples_have_lines(seed: int) -> None:
    way, text = texts.sample(drawn(seed), ARTICLE)
    assert way
    assert text == text.strip()


def test_what_is_kept_is_counted() -> None:
    one = table.Found("a", [("Orla Finch", "PER", 2), ("Velk", "LOC", 1)], "She said.")
    other = one._replace(rows=[("Orla Finch", "PER", 3), ("Velk", "LOC", 1)])
    assert table.kept([one], [other]) == {
        "same clean text": "1",
        "names and types": "100.0 %",
        "with mentions": "33.3 %",
        "same order": "0",
        "same summary": "1",
    }
