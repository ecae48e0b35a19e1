"""Systems that learn nothing, to compare a model with: a score of 0 or 1 per entity."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from salience.features import Table, columns


def positional(table: Table) -> NDArray[np.float64]:
    """1 for an entity that is mentioned in the first sentence (Dunietz and Gillick 2014, 3.1).

    A title repeated at the start of the text is not the first sentence.

    Raises:
        CorpusError: If the table has no `first_sentence`.

    Example:
        >>> positional([{"first_sentence": 0}, {"first_sentence": 3}, {"first_sentence": None}])
        array([1., 0., 0.])
    """
    [first] = columns(table, ["first_sentence"], "positional")
    return np.array([float(not pd.isna(x) and x == 0) for x in first])


def everything(table: Table) -> NDArray[np.float64]:
    """1 for every entity: the F1 that the paper gives as 23.9 for its majority baseline.

    The paper says that a classifier that always predicts non-salient has this F1 for the salient
    class; that would be 0. With 14 % of the entities salient, calling all of them salient gives it.

    Example:
        >>> everything([{"first_sentence": 0}, {"first_sentence": 3}])
        array([1., 1.])
    """
    return np.ones(len(table))
