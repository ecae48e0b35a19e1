"""What a run depends on, so that another does not go on with it."""

from __future__ import annotations

import pytest
import spacy

from salience.engine.settings import settings_of
from salience.word_links.choices import METEOR, WORD_MODELS


@pytest.mark.parametrize("name", [METEOR, *WORD_MODELS])
def test_models_that_are_not_in_a_folder_count_by_their_names(name: str) -> None:
    assert settings_of("wordalign", {"model": name}, [], spacy.blank("en"))["--model"] == name
