"""Labels in the published format come back as they went."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.nyt_annotated import published_labels
from salience.corpus.published_writer import published_block
from salience.types import Document

WORDS = st.sampled_from(
    ["Oslo", "Zoë", "ōta", "\U0001f600", "a", "rain.", "\n\n", "\n", "\t", "\ud800"]
)


@given(st.lists(WORDS, min_size=1, max_size=30), st.data())
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], data: st.DataObject
) -> None:
    """Places, numbers of mentions, salience and ids, whatever the text and its paragraphs."""
    text = " ".join(words)
    starts = sorted({data.draw(st.integers(0, len(text) - 1)) for _ in range(3)})
    entities: list[dict[str, Any]] = []
    for index, (start, until) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
        end = data.draw(st.integers(start + 1, until))
        mention = {"start": start, "end": end, "text": text[start:end], "kind": "named"}
        said = {
            "salient": data.draw(st.booleans()),
            "kb_id": data.draw(st.sampled_from([None, "Q1"])),
        }
        entities.append({"entity": index, **said, "mentions": [mention] * (1 + index)})
    document = Document("d1", text, title="Rain\tin Oslo\n")
    writable = [e for e in entities if e["mentions"][0]["text"].isprintable()]
    if not writable:
        with pytest.raises(ValueError, match="no entity with a mention in its text"):
            published_block({"id": "d1", "entities": entities}, document)
        return
    path = tmp_path_factory.mktemp("p") / "labels.tsv"
    block = published_block({"id": "d1", "entities": entities}, document)
    path.write_text(f"{block}\n{block.replace('d1', 'd2', 1)}", "utf-8")
    rejects: list[object] = []
    found, again = published_labels(
        path, [document, Document("d2", text)], on_reject=rejects.append
    )
    assert not rejects and found["entities"] == again["entities"]
    for was, now in zip(writable, found["entities"], strict=True):
        assert all(was[name] == now[name] for name in ("entity", "salient", "kb_id"))
        assert now["mentions"] == was["mentions"][:1]
        assert now["published"]["mentions"] == len(was["mentions"])


def test_a_mention_over_a_line_break_is_passed_over_for_the_next() -> None:
    text = "New\nYork is New York."
    mentions = [
        {"start": 0, "end": 8, "text": "New\nYork"},
        {"start": 12, "end": 20, "text": "New York"},
    ]
    record = {"entities": [{"entity": 0, "salient": False, "kb_id": None, "mentions": mentions}]}
    assert published_block(record, Document("d", text)) == "d\t\n0\t0\t2\tNew York\t12\t20\t\n"


def test_what_can_not_be_written_says_why() -> None:
    place = {"start": 0, "end": 4, "text": "Oslo"}
    record = {"entities": [{"entity": 0, "salient": True, "kb_id": None, "mentions": [place]}]}
    with pytest.raises(ValueError, match="labels are not of this text, which has no 'Oslo' at 0"):
        published_block(record, Document("d", "Rome"))
    with pytest.raises(ValueError, match="id must be one word"):
        published_block(record, Document("a b", "Oslo"))
    headline = {"entities": [record["entities"][0] | {"mentions": []}]}
    with pytest.raises(ValueError, match="no entity with a mention"):
        published_block(headline, Document("d", "Oslo"))


def test_how_it_looks(tmp_path: Path) -> None:
    place = {"start": 4, "end": 8, "text": "Oslo"}
    record = {"entities": [{"entity": 3, "salient": True, "kb_id": "/m/1", "mentions": [place]}]}
    block = published_block(record, Document("d", "Zoë Oslo", title="Ōta"))
    assert block == "d\tŌta\n3\t1\t1\tOslo\t5\t9\t/m/1\n"
