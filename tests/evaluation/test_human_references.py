"""What abstracts say of each other is what scikit-learn finds for all pairs of them."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score, f1_score

from salience.errors import CorpusError
from salience.evaluation.human_references import human_reference


def mentioned(n_documents: int, n_abstracts: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Labels, and which abstract mentions which entity."""
    random = np.random.default_rng(4)
    says = random.random((5 * n_documents, n_abstracts)) < random.random((5 * n_documents, 1))
    table = pd.DataFrame({"document": np.repeat(np.arange(n_documents), 5), "grade": says.sum(1)})
    return table.assign(abstracts=n_abstracts), says


@pytest.mark.parametrize("n_abstracts", [2, 5])
def test_scores_are_those_of_all_pairs(n_abstracts: int) -> None:
    table, says = mentioned(12, n_abstracts)
    pairs = list(permutations(range(n_abstracts), 2))
    one = np.concatenate([says[:, a] for a, _ in pairs])
    other = np.concatenate([says[:, b] for _, b in pairs])
    found = human_reference(table, n_bootstrap=50)
    assert found.f1 == pytest.approx(f1_score(one, other))
    assert found.kappa == pytest.approx(cohen_kappa_score(one, other))
    for name in ("f1", "kappa"):
        low, high = found.intervals[name]
        assert low < getattr(found, name) < high
    assert found == human_reference(table, n_bootstrap=50)


def test_many_abstracts_weigh_no_more_than_two() -> None:
    alike = pd.DataFrame({"document": "a", "grade": [2, 0], "abstracts": 2})
    apart = pd.DataFrame({"document": "b", "grade": [5, 5, 0, 0], "abstracts": 5})
    found = human_reference(pd.concat([alike, apart]), n_bootstrap=0)
    assert (found.f1, found.kappa, found.documents, found.abstracts) == (1, 1, 2, 3.5)
    half = alike.assign(grade=[1, 1])  # both mention one, never the same
    assert human_reference(pd.concat([half, apart]), n_bootstrap=0).f1 == pytest.approx(2 / 3)


def test_documents_with_one_abstract_are_left_out() -> None:
    table, _ = mentioned(4, 3)
    single = pd.DataFrame({"document": "x", "grade": [1, 0], "abstracts": 1})
    found = human_reference(table, n_bootstrap=9)
    assert human_reference(pd.concat([table, single]), n_bootstrap=9) == found


def test_what_has_no_reference_is_said() -> None:
    table, _ = mentioned(3, 2)
    with pytest.raises(CorpusError, match="no document has two abstracts"):
        human_reference(table.assign(abstracts=1, grade=1))
    with pytest.raises(CorpusError, match="no column 'abstracts'"):
        human_reference(table.drop(columns="abstracts"))
    with pytest.raises(CorpusError, match=r"at most that of 'abstracts', but is 3 in row 0"):
        human_reference(table.assign(grade=3))
    with pytest.raises(CorpusError, match=r"'grade' must be a whole number .* 1\.5 in row 0 "):
        human_reference(table.assign(grade=[1.5] + [1] * 14))
    with pytest.raises(CorpusError, match=r"'abstracts' must be a whole number .* but is nan"):
        human_reference(table.assign(abstracts=[np.nan] + [2] * 14))
    with pytest.raises(CorpusError, match="document 0 have different numbers of abstracts"):
        human_reference(table.assign(abstracts=[3] + [2] * 14))
    with pytest.raises(CorpusError, match=r"'document' is missing in row 0\."):
        human_reference(table.assign(document=[None, *table["document"][1:]]))
    nothing = human_reference(table.assign(grade=0), n_bootstrap=9)
    assert (nothing.f1, nothing.kappa) == (0, None)
