"""Another pipeline in place of those that commands and functions load."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from salience.pipeline import loading
from salience.pipeline.choices import DEFAULT


def load_instead(monkeypatch: pytest.MonkeyPatch, load: Callable[..., Any]) -> None:
    """From here on, this loads pipelines.

    The one that ships is kept for the life of a process, and what is loaded here must not be.
    """
    monkeypatch.setattr(loading, "load_pipeline", load)
    monkeypatch.setattr(loading, "_shipped_pipeline", lambda: load(DEFAULT, fast=True))
