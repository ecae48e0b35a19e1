"""Co-occurrence is checked against counting by hand."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.centrality import cooccurrence
from salience.centrality.cooccurrence import Cooccurrence
from salience.errors import CorpusError, SalienceError
from salience.model.salience_model import load_model, train
from tests.support.builders import attribute_row, toy_rows
from tests.support.counts import SEEN, assert_same_counts

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), min_size=1, max_size=8)
ROWS = pd.DataFrame(toy_rows())


def brute_probability(documents: list[list[str]], e2: str, e1: str) -> float:
    given_e1 = [d for d in documents if e1 in d]
    return sum(e2 in d for d in given_e1) / len(given_e1) if given_e1 else 0.0


@given(DOCUMENTS)
def test_probabilities_are_counted(documents: list[list[str]]) -> None:
    seen = Cooccurrence.from_documents(documents)
    for e1, e2 in itertools.permutations("abcdefg", 2):
        assert seen.probabilities([e1, e2])[0, 1] == brute_probability(documents, e2, e1)


@given(DOCUMENTS, st.integers(1, 3))
def test_a_held_out_document_does_not_testify(documents: list[list[str]], least: int) -> None:
    seen = Cooccurrence.from_documents(documents).pruned(least)
    for i, ids in enumerate(documents):
        unique = sorted(set(ids))
        others = Cooccurrence.from_documents(documents[:i] + documents[i + 1 :]).pruned(least)
        np.testing.assert_array_equal(
            seen.probabilities(unique, held_out=ids), others.probabilities(unique)
        )


@given(DOCUMENTS, st.integers(1, 3))
def test_pruning_drops_the_pairs_below_and_nothing_else(
    documents: list[list[str]], least: int
) -> None:
    pruned = Cooccurrence.from_documents(documents).pruned(least)
    for e1, e2 in itertools.permutations("abcdef", 2):
        enough = sum(e1 in d and e2 in d for d in documents) >= least
        expected = brute_probability(documents, e2, e1) if enough else 0.0
        assert pruned.probabilities([e1, e2])[0, 1] == expected


@given(DOCUMENTS, st.integers(1, 4))
def test_pruning_while_counting_is_pruning_afterwards(
    documents: list[list[str]], least: int
) -> None:
    expected = Cooccurrence.from_documents(documents)
    if least > 1:
        expected = expected.pruned(least)
    assert_same_counts(Cooccurrence.from_documents(documents, least), expected)


@given(DOCUMENTS, st.integers(1, 9))
def test_blocks_change_nothing(documents: list[list[str]], block: int) -> None:
    expected = Cooccurrence.from_documents(documents)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cooccurrence, "BLOCK", block)
        assert_same_counts(Cooccurrence.from_documents(documents), expected)


@given(DOCUMENTS, st.integers(0, 8))
def test_counts_of_two_corpora_add_up(documents: list[list[str]], cut: int) -> None:
    one, two = map(Cooccurrence.from_documents, (documents[:cut], documents[cut:]))
    assert_same_counts(one.merged(two), Cooccurrence.from_documents(documents))
    assert_same_counts(two.merged(one), Cooccurrence.from_documents(documents))


def test_pruned_counts_are_not_merged() -> None:
    for one, two in itertools.permutations((SEEN, SEEN.pruned(2))):
        with pytest.raises(SalienceError, match="of at least 2 documents can't be merged"):
            one.merged(two)


@pytest.mark.parametrize("count", [SEEN.pruned, lambda n: Cooccurrence.from_documents([], n)])
def test_a_minimum_count_below_one_is_an_error(count: Callable[[int], object]) -> None:
    with pytest.raises(SalienceError, match="min_count must be at least 1, but is 0"):
        count(0)


@given(DOCUMENTS, st.lists(st.sampled_from("abcdef")))
def test_a_document_was_counted_if_one_has_its_ids(
    documents: list[list[str]], ids: list[str]
) -> None:
    seen = Cooccurrence.from_documents(documents)
    assert seen.counted(ids) == (len(set(ids)) > 1 and any(set(d) == set(ids) for d in documents))
    assert seen.pruned(3).counted(ids) == seen.counted(ids)


def test_ids_of_a_linker_and_of_names_are_counted_alike() -> None:
    ids = ["Q76", "name:john boehner|PER"]
    rows = [attribute_row(document="d", entity=i, id=id) for i, id in enumerate(ids)]
    assert Cooccurrence.from_table(rows).probabilities(ids)[0, 1] == 1.0


def test_nothing_at_all() -> None:
    nothing = Cooccurrence.from_documents([])
    assert nothing.ids == nothing.pruned(2).ids == nothing.merged(nothing).ids == ()
    assert Cooccurrence.from_arrays(nothing.to_arrays()).ids == ()
    assert nothing.counts(["a"]).shape == (1, 1)


def test_missing_columns_are_named() -> None:
    with pytest.raises(CorpusError, match="no column 'id', which 'centrality' needs"):
        Cooccurrence.from_table([{"document": "d"}])


def test_many_documents_take_little_memory() -> None:
    """Most pairs of a large corpus occur once; they are never in memory together."""
    random = np.random.default_rng(0)
    documents = [[str(i) for i in random.zipf(1.3, 30)] for _ in range(1000)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cooccurrence, "BLOCK", 3_000)
        sizes = [memory(documents, least) for least in (1, 5)]
    assert sizes[1] < sizes[0] / 5


def memory(documents: list[list[str]], least: int) -> int:
    """The most bytes that counting holds."""
    tracemalloc.start()
    Cooccurrence.from_documents(documents, least)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@given(DOCUMENTS)
def test_arrays_hold_everything(documents: list[list[str]]) -> None:
    seen = Cooccurrence.from_documents(documents, 2)
    back = Cooccurrence.from_arrays(seen.to_arrays())
    assert (back.ids, back.min_count) == (seen.ids, seen.min_count)
    assert_same_counts(back, seen)


@given(DOCUMENTS)
def test_the_order_of_documents_changes_nothing(documents: list[list[str]]) -> None:
    back = Cooccurrence.from_documents([d[::-1] for d in reversed(documents)])
    assert_same_counts(Cooccurrence.from_documents(documents), back)


def test_a_model_keeps_the_counts_it_was_trained_with(tmp_path: Path) -> None:
    background = Cooccurrence.from_table(ROWS).merged(SEEN)
    model = train(ROWS, groups=("centrality",), cooccurrence=background)
    model.save(tmp_path / "model")
    kept = load_model(tmp_path / "model").cooccurrence
    assert kept is not None
    assert_same_counts(kept, background)
    own = train(ROWS, groups=("centrality",)).cooccurrence
    assert own is not None
    assert_same_counts(own, Cooccurrence.from_table(ROWS))


def test_counts_without_the_group_are_an_error() -> None:
    with pytest.raises(SalienceError, match="for the group 'centrality', which is not in groups"):
        train(ROWS, groups=("1st-loc",), cooccurrence=SEEN)


@pytest.mark.parametrize("document", ["ab", ["a", None], ["a", 1], ["a", float("nan")]])
def test_ids_that_are_no_strings_are_refused(document: object) -> None:
    with pytest.raises(CorpusError, match="a document must be a list of ids, each a string"):
        Cooccurrence.from_documents([document])  # type: ignore[list-item]


BASE = SEEN.to_arrays()


@pytest.mark.parametrize(
    "changed",
    [
        {"rows": BASE["rows"] + 99},
        {"rows": -BASE["rows"] - 1},
        {"rows": BASE["columns"], "columns": BASE["rows"]},
        {"rows": BASE["rows"][:-1]},
        {"counts": BASE["counts"] * np.nan},
        {"counts": -BASE["counts"]},
        {"counts": BASE["counts"][:, None]},
        {"ids": np.frombuffer(b'{"a":1,"b":2,"c":3}', np.uint8)},
        {"ids": np.frombuffer(b"[1,2,3]", np.uint8)},
        {"ids": np.frombuffer(b'["a","a","b"]', np.uint8)},
        {"ids": np.frombuffer(b'["a","b","c","d"]', np.uint8)},
        {name: np.append(BASE[name], BASE[name][-1]) for name in ("rows", "columns", "counts")},
        {"documents": np.array([1.5])},
        {"documents": np.array([[1, 2]], np.uint64)},
        {"documents": BASE["documents"][::-1]},
        {"documents": np.repeat(BASE["documents"], 2)},
        {"min_count": np.array(0)},
        {"min_count": np.array([1, 2])},
    ],
)
def test_arrays_that_are_no_counts_are_refused(changed: dict[str, np.ndarray]) -> None:
    with pytest.raises((TypeError, ValueError, SalienceError)):
        Cooccurrence.from_arrays({**BASE, **changed})
