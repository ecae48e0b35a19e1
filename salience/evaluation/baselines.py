"""Rankers that learn nothing, to compare a model with: a score from 0 to 1 per entity.

Counts become `n / (n + 1)`, so that they keep their order and need nothing to be scaled by.
"""

import numpy as np
import pandas as pd

from salience.arrays import Float64Array
from salience.features.rows import EntityTable
from salience.features.table_rules import take_columns

MENTIONS = ("named", "nominal", "pronominal")
"""The attributes that count mentions, by kind."""


def positional(table: EntityTable) -> Float64Array:
    """1 for an entity that is mentioned in the first sentence (Dunietz and Gillick 2014, 3.1)."""
    return (first_sentences(table) == 1).astype(np.float64)


def first_sentences(table: EntityTable) -> Float64Array:
    """The earlier the first mention, the higher: 1 / (k + 1) in the k-th sentence, from 0."""
    [first] = take_columns(table, ["first_sentence"], "the position")
    return np.array([0.0 if pd.isna(k) else 1 / (k + 1) for k in first])


def everything(table: EntityTable) -> Float64Array:
    """1 for every entity, which gives the F1 of 23.9 of the paper's majority baseline."""
    return np.ones(len(table))


def mentions(table: EntityTable) -> Float64Array:
    """The number of mentions of any kind."""
    return _below_1(np.sum(take_columns(table, MENTIONS, "the number of mentions"), axis=0))


def named_mentions(table: EntityTable) -> Float64Array:
    """The number of mentions by name: what is left of `mentions` without coreference."""
    return _below_1(np.array(take_columns(table, ["named"], "the number of names")[0], np.float64))


def head_tf_idf(table: EntityTable) -> Float64Array:
    """TF-IDF of the head word of the first mention, over the documents of this very table."""
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
