"""Entity centrality: PageRank over what occurs together elsewhere (Dunietz and Gillick 2014, 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

from salience.centrality.cooccurrence import Cooccurrence
from salience.errors import CorpusError
from salience.features.rows import EntityTable
from salience.features.table_rules import take_columns
from salience.grouping import grouped

if TYPE_CHECKING:  # imported in functions: it takes time, and scoring needs it for centrality only
    import networkx as nx

COUNTED = ("named", "nominal", "pronominal")
"""The attributes that say how often an entity is mentioned."""
DAMPING = 0.85


def entity_graph(
    ids: Sequence[str], cooccurrence: Cooccurrence, *, held_out: bool = False
) -> nx.DiGraph[str]:
    """The graph of a document: an edge from E1 to E2 has the weight P(E2|E1).

    Args:
        ids: The ids of its entities, in order. Entities with the same id are one node.
        cooccurrence: Counts of other documents; `cooccurrence.pruned(min_count)` leaves out rare
            edges (section 4.2).
        held_out: Whether this document is among those that were counted: then it is taken out of
            every count, or a model would learn to trust a graph that new documents lack.

    Returns:
        A graph with the ids as nodes, in order. There are no edges of weight 0, and none from a
        node to itself.

    Example:
        >>> seen = Cooccurrence.from_documents([["congress", "boehner"], ["congress"]])
        >>> list(entity_graph(["boehner", "congress", "fema"], seen).edges(data="weight"))
        [('boehner', 'congress', 1.0), ('congress', 'boehner', 0.5)]
    """
    import networkx as nx

    nodes = list(dict.fromkeys(ids))
    counts = cooccurrence.counts(nodes, held_out=nodes if held_out else ())
    alone, pairs = counts.diagonal(), counts.tocoo()
    weights = pairs.data / alone[pairs.row]
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from(
        (nodes[i], nodes[j], w)
        for i, j, w in zip(pairs.row.tolist(), pairs.col.tolist(), weights.tolist(), strict=True)
        if i != j
    )
    return graph


def centrality(graph: nx.DiGraph[str], mentions: Mapping[str, int]) -> dict[str, float]:
    """Weighted PageRank of the entities of a document, with their mentions as the prior.

    The paper starts the iteration from the normalised mention counts, which has no effect on what
    it converges to. Here the prior acts where it does have an effect, as personalization: a random
    jump, and a step from a node without edges, leads to an entity in proportion to its mentions.

    Args:
        graph: From `entity_graph`.
        mentions: How often each entity of the document is mentioned; if none is, all are alike.

    Returns:
        Scores by node, in the order of the nodes; they sum to 1. Empty for an empty graph.

    Raises:
        CorpusError: If mentions are no numbers of at least 0.

    Example:
        >>> seen = Cooccurrence.from_documents([["boehner", "congress"], ["congress", "fema"]])
        >>> scores = centrality(entity_graph(["fema", "boehner"], seen), {"fema": 3, "boehner": 1})
        >>> round(scores["fema"], 6), round(scores["boehner"], 6)
        (0.75, 0.25)
    """
    import networkx as nx

    if not graph:
        return {}
    counts = {node: mentions.get(node, 0) for node in graph}
    for node, count in counts.items():
        if not 0 <= count < inf:
            raise CorpusError(
                f"mentions must be a number of at least 0, but entity {node!r} has {count!r}. "
                "Count them, or leave the entity out."
            )
    prior = counts if any(counts.values()) else None  # None: all nodes alike
    ranked: dict[str, float] = nx.pagerank(graph, DAMPING, personalization=prior, weight="weight")
    return ranked


def centrality_ranks(
    ids: Sequence[str],
    mentions: Sequence[int],
    cooccurrence: Cooccurrence,
    *,
    held_out: bool = False,
) -> list[int]:
    """The rank of each entity of a document by centrality, from 1, the highest.

    Entities with the same id are one node, with their mentions together, and share a rank. Scores
    that are equal to nine decimals are ordered as the entities are.

    Args:
        ids: The entities' ids, in order.
        mentions: How often each is mentioned, at least once.
        cooccurrence: Counts of other documents.
        held_out: Whether this is one of those that were counted; see `entity_graph`.

    Example:
        >>> seen = Cooccurrence.from_documents([["a", "c"], ["b", "c"], ["a", "b", "c"]])
        >>> centrality_ranks(["a", "b", "c"], [1, 1, 1], seen)
        [2, 3, 1]
    """
    together: dict[str, int] = {}
    for id, count in zip(ids, mentions, strict=True):
        together[id] = together.get(id, 0) + count
    scores = centrality(entity_graph(ids, cooccurrence, held_out=held_out), together)
    order = sorted(together, key=lambda id: -round(scores[id], 9))
    ranks = {id: rank for rank, id in enumerate(order, 1)}
    return [ranks[id] for id in ids]


def table_ranks(table: EntityTable, cooccurrence: Cooccurrence) -> list[int]:
    """`centrality_ranks` for every row of a table of whole documents, in the order of its rows.

    The rows of a document are taken in the order of `entity`, wherever they stand. A document that
    was counted (`Cooccurrence.counted`) is held out for its own ranks.

    Args:
        table: A row per entity, with its `id` and its numbers of mentions.
        cooccurrence: Counts of other documents, or of these.

    Raises:
        CorpusError: If a column is missing, or a document has no mentions.

    Example:
        >>> seen = Cooccurrence.from_documents([["a", "c"], ["b", "c"], ["a", "b", "c"]])
        >>> row = {"document": "d", "named": 1, "nominal": 0, "pronominal": 0}
        >>> table_ranks([row | {"entity": i, "id": id} for i, id in enumerate("abc")], seen)
        [2, 3, 1]
    """
    names = ("document", "entity", "id", *COUNTED)
    documents, entities, all_ids, *counts = take_columns(table, names, "centrality")
    mentions = [sum(kinds) for kinds in zip(*counts, strict=True)]
    all_ranks = [0] * len(all_ids)
    for rows in grouped((document, row) for row, document in enumerate(documents)).values():
        rows.sort(key=entities.__getitem__)
        ids, counted = [all_ids[row] for row in rows], [mentions[row] for row in rows]
        held_out = cooccurrence.counted(ids)
        ranks = centrality_ranks(ids, counted, cooccurrence, held_out=held_out)
        for row, rank in zip(rows, ranks, strict=True):
            all_ranks[row] = rank
    return all_ranks
