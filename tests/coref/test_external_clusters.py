"""Clusters from outside: what becomes of good spans and bad ones, and of the documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from salience.coref.clusters import cluster_keys
from salience.coref.external_clusters import NOTES, set_clusters, with_clusters
from salience.corpus.conll2012 import ConllDocument, read_conll
from salience.corpus.read import read_corpus
from salience.engine.documents import parse_documents
from salience.entities.extraction import parse
from salience.errors import CorpusError, SalienceWarning
from salience.types import Document, ParsedDocument
from tests.support.conll import write_conll
from tests.support.tiny_pipeline import TEXT, tiny_pipeline

NLP = spacy.blank("en")
SENTENCE = "Ann Lee and her brother left Oslo."


def clusters(doc: Doc) -> list[list[str]]:
    return [[span.text for span in doc.spans[key]] for key in cluster_keys(doc)]


def at(text: str, *mentions: str) -> list[list[int]]:
    """Where mentions stand in a text, each after the one before."""
    found, start = [], 0
    for mention in mentions:
        start = text.index(mention, start)
        found.append([start, start + len(mention)])
        start += 1
    return found


def names(parsed: ParsedDocument) -> list[list[str]]:
    return [[mention.text for mention in entity.mentions] for entity in parsed.entities]


def test_spans_become_clusters_in_place_of_others() -> None:
    doc = NLP(SENTENCE)
    doc.spans["coref_clusters_1"] = doc.spans["coref_clusters_12"] = [doc[0:1]]
    doc.spans["coref_mentions"] = [doc[0:1]]
    set_clusters(doc, [at(SENTENCE, "Ann Lee", "her"), tuple(at(SENTENCE, "her brother")), []])
    assert clusters(doc) == [["Ann Lee", "her"], ["her brother"]]
    assert "coref_mentions" in doc.spans and NOTES not in doc.user_data
    set_clusters(doc, [])
    assert clusters(doc) == []


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ([0, 2], "span [0, 2] does not begin and end with a token"),
        ([1, 7], "span [1, 7] does not begin and end with a token"),
        ([29, 999], "span [29, 999] does not begin and end with a token of the text"),
        ([0, 8], "span [0, 8] does not begin"),
        ([-7, 3], "span [-7, 3] is empty"),
        ([3, 3], "span [3, 3] is empty"),
        ([7, 4], "span [7, 4] is empty"),
        ([0.0, 3], "span [0.0, 3] is no [start, end]"),
        ([True, 3], "is no [start, end]"),
        ([1], "span [1] is no [start, end]"),
        (None, "span None is no [start, end]"),
        ("09", "is no [start, end]"),
        ([29, 33], "span [29, 33] stands in another cluster already"),
        ([4, 15], "span [4, 15] crosses [0, 7]"),
    ],
)
def test_a_bad_span_is_lost_and_nothing_but_it(bad: Any, reason: str) -> None:
    doc = NLP(SENTENCE)
    set_clusters(doc, [[*at(SENTENCE, "Oslo")], [*at(SENTENCE, "Ann Lee"), bad, [12, 15]]])
    assert clusters(doc) == [["Oslo"], ["Ann Lee", "her"]]
    [said] = doc.user_data[NOTES]
    assert reason in said and said.endswith("; left out")


@pytest.mark.parametrize("value", [7, "news", [1, 2], [[[0, 3]], 5], {"a": [[0, 3]]}])
def test_a_field_of_another_kind_leaves_coreference_as_it_is(value: Any) -> None:
    doc = NLP(SENTENCE)
    doc.spans["coref_clusters_1"] = [doc[0:1]]
    set_clusters(doc, value)
    assert clusters(doc) == [["Ann"]]
    assert "must be a list of lists of [start, end]" in doc.user_data[NOTES][0]


NUMBERS = st.integers(-3, 40)


@given(st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=5), max_size=5))
def test_whatever_is_given_spans_nest_or_are_apart_and_stand_once(given: Any) -> None:
    doc = NLP(SENTENCE)
    set_clusters(doc, given)
    spans = [span for key in cluster_keys(doc) for span in doc.spans[key]]
    assert len({(s.start, s.end) for s in spans}) == len(spans)
    wanted = {place for cluster in given for place in cluster}
    assert {(s.start_char, s.end_char) for s in spans} <= wanted
    for a in spans:
        assert not any(a.start < b.start < a.end < b.end for b in spans)


def test_a_document_has_the_clusters_that_come_with_it() -> None:
    given = [at(TEXT, "Noor Haddad", "She"), at(TEXT, "Oslo")]
    documents = [Document("a", TEXT, meta={"clusters": given}), Document("b", TEXT)]
    for n_process in (1, 2):
        first, second = parse_documents(documents, nlp=tiny_pipeline(), n_process=n_process)
        assert ["Noor Haddad", "She"] in names(first)
        assert ["Noor Haddad", "She"] not in names(second)
        assert names(second) == names(next(parse_documents([documents[1]], nlp=tiny_pipeline())))


def test_no_clusters_are_clusters_too() -> None:
    [parsed] = parse_documents([Document("a", TEXT, meta={"clusters": []})], nlp=tiny_pipeline())
    assert all(len(mentions) == 1 for mentions in names(parsed))


def test_the_warning_of_a_bad_span_names_the_document() -> None:
    document = Document("d7", TEXT, meta={"clusters": [[[0, 2]], [[0, 9], [1, 4], [2, 4]]]})
    with pytest.warns(SalienceWarning, match=r"document 'd7': clusters: span \[0, 2\] .*2 more"):
        [parsed] = parse_documents([document], nlp=tiny_pipeline())
    assert names(parsed)[0] == ["Ada Byrne"]


def test_clusters_are_a_field_of_a_record(tmp_path: Path) -> None:
    record = {"id": "a", "text": TEXT, "clusters": [at(TEXT, "Noor Haddad", "She")]}
    (tmp_path / "corpus.jsonl").write_text(json.dumps(record))
    [parsed] = parse_documents(read_corpus(tmp_path / "corpus.jsonl"), nlp=tiny_pipeline())
    assert ["Noor Haddad", "She"] in names(parsed)


def test_coordinated_names_are_neither_of_them() -> None:
    text = "Ann and Bob left. They sang."
    doc = Doc(
        NLP.vocab,
        words=["Ann", "and", "Bob", "left", ".", "They", "sang", "."],
        spaces=[True, True, True, False, True, True, False, False],
        pos=["PROPN", "CCONJ", "PROPN", "VERB", "PUNCT", "PRON", "VERB", "PUNCT"],
        heads=[3, 2, 0, 3, 3, 6, 6, 6],
        deps=["nsubj", "cc", "conj", "ROOT", "punct", "nsubj", "ROOT", "punct"],
        sent_starts=[True, False, False, False, False, True, False, False],
        ents=["B-PER", "O", "B-PER", "O", "O", "O", "O", "O"],
    )
    set_clusters(doc, [at(text, "Ann and Bob", "They")])
    assert names(parse(doc, Document("d", text))) == [["Ann"], ["Bob"]]


def test_a_recognised_name_of_two_is_one_name() -> None:
    text = "Lund & Moe grew."
    doc = Doc(
        NLP.vocab,
        words=["Lund", "&", "Moe", "grew", "."],
        spaces=[True, True, True, False, False],
        pos=["PROPN", "CCONJ", "PROPN", "VERB", "PUNCT"],
        heads=[3, 2, 0, 3, 3],
        deps=["nsubj", "cc", "conj", "ROOT", "punct"],
        ents=["B-ORG", "I-ORG", "I-ORG", "O", "O"],
    )
    set_clusters(doc, [at(text, "Lund & Moe")])
    assert names(parse(doc, Document("d", text)))[0] == ["Lund & Moe"]


def conll_document(doc: Doc, id: str) -> ConllDocument:
    sentences = tuple(tuple(token.text for token in sentence) for sentence in doc.sents)
    clusters = (doc.spans[key] for key in cluster_keys(doc))
    spans = tuple(tuple((span.start, span.end) for span in cluster) for cluster in clusters)
    return ConllDocument(id, sentences, spans)


@pytest.fixture
def conll(tmp_path: Path) -> Path:
    """A CoNLL file with what the small pipeline finds in a text, under the id `a`."""
    path = tmp_path / "a.conll"
    with path.open("w", encoding="utf-8") as file:
        write_conll([conll_document(tiny_pipeline()(TEXT), "a")], file)
    return path


def test_clusters_go_to_a_conll_file_and_come_back(conll: Path) -> None:
    document = Document("a", TEXT.replace(". ", ".\n\n  "))
    nlp = tiny_pipeline()
    expected = [names(parsed) for parsed in parse_documents([document], nlp=nlp)]
    nlp.remove_pipe("tiny_coref")
    assert [names(p) for p in parse_documents([document], nlp=nlp)] != expected
    found = [names(p) for p in parse_documents(with_clusters([document], conll), nlp=nlp)]
    assert found == expected


def test_a_document_that_the_file_lacks_stays_as_it_is(conll: Path) -> None:
    others = [Document("b", TEXT), Document("c", TEXT, meta={"clusters": []})]
    assert list(with_clusters(others, conll)) == others
    with pytest.raises(CorpusError, match="no such file"):
        list(with_clusters(others, conll.parent / "none.conll"))


def test_a_document_of_a_conll_file_can_be_read_itself(conll: Path) -> None:
    nlp = tiny_pipeline()
    expected = [names(parsed) for parsed in parse_documents([Document("a", TEXT)], nlp=nlp)]
    nlp.remove_pipe("tiny_coref")
    documents = (document.document() for document in read_conll(conll))
    assert [names(parsed) for parsed in parse_documents(documents, nlp=nlp)] == expected
