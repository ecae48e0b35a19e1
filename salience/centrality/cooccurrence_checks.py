"""Whether ids, arrays and parameters can be those of co-occurrence counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.errors import CorpusError, SalienceError


def different_ids(document: Iterable[str]) -> list[str]:
    """The different ids of a document, in order.

    Raises:
        CorpusError: If one is not a string, or the document is one.

    Example:
        >>> different_ids(["b", "a", "b"])
        ['b', 'a']
    """
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


def check_arrays(ids: Any, arrays: Mapping[str, NDArray[Any]]) -> None:
    """See that arrays are those of `Cooccurrence.to_arrays`: of ids and pairs in order, each once.

    Raises:
        KeyError, TypeError, ValueError, SalienceError: If they are not.

    Example:
        >>> check_arrays(["b", "a"], {})
        Traceback (most recent call last):
            ...
        ValueError: ids must be sorted, and each there once
    """
    if not isinstance(ids, list) or not all(isinstance(id, str) for id in ids):
        raise ValueError("ids must be a list of strings")
    if any(a >= b for a, b in pairwise(ids)):
        raise ValueError("ids must be sorted, and each there once")
    rows, cols, counts = (arrays[name] for name in ("rows", "columns", "counts"))
    if any(x.ndim != 1 or x.dtype.kind not in "iu" for x in (rows, cols, counts)):
        raise ValueError("rows, columns and counts must be lists of whole numbers")
    if not len(rows) == len(cols) == len(counts):
        raise ValueError("rows, columns and counts must be as many")
    if ((rows < 0) | (rows > cols) | (cols >= len(ids)) | (counts < 1)).any():
        raise ValueError(
            f"pairs must be of {len(ids)} ids, the lower one first, with a count from 1"
        )
    if len(np.unique(rows.astype(np.int64) * max(len(ids), 1) + cols)) < len(rows):
        raise ValueError("a pair must be there once")
    if np.count_nonzero(rows == cols) < len(ids):
        raise ValueError("each id must have a count of its own")
    check_min_count(int(arrays["min_count"]))
    documents = arrays.get("documents", np.array([], np.uint64))
    if documents.ndim != 1 or documents.dtype != np.uint64 or (np.diff(documents) == 0).any():
        raise ValueError("documents must be different numbers of 64 bits")
    if (documents[1:] < documents[:-1]).any():
        raise ValueError("documents must be sorted")


def check_min_count(min_count: int) -> None:
    """See that a minimum count is one.

    Raises:
        SalienceError: If it is less than 1.

    Example:
        >>> check_min_count(1)
    """
    if not min_count >= 1:
        raise SalienceError(f"min_count must be at least 1, but is {min_count}. 1 keeps all pairs.")
