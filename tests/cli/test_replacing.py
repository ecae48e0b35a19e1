"""What is not replaced without being asked for, and fields with other names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from salience.cli.app import app
from salience.errors import SalienceError
from salience.tables.kinds import refuse_other

TEXT = "Ada Byrne met reporters in Oslo. Byrne spoke of trams."


@pytest.mark.parametrize(
    ("name", "content", "kind", "refused"),
    [
        ("page.html", "<!DOCTYPE html>\n<html></html>", "a page", False),
        ("page.html", "notes of mine", "a page", True),
        ("page.html", "", "a page", False),
        ("tasks.json", '[\n {"data": {}, "predictions": []}\n]', "tasks", False),
        ("tasks.json", '[{"text": "Rain."}]', "tasks", True),
        ("tasks.jsonl", '{"text": "Rain.", "spans": [], "options": []}\n', "tasks", False),
        ("tasks.jsonl", '{"id": "d1", "text": "Rain."}\n', "tasks", True),
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
