"""Files of scores, labels and annotations that are broken: errors of the library, or what is good.

Files that once broke a reader are `cases/tables.jsonl`: the `reader`, the `name` of the file, its
`lines` (texts as they are, other values as JSON), and a part of the `error`.
"""

from __future__ import annotations

import copy
import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from salience import Document, SalienceError
from salience.corpus.nyt_annotated import published_labels
from salience.entities.alias_linker import AliasTable
from salience.errors import CorpusError, Reject
from salience.language_models.arpa import from_arpa
from salience.tables.label_files import with_missed
from salience.tables.published_join import joined_labels
from salience.tables.record_files import read_records
from salience.tables.record_tables import read_table, to_frame
from salience.tables.score_files import join_scores, read_scores
from salience.word_links.links import from_pharaoh
from tests.hostile import ATTACKS, SEED
from tests.hostile.mutations import spoiled_bytes
from tests.support.builders import cases

DOCUMENT = Document("d", "Oslo grew. Ada Byrne said so.")
RECORD: dict[str, Any] = {
    "id": "d",
    "date": "2007-01-31",
    "entities": [
        {
            **{"entity": n, "name": name, "type": "LOC", "id": name, "kb_id": None},
            **{"salient": n == 0, "score": 0.5, "grade": 1, "ambiguous": False, "evidence": []},
            "mentions": [{"start": start, "end": start + 4, "text": name, "kind": "named"}],
            "title_mentions": [],
        }
        for n, (name, start) in enumerate([("Oslo", 0), ("Byrn", 15)])
    ],
    "unaligned": [{"abstract": 0, "start": 0, "end": 4, "text": "Rome", "reason": "not found"}],
}
PUBLISHED = (
    b"d\tRain\n0\t1\t1\tOslo\t0\t4\t/m/05l64\n1\t0\t2\tByrn\t15\t19\n\ne\tSnow\n0\t1\t1\tA\t0\t1\n"
)
ALIASES = b"Paris\tQ90\t0.9\tFrance\r\nParis\tQ1\t0.1\tTexas, Lamar County\n"
LINKS = b"0-1 2-0 3-3"
ARPA = (
    b"\\data\\\nngram 1=2\nngram 2=1\n\n\\1-grams:\n-1.0\t<unk>\n-0.5\ta\t-0.1\n\n"
    b"\\2-grams:\n-0.2\ta a\n\n\\end\\\n"
)
VALUES: list[Any] = [
    *(None, True, 0, -1, 2.5, float("nan"), float("inf"), 10**400, 2**63, -(2**70)),
    *("", "d", "1", "1e400", "nan", "\u0663", "x" * 5000, "\ud800", "\x00", "a\tb"),
    *([], [1], [[]], {}, {"a": 1}),
]


LABELS = to_frame([RECORD])


def missed_of(path: Path) -> object:
    return with_missed(read_table(path), path)


def scores_of(path: Path) -> object:
    return join_scores(LABELS, read_scores(path))


def records_of(path: Path) -> object:
    return list(read_records(str(path)))


def annotations_of(path: Path) -> list[Any]:
    """What is read, and rejected, of annotations."""
    found: list[Any] = []
    found += published_labels(path, [DOCUMENT], on_reject=found.append)
    return found


def joined_of(path: Path) -> list[Any]:
    """What is joined, and rejected, if a file of labels is joined to what was published of it."""
    annotations = path.with_name("annotations.tsv")
    annotations.write_bytes(PUBLISHED)
    found: list[Any] = []
    published = published_labels(annotations, [DOCUMENT], on_reject=lambda reject: None)
    found += joined_labels(published, str(path), on_reject=found.append)
    return found


