"""Sentences and their concepts."""

import re
from dataclasses import replace

import pytest

from salience.summaries.concepts import bigrams, entities, scaled, single_words, with_denials
from salience.summaries.sentences import Sentence, in_order, length_in, sentences_of
from salience.text.words import Words, plain_words


def sentence(text, document=0, stops=(), **fields):
    words = tuple(text.split())
    flags = tuple(word in stops for word in words)
    return Sentence(text, document=document, words=words, stems=words, stops=flags, **fields)


def test_bigrams_count_documents_and_leave_out_pairs_of_stop_words():
    stops = ("of", "the")
    sentences = [
        sentence("end of the war", 0, stops),
        sentence("end of the day end of", 1, stops),
        sentence("the war", 1, stops),
    ]

    found = {concept.key: (concept.weight, concept.sentences) for concept in bigrams(sentences, 1)}

    assert found == {
        ("end", "of"): (2, (0, 1)),
        ("the", "war"): (2, (0, 2)),
        ("the", "day"): (1, (1,)),
        ("day", "end"): (1, (1,)),
    }


def test_a_bigram_of_several_documents_must_be_in_three_of_them():
    six = [sentence("a b", i) for i in range(3)] + [sentence("b c", 3 + i % 3) for i in range(2)]
    six.append(sentence("d", 5))

    assert [(concept.key, concept.weight) for concept in bigrams(six)] == [(("a", "b"), 3)]


def test_of_few_documents_one_is_enough_and_weights_are_squares():
    three = [sentence("a b", 0), sentence("a b c", 1), sentence("d", 2)]

    found = {concept.key: concept.weight for concept in bigrams(three)}

    assert found == {("a", "b"): 4, ("b", "c"): 1}


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("they do not support the plan", "they,do,not,not support,the,plan"),
        ("there is no plan", "there,is,no,not plan"),
        ("it is not of the sort", "it,is,not,of,the,not sort"),
        ("it is not of it that we talk", "it,is,not,of,it,that,we,talk"),
        ("we support it", "we,support,it"),
        ("they no longer support the plan", "they,no,longer,not support,the,plan"),
        ("they do not really support it", "they,do,not,really,not support,it"),
        ("it is not only the plan", "it,is,not,not only,the,plan"),
        ("it is neither safe nor new", "it,is,neither,not safe,nor,not new"),
    ],
)
def test_what_is_denied_is_another_stem(text, stems):
    stops = ("they", "do", "not", "the", "there", "is", "no", "it", "of", "we", "that")

    adverbs = ("longer", "really", "only")
    tags = tuple("ADV" if word in adverbs else "X" for word in text.split())
    assert ",".join(with_denials(sentence(text, stops=stops, tags=tags)).stems) == stems


def test_single_words_are_no_stop_words():
    found = single_words([sentence("the war", stops=("the",))])

    assert [(concept.kind, concept.key) for concept in found] == [("word", ("war",))]


def test_entities_weigh_what_they_are_salient_and_others_are_none():
    sentences = [sentence("x", entities=frozenset("ab")), sentence("y", entities=frozenset("bc"))]

    found = entities(sentences, {"a": 0.25, "b": 1.5, "c": 0.0})

    assert [(c.key, c.weight, c.sentences) for c in found] == [
        (("a",), 0.25, (0,)),
        (("b",), 1.5, (0, 1)),
    ]


def test_scaled_weights_add_up():
    found = scaled(bigrams([sentence("a b c d")]), 6.0)

    assert [concept.weight for concept in found] == [2.0, 2.0, 2.0]
    assert scaled([], 5.0) == []


def test_sentences_have_places_in_the_text_and_leave_out_marks():
    text = "Storm .  \n The   storm\ncame . ! ? It left ."
    spans = tuple(match.span() for match in re.finditer(r"\S+", text))
    words = replace(plain_words(text, (0, 2, 6, 8)), spans=spans)

    _, *found = sentences_of(words, text, document=3)

    assert [s.text for s in found] == ["The storm came .", "It left ."]
    assert [text[s.start : s.end] for s in found] == ["The   storm\ncame .", "It left ."]
    assert [(s.document, s.order) for s in found] == [(3, 1), (3, 2)]
    assert [s.places for s in found] == [(2, 3, 4), (8, 9)]


def test_stop_words_are_told_by_their_tags():
    words = Words(
        ("The", "cat", "sat"),
        ("the", "cat", "sit"),
        ("DET", "NOUN", "VERB"),
        (1, 2, 2),
        ("det", "nsubj", "root"),
        (0,),
        ((0, 3), (4, 7), (8, 11)),
    )

    [found] = sentences_of(words, "The cat sat")

    assert found.stops == (True, False, False)
    assert found.stems == ("the", "cat", "sit")


def test_a_text_without_words_has_no_sentence():
    assert sentences_of(plain_words("! ?"), "! ?") == []
    assert sentences_of(plain_words(""), "") == []


def test_summaries_are_in_the_order_of_documents_and_then_of_places():
    sentences = [Sentence("c", document=1), Sentence("b", order=4), Sentence("a", order=2)]

    assert in_order(sentences, {0, 1, 2}) == [2, 1, 0]


def test_lengths():
    assert length_in(Sentence("It's 5 p.m."), "words") == 3
    assert length_in(Sentence("It's 5 p.m."), "characters") == 11
    assert length_in(Sentence("It's 5 p.m."), "sentences") == 1


@pytest.mark.parametrize(
    ("text", "starts", "found"),
    [
        ('He left. " She stayed . "', (0, 3), ["He left.", '" She stayed . "']),
        ('He left . " She stayed', (0, 4), ["He left .", '" She stayed']),
        ('" He left . " She stayed', (0, 4), ['" He left . "', "She stayed"]),
        ("He left ( early )", (0,), ["He left ( early )"]),
    ],
)
def test_quotation_marks_belong_to_the_sentence_that_they_open_or_close(text, starts, found):
    assert [s.text for s in sentences_of(plain_words(text, starts), text)] == found
