"""Labels from linked words: which links make one, and what names leave to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from salience.labels.entity_alignment import align_all
from salience.resources import rule_confidences
from salience.text.words import Words, plain_words
from salience.types import ParsedDocument
from salience.word_links.links import AlignedPair, Pair, PhraseLink
from tests.support.builders import marked

DOCUMENT = marked("d", "{a Ada *Byrne} praised {b Oslo} . {a:nominal The *mayor} left {c Norway} .")
ABSTRACT = marked("d", "{x *Byrne} , its leader , quits the capital .")
TAGS = ("PROPN", "PUNCT", "PRON", "NOUN", "PUNCT", "VERB", "DET", "NOUN", "PUNCT")
BYRNE, LEADER, QUITS, CAPITAL = 0, 3, 5, 7


def tagged(parsed: ParsedDocument, tags: tuple[str, ...]) -> Words:
    return replace(plain_words(parsed.document.text), tags=tags)


def found(*links: tuple[int, int], rules: str) -> list[tuple[int, str, str, str]]:
    words = plain_words(DOCUMENT.document.text)
    phrases = tuple(PhraseLink((i, i + 1), (j, j + 1), 0.95) for i, j in links)
    linked = AlignedPair(Pair("d", words, tagged(ABSTRACT, TAGS)), phrases)
    result = align_all(DOCUMENT, [ABSTRACT], rules=rules, linked=[linked])
    return [
        (a.entity, a.rule, a.mention.text, a.linked.text if a.linked else "")
        for a in result.aligned
    ]


def test_the_head_of_any_mention_but_a_pronoun_makes_a_label() -> None:
    words = DOCUMENT.document.text.split()
    mayor, oslo = words.index("mayor"), words.index("Oslo")
    assert found((mayor, LEADER), (oslo, CAPITAL), rules="words") == [
        (0, "words", "leader", "mayor"),
        (1, "words", "capital", "Oslo"),
    ]


def test_other_words_make_none() -> None:
    words = DOCUMENT.document.text.split()
    no_head, no_noun, no_mention = (
        (words.index("Ada"), LEADER),
        (words.index("Oslo"), QUITS),
        (words.index("left"), CAPITAL),
    )
    assert found(no_head, no_noun, no_mention, rules="words") == []


def test_names_come_first_and_words_where_they_found_nothing() -> None:
    words = DOCUMENT.document.text.split()
    oslo, mayor, norway = words.index("Oslo"), words.index("mayor"), words.index("Norway")
    names = found(rules="names")
    assert [a[:3] for a in names] == [(0, "person", "Byrne")]
    # The mayor is Byrne, who has a label; Norway is linked with a word that names her.
    links = (mayor, LEADER), (norway, BYRNE), (oslo, CAPITAL)
    assert found(*links, rules="names+words") == [*names, (1, "words", "capital", "Oslo")]


def test_names_have_their_confidence_whatever_comes_after_them() -> None:
    pair = Pair("d", plain_words(DOCUMENT.document.text), tagged(ABSTRACT, TAGS))
    both = align_all(
        DOCUMENT, [ABSTRACT], rules="names+words", linked=[AlignedPair(pair, ())]
    )  # nothing is linked
    assert both == align_all(DOCUMENT, [ABSTRACT], rules="names")


def test_linked_words_have_the_confidence_of_their_aligner() -> None:
    pair = Pair("d", plain_words(DOCUMENT.document.text), tagged(ABSTRACT, TAGS))
    byrne = PhraseLink((1, 2), (0, 1))
    for rules in ("words", "names+words"):
        measured = rule_confidences()[rules]
        for aligner in ("meteor", "en-wordalign", "./mine"):
            linked = [AlignedPair(pair, (byrne,), aligner)]
            found = align_all(DOCUMENT, [ABSTRACT], rules=rules, linked=linked).aligned
            words = [a.confidence for a in found if a.rule == "words"]
            assert words == ([measured.get(aligner)] if rules == "words" else [])
    assert measured["meteor"] != measured["en-wordalign"]


def test_links_must_be_given_to_rules_that_need_them() -> None:
    with pytest.raises(ValueError, match="'words' need links for each of 1"):
        align_all(DOCUMENT, [ABSTRACT], rules="words")
