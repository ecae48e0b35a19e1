"""Co-occurrence is checked against counting by hand; files against damage."""

from __future__ import annotations

import itertools
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from salience.centrality import cooccurrence
from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.store import document_ids, load_cooccurrence, save_cooccurrence
from salience.cli.app import app
from salience.errors import CorpusError, ModelError, SalienceError
from salience.model.salience_model import load_model, train
from salience.tables.records import read_table
from tests.support.builders import attribute_row, toy_rows

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), min_size=1, max_size=8)
ROWS = pd.DataFrame(toy_rows())
SEEN = Cooccurrence.from_documents([["a", "b"], ["a", "b", "c"], ["c"]])


def assert_equal(one: Cooccurrence, other: Cooccurrence) -> None:
    there, back = one.to_arrays(), other.to_arrays()
    assert there.keys() == back.keys()
    for name in there:
        np.testing.assert_array_equal(there[name], back[name], err_msg=name)
    np.testing.assert_array_equal(one.matrix.toarray(), other.matrix.toarray())


def brute_probability(documents: list[list[str]], e2: str, e1: str) -> float:
    given_e1 = [d for d in documents if e1 in d]
    return sum(e2 in d for d in given_e1) / len(given_e1) if given_e1 else 0.0


@given(DOCUMENTS)
def test_probabilities_are_counted(documents: list[list[str]]) -> None:
    seen = Cooccurrence.from_documents(documents)
    for e1, e2 in itertools.product("abcdefg", repeat=2):
        assert seen.probability(e2, given=e1) == brute_probability(documents, e2, e1)


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
        assert pruned.probability(e2, given=e1) == expected


@given(DOCUMENTS, st.integers(1, 4))
def test_pruning_while_counting_is_pruning_afterwards(
    documents: list[list[str]], least: int
) -> None:
    expected = Cooccurrence.from_documents(documents)
    if least > 1:
        expected = expected.pruned(least)
    assert_equal(Cooccurrence.from_documents(documents, least), expected)


@given(DOCUMENTS, st.integers(1, 9))
def test_blocks_change_nothing(documents: list[list[str]], block: int) -> None:
    expected = Cooccurrence.from_documents(documents)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cooccurrence, "_BLOCK", block)
        assert_equal(Cooccurrence.from_documents(documents), expected)


@given(DOCUMENTS, st.integers(0, 8))
def test_counts_of_two_corpora_add_up(documents: list[list[str]], cut: int) -> None:
    one, two = map(Cooccurrence.from_documents, (documents[:cut], documents[cut:]))
    assert_equal(one.merged(two), Cooccurrence.from_documents(documents))
    assert_equal(two.merged(one), Cooccurrence.from_documents(documents))


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


@given(DOCUMENTS, st.lists(st.sampled_from("abcdefg"), unique=True))
def test_neighbours_share_a_document(documents: list[list[str]], ids: list[str]) -> None:
    shared = {id for d in documents if {*d} & {*ids} for id in d} - {*ids}
    assert Cooccurrence.from_documents(documents).neighbours(ids) == sorted(shared)


def test_ids_of_a_linker_and_of_names_are_counted_alike() -> None:
    ids = ["Q76", "name:john boehner|PER"]
    rows = [attribute_row(document="d", entity=i, id=id) for i, id in enumerate(ids)]
    assert Cooccurrence.from_table(rows).probability(ids[1], given=ids[0]) == 1.0


def test_nothing_at_all() -> None:
    nothing = Cooccurrence.from_documents([])
    assert nothing.ids == nothing.pruned(2).ids == nothing.merged(nothing).ids == ()
    assert Cooccurrence.from_arrays(nothing.to_arrays()).ids == ()
    assert nothing.counts(["a"]).shape == (1, 1)
    assert nothing.neighbours(["a"]) == []


def test_missing_columns_are_named() -> None:
    with pytest.raises(CorpusError, match="no 'id', which 'centrality' needs"):
        Cooccurrence.from_table([{"document": "d"}])


