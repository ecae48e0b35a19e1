"""Batches are small, and of documents that do not disturb each other."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import spacy

from salience.engine.batches import in_batches, models_not_collected, run_task
from salience.engine.tasks import Parsing
from salience.types import Document


def words(n: int) -> str:
    """So many characters that do not repeat themselves."""
    return " ".join(map(str, range(n)))[:n]


def test_long_documents_make_small_batches() -> None:
    sizes = [10, 7_500, 3_000, 12_500, 10, 10]
    documents = [Document(str(n), words(n)) for n in sizes]
    batches = list(in_batches(documents))
    assert [[len(d.text) for d in b] for b in batches] == [
        [10, 7_500, 3_000],
        [12_500],
        [10, 10],
    ]


def test_documents_that_repeat_themselves_are_alone() -> None:
    """Of equal words the last bits decide, and these differ with what is computed beside them."""
    texts = [words(100), "Ada Byrne " * 90, words(100), words(200), "#ab " * 90, words(10_500)]
    documents = [Document(str(n), text) for n, text in enumerate(texts)]
    batches = [[document.id for document in batch] for batch in in_batches(documents)]
    assert batches == [["0"], ["1"], ["2", "3"], ["4"], ["5"]]


@pytest.fixture
def nothing_frozen() -> Iterator[None]:
    """The suite freezes what stays loaded, and the engine leaves that as it is."""
    gc.unfreeze()
    yield
    gc.freeze()


@pytest.mark.usefixtures("nothing_frozen")
def test_the_collector_passes_over_the_models_while_a_run_lasts_even_if_it_is_left() -> None:
    frozen = []

    class Noting(Parsing):
        def __call__(self, documents: Sequence[Document]) -> list[Any]:
            frozen.append(gc.get_freeze_count())
            return list(documents)

    documents = [Document("a", "Rain."), Document("b", "Snow.")]
    results: Any = run_task(Noting(spacy.blank("en")), documents)
    next(results)
    assert frozen[0] > 0
    with models_not_collected():  # another run, which ends first
        pass
    assert gc.get_freeze_count() > 0
    results.close()
    assert gc.get_freeze_count() == 0
