"""Summaries of many documents: topics, rejects, and the same results by any way."""

import pytest

from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources
from salience.errors import MisuseError, Reject, SalienceWarning
from salience.summaries.documents import SummarizedDocument, Summarizing, in_topics, summarize
from salience.summaries.learned.model import SummaryModel
from salience.summaries.learned.training import summarized
from salience.summaries.summarizer import Settings
from salience.types import Document
from tests.support.builders import toy_model
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline


@pytest.fixture(scope="module")
def nlp():
    return tiny_pipeline()


@pytest.fixture(scope="module")
def model():
    return toy_model()


def made(documents, model, nlp, **settings):
    return [summary.to_dict() for summary in summarize(documents, model=model, nlp=nlp, **settings)]


def test_batches_and_processes_change_nothing(nlp, model, monkeypatch):
    documents = corpus(5)

    together = made(documents, model, nlp, words=12)

    assert together == [r for d in documents for r in made(d, model, nlp, words=12)]
    assert together == made(documents, model, nlp, words=12, n_process=2)
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 1)
    assert together == made(documents, model, nlp, words=12)
    assert [record["id"] for record in together] == [f"d{i}" for i in range(5)]


def test_documents_of_a_topic_get_one_summary_after_the_others(nlp, model):
    documents = [
        Document("a", TEXT, meta={"topic": "storm"}),
        Document("b", "Ada Byrne left Oslo."),
        Document("c", "Noor Haddad opened Acme.", meta={"topic": "storm"}),
    ]

    with pytest.warns(SalienceWarning, match="documents without the field 'topic': 1;"):
        found = made(documents, model, nlp, by="topic")

    assert [(r["id"], r["documents"]) for r in found] == [("b", ["b"]), ("storm", ["a", "c"])]
    assert [r["documents"] for r in made(documents, model, nlp)] == [["a"], ["b"], ["c"]]


@pytest.mark.parametrize(
    ("by", "summaries"),
    [
        ("all", {"all": ["x/a", "x/b", "y/a"]}),
        ("folder", {"x": ["x/a", "x/b"], "y": ["y/a"]}),
    ],
)
def test_folders_and_all(nlp, model, by, summaries):
    documents = [Document(id, TEXT + id) for id in ("x/a", "x/b", "y/a")]

    assert {r["id"]: r["documents"] for r in made(documents, model, nlp, by=by)} == summaries


def test_single_documents_come_as_they_are_read(nlp, model, monkeypatch):
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 1)
    read = []

    def documents():
        for document in corpus(3):
            read.append(document.id)
            yield document

    summaries = summarize(documents(), model=model, nlp=nlp)

    assert next(summaries).id == "d0"
    assert len(read) < 3


def test_one_bad_document_stops_nothing(nlp, model):
    rejects = []
    documents = [Document("a", TEXT), Document("b", " "), Document("c", "TinyCrash"), *corpus(1)]

    found = [s.id for s in summarize(documents, model=model, nlp=nlp, on_reject=rejects.append)]

    assert found == ["a", "d0"]
    assert [reject.id for reject in rejects] == ["b", "c"]


def test_rejects_are_passed_on_where_they_stand(nlp, model):
    items = [Reject("x", "", "bad"), Document("a", TEXT)]

    [reject, found] = run_task(Summarizing(nlp, model, Settings()), items)

    assert isinstance(found, SummarizedDocument)
    assert (reject, found.summary.id) == (items[0], "a")


def test_settings_are_those_that_were_given(nlp, model, tmp_path):
    SummaryModel(("stop",), {"bias": 1.0}).save(tmp_path / "model")

    [summary] = summarize(TEXT, model=model, nlp=nlp, learned=tmp_path / "model", compress="tree")

    assert summary.settings.compress == "tree"
    assert summary.to_dict()["scheme"] == "learned"


def test_one_limit_at_most(nlp, model):
    with pytest.raises(MisuseError, match="words and sentences are 2"):
        summarize(TEXT, model=model, nlp=nlp, words=10, sentences=1)
    with pytest.raises(MisuseError, match="words is 0"):
        summarize(TEXT, model=model, nlp=nlp, words=0)


def test_a_field_that_is_no_value_is_no_topic(nlp, model):
    values = [[], "", None, float("nan")]
    documents = [Document(i, TEXT, meta={"topic": t}) for i, t in zip("abcd", values, strict=True)]

    with pytest.warns(SalienceWarning, match="no document has the field 'topic'"):
        assert [r["id"] for r in made(documents, model, nlp, by="topic")] == ["a", "b", "c", "d"]


def test_numbers_and_texts_are_one_topic_if_they_look_alike(nlp, model):
    values = [1, "1", 1.0, 1.5, True]
    documents = [Document(f"d{i}", TEXT, meta={"topic": t}) for i, t in enumerate(values)]

    found = made(documents, model, nlp, by="topic")

    assert [(r["id"], r["documents"]) for r in found] == [
        ("1", ["d0", "d1", "d2"]),
        ("1.5", ["d3"]),
        ("True", ["d4"]),
    ]


def test_documents_of_a_topic_are_an_example_together(nlp, model):
    """An abstract that two of them have counts once, an empty one not at all."""
    documents = [
        Document("a", "Ada Byrne met Noor Haddad.", abstracts=("Ada said.", "Noor said.")),
        Document("b", "Noor Haddad left Oslo in March.", abstracts=("Noor said.", "")),
    ]
    sources = run_task(ReadingSources(nlp, model, reads_abstracts=True), documents)

    found = summarized([*sources])

    assert [s.document for s in found.topic.sentences] == [0, 1]
    assert [part.text for abstract in found.abstracts for part in abstract] == [
        "Ada said.",
        "Noor said.",
    ]


def test_topics_are_of_documents_that_share_a_field(nlp, model):
    documents = [
        Document(id, TEXT, meta={} if id == "x" else {"topic": id[0]})
        for id in ("a1", "x", "b1", "a2")
    ]
    sources = [*run_task(ReadingSources(nlp, model), documents)]
    said = []

    found = in_topics(sources, "topic", said.append)

    assert [[s.document.id for s in topic] for topic in found] == [["a1", "a2"], ["x"], ["b1"]]
    assert said == ["documents without the field 'topic': 1; each of them is learned from alone"]


def test_a_firm_with_and_without_its_legal_form_is_one_concept():
    documents = [
        Document("a", "The firm Velk opened a new office in Oslo on Monday."),
        Document("b", "The firm Velk Ltd. opened a new office in Rome on Monday."),
    ]
    [summary] = summarize(documents, by="all", concepts="entities")
    firms = [concept for concept in summary.concepts if "Velk" in concept.text]
    assert [concept.sentences for concept in firms] == [(0, 1)]
