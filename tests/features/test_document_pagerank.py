"""PageRank within a document, against networkx."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.features.document_pagerank import DAMPING, document_pagerank
from salience.types import ParsedDocument
from tests.support.builders import marked


def by_networkx(parsed: ParsedDocument) -> list[float]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(parsed.entities)))
    for a, b in combinations(range(len(parsed.entities)), 2):
        shared = {m.sentence for m in parsed.entities[a].mentions} & {
            m.sentence for m in parsed.entities[b].mentions
        }
        if shared:
            graph.add_edge(a, b, weight=len(shared))
    return list(nx.pagerank(graph, alpha=DAMPING, tol=1e-10, max_iter=500).values())


@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=5), max_size=8))
def test_networkx_finds_the_same(sentences: list[list[str]]) -> None:
    text = "\n".join(" ".join(f"{{{key} Name{key}}}" for key in line) + " ." for line in sentences)
    parsed = marked("d", text)
    assert document_pagerank(parsed) == pytest.approx(by_networkx(parsed), abs=2e-6)


def test_who_is_mentioned_with_many_is_central() -> None:
    ranks = document_pagerank(marked("d", "{a A} {b B}\n{a A} {c C}\n{d D}"))
    assert ranks.index(max(ranks)) == 0
    assert ranks[1] == ranks[2] > ranks[3]


def test_no_entities() -> None:
    assert document_pagerank(marked("d", "It rained .")) == []
