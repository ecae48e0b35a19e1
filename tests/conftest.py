"""How hypothesis runs, and the fixtures of all rooms."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.support.browser import started
from tests.support.commands import CommandLine

# Two processes with threads of their own would take each other's cores. Set before NumPy is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples in every run, and no failure because a machine is slow.
settings.register_profile("salience", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("salience")


def pytest_collection_finish() -> None:
    """What stays loaded is no garbage: to look through it took up to a third of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The browser of the tests of a file; they are skipped where there is none."""
    with started() as found:
        yield found


@pytest.fixture
def command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandLine:
    """Runs `salience …` and fails if the exit code is not the expected one."""
    return CommandLine(monkeypatch, capsys.readouterr)
