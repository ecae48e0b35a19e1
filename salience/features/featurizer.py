"""What the model sees of an entity: feature strings, made of the attributes of `attributes`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from salience.features.estimator import Estimator
from salience.features.groups import GROUPS, chosen
from salience.features.requirements import check_attribute, take_columns
from salience.features.rows import EntityTable


class EntityFeaturizer(Estimator):
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
        for group in chosen(self.groups):
            names, features = GROUPS[group].reads, GROUPS[group].features
            made: dict[tuple[Any, ...], tuple[str, ...]] = {}
            for at, values in enumerate(zip(*take_columns(X, names, group), strict=True)):
                try:
                    known = values in made
                except TypeError:  # such as a list: of no kind that is allowed
                    known = False
                if not known:
                    for name, value in zip(names, values, strict=True):
                        check_attribute(name, value, at)
                    made[values] = features(*values)
                rows[at] += made[values]
        return rows

    @property
    def reads(self) -> frozenset[str]:
        """The names of the attributes that features are made of.

        Example:
            >>> sorted(EntityFeaturizer(["order", "title"]).reads)
            ['in_title', 'order']
        """
        return frozenset(name for group in chosen(self.groups) for name in GROUPS[group].reads)

    def __sklearn_tags__(self) -> Any:
        from sklearn.base import TransformerMixin

        return self._tags(TransformerMixin)

    def __sklearn_is_fitted__(self) -> bool:
        return True
