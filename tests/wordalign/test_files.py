"""Aligners as folders: what is written is what is read, and damage is said."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from resources.recipes.wordalign.viterbi import most_probable
from salience.errors import ModelError
from salience.text.words import plain_words
from salience.word_links.choices import PROBABLE, WORD_MODELS
from salience.word_links.links import Pair, word_links
from salience.word_links.wordnet import WordNet
from salience.wordalign.files import SavedAligner, load_aligner, save_aligner
from salience.wordalign.training import train_aligner, train_word_model

TEXTS = [("the old mill burned down", "old mill burned"), ("a red boat sank", "red boat sank")] * 2
PAIRS = [Pair("", plain_words(a), plain_words(b)) for a, b in TEXTS]
NET = WordNet({("noun", "mill"): (1,)})


@pytest.mark.parametrize("jumps", ["relative", "gaussian", "syntax"])
def test_a_saved_aligner_aligns_as_before(jumps: str, tmp_path: Path) -> None:
    aligner = train_aligner(PAIRS, jumps=jumps, wordnet=NET, iterations=3)
    save_aligner(aligner, tmp_path / "m", {"name": "toy"})
    again = load_aligner(tmp_path / "m", NET)
    assert again.longest == aligner.longest
    places = [
        [(x.document, x.abstract) for x in a.align(PAIRS[0], least=0.1)] for a in (aligner, again)
    ]
    assert places[0] == places[1]
    new = Pair("", plain_words("an old boat burned"), plain_words("boat burned"))
    assert len(most_probable(again, new, PROBABLE)) == 2
    twice = load_aligner(tmp_path / "m", NET)
    assert SavedAligner(again, {}).to_files() == SavedAligner(twice, {}).to_files()


@pytest.mark.parametrize("model", WORD_MODELS)
def test_a_saved_baseline_aligns_as_before(model: str, tmp_path: Path) -> None:
    aligner = train_word_model(PAIRS * 5, model)
    save_aligner(aligner, tmp_path / "m", {"name": "toy"})
    again = load_aligner(tmp_path / "m")
    document = PAIRS[0].document
    np.testing.assert_array_equal(again.jumps.matrix(document), aligner.jumps.matrix(document))
    assert again.jumps.null == aligner.jumps.null and again.longest == (1, 1)
    counts = {
        row: {column: pytest.approx(n) for column, n in columns.items() if n >= 0.0025}
        for row, columns in aligner.rewrites.counts.items()
    }
    assert again.rewrites.counts == {row: columns for row, columns in counts.items() if columns}
    links = [word_links(each.align(PAIRS[0], least=0.2)) for each in (aligner, again)]
    assert links[0] == links[1] >= {(1, 0), (2, 1), (3, 2)}


def test_jumps_to_null_states_are_refused() -> None:
    """Such a model would align as another one if it were read."""
    files = SavedAligner(train_aligner(PAIRS, iterations=1), {"name": "toy"}).to_files()
    meta = json.loads(files["meta.json"])
    files["meta.json"] = json.dumps(meta | {"null_stays": True}).encode()
    SavedAligner.from_files(files, "toy")
    files["meta.json"] = json.dumps(meta | {"null_stays": False}).encode()
    with pytest.raises(ModelError, match=r"toy: .*null_stays.*Train it again"):
        SavedAligner.from_files(files, "toy")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"longest": [\n    3', '"longest": [\n    0'),
        ('"longest": [\n    3', '"longest": [\n    999999'),
        ('"model": "relative"', '"model": "absolute"'),
        ('"eta": ', '"etta": '),
        ('"identity": ', '"identity": -'),
        ('"format": "salience-word-aligner"', '"format": "salience-model"'),
        ('"format_version": 1', '"format_version": 2'),
    ],
)
def test_damage_is_said(old: str, new: str) -> None:
    files = SavedAligner(train_aligner(PAIRS, iterations=1), {"name": "toy"}).to_files()
    meta = files["meta.json"].decode()
    assert old in meta
    files["meta.json"] = meta.replace(old, new).encode()
    with pytest.raises(ModelError, match="toy"):
        SavedAligner.from_files(files, "toy")


def test_arrays_of_another_model_are_refused() -> None:
    files = SavedAligner(train_aligner(PAIRS, iterations=1), {"name": "toy"}).to_files()
    other = SavedAligner(train_aligner(PAIRS, iterations=2), {"name": "toy"}).to_files()
    with pytest.raises(ModelError, match="SHA-256"):
        SavedAligner.from_files(files | {"arrays.npz": other["arrays.npz"]}, "toy")
    assert json.loads(files["meta.json"])["card"] == {"name": "toy"}
