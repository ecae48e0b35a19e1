"""No document is on two sides, whatever it is divided by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError, Reject, SalienceError
from salience.split_files import read_records
from salience.splits import refuse_leaks, split
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


def test_a_document_with_another_id_is_found_by_its_entities() -> None:
    rows = [{"document": "a", "start": n, "end": n + 3, "name": f"n{n}"} for n in range(3)]
    table = pd.DataFrame(rows)
    with pytest.raises(CorpusError, match=r"1 document is in .*: 'b' for one"):
        refuse_leaks(table, table.assign(document="b"))
    refuse_leaks(table[:2], table[:2].assign(document="b"))  # two may be an accident
    refuse_leaks(table, table.assign(document="b", start=[0, 1, 9]))


def test_labels_are_records_with_their_entities_for_a_text(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    entities = [{"name": "Oslo", "mentions": [{"start": 0, "end": 4}]}]
    lines = [{"id": 1, "entities": entities}, {"id": "b", "entities": entities, "abstracts": 2}]
    path.write_text("\n".join(map(json.dumps, lines)))
    (one, _), (other, record) = read_records(str(path))
    assert (one.id, other.id) == ("1", "b") and record == lines[1] and one.text == other.text
    path.write_text('{"id": 1}')
    with pytest.raises(CorpusError, match=r"labels.jsonl:1: not a record of labels: 'entities'"):
        list(read_records(str(path)))
