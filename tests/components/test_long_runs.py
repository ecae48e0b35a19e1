"""Words of texts with long runs without whitespace: those of spaCy's tokenizer, in less time."""

from __future__ import annotations

import pickle
import time
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from salience.components.long_runs import (
    LONG,
    LONGEST_URL,
    BoundedTokenizer,
    original_of,
    tokenize,
)
from salience.text.normalise import normalised
from tests.support.shipped import shipped_pipeline

RUNS = {
    "quotes": '"' * 400,
    "brackets around letters": "(" * 150 + "a" * 300 + ")" * 150,
    "marks between letters": "Oslo,Bergen-Tarn...Paris/" * 20,
    "word endings": "boat" + "'s" * 300,
    "a rule": "-" * 400,
    "pictures": "\U0001f600" * 300,
    "a sentence without spaces": 'Thequick,brown.Fox(jumped)over"the"dog.' * 10 + '"',
    "a url": "(https://example.com/?q=" + "a1&b=%20c-" * 50 + ").",
    "base64": "aGk+/9Zw" * 50 + "==",
    "exclamations": "!?" * 200,
}
AROUND = ["{}", "I can't.  {} So\n\n(he said) {}\n", " {}", "{} ", "\n{}  {}\n\n"]


@pytest.fixture(scope="module")
def nlp() -> Language:
    return spacy.blank("en")


def words(doc: Doc) -> list[tuple[str, str, str]]:
    return [(word.text, word.whitespace_, word.norm_) for word in doc]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_words_are_those_of_the_tokenizer(nlp: Language, run: str, around: str) -> None:
    assert len(run) > LONG
    text = around.replace("{}", run)
    assert words(tokenize(nlp, text)) == words(nlp.tokenizer(text))


def test_a_url_that_no_browser_takes_is_parted(nlp: Language) -> None:
    url = "https://example.com/" + "a" * LONGEST_URL
    assert "".join(word.text for word in tokenize(nlp, url)) == url


@pytest.mark.parametrize("text", ["", " ", "Oslo.", "\n"])
def test_short_texts_are_as_they_were(nlp: Language, text: str) -> None:
    assert words(tokenize(nlp, text)) == words(nlp.tokenizer(text))


def test_a_tokenizer_of_another_kind_is_taken_as_it_is() -> None:
    nlp = spacy.blank("en")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=[text], spaces=[False])
    assert len(tokenize(nlp, '"' * 5000)) == 1


def test_a_tokenizer_without_rules_has_words_too() -> None:
    nlp = spacy.blank("en")
    tokenizer: Any = nlp.tokenizer
    tokenizer.prefix_search = tokenizer.suffix_search = tokenizer.infix_finditer = None
    tokenizer.url_match = None
    assert [word.text for word in tokenize(nlp, "a" * 3000 + " b")] == ["a" * 3000, "b"]


