"""Both estimators keep scikit-learn's contract, on rows that are no numbers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone, is_classifier
from sklearn.decomposition import TruncatedSVD
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import FeatureHasher
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_predict
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.utils import get_tags

from salience.errors import CorpusError, SalienceError
from salience.features.coded import Coded, hash_columns
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DEFAULT, DUNIETZ_GILLICK, GROUPS
from salience.model.classifier import SalienceClassifier
from tests.support.builders import attribute_row, toy_rows

ROWS = toy_rows()
TABLE = pd.DataFrame(ROWS)
X = EntityFeaturizer().transform(ROWS)
Y = [row["salient"] for row in ROWS]

FEATURES = st.lists(st.lists(st.text("abcé\ud800", max_size=3), max_size=5), min_size=1, max_size=6)


def pipeline() -> Pipeline:
    return Pipeline([("features", EntityFeaturizer()), ("classifier", SalienceClassifier())])


@pytest.mark.parametrize(
    ("estimator", "changed"),
    [
        (EntityFeaturizer(), {"groups": ("mentions",)}),
        (SalienceClassifier(), {"n_features": 64, "C": 0.5, "threshold": 0.7}),
    ],
    ids=["featurizer", "classifier"],
)
def test_parameters(estimator: Any, changed: dict[str, Any]) -> None:
    defaults = estimator.get_params()
    other = clone(estimator).set_params(**changed)
    assert other.get_params() == {**defaults, **changed}
    assert estimator.get_params() == defaults
    assert clone(other).get_params() == other.get_params()
    assert type(other)(**other.get_params()).get_params() == other.get_params()
    assert all(f"{name}={value!r}" in repr(other) for name, value in changed.items())
    with pytest.raises(ValueError, match="Invalid parameter 'depth'"):
        estimator.set_params(depth=3)


def test_construction_checks_nothing_and_fit_does() -> None:
    classifier = SalienceClassifier(n_features=0, C=-1, threshold=3)
    for name, message in [
        ("n_features", "n_features must be a whole number from 1 on, but is 0"),
        ("C", "C must be above 0, but is -1"),
        ("threshold", "threshold must be from 0 to 1, but is 3"),
    ]:
        with pytest.raises(SalienceError, match=message):
            classifier.fit(X, Y)
        classifier.set_params(**{name: 1})
    assert classifier.fit(X, Y) is classifier


def test_fitting_leaves_parameters_and_input_alone() -> None:
    rows, classes = copy.deepcopy(X), list(Y)
    classifier = SalienceClassifier()
    before = classifier.get_params()
    classifier.fit(rows, classes)
    assert (rows, classes, classifier.get_params()) == (X, Y, before)
    table = TABLE.copy()
    pipeline().fit(table, table["salient"])
    pd.testing.assert_frame_equal(table, TABLE)


def test_what_is_not_fitted_says_so() -> None:
    for method in ("predict", "predict_proba", "decision_function"):
        with pytest.raises(NotFittedError, match="SalienceClassifier"):
            getattr(SalienceClassifier(), method)(X)
    with pytest.raises(NotFittedError):
        pipeline().predict(TABLE)


def test_a_featurizer_has_nothing_to_learn() -> None:
    assert EntityFeaturizer().transform(ROWS) == EntityFeaturizer().fit_transform(TABLE)


def test_it_is_a_binary_classifier() -> None:
    assert is_classifier(SalienceClassifier())
    fitted = SalienceClassifier().fit(X, np.array(["no", "yes"])[np.array(Y, int)])
    assert fitted.classes_.tolist() == ["no", "yes"]
    assert set(fitted.predict(X)) == {"no", "yes"}


@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
def test_labels_of_any_kind_give_the_same_model(kind: Callable[[Any], Any]) -> None:
    expected = SalienceClassifier().fit(X, Y)
    for labels in (kind(Y), kind([int(y) for y in Y])):
        assert SalienceClassifier().fit(X, labels).coef_.tobytes() == expected.coef_.tobytes()


def test_rows_may_come_one_at_a_time() -> None:
    once = SalienceClassifier().fit((iter(row) for row in X), Y)
    assert once.coef_.tobytes() == SalienceClassifier().fit(X, Y).coef_.tobytes()
    assert (once.predict(iter(row) for row in X) == once.predict(X)).all()


def test_the_same_data_gives_the_same_bytes() -> None:
    one, other = (SalienceClassifier().fit(X, Y) for _ in range(2))
    assert one.coef_.tobytes() == other.coef_.tobytes()
    assert one.intercept_ == other.intercept_
    assert one.features_ == other.features_


@given(FEATURES, st.integers(1, 50))
def test_the_matrix_is_that_of_the_feature_hasher(rows: list[list[str]], n: int) -> None:
    hasher = FeatureHasher(n, input_type="string", alternate_sign=False, dtype=np.float32)
    expected = hasher.transform([[s.encode("utf-8", "surrogatepass") for s in r] for r in rows])
    found = Coded.from_rows(rows).matrix(n)
    assert found.shape == expected.shape
    for part in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(found, part), getattr(expected, part))
        assert getattr(found, part).dtype == getattr(expected, part).dtype


def test_the_weights_are_those_of_scikit_learn() -> None:
    hasher = FeatureHasher(2_000, input_type="string", alternate_sign=False)
    regression = LogisticRegression(solver="newton-cholesky", tol=1e-10)
    regression.fit(hasher.transform(X), Y)
    expected = regression.predict_proba(hasher.transform(X))[:, 1]
    found = SalienceClassifier(2_000).fit(X, Y).predict_proba(X)[:, 1]
    np.testing.assert_allclose(found, expected, atol=1e-6)


@given(FEATURES, st.randoms(use_true_random=False))
def test_probabilities_are_valid_and_the_same_alone_and_in_any_order(
    rows: list[list[str]], random: Any
) -> None:
    classifier = SalienceClassifier(n_features=50).fit(X, Y)
    together = classifier.predict_proba(rows)
    assert together.shape == (len(rows), 2)
    assert ((together >= 0) & (together <= 1)).all()
    np.testing.assert_allclose(together.sum(1), 1)
    for row, expected in zip(rows, together, strict=True):
        shuffled = list(row)
        random.shuffle(shuffled)
        assert classifier.predict_proba([shuffled]).tobytes() == expected.tobytes()


def test_no_order_of_summing_shows_even_with_weights_of_all_sizes() -> None:
    classifier = SalienceClassifier().fit(X, Y)
    random = np.random.default_rng(0)
    classifier.coef_ = (10.0 ** random.uniform(-15, 15, 100_000)).astype(np.float32)
    classifier.coef_ *= random.choice([-1, 1], 100_000)
    assert (
        classifier.decision_function(X).tolist()
        == classifier.decision_function([row[::-1] for row in X]).tolist()
    )


def test_the_threshold_decides() -> None:
    classifier = SalienceClassifier().fit(X, Y)
    probability = classifier.predict_proba(X)[:, 1]
    for threshold in (0.0, 0.3, float(probability[0]), 1.0):
        classifier.set_params(threshold=threshold)
        assert (classifier.predict(X) == (probability >= threshold)).all()


def test_features_that_were_not_seen_say_nothing_unless_they_collide() -> None:
    classifier = SalienceClassifier().fit(X, Y)
    [bias, unseen] = classifier.decision_function([[], ["head-lex=unheard-of"]])
    assert classifier.collisions("head-lex=unheard-of") == ()
    assert bias == unseen == classifier.intercept_
    crowded = SalienceClassifier(n_features=1).fit(X, Y)
    assert crowded.decision_function([["a"]])[0] == crowded.decision_function([[X[0][0]]])[0]
    assert set(crowded.collisions("a")) == {feature for row in X for feature in row}
    assert set(crowded.collisions(X[0][0])) == {f for row in X for f in row} - {X[0][0]}


def test_features_that_are_gone_change_only_their_part() -> None:
    classifier = SalienceClassifier().fit(X, Y)
    [whole, rest] = classifier.decision_function([X[0], X[0][1:]])
    assert whole - rest == pytest.approx(classifier.weights([X[0][0]])[X[0][0]])


def test_rows_of_another_kind_are_named() -> None:
    for bad in ([["a"], "1st-loc=2"], [["a"], "a"], [["a"], [3]], [["a"], ["a", ["b"]]]):
        with pytest.raises(CorpusError, match=r"row 1 must be a list of feature strings"):
            SalienceClassifier().fit(bad, [True, False])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ([True, True], r"two classes and none missing, but .* 2 rows are \['True'\]"),
        ([1, float("nan")], r"two classes and none missing"),
        ([True], r"2 rows need as many classes, but there are 1"),
        (True, r"2 rows need as many classes, but there are classes of the shape \(\)"),
        ([[True], [False]], r"as many classes, but there are classes of the shape \(2, 1\)"),
    ],
)
def test_classes_of_another_kind_are_named(classes: Any, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        SalienceClassifier().fit([["a"], ["b"]], classes)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 1, -2], r"but is -2\.0 for row 2"),
        ([1, float("nan"), 1], r"but is nan for row 1"),
        ([1, 1], r"the shape \(2,\) must be \(3,\)"),
        (3, r"the shape \(\) must be \(3,\)"),
        (["a", 1, 1], r"could not convert string to float: 'a'"),
        ([0, 0, 0], r"all rows of a class have 0"),
        ([1, 0, 0], r"all rows of a class have 0"),
    ],
)
def test_weights_of_another_kind_are_named(weights: Any, message: str) -> None:
    with pytest.raises(
        CorpusError, match="sample_weight must be a number for each row.*" + message
    ):
        SalienceClassifier().fit([["a"], ["b"], ["b"]], [True, False, False], weights)


def test_no_rows_to_fit_and_none_to_predict() -> None:
    with pytest.raises(CorpusError, match="two classes"):
        SalienceClassifier().fit([], [])
    assert SalienceClassifier().fit(X, Y).predict_proba([]).shape == (0, 2)


def test_a_weight_of_two_is_a_row_twice() -> None:
    weights = np.where(np.arange(len(X)) % 3, 1, 2)
    weighted = SalienceClassifier().fit(X, Y, sample_weight=weights)
    repeated = [i for i, n in enumerate(weights) for _ in range(n)]
    twice = SalienceClassifier().fit([X[i] for i in repeated], [Y[i] for i in repeated])
    np.testing.assert_allclose(weighted.predict_proba(X), twice.predict_proba(X), atol=1e-6)
    without = SalienceClassifier().fit(X, Y)
    assert np.abs(weighted.predict_proba(X) - without.predict_proba(X)).max() > 5e-3


def test_in_a_pipeline_with_a_table_or_a_list() -> None:
    from_table = pipeline().fit(TABLE, TABLE["salient"])
    from_list = pipeline().fit(ROWS, Y)
    np.testing.assert_array_equal(from_table.predict_proba(ROWS), from_list.predict_proba(TABLE))
    assert from_table.score(TABLE, Y) > 0.8


@pytest.mark.parametrize("data", [TABLE, ROWS], ids=["table", "list"])
def test_in_a_grid_search_over_documents(data: Any) -> None:
    grid = {
        "classifier__C": [0.01, 1.0],
        "features__groups": [("head-lex",), DUNIETZ_GILLICK],
    }
    search = GridSearchCV(pipeline(), grid, cv=GroupKFold(3), scoring="average_precision")
    search.fit(data, Y, groups=TABLE["document"])
    assert search.best_params_["features__groups"] == DUNIETZ_GILLICK
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()


def test_in_cross_validation() -> None:
    scores = cross_val_predict(
        SalienceClassifier(),
        X,
        Y,
        groups=TABLE["document"],
        cv=GroupKFold(3),
        method="predict_proba",
    )
    assert scores.shape == (len(X), 2)


def test_a_fitted_estimator_can_be_copied_to_another_process() -> None:
    fitted = pipeline().fit(TABLE, Y)
    again = pickle.loads(pickle.dumps(fitted))  # noqa: S301
    np.testing.assert_array_equal(again.predict_proba(TABLE), fitted.predict_proba(TABLE))


def test_feature_order_is_fixed() -> None:
    row = attribute_row(centrality=3)
    names = [
        s.split("=")[0]
        for s in EntityFeaturizer((*DUNIETZ_GILLICK, "centrality")).transform([row])[0]
    ]
    assert names == [*DUNIETZ_GILLICK, "centrality"]
    backwards = EntityFeaturizer(("centrality", *reversed(DUNIETZ_GILLICK)))
    assert [s.split("=")[0] for s in backwards.transform([row])[0]] == names


def test_no_seed_matters_and_no_random_number_is_drawn() -> None:
    found = []
    for seed in (0, 1):
        np.random.seed(seed)
        before = np.random.get_state()[1].tolist()
        found.append(pipeline().fit(TABLE, Y).predict_proba(TABLE).tobytes())
        assert np.random.get_state()[1].tolist() == before
    assert found[0] == found[1]


def test_neither_columns_nor_their_order_nor_the_index_matter() -> None:
    expected = EntityFeaturizer().transform(ROWS)
    shuffled = (
        TABLE[TABLE.columns[::-1]].assign(more=1).set_index(pd.Index(range(9, 9 + len(ROWS))))
    )
    assert EntityFeaturizer().transform(shuffled) == expected
    backwards = [dict(reversed(list(row.items())), more=None) for row in ROWS]
    assert EntityFeaturizer().transform(backwards) == expected
    read = {name for group in DEFAULT for name in GROUPS[group].reads}
    alone = [{name: row[name] for name in read} for row in ROWS]
    assert EntityFeaturizer().transform(alone) == expected


def test_a_mapping_that_lacks_an_attribute_is_named_by_every_estimator_of_a_pipeline() -> None:
    fitted = pipeline().fit(TABLE, Y)
    lacking = [{k: v for k, v in row.items() if k != "head"} for row in ROWS]
    with pytest.raises(CorpusError, match=r"no column 'head', which 'head-lex' needs"):
        fitted.predict_proba(lacking)
    with pytest.raises(CorpusError, match=r"no column 'head', which 'head-lex' needs"):
        pipeline().fit(lacking, Y)


def test_words_of_another_corpus_are_no_error_and_add_nothing() -> None:
    fitted = pipeline().fit(TABLE, Y)
    other = fitted.predict_proba(TABLE.assign(head="a word that training never saw"))
    [without] = fitted[:-1].transform([ROWS[0]])
    without = [feature for feature in without if not feature.startswith("head-lex=")]
    assert other[0].tolist() == fitted[-1].predict_proba([without])[0].tolist()


@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
def test_a_row_without_weight_is_a_row_left_out(kind: Callable[[Any], Any]) -> None:
    kept = [i for i in range(len(X)) if i % 4]
    weights = kind([float(i % 4 > 0) for i in range(len(X))])
    weighted = pipeline().fit(TABLE, Y, classifier__sample_weight=weights)
    without = pipeline().fit(TABLE.iloc[kept], [Y[i] for i in kept])
    np.testing.assert_allclose(
        weighted.predict_proba(TABLE), without.predict_proba(TABLE), atol=2e-3
    )


def test_weights_go_through_a_grid_search() -> None:
    search = GridSearchCV(pipeline(), {"classifier__C": [0.1, 1.0]}, cv=GroupKFold(3))
    weights = np.where(Y, 3.0, 1.0)
    search.fit(TABLE, Y, groups=TABLE["document"], classifier__sample_weight=weights)
    best = clone(pipeline()).set_params(**search.best_params_)
    best.fit(TABLE, Y, classifier__sample_weight=weights)
    expected = best.predict_proba(TABLE)
    assert search.predict_proba(TABLE).tobytes() == expected.tobytes()


def same(row: list[str]) -> list[str]:
    return row


def test_output_is_a_table_from_the_first_step_that_makes_it_dense() -> None:
    with pytest.raises(ValueError, match="EntityFeaturizer"):  # lists of strings are no table
        pipeline().set_output(transform="pandas")
    steps = make_pipeline(
        EntityFeaturizer(), CountVectorizer(analyzer=same, binary=True), TruncatedSVD(2)
    )
    steps[-1].set_output(transform="pandas")
    dense = steps.fit_transform(TABLE)
    assert list(dense.columns) == ["truncatedsvd0", "truncatedsvd1"] and len(dense) == len(TABLE)
    assert set(steps[1].get_feature_names_out()) == {f for row in X for f in row}


@given(st.lists(st.text("abcé\ud800"), max_size=9), st.integers(1, 2**31 - 1))
def test_columns_are_those_of_the_feature_hasher(features: list[str], n: int) -> None:
    hasher = FeatureHasher(n, input_type="string", alternate_sign=False, dtype=np.float32)
    hashed = hasher.transform([[f.encode("utf-8", "surrogatepass")] for f in features] or [[]])
    assert hash_columns(features, n).tolist() == hashed.indices.tolist()


def test_a_search_finds_its_tags_and_scores() -> None:
    fitted = SalienceClassifier().fit(X, Y)
    assert fitted.score(X, Y) == np.mean(fitted.predict(X) == Y)
    assert fitted.score(X, Y, np.arange(len(X))) != fitted.score(X, Y)
    assert get_tags(fitted).estimator_type == "classifier" and get_tags(fitted).requires_fit
    assert not get_tags(fitted).input_tags.two_d_array
    assert get_tags(EntityFeaturizer()).transformer_tags is not None


def test_both_show_their_parameters_in_a_notebook() -> None:
    assert "SalienceClassifier" in SalienceClassifier(C=0.5)._repr_html_()
    html = pipeline()._repr_html_()
    assert "EntityFeaturizer" in html and "SalienceClassifier" in html
