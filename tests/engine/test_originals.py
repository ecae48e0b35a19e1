"""A spoiled document gives what the clean one gives, with the places that it has itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.compression.documents import compress
from salience.engine.documents import label, parse_documents, score
from salience.engine.originals import Original
from salience.errors import Reject
from salience.pages.label_studio import label_studio
from salience.pages.ratings import read_sample, write_sample
from salience.sentences import boundaries, split
from salience.summaries.documents import summarize, train_summarizer
from salience.tables.scored_records import with_documents
from salience.text.normalise import normalised, normalised_line
from salience.types import Document, Mention
from salience.wordalign.documents import align
from tests.support.shipped import shipped_pipeline
from tests.support.spoiled import spoiled

TEXT = (
    "Orla Finch, the mayor of Leeds, met Tom Dale of the Harbour Board in New York on Monday. "
    "She said that Kestrel Holdings would pay ten million dollars.\n\nThe board, which was founded "
    "in 1902, agreed with Finch. Dale left Leeds on Friday. Finch thanked him there."
)
SPACED = TEXT.replace(" ", "  ")
CLEAN = Document("d", TEXT, "Finch meets the Harbour Board", ("Mayor Finch met Dale in New York.",))

documents = st.builds(
    lambda text, title, abstract: replace(CLEAN, text=text, title=title, abstracts=(abstract,)),
    spoiled(TEXT),
    spoiled(str(CLEAN.title)),
    spoiled(CLEAN.abstracts[0]),
)
some = settings(max_examples=15, deadline=None)


def _assert_stands(found: Any, text: str) -> None:
    """That the original has there what was read, and neither less nor more."""
    there = text[found.start : found.end]
    assert " ".join(normalised(there).text.split()) == " ".join(found.text.split())
    assert not (there[0].isspace() or there[-1].isspace())


def _plain(mention: Mention) -> Mention:
    return replace(mention, start=0, end=0, head_start=0)


@some
@given(documents)
def test_entities_and_scores_are_those_of_the_clean_text(document: Document) -> None:
    [found], [clean] = (list(score(d, nlp=shipped_pipeline())) for d in (document, CLEAN))
    assert found.scores == clean.scores
    assert found.parsed.document is document
    assert len(found.parsed.entities) == len(clean.parsed.entities) > 3
    for one, other in zip(found.parsed.entities, clean.parsed.entities, strict=True):
        assert (one.name, one.type, one.id) == (other.name, other.type, other.id)
        assert [*map(_plain, one.mentions)] == [*map(_plain, other.mentions)]
        assert [*map(_plain, one.title_mentions)] == [*map(_plain, other.title_mentions)]
        for mention in one.mentions:
            _assert_stands(mention, document.text)
            head = document.text[mention.head_start : mention.end]
            assert normalised(head).text.startswith(mention.head)
        for mention in one.title_mentions:
            _assert_stands(mention, str(document.title))
    assert [v.text for v in found.parsed.values] == [v.text for v in clean.parsed.values] != []
    for value in found.parsed.values:
        _assert_stands(value, document.text)


@some
@given(documents)
def test_labels_are_those_of_the_clean_texts(document: Document) -> None:
    found, clean = (
        next(label(d, nlp=shipped_pipeline(), rules="names+words", aligner="meteor"))
        for d in (document, CLEAN)
    )
    [abstract] = document.abstracts
    assert [own.salient for own in found.labels] == [own.salient for own in clean.labels]
    records = [d.to_dict()["entities"] for d in (found, clean)]
    assert [e["features"] for e in records[0]] == [e["features"] for e in records[1]]
    for own in found.labels:
        for one in own.evidence:
            _assert_stands(one.mention, abstract)
            _assert_stands(one.document_mention, document.text)
            if one.linked is not None:
                _assert_stands(one.linked, document.text)
    for alone in found.unaligned:
        _assert_stands(alone.mention, abstract)
    assert len(found.unaligned) == len(clean.unaligned)


@some
@given(st.lists(documents, min_size=1, max_size=2))
def test_summaries_are_those_of_the_clean_text(some: list[Document]) -> None:
    """Of one document, and of several that are copies of each other."""
    nlp = shipped_pipeline()
    corpus = [replace(document, id=str(i)) for i, document in enumerate(some)]
    [found] = summarize(corpus, nlp=nlp, words=30, by="all")
    [clean] = summarize([replace(CLEAN, id=d.id) for d in corpus], nlp=nlp, words=30, by="all")
    assert (found.text, found.value) == (clean.text, clean.value)
    assert found.documents == tuple(corpus)
    for sentence in found.sentences:
        document = found.documents[sentence.document]
        assert sentence.text in normalised(document.text).text
        _assert_stands(sentence, document.text)


@some
@given(documents)
def test_compressions_are_those_of_the_clean_text(document: Document) -> None:
    found, clean = (next(compress(d, nlp=shipped_pipeline())) for d in (document, CLEAN))
    assert found.text == clean.text
    assert found.document is document
    for one, other in zip(found.sentences, clean.sentences, strict=True):
        assert (one.text, one.n_kept) == (other.text, other.n_kept)
        _assert_stands(one, document.text)
        assert [piece.text for piece in one.deleted] == [piece.text for piece in other.deleted]
        for piece in one.deleted:
            _assert_stands(piece, document.text)


@some
@given(documents)
def test_links_of_words_are_those_of_the_clean_texts(document: Document) -> None:
    found, clean = (next(align(d, nlp=shipped_pipeline())).aligned for d in (document, CLEAN))
    assert found.links == clean.links
    sides = (document.text, found.pair.document), (document.abstracts[0], found.pair.abstract)
    for text, words in sides:
        for word, (start, end) in zip(words.texts, words.spans, strict=True):
            assert normalised(text[start:end]).text == word


@given(spoiled(TEXT))
def test_sentences_are_those_of_the_clean_text(text: str) -> None:
    spans = split(text)
    read = [" ".join(normalised(text[start:end]).text.split()) for start, end in spans]
    assert read == [" ".join(TEXT[start:end].split()) for start, end in split(TEXT)]
    assert not any(text[start].isspace() or text[end - 1].isspace() for start, end in spans)
    likely = [b.start for b in boundaries(text) if b.probability >= 0.5]
    assert likely == [start for start, _ in spans]


@some
@given(spoiled(TEXT))
def test_clusters_that_come_with_a_document_are_of_its_own_places(text: str) -> None:
    clean = normalised(text)
    places = [(TEXT.index(word), TEXT.index(word) + len(word)) for word in ("Tom Dale", "She")]
    given = [[list(clean.span(*place)) for place in places]]
    document = Document("d", text, meta={"clusters": given})
    [parsed] = parse_documents(document, nlp=shipped_pipeline())
    assert parsed.warnings == ()
    dale = next(entity for entity in parsed.entities if entity.name == "Tom Dale")
    assert [mention.text for mention in dale.mentions] == ["Tom Dale", "She"]
    assert [[m.start, m.end] for m in dale.mentions] == given[0]


@settings(max_examples=3, deadline=None)
@given(documents)
def test_what_is_learned_is_that_of_the_clean_texts(document: Document) -> None:
    found, clean = (
        train_summarizer([d, replace(d, id="e")], nlp=shipped_pipeline(), words=20)
        for d in (document, CLEAN)
    )
    assert found.weights == clean.weights


def test_files_of_results_are_of_the_document_as_it_came(tmp_path: Path) -> None:
    document = replace(CLEAN, text=SPACED, title="Finch  meets the Har\N{SOFT HYPHEN}bour  Board")
    [scored] = score(document, nlp=shipped_pipeline())
    record = scored.to_dict()
    rejects: list[Reject] = []
    other = replace(document, text=SPACED.replace("Leeds", "York", 1))
    assert [*with_documents(lambda: [record], [document], rejects.append)] == [(record, document)]
    assert [*with_documents(lambda: [record], [other], rejects.append)] == []
    assert ["another text" in reject.reason for reject in rejects] == [True]
    write_sample(tmp_path / "sample", [scored.parsed])
    [task] = json.loads(label_studio(read_sample(tmp_path / "sample")))
    regions = [item["value"] for item in task["predictions"][0]["result"] if "value" in item]
    shown = {task["data"]["text"][one["start"] : one["end"]] for one in regions}
    assert {one["text"] for one in regions} == shown
    assert shown >= {"Orla  Finch", "the Har\N{SOFT HYPHEN}bour  Board"}


def test_processes_give_the_same() -> None:
    documents = [replace(CLEAN, id=str(i), text=SPACED) for i in range(3)]
    nlp = shipped_pipeline()
    one, two = (list(score(documents, nlp=nlp, n_process=n)) for n in (1, 2))
    assert one == two
    alone, beside = (
        list(summarize(documents, nlp=nlp, words=20, by="all", n_process=n)) for n in (1, 2)
    )
    assert alone == beside


def test_a_clean_document_is_read_as_it_is() -> None:
    original = Original.of(CLEAN)
    assert original.read is original.document is CLEAN
    [parsed] = parse_documents(CLEAN, nlp=shipped_pipeline())
    assert original.parsed(parsed) is parsed


@pytest.mark.parametrize("title", [None, "", " ", "\N{SOFT HYPHEN}"])
def test_a_title_that_nobody_sees_is_none(title: str | None) -> None:
    document = replace(CLEAN, title=title)
    found, bare = (
        next(score(d, nlp=shipped_pipeline())) for d in (document, replace(CLEAN, title=None))
    )
    assert found.scores == bare.scores
    assert normalised_line(title or "").text.strip() == ""