READERS: dict[str, Callable[[Path], object]] = {
    "scores": scores_of,
    "labels": read_table,
    "missed": missed_of,
    "records": records_of,
    "joined": joined_of,
    "annotations": annotations_of,
    "aliases": lambda path: AliasTable.read(path).lookup("Paris", "Lamar County, Texas"),
    "links": lambda path: from_pharaoh(path.read_bytes().decode("utf-8", "replace")),
    "arpa": lambda path: from_arpa(path.read_bytes().decode("utf-8", "replace").split("\n")),
}
OF_RECORDS = ("scores", "labels", "missed", "records", "joined")
CASES = cases("tables")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
def test_files_that_once_broke_a_reader(case: dict[str, Any], tmp_path: Path) -> None:
    lines = [x if isinstance(x, str) else json.dumps(x) for x in case["lines"]]
    path = tmp_path / case["name"]
    path.write_text("\n".join(lines), "utf-8")
    if "error" in case:
        with pytest.raises(CorpusError) as raised:
            READERS[case["reader"]](path)
        assert case["error"] in str(raised.value)
        assert len(str(raised.value)) < 600
    else:
        found = READERS[case["reader"]](path)
        if "reject" in case:
            assert isinstance(found, list)
            [reject] = found
            assert isinstance(reject, Reject)
            assert case["reject"] in reject.reason


def attempt(reader: str, path: Path) -> bool:
    """Whether a file is refused: any error of the library is right, if it says a little."""
    try:
        READERS[reader](path)
    except SalienceError as error:
        assert 0 < len(str(error)) < 1000
        return True
    return False


def changed(value: Any, rng: random.Random) -> Any:
    """A value with one place in it left out, doubled, or with another value."""
    if isinstance(value, dict | list) and value and rng.random() < 0.85:
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        deed = rng.random()
        if deed < 0.15:
            del value[key]
        elif deed < 0.2 and isinstance(value, list):
            value.append(copy.deepcopy(value[key]))
        else:
            value[key] = changed(value[key], rng)
        return value
    return copy.deepcopy(rng.choice(VALUES))


@pytest.mark.parametrize("reader", OF_RECORDS)
def test_messages_about_long_ids_are_short(reader: str, tmp_path: Path) -> None:
    """Found with 2,000 attacks: the whole id was in the message."""
    path = tmp_path / "l.jsonl"
    record = {**RECORD, "id": "x" * 5000}
    for wrong in ({"unaligned": [{}]}, {"entities": [{**RECORD["entities"][0], "score": 1}]}):
        path.write_text(json.dumps({**record, **wrong}))
        attempt(reader, path)


@pytest.mark.parametrize("reader", OF_RECORDS)
def test_records_with_wrong_values(reader: str, tmp_path: Path) -> None:
    rng = random.Random(f"{SEED} {reader}")  # noqa: S311
    path = tmp_path / "l.jsonl"
    refused = 0
    for _ in range(ATTACKS):
        record = changed(copy.deepcopy(RECORD), rng)
        path.write_text("\n".join([json.dumps(record), "", json.dumps({**RECORD, "id": "e"})]))
        refused += attempt(reader, path)
    assert refused, "what is wrong is seen"


@pytest.mark.parametrize(
    ("reader", "whole"),
    [
        *((reader, json.dumps(RECORD).encode()) for reader in OF_RECORDS),
        ("scores", b"document,entity,name,score\nd,0,Oslo,0.4\nd,,Ada,.5\n"),
        ("annotations", PUBLISHED),
        ("aliases", ALIASES),
        ("links", LINKS),
        ("arpa", ARPA),
    ],
)
def test_damaged_bytes(reader: str, whole: bytes, tmp_path: Path) -> None:
    rng = random.Random(f"{SEED} {reader} {len(whole)}")  # noqa: S311
    kind = ".jsonl" if whole.startswith(b"{") else ".csv"
    for _ in range(ATTACKS):
        path = tmp_path / f"f{kind}"
        path.write_bytes(spoiled_bytes(whole, rng))
        attempt(reader, path)
        if reader in (*OF_RECORDS, "annotations"):
            packed = tmp_path / f"f{kind}.gz"
            packed.write_bytes(spoiled_bytes(gzip.compress(whole, mtime=0), rng))
            attempt(reader, packed)
