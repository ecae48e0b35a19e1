"""What the model sees of an entity: feature strings, made of the attributes of `attributes`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin

from salience.errors import CorpusError
from salience.features.attributes import ATTRIBUTES, MAY_BE_MISSING, TEXTS
from salience.features.groups import GROUPS, chosen
from salience.features.rows import EntityTable, missing


class EntityFeaturizer(TransformerMixin, BaseEstimator):
    """Turns attributes of entities into binary feature strings. A scikit-learn transformer.

    It learns nothing: `fit` only checks the parameters. The strings of a row are those of the
    groups that are on, in the order of `salience.features.groups.GROUPS`, whose records say what
    each group makes of which attributes. Strings with `<=` and `>=` say which bounds a number
    reaches, such as `order=<=3`.

    Args:
        groups: `"default"`, `"dunietz-gillick"` for the five of the paper, or a list of names of
            groups and of these two.

    Example:
        >>> row = {"first_sentence": 0, "head_count": 2, "named": 1, "nominal": 0,
        ...        "pronominal": 1, "headline": "ADJ PROPN", "head": "nasa", "order": 3,
        ...        "in_title": 0.5}
        >>> EntityFeaturizer("dunietz-gillick").transform([row])
        [['1st-loc=2', 'head-count=3', 'mentions=3,2,3,3', 'headline=ADJ', 'headline=PROPN',
          'head-lex=nasa']]
        >>> EntityFeaturizer(["order", "title"]).transform([row])
        [['order=<=3', 'order=<=5', 'order=<=8', 'order=<=13', 'order=<=21', 'title=>=0.01',
          'title=>=0.5']]
    """

    def __init__(self, groups: str | Sequence[str] = "default") -> None:
        self.groups = groups

    def fit(self, X: EntityTable, y: object = None) -> Self:
        """Check the parameters.

        Raises:
            SalienceError: If a group has no such name.
        """
        chosen(self.groups)
        return self

    def transform(self, X: EntityTable) -> list[list[str]]:
        """The feature strings of every row.

        Args:
            X: A DataFrame with the attributes of the chosen groups as columns, or a list of
                mappings with them as keys. Others are ignored.

        Raises:
            SalienceError: If a group has no such name.
            CorpusError: If an attribute is missing or of the wrong kind, or a number is negative.
        """
        rows: list[list[str]] = [[] for _ in range(len(X))]
        for group in chosen(self.groups):
            names, features = GROUPS[group].reads, GROUPS[group].features
            made: dict[tuple[Any, ...], tuple[str, ...]] = {}
            for at, values in enumerate(zip(*columns(X, names, group), strict=True)):
                try:
                    known = values in made
                except TypeError:  # such as a list: of no kind that is allowed
                    known = False
                if not known:
                    for name, value in zip(names, values, strict=True):
                        _check_value(name, value, at)
                    made[values] = features(*values)
                rows[at] += made[values]
        return rows

    def __sklearn_is_fitted__(self) -> bool:
        return True


def columns(X: EntityTable, names: Iterable[str], wanted_by: str) -> list[list[Any]]:
    """The columns of a table as lists of Python values, whichever kind of table it is.

    Raises:
        CorpusError: If a column is missing or there twice, or a row has no value for an attribute.

    Example:
        >>> columns([{"named": 1, "head": "nasa"}], ["head", "named"], "a test")
        [['nasa'], [1]]
    """
    found = []
    for name in names:
        try:
            column = X[name] if isinstance(X, pd.DataFrame) else [row[name] for row in X]
        except KeyError:
            there = X.columns if isinstance(X, pd.DataFrame) else X[0]
            message = f"the table has no {name!r}, which {wanted_by!r} needs. {_hint(name, there)}"
            raise CorpusError(message) from None
        if isinstance(column, pd.DataFrame):
            raise CorpusError(
                f"the table has {column.shape[1]} columns {name!r}. Keep one of them."
            )
        values = column.tolist() if isinstance(column, pd.Series) else column
        needed = name in ATTRIBUTES and name not in MAY_BE_MISSING
        if needed and pd.isna(np.array(values, object)).any():
            raise CorpusError(
                f"rows of the table have no {name!r}, which {wanted_by!r} needs. "
                f"{_hint(name, ATTRIBUTES)}"
            )
        found.append(values)
    return found


def _check_value(name: str, value: Any, row: int) -> None:
    if name in MAY_BE_MISSING and missing(value):
        return
    if name in TEXTS:
        good, rule = isinstance(value, str), "a text"
    else:
        good = isinstance(value, Real) and 0 <= float(value) < math.inf
        rule = "a number of at least 0"
    if not good:
        raise CorpusError(
            f"{name!r} must be {rule}, but is {value!r} in row {row}. Make rows with `attributes`, "
            "or read them with `read_table`."
        )


def _hint(name: str, there: Iterable[Any]) -> str:
    if name not in ATTRIBUTES:
        return "Make its rows with `attributes`, or read them with `read_table`."
    if set(ATTRIBUTES).isdisjoint(there):
        return (
            "It has no features, like files of `salience published` and of scores: make labels "
            "with `salience label`, or rows with `attributes`."
        )
    return (
        "Its labels are older than this feature: make them again with `salience label`, or train "
        "on other groups, such as 'dunietz-gillick'."
    )
