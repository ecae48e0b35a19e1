"""How related contexts are, against the definition, on made-up vectors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.features.relatedness import Contexts
from salience.features.word_vectors import WordVectors, key_of
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument

WIDTH = 5
NAMES = [f"w{n}" for n in range(12)]
RANDOM = np.random.default_rng(3)
KEYS = np.array(sorted(map(key_of, NAMES[:10])), np.uint64)  # two words have no vector
VECTORS = WordVectors(
    KEYS, np.arange(10, dtype=np.int32), RANDOM.normal(size=(10, WIDTH)).astype(np.float32)
)
SENTENCES = st.lists(st.lists(st.sampled_from(NAMES), max_size=5).map(tuple), max_size=6)


def entity(sentences: list[int], name: str) -> Entity:
    text = name.upper()
    mentions = tuple(
        Mention(9 * i, 9 * i + 2, text, "named", text, 9 * i, s, ((text, "PROPN"),))
        for i, s in enumerate(sentences)
    )
    return Entity(mentions, text, "PER", f"name:{name}|PER")


def defined(parsed: ParsedDocument, own: set[int], name: str) -> list[float]:
    """The definition: sums of vectors of length 1, and their cosines."""

    def added(words: list[str]) -> np.ndarray:
        return sum((VECTORS.of_words([word])[0] for word in words), np.zeros(WIDTH))

    texts = enumerate(parsed.sentence_words)
    sides = [[w for i, words in texts if i in own for w in words if w != name]]
    texts = enumerate(parsed.sentence_words)
    sides.append([w for i, words in texts if i not in own for w in words])
    sides.append([word for word in parsed.title_words if word != name])
    around, *others = map(added, sides)
    return [
        max(0.0, float(around @ other) / float(np.linalg.norm(around) * np.linalg.norm(other)))
        if around.any() and other.any()
        else 0.0
        for other in others
    ]


@given(SENTENCES, st.lists(st.sampled_from(NAMES), max_size=4), st.data())
def test_cosines_are_those_of_the_definition(
    sentences: list[tuple[str, ...]], title: list[str], data: st.DataObject
) -> None:
    places = st.lists(st.integers(IN_TITLE, max(len(sentences) - 1, 0)), max_size=4)
    own = data.draw(places) if sentences else [IN_TITLE]
    name = data.draw(st.sampled_from(NAMES))
    parsed = ParsedDocument(
        Document("d", ""),
        (),
        (),
        len(sentences),
        sentence_words=tuple(sentences),
        title_words=tuple(title),
    )
    found = Contexts.from_document(parsed, VECTORS).related(entity(own, name))
    inside = {s for s in own if s >= 0}
    expected = defined(parsed, inside, name)
    assert found == pytest.approx(expected, abs=2e-5)
    assert all(0 <= value <= 1 for value in found)


def test_the_order_of_words_and_sentences_changes_no_bit() -> None:
    sentences = [tuple(RANDOM.choice(NAMES, 30)) for _ in range(9)]
    parsed = ParsedDocument(Document("d", ""), (), (), 9, sentence_words=tuple(sentences))
    parsed = replace(parsed, title_words=sentences[0][:5])
    turned = replace(
        parsed,
        sentence_words=tuple(words[::-1] for words in sentences[::-1]),
        title_words=parsed.title_words[::-1],
    )
    for place in range(9):
        found = Contexts.from_document(parsed, VECTORS).related(entity([place], "w1"))
        assert found == Contexts.from_document(turned, VECTORS).related(entity([8 - place], "w1"))


def test_sentences_that_were_not_read_have_no_words() -> None:
    parsed = ParsedDocument(Document("d", ""), (), (), 3, sentence_words=(("w1",),))
    assert Contexts.from_document(parsed, VECTORS).related(entity([0, 2], "w2")) == (0, 0)
    nothing = ParsedDocument(Document("d", ""), (), (), 0)
    assert Contexts.from_document(nothing, VECTORS).related(entity([], "w2")) == (0, 0)
