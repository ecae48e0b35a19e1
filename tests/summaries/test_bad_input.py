"""What is hard to summarize: very much, next to nothing, and the same again and again."""

from collections.abc import Callable
from functools import cache

import pytest

from salience.engine.sources import Source
from salience.summaries import summarizer
from salience.summaries.choices import METHODS
from salience.summaries.learned.model import SummaryModel
from salience.summaries.sentences import Sentence, source_sentences
from salience.summaries.summarizer import Settings, summarize_sources
from salience.text.words import Words
from salience.types import Document, ParsedDocument, ScoredDocument

LEARNED = SummaryModel(("stop",), {"bias": 1.0})
CUTTING = SummaryModel(("stop",), {"bias": 1.0, "cut": -0.1})
WAYS = {
    **{method: {"method": method} for method in METHODS},
    "tree": {"compress": "tree"},
    "learned": {"learned": LEARNED},
    "cutting": {"learned": CUTTING},
}
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def source(sentences: list[str], id: str = "d") -> Source:
    """A document of sentences; the first word of each is its head."""
    texts = [word for sentence in sentences for word in sentence.split()]
    starts, spans, heads = [], [], []
    at = 0
    for sentence in sentences:
        starts.append(len(heads))
        heads += [starts[-1]] * len(sentence.split())
    for text in texts:
        spans.append((at, at + len(text)))
        at += len(text) + 1
    relations = ["root" if head == i else "dep" for i, head in enumerate(heads)]
    tags = ["NOUN" if text.isalnum() else "PUNCT" for text in texts]
    fine = ["NN" if text.isalnum() else "." for text in texts]
    columns = (texts, [text.lower() for text in texts], tags, heads, relations, starts, spans, fine)
    parsed = ParsedDocument(Document(id, " ".join(texts)), (), (), len(sentences))
    return Source(ScoredDocument(parsed, (), 0.3), Words(*map(tuple, columns)))


@pytest.fixture(scope="module")
def long_source() -> Source:
    """10,000 sentences of seven words, some of which others have too."""
    return source(
        [f"w{i} storm{i // 4} hit{i // 4} town{i % 4000} v{i} u{i} t{i} ." for i in range(10_000)]
    )


@pytest.fixture(scope="module")
def read_once(long_source: Source) -> Callable[..., list[Sentence]]:
    """What is read of the long document is the same for all methods."""
    read = cache(lambda *how: source_sentences(long_source, *how))
    return lambda _, *how: read(*how)


@pytest.mark.parametrize("method", [m for m in METHODS if m != "mcdonald"])
def test_ten_thousand_sentences(long_source, read_once, method, monkeypatch) -> None:
    monkeypatch.setattr(summarizer, "source_sentences", read_once)
    settings = Settings(budget=32, method=method, concepts="bigrams", time_limit=2.0)

    summary = summarize_sources([long_source], settings)

    assert summary.length == 32 and len(summary.sentences) == 4
    assert summary.status in ("optimal", "time limit", "approximate", "rule")
    if summary.value is not None:
        assert 0 < summary.value <= summary.bound


def test_more_sentences_than_mcdonald_chooses_from() -> None:
    sentences = [f"the storm hit town{i} on day{i} ." for i in range(9)]
    settings = Settings(budget=21, method="mcdonald", pool=3)

    summary = summarize_sources([source(sentences)], settings)

    assert summary.sentences and summary.status == "approximate"
    assert 0 < summary.value <= summary.bound


@every_way
def test_documents_that_are_alike(way) -> None:
    text = ["The storm hit all of Oslo .", "Ferries stayed in the harbour again ."]

    summary = summarize_sources([source(text, f"d{i}") for i in range(5)], Settings(**way))

    assert sorted({s.text for s in summary.sentences}) == sorted(s.text for s in summary.sentences)
    assert {s.document for s in summary.sentences} <= {0}
    assert summary.notes[0] == "4 of the documents are copies"


@pytest.mark.parametrize("way", [WAYS["coverage"], WAYS["greedy"], WAYS["tree"], WAYS["learned"]])
def test_sentences_that_are_alike(way) -> None:
    summary = summarize_sources([source(["The storm hit all of Oslo ."] * 5)], Settings(**way))

    assert [s.text for s in summary.sentences] == ["The storm hit all of Oslo ."]


@every_way
def test_one_sentence(way) -> None:
    only = "The storm hit all of Oslo ."

    assert summarize_sources([source([only])], Settings(budget=7, **way)).text == only
    nothing = summarize_sources([source([only])], Settings(budget=3, **way))
    assert nothing.sentences == () and "no sentence fits 3 words" in nothing.notes[0]


@every_way
def test_no_sentence(way) -> None:
    summary = summarize_sources([source(["! ?"])], Settings(**way))

    assert summary.sentences == () and summary.length == 0
    assert summary.notes == ("there is no sentence to choose from",)


@pytest.mark.parametrize(
    "way",
    [
        {"concepts": "entities"},
        {"concepts": "entities", "method": "greedy"},
        {"concepts": "entities", "compress": "tree"},
        {"concepts": "entities", "compress": "tree"},
        {"learned": SummaryModel(("stop",), {})},
        {"learned": SummaryModel(("stop",), {"bias": -1.0})},
        {"learned": SummaryModel(("stop",), {"bias": -1.0, "cut": 0.0})},
    ],
)
def test_no_concept_that_counts(way) -> None:
    summary = summarize_sources([source(["The storm hit all of Oslo ."])], Settings(**way))

    assert summary.sentences == ()
    assert summary.notes == (
        "no sentence has a concept that counts; take other concepts, or a baseline",
    )
