"""`salience names` lists entities without salience."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from salience.engine.documents import find_entities
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_record
from tests.support.commands import CommandLine, records
from tests.support.tiny_pipeline import corpus, tiny_pipeline


def test_names_as_json_lines_are_those_of_python(run: CommandLine) -> None:
    out, err = run("names corpus.jsonl --json")
    found = find_entities(corpus(12), nlp=tiny_pipeline())
    assert records(out) == [to_record(parsed) for parsed in found]
    assert "score" not in out and "listed: documents 12, entities " in err
    assert run("names corpus.jsonl -o - --n-process 2").out == out


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_names_as_tables(run: CommandLine, suffix: str) -> None:
    run(f"names corpus.jsonl -o names.{suffix}")
    expected = to_frame(find_entities(corpus(12), nlp=tiny_pipeline()))
    pd.testing.assert_frame_equal(read_table(f"names.{suffix}"), expected)


def test_names_in_the_terminal_with_types_and_a_table(run: CommandLine) -> None:
    Path("mine.csv").write_text("alias,name,id\nAcme,Acme Trams,T1\n,Acme Trams,T1\n")
    out = run("names corpus.jsonl --limit 3 --types ORG,loc --table mine.csv").out
    assert "  Acme " in out and " T1\n" in out and "name:oslo|LOC" in out and "PER" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_an_article_with_a_headline(run: CommandLine) -> None:
    Path("rain.txt").write_text("it rained there.")
    (record,) = records(run("names rain.txt --title 'Oslo votes' --json").out)
    assert [entity["name"] for entity in record["entities"]] == ["Oslo"]


def test_what_can_not_be_done_is_said_before_the_work(run: CommandLine) -> None:
    for name in ("names.csv", "names.jsonl", "names.jsonl.csv"):
        assert "use --json" in run(f"names corpus.jsonl --dates -o {name}", code=2).err
    assert "'GPE' is no type" in run("names corpus.jsonl --types PER,GPE", code=2).err
    assert "for one article" in run("names corpus.jsonl --title Rain", code=2).err
    assert "No such file" in run("names corpus.jsonl --table none.csv --json", code=3).err
    Path("mine.csv").write_text("alias,name\n")
    assert "is used twice" in run("names corpus.jsonl --table mine.csv -o mine.csv", code=3).err


def test_the_register_goes_back_to_score_in_any_order_and_number_of_processes(
    run: CommandLine,
) -> None:
    run("names corpus.jsonl -o names.jsonl")
    register = records(Path("names.jsonl").read_text())
    assert {"id", "name", "aliases", "acronyms", "type", "types", "documents"} <= set(register[0])
    assert len({row["id"] for row in register}) == len(register)
    line = "names corpus.jsonl --names names.jsonl --json"
    out = run(line).out
    assert run(f"{line} --n-process 2").out == out
    row = next(row for row in register if row["type"] == "LOC")
    edited = [r | {"id": "Q1", "kb_id": "Q1", "type": "ORG"} if r is row else r for r in register]
    Path("names.jsonl").write_text("".join(json.dumps(r) + "\n" for r in edited))
    entities = [e for r in records(run(line).out) for e in r["entities"]]
    assert {(e["type"], e["kb_id"]) for e in entities if e["id"] == "Q1"} == {("ORG", "Q1")}
    reverse = "\n".join(reversed(Path("corpus.jsonl").read_text().splitlines()))
    Path("reverse.jsonl").write_text(reverse)
    backwards = records(run(line.replace("corpus", "reverse", 1)).out)
    assert {r["id"]: r for r in backwards} == {r["id"]: r for r in records(run(line).out)}
    Path("bad.jsonl").write_text('{"id": "a"}\n')
    failed = run("names corpus.jsonl --names bad.jsonl --json", code=3).err
    assert "bad.jsonl:1: not a name of a register: name must be a text" in failed


def test_ids_of_wikidata_come_into_the_register_and_back(run: CommandLine) -> None:
    item = {"id": "Q585", "name": "Oslo", "description": "city in Norway", "links": 300}
    Path("items.jsonl").write_text(json.dumps(item) + "\n")
    run("names corpus.jsonl --wikidata items.jsonl -o names.jsonl")
    [oslo] = [r for r in records(Path("names.jsonl").read_text()) if r["name"] == "Oslo"]
    assert (oslo["kb_id"], oslo["description"]) == ("Q585", "city in Norway")
    out = records(run("score corpus.jsonl --model model --names names.jsonl --json").out)
    assert {e["kb_id"] for r in out for e in r["entities"] if e["name"] == "Oslo"} == {"Q585"}
    run("view corpus.jsonl --model model --names names.jsonl -o page.html")
    assert "LOC · Q585 · " in Path("page.html").read_text()
    assert "for a register" in run("names corpus.jsonl --wikidata items.jsonl --json", code=2).err


def test_a_register_is_replaced_only_when_asked(run: CommandLine) -> None:
    run("names corpus.jsonl -o names.jsonl")
    register = Path("names.jsonl")
    edited = register.read_text().replace('"LOC"', '"ORG"')
    register.write_text(edited)
    for line in ("names corpus.jsonl -q", "score corpus.jsonl --model model"):
        assert "which you may have edited" in run(f"{line} -o names.jsonl", code=3).err
    for line in ("names", "label", "score --model model"):
        for option in ("--names", "--linker", "--clusters"):
            name, *more = line.split()
            given = f"{name} corpus.jsonl {' '.join(more)} {option} names.jsonl"
            err = run(f"{given} -o names.jsonl --overwrite", code=3).err
            assert "names.jsonl is used twice" in err
    assert register.read_text() == edited
    Path("page.html").write_text("")
    view = "view corpus.jsonl --model model --linker page.html -o page.html --overwrite"
    assert "page.html is used twice" in run(view, code=3).err
    run("names corpus.jsonl -o names.jsonl --overwrite")
    assert register.read_text() != edited


def test_the_last_suffix_says_what_is_written(run: CommandLine) -> None:
    run("names corpus.jsonl -o names.jsonl.csv")
    assert Path("names.jsonl.csv").read_text().startswith('"document",')
    run("names corpus.jsonl -o names.csv.JSONL")
    assert "aliases" in records(Path("names.csv.JSONL").read_text())[0]


def test_what_is_no_register_is_said(run: CommandLine) -> None:
    run("names corpus.jsonl -o names.csv")
    Path("records.jsonl").write_text(run("names corpus.jsonl --json").out)
    for name, said in (
        ("none.jsonl", "none.jsonl is not a file. Name a register"),
        ("names.csv", "names.csv: this is no register; `salience names"),
        ("records.jsonl", "records.jsonl:1: this is no register; `salience names"),
    ):
        assert said in run(f"names corpus.jsonl --names {name} --json", code=3).err
