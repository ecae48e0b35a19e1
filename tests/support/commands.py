"""The command line as its tests call it."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from salience.cli import app as cli
from salience.types import Document
from tests.support.replaced_loading import load_instead

_TOP: Any = typer.main.get_command(cli.app)
_FOUND: dict[str, Any] = {name: _TOP.get_command(None, name) for name in cli.COMMANDS}

GROUPS = {name: found for name, found in _FOUND.items() if hasattr(found, "commands")}
COMMANDS = [
    *sorted(_FOUND.keys() - GROUPS.keys()),
    *(f"{name} {command}" for name, group in GROUPS.items() for command in group.commands),
]
"""Every command with its group: `score`, …, `annotate read`, …"""


class Done(NamedTuple):
    """What a command wrote to standard output and standard error."""

    out: str
    err: str


class CommandLine:
    """Runs commands as a terminal would, in this process and the working directory of the test.

        out, err = run("score corpus.jsonl -o scores.jsonl")
        found = run("explain article.txt", "Ada Byrne").out
        said = run("score missing.txt", code=3).err

    The first argument is split into words, the others are a word each. It fails if the exit code
    is not the expected one, which is 0 unless a test says otherwise.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, read: Callable[[], tuple[str, str]]):
        self.monkeypatch, self.read = monkeypatch, read

    def __call__(self, line: str, *more: object, code: int = 0, stdin: str = "") -> Done:
        words = [*shlex.split(line), *map(str, more)]
        with self.monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["salience", *words])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            ended = self._exit_code()
        done = Done(*self.read())
        said = f"`salience {shlex.join(words)}` ended with {ended}, not {code}:\n{done.err}"
        assert ended == code, said
        return done

    def _exit_code(self) -> int:
        try:
            cli.main()
        except SystemExit as end:
            if isinstance(end.code, str):  # Python prints it and ends with 1
                print(end.code, file=sys.stderr)
                return 1
            return end.code or 0
        return 0


def records(text: str) -> list[dict[str, Any]]:
    """The objects of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def write_corpus(path: Path, documents: Iterable[Document]) -> None:
    """A corpus in JSON lines."""
    lines = (
        json.dumps(
            {"id": d.id, "title": d.title, "text": d.text, "abstract": list(d.abstracts), **d.meta}
        )
        for d in documents
    )
    path.write_text("\n".join(lines), encoding="utf-8")


def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, a command that starts to work on documents fails."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("work was started")

    load_instead(monkeypatch, fail)


def conll(words: str, **marks: str) -> str:
    """A CoNLL document of words, with the coreference of some of them."""
    lines = (f"d0 0 {n} {word} {marks.get(word, '-')}" for n, word in enumerate(words.split()))
    return "\n".join(["#begin document (d0); part 000", *lines, "", "#end document", ""])
