"""What the model sees of an entity: feature strings, made of the attributes of `attributes`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin

from salience.errors import CorpusError
from salience.features.attributes import ATTRIBUTES, attributes
from salience.features.groups import (
    DEFAULT,
    DUNIETZ_GILLICK,
    GROUPS,
    MAKERS,
    bucket,
    chosen,
    missing,
)

__all__ = [
    "ATTRIBUTES",
    "DEFAULT",
    "DUNIETZ_GILLICK",
    "GROUPS",
    "Attributes",
    "EntityFeaturizer",
    "Table",
    "attributes",
    "bucket",
    "chosen",
    "columns",
]

Attributes = Mapping[str, Any]
Table = pd.DataFrame | Sequence[Attributes]
"""One row per entity: a DataFrame, or a list of mappings as `attributes` makes them."""

_MAY_BE_MISSING = ("first_sentence", "first_paragraph")
_TEXTS = ("headline", "head", "role", "type")


class EntityFeaturizer(TransformerMixin, BaseEstimator):
    """Turns attributes of entities into binary feature strings. A scikit-learn transformer.

    It learns nothing, so that `fit` only checks its parameters. The strings of a row are those of
    the groups that are on, in the order of `GROUPS`, whatever the order of `groups`:

    - `1st-loc=`: bucket of the index of the first sentence that mentions the entity (the paper
      buckets "count features"; the index is taken as one); absent without such a sentence
    - `head-count=`: bucket of how often the first mention's head word occurs
    - `mentions=`: the buckets of named, nominal, pronominal and all mentions, in one string
    - `headline=`: one for each POS tag among the mentions' words that stand in the headline
    - `head-lex=`: the lower-cased head word of the first mention
    - `centrality=`: the rank among the document's entities, from 1, not bucketed
    - `share=`: the share of the document's mentions, as ten times its square root, rounded
    - `rank=`, `order=`: the rank by number of mentions, and by first mention
    - `counts=`: the number of mentions, and how often the head word occurs
    - `spread=`: the share of the text from first to last mention; the tenths of it with a mention
    - `lead=`: the number of mentions in the first three sentences
    - `paragraph=`: the index of the first paragraph that mentions it; the share of those that do
    - `role=`: the first mention's dependency relation; the share of mentions that are subjects
    - `quotation=`: the share of mentions inside of quotation marks
    - `type=`: the entity type
    - `title=`: the share of the name's words that stand in the headline
    - `pagerank=`: PageRank in the graph of the document

    Strings of numbers from `rank` on say which bounds the number reaches, such as `order=<=3`.

    Args:
        groups: `"default"`, `"dunietz-gillick"` for the five of the paper, or a list of names out
            of `GROUPS` and of these two.

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

    def fit(self, X: Table, y: object = None) -> Self:
        """Check the parameters.

        Raises:
            SalienceError: If a group has no such name.
        """
        chosen(self.groups)
        return self

    def transform(self, X: Table) -> list[list[str]]:
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
            names, make = MAKERS[group]
            made: dict[tuple[Any, ...], tuple[str, ...]] = {}
            for at, values in enumerate(zip(*columns(X, names, group), strict=True)):
                try:
                    known = values in made
                except TypeError:  # such as a list: of no kind that is allowed
                    known = False
                if not known:
                    for name, value in zip(names, values, strict=True):
                        _check_value(name, value, at)
                    made[values] = make(*values)
                rows[at] += made[values]
        return rows

    def __sklearn_is_fitted__(self) -> bool:
        return True


def columns(X: Table, names: Iterable[str], wanted_by: str) -> list[list[Any]]:
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
        needed = name in ATTRIBUTES and name not in _MAY_BE_MISSING
        if needed and pd.isna(np.array(values, object)).any():
            raise CorpusError(
                f"rows of the table have no {name!r}, which {wanted_by!r} needs. "
                f"{_hint(name, ATTRIBUTES)}"
            )
        found.append(values)
    return found


def _check_value(name: str, value: Any, row: int) -> None:
    if name in _MAY_BE_MISSING and missing(value):
        return
    if name in _TEXTS:
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
