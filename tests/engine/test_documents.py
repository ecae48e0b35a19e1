"""Many documents: in order, the same by any way, and one bad document never stops the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import numpy as np
import pandas as pd
import pytest
from spacy.language import Language

from salience.corpus.read import read_corpus
from salience.engine import tasks
from salience.engine.batches import run_task
from salience.engine.documents import label, parse_documents, score
from salience.engine.tasks import Labelling, Parsing, Scoring
from salience.errors import Reject, SalienceError, SalienceWarning
from salience.model.salience_model import SalienceModel, load_model, train
from salience.resources import example_paths
from salience.tables.records import to_json, to_record
from salience.text.normalise import normalised
from salience.types import Document, ParsedDocument
from salience.wordalign import documents as aligned_documents
from tests.support.builders import toy_rows
from tests.support.shipped import shipped_pipeline
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline


@pytest.fixture(scope="module")
def nlp() -> Language:
    return tiny_pipeline()


def test_a_document_whose_alignment_fails_is_left_out_with_its_reason(nlp, monkeypatch):
    def align_all(document, abstracts, *, rules, linked):
        if document.document.id == "d2":
            raise IndexError("out of range")
        return real_align_all(document, abstracts, rules=rules, linked=linked)

    real_align_all = tasks.align_all
    monkeypatch.setattr(tasks, "align_all", align_all)
    documents = [Document(f"d{n}", TEXT, abstracts=(TEXT,)) for n in (1, 2, 3)]
    rejects: list[Reject] = []
    found = label(documents, nlp=nlp, on_reject=rejects.append)
    assert [labelled.parsed.document.id for labelled in found] == ["d1", "d3"]
    assert [(reject.id, "IndexError: out of range" in reject.reason) for reject in rejects] == [
        ("d2", True)
    ]


@pytest.fixture(scope="module")
def model() -> SalienceModel:
    return train(pd.DataFrame(toy_rows()))


def test_labels_come_from_the_abstracts(nlp: Language) -> None:
    document = Document("d", TEXT, abstracts=("Haddad praised Oslo.", "Oslo grew."))
    (labelled,) = label([document], nlp=nlp)
    names = [entity.name for entity in labelled.parsed.entities]
    assert names == ["Ada Byrne", "Noor Haddad", "Oslo"]
    assert [label.grade for label in labelled.labels] == [0, 1, 2]
    evidence = labelled.labels[1].evidence[0]
    assert document.abstracts[evidence.abstract][: evidence.mention.end] == "Haddad"


def test_scores_are_probabilities_with_the_threshold_of_the_model(
    nlp: Language, model: SalienceModel
) -> None:
    (scored,) = score([Document("d", TEXT)], model=model, nlp=nlp)
    assert len(scored.scores) == 3 and all(0 < s < 1 for s in scored.scores)
    assert scored.threshold == model.classifier.threshold
    (strict,) = score([Document("d", TEXT)], model=model, nlp=nlp, threshold=0.9)
    assert (strict.scores, strict.threshold) == (scored.scores, 0.9)


@pytest.mark.parametrize("threshold", [-0.1, 3, float("nan")])
def test_a_threshold_is_a_probability(
    model: SalienceModel, nlp: Language, threshold: float
) -> None:
    with pytest.raises(ValueError, match=f"threshold is {threshold}, and must be a probability"):
        score(["Ada left."], model=model, nlp=nlp, threshold=threshold)


def test_the_threshold_holds_for_a_result_as_for_what_is_written_of_it(
    nlp: Language, monkeypatch: pytest.MonkeyPatch, model: SalienceModel
) -> None:
    found = np.array([0.2999996, 0.3000004, 0.2999994])
    monkeypatch.setattr(SalienceModel, "predict", lambda *_: found)
    (scored,) = score([Document("d", TEXT)], model=model, nlp=nlp, threshold=0.3)
    assert scored.scores == (0.3, 0.3, 0.299999)
    written = {e["entity"]: (e["score"], e["salient"]) for e in to_record(scored)["entities"]}
    assert written == {i: (s, s >= scored.threshold) for i, s in enumerate(scored.scores)}
    assert [salient for _, salient in written.values()] == [True, True, False]


def test_rules_that_there_are_not_are_named_before_anything_is_read(nlp: Language) -> None:
    def fail() -> Iterator[Document]:
        raise AssertionError("a document was taken")
        yield

    with pytest.raises(SalienceError, match="rules='nope' names no rules"):
        label(fail(), nlp=nlp, rules="nope")


def test_the_title_matters_and_its_absence_is_no_error(nlp: Language, model: SalienceModel) -> None:
    titles = [None, "Oslo", "Ada Byrne thanked Oslo. " * 500]
    documents = [Document(str(i), TEXT, title) for i, title in enumerate(titles)]
    without, with_title, long = (
        to_record(s)["entities"] for s in score(documents, model=model, nlp=nlp)
    )
    assert without != with_title != long


@pytest.fixture(scope="module")
def alone(nlp: Language, model: SalienceModel) -> tuple[list[object], list[object]]:
    """The scores and the labels of documents that are read one by one."""
    return (
        [to_record(s) for d in corpus(40) for s in score([d], model=model, nlp=nlp)],
        [to_record(s) for d in corpus(40) for s in label([d], nlp=nlp)],
    )


@pytest.mark.parametrize(("n_process", "batch_size"), [(1, 1), (1, 7), (2, 1), (2, 16), (3, 5)])
def test_the_same_by_any_number_of_processes_and_size_of_batch(
    nlp: Language,
    model: SalienceModel,
    alone: tuple[list[object], list[object]],
    n_process: int,
    batch_size: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", batch_size)
    ways = {"n_process": n_process}
    documents = corpus(40)
    scored, labelled = alone
    assert [to_record(s) for s in score(documents, model=model, nlp=nlp, **ways)] == scored
    assert [to_record(s) for s in label(documents, nlp=nlp, **ways)] == labelled


@pytest.mark.parametrize(("n_process", "batch_size"), [(1, 7), (2, 2)])
def test_linked_words_are_the_same_by_any_number_of_processes_and_size_of_batch(
    nlp: Language, n_process: int, batch_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", batch_size)
    documents = corpus(8)
    solo = [to_record(s) for d in documents for s in label([d], nlp=nlp, rules="words")]
    again = label(documents, nlp=nlp, rules="words", n_process=n_process)
    assert [to_record(s) for s in again] == solo
    found = [
        (d, evidence) for d, record in zip(documents, solo, strict=True)
        for entity in record["entities"] for evidence in entity["evidence"]
    ]  # fmt: skip
    assert found
    for document, evidence in found:
        linked, mention = evidence["linked"], evidence["mention"]
        assert evidence["rule"] == "words"
        assert document.text[linked["start"] : linked["end"]] == linked["text"]
        assert mention["start"] <= linked["start"] < linked["end"] <= mention["end"]
        abstract = document.abstracts[evidence["abstract"]]
        assert abstract[evidence["start"] : evidence["end"]] == evidence["text"]


@pytest.mark.parametrize("rules", ["words", "names+words"])
def test_what_is_too_long_to_align_has_the_labels_of_names_and_a_warning(
    nlp: Language, monkeypatch: pytest.MonkeyPatch, rules: str
) -> None:
    monkeypatch.setattr(aligned_documents, "MAX_WORDS", 5)
    long, short = Document("long", TEXT * 2, abstracts=("Oslo.",)), corpus(1)[0]
    with pytest.warns(SalienceWarning, match=r"document 'long': its labels are .*'names'.*limit"):
        given = [long, replace(short, text="Oslo grew.")]
        found = list(label(given, nlp=nlp, rules=rules, aligner="en-wordalign"))
    [by_names] = label([long], nlp=nlp)
    assert found[0].labels == by_names.labels and len(found) == 2
    assert not found[1].parsed.warnings


def test_the_aligner_is_loaded_only_where_words_are_aligned(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load_aligner(name: str) -> None:
        raise RuntimeError("loaded")

    monkeypatch.setattr(aligned_documents, "load_aligner", load_aligner)
    assert len(list(label(corpus(2), nlp=nlp))) == 2
    assert len(list(label(corpus(2), nlp=nlp, rules="words", aligner="meteor"))) == 2
    with pytest.raises(RuntimeError, match="loaded"):
        list(label(corpus(2), nlp=nlp, rules="names+words"))


def test_aligners_are_checked_before_anything_is_read(nlp: Language) -> None:
    def documents() -> Iterator[Document]:
        raise AssertionError("read")
        yield

    with pytest.raises(SalienceError, match="'meteor' links words, which the rules 'names' don't"):
        label(documents(), nlp=nlp, aligner="meteor")
    with pytest.raises(SalienceError, match="no-such-aligner"):
        label(documents(), nlp=nlp, rules="words", aligner="no-such-aligner")


def test_other_aligners_make_other_labels(nlp: Language) -> None:
    def linked(aligner: str | None) -> list[tuple[str, float]]:
        labelled = label(corpus(3), nlp=nlp, rules="words", aligner=aligner)
        evidence = [e for one in labelled for lab in one.labels for e in lab.evidence]
        return [(e.linked.text, e.linked.probability) for e in evidence if e.linked]

    assert linked("meteor") == linked(None)
    assert {probability for _, probability in linked("meteor")} == {1.0}
    assert max(probability for _, probability in linked("en-wordalign")) < 1


@pytest.mark.parametrize("n_process", [1, 2])
def test_a_document_that_breaks_the_pipeline_is_rejected_alone(
    nlp: Language, n_process: int
) -> None:
    documents = corpus(20)
    documents[5] = Document("bad", "TinyCrash met Oslo.", abstracts=("Oslo.",))
    documents[9] = Document("worse", "Oslo grew.", abstracts=("TinyCrash.",))
    rejects: list[Reject] = []
    labelled = list(label(documents, nlp=nlp, n_process=n_process, on_reject=rejects.append))
    kept = [d.id for d in documents if d.id.startswith("d")]
    assert [one.parsed.document.id for one in labelled] == kept
    assert [r.id for r in rejects] == ["bad", "worse"]
    assert "RuntimeError: this text breaks the pipeline" in rejects[0].reason
    scored = list(parse_documents(documents, nlp=nlp, on_reject=rejects.append))
    assert len(scored) == 19, "an abstract is not read unless it is needed"


@pytest.mark.parametrize(("n_process", "batch_size"), [(1, 16), (1, 3), (2, 3)])
def test_each_item_has_its_outcome_in_order(
    nlp: Language,
    model: SalienceModel,
    n_process: int,
    batch_size: int,
    recwarn: pytest.WarningsRecorder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", batch_size)
    items: list[Document | Reject] = list(corpus(12))
    items[0] = Reject("", "corpus.jsonl:1", "it is no JSON")
    items[4] = Document("empty", " ", abstracts=("Oslo.",))
    items[5] = Document("bad", "TinyCrash met Oslo.", abstracts=("Oslo.",))
    items[11] = Reject("d11", "corpus.jsonl:12", "text is missing")
    ways = {"n_process": n_process}
    for outcomes in (
        list(run_task(Scoring(nlp, model), items, **ways)),
        list(run_task(Labelling.by_rules(nlp), items, **ways)),
        [*run_task(Parsing(nlp), items, **ways)],
    ):
        rejects = {i: one for i, one in enumerate(outcomes) if isinstance(one, Reject)}
        assert list(rejects) == [0, 4, 5, 11]
        assert rejects[0] is items[0] and rejects[11] is items[11]
        assert [rejects[4].id, rejects[5].id] == ["empty", "bad"]
        parsed = [getattr(one, "parsed", one) for one in outcomes if not isinstance(one, Reject)]
        assert [one.document for one in parsed] == [
            item for i, item in enumerate(items) if i not in rejects
        ]
    assert not recwarn


def test_a_document_that_can_not_be_scored_is_left_out_alone(
    nlp: Language, model: SalienceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def attributes(parsed: ParsedDocument, names: Collection[str]) -> object:
        if parsed.document.id == "d1":
            raise IndexError("out of range")
        return real(parsed, names)

    real = tasks.attributes
    monkeypatch.setattr(tasks, "attributes", attributes)
    first, failed, last = run_task(Scoring(nlp, model), corpus(3))
    assert isinstance(failed, Reject) and failed.id == "d1"
    assert failed.reason == "scoring failed on it (IndexError: out of range); leave it out"
    assert not isinstance(first, Reject) and not isinstance(last, Reject)


@pytest.mark.parametrize("text", ["", " \n\t ", "\u2003"])
def test_a_document_without_text_is_rejected(nlp: Language, text: str) -> None:
    rejects: list[Reject] = []
    assert list(parse_documents([Document("d", text)], nlp=nlp, on_reject=rejects.append)) == []
    assert "text is empty" in rejects[0].reason


def test_a_document_without_abstract_can_be_scored_but_not_labelled(
    nlp: Language, model: SalienceModel
) -> None:
    rejects: list[Reject] = []
    documents = [Document("d", TEXT)]
    assert len(list(score(documents, model=model, nlp=nlp, on_reject=rejects.append))) == 1
    assert not rejects
    assert list(label(documents, nlp=nlp, on_reject=rejects.append)) == []
    assert "abstract is missing" in rejects[0].reason


def test_a_text_over_the_limit_is_rejected_unread(nlp: Language) -> None:
    rejects: list[Reject] = []
    documents = [Document("big", "word " * 2_000_000), *corpus(2)]
    parsed = list(parse_documents(documents, nlp=nlp, on_reject=rejects.append))
    assert [p.document.id for p in parsed] == ["d0", "d1"]
    assert rejects[0].id == "big"
    assert "10,000,000 characters, and the limit is 1,000,000" in rejects[0].reason
    assert "--max-length" in rejects[0].reason
    abstract = Document("a", TEXT, abstracts=("word " * 200_001,))
    assert list(label([abstract], nlp=nlp, on_reject=rejects.append)) == []
    assert rejects[-1].id == "a"
    assert len(list(parse_documents([abstract], nlp=nlp))) == 1, "an abstract that nobody reads"


@pytest.mark.parametrize("text", ["it rained.", "She met her. He is big.", "1 2 3 !", "\ud800"])
def test_a_document_without_names_has_no_entities(
    nlp: Language, model: SalienceModel, text: str
) -> None:
    (scored,) = score([Document("d", text)], model=model, nlp=nlp)
    assert to_record(scored)["entities"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Ada Byrne\r\nmet\rNoor Haddad\nin Oslo.",
        "Ada Byrne met \ud800 Noor\x00 Haddad\x1b in Oslo \U0001f600.",
        "<p> Ada Byrne </p> met &amp; <b class=x> Noor Haddad </b> in <script> x() </script> Oslo.",
        "\ufeffAda Byrne met e\u0301 Noor Haddad.",
    ],
)
def test_offsets_are_those_of_the_text_as_given(nlp: Language, text: str) -> None:
    (parsed,) = parse_documents([Document("d", text)], nlp=nlp)
    mentions = [m for entity in parsed.entities for m in entity.mentions]
    assert parsed.document.text == text and "Haddad" in {m.head for m in mentions}
    assert all(normalised(text[m.start : m.end]).text == m.text for m in mentions)


def test_text_that_is_not_english_is_scored_with_a_warning(
    nlp: Language, model: SalienceModel
) -> None:
    text = "Der Rat von Oslo hat gestern beschlossen, dass die alte Brücke über den Fluss " * 3
    with pytest.warns(SalienceWarning, match="document 'd': .*English"):
        (scored,) = score([Document("d", text)], model=model, nlp=nlp)
    assert to_record(scored)["warnings"]


def test_rejects_are_warnings_unless_told_otherwise(nlp: Language) -> None:
    with pytest.warns(SalienceWarning, match="document 'd': text is empty"):
        assert list(parse_documents([Document("d", "")], nlp=nlp)) == []


def test_documents_are_taken_as_they_are_needed(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 4)
    taken = 0

    def endless() -> Iterator[Document]:
        nonlocal taken
        while True:
            taken += 1
            yield Document(str(taken), TEXT)

    for n_process in (1, 2):
        taken = 0
        results = parse_documents(endless(), nlp=nlp, n_process=n_process)
        for _ in range(10):
            next(results)
        assert taken <= 10 + (4 * n_process + 1) * 4
        results.close()


def test_words_of_a_corpus_do_not_pile_up_in_the_vocabulary(nlp: Language) -> None:
    def words(documents: list[Document]) -> int:
        list(parse_documents(documents, nlp=nlp))
        return len(nlp.vocab.strings)

    before = words([Document("d", TEXT)])
    assert words([Document(str(i), f"Zq{i}x met Vw{i}y.") for i in range(200)]) - before < 20


def test_numbers_out_of_range(nlp: Language) -> None:
    with pytest.raises(ValueError, match="at least 1, but is 0"):
        parse_documents([], nlp=nlp, n_process=0)


@pytest.mark.slow
def test_the_shipped_models_write_the_same_bytes_by_any_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    documents = list(read_corpus(example_paths()))
    nlp, model = shipped_pipeline(), load_model()

    def lines(**ways: int) -> list[str]:
        return [to_json(to_record(s)) for s in score(documents, model=model, nlp=nlp, **ways)]

    solo = [to_json(to_record(s)) for d in documents for s in score([d], model=model, nlp=nlp)]
    assert lines() == solo
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 3)
    assert lines(n_process=2) == solo


def test_threads_share_a_pipeline(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets all its results, the same as alone."""
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 2)
    documents = corpus(30)
    alone = list(parse_documents(documents, nlp=nlp))
    rejects: list[Reject] = []
    start = Barrier(4)

    def read(_: int) -> list[ParsedDocument]:
        start.wait()
        return list(parse_documents(documents, nlp=nlp, on_reject=rejects.append))

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(read, range(4)))
    assert rejects == [] and all(results == alone for results in found)
