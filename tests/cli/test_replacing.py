"""What is not replaced without being asked for, and fields with other names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from salience.cli.app import app
from salience.errors import SalienceError
from salience.tables.kinds import refuse_other
from tests.support.commands import CommandLine

TEXT = "Ada Byrne met reporters in Oslo. Byrne spoke of trams."


@pytest.mark.parametrize(
    ("name", "content", "kind", "refused"),
    [
        ("page.html", "<!DOCTYPE html>\n<html></html>", "a page", True),
        ("page.html", "notes of mine", "a page", True),
        ("page.html", "", "a page", False),
        ("tasks.json", '[\n {"data": {}, "predictions": []}\n]', "tasks", False),
        ("tasks.json", '[{"text": "Rain."}]', "tasks", True),
    ],
)
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, name: str, content: str, kind: str, refused: bool
) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    if refused:
        with pytest.raises(SalienceError, match="--overwrite"):
            refuse_other(path, kind)
    else:
        refuse_other(path, kind)


def test_view_replaces_what_is_no_page_only_with_overwrite(tmp_path: Path) -> None:
    article, page = tmp_path / "a.txt", tmp_path / "page.html"
    article.write_text(TEXT, encoding="utf-8")
    page.write_text("notes of mine", encoding="utf-8")
    command = ["view", str(article), "-o", str(page), "--quiet"]
    assert CliRunner().invoke(app, command).exit_code
    assert page.read_text(encoding="utf-8") == "notes of mine"
    assert CliRunner().invoke(app, [*command, "--overwrite"]).exit_code == 0
    assert CliRunner().invoke(app, command).exit_code == 0


def test_split_takes_fields_with_other_names(tmp_path: Path) -> None:
    corpus, train, test = (tmp_path / name for name in ("c.jsonl", "train.jsonl", "test.jsonl"))
    lines = [json.dumps({"url": f"d{i}", "body": f"{TEXT} {i}"}) for i in range(10)]
    corpus.write_text("\n".join(lines), encoding="utf-8")
    command = ["split", str(corpus), "--train", str(train), "--test", str(test)]
    result = CliRunner().invoke(app, [*command, "--field", "text=body", "--field", "id=url"])
    assert result.exit_code == 0
    records = [json.loads(line) for path in (train, test) for line in path.open(encoding="utf-8")]
    assert {record["id"] for record in records} == {f"d{i}" for i in range(10)}
    assert all(record["text"].startswith(TEXT) for record in records)


def test_quiet_does_not_say_how_standard_input_is_read() -> None:
    result = CliRunner().invoke(app, ["score", "-", "-o", "-", "--quiet"], input=TEXT)
    assert result.exit_code == 0
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("names in -o in/b.jsonl --overwrite", "b.jsonl"),
        ("names in/b.jsonl -o out.jsonl --rejects in/b.jsonl", "b.jsonl"),
        ("names in -o out.jsonl --rejects in/b.jsonl", "b.jsonl"),
        ("names in -o out.jsonl --rejects in/b.jsonl --overwrite", "b.jsonl"),
        ("names in/a.txt -o out.jsonl --rejects in/b.jsonl", "b.jsonl"),
        ("summarize in -o in/a.txt --overwrite", "a.txt"),
        ("compress in -o in/deep/c.html --overwrite", "deep/c.html"),
        ("sentences in -o in/a.txt --overwrite", "a.txt"),
        ("label in -o out.jsonl --report in/deep/c.html --overwrite", "deep/c.html"),
    ],
)
def test_no_document_in_a_folder_that_is_read_is_replaced(
    run: CommandLine, command: str, kept: str
) -> None:
    Path("in/deep").mkdir(parents=True)
    Path("in/a.txt").write_text(TEXT)
    Path("in/b.jsonl").write_text(json.dumps({"id": "b", "text": TEXT}))
    Path("in/deep/c.html").write_text(f"<!DOCTYPE html><html><p>{TEXT}</p></html>")
    before = Path("in", kept).read_bytes()
    run(command, code=3)
    assert Path("in", kept).read_bytes() == before
    assert not Path("out.jsonl").exists()


def test_results_of_its_own_are_replaced_in_a_folder_that_is_read(run: CommandLine) -> None:
    Path("in").mkdir()
    Path("in/a.jsonl").write_text(json.dumps({"id": "a", "text": TEXT}) + "\n{}\n")
    command = "names in/a.jsonl -o in/names.csv --rejects in/left.jsonl -q"
    run(command)
    names, left = Path("in/names.csv"), Path("in/left.jsonl")
    first = names.read_bytes(), left.read_bytes()
    run(command)
    assert (names.read_bytes(), left.read_bytes()) == first and all(first)


def test_texts_are_replaced_only_with_overwrite(run: CommandLine) -> None:
    Path("a.txt").write_text(TEXT)
    run("sentences a.txt -o s.txt -q")
    assert "may hold a text of yours, not sentences" in run("sentences a.txt -o s.txt", code=3).err
    run("sentences a.txt -o s.txt -q --overwrite")


def test_a_report_replaces_no_page_of_somebody_else(run: CommandLine) -> None:
    mine = "<!DOCTYPE html><html><p>Notes of mine.</p></html>"
    Path("notes.html").write_text(mine)
    said = run("label corpus.jsonl -o labels.jsonl --report notes.html", code=3).err
    assert "may hold a text of yours" in said and Path("notes.html").read_text() == mine


def test_an_aligner_is_replaced_only_with_overwrite(run: CommandLine) -> None:
    Path("mine").mkdir()
    Path("mine/meta.json").write_text("{}")
    said = run("wordalign corpus.jsonl --train mine", code=3).err
    assert "holds a model" in said and "--overwrite" in said


def test_a_site_does_not_take_the_place_of_what_it_is_made_from(run: CommandLine) -> None:
    run("score corpus.jsonl --model model -o scores.sqlite -q")
    run("site scores.sqlite -o site -q")
    Path("scores.sqlite").rename("site/scores.sqlite")
    said = run("site site/scores.sqlite -o site --overwrite", code=3).err
    assert (
        "site/scores.sqlite lies in" in said
        and "which is written" in said
        and Path("site/scores.sqlite").exists()
    )


def test_two_tables_do_not_go_to_one_file(run: CommandLine) -> None:
    Path("a.jsonl").write_text(json.dumps({"id": "d", "summary": "Rain."}) + "\n")
    Path("refs.jsonl").write_text(json.dumps({"id": "d", "abstracts": ["Rain."]}) + "\n")
    said = run("measure a.jsonl refs.jsonl -o s.jsonl --by-document s.jsonl", code=3).err
    assert "s.jsonl is used twice" in said and not Path("s.jsonl").exists()


@pytest.mark.parametrize(
    "command",
    [
        "score corpus.jsonl --model model --names r.jsonl -o new.jsonl --rejects r.jsonl",
        "score corpus.jsonl --model model --names r.jsonl -o r.jsonl",
        "annotate sample corpus.jsonl --names r.jsonl -o by-hand --rejects r.jsonl",
        "view scores.jsonl --corpus corpus.jsonl -o page.html --rejects scores.jsonl",
        "site scores.jsonl --corpus corpus.jsonl -o site --rejects scores.jsonl",
    ],
)
def test_what_an_option_names_is_not_replaced(run: CommandLine, command: str) -> None:
    run("names corpus.jsonl -o r.jsonl -q")
    run("score corpus.jsonl --model model -o scores.jsonl -q")
    files = [Path("r.jsonl"), Path("scores.jsonl")]
    before = [file.read_bytes() for file in files]
    overwrite = "" if command.startswith("annotate") else " --overwrite"
    said = run(command + overwrite, code=3)
    assert "is used twice" in said.err and [file.read_bytes() for file in files] == before


def test_split_replaces_no_corpus_unasked(run: CommandLine) -> None:
    Path("mine.jsonl").write_text(json.dumps({"id": "mine", "text": TEXT}))
    said = run("split corpus.jsonl --train t.jsonl --test mine.jsonl", code=3).err
    assert "other documents than corpus.jsonl" in said and not Path("t.jsonl").exists()
    run("split corpus.jsonl --train mine.jsonl --test t.jsonl --overwrite")
    run("split corpus.jsonl --train mine.jsonl --test t.jsonl")


def test_compress_takes_a_salience_model_for_entities_alone(run: CommandLine) -> None:
    assert "--entities" in run("compress a.ptb --salience-model model", code=2).err
