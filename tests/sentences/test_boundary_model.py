"""The model of sentence boundaries: its files, its training, and the one that ships."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from sklearn.feature_extraction import DictVectorizer
from sklearn.svm import LinearSVC

from salience.errors import ModelError, SalienceError
from salience.sentences.boundary_model import BoundaryModel, default_model, load_boundary_model
from salience.sentences.features import WordCounts, features
from salience.sentences.training import examples, train

TEXTS = [
    ("Mr. Lee left. He slept.", [0, 14]),
    ("We saw Mrs. Orr. She sat down.", [0, 17]),
    ("It cost 5 fr. by then. Nobody paid.", [0, 23]),
    ("The tram (No. 5) was late. It came at 6 p.m. today.", [0, 27]),
]


def test_a_model_is_read_as_it_was_written_and_damage_is_named(tmp_path):
    model = train(TEXTS, card={"name": "toy"})
    model.save(tmp_path / "model")
    again = load_boundary_model(tmp_path / "model")
    assert again == model
    assert again.to_files() == model.to_files()
    meta = json.loads(model.to_files()["meta.json"])
    files = model.to_files() | {"meta.json": json.dumps(meta | {"bias": "x"}).encode()}
    with pytest.raises(ModelError, match="model is damaged: bias must be a number"):
        BoundaryModel.from_files(files)
    bad = BoundaryModel({1: float("nan")}, WordCounts(), 0.0, 1.0, 0.0).to_files()
    with pytest.raises(ModelError, match="weights must be finite"):
        BoundaryModel.from_files(bad)
    arrays = tmp_path / "model" / "arrays.npz"
    arrays.write_bytes(arrays.read_bytes()[:-1])
    with pytest.raises(ModelError, match="SHA-256"):
        load_boundary_model(tmp_path / "model")


def test_a_model_of_version_1_0_has_no_ninth_feature(tmp_path):
    trained = train(TEXTS)
    model = replace(trained, counts=replace(trained.counts, begins={}))
    contents = model.contents()
    arrays = {name: a for name, a in contents.arrays.items() if not name.startswith("begins")}
    old = BoundaryModel.from_contents(replace(contents, arrays=arrays))
    assert old.counts.begins == {}
    assert old.margin("Mr.", "Lee") == model.margin("Mr.", "Lee")


def test_margins_are_those_of_scikit_learn():
    counts = WordCounts.from_texts([text for text, _ in TEXTS])
    found = list(examples(TEXTS, counts))
    rows = [dict.fromkeys(features(e.left, e.right, counts), 1) for e in found]
    matrix = DictVectorizer().fit_transform(rows).toarray()
    svm = LinearSVC(C=1.0, loss="hinge", max_iter=100_000, random_state=0)
    svm.fit(matrix, [e.boundary for e in found])
    model = train(TEXTS)
    margins = [model.margin(e.left, e.right) for e in found]
    assert margins == pytest.approx(svm.decision_function(matrix), abs=1e-3)


@pytest.mark.parametrize("learner", ["svm", "naive-bayes"])
def test_training_learns_and_gives_the_same_bytes(learner):
    model = train(TEXTS, learner=learner)
    assert model.to_files() == train(TEXTS, learner=learner).to_files()
    assert model.probability("Mr.", "Tengarde") < 0.5 < model.probability("sat.", "He")


def test_texts_without_both_kinds_of_periods_are_refused():
    with pytest.raises(SalienceError, match="1 periods that end a sentence and 0 that do not"):
        train([("He left. She sat.", [0, 9])])


def test_the_model_that_ships_is_small_and_says_where_it_comes_from():
    model = default_model()
    assert sum(map(len, model.to_files().values())) < 1_000_000
    assert model.card["license"] == "CC-BY-SA-4.0"
    assert len(model.card["training_sets"]) == 3
    assert np.isfinite(list(model.weights.values())).all()


def test_splitting_needs_neither_scikit_learn_nor_spacy():
    code = (
        "import sys; from salience.sentences import split; split('Mr. Lee left. He slept.');"
        "print({'sklearn', 'spacy', 'scipy', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
