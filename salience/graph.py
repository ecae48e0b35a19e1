"""Entity centrality: PageRank over what occurs together elsewhere (Dunietz and Gillick 2014, 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, Self

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from salience.features import Table, columns

DAMPING = 0.85


class Cooccurrence:
    """In how many documents do entities occur, alone and in pairs?

    Make it with `from_documents` or `from_table`. It does not change after that.

    Attributes:
        ids: The entity ids, sorted.
        min_count: Pairs that occur together in fewer documents count as never together.
        matrix: Numbers of documents, symmetric, `len(ids)` x `len(ids)`: on the diagonal those of
            an id, elsewhere those of a pair.

    Example:
        >>> seen = Cooccurrence.from_documents([["congress", "boehner"], ["congress"]])
        >>> seen.probability("boehner", given="congress")
        0.5
        >>> seen.probability("congress", given="boehner")
        1.0
        >>> seen.probability("congress", given="fema")
        0.0
    """

    def __init__(self, ids: Sequence[str], matrix: sparse.csr_array, min_count: int = 1) -> None:
        self.ids = tuple(ids)
        self.matrix = matrix
        self.min_count = min_count

    @classmethod
    def from_documents(cls, documents: Iterable[Iterable[str]]) -> Self:
        """Count the ids of documents; an id counts once a document."""
        index: dict[str, int] = {}
        occurring: list[int] = []
        ends = [0]
        for ids in documents:
            occurring += [index.setdefault(id, len(index)) for id in dict.fromkeys(ids)]
            ends.append(len(occurring))
        ids = sorted(index)
        place = np.empty(len(ids), np.int64)
        place[[index[id] for id in ids]] = np.arange(len(ids))
        held = sparse.csr_array(
            (np.ones(len(occurring), np.int32), place[np.array(occurring, np.int64)], ends),
            shape=(len(ends) - 1, len(ids)),
        )
        matrix = sparse.csr_array(held.T @ held)
        matrix.sort_indices()
        return cls(ids, matrix)

    @classmethod
    def from_table(cls, table: Table) -> Self:
        """Count the `id` of each row in its `document`.

        Raises:
            CorpusError: If one of these columns is missing.
        """
        documents: dict[Any, list[str]] = {}
        for document, id in zip(*columns(table, ("document", "id"), "centrality"), strict=True):
            documents.setdefault(document, []).append(id)
        return cls.from_documents(documents.values())

    def pruned(self, min_count: int) -> Cooccurrence:
        """The same without pairs that occur together in fewer than `min_count` documents.

        Ids that are left without a pair are dropped: nothing is known of them.

        Example:
            >>> seen = Cooccurrence.from_documents([["a", "b"], ["a", "b", "c"], ["c"]])
            >>> seen.pruned(2).ids
            ('a', 'b')
        """
        entries = self.matrix.tocoo()
        pair = (entries.row != entries.col) & (entries.data >= min_count)
        kept = np.unique(entries.row[pair])
        place = np.full(len(self.ids), -1)
        place[kept] = np.arange(len(kept))
        stays = pair | ((entries.row == entries.col) & (place[entries.row] >= 0))
        matrix = sparse.csr_array(
            (entries.data[stays], (place[entries.row[stays]], place[entries.col[stays]])),
            shape=(len(kept), len(kept)),
        )
        return Cooccurrence([self.ids[i] for i in kept], matrix, max(min_count, self.min_count))

    def probability(self, e2: str, *, given: str) -> float:
        """P(E2|E1): of the documents that have `given`, the share that has `e2` too.

        0 if `given` was never seen.
        """
        if e2 == given:
            return float(given in self._index)
        return float(self.probabilities([given, e2])[0, 1])

    def probabilities(self, ids: Sequence[str], *, held_out: bool = False) -> NDArray[np.float64]:
        """P(E2|E1) for all pairs of one document's ids.

        Args:
            ids: Different ids, all those of the document.
            held_out: Whether this document is among those that were counted and must not testify
                for itself: then it is taken out of every count. Without that, any two entities of
                a training document are known to be related, and the model learns to trust a
                graph that it won't have for new documents.

        Returns:
            `[i, j]` is P(ids[j] | ids[i]). 0 on the diagonal, and where `ids[i]` was not seen.
        """
        known = [k for k, id in enumerate(ids) if id in self._index]
        rows = [self._index[ids[k]] for k in known]
        found = np.zeros((len(ids), len(ids)))
        if not known:
            return found
        counts = self.matrix[rows][:, rows].toarray().astype(np.float64) - held_out
        alone = counts.diagonal().copy()
        counts[counts < self.min_count] = 0
        np.fill_diagonal(counts, 0)
        found[np.ix_(known, known)] = counts / np.maximum(alone, 1)[:, None]
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The counts as plain arrays, to be saved; ids as bytes of a JSON list."""
        upper = sparse.triu(self.matrix, format="coo")
        return {
            "ids": np.frombuffer(json.dumps(self.ids).encode(), np.uint8),
            "rows": upper.row.astype(np.int32),
            "columns": upper.col.astype(np.int32),
            "counts": upper.data.astype(np.int32),
            "min_count": np.array(self.min_count),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The counts that `to_arrays` gave.

        Raises:
            KeyError, ValueError: If they are not of that kind.
        """
        ids = json.loads(arrays["ids"].tobytes())
        rows, cols, counts = arrays["rows"], arrays["columns"], arrays["counts"]
        upper = sparse.coo_array((counts, (rows, cols)), shape=(len(ids), len(ids)))
        matrix = sparse.csr_array(upper + sparse.triu(upper, 1).T)
        matrix.sort_indices()
        return cls(ids, matrix, int(arrays["min_count"]))

    @cached_property
    def _index(self) -> dict[str, int]:
        return {id: i for i, id in enumerate(self.ids)}


def entity_graph(
    ids: Sequence[str], cooccurrence: Cooccurrence, *, held_out: bool = False
) -> nx.DiGraph[str]:
    """The graph of a document: an edge from E1 to E2 has the weight P(E2|E1).

    Args:
        ids: The ids of its entities, in order. Entities with the same id are one node.
        cooccurrence: Counts of the training documents.
        held_out: Whether this is one of them; see `Cooccurrence.probabilities`.

    Returns:
        A graph with the ids as nodes, in order. There are no edges of weight 0, and none from a
        node to itself.

    Example:
        >>> seen = Cooccurrence.from_documents([["congress", "boehner"], ["congress"]])
        >>> list(entity_graph(["boehner", "congress", "fema"], seen).edges(data="weight"))
        [('boehner', 'congress', 1.0), ('congress', 'boehner', 0.5)]
    """
    nodes = list(dict.fromkeys(ids))
    weights = cooccurrence.probabilities(nodes, held_out=held_out)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from(
        (nodes[i], nodes[j], float(weights[i, j])) for i, j in np.argwhere(weights).tolist()
    )
    return graph


def centrality(graph: nx.DiGraph[str], mentions: Mapping[str, int]) -> dict[str, float]:
    """Weighted PageRank of the entities of a document, with their mentions as the prior.

    The paper starts the iteration from the normalised mention counts. That has no effect on what
    it converges to: PageRank with a damping factor below 1 has one solution, whatever it starts
    from. Here the prior acts where it does have an effect, as personalization: a random jump, and
    a step from a node without edges, leads to an entity in proportion to its mentions. So an
    entity of which nothing is known keeps a score by its mentions, and relations move the rest.
    A node's votes are its edge weights divided by their sum, as networkx has it.

    Args:
        graph: From `entity_graph`.
        mentions: How often each node is mentioned, at least once in all.

    Returns:
        Scores by node, in the order of the nodes; they sum to 1. Empty for an empty graph.

    Example:
        >>> seen = Cooccurrence.from_documents([["boehner", "congress"], ["congress", "fema"]])
        >>> graph = entity_graph(["fema", "boehner"], seen)
        >>> scores = centrality(graph, {"fema": 3, "boehner": 1})
        >>> round(scores["fema"], 6), round(scores["boehner"], 6)
        (0.75, 0.25)
    """
    if not graph:
        return {}
    return dict(nx.pagerank(graph, alpha=DAMPING, personalization=dict(mentions), weight="weight"))


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
        cooccurrence: Counts of the training documents.
        held_out: Whether this is one of them; see `Cooccurrence.probabilities`.

    Example:
        >>> seen = Cooccurrence.from_documents([["a", "c"], ["b", "c"], ["a", "b", "c"]])
        >>> centrality_ranks(["a", "b", "c"], [1, 1, 1], seen)
        [2, 3, 1]
        >>> centrality_ranks([], [], seen)
        []
    """
    together: dict[str, int] = {}
    for id, count in zip(ids, mentions, strict=True):
        together[id] = together.get(id, 0) + count
    scores = centrality(entity_graph(ids, cooccurrence, held_out=held_out), together)
    order = sorted(scores, key=lambda id: -round(scores[id], 9))
    ranks = {id: rank for rank, id in enumerate(order, 1)}
    return [ranks[id] for id in ids]


def table_ranks(table: Table, cooccurrence: Cooccurrence, *, held_out: bool = False) -> list[int]:
    """`centrality_ranks` for every row of a table of whole documents, in the order of its rows.

    The rows of a document are taken in the order of `entity`, wherever they stand.

    Raises:
        CorpusError: If a column is missing.
    """
    names = ("document", "entity", "id", "named", "nominal", "pronominal")
    documents, entities, ids, *counts = columns(table, names, "centrality")
    mentions = [sum(kinds) for kinds in zip(*counts, strict=True)]
    found = [0] * len(ids)
    order = sorted(range(len(ids)), key=lambda row: (documents[row], entities[row]))
    for _, group in groupby(order, key=lambda row: documents[row]):
        rows = list(group)
        ranks = centrality_ranks(
            [ids[row] for row in rows],
            [mentions[row] for row in rows],
            cooccurrence,
            held_out=held_out,
        )
        for row, rank in zip(rows, ranks, strict=True):
            found[row] = rank
    return found
