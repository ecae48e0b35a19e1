"""The types of what features are made from: rows of attributes, and tables of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

EntityRow = Mapping[str, Any]
"""The attributes of one entity by name, as `salience.attributes` makes them."""

EntityTable = pd.DataFrame | Sequence[EntityRow]
"""One row per entity: a DataFrame, or a list of mappings."""


def missing(value: Any) -> bool:
    """Whether a table has no value here: None, NaN or `pd.NA`.

    Example:
        >>> missing(None), missing(float("nan")), missing(0), missing("")
        (True, True, False, False)
    """
    return value is None or bool(pd.isna(value))