def test_many_documents_take_little_memory() -> None:
    """Most pairs of a large corpus occur once; they are never in memory together."""
    random = np.random.default_rng(0)
    documents = [[str(i) for i in random.zipf(1.3, 30)] for _ in range(1000)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cooccurrence, "_BLOCK", 3_000)
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
    assert_equal(back, seen)


@given(DOCUMENTS)
def test_the_order_of_documents_changes_nothing(documents: list[list[str]]) -> None:
    back = Cooccurrence.from_documents([d[::-1] for d in reversed(documents)])
    assert_equal(Cooccurrence.from_documents(documents), back)


def test_files_hold_everything_and_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two", "one"):
        save_cooccurrence(SEEN.pruned(2), tmp_path / name)
    assert_equal(load_cooccurrence(tmp_path / "one"), SEEN.pruned(2))
    for file in ("meta.json", "arrays.npz"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    meta = json.loads((tmp_path / "one/meta.json").read_text())
    assert (meta["ids"], meta["pairs"], meta["min_count"]) == (2, 1, 2)


def test_damaged_counts_and_other_folders_are_refused(tmp_path: Path) -> None:
    save_cooccurrence(SEEN, tmp_path / "counts")
    arrays = tmp_path / "counts/arrays.npz"
    whole = arrays.read_bytes()
    for broken in (whole[:-1], whole[:99] + bytes([whole[99] ^ 1]) + whole[100:], b""):
        arrays.write_bytes(broken)
        with pytest.raises(ModelError, match=r"no co-occurrence counts.*SHA-256"):
            load_cooccurrence(tmp_path / "counts")
    with pytest.raises(ModelError, match="missing is not a folder"):
        load_cooccurrence(tmp_path / "missing")
    train(ROWS).save(tmp_path / "model")
    with pytest.raises(ModelError, match="'format' must be 'salience-cooccurrence'"):
        load_cooccurrence(tmp_path / "model")
    with pytest.raises(ModelError, match="'format' must be 'salience-cooccurrence'"):
        save_cooccurrence(SEEN, tmp_path / "model")
    load_model(tmp_path / "model")  # it is still there


def test_a_model_keeps_the_counts_it_was_trained_with(tmp_path: Path) -> None:
    background = Cooccurrence.from_table(ROWS).merged(SEEN)
    model = train(ROWS, groups=("centrality",), cooccurrence=background)
    model.save(tmp_path / "model")
    kept = load_model(tmp_path / "model").cooccurrence
    assert kept is not None
    assert_equal(kept, background)
    own = train(ROWS, groups=("centrality",)).cooccurrence
    assert own is not None
    assert_equal(own, Cooccurrence.from_table(ROWS))


def test_counts_without_the_group_are_an_error() -> None:
    with pytest.raises(SalienceError, match="for the group 'centrality', which is not in groups"):
        train(ROWS, groups=("1st-loc",), cooccurrence=SEEN)


def run(*line: object) -> str:
    """Run a command line that must succeed; what it says."""
    done = CliRunner().invoke(app, list(map(str, line)), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_the_command_counts_adds_up_and_prunes(tmp_path: Path) -> None:
    records = [
        {"id": str(i), "entities": [
            {"entity": e, "name": id, "type": "", "id": id, "kb_id": None, "score": 0.5,
             "salient": True, "mentions": [{"start": 0, "end": 1}]} for e, id in enumerate(ids)]}
        for i, ids in enumerate(("ab", "abc", "c", ""))
    ]  # fmt: skip
    path, counts = tmp_path / "scores.jsonl", tmp_path / "counts"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert "entities 3, pairs 3; the counts are" in run("cooccurrence", path, "-o", counts)
    assert_equal(load_cooccurrence(counts), SEEN)
    read_table(path).to_csv(tmp_path / "scores.csv", index=False)
    assert [*document_ids(tmp_path / "scores.csv")] == [*document_ids(path)][:3]
    run("cooccurrence", path, counts, "-o", tmp_path / "twice", "--min-count", 3)
    assert_equal(load_cooccurrence(tmp_path / "twice"), SEEN.merged(SEEN).pruned(3))
    run("cooccurrence", path, "-o", tmp_path / "pruned", "--min-count", 2)
    assert_equal(load_cooccurrence(tmp_path / "pruned"), SEEN.pruned(2))
    with pytest.raises(SalienceError, match="can't be merged"):
        run("cooccurrence", tmp_path / "pruned", counts, "-o", tmp_path / "no")


def test_pruned_counts_alone_are_pruned_further(tmp_path: Path) -> None:
    seen = Cooccurrence.from_documents([["a", "b"]] * 3 + [["b", "c"]] * 2 + [["c", "d"]])
    save_cooccurrence(seen.pruned(2), tmp_path / "two")
    run("cooccurrence", tmp_path / "two", "-o", tmp_path / "three", "--min-count", 3)
    assert_equal(load_cooccurrence(tmp_path / "three"), seen.pruned(3))
    run("cooccurrence", tmp_path / "two", "-o", tmp_path / "same")
    assert_equal(load_cooccurrence(tmp_path / "same"), seen.pruned(2))
    with pytest.raises(SalienceError, match="in 9 documents or more, so that there is nothing"):
        run("cooccurrence", tmp_path / "two", "-o", tmp_path / "none", "--min-count", 9)
    assert not (tmp_path / "none").exists()


def test_inputs_that_share_documents_are_warned_of(tmp_path: Path) -> None:
    ids = [f"x{i}" for i in range(40)]
    documents = [ids[n : n + 5] for n in range(30)]

    def saved(name: str, documents: list[list[str]]) -> Path:
        rows = [
            {"document": n, "entity": e, "id": id, "name": id, "type": "", "kb_id": None,
             "salient": True, "score": 0.5, "start": 0, "end": 1}
            for n, held in enumerate(documents) for e, id in enumerate(held)
        ]  # fmt: skip
        pd.DataFrame(rows).to_csv(tmp_path / name, index=False)
        return tmp_path / name

    whole, part = saved("whole.csv", documents), saved("part.csv", documents[:6])
    other = saved("other.csv", [*([*ids[:3], f"y{i}"] for i in range(30)), documents[0]])
    said = run("cooccurrence", whole, part, "-o", tmp_path / "counts")
    assert "warning: 6 of 6 documents of" in said and "part.csv have all entities" in said
    assert "warning" not in run("cooccurrence", whole, other, "-o", tmp_path / "counts")
    run("cooccurrence", part, "-o", tmp_path / "saved")
    assert "6 of 30" in run("cooccurrence", whole, tmp_path / "saved", "-o", tmp_path / "all")
    with pytest.raises(SalienceError, match="an input is named twice"):
        run("cooccurrence", whole, tmp_path / "." / "whole.csv", "-o", tmp_path / "all")


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


def test_training_takes_the_counts(tmp_path: Path) -> None:
    ROWS.to_csv(tmp_path / "labels.csv", index=False)
    save_cooccurrence(SEEN, tmp_path / "counts")
    model = tmp_path / "model"
    run("train", tmp_path / "labels.csv", "-o", model, "--cooccurrence", tmp_path / "counts")
    kept = load_model(model).cooccurrence
    assert kept is not None
    assert_equal(kept, SEEN)


def test_training_says_what_the_counts_know(tmp_path: Path) -> None:
    ROWS.to_csv(tmp_path / "labels.csv", index=False)
    ids = sorted(set(ROWS["id"]))
    given = {"none": [["x", "y"]], "some": [[ids[0], ids[1], "x"]], "empty": [["x"]]}
    for name, documents in given.items():
        save_cooccurrence(Cooccurrence.from_documents(documents), tmp_path / name)
    train = ("train", tmp_path / "labels.csv", "-o", tmp_path / "model", "--cooccurrence")
    said = run(*train, tmp_path / "none")
    assert f"warning: the counts know 0 of the {len(ids)} entity ids of the labels; were" in said
    said = run(*train, tmp_path / "some")
    assert f"the counts know 2 of the {len(ids)} entity ids" in said and "warning" not in said
    with pytest.raises(SalienceError, match="empty knows no two entities that occur together"):
        run(*train, tmp_path / "empty")
