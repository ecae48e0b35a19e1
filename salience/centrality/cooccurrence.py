"""In how many documents entities occur together: what a reader knows about them beforehand."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from salience.arrays import Float64Array, UInt64Array
from salience.errors import CorpusError, SalienceError
from salience.features.rows import EntityTable
from salience.features.table_rules import take_columns
from salience.grouping import grouped
from salience.storage.model_folder import META, check_folder_for_model
from salience.storage.saved_model import Contents, SavedModel

BLOCK = 5_000_000
"""Pairs that are counted at a time, in some 200 MB, however many documents there are."""


class Cooccurrence(SavedModel):
    """In how many documents do entities occur, alone and in pairs?

    Make it with `from_documents` or `from_table`, or read it with `load_cooccurrence`. It does not
    change after that. An id is any string.

    Attributes:
        ids: The entity ids, sorted.
        min_count: Pairs that occur together in fewer documents count as never together.
        matrix: Numbers of documents, symmetric, `len(ids)` x `len(ids)`: on the diagonal those of
            an id, elsewhere those of a pair.
        documents: Hashes of the documents with two ids or more, sorted; see `counted`.

    Example:
        >>> seen = Cooccurrence.from_documents([["congress", "boehner"], ["congress"]])
        >>> seen.probabilities(["congress", "boehner"])
        array([[0. , 0.5],
               [1. , 0. ]])
    """

    FORMAT: ClassVar = "salience-cooccurrence"
    ALLOWANCE: ClassVar = 2**36
    WHAT: ClassVar = "folder of co-occurrence counts"
    ADVICE: ClassVar = "Count them with salience cooccurrence."

    def __init__(
        self,
        ids: Sequence[str],
        matrix: sparse.csr_array,
        min_count: int = 1,
        documents: UInt64Array | None = None,
    ) -> None:
        self.ids = tuple(ids)
        self.matrix = matrix
        self.min_count = min_count
        self.documents = np.array([], np.uint64) if documents is None else documents

    @classmethod
    def from_documents(cls, documents: Iterable[Iterable[str]], min_count: int = 1) -> Self:
        """Count the ids of documents; an id counts once a document.

        Args:
            documents: The ids of each.
            min_count: Least number of documents of a pair; what is rarer takes no memory.

        Raises:
            CorpusError: If an id is not a string.
        """
        _check_min_count(min_count)
        index: dict[str, int] = {}
        occurring, ends, seen = array("i"), array("q", [0]), array("Q")
        for document in documents:
            unique = _different_ids(document)
            occurring.extend([index.setdefault(id, len(index)) for id in unique])
            ends.append(len(occurring))
            if len(unique) > 1:
                seen.append(document_hash(unique))
        ids = sorted(index)
        place = np.empty(len(ids), np.int32)
        place[[index[id] for id in ids]] = np.arange(len(ids))
        held = sparse.csr_array(
            (np.ones(len(occurring), np.int32), place[np.array(occurring)], np.array(ends)),
            shape=(len(ends) - 1, len(ids)),
        )
        if min_count > 1:  # a pair is no more frequent than either of its ids
            frequent = np.flatnonzero(held.sum(0) >= min_count)
            ids, held = [ids[i] for i in frequent], held[:, frequent]
        counts = cls(ids, _pairs(held, min_count), 1, np.unique(np.array(seen, np.uint64)))
        return counts.pruned(min_count) if min_count > 1 else counts

    @classmethod
    def from_table(cls, table: EntityTable, min_count: int = 1) -> Self:
        """Count the `id` of each row in its `document`.

        Raises:
            CorpusError: If one of these columns is missing.
        """
        documents, ids = take_columns(table, ("document", "id"), "centrality")
        return cls.from_documents(grouped(zip(documents, ids, strict=True)).values(), min_count)

    def merged(self, other: Cooccurrence) -> Self:
        """The counts of two corpora together.

        They must not share documents, which would count twice: compare their `documents`.

        Raises:
            SalienceError: If one of them was pruned: what it has dropped would be missing.

        Example:
            >>> spring = Cooccurrence.from_documents([["congress", "boehner"]])
            >>> autumn = Cooccurrence.from_documents([["congress", "obama"], ["congress"]])
            >>> print(spring.merged(autumn).probabilities(["congress", "boehner"]).round(3)[0, 1])
            0.333
        """
        if most := max(self.min_count, other.min_count) - 1:
            raise SalienceError(
                f"counts pruned to pairs of at least {most + 1} documents can't be merged: pairs "
                "that were dropped might be frequent in both together. Merge first, then prune."
            )
        ids = sorted({*self.ids, *other.ids})
        index = {id: i for i, id in enumerate(ids)}

        def spread(counts: Cooccurrence) -> sparse.csr_array:
            place = np.array([index[id] for id in counts.ids], np.int32)
            old = counts.matrix.tocoo()
            shape = (len(ids), len(ids))
            return sparse.csr_array((old.data, (place[old.row], place[old.col])), shape=shape)

        matrix = sparse.csr_array(spread(self) + spread(other))
        matrix.sort_indices()
        return type(self)(ids, matrix, 1, np.union1d(self.documents, other.documents))

    def pruned(self, min_count: int) -> Self:
        """The counts without pairs that occur together in fewer than `min_count` documents.

        Ids that are left without a pair are dropped: nothing is known of them.

        Raises:
            SalienceError: If `min_count` is less than 1.

        Example:
            >>> seen = Cooccurrence.from_documents([["a", "b"], ["a", "b", "c"], ["c"]])
            >>> seen.pruned(2).ids
            ('a', 'b')
        """
        _check_min_count(min_count)
        entries = self.matrix.tocoo()
        pair = (entries.row != entries.col) & (entries.data >= min_count)
        kept = np.unique(entries.row[pair])
        place = np.full(len(self.ids), -1, np.int32)
        place[kept] = np.arange(len(kept))
        stays = pair | ((entries.row == entries.col) & (place[entries.row] >= 0))
        matrix = sparse.csr_array(
            (entries.data[stays], (place[entries.row[stays]], place[entries.col[stays]])),
            shape=(len(kept), len(kept)),
        )
        least = max(min_count, self.min_count)
        return type(self)([self.ids[i] for i in kept], matrix, least, self.documents)

    def counted(self, ids: Collection[str]) -> bool:
        """Whether a document with exactly these ids, two or more, was counted.

        Example:
            >>> seen = Cooccurrence.from_documents([["a", "b"], ["c"]])
            >>> seen.counted(["b", "a", "b"]), seen.counted(["a"])
            (True, False)
        """
        key = np.uint64(document_hash(set(ids)))
        place = int(np.searchsorted(self.documents, key))
        return place < len(self.documents) and bool(self.documents[place] == key)

    def counts(self, ids: Sequence[str], *, held_out: Collection[str] = ()) -> sparse.csr_array:
        """Numbers of documents with one or two of some ids.

        Args:
            ids: Different ids.
            held_out: The ids of one of the documents that were counted, which is to be left out.

        Returns:
            `[i, j]` is the number of documents with both, and on the diagonal that with `ids[i]`,
            `len(ids)` x `len(ids)`, without explicit zeros. An unknown id has none.
        """
        shape = (len(ids), len(ids))
        known = np.array([k for k, id in enumerate(ids) if id in self._index], np.int32)
        if not len(known):
            return sparse.csr_array(shape, dtype=np.int32)
        rows, left = [self._index[ids[k]] for k in known], set(held_out)
        cells = self.matrix[rows][:, rows].tocoo()
        out = np.array([ids[k] in left for k in known])
        number = cells.data - (out[cells.row] & out[cells.col])
        stays = number >= np.where(cells.row == cells.col, 1, self.min_count)
        row, col = known[cells.row[stays]], known[cells.col[stays]]
        counts = sparse.csr_array((number[stays], (row, col)), shape=shape)
        counts.sort_indices()
        return counts

    def probabilities(self, ids: Sequence[str], *, held_out: Collection[str] = ()) -> Float64Array:
        """P(E2|E1) for all pairs of some ids.

        Args:
            ids: Different ids.
            held_out: The ids of one of the documents that were counted, which is to be left out.

        Returns:
            `[i, j]` is P(ids[j] | ids[i]). 0 on the diagonal, and where `ids[i]` was not seen.
        """
        counts = self.counts(ids, held_out=held_out).toarray().astype(np.float64)
        alone = counts.diagonal().copy()
        np.fill_diagonal(counts, 0)
        return np.asarray(counts / np.maximum(alone, 1)[:, None])

    def contents(self) -> Contents:  # noqa: D102
        fields = {"ids": len(self.ids), "pairs": self.n_pairs, "min_count": self.min_count}
        return Contents(self.to_arrays(), fields)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        return cls.from_arrays(contents.arrays)

    def save(self, path: str | Path) -> None:
        """Write the counts as a folder, in place of counts that are there; else a ModelError."""
        self.check_folder(Path(path))
        super().save(path)

    @classmethod
    def check_folder(cls, path: Path) -> None:
        """Refuse a path where something else than counts is, such as a model."""
        check_folder_for_model(path)
        if (path / META).exists():
            cls.check_meta((path / META).read_bytes(), f"{path}/{META}")

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The counts as plain arrays, to be saved; ids as bytes of a JSON list."""
        upper = sparse.triu(self.matrix, format="coo")
        return {
            "ids": np.frombuffer(json.dumps(self.ids).encode(), np.uint8),
            "rows": upper.row.astype(np.int32),
            "columns": upper.col.astype(np.int32),
            "counts": upper.data.astype(np.int32),
            "min_count": np.array(self.min_count),
            "documents": self.documents,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The counts that `to_arrays` gave; other arrays are a KeyError or ValueError."""
        ids = json.loads(arrays["ids"].tobytes())
        if not isinstance(ids, list) or not all(isinstance(id, str) for id in ids):
            raise ValueError("ids must be a list of strings")
        if any(a >= b for a, b in pairwise(ids)):
            raise ValueError("ids must be sorted, and each there once")
        contents = Contents(arrays, {})
        rows, cols = (
            contents.numbers(name, least=0, most=len(ids) - 1, whole=True).astype(np.int64)
            for name in ("rows", "columns")
        )
        counts = contents.numbers("counts", least=1, most=2**31 - 1, whole=True)
        if not len(rows) == len(cols) == len(counts) or (rows > cols).any():
            raise ValueError("each count must be of a pair of ids, the lower one first")
        if len(np.unique(rows * len(ids) + cols)) < len(rows):
            raise ValueError("a pair must be there once")
        if np.count_nonzero(rows == cols) < len(ids):
            raise ValueError("each id must have a count of its own")
        least = contents.numbers("min_count", least=1, most=2**31 - 1, whole=True, ndim=0)
        documents = arrays.get("documents", np.array([], np.uint64))
        if documents.ndim != 1 or documents.dtype != np.uint64:
            raise ValueError("documents must be numbers of 64 bits")
        if (documents[1:] <= documents[:-1]).any():
            raise ValueError("documents must be different and sorted")
        upper = sparse.coo_array((counts, (rows, cols)), shape=(len(ids), len(ids)))
        matrix = sparse.csr_array(upper + sparse.triu(upper, 1).T)
        matrix.sort_indices()
        return cls(ids, matrix, int(least), documents)

    @property
    def n_pairs(self) -> int:
        """How many pairs of ids occur together."""
        return int((self.matrix.nnz - len(self.ids)) // 2)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {id: i for i, id in enumerate(self.ids)}


def _pairs(held: sparse.csr_array, min_count: int) -> sparse.csr_array:
    """For each pair of columns in how many rows both are; counted, and pruned, in blocks."""
    by_id = sparse.csr_array(held.T)
    work = np.cumsum(by_id @ held.sum(1))  # at most so many pairs up to each id
    cuts = np.flatnonzero(np.diff(work // BLOCK)) + 1
    blocks = []
    for start, end in zip([0, *cuts], [*cuts, len(work)], strict=True):
        block = sparse.coo_array(by_id[start:end] @ held)
        stays = (block.data >= min_count) | (block.row + start == block.col)
        entries = (block.data[stays], (block.row[stays], block.col[stays]))
        blocks.append(sparse.csr_array(entries, shape=block.shape))
    matrix = sparse.csr_array(sparse.vstack(blocks))
    matrix.sort_indices()
    return matrix


def document_hash(ids: Iterable[str]) -> int:
    """A number of 64 bits for a document with these different ids, in whatever order."""
    key = json.dumps(sorted(ids)).encode()
    return int.from_bytes(hashlib.blake2b(key, digest_size=8).digest(), "little")


def _different_ids(document: Iterable[str]) -> list[str]:
    """The different ids of a document, in order."""
    unique = [] if isinstance(document, str) else list(dict.fromkeys(document))
    wrong = (
        document if isinstance(document, str) else [id for id in unique if not isinstance(id, str)]
    )
    if wrong:
        raise CorpusError(
            f"a document must be a list of ids, each a string, but has {wrong[0]!r} in "
            f"{document!r}. Take the column 'id' of labels or scores."
        )
    return unique


def _check_min_count(min_count: int) -> None:
    """Refuse a minimum count below 1."""
    if not min_count >= 1:
        raise SalienceError(f"min_count must be at least 1, but is {min_count}. 1 keeps all pairs.")
