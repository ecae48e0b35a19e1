"""Six hundred small documents, most of them spoiled, from a file to their scores."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest
from spacy.language import Language

from salience import Document, SalienceModel, load_model, read_corpus
from salience.engine.batches import run_task
from salience.engine.tasks import Scoring
from salience.errors import Reject
from salience.text.normalise import normalised
from salience.types import ScoredDocument
from tests.hostile import SEED
from tests.hostile.mutations import small_documents
from tests.support.shipped import shipped_pipeline
from tests.support.spoiled import stands_there

NUMBER = int(os.environ.get("SALIENCE_DOCUMENTS", "600"))
BROKEN = (
    '{"id": "broken"',
    '{"id": "broken", "text": null}',
    '{"id": ["broken"], "text": "Oslo."}',
    '{"id": "broken", "text": "\xff"}',
    "[]",
    '{"id": "broken", "text": "Oslo.", "abstract": {"en": 1}}',
    '{"id": "1", "text": "The id of the second document."}',
)
"""In place of every twentieth line; what is wrong with the last is that it comes twice."""


class Run(NamedTuple):
    """What became of the lines of a corpus, in order."""

    documents: list[Document]
    broken: list[int]
    outcomes: list[ScoredDocument | Reject]


def run_all(path: Path, nlp: Language, model: SalienceModel) -> Run:
    """Write the documents of the seed with broken lines among them, read and score them."""
    documents, broken = [], []
    with path.open("w", encoding="latin-1", newline="\n") as file:
        for line, document in enumerate(small_documents(NUMBER, SEED), 1):
            if line % 20 == 0:
                print(BROKEN[len(broken) % len(BROKEN)], file=file)
                broken.append(line)
            fields = {"id": document.id, "title": document.title or "", "text": document.text}
            print(json.dumps(fields), file=file)
            documents.append(document)
    items: list[Document | Reject] = []
    items.extend(read_corpus(path, on_reject=items.append))
    return Run(documents, broken, list(run_task(Scoring(nlp, model), items, n_process=2)))


@pytest.mark.slow
def test_many_documents(tmp_path: Path) -> None:
    # One test, since processes of xdist would each do the whole run.
    nlp, model = shipped_pipeline(fast=True), load_model()
    run = run_all(tmp_path / "corpus.jsonl", nlp, model)
    every_good_document_comes_out_and_every_broken_line_is_named_once(run)
    results_are_sound(run)
    alone_is_as_in_a_batch(run, nlp, model)


def every_good_document_comes_out_and_every_broken_line_is_named_once(run: Run) -> None:
    empty = {d.id for d in run.documents if not d.text.strip()}
    scored = [o.parsed.document for o in run.outcomes if isinstance(o, ScoredDocument)]
    assert scored == [d for d in run.documents if d.id not in empty]
    rejects = [o for o in run.outcomes if isinstance(o, Reject)]
    lines = [o.source for o in rejects if o.source]
    shift = [line + n for n, line in enumerate(run.broken)]
    assert lines == [f"corpus.jsonl:{line}" for line in shift]
    assert all(o.reason for o in rejects)
    assert {o.id for o in rejects if not o.source} == empty


def results_are_sound(run: Run) -> None:
    for result in run.outcomes:
        if isinstance(result, Reject):
            continue
        text = result.parsed.document.text
        clean = not normalised(text).changed
        for entity, probability in zip(result.parsed.entities, result.scores, strict=True):
            assert 0 <= probability <= 1 and entity.name.strip()
            for mention in entity.mentions:
                assert stands_there(mention, text, clean) and mention.text.strip()
        json.dumps(result.to_dict(), allow_nan=False)


def alone_is_as_in_a_batch(run: Run, nlp: Language, model: SalienceModel) -> None:
    scored = [o for o in run.outcomes if isinstance(o, ScoredDocument)][:: max(1, NUMBER // 200)]
    for result in scored:
        [alone] = run_task(Scoring(nlp, model), [result.parsed.document])
        assert isinstance(alone, ScoredDocument) and alone.to_dict() == result.to_dict()
