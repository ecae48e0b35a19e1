"""The types of what features are made from: rows of attributes, and tables of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import TypeIs

EntityRow = Mapping[str, Any]
"""The attributes of one entity by name, as `salience.attributes` makes them."""

EntityTable: TypeAlias = "pd.DataFrame | Sequence[EntityRow]"
"""One row per entity: a DataFrame, or a list of mappings."""


def missing(value: Any) -> bool:
    """Whether a table has no value here: None, NaN or `pd.NA`."""
    if value is None or isinstance(value, str | int | float):
        return value is None or value != value
    pandas = sys.modules.get("pandas")  # where it has not been imported, there is no `pd.NA`
    return pandas is not None and pandas.isna(value) is True


def is_frame(value: Any) -> TypeIs[pd.DataFrame]:
    """Whether a value is a DataFrame. Where there is one, pandas has been imported."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)
