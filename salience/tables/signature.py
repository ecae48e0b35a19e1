"""The line below a score that says how to get it again."""

import hashlib
from collections.abc import Mapping

import numpy as np
import pandas as pd

from salience.version import __version__


def signature(**parts: object) -> str:
    """The version of this library and the parts, each as `name=value`; None is left out."""
    given: Mapping[str, object] = {"salience": __version__} | parts
    return "|".join(f"{name}={value}" for name, value in given.items() if value is not None)


def data_digest(table: pd.DataFrame) -> str:
    """Eight hex digits for the documents, their entities and which are salient, in any order."""
    names = [name for name in ("document", "entity") if name in table]
    rows = table[names].assign(salient=table["salient"].to_numpy().astype(bool)).astype(str)
    hashes = pd.util.hash_pandas_object(rows, index=False).to_numpy(np.dtype("<u8"))
    return hashlib.sha256(np.sort(hashes).tobytes()).hexdigest()[:8]
