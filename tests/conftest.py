"""How hypothesis runs, and the fixtures of all rooms."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.support.commands import CommandLine

# The same examples in every run, and no failure because a machine is slow.
settings.register_profile("salience", derandomize=True, deadline=None)
settings.load_profile("salience")


@pytest.fixture
def command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    """Runs `salience …` and fails if the exit code is not the expected one."""
    return CommandLine(monkeypatch, capsys.readouterr)
