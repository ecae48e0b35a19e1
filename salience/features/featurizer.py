"""What the model sees of an entity: feature strings, made of the attributes of `attributes`."""

from array import array
from collections.abc import Sequence
from typing import Any, Self

from salience.features.coded import Coded
from salience.features.estimator import Estimator
from salience.features.groups import GROUPS, FeatureGroup, chosen
from salience.features.rows import EntityTable, is_frame
from salience.features.table_rules import check_attribute, take_columns

_CHUNK = 50_000
"""Rows whose values are taken from a table together."""


class EntityFeaturizer(Estimator):
    """Turns attributes of entities into binary feature strings. A scikit-learn transformer.

    It learns nothing: `fit` only checks the parameters. docs/features.md says what each group makes
    of which attributes. Strings with `<=` and `>=` say which bounds a number reaches.

    Args:
        groups: `"default"`, `"dunietz-gillick"` for the five of the paper, or a list of names of
            groups and of these two.

    Example:
        >>> row = {"first_sentence": 0, "head_count": 2, "named": 1, "nominal": 0,
        ...        "pronominal": 1, "headline_words": "ADJ PROPN", "head": "nasa",
        ...        "order": 3, "in_title": 0.5}
        >>> EntityFeaturizer("dunietz-gillick").transform([row])
        [['1st-loc=2', 'head-count=3', 'mentions=3,2,3,3', 'headline-words=ADJ',
          'headline-words=PROPN', 'head-lex=nasa']]
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

    def fit_transform(self, X: EntityTable, y: object = None) -> list[list[str]]:
        """Check the parameters, and make the feature strings of every row."""
        return self.fit(X).transform(X)

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
        for name in chosen(self.groups):
            group = _Numbered(GROUPS[name])
            numbers = group.numbers(X)
            made = list(group.made)
            for row, number in zip(rows, numbers, strict=True):
                row += made[number]
        return rows

    @property
    def reads(self) -> frozenset[str]:
        """The names of the attributes that features are made of.

        Example:
            >>> sorted(EntityFeaturizer(["order", "title"]).reads)
            ['in_title', 'order']
        """
        return frozenset(name for group in chosen(self.groups) for name in GROUPS[group].reads)

    def coded(self, X: EntityTable) -> Coded:
        """The same feature strings by number: for training on a table of millions of rows.

        Example:
            >>> coded = EntityFeaturizer(["order"]).coded([{"order": n} for n in (13, 22, 13)])
            >>> coded.features, coded.rows.tolist()
            (['order=<=13', 'order=<=21'], [0, 1, 0])
        """
        groups = [_Numbered(GROUPS[name]) for name in chosen(self.groups)]
        by_group = [array("i") for _ in groups]
        for start in range(0, max(1, len(X)), _CHUNK):
            part = (X.iloc if is_frame(X) else X)[start : start + _CHUNK]
            for group, numbers in zip(groups, by_group, strict=True):
                numbers.extend(group.numbers(part, start))
        return Coded.joined([list(group.made) for group in groups], by_group)

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import TransformerMixin

        return self._tags(TransformerMixin)

    def __sklearn_is_fitted__(self) -> bool:
        return True


class _Numbered:
    """A group whose features are made once for the same values of attributes."""

    def __init__(self, group: FeatureGroup) -> None:
        self.group = group
        self.made: dict[tuple[str, ...], int] = {}
        self._known: dict[tuple[Any, ...], int] = {}

    def numbers(self, X: EntityTable, first_row: int = 0) -> list[int]:
        """The number of the features that each row has."""
        names, known, numbers = self.group.reads, self._known, []
        columns = take_columns(X, names, self.group.name, first_row=first_row)
        for row, values in enumerate(zip(*columns, strict=True), first_row):
            try:
                number = known.get(values)
            except TypeError:  # such as a list: of no kind that is allowed
                number = None
            if number is None:
                for name, value in zip(names, values, strict=True):
                    check_attribute(name, value, row)
                features = self.group.features(*values)
                number = known[values] = self.made.setdefault(features, len(self.made))
            numbers.append(number)
        return numbers
