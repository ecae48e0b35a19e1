"""The pipeline that ships, loaded once in a process, for tests that read with it as it is."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from spacy.language import Language

import salience
from salience.pipeline.loading import load_pipeline
from tests.support.replaced_loading import load_instead

shipped_pipeline = cache(load_pipeline)
"""As `load_pipeline`. What it returns is shared: nothing may be added to it."""


def share_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, commands get a pipeline that is loaded once.

    `load_pipeline` of the package makes a new one, which a page may change.
    """
    monkeypatch.setattr(salience, "load_pipeline", load_pipeline)
    load_instead(monkeypatch, _shared)


def _shared(name: str, **options: Any) -> Language:
    """But for the pipelines that read a file, which may be another one by then."""
    given = {option: value for option, value in options.items() if value is not None}
    load = shipped_pipeline if given.keys() <= {"coref", "fast"} else load_pipeline
    return load(name, **given)
