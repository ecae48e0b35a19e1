"""A mark for the few tests that run on the pipeline and the model that ship."""

from __future__ import annotations

import pytest

from salience.errors import ResourceError
from salience.resources import model_path


def _shipped(*names: str) -> bool:
    try:
        return all(model_path(name) for name in names)
    except ResourceError:
        return False


needs_models = pytest.mark.skipif(
    not _shipped("en_salience_sm", "en-salience"), reason="the models are not in resources/models"
)
