"""The baselines compute what their names say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import TfidfTransformer

from salience.evaluation.systems import BASELINES, head_tf_idf
from tests.support.builders import attribute_row, toy_rows

TABLE = pd.DataFrame(toy_rows(6)).assign(pagerank=0.2)


def scores(name: str, **changes: Any) -> list[float]:
    row = attribute_row(**dict.fromkeys(changes, 0))
    n = len(next(iter(changes.values())))
    table = pd.DataFrame([row] * n).assign(**changes)
    return np.asarray(BASELINES[name].score(table)).tolist()


def test_all_kinds_of_mentions_count_alike() -> None:
    assert scores("mentions", named=[1, 0], nominal=[1, 0], pronominal=[1, 3]) == [0.75, 0.75]


def test_tf_idf_is_that_of_scikit_learn() -> None:
    heads, documents = sorted(set(TABLE["head"])), sorted(set(TABLE["document"]))
    held = np.zeros((len(documents), len(heads)))
    for document, head in zip(TABLE["document"], TABLE["head"], strict=True):
        held[documents.index(document), heads.index(head)] = 1
    idf = dict(zip(heads, TfidfTransformer().fit(held).idf_, strict=True))
    expected = [n * idf[head] for n, head in zip(TABLE["head_count"], TABLE["head"], strict=True)]
    found = head_tf_idf(TABLE)
    assert (found / (1 - found)) == pytest.approx(expected)
