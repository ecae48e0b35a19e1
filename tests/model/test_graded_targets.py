"""Grades as targets: the model of doubled rows is the model of shares."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from salience.cli import app as cli
from salience.errors import CorpusError
from salience.model.graded_targets import graded_rows
from salience.model.salience_model import load_model, train
from tests.support.builders import toy_rows

TABLE = pd.DataFrame(toy_rows())


def graded(grades: object, abstracts: int = 4) -> pd.DataFrame:
    return TABLE.assign(grade=grades, abstracts=abstracts)


def test_one_abstract_makes_grades_that_are_plain_labels() -> None:
    table = graded(TABLE["salient"].astype(int), abstracts=1)
    plain, by_grade = train(table), train(table, graded=True)
    assert by_grade.card == plain.card
    np.testing.assert_allclose(by_grade.predict(table), plain.predict(table), atol=1e-3)


def test_who_is_in_more_abstracts_gets_a_higher_probability() -> None:
    early = TABLE["first_sentence"] == 0
    model = train(graded(np.where(early, 3, 1)), groups=["1st-loc"], graded=True, C=1000.0)
    probability = model.predict(TABLE)
    assert probability[early].mean() == pytest.approx(0.75, abs=0.02)
    assert probability[~early].mean() == pytest.approx(0.25, abs=0.02)


def test_ratings_have_no_grade() -> None:
    rated = TABLE.assign(rating=1)
    with pytest.raises(CorpusError, match=r"ratings have no grade, .* Train without grades"):
        train(rated, graded=True)


def test_weights_multiply_shares_and_add_up_to_themselves() -> None:
    weight = np.linspace(0.5, 2, len(TABLE))
    grades = np.arange(len(TABLE)) % 5
    rows, weights = graded_rows(graded(grades), weight)
    assert weights.sum() == pytest.approx(weight.sum())
    assert weights[rows["salient"]].sum() == pytest.approx((weight * grades / 4).sum())
    assert (weights > 0).all()


@pytest.mark.parametrize(
    ("grade", "abstracts", "message"),
    [
        (5, 4, r"at least 1, but is 5 in row 0 \(document 'd0'\)\. Label .* train without grades"),
        (-1, 4, r"'grade' must be .* is -1 in row 0"),
        (0, 0, r"'grade' must be .* but is 0 in row 0"),
        (float("nan"), 4, r"'grade' must be .* but is nan in row 0"),
    ],
)
def test_grades_out_of_range_are_named(grade: float, abstracts: int, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        graded_rows(graded(grade, abstracts))


def test_labels_without_the_number_of_abstracts_are_refused() -> None:
    with pytest.raises(CorpusError, match="no column 'abstracts', which graded training needs"):
        train(TABLE.assign(grade=1), graded=True)


def test_the_command_line_trains_on_grades(tmp_path) -> None:  # type: ignore[no-untyped-def]
    early = TABLE["first_sentence"] == 0
    path = tmp_path / "labels.csv"
    table = graded(np.where(early, 3, 1)).assign(name="x", type="PER", kb_id=None, n_mentions=1)
    table.assign(start=0, end=1, ambiguous=False).to_csv(path, index=False)
    arguments = ["train", str(path), "-o", str(tmp_path / "model"), "--graded"]
    result = CliRunner().invoke(cli.app, arguments)
    assert result.exit_code == 0, result.output
    model = load_model(tmp_path / "model")
    np.testing.assert_allclose(
        model.predict(TABLE), train(graded(np.where(early, 3, 1)), graded=True).predict(TABLE)
    )
