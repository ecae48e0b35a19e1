"""Features by name as columns of the numbers that a learner sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from salience.arrays import Float64Array, IndexArray
from salience.compression.transduction.described import Described, Item, RuleItem

LANGUAGE = "language model"
"""The feature of the target as a whole: the logarithm (base 10) of its probability."""


@dataclass(eq=False, slots=True)
class Columns:
    """The column of each feature that is learned; others have none and weigh nothing.

    Args:
        names: The features.

    Example:
        >>> Columns(["a", "b"]).row({"b": 2.0, "c": 1.0})
        (array([1]), array([2.]))
    """

    names: list[str]
    _column: dict[str, int] = field(init=False)
    _of_rules: dict[RuleItem, tuple[IndexArray, Float64Array]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._column = {name: i for i, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> int:
        return self._column[name]

    def row(self, item: Item) -> tuple[IndexArray, Float64Array]:
        """The columns of an item, and their values."""
        if not isinstance(item, RuleItem):
            return self._row(item)
        if (found := self._of_rules.get(item)) is None:
            found = self._of_rules[item] = self._row(item.features())
        return found

    def _row(self, features: Mapping[str, float]) -> tuple[IndexArray, Float64Array]:
        pairs = [(c, v) for n, v in features.items() if (c := self._column.get(n)) is not None]
        columns = np.array([column for column, _ in pairs], np.intp)
        return columns, np.array([value for _, value in pairs], np.float64)


def frequent(sentences: Iterable[Described], least: int) -> list[str]:
    """The features that occur in so many sentences, sorted.

    Args:
        sentences: The sentences.
        least: The number of sentences.
    """
    n_sentences: Counter[str] = Counter()
    of_rules: dict[RuleItem, list[str]] = {}
    for one in sentences:
        names: set[str] = set()
        for item in one.items:
            if isinstance(item, RuleItem):
                if item not in of_rules:
                    of_rules[item] = list(item.features())
                names.update(of_rules[item])
            else:
                names.update(item)
        n_sentences.update(names)
    return sorted(name for name, n in n_sentences.items() if n >= least)


class Rows:
    """The items of a sentence as columns.

    Args:
        sentence: The sentence.
        columns: The columns.
    """

    __slots__ = ("_bounds", "_columns", "_places", "_values", "n_items")

    def __init__(self, sentence: Described, columns: Columns) -> None:
        rows = [columns.row(item) for item in sentence.items]
        lengths = [len(row) for row, _ in rows]
        self.n_items = len(rows)
        self._bounds = np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)
        self._columns = np.concatenate([row for row, _ in rows]).astype(np.int32)
        self._values = np.concatenate([values for _, values in rows])
        self._places = np.repeat(np.arange(len(rows), dtype=np.int32), lengths)

    def scores(self, weights: Float64Array) -> list[float]:
        """The score of each item."""
        products = weights[self._columns] * self._values
        found: list[float] = np.bincount(self._places, products, self.n_items).tolist()
        return found

    def features(self, used: Iterable[int]) -> dict[int, float]:
        """The sum of some items, each as often as it is given."""
        found: dict[int, float] = {}
        for item, n in Counter(used).items():
            here = slice(self._bounds[item], self._bounds[item + 1])
            for column, value in zip(
                self._columns[here].tolist(), self._values[here].tolist(), strict=True
            ):
                found[column] = found.get(column, 0.0) + n * value
        return {column: value for column, value in found.items() if value}
