"""What the command line says, and how, depends on what it talks to."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from salience.cli import console, jobs
from salience.cli.options import Reading, Running
from salience.errors import Reject
from tests.support.builders import marked


def test_colour_is_for_terminals_and_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert not console.in_colour()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert console.in_colour()
    monkeypatch.setenv("TERM", "dumb")
    assert not console.in_colour()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.in_colour()


def test_a_progress_bar_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(console.progress([1, 2], "out.csv")) == [1, 2]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for output, shown in ((None, False), ("-", False), ("out.csv", True)):
        assert list(console.progress([1, 2], output)) == [1, 2]
        assert ("documents" in capsys.readouterr().err) is shown


def test_a_job_shows_its_share_and_the_time_that_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id": "d", "text": "Oslo."}\n' * 4)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    parsed = marked("d", "{a Oslo} .")
    for quiet in (False, True):
        context: Any = SimpleNamespace(params={}, info_name="score")
        running, output = Running(quiet=quiet), str(tmp_path / "out.csv")
        with jobs.job(context, "scored", [str(corpus)], output, running, Reading()) as done:
            done.reject(Reject("x", "", "is odd"))
            for _ in done.progress([1, 2, 3]):
                done.count(parsed, 1)
        err = capsys.readouterr().err
        assert ("4/4" in err and "100%" in err and "<00:00" in err) is not quiet
    list(console.progress([1, 2], "out.csv", lambda: 4))
    assert "50%" in capsys.readouterr().err
    list(console.progress([1, 2], "out.csv", lambda: 4, quiet=True))
    assert capsys.readouterr().err == ""


def test_messages_can_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    console.say("document 'a\x1b[2Jb'")
    assert capsys.readouterr().err == "document 'a\ufffd[2Jb'\n"
