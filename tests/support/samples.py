"""Intervals of a few samples and tests of few shuffles, where a test does not look at them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from salience.arrays import Float64Array
from salience.evaluation import bootstrap, comparison, learning_curves, salience_scores
from salience.evaluation.bootstrap import document_weights
from salience.evaluation.significance import needed_shuffles
from salience.measures.people import correlation

_SAMPLES = 50


def take_few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, `evaluate` and its like take the first of their samples alone."""
    for module in (bootstrap, salience_scores, learning_curves, correlation):
        monkeypatch.setattr(module, "document_weights", _few)


def take_few_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on, `compare` and its like take a thousandth of their shuffles."""
    monkeypatch.setattr(comparison, "needed_shuffles", lambda n: needed_shuffles(n, 1.0))


def _few(n_documents: int, n: int, seed: int) -> Iterator[Float64Array]:
    return islice(document_weights(n_documents, n, seed), _SAMPLES)
