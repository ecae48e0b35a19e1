"""Ways to rank entities by what is known of them: those of the paper's section 4 and 4.2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import numpy as np
import pandas as pd

from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.graph import entity_graph, iterated, ranks_by, table_ranks, votes

Ranks = Callable[[pd.DataFrame], list[int]]
"""From a table of whole documents to the rank of each entity in its document."""

MENTIONS, GRAPH = "rank by mentions alone", "centrality"
ITERATIONS = 10
"""The paper's iterations: it "tends to converge in under 10"."""
MIN_COUNTS = (2, 5, 10, 100)
"""In how many documents a pair must occur together; the paper went from 1 to 100."""
NEIGHBOURS_FROM = 10
"""Neighbours are taken from pairs of so many documents: graphs of all would be very large."""
OUTSIDE = 0.1
"""The paper's small value k of an entity that is not in the document, in mentions."""


def variations(seen: Cooccurrence) -> dict[str, Ranks]:
    """Rankings by name: by mentions alone, centrality as it is, and the paper's variations."""
    frequent = seen.pruned(NEIGHBOURS_FROM)
    ranks = partial(table_ranks, cooccurrence=seen)
    plain = partial(ranks, rank=plain_ranks)
    return {
        MENTIONS: partial(table_ranks, cooccurrence=Cooccurrence.from_documents([])),
        GRAPH: ranks,
        "ten iterations": partial(ranks, iterations=ITERATIONS),
        f"start from mentions ({ITERATIONS})": partial(ranks, iterations=ITERATIONS, prior="start"),
        "start from mentions": partial(ranks, prior="start"),
        **{
            f"edges from {n} documents": partial(table_ranks, cooccurrence=seen.pruned(n))
            for n in MIN_COUNTS
        },
        "neighbours by counts": partial(table_ranks, cooccurrence=frequent, neighbours=OUTSIDE),
        "P(E2/E1) not normalised": partial(plain, weight="probability"),
        "undirected counts": partial(plain, weight="count"),
    }


def plain_ranks(
    ids: Sequence[str],
    mentions: Sequence[int],
    cooccurrence: Cooccurrence,
    *,
    held_out: bool,
    weight: Literal["probability", "count"],
) -> list[int]:
    """Ranks where an entity's votes are the weights of its edges, and not their shares.

    Where they are shares, counts and probabilities give the same ranks (`centrality`).
    """
    graph = entity_graph(ids, cooccurrence, held_out=held_out, weight=weight)
    together = dict.fromkeys(graph, 0)
    for id, count in zip(ids, mentions, strict=True):
        together[id] += count
    prior = np.array([*together.values()], np.float64)
    prior = prior if prior.any() else np.ones_like(prior)
    scores = iterated(votes(graph, shares=False), prior, prior, ITERATIONS)
    return ranks_by(dict(zip(graph, scores.tolist(), strict=True)), ids)
