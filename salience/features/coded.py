"""The feature strings of entities by number, so that each string is kept and hashed once."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from murmurhash.mrmr import hash as murmurhash
from numpy.typing import NDArray

from salience.arrays import IndexArray, Int64Array
from salience.errors import CorpusError

if TYPE_CHECKING:
    from scipy import sparse

FeatureRows = Iterable[Iterable[str]]
"""The feature strings of entities, a list for each; see `EntityFeaturizer.transform`."""


def hash_columns(features: Sequence[str], n_features: int) -> NDArray[np.int32]:
    """The column of each feature string: that of scikit-learn's `FeatureHasher`."""
    # As bytes, so that unpaired surrogates have a column as well.
    hashed = (murmurhash(feature.encode("utf-8", "surrogatepass"), 0) for feature in features)
    signed = np.fromiter(hashed, np.int64, len(features)).astype(np.uint32).view(np.int32)
    # 2^31 has no positive number of 32 bits; this is what stands for it there.
    positive = np.where(signed == -(2**31), 2**31 - n_features, np.abs(signed.astype(np.int64)))
    return (positive % n_features).astype(np.int32)


@dataclass(frozen=True, slots=True)
class Coded:
    """The feature strings of entities by number, so that each string is kept and hashed once.

    `codes` are the strings of all rows, as indices of `features`; `ends` is where each row ends in
    them.
    """

    features: list[str]
    codes: NDArray[np.int32]
    ends: Int64Array
    rows: IndexArray

    @classmethod
    def from_rows(cls, rows: FeatureRows) -> Self:
        """Read rows one after the other, without keeping them; each is that of one entity."""
        index: dict[str, int] = {}
        codes, ends = array("i"), array("q", [0])
        for number, row in enumerate(rows):
            seen = len(index)
            features = [row] if isinstance(row, str) else list(row)
            try:
                codes.extend([index.setdefault(feature, len(index)) for feature in features])
                # Anything else than a string is new in the first row that has it.
                good = seen == len(index) or all(isinstance(f, str) for f in features)
            except TypeError:  # it can't be a key of a dictionary
                good = False
            if isinstance(row, str) or not good:
                raise CorpusError(
                    f"row {number} must be a list of feature strings, but is "
                    f"{row if isinstance(row, str) else features!r}. Make rows with "
                    "EntityFeaturizer."
                )
            ends.append(len(codes))
        in_rows = np.frombuffer(codes, np.int32), np.frombuffer(ends, np.int64)
        return cls(list(index), *in_rows, np.arange(len(ends) - 1))

    @classmethod
    def joined(
        cls, parts: Sequence[Sequence[tuple[str, ...]]], numbers: Sequence[Sequence[int]]
    ) -> Self:
        """Entities whose strings come in parts; `numbers` say which of each they have."""
        rows = np.zeros(len(numbers[0]), np.intp)
        columns = [np.asarray(column, np.intp) for column in numbers]
        for column in columns:
            either = rows * (column.max(initial=0) + 1) + column
            _, first, rows = np.unique(either, return_index=True, return_inverse=True)
        pieces = cls.from_rows(itertools.chain.from_iterable(parts))
        begin = np.cumsum([0, *map(len, parts)])[:-1]
        chosen = np.column_stack([column[first] for column in columns]) + begin
        lengths = np.diff(pieces.ends)[chosen].ravel()
        ends = np.concatenate([[0], np.cumsum(lengths)])
        places = np.arange(ends[-1]) + np.repeat(pieces.ends[chosen.ravel()] - ends[:-1], lengths)
        return cls(pieces.features, pieces.codes[places], ends[:: len(parts)], rows)

    def __len__(self) -> int:
        return len(self.rows)

    def matrix(self, n_features: int) -> sparse.csr_matrix:
        """The matrix that `FeatureHasher` makes of the different rows."""
        from scipy import sparse

        indices = hash_columns(self.features, n_features)[self.codes]
        ends = self.ends if len(indices) >= 2**31 else self.ends.astype(np.int32)
        ones = np.ones(len(indices), np.float32)
        matrix = sparse.csr_matrix((ones, indices, ends), shape=(len(ends) - 1, n_features))
        matrix.sum_duplicates()
        return matrix
