"""Entity centrality: PageRank over what occurs together elsewhere (Dunietz and Gillick 2014, 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from scipy import sparse

from salience.arrays import Float64Array
from salience.centrality.cooccurrence import Cooccurrence
from salience.errors import CorpusError
from salience.features.rows import EntityTable
from salience.features.table_rules import take_columns

if TYPE_CHECKING:  # imported in functions: it takes time, and scoring needs it for centrality only
    import networkx as nx

COUNTED = ("named", "nominal", "pronominal")
"""The attributes that say how often an entity is mentioned."""
DAMPING = 0.85
Prior = Literal["jumps", "start"]
"""Where the mentions of entities act in PageRank; see `centrality`."""


def entity_graph(
    ids: Sequence[str],
    cooccurrence: Cooccurrence,
    *,
    held_out: bool = False,
    neighbours: bool = False,
    weight: Literal["probability", "count"] = "probability",
) -> nx.DiGraph[str]:
    """The graph of a document: an edge from E1 to E2 has the weight P(E2|E1).

    The last two arguments are variations that the paper tried (section 4.2); another is the minimum
    count of an edge: pass `cooccurrence.pruned(min_count)`.

    Args:
        ids: The ids of its entities, in order. Entities with the same id are one node.
        cooccurrence: Counts of other documents.
        held_out: Whether this document is among those that were counted and must not testify for
            itself: then it is taken out of every count. Without that, any two entities of a
            training document are known to be related, and a model learns to trust a graph that
            it won't have for new documents.
        neighbours: Whether all entities that were ever seen with one of the document are nodes
            too, after its own, with all edges among them. Such graphs are large; prune first.
        weight: `count` for an undirected graph, whose weights are numbers of documents that have
            both; each edge stands for both directions.

    Returns:
        A graph with the ids as nodes, in order. There are no edges of weight 0, and none from a
        node to itself.

    Example:
        >>> seen = Cooccurrence.from_documents([["congress", "boehner"], ["congress"]])
        >>> list(entity_graph(["boehner", "congress", "fema"], seen).edges(data="weight"))
        [('boehner', 'congress', 1.0), ('congress', 'boehner', 0.5)]
        >>> list(entity_graph(["boehner"], seen, neighbours=True))
        ['boehner', 'congress']
    """
    import networkx as nx

    inside = list(dict.fromkeys(ids))
    nodes = inside + (cooccurrence.neighbours(inside) if neighbours else [])
    counts = cooccurrence.counts(nodes, held_out=inside if held_out else ())
    alone, pairs = counts.diagonal(), counts.tocoo()
    weights = pairs.data / alone[pairs.row] if weight == "probability" else pairs.data
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from(
        (nodes[i], nodes[j], w)
        for i, j, w in zip(pairs.row.tolist(), pairs.col.tolist(), weights.tolist(), strict=True)
        if i != j
    )
    return graph


def centrality(
    graph: nx.DiGraph[str],
    mentions: Mapping[str, int],
    *,
    outside: float = 0.0,
    prior: Prior = "jumps",
    iterations: int | None = None,
) -> dict[str, float]:
    """Weighted PageRank of the entities of a document, with their mentions as the prior.

    The paper starts the iteration from the normalised mention counts. That has no effect on what it
    converges to: PageRank with a damping factor below 1 has one solution, whatever it starts from.
    Here the prior acts where it does have an effect, as personalization: a random jump, and a step
    from a node without edges, leads to an entity in proportion to its mentions. The paper's words,
    taken literally, are `prior="start", iterations=10`: after the ten iterations in which it "tends
    to converge" a fifth of the start is left (0.85 to the power of 10).

    A node's votes are its edge weights divided by their sum, as networkx has it. So P(E2|E1) and
    plain counts give the same scores: what E1's counts are divided by cancels out.

    Args:
        graph: From `entity_graph`.
        mentions: How often each entity of the document is mentioned in its text. Where none is,
            as where the headline alone names entities, the prior of all is the same.
        outside: The prior of a node that is not in the document, in mentions: the small value k
            of the paper's section 4.2.
        prior: Where the mentions act: on the `jumps`, or only at the `start`, with jumps to all
            nodes alike.
        iterations: Stop after so many. Without it, when the scores no longer change.

    Returns:
        Scores by node, in the order of the nodes; they sum to 1. Empty for an empty graph.

    Raises:
        CorpusError: If mentions are no numbers of at least 0.
        ValueError: If `iterations` is less than 0.

    Example:
        >>> seen = Cooccurrence.from_documents([["boehner", "congress"], ["congress", "fema"]])
        >>> scores = centrality(entity_graph(["fema", "boehner"], seen), {"fema": 3, "boehner": 1})
        >>> round(scores["fema"], 6), round(scores["boehner"], 6)
        (0.75, 0.25)
    """
    import networkx as nx

    if not graph:
        return {}
    counts = {node: mentions.get(node, outside) for node in graph}
    for node, count in counts.items():
        if not 0 <= count < inf:
            raise CorpusError(
                f"mentions must be a number of at least 0, but entity {node!r} has {count!r}. "
                "Count them, or leave the entity out."
            )
    counted = counts if any(counts.values()) else None  # None: all nodes alike
    if iterations is not None:
        start = np.array([*(counted or dict.fromkeys(graph, 1)).values()], np.float64)
        jumps = start if prior == "jumps" else np.ones_like(start)
        scores = iterated(votes(graph, shares=True), start, jumps, iterations)
        return dict(zip(graph, scores.tolist(), strict=True))
    ranked: dict[str, float] = nx.pagerank(
        graph,
        DAMPING,
        personalization=counted if prior == "jumps" else None,
        nstart=counted if prior == "start" else None,
        weight="weight",
    )
    return ranked


def votes(graph: nx.DiGraph[str], *, shares: bool) -> sparse.csr_array:
    """The votes of each node for the others, of shape (nodes, nodes), in the order of the graph.

    With `shares` the votes of a node are divided by their sum; else they are the weights.
    """
    import networkx as nx

    weights = sparse.csr_array(nx.to_scipy_sparse_array(graph, weight="weight", format="csr"))
    weights = weights.astype(np.float64)
    out = weights.sum(axis=1)
    if shares:
        weights.data /= np.repeat(out, np.diff(weights.indptr))
    return weights


def iterated(
    votes: sparse.csr_array, start: Float64Array, jumps: Float64Array, iterations: int
) -> Float64Array:
    """The scores of nodes after some iterations of PageRank; they sum to 1.

    `votes[i, j]` is the vote of node i for node j. The votes of a node need not sum to 1; one
    without any votes as the jumps do. `start` and `jumps` need not sum to 1 either.

    Example:
        >>> votes = sparse.csr_array([[0.0, 1.0], [0.0, 0.0]])
        >>> iterated(votes, np.ones(2), np.ones(2), 1).round(3)
        array([0.288, 0.712])
    """
    if iterations < 0:
        raise ValueError(f"iterations must be at least 0, but are {iterations}. Take 10.")
    jumps, x = jumps / jumps.sum(), start / start.sum()
    silent = votes.sum(axis=1) == 0
    for _ in range(iterations):
        x = DAMPING * (votes.T @ x + x[silent].sum() * jumps) + (1 - DAMPING) * jumps
        x /= x.sum()
    return x


def centrality_ranks(
    ids: Sequence[str],
    mentions: Sequence[int],
    cooccurrence: Cooccurrence,
    *,
    held_out: bool = False,
    neighbours: float | None = None,
    prior: Prior = "jumps",
    iterations: int | None = None,
) -> list[int]:
    """The rank of each entity of a document by centrality, from 1, the highest.

    Entities with the same id are one node, with their mentions together, and share a rank. Scores
    that are equal to nine decimals are ordered as the entities are.

    Args:
        ids: The entities' ids, in order.
        mentions: How often each is mentioned, at least once.
        cooccurrence: Counts of other documents.
        held_out: Whether this is one of those that were counted; see `entity_graph`.
        neighbours: Take entities from outside the document into the graph, with this prior each;
            see `centrality`. They get no rank.
        prior: How PageRank begins; see `centrality`.
        iterations: How it ends; see `centrality`.

    Example:
        >>> seen = Cooccurrence.from_documents([["a", "c"], ["b", "c"], ["a", "b", "c"]])
        >>> centrality_ranks(["a", "b", "c"], [1, 1, 1], seen)
        [2, 3, 1]
    """
    together: dict[str, int] = {}
    for id, count in zip(ids, mentions, strict=True):
        together[id] = together.get(id, 0) + count
    graph = entity_graph(ids, cooccurrence, held_out=held_out, neighbours=neighbours is not None)
    outside = neighbours or 0.0
    scores = centrality(graph, together, outside=outside, prior=prior, iterations=iterations)
    return ranks_by(scores, ids)


def ranks_by(scores: Mapping[str, float], ids: Sequence[str]) -> list[int]:
    """The rank of each of some ids by its score, from 1, the highest.

    Scores that are equal to nine decimals are ordered as the ids are.
    """
    order = sorted(dict.fromkeys(ids), key=lambda id: -round(scores[id], 9))
    ranks = {id: rank for rank, id in enumerate(order, 1)}
    return [ranks[id] for id in ids]


def table_ranks(
    table: EntityTable,
    cooccurrence: Cooccurrence,
    *,
    rank: Callable[..., list[int]] = centrality_ranks,
    **options: Any,
) -> list[int]:
    """`centrality_ranks` for every row of a table of whole documents, in the order of its rows.

    The rows of a document are taken in the order of `entity`, wherever they stand. A document that
    was counted (`Cooccurrence.counted`) is held out for its own ranks.

    Args:
        table: A row per entity, with its `id` and its numbers of mentions.
        cooccurrence: Counts of other documents, or of these.
        rank: Another function than `centrality_ranks`, with the same arguments.
        options: Its other arguments.

    Raises:
        CorpusError: If a column is missing, or a document has no mentions.
    """
    names = ("document", "entity", "id", *COUNTED)
    documents, entities, all_ids, *counts = take_columns(table, names, "centrality")
    mentions = [sum(kinds) for kinds in zip(*counts, strict=True)]
    by_document: dict[Any, list[int]] = {}
    for row, document in enumerate(documents):
        by_document.setdefault(document, []).append(row)
    all_ranks = [0] * len(all_ids)
    for rows in by_document.values():
        rows.sort(key=entities.__getitem__)
        ids = [all_ids[row] for row in rows]
        counted = [mentions[row] for row in rows]
        ranks = rank(ids, counted, cooccurrence, held_out=cooccurrence.counted(ids), **options)
        for row, its_rank in zip(rows, ranks, strict=True):
            all_ranks[row] = its_rank
    return all_ranks
