"""The files of the coreference model: read as written, and refused where they do not fit."""

import json

import numpy as np
import pytest

from salience.coref import feature_templates
from salience.coref.ranking_model import CorefModel
from salience.errors import ModelError
from tests.support.coref import MODEL


def test_a_model_is_read_as_it_was_written_and_damage_is_named(tmp_path):
    MODEL.save(tmp_path / "model")
    again = CorefModel.load(tmp_path / "model")
    assert again.to_files() == MODEL.to_files()
    assert np.array_equal(again.weights, MODEL.weights)
    arrays = tmp_path / "model" / "arrays.npz"
    arrays.write_bytes(arrays.read_bytes()[:-1])
    with pytest.raises(ModelError, match="is damaged: its SHA-256 must be"):
        CorefModel.load(tmp_path / "model")
    arrays.unlink()
    with pytest.raises(ModelError, match=r"it has no arrays\.npz"):
        CorefModel.load(tmp_path / "model")
    files = CorefModel(np.zeros(4, np.float32), MODEL.frequent, 0.5).to_files()
    with pytest.raises(ModelError, match="there must be 262144 weights"):
        CorefModel.from_files(files)
    unsigned = files | {"meta.json": files["meta.json"].replace(b"sha256", b"md5")}
    with pytest.raises(ModelError, match=r"model/meta\.json is damaged: it has no checksum"):
        CorefModel.from_files(unsigned)
    for threshold, words in (
        (b"1.5", "threshold must be a number from 0 to 1"),
        (b"NaN", "NaN is"),
    ):
        meta = MODEL.to_files()["meta.json"].replace(
            b'"threshold": 0.4', b'"threshold": ' + threshold
        )
        with pytest.raises(ModelError, match=words):
            CorefModel.from_files(MODEL.to_files() | {"meta.json": meta})
    for frequent, words in (
        (MODEL.frequent[::-1], "frequent words must be in rising order"),
        (MODEL.frequent[None], "frequent must be whole numbers in 1 dimensions"),
    ):
        with pytest.raises(ModelError, match=words):
            CorefModel.from_files(CorefModel(MODEL.weights, frequent, 0.5).to_files())
    with pytest.raises(ModelError, match="'format' must be 'salience-coref-model'"):
        CorefModel.from_files(files | {"meta.json": b'{"format": "salience-model"}'})


@pytest.mark.parametrize(
    "table", ["NEW_TEMPLATES", "LINK_TEMPLATES", "LINK_TEMPLATES_OF_BOTH_TYPES", "DETERMINERS"]
)
def test_weights_that_belong_to_other_templates_are_refused(table, monkeypatch, tmp_path):
    MODEL.save(tmp_path / "model")
    names = list(getattr(feature_templates, table))
    names[1], names[2] = names[2], names[1]
    with monkeypatch.context() as changed:
        changed.setattr(feature_templates, table, tuple(names))
        with pytest.raises(ModelError, match=r"model: it is for other pair templates: their"):
            CorefModel.load(tmp_path / "model")
    assert CorefModel.load(tmp_path / "model").to_files() == MODEL.to_files()


def test_weights_that_do_not_say_to_which_templates_they_belong_are_refused():
    files = MODEL.to_files()
    meta = json.loads(files["meta.json"])
    del meta["sha256"]["pair_templates"]
    with pytest.raises(
        ModelError,
        match=r"no fingerprint of its pair templates.* Train the",
    ):
        CorefModel.from_files(files | {"meta.json": json.dumps(meta).encode()})


def test_the_model_that_ships_is_small_and_says_where_it_comes_from():
    assert sum(map(len, MODEL.to_files().values())) < 3_000_000
    assert MODEL.card["license"] == "CC-BY-SA-4.0"
    assert len(MODEL.card["training_sets"]) == 2
