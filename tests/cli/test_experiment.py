"""`salience experiment` makes Table 3 of labels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from salience.types import Document
from tests.support.commands import CommandLine, records, write_corpus
from tests.support.tiny_pipeline import corpus

FEW = "--shuffles 20"
TABLE_3 = [
    *("positional baseline", "head-count", "mentions", "1st-loc", "+ head-count", "+ mentions"),
    *("+ headline", "+ head-lex", "+ centrality", "first k sentences", "every entity"),
]


def test_experiment(run: CommandLine, folder: Path) -> None:
    test = [replace(d, id=f"t{d.id}", text=f"It rained. {d.text}") for d in corpus(7)]
    write_corpus(folder / "test.jsonl", test)
    for name in ("corpus", "test"):
        run(f"label {name}.jsonl -o {name}.labels.jsonl --rules dunietz-gillick")
    out = run(f"experiment corpus.labels.jsonl test.labels.jsonl --json {FEW}").out
    assert [record["row"] for record in records(out)] == TABLE_3
    over = [record.get("over") for record in records(out)]
    assert over == [None, *TABLE_3[:8], None, None]  # each of the paper's rows over the one before
    table = run(f"experiment corpus.labels.jsonl test.labels.jsonl {FEW}").out
    assert all(f"\n{name:20}" in table for name in TABLE_3)
    assert "over the row before" in table and max(map(len, table.splitlines()[:-1])) <= 80


def dated(n: int, day: str, before: str) -> list[Document]:
    return [
        replace(d, id=f"{day}-{d.id}", text=f"{before} {d.text}", meta={"date": day})
        for d in corpus(n)
    ]


def test_one_corpus_is_divided_by_date(run: CommandLine, folder: Path) -> None:
    old = dated(12, "2006-12-31", "It rained.")
    new = dated(7, "2007-01-01T08:00", "The sun shone.")
    again = replace(old[0], id="again", meta={"date": "20070601"})
    undated = replace(old[1], id="undated", text=f"It snowed. {old[1].text}", meta={})
    write_corpus(folder / "all.jsonl", [*new, *old, again, undated])
    run("label all.jsonl -o all.labels.jsonl --rules dunietz-gillick")
    divided, err = run(f"experiment all.labels.jsonl --train-until 2006-12-31 --json {FEW}")
    assert "train 12 documents up to 2006-12-31, test 7 after it; left out: 1 without" in err
    assert "1 without a date, 1 like a training document" in err
    write_corpus(folder / "old.jsonl", old)
    write_corpus(folder / "new.jsonl", new)
    for name in ("old", "new"):
        run(f"label {name}.jsonl -o {name}.labels.jsonl --rules dunietz-gillick")
    two = run(f"experiment old.labels.jsonl new.labels.jsonl --json {FEW}").out
    assert [r["f1"] for r in records(two)] == [r["f1"] for r in records(divided)]

    labels = records(Path("all.labels.jsonl").read_text())
    assert {record.get("date") for record in labels} == {
        "2006-12-31", "2007-01-01", "2007-06-01", None,
    }  # fmt: skip
    run("split all.labels.jsonl --train a.jsonl --test b.jsonl --train-until 2006-12-31")
    assert {r["date"] for r in records(Path("a.jsonl").read_text())} == {"2006-12-31"}
    assert {r["date"] for r in records(Path("b.jsonl").read_text())} == {"2007-01-01"}


def test_what_can_not_be_divided_by_date(run: CommandLine) -> None:
    assert "give either" in run("experiment corpus.jsonl", code=2).err
    err = run("experiment corpus.jsonl corpus.jsonl --train-until 2006-12-31", code=2).err
    assert "give either" in err
    run("label corpus.jsonl -o labels.jsonl")
    err = run("experiment labels.jsonl --train-until 2006-12-31", code=3).err
    assert "12 labelled documents, 0 of them with a date, can't be divided after 2006-12-31" in err
    err = run("experiment labels.jsonl --train-until May", code=2).err
    assert "must be such as 2006-12-31, but is 'May'" in err
    by = "--by source --train-until 2006-12-31"
    err = run(f"split corpus.jsonl --train a.jsonl --test b.jsonl {by}", code=2).err
    assert "--train-until is for dates, and not for sources" in err
