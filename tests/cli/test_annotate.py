"""`salience annotate`: a sample goes out, ratings come back as labels."""

from __future__ import annotations

import json
from pathlib import Path

from salience.types import Document
from tests.support.commands import CommandLine, records, write_corpus
from tests.support.tiny_pipeline import corpus


def test_ratings_by_hand_become_labels(run: CommandLine) -> None:
    out, err = run("annotate sample corpus.jsonl -o by-hand --documents 3")
    assert not out and "drawn: documents 3, entities " in err
    assert "salient" not in err and "annotate read by-hand" in err
    header, *rows = Path("by-hand/table.csv").read_text(encoding="utf-8-sig").splitlines()
    Path("ada.csv").write_text(
        "\n".join([header, *(f"{row}{1 + i % 4}" for i, row in enumerate(rows))])
    )
    out, err = run("annotate read by-hand ada.csv -o ada.jsonl")
    assert not out and "read: documents 3 of 3" in err
    assert run("annotate read by-hand ada.csv -o - --salient 1").out.count('"salient": true') < (
        Path("ada.jsonl").read_text().count('"salient": true')
    )
    run("label corpus.jsonl -o labels.jsonl")
    both, first = records(run("agree ada.jsonl labels.jsonl --json").out)
    assert (both["threshold"], first["threshold"]) == (2, 1)
    assert both["entities"] == len(rows) and both["only_a"] == both["only_b"] == 0
    run("train ada.jsonl -o mine")
    run("evaluate ada.jsonl --model mine")
    err = run("annotate sample corpus.jsonl -o by-hand --documents 3", code=3).err
    assert "by-hand is there and not empty" in err


def test_what_can_not_be_read_takes_no_place_in_a_sample(run: CommandLine, folder: Path) -> None:
    long = [Document(f"long{i}", "Rain. " * 500, "Too long " * 400) for i in range(12)]
    write_corpus(folder / "half.jsonl", [*corpus(12), *long])
    err = run("annotate sample half.jsonl -o by-hand --documents 12 --max-length 3000").err
    assert "drawn: documents 12, entities " in err and "left out 12," in err


def test_a_half_rated_document_counts_and_is_named(run: CommandLine) -> None:
    run("annotate sample corpus.jsonl -o by-hand --documents 3")
    header, *rows = Path("by-hand/table.csv").read_text(encoding="utf-8-sig").splitlines()
    answers = ["2", "not an entity"]
    Path("ada.csv").write_text("\n".join([header, *map("".join, zip(rows, answers, strict=False))]))
    out, err = run("annotate read by-hand ada.csv -o ada.jsonl")
    assert not out and "read: documents 1 of 3, entities 1, salient 100.0%" in err
    assert "ada.csv: left out as marked: not an entity 1" in err
    n_rows = sum(row.split(",")[1] == "1" for row in rows)
    half = (
        f"ada.csv: document 1 ('{records(Path('ada.jsonl').read_text())[0]['id']}') is half rated"
    )
    assert (f"{half}: 2 of {n_rows} entities" in err) == (n_rows > 2)
    Path("noor.csv").write_text("\n".join([header, *(f"{row}3" for row in rows)]))
    out, err = run("annotate read by-hand ada.csv noor.csv -o both.jsonl")
    assert "read: documents 3 of 3" in err and "noor.csv" not in err
    assert records(Path("both.jsonl").read_text())[0]["entities"][0]["ratings"] == {
        "ada": 2,
        "noor": 3,
    }
    run("agree both.jsonl ada.jsonl")


def test_a_sample_is_exported(run: CommandLine) -> None:
    run("annotate sample corpus.jsonl -o by-hand --documents 3")
    out, err = run("annotate export by-hand -o tasks.json")
    assert not out and err.startswith("exported: documents 3, entities ")
    assert len(json.loads(Path("tasks.json").read_text())) == 3
    assert "Use .json or -" in run("annotate export by-hand -o t.jsonl", code=2).err
