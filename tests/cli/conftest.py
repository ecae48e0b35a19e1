"""A folder to work in and a command line whose pipeline is small."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from spacy.language import Language

from salience.entities.register import FACTORY, Register
from tests.support.builders import toy_model
from tests.support.commands import CommandLine, write_corpus
from tests.support.replaced_loading import load_instead
from tests.support.samples import take_few_samples
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a corpus, an article and a model."""
    monkeypatch.chdir(tmp_path)
    write_corpus(tmp_path / "corpus.jsonl", corpus(12))
    (tmp_path / "article.txt").write_text(TEXT)
    toy_model().save(tmp_path / "model")
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine) -> CommandLine:
    """Runs `salience …` in `folder`, with the tiny pipeline for any other.

    Intervals are those of a few samples: most of the time of `evaluate` goes into them.
    """
    load_instead(monkeypatch, with_names)
    take_few_samples(monkeypatch)
    return command_line


def with_names(*_: object, names: Path | None = None, **__: object) -> Language:
    """The tiny pipeline, made once for all commands, or one with a register of names."""
    if names is None:
        return _made_once()
    nlp = tiny_pipeline()
    nlp.add_pipe(FACTORY).register = Register.read(names)  # type: ignore[attr-defined]
    return nlp


_made_once = cache(tiny_pipeline)
