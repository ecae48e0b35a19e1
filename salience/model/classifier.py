"""Hashed logistic regression over feature strings (Dunietz and Gillick 2014, section 3)."""

import copy
import itertools
import json
import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from salience.arrays import Float64Array, IndexArray
from salience.errors import CorpusError, SalienceError
from salience.features.coded import Coded, FeatureRows, hash_columns
from salience.features.estimator import Estimator
from salience.features.rows import missing
from salience.learning.logistic import logistic_regression
from salience.storage.saved_model import Contents

_WEIGHTS = "sample_weight must be a number for each row, 0 or more, and more for some of each class"


class SalienceClassifier(Estimator):
    """Feature hashing and L2 logistic regression. A scikit-learn classifier.

    Its rows are feature strings, as `EntityFeaturizer` makes them. It has two classes; the second
    in sorted order (True, 1) is predicted from a probability of `threshold` on. The same rows in
    the same order give the same model, to the last bit.

    Args:
        n_features: Number of columns that features are hashed into.
        C: Inverse strength of the regularization.
        threshold: 0.3 in the paper, which there was close to the best F1.

    Attributes:
        classes_: The two classes.
        coef_: Weights, `n_features` of them, float32 (float64 if they were rescaled); 0 where no
            training feature fell.
        intercept_: The bias.
        features_: The training features, by column and then by name.
        columns_: The column of each.

    Example:
        >>> rows = [["1st-loc=2"], ["1st-loc=2", "head-lex=nasa"], ["1st-loc=5"], ["1st-loc=6"]]
        >>> classifier = SalienceClassifier().fit(rows, [True, True, False, False])
        >>> classifier.predict([["1st-loc=2"], ["1st-loc=9"], []]).tolist()
        [True, True, True]
        >>> classifier.predict_proba([["1st-loc=2"], ["1st-loc=5"]])[:, 1].round(1).tolist()
        [0.6, 0.4]
    """

    _estimator_type = "classifier"

    def __init__(self, n_features: int = 100_000, C: float = 1.0, threshold: float = 0.3) -> None:
        self.n_features = n_features
        self.C = C
        self.threshold = threshold

    def fit(
        self, X: FeatureRows | Coded, y: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn the weights.

        Args:
            X: The feature strings of each entity; they are read once, one after the other. Or
                the same by number, which is faster; see `EntityFeaturizer.coded`.
            y: The class of each.
            sample_weight: The weight of each, 0 or more; 1 without it.

        Raises:
            SalienceError: If a parameter is out of its range.
            CorpusError: If there are not two classes, or weights are wrong.
        """
        self.check_parameters()
        rows = X if isinstance(X, Coded) else Coded.from_rows(X)
        self.classes_, classes = _classes(y, len(rows))
        weights = None if sample_weight is None else check_weights(sample_weight, len(classes))
        if weights is not None and not np.bincount(classes, weights).all():
            raise CorpusError(f"{_WEIGHTS}, but all rows of a class have 0. Leave such rows out.")
        matrix = rows.matrix(self.n_features)
        columns = np.unique(matrix.indices)
        each = np.ones(len(classes)) if weights is None else weights
        negative, positive = (
            np.asarray(np.bincount(rows.rows, each * (classes == kind), matrix.shape[0]), float)
            for kind in (0, 1)
        )
        with threadpool_limits(1):  # sums in parallel would differ with the number of threads
            learned, self.intercept_ = logistic_regression(
                matrix[:, columns], positive, negative, self.C
            )
        self.coef_: NDArray[Any] = np.zeros(self.n_features, np.float32)
        self.coef_[columns] = learned
        places = hash_columns(rows.features, self.n_features).tolist()
        by_column = sorted(zip(places, rows.features, strict=True))
        self.columns_ = np.array([column for column, _ in by_column], np.int32)
        self.features_ = tuple(feature for _, feature in by_column)
        return self

    def decision_function(self, X: FeatureRows) -> Float64Array:
        """The logit of each row: bias and weights, summed without rounding errors.

        The order of features and rows does not matter: a row has the same logit alone, among
        others, and in an explanation.
        """
        self._check_fitted()
        rows, bias = Coded.from_rows(X), self.intercept_
        weights = self.coef_[hash_columns(rows.features, self.n_features)][rows.codes].tolist()
        ends = itertools.pairwise(rows.ends.tolist())
        return np.array([math.fsum((bias, *weights[a:b])) for a, b in ends], np.float64)

    def predict_proba(self, X: FeatureRows) -> Float64Array:
        """The probability of each class for each row, in the order of `classes_`."""
        positive = expit(self.decision_function(X))
        return np.column_stack([1 - positive, positive])

    def predict(self, X: FeatureRows) -> NDArray[Any]:
        """The class of each row: the second from a probability of `threshold` on."""
        salient = self.predict_proba(X)[:, 1] >= self.threshold
        return np.asarray(self.classes_[salient.astype(int)])

    def score(self, X: FeatureRows, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """The share of rows whose class is predicted right."""
        right = self.predict(X) == np.asarray(y)
        weights = None if sample_weight is None else np.asarray(sample_weight)
        return float(np.average(right, weights=weights))

    def rescaled(self, a: float, b: float) -> Self:
        """A classifier whose logit is `a * logit + b`; see `salience.recalibrate`.

        Weights are multiplied without rounding if they and a are of single precision, so that the
        sums of weights stay in their order.
        """
        self._check_fitted()
        scaled = copy.copy(self)
        scaled.coef_ = self.coef_.astype(np.float64) * a
        scaled.intercept_ = a * self.intercept_ + b
        return scaled

    def weights(self, features: Iterable[str]) -> dict[str, float]:
        """The weight of each feature string, whether it was seen in training or not."""
        names = list(features)
        weights = self.coef_[hash_columns(names, self.n_features)]
        return dict(zip(names, weights.tolist(), strict=True))

    def collisions(self, feature: str) -> tuple[str, ...]:
        """The other training features that share a feature's column, and so its weight."""
        [column] = hash_columns([feature], self.n_features)
        first, last = np.searchsorted(self.columns_, [column, column + 1])
        return tuple(other for other in self.features_[first:last] if other != feature)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """What is saved of it: the weights of columns with a training feature, and these."""
        return {
            "bias": np.array(self.intercept_),
            "weights": self.coef_[np.unique(self.columns_)],
            # Sorted by column: the steps between them are small, and compress well.
            "column_steps": np.diff(self.columns_, prepend=np.int32(0)),
            "features": np.frombuffer(json.dumps(self.features_).encode(), np.uint8),
        }

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:
        """The classifier of a saved model; an error of `DAMAGE` if it is not from `to_arrays`."""
        fields = contents.fields
        classifier = cls(fields["n_features"], fields["C"], fields["threshold"])
        classifier.check_parameters()
        features = json.loads(contents.numbers("features", whole=True).tobytes())
        steps = contents.numbers("column_steps", least=0, most=2**31 - 1, whole=True)
        columns = np.cumsum(steps, dtype=np.int64)
        used = np.unique(columns)
        weights, bias = contents.numbers("weights"), float(contents.numbers("bias", ndim=0))
        if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
            raise ValueError("features must be a list of texts")
        if len(features) != len(columns) or weights.shape != used.shape:
            raise ValueError(
                f"{len(features)} features in {len(columns)} columns, {len(used)} different ones, "
                f"can't have {weights.size} weights"
            )
        if len(used) and used[-1] >= classifier.n_features:
            raise ValueError(f"columns must be from 0 to {classifier.n_features - 1}")
        if hash_columns(features[:100], classifier.n_features).tolist() != columns[:100].tolist():
            raise ValueError(f"features are not where n_features={classifier.n_features} puts them")
        if weights.dtype not in (np.float32, np.float64):
            raise ValueError(f"weights must be float32 or float64, but are {weights.dtype}")
        classifier.classes_ = np.array([False, True])
        classifier.intercept_ = bias
        classifier.coef_ = np.zeros(classifier.n_features, weights.dtype)
        classifier.coef_[used] = weights
        classifier.columns_ = columns.astype(np.int32)
        classifier.features_ = tuple(features)
        return classifier

    def check_parameters(self) -> None:
        """Raise a SalienceError if a parameter is out of its range."""
        rules: tuple[tuple[str, str, type, Callable[[Any], bool]], ...] = (
            ("n_features", "a whole number from 1 on", Integral, lambda n: 1 <= n < 2**31),
            ("C", "above 0", Real, lambda n: n > 0),
            ("threshold", "from 0 to 1", Real, lambda n: 0 <= n <= 1),
        )
        for name, rule, kind, holds in rules:
            value = getattr(self, name)
            if isinstance(value, bool) or not (isinstance(value, kind) and holds(value)):
                raise SalienceError(f"{name} must be {rule}, but is {value!r}.")

    def _check_fitted(self) -> None:
        if not hasattr(self, "coef_"):
            from sklearn.exceptions import NotFittedError

            raise NotFittedError(f"this {type(self).__name__} is not fitted yet. Call `fit` first.")

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import ClassifierMixin

        tags = self._tags(ClassifierMixin)
        tags.classifier_tags.multi_class = False
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        return tags


def _classes(y: ArrayLike, n_rows: int) -> tuple[NDArray[Any], IndexArray]:
    values = np.asarray(y)
    if values.shape != (n_rows,):
        given = len(values) if values.ndim == 1 else f"classes of the shape {values.shape}"
        raise CorpusError(f"{n_rows} rows need as many classes, but there are {given}.")
    gone = np.array([missing(value) for value in values.tolist()], bool)
    classes = np.unique(values[~gone])
    if len(classes) != 2 or gone.any():
        raise CorpusError(
            f"training needs salient and other entities, two classes and none missing, but the "
            f"classes of the {n_rows} rows are {np.unique(values.astype(str)).tolist()}. "
            "Label more documents, or look at `salience label`'s report."
        )
    return classes, np.searchsorted(classes, values)


def check_weights(sample_weight: ArrayLike, n_rows: int) -> Float64Array:
    """The weights as numbers, which must be as many as rows, each at least 0."""
    try:
        weights = np.asarray(sample_weight, np.float64)
    except (TypeError, ValueError) as error:
        raise CorpusError(f"{_WEIGHTS}: {error}.") from None
    if weights.shape != (n_rows,):
        raise CorpusError(f"{_WEIGHTS}; the shape {weights.shape} must be {(n_rows,)}.")
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(wrong):
        raise CorpusError(f"{_WEIGHTS}, but is {weights[wrong[0]]} for row {wrong[0]}.")
    return weights
