"""No document is on two sides, whatever it is divided by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError, Reject, SalienceError
from salience.tables.splits import (
    content_hashes,
    divided_by_day,
    refuse_leaks,
    refuse_repeats,
    split,
    trained_documents,
)
from salience.text.hashes import text_hash
from salience.types import Document

DAYS = st.sampled_from(["2026-01-01", "2026-01-02T08:00", "20260103", "2026-02-01", None, "soon"])
CORPORA = st.lists(
    st.tuples(st.integers(0, 9), DAYS, st.sampled_from(["post", "times", "", None])), max_size=25
)


def corpus(rows: list[tuple[int, Any, Any]]) -> list[Document]:
    return [
        Document(
            f"d{n}", f"Rain  {text}." if n % 2 else f"Rain {text}.\n", meta={"date": d, "source": s}
        )
        for n, (text, d, s) in enumerate(rows)
    ]


@given(
    CORPORA,
    st.sampled_from(["document", "date", "source"]),
    st.floats(0.05, 0.95),
    st.integers(0, 3),
)
def test_no_document_text_day_or_source_is_on_both_sides(
    rows: list[tuple[int, Any, Any]], by: Any, share: float, seed: int
) -> None:
    documents, rejects = corpus(rows), []
    try:
        found = split(documents, by=by, share=share, seed=seed, on_reject=rejects.append)
    except CorpusError as error:
        assert "one side would be empty" in str(error)
        return
    sides = [[d for d in documents if d.id in ids] for ids in (found.train, found.test)]
    train, test = sides
    assert {" ".join(d.text.split()) for d in train}.isdisjoint(
        " ".join(d.text.split()) for d in test
    )
    assert len(train) + len(test) + len(rejects) == len(documents) and train and test
    assert found == split(documents[::-1], by=by, share=share, seed=seed, on_reject=lambda _: None)
    if by == "source":
        assert {d.meta["source"] for d in train}.isdisjoint(d.meta["source"] for d in test)
    if by == "date":
        days = [[str(d.meta["date"])[:10].replace("-", "") for d in side] for side in sides]
        assert max(days[0]) < min(days[1])


def test_the_share_is_kept_and_the_seed_matters() -> None:
    documents = [Document(f"d{n}", f"Rain {n}.") for n in range(100)]
    found = [split(documents, share=0.3, seed=seed) for seed in (0, 1)]
    assert [len(one.test) for one in found] == [30, 30] and found[0] != found[1]


@pytest.mark.parametrize(
    ("days", "share", "test"),
    [
        ([4, 3, 1], 0.4, 4),  # 4 of 8 are nearer to 3.2 than 1 is
        ([4, 3, 1], 0.2, 1),
        ([1, 9, 1], 0.18, 1),  # the day before is too large, and none before it is taken
        ([2, 2, 2], 0.5, 4),  # 2 and 4 are as near to 3: the larger
    ],
)
def test_whole_days_come_as_near_to_the_share_as_they_can(
    days: list[int], share: float, test: int
) -> None:
    documents = [
        Document(f"d{day}.{n}", f"Rain {day} {n}.", meta={"date": f"2026-01-0{day}"})
        for day, count in enumerate(days, 1)
        for n in range(count)
    ]
    assert len(split(documents, by="date", share=share).test) == test
    assert split(documents, by="date", share=share).test == {d.id for d in documents[-test:]}


def test_a_source_too_large_is_left_and_others_are_still_tried() -> None:
    sizes = {"a": 50, "b": 2, "c": 2, "d": 2}
    documents = [
        Document(f"{source}{n}", f"Rain {source} {n}.", meta={"source": source})
        for source, size in sizes.items()
        for n in range(size)
    ]
    found = [split(documents, by="source", share=0.1, seed=seed).test for seed in range(12)]
    small = [test for test in found if not any(id.startswith("a") for id in test)]
    assert small and {len(test) for test in small} == {6}


def test_what_is_on_no_side_is_said() -> None:
    documents = corpus(
        [(0, "2026-01-01", 0), (1, "2026-01-02", 0), (0, "2026-01-03", 0), (2, "x", 0)]
    )
    documents += [Document("d0", "Sun."), Document("d9", "Sun.")]
    documents += [Document("d8", "Snow.", meta={"date": "2026-01-04"})]
    rejects: list[Reject] = []
    found = split(documents, by="date", share=0.5, on_reject=rejects.append)
    assert (found.train, found.test) == ({"d0", "d1"}, {"d8"})
    assert {reject.id: reject.reason.split(";")[0] for reject in rejects} == {
        "d0": "an earlier document has its id",
        "d2": "its text is that of training document 'd0'",
        "d3": "'date' must begin as 2026-01-31: 'x'",
        "d9": "it has no field 'date'",
    }


def test_what_can_not_be_divided_is_refused() -> None:
    with pytest.raises(SalienceError, match="can't split by 'week'"):
        split([], by="week")  # type: ignore[arg-type]
    with pytest.raises(SalienceError, match="share must be between 0 and 1, but is 20"):
        split([], share=20)
    with pytest.raises(CorpusError, match="1 documents, by document in 1 groups"):
        split([Document("d", "Rain.")])


def labelled(document: str, text: str = "Rain.", title: str | None = None, n: int = 3) -> Any:
    table = pd.DataFrame({"entity": range(n)})
    return table.assign(document=document, text_hash=text_hash(text, title))


def test_a_document_with_another_id_is_found_by_its_text() -> None:
    table = labelled("a")
    with pytest.raises(CorpusError, match=r"1 document is in .*: 'b' for one"):
        refuse_leaks(table, labelled("b", "Rain!\n", n=1))
    refuse_leaks(table, labelled("b", "Rains."))
    refuse_leaks(table.drop(columns="text_hash"), labelled("b"))  # labels of old can't tell


def test_repeated_entities_and_documents_are_refused() -> None:
    one, other = labelled("a"), labelled("a", "Sun.")
    refuse_repeats([one, other], ["1.jsonl", "2.jsonl"])  # the same id is no repetition
    with pytest.raises(
        CorpusError, match=r"1 document is in 1\.jsonl and again in 2\.jsonl: 'a' a"
    ):
        refuse_repeats([one, labelled("b")[::-1]], ["1.jsonl", "2.jsonl"])
    with pytest.raises(CorpusError, match=r"1\.jsonl has entity 0 of document 'a' twice"):
        refuse_repeats([pd.concat([one, other])], ["1.jsonl"])


def test_training_documents_are_counted_as_far_as_labels_have_their_texts() -> None:
    train = pd.concat([labelled("a"), labelled("b", "Oslo today\n\nSun.", "Oslo today")])
    trained_on = content_hashes(train)
    assert len(trained_on) == 3 and (np.diff(trained_on.astype(object)) > 0).all()
    assert content_hashes(train[::-1].assign(document="x")).tolist() == trained_on.tolist()
    seen = [labelled("c", "rain"), labelled("d", "Sun."), labelled("e", "Oslo today: sun!")]
    unknown = [labelled("f").assign(text_hash=field) for field in ("", None, 7, "1.2e+15")]
    unknown = [table.assign(document=f"f{n}") for n, table in enumerate(unknown)]
    test = pd.concat([*seen, labelled("g", "Snow."), *unknown])
    assert trained_documents(test, trained_on) == (3, 4)
    assert trained_documents(test.drop(columns="text_hash"), trained_on) == (0, 8)
    assert content_hashes(train.drop(columns="text_hash")).tolist() == []


def test_a_text_is_on_one_side_with_and_without_its_title() -> None:
    texts = [(f"Rain fell on day {n}.", f"Weather of day {n}") for n in range(20)]
    bare = [Document(f"a{n}", text, title) for n, (text, title) in enumerate(texts)]
    whole = [
        Document(f"b{n}", f"{title}\n\n{text}", title) for n, (text, title) in enumerate(texts)
    ]
    found = split([*bare, *whole], share=0.5)
    assert {id[1:] for id in found.train}.isdisjoint(id[1:] for id in found.test)
    assert len(found.train) == len(found.test) == 20


def test_every_copy_of_a_training_document_is_left_out_of_the_test_after_a_day() -> None:
    copies = [*map(labelled, "abc"), labelled("d", "Sun."), labelled("e", "Snow.")]
    days = ["2006-01-01", "2007-01-01", "2007-01-02", "2007-01-03", ""]
    table = pd.concat([one.assign(date=day) for one, day in zip(copies, days, strict=True)])
    train, test, said = divided_by_day(table, "2006-12-31")
    assert set(train["document"]) == {"a"} and set(test["document"]) == {"d"}
    assert "1 without a date, 2 like a training document" in said
    refuse_leaks(train, test)
    with pytest.raises(CorpusError, match="2 documents are in the training"):
        refuse_leaks(table[table["document"] == "a"], table[table["document"].isin(["b", "c"])])
