"""The classifier of periods, learned from texts whose sentences are known.

scikit-learn learns it; a trained model does without.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

from salience.arrays import BoolArray, IndexArray
from salience.errors import SalienceError
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.candidates import candidates, line_starts
from salience.sentences.features import WordCounts, features, word_hash
from salience.sentences.splitter import by_rule, next_start

Learner = Literal["svm", "naive-bayes"]
Text = tuple[str, Sequence[int]]
"""A text, and the offsets at which its sentences begin."""

SMOOTHING = 0.1
"""Added to the counts of Naive Bayes; 0.01 to 0.3 did as well on the tuning set."""
_FOLDS = 5
_NOTHING = 1e-6
"""A feature with a smaller weight is left out of a model."""


class Example(NamedTuple):
    """A period that the classifier decides, and whether a sentence ends with it."""

    left: str
    right: str
    boundary: bool
    text: int
    mark: int
    next: int


def examples(texts: Iterable[Text], counts: WordCounts) -> Iterator[Example]:
    """The periods of texts, without those that a rule decides."""
    for number, (text, starts) in enumerate(texts):
        begins = set(starts)
        for candidate in candidates(text, frozenset(line_starts(text))):
            if candidate.marks == "." and by_rule(candidate, text, counts) is None:
                start = next_start(candidate, text, counts)
                words = candidate.left, candidate.right
                yield Example(*words, start in begins, number, candidate.mark, start)


def train(
    texts: Sequence[Text],
    *,
    learner: Learner = "svm",
    C: float = 1.0,
    counts: WordCounts | None = None,
    card: Mapping[str, Any] | None = None,
) -> BoundaryModel:
    """Train a classifier of periods.

    A linear SVM's margins become probabilities by a logistic function, fitted to those of models of
    other texts (Platt); Naive Bayes has its own.

    Args:
        texts: Raw texts, as the model will see them, with their sentences.
        learner: `svm` (hinge loss, as in the paper) or `naive-bayes`.
        C: What errors cost the SVM.
        counts: Of the words of the training text; those of `texts` if None.
        card: What a reader should know of the model.

    Raises:
        SalienceError: If the texts have no period of one of the two kinds.

    Example:
        >>> texts = [("Mr. Lee left. He slept.", [0, 14]), ("Mr. Ray sat. She ran.", [0, 13])]
        >>> model = train(texts, learner="naive-bayes")
        >>> model.probability("Mr.", "Orr") < 0.5 < model.probability("ran.", "He")
        True
    """
    counts = counts or WordCounts.from_texts([text for text, _ in texts])
    model = fit(list(examples(texts, counts)), counts, learner=learner, C=C)
    return replace(model, card=dict(card or {}))


def fit(
    periods: Sequence[Example], counts: WordCounts, *, learner: Learner = "svm", C: float = 1.0
) -> BoundaryModel:
    """Fit a classifier to periods; it is a `SalienceError` if they are not of both kinds."""
    boundary = np.array([example.boundary for example in periods], bool)
    if not boundary.any() or boundary.all():
        raise SalienceError(
            f"there are {boundary.sum()} periods that end a sentence and {(~boundary).sum()} that "
            "do not; training needs both. Give more texts."
        )
    rows, columns = _matrix(periods, counts)
    if learner == "naive-bayes":
        bayes = MultinomialNB(alpha=SMOOTHING).fit(rows, boundary)
        weights = np.diff(bayes.feature_log_prob_, axis=0)[0]
        bias, slope, offset = float(np.diff(bayes.class_log_prior_)[0]), 1.0, 0.0
    else:
        svm = LinearSVC(C=C, loss="hinge", max_iter=100_000, random_state=0)
        slope, offset = _platt(svm, rows, boundary, np.array([e.text for e in periods]))
        svm.fit(rows, boundary)
        weights, bias = svm.coef_[0], float(svm.intercept_[0])
    kept = np.abs(weights) > _NOTHING
    values = weights[kept].astype(np.float32).tolist()
    table = dict(zip(columns[kept].tolist(), values, strict=True))
    return BoundaryModel(table, counts, bias, slope, offset)


def _matrix(periods: Sequence[Example], counts: WordCounts) -> tuple[sparse.csr_matrix, IndexArray]:
    """The features of examples, a row each, and the hash of each column."""
    hashes = np.array(
        [[word_hash(name) for name in features(e.left, e.right, counts)] for e in periods], np.int64
    )
    columns, places = np.unique(hashes, return_inverse=True)
    ends = np.arange(0, places.size + 1, hashes.shape[1])
    shape = (len(periods), len(columns))
    return sparse.csr_matrix((np.ones(places.size), places.ravel(), ends), shape), columns


def _platt(
    svm: LinearSVC, rows: sparse.csr_matrix, boundary: BoolArray, groups: IndexArray
) -> tuple[float, float]:
    """Slope and offset of the logistic function from margins to probabilities."""
    parts = min(_FOLDS, len(np.unique(groups)))
    # Where a part lacks one of the classes, margins are taken as they are.
    folds = list(GroupKFold(parts).split(rows, boundary, groups)) if parts > 1 else []
    if not folds or any(len(np.unique(boundary[train])) < 2 for train, _ in folds):
        return 1.0, 0.0
    margins = cross_val_predict(svm, rows, boundary, cv=folds, method="decision_function")
    fitted = LogisticRegression(C=np.inf).fit(margins[:, None], boundary)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])
