"""The network of the entities of a site: who is salient together, drawn as a circle."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import atan2, degrees, sqrt
from typing import Any

from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.graph import centrality, entity_graph

_SHOWN, _RADIUS, _LARGEST = 40, 230, 16

Drawn = dict[str, Any]


def network(
    documents: Mapping[str, int], together: Iterable[Sequence[str]]
) -> tuple[list[Drawn], list[Drawn]]:
    """The entities of the highest PageRank as circles, and lines between those that share
    documents.

    `documents` says how many documents are about each id; `together` are the ids of each document.
    """
    import networkx as nx

    counts = Cooccurrence.from_documents(together)
    scores = centrality(entity_graph(list(documents), counts), documents)
    ids = sorted(scores, key=lambda id: -round(scores[id], 9))[:_SHOWN]  # equal ones as they came
    both = counts.counts(ids).toarray()
    two = combinations(range(len(ids)), 2)
    pairs = sorted(((int(both[i, j]), i, j) for i, j in two if both[i, j]), reverse=True)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(ids)))
    graph.add_edges_from((i, j) for _, i, j in pairs)
    beside = nx.dfs_preorder_nodes  # those that are linked stand beside each other
    order = [i for start in graph for i in beside(graph, start)] if ids else []
    circle: nx.Graph[int] = nx.empty_graph(list(dict.fromkeys(order)))
    places = nx.circular_layout(circle, scale=_RADIUS)
    at = {i: (round(float(x), 1), round(float(y), 1)) for i, (x, y) in places.items()}
    most, often = max(scores.values(), default=1.0), max((n for n, *_ in pairs), default=1)
    nodes = [
        {
            "id": id,
            "score": scores[id],
            "x": at[i][0],
            "y": at[i][1],
            "r": round(max(3.0, _LARGEST * sqrt(scores[id] / most)), 1),
            "angle": round(degrees(atan2(at[i][1], at[i][0])) % 360, 1),
        }
        for i, id in enumerate(ids)
    ]
    lines = [
        {"x1": at[i][0], "y1": at[i][1], "x2": at[j][0], "y2": at[j][1]}
        | {"width": round(1 + 4 * n / often, 1)}
        for n, i, j in pairs
    ]
    return nodes, lines
