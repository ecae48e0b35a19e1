"""Compressors: what they learn, how long their compressions are, and their files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.compressor import Compressor, most_words
from salience.compression.features import PAIR_COLUMNS, pair_features, word_features
from salience.compression.models import CompressionModel, compression, load_compressor
from salience.compression.pairs import CompressionPair
from salience.compression.training import train_neighbours
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.transducer import Transducer
from salience.errors import ModelError, ResourceError, SalienceError
from salience.language_models.ngrams import NgramModel
from salience.summaries.learned.model import SummaryModel
from salience.text.words import Words, plain_words
from salience.trees.conversion import constituents

WORDS = ("It rained", "Ann sang", "He left", "They met", "Snow fell", "Bo ran")


def clause(first: str, adverb: str) -> Words:
    """*He left , they say , early .*: the words between the commas go."""
    subject, verb = first.split()
    words = plain_words(f"{subject} {verb} , they say , {adverb} .")
    return replace(
        words,
        tags=("PRON", "VERB", "PUNCT", "PRON", "VERB", "PUNCT", "ADV", "PUNCT"),
        heads=(1, 1, 4, 4, 1, 4, 1, 1),
        relations=("nsubj", "root", "punct", "nsubj", "parataxis", "punct", "advmod", "punct"),
    )


PAIRS = [
    CompressionPair(f"{i}{j}", clause(first, adverb), (0, 1, 6, 7))
    for i, first in enumerate(WORDS)
    for j, adverb in enumerate(("early", "late"))
]


def test_what_hangs_together_goes_together() -> None:
    model = train_neighbours(PAIRS)
    assert model.compress(clause("Cy wrote", "often")) == (0, 1, 6, 7)
    assert model.compress(clause("Cy wrote", "often"), n_words=3)[0] in (0, 1)


def test_training_is_repeatable_and_its_bytes_too() -> None:
    one, two = (train_neighbours(PAIRS, passes=3, seed=1).to_files() for _ in range(2))
    assert one == two


def test_files_keep_a_model(tmp_path: Path) -> None:
    model = train_neighbours(PAIRS, card={"name": "toy"})
    model.save(tmp_path / "m")
    again = load_compressor(tmp_path / "m")
    sentence = clause("Cy wrote", "often")
    assert again.card == {"name": "toy"} and again.to_files() == model.to_files()
    for mine, theirs in zip(model.scores(sentence), again.scores(sentence), strict=True):
        assert theirs == pytest.approx(mine, abs=1e-5)
    files = model.to_files()
    with pytest.raises(ModelError, match="damaged"):
        Compressor.from_files(files | {"arrays.npz": files["arrays.npz"][:-30]}, "m")


@given(st.integers(1, 8))
def test_lengths_are_kept_to(n_words: int) -> None:
    model = Compressor({"bias": -1.0}, np.linspace(-1, 1, PAIR_COLUMNS))
    sentence = clause("Cy wrote", "often")
    assert len(model.compress(sentence, n_words=n_words)) == n_words
    assert len(model.compress(sentence)) >= 1
    assert model.compress(sentence, n_words=99) == tuple(range(8))
    assert model.compress(plain_words("")) == ()


@pytest.mark.parametrize("n_words", [None, 1, 3])
@pytest.mark.parametrize(
    "model",
    [
        Compressor({"bias": -1.0}, np.linspace(-1, 1, PAIR_COLUMNS)),
        Transducer(Grammar({}), {"words deleted": 1.0}),
        load_compressor(),
    ],
)
def test_words_that_must_stay_do_also_without_a_parse(
    model: CompressionModel, n_words: int | None
) -> None:
    words = plain_words("Ada Byrne left the old harbour on Friday")
    [tree] = constituents(words)
    kept = compression(model, words, tree, n_words=n_words, must=(1, 5)).kept
    assert {1, 5} <= {*kept}


def test_lengths_that_can_not_be() -> None:
    for rate, n_words in ((0.0, None), (1.5, None), (None, 0), (0.5, 2)):
        with pytest.raises(ValueError, match=r"must be|not both"):
            most_words(2, rate, n_words)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_any_tree_has_features(heads: list[int]) -> None:
    """Also one that is none: a circle does not hang."""
    n = len(heads)
    words = plain_words(" ".join("abcdef"[:n]))
    words = replace(words, heads=tuple(head % n for head in heads), relations=("x:y",) * n)
    assert len(word_features(words)) == n
    columns = pair_features(words)
    assert columns.shape == (n + 1, n + 1, 7)
    assert columns.min() >= 0 and columns.max() < PAIR_COLUMNS


def test_features_of_neighbours_have_columns_of_their_own() -> None:
    columns = pair_features(clause("Cy wrote", "often"))
    kinds = [set(columns[:, :, k].ravel().tolist()) for k in range(columns.shape[2])]
    assert all(not a & b for i, a in enumerate(kinds) for b in kinds[:i])


def test_nothing_to_learn_from() -> None:
    everything = [replace(pair, kept=tuple(range(8))) for pair in PAIRS]
    for pairs, message in ((everything, "all words stay"), ([], "there are no words")):
        with pytest.raises(SalienceError, match=message):
            train_neighbours(pairs)


def test_a_model_shows_its_name_and_not_its_weights() -> None:
    """Notebooks show the last line of a cell: there may be millions of weights."""
    weights = {f"word={i}": 1.0 for i in range(1000)}
    models = (
        Compressor(weights, np.ones(1000), {"name": "my"}),
        Transducer(Grammar({}), weights, card={"name": "my"}),
        SummaryModel((), weights, {"name": "my"}),
    )
    for model in models:
        assert repr(model) == f"<{type(model).__name__} my>"
    assert len(repr(NgramModel(1, {(name,): -1.0 for name in weights}, {}))) < 200


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("no-such-model", ResourceError, "no folder 'no-such-model', and no such compressor ships"),
        ("en-salience", ModelError, "has a salience-model and no compressor. Train one"),
    ],
)
def test_what_is_no_compressor_is_refused(name: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        load_compressor(name)
