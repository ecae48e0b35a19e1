"""Rankers that learn nothing, to compare a model with: a score from 0 to 1 per entity.

Counts become `n / (n + 1)`, so that they keep their order and need nothing to be scaled by.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.features.rows import EntityTable
from salience.features.table_rules import take_columns

MENTIONS = ("named", "nominal", "pronominal")
"""The attributes that count mentions, by kind."""


def positional(table: EntityTable) -> Float64Array:
    """1 for an entity that is mentioned in the first sentence (Dunietz and Gillick 2014, 3.1).

    A title repeated at the start of the text is not the first sentence.
    """
    return (first_sentences(table) == 1).astype(np.float64)


def first_sentences(table: EntityTable) -> Float64Array:
    """The earlier the first mention, the higher: 1 / (k + 1) in the k-th sentence, from 0.

    With a threshold of 1 / k, entities of the first k sentences are predicted to be salient. An
    entity that only a repeated title mentions has 0.
    """
    [first] = take_columns(table, ["first_sentence"], "the position")
    return np.array([0.0 if pd.isna(k) else 1 / (k + 1) for k in first])


def everything(table: EntityTable) -> Float64Array:
    """1 for every entity: the F1 that the paper gives as 23.9 for its majority baseline.

    The paper says that a classifier that always predicts non-salient has this F1 for the salient
    class; that would be 0. With 14 % of the entities salient, calling all of them salient gives it.
    """
    return np.ones(len(table))


def mentions(table: EntityTable) -> Float64Array:
    """The number of mentions of any kind."""
    return _below_1(np.sum(take_columns(table, MENTIONS, "the number of mentions"), axis=0))


def named_mentions(table: EntityTable) -> Float64Array:
    """The number of mentions by name: what is left of `mentions` without coreference."""
    return _below_1(np.array(take_columns(table, ["named"], "the number of names")[0], np.float64))


def head_tf_idf(table: EntityTable) -> Float64Array:
    """How often the head word of the first mention occurs, the more if it does in few documents.

    TF-IDF as scikit-learn has it: the count times 1 + ln((1 + N) / (1 + df)), where df of the N
    documents *of this very table* have an entity with that head. Its labels are not looked at.
    """
    documents, heads, counts = take_columns(table, ("document", "head", "head_count"), "TF-IDF")
    held = pd.Series([head for _, head in set(zip(documents, heads, strict=True))], dtype=object)
    known = held.value_counts()
    df = known.reindex(heads).to_numpy(np.float64)
    return _below_1(
        np.array(counts, np.float64) * (1 + np.log((1 + len(set(documents))) / (1 + df)))
    )


def pagerank(table: EntityTable) -> Float64Array:
    """PageRank in the graph of the document; see `salience.features.document_pagerank`."""
    return np.array(take_columns(table, ["pagerank"], "PageRank")[0], np.float64)


def _below_1(x: Float64Array) -> Float64Array:
    x = np.asarray(x, np.float64)
    return x / (x + 1)
