"""Files of labels are read record by record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from salience.errors import CorpusError
from salience.tables.record_files import read_records


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
