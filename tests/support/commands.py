"""The command line as its tests call it."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import typer

from salience.cli import app as cli

GROUPS: dict[str, typer.Typer] = {
    str(group.name): group.typer_instance  # type: ignore[misc]
    for group in cli.app.registered_groups
}
COMMANDS = sorted(str(command.callback.__name__) for command in cli.app.registered_commands) + [  # type: ignore[union-attr]
    f"{name} {command.name}"
    for name, group in GROUPS.items()
    for command in group.registered_commands
]
"""Every command with its group: `score`, …, `annotate read`, …"""


@dataclass(frozen=True)
class Done:
    """What a command wrote to standard output and standard error."""

    out: str
    err: str


class CommandLine:
    """Runs commands as a terminal would, in this process and the working directory of the test.

        done = run("score corpus.jsonl -o scores.jsonl")
        done = run(["explain", "article.txt", "Ada Byrne"])
        done = run("score missing.txt", code=1)

    Fails if the exit code is not the expected one, which is 0 unless a test says otherwise.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, read: Callable[[], tuple[str, str]]):
        self.monkeypatch, self.read = monkeypatch, read

    def __call__(self, line: str | list[str], *, code: int = 0, stdin: str = "") -> Done:
        words = shlex.split(line) if isinstance(line, str) else list(map(str, line))
        with self.monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["salience", *words])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            ended = self._exit_code()
        done = Done(*self.read())
        assert ended == code, f"salience {line} ended with {ended}, not {code}: {done.err}"
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
