"""The line below a score that says how to get it again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
import pandas as pd

from salience.version import __version__


def signature(**parts: object) -> str:
    """The version of this library and the parts, each as `name=value`; None is left out.

    Numbers are written so that they can be read back exactly.

    Example:
        >>> signature(documents=2, threshold=0.1 + 0.2, system=None)
        'salience=...|documents=2|threshold=0.30000000000000004'
    """
    given: Mapping[str, object] = {"salience": __version__} | parts
    return "|".join(f"{name}={value}" for name, value in given.items() if value is not None)


def data_digest(table: pd.DataFrame) -> str:
    """Eight hex digits that change with the documents, their entities or what is salient.

    The order of rows does not matter.

    Args:
        table: A row per entity, with `document` and `salient`.

    Example:
        >>> table = pd.DataFrame({"document": ["a", "b"], "salient": [True, False]})
        >>> data_digest(table) == data_digest(table[::-1])
        True
        >>> data_digest(table) == data_digest(table.assign(salient=True))
        False
    """
    codes, documents = pd.factorize(table["document"])
    salient = table["salient"].to_numpy().astype(bool)
    n = len(documents)
    counts = zip(
        map(str, documents),
        np.bincount(codes, minlength=n).tolist(),
        np.bincount(codes[salient], minlength=n).tolist(),
        strict=True,
    )
    return hashlib.sha256(repr(sorted(counts)).encode("utf-8")).hexdigest()[:8]
