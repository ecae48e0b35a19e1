"""The corpus of the paper: its selection, and its published annotations on the articles."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.corpus.nyt_annotated import published_labels, selected
from salience.errors import CorpusError, Reject
from salience.features.table_rules import check_label_file
from salience.tables.record_tables import read_table
from salience.tables.records import to_json, to_rows
from salience.types import Document

GOOD: dict[str, Any] = {"year": 2003, "types": ["Review"]}
ABSTRACT = "Ada Byrne reopens ferry across Lake Ormond to Tarn."


def article(words: int = 100, abstracts: tuple[str, ...] = (ABSTRACT,), **meta: Any) -> Document:
    return Document("d", "rain " * words, abstracts=abstracts, meta=GOOD | meta)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (article(), None),
        (article(5000), None),
        (article(year=2007), None),
        (article(types=[]), None),
        (article(types=None), None),
        (article(year=2002), "year must be 2003 to 2007, but is 2002"),
        (article(year=None), "year must be 2003 to 2007, but is missing"),
        (article(abstracts=()), "abstract is missing"),
        (article(99), "text must have 100 to 5,000 words, but has 99"),
        (article(5001), "text must have 100 to 5,000 words, but has 5,001"),
        (article(abstracts=("Too short.",)), "abstract must have 8 to 300 words, but has 2"),
        (
            article(types=["Review", "Letter"]),
            "type of material must not be special, but is 'Letter'",
        ),
        (article(types=["correction "]), "type of material must not be special"),
        # What other formats than NITF may hold.
        (article(types="Correction"), "type of material must not be special"),
        (article(types=5), None),
        (article(year="2005"), None),
        (article(year=[2005]), "year must be 2003 to 2007"),
        (article(year=None, date="2005-03-14"), None),
        (article(year=None, date=20230314), "year must be 2003 to 2007, but is 2023"),
        (article(year=None, date="March 2005"), "year must be 2003 to 2007, but is missing"),
    ],
)
def test_the_selection_by_year_length_and_type(document: Document, reason: str | None) -> None:
    taken = selected(document)
    if reason is None:
        assert taken is document
    else:
        assert isinstance(taken, Reject) and taken.id == document.id
        assert taken.reason.startswith(f"not selected: {reason}")


PARAGRAPHS = ("Zoë Byrne met Ada Ōta in Oslo.", "Later Noor Haddad of Oslo", "and Ōta left.")
TEXT = "\n\n".join(PARAGRAPHS)
ENTITIES = (("Zoë Byrne", 1, 3, "/m/01"), ("Ada Ōta", 0, 2, ""), ("Noor Haddad", 0, 1, "/m/03"))


def published(id: str, laid_out: str, entities: tuple[tuple[str, int, int, str], ...]) -> str:
    """A document of the annotations, with byte offsets into a layout of its text."""
    lines = [f"{id}\tA title"]
    for index, (text, salient, count, mid) in enumerate(entities):
        start = len(laid_out[: laid_out.index(text)].encode())
        end = start + len(text.encode())
        lines.append(f"{index}\t{salient}\t{count}\t{text}\t{start}\t{end}\t{mid}")
    return "\n".join(lines) + "\n"


def join(
    path: Path, annotations: str | bytes, *documents: Document
) -> tuple[list[dict[str, Any]], list[Reject]]:
    data = annotations.encode() if isinstance(annotations, str) else annotations
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    rejects: list[Reject] = []
    return list(published_labels(path, documents, on_reject=rejects.append)), rejects


@pytest.mark.parametrize("separator", ["\n", "\n\n", " ", ""])
@pytest.mark.parametrize("before", ["", "Zwölf Boote: a headline\n", "LEAD "])
@pytest.mark.parametrize("name", ["nyt-eval", "nyt-eval.gz"])
def test_byte_offsets_become_character_offsets_whatever_the_layout(
    tmp_path: Path, separator: str, before: str, name: str
) -> None:
    laid_out = before + separator.join(PARAGRAPHS)
    text = published("17", laid_out, ENTITIES)
    (record,), rejects = join(tmp_path / name, text, Document("0000017", TEXT))
    assert not rejects and record["id"] == "0000017"
    found = [(e["name"], e["salient"], e["kb_id"], e["id"]) for e in record["entities"]]
    assert found == [
        ("Zoë Byrne", True, "/m/01", "/m/01"),
        ("Ada Ōta", False, None, "name:ada ōta|"),
        ("Noor Haddad", False, "/m/03", "/m/03"),
    ]
    for entity in record["entities"]:
        (mention,) = entity["mentions"]
        assert TEXT[mention["start"] : mention["end"]] == mention["text"] == entity["name"]
    assert [row["start"] for row in to_rows(record)] == [0, 14, 38]


def test_what_does_not_join_is_rejected_with_its_reason(tmp_path: Path) -> None:
    headline = (*ENTITIES, ("Headline", 1, 1, ""))
    annotations = "\n".join(
        [
            published("1", f"Headline\n{TEXT}", headline),
            published("2", TEXT, ENTITIES),
            published("3", TEXT, ENTITIES),
            published("3", TEXT, ENTITIES),
            "4\tNo entities\n",
            "5\tBroken\n0\tx\t1\tOslo\t3\t7\t\n",
            "6\tBroken\n0\t2\t1\tOslo\t3\t7\t\n",
            "7\tBroken\n0\tOslo\n",
            published("8", TEXT, ENTITIES),
        ]
    )
    texts = {"1": TEXT, "2": "Another text.", **dict.fromkeys("345678", TEXT), "9": TEXT}
    documents = [Document(id, text) for id, text in texts.items()]
    records, rejects = join(tmp_path / "nyt-train", annotations, *documents[:-2], documents[-1])
    assert [(r["id"], len(r["entities"])) for r in records] == [("1", 3), ("3", 3)]
    assert [(r.id, r.source) for r in rejects] == [
        ("3", "nyt-train:17"),
        ("1", "nyt-train:1"),
        ("2", "nyt-train:7"),
        ("4", "nyt-train:22"),
        ("5", "nyt-train:24"),
        ("6", "nyt-train:27"),
        ("7", "nyt-train:30"),
        ("8", "nyt-train:33"),
    ]
    reasons = [r.reason for r in rejects]
    assert reasons[0].startswith("an earlier document has the same id")
    assert (
        reasons[1].startswith("1 of 4 entities do not match the text")
        and "'Headline' (entity 3" in reasons[1]
    )
    assert (
        reasons[2].startswith("3 of 3 entities do not match the text")
        and r"'Zo\xeb Byrne'" in reasons[2]
    )
    assert reasons[3].startswith("it has no entities")
    assert reasons[4].startswith("line 25 must have 7 columns, numbers in 1-3")
    assert reasons[5].startswith("line 28: salience must be 0 or 1, but is '2'")
    assert reasons[6].startswith("line 31 must have 7 columns")
    assert reasons[7].startswith("there is no article of this id")


def test_what_is_published_can_not_be_trained_on(tmp_path: Path) -> None:
    records, _ = join(tmp_path / "nyt", published("1", TEXT, ENTITIES), Document("1", TEXT))
    path = tmp_path / "published.jsonl"
    path.write_text("\n".join(map(to_json, records)))
    with pytest.raises(CorpusError, match=r"published.jsonl.*no features.*`salience label`"):
        check_label_file(read_table(path), str(path))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"1\t0\t1\tAda\t{'9' * 5000}\t7\t", "line 3 must have 7 columns, numbers in"),
        ("0\t0\t1\tAda\t17\t20\t", "two entities have the same index"),
        ("1\t1\t2\tZoë Byrne\t0\t10\t", "two entities have the same first mention"),
    ],
)
def test_a_document_with_a_wrong_number_is_rejected_alone(
    tmp_path: Path, line: str, reason: str
) -> None:
    broken = published("1", TEXT, ENTITIES[:1]) + f"{line}\n"
    annotations = "\n".join([broken, published("2", TEXT, ENTITIES)])
    (record,), (reject,) = join(
        tmp_path / "nyt-eval", annotations, Document("1", TEXT), Document("2", TEXT)
    )
    assert record["id"] == "2" and reject.id == "1" and reject.reason.startswith(reason)


def test_a_move_that_few_entities_agree_on_is_chance(tmp_path: Path) -> None:
    lines = ["1\tT", "0\t1\t1\tOslo\t500\t504\t"]
    lines += [f"{i}\t0\t1\tname {i}\t{90 * i}\t{90 * i + 6}\t" for i in range(1, 4)]
    records, (reject,) = join(tmp_path / "a", "\n".join(lines), Document("1", TEXT))
    assert not records and "4 of 4 entities" in reject.reason


def test_line_ends_and_marks_of_windows(tmp_path: Path) -> None:
    text = "\ufeff" + published("17", TEXT, ENTITIES).replace("\n", "\r\n")
    (record,), rejects = join(tmp_path / "a", text, Document("17", TEXT))
    assert len(record["entities"]) == 3 and not rejects


def test_a_file_of_annotations_that_is_damaged_or_not_there(tmp_path: Path) -> None:
    data = gzip.compress(published("17", TEXT, ENTITIES).encode())
    (tmp_path / "a.gz").write_bytes(data[:-9])
    for name in ("a.gz", "absent"):
        with pytest.raises(CorpusError, match=f"{name} can't be read"):
            list(published_labels(tmp_path / name, []))


@given(st.binary(max_size=300), st.text(max_size=50))
def test_no_bytes_break_the_join(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, text: str
) -> None:
    path = tmp_path_factory.mktemp("a") / "a"
    annotations = b"1\tT\n0\t1\t1\t" + text.encode() + b"\t0\t1\t\n" + data
    records, rejects = join(path, annotations, Document("1", f"x {text} \ud800"))
    assert len(records) + len(rejects) >= 1
