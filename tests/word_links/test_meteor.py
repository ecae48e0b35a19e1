"""METEOR's links as labels use them: content words, one to one, and no text that takes hours."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.text.words import Words, plain_words
from salience.word_links.links import Pair, word_links
from salience.word_links.meteor import meteor, meteor_aligned


def words(text: str) -> Words:
    """Words written as `text/stem/TAG`."""
    texts, stems, tags = zip(*(word.split("/") for word in text.split()), strict=True)
    return replace(plain_words(" ".join(texts)), lemmas=stems, tags=tags)


PAIR = Pair(
    "d",
    words("The/the/DET old/old/ADJ mills/mill/NOUN burned/burn/VERB"),
    words("the/the/DET Mill/mill/NOUN is/be/AUX old/old/ADJ and/and/CCONJ burning/burn/VERB"),
)
OLD, MILLS, BURNED = (1, 3), (2, 1), (3, 5)


def test_equal_words_and_then_equal_stems_are_linked_in_the_order_of_the_abstract() -> None:
    found = [(link.document[0], link.abstract[0]) for link in meteor(PAIR)]
    assert found == [(0, 0), MILLS, OLD, BURNED]


def test_labels_have_no_links_of_function_words() -> None:
    found = meteor_aligned(PAIR)
    assert word_links(found.links) == {OLD, MILLS, BURNED}
    assert found.aligner == "meteor"


def test_synonyms_come_last() -> None:
    pair = Pair("d", words("town/town/NOUN city/city/NOUN"), words("city/city/NOUN"))
    assert word_links(meteor(pair, synonyms=lambda word: ["place"])) == {(1, 0)}
    other = replace(pair, document=words("town/town/NOUN"))
    assert word_links(meteor(other, synonyms=lambda word: ["place"])) == {(0, 0)}
    assert not meteor(other)


@pytest.mark.parametrize("stem", ["run", "runs"], ids=["equal words", "equal stems"])
def test_texts_of_many_equal_words_are_aligned(stem: str) -> None:
    many = Pair("d", words("run/run/VERB " * 4_000), words(f"{stem}/run/VERB " * 3_000))
    assert len(meteor_aligned(many).links) == 3_000


@pytest.mark.parametrize("sides", [("", "a"), ("a", ""), ("", "")])
def test_empty_texts_have_no_links(sides: tuple[str, str]) -> None:
    assert meteor_aligned(Pair("d", *map(plain_words, sides))).links == ()


TOKENS = st.lists(st.sampled_from(["A/a/NOUN", "B/a/NOUN", "C/c/VERB", "D/c/VERB", "E/e/DET"]))


@given(TOKENS.filter(bool), TOKENS.filter(bool))
def test_as_many_words_are_linked_as_can_be(document: list[str], abstract: list[str]) -> None:
    pair = Pair("d", words(" ".join(document)), words(" ".join(abstract)))
    links = sorted(word_links(meteor_aligned(pair).links))
    here, there = pair.document, pair.abstract
    assert len({i for i, _ in links}) == len({j for _, j in links}) == len(links)
    assert all(here.lemmas[i] == there.lemmas[j] and here.tags[i] != "DET" for i, j in links)
    both = Counter(w for w in document if "DET" not in w) & Counter(abstract)
    assert sum(here.texts[i] == there.texts[j] for i, j in links) == both.total()
    stems = [
        Counter(w.split("/")[1] for w in side if "DET" not in w) for side in (document, abstract)
    ]
    assert len(links) == (stems[0] & stems[1]).total()
