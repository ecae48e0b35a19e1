"""Long texts: where they are cut, and that what is found in them is as if they were not."""

from __future__ import annotations

from functools import partial
from itertools import chain, pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

from salience.components.long_runs import tokenize
from salience.corpus.read import read_corpus
from salience.engine import reading
from salience.engine.documents import label, parse_documents
from salience.pipeline.windows import WINDOW, annotate, window_starts
from salience.resources import example_paths
from salience.types import Document, ParsedDocument
from tests.support.shipped import shipped_pipeline

SENTENCE = st.lists(st.sampled_from(["rain", "fell", "Oslo", "Mr.", '"', "9"]), min_size=1).map(
    lambda words: ["It", *words[:6], "."]
)
PARAGRAPH = st.lists(SENTENCE, min_size=1, max_size=3).map(lambda parts: [*chain(*parts)])


@pytest.fixture(scope="module")
def nlp() -> Language:
    return shipped_pipeline(fast=True)


@pytest.fixture(scope="module")
def sentencizer() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp


@pytest.fixture
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "annotate", partial(annotate, window=60))


@given(st.lists(st.sampled_from(["a", "B", ".", "\n", "\n\n", '"', "("])), st.integers(2, 9))
def test_windows_are_no_longer_than_their_size_and_no_shorter_than_half(words, size):
    starts = window_starts(words, size)
    lengths = [end - start for start, end in pairwise([*starts, len(words)])]
    assert starts[0] == 0
    assert all(size <= 2 * length <= 2 * size for length in lengths[:-1])
    assert lengths[-1] <= size


@given(st.lists(SENTENCE, min_size=1, max_size=30))
def test_windows_end_with_a_sentence(sentences):
    words = [word for sentence in sentences for word in sentence]
    ends = {sum(map(len, sentences[:n])) for n in range(len(sentences))}
    assert set(window_starts(words, 18)) <= ends


@given(st.lists(PARAGRAPH, min_size=1, max_size=20))
def test_windows_end_with_a_paragraph_where_one_ends(paragraphs):
    words, begin = [], {0}
    for paragraph in paragraphs:
        words += [*paragraph, "\n\n"]
        begin.add(len(words))
    assert set(window_starts(words, 52)) <= begin


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("one line \n another long line", [0, 3]),
        ("He was Mr. Lee of the U.S. Senate", [0, 5]),
        ("They left . ) It rained on", [0, 4]),
    ],
)
def test_windows_end_with_a_line_or_anywhere_if_they_must(text, starts):
    assert window_starts(text.split(" "), 5) == starts


def test_each_word_is_looked_at_a_few_times_whatever_the_words_are():
    class Counted(list[str]):
        looks = 0

        def __getitem__(self, place):
            self.looks += 1
            return super().__getitem__(place)

    for mark in ('"', ")", "\n"):
        words = Counted([*["Rain", "fell", "."], *[mark] * 5_000])
        window_starts(words, 1_000)
        assert words.looks < 20 * len(words)


@given(st.text("ab.\n (", max_size=80))
def test_the_words_of_a_text_are_those_of_its_windows(sentencizer, text):
    [doc] = annotate(sentencizer, [tokenize(sentencizer, text)], batch_size=1, window=5)
    whole = sentencizer(text)
    assert doc.text == text
    assert [(token.text, token.norm_) for token in doc] == [(t.text, t.norm_) for t in whole]


def test_a_window_keeps_where_sentences_surely_begin():
    nlp = spacy.blank("en")
    seen: list[bool | None] = []
    nlp.pipe = lambda docs, **_: (  # type: ignore[method-assign]
        given for doc in docs for given in [(seen.extend(t.is_sent_start for t in doc), doc)[1]]
    )
    doc = nlp.make_doc("One two three four five six")
    said = [True, False, None, True, False, None]
    for token, start in zip(doc, said, strict=True):
        token.is_sent_start = start
    list(annotate(nlp, [doc], batch_size=1, window=4))
    assert seen[: len(said)] == said


def test_texts_of_a_window_are_read_in_batches_as_ever(nlp):
    docs = [tokenize(nlp, document.text) for document in _examples()]
    assert max(map(len, docs)) < WINDOW
    assert all(a is b for a, b in zip(annotate(nlp, docs, batch_size=16), docs, strict=True))
    other = nlp.pipe((tokenize(nlp, d.text) for d in _examples()), batch_size=16)
    assert [doc.to_json() for doc in docs] == [doc.to_json() for doc in other]