HOSTILE = {
    "quotes": '"' * 20_000,
    "json": '{"a":1},' * 2_500,
    "smileys": ":)" * 10_000,
    "colons": "a:" * 10_000,
    "exclamations in letters": ("y" + "!" * 2000 + "y ") * 10,
    "addresses": "a:b.c@" * 3_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_marks_take_no_minutes(nlp: Language, text: str) -> None:
    start = time.process_time()
    assert tokenize(nlp, text).text == text
    assert time.process_time() - start < 10


@pytest.fixture(scope="module")
def bounded() -> Language:
    nlp = spacy.blank("en")
    nlp.tokenizer = BoundedTokenizer.from_tokenizer(nlp.tokenizer)
    return nlp


@pytest.mark.parametrize("text", [*HOSTILE.values(), *RUNS.values(), "I can't (go) :) .", ""])
def test_a_bounded_tokenizer_finds_the_same_words(
    nlp: Language, bounded: Language, text: str
) -> None:
    assert words(bounded.make_doc(text)) == words(tokenize(nlp, normalised(text).text))
    assert words(tokenize(bounded, text)) == words(tokenize(nlp, text))


@pytest.mark.parametrize("run", ["", f" {'-' * 400}"])
def test_a_bounded_tokenizer_reads_the_clean_form_of_a_text(bounded: Language, run: str) -> None:
    text = f"Ada  Byrne\N{NO-BREAK SPACE}left Os\N{SOFT HYPHEN}lo{run}."
    doc = bounded.make_doc(text)
    assert doc.text == f"Ada Byrne left Oslo{run}."
    again = Doc(bounded.vocab).from_bytes(doc.to_bytes())
    for read in (doc, again):
        start, end = original_of(read).span(15, 19)
        assert original_of(read).original == text
        assert text[start:end] == "Os\N{SOFT HYPHEN}lo"
    clean = bounded.make_doc("Ada Byrne left.")
    assert not clean.user_data and original_of(clean).original == clean.text


def test_a_bounded_tokenizer_takes_rules_and_is_copied(bounded: Language) -> None:
    bounded.tokenizer.add_special_case("lemme", [{"ORTH": "lem"}, {"ORTH": "me"}])
    copied = pickle.loads(pickle.dumps(bounded.tokenizer))  # noqa: S301
    for tokenizer in (bounded.tokenizer, copied):
        assert isinstance(tokenizer, BoundedTokenizer)
        assert [word.text for word in tokenizer("lemme go")] == ["lem", "me", "go"]
    kept = spacy.blank("en").from_bytes(bounded.to_bytes())
    assert [word.text for word in kept("lemme go")] == ["lem", "me", "go"]


@pytest.mark.parametrize(
    "sentences",
    [
        ["The mill was good for the town.", '"Mrs Marl said so.'],
        [
            "The fire reached the old mill.",
            '"The whole street was awake and we saw it burn," said the mayor.',
        ],
        ["Moor heard of the fire in the mill.", '"In my day, this would not burn," she said.'],
        ["He heard the mayor of Velk.", "“Okay,” my mother said.", "What is okay?"],
        ["“Copy that,” Ann said.", "“Hey Moor,” Byrne said into the phone."],
        ['She called it "a good day for the town."', "Then Ann Moor left."],
        ['"Who paid for it?" she cried.', '"No one," the mayor said.'],
        ['Was it Sgt. "Red" Moor or Mr. "Sly" Byrne who left?'],
    ],
)
def test_no_mark_of_a_quotation_is_parted_from_it(sentences: list[str]) -> None:
    nlp = shipped_pipeline()
    doc = nlp(tokenize(nlp, " ".join(sentences)))
    assert [sentence.text for sentence in doc.sents] == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["Ann Holloway led Bright Star Staffing Inc.", "Holloway spent two years there."],
        ["The mill of Velk was sold to Moor Ltd.", "Byrne paid for it."],
        ["The vote on the bill began at 5 p.m. Eastern and ended late."],
        ["The house was sold by Moor Inc. Chairman Ann Hale."],
        [
            "In Bern today, the President of the Confederation and head of the Federal Department "
            "of Foreign Affairs (DFA) Micheline Moor and Federal Councillor and head of the "
            "Federal Department of Economic Affairs (DEA) Doris Hale signed the ten agreements "
            "with the States that joined the Norland Union on 1 May 2004: Estonia and Hungary."
        ],
        ["Here is the Velk Harbour Office (VHO)", "The office opened in Hallin on Monday."],
        ["This is the Board of Hale (BOH)", "She has met it in Oslo on Monday."],
    ],
)
def test_an_abbreviation_before_a_name_ends_a_sentence_or_not(sentences: list[str]) -> None:
    nlp = shipped_pipeline()
    doc = nlp(tokenize(nlp, " ".join(sentences)))
    assert [sentence.text for sentence in doc.sents] == sentences


def test_marks_within_a_word_say_nothing_of_it() -> None:
    nlp = spacy.blank("en")
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=["2", text[2:]])
    doc = tokenize(nlp, '2 "towns." "We slept."')
    assert doc[1].is_sent_start is None
