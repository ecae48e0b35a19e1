"""Folders of small pipelines."""

import shutil
from pathlib import Path

import pytest

from tests.support.tiny_pipeline import tiny_pipeline


@pytest.fixture
def tiny(tmp_path):
    """The folder of a pipeline with a coreference component of its own."""
    path = tmp_path / "tiny"
    tiny_pipeline().to_disk(path)
    return path


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """The folder of a pipeline with models, and with stand-ins for the rest."""
    nlp = tiny_pipeline()
    nlp.add_pipe("tagger", first=True).add_label("NN")
    nlp.add_pipe("ner", first=True).add_label("PER")
    nlp.initialize()
    path = tmp_path_factory.mktemp("trained") / "tagger"
    nlp.to_disk(path)
    return path


@pytest.fixture
def tagger(trained, tmp_path):
    """A copy that may be changed."""
    return Path(shutil.copytree(trained, tmp_path / "tagger"))