def test_no_batch_has_more_words_than_a_window():
    nlp, batches = spacy.blank("en"), []
    nlp.pipe = lambda docs, **_: (batches.append(list(docs)), docs)[1]  # type: ignore[method-assign]
    docs = [nlp.make_doc("rain " * n) for n in (3, 3, 5, 1)]
    assert list(annotate(nlp, docs, batch_size=16, window=6)) == docs
    assert [[len(doc) for doc in batch] for batch in batches] == [[3, 3], [5, 1]]


def _examples() -> list[Document]:
    return [document for path in example_paths() for document in read_corpus(path)]


def _entities(parsed: ParsedDocument) -> set[tuple[str, str, int]]:
    return {(entity.id, entity.name, len(entity.mentions)) for entity in parsed.entities}


def test_examples_in_small_windows_have_nearly_the_same_entities(nlp, monkeypatch):
    whole = list(parse_documents(_examples(), nlp=nlp))
    monkeypatch.setattr(reading, "annotate", partial(annotate, window=100))
    cut = list(parse_documents(_examples(), nlp=nlp))
    same = sum(len(_entities(a) & _entities(b)) for a, b in zip(whole, cut, strict=True))
    assert same >= 0.95 * sum(len(parsed.entities) for parsed in whole)


def test_names_far_apart_are_one_entity(nlp, small_windows):
    filler = "The rain fell on the hills and the roads were wet until the evening came.\n\n" * 40
    text = (
        "Ada Byrne met Tom Reyes and his sister Ann Reyes in Oslo. She leads the World Trade Union "
        f"(WTU).\n\n{filler}Mr. Reyes left the WTU after Byrne had praised him.\n\n{filler}"
        "Ann Reyes was there on 3 May 2019 too."
    )
    title = "Byrne meets Reyes"
    [parsed] = parse_documents([Document("d", text, title)], nlp=nlp)
    found = {entity.name: [m.text for m in entity.mentions] for entity in parsed.entities}
    assert found["Ada Byrne"] == ["Ada Byrne", "She", "Byrne"]
    assert found["Tom Reyes"][-2:] == ["Mr. Reyes", "him"]
    assert found["Ann Reyes"][-1] == "Ann Reyes"
    assert "WTU" in found["World Trade Union"]
    assert [value.text for value in parsed.values if value.type == "DATE"] == ["3 May 2019"]
    assert (parsed.n_sentences, parsed.n_paragraphs) == (84, 83)
    last = next(entity for entity in parsed.entities if entity.name == "Ann Reyes").mentions[-1]
    assert (last.sentence, last.paragraph) == (83, 82)
    for entity in parsed.entities:
        assert all(text[m.start : m.end] == m.text for m in entity.mentions)
        assert all(title[m.start : m.end] == m.text for m in entity.title_mentions)


@pytest.mark.filterwarnings("ignore::salience.errors.SalienceWarning")
@pytest.mark.parametrize(
    "text", ["rain " * 500, "x" * 5000, "(" * 300 + "Oslo", "It rained in Oslo. " * 100, "\n" * 99]
)
def test_texts_without_a_place_to_cut_are_read(nlp, small_windows, text):
    rejects: list[object] = []
    found = list(parse_documents([Document("d", f"{text}.")], nlp=nlp, on_reject=rejects.append))
    assert (len(found), rejects) == (1, [])


def test_clusters_and_long_abstracts_are_read_in_windows(nlp, small_windows):
    filler = "The rain fell on the hills and the roads were wet until the evening came. " * 20
    text = f"Ada Byrne left. {filler}The winner sang."
    end = len(text) - len("The winner sang.")
    clusters = [[[0, 9], [end, end + len("The winner")]]]
    document = Document("d", text, abstracts=(f"{filler}Byrne sang.",), meta={"clusters": clusters})
    [labelled] = label([document], nlp=nlp)
    [entity] = labelled.parsed.entities
    assert [m.text for m in entity.mentions] == ["Ada Byrne", "The winner"]
    assert labelled.labels[0].salient


def test_coreference_of_others_sees_the_whole_text():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    lengths: list[int] = []

    @Language.component("their_coref")
    def their_coref(doc: Doc) -> Doc:
        lengths.append(len(doc))
        return doc

    nlp.add_pipe("their_coref")
    list(annotate(nlp, [nlp.make_doc("It rained. " * 9)], batch_size=1, window=6))
    assert lengths == [27]
