"""Centrality is section 4 of the paper; PageRank is checked against linear algebra."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.graph import centrality, centrality_ranks, entity_graph, table_ranks
from salience.errors import CorpusError
from tests.support.builders import attribute_row

DOCUMENTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), min_size=1, max_size=8)

# Figure 1: Boehner is mentioned once but tied to all; FEMA often, but tied to nothing much.
BACKGROUND = Cooccurrence.from_documents(
    [["obama", "boehner", "republicans"]] * 8
    + [["obama", "boehner"]] * 6
    + [["boehner", "republicans"]] * 6
    + [["obama", "fema"]] * 1
    + [["fema"]] * 19
)
TOY = ["obama", "boehner", "fema", "republicans"]
TOY_MENTIONS = [6, 1, 5, 2]


@given(DOCUMENTS, st.lists(st.integers(1, 9), min_size=6, max_size=6))
def test_pagerank_solves_its_equation(documents: list[list[str]], counts: list[int]) -> None:
    """x = d (P'x + prior * dangling) + (1 - d) prior, solved directly."""
    seen = Cooccurrence.from_documents(documents)
    ids = list("abcdef")
    prior = np.array(counts) / sum(counts)
    weights = seen.probabilities(ids)
    sums = weights.sum(1, keepdims=True)
    votes = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), prior)
    exact = np.linalg.solve(np.eye(6) - 0.85 * votes.T, 0.15 * prior)
    found = centrality(entity_graph(ids, seen), dict(zip(ids, counts, strict=True)))
    assert list(found) == ids
    np.testing.assert_allclose(list(found.values()), exact, atol=1e-5)


def test_figure_1() -> None:
    scores = centrality(entity_graph(TOY, BACKGROUND), dict(zip(TOY, TOY_MENTIONS, strict=True)))
    prior = {id: n / sum(TOY_MENTIONS) for id, n in zip(TOY, TOY_MENTIONS, strict=True)}
    assert scores["boehner"] > 2 * prior["boehner"]
    assert scores["republicans"] > prior["republicans"]
    assert scores["fema"] < prior["fema"]
    assert scores["boehner"] > scores["fema"]
    ranks = centrality_ranks(TOY, TOY_MENTIONS, BACKGROUND)
    assert dict(zip(TOY, ranks, strict=True)) == {
        "obama": 1, "boehner": 2, "republicans": 3, "fema": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([-1, 2], "mentions must be a number of at least 0, but entity 'a' has -1"),
        ([1, float("nan")], "entity 'b' has nan"),
        ([1, float("inf")], "entity 'b' has inf"),
    ],
)
def test_mentions_that_are_none_are_named(counts: list[float], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        centrality_ranks(["a", "b"], counts, BACKGROUND)  # type: ignore[arg-type]


def test_entities_that_the_headline_alone_names_start_alike() -> None:
    seen = Cooccurrence.from_documents([["ada", "bob"], ["bob", "cy"]])
    counts = dict.fromkeys(["ada", "bob"], 0)
    assert centrality(entity_graph(["ada", "bob"], Cooccurrence.from_documents([])), counts) == {
        "ada": 0.5,
        "bob": 0.5,
    }
    assert centrality_ranks(["cy", "bob", "ada"], [0, 0, 0], seen)[1] == 1


def test_ids_of_documents_may_be_of_any_kind() -> None:
    rows = [
        attribute_row(document=d, entity=e, id=id, named=n)
        for d in (1, "a", 2)
        for e, (id, n) in enumerate(zip(TOY, TOY_MENTIONS, strict=True))
    ]
    assert table_ranks(rows, BACKGROUND) == 3 * centrality_ranks(TOY, TOY_MENTIONS, BACKGROUND)


def test_where_pagerank_starts_has_no_effect_so_the_prior_acts_on_the_jumps() -> None:
    graph = entity_graph(TOY, BACKGROUND)
    prior = dict(zip(TOY, TOY_MENTIONS, strict=True))
    uniform = dict.fromkeys(TOY, 1)
    started = nx.pagerank(graph, alpha=0.85, nstart=prior, weight="weight")
    plain = nx.pagerank(graph, alpha=0.85, weight="weight")
    assert started == pytest.approx(plain, abs=1e-5)
    assert centrality(graph, prior) != pytest.approx(centrality(graph, uniform), abs=1e-2)


def test_edges_carry_the_probability_and_no_node_votes_for_itself() -> None:
    graph = entity_graph(TOY, BACKGROUND)
    assert graph["fema"]["obama"]["weight"] == 1 / 20
    assert graph["obama"]["fema"]["weight"] == 1 / 15
    assert not graph.has_edge("fema", "boehner")
    assert nx.number_of_selfloops(graph) == 0


def test_without_background_the_mentions_decide_and_ties_follow_the_document() -> None:
    nothing = Cooccurrence.from_documents([])
    assert centrality_ranks(["x", "y", "z", "w"], [1, 3, 1, 2], nothing) == [3, 1, 4, 2]


def test_entities_with_one_id_are_one_node_and_share_its_rank() -> None:
    nothing = Cooccurrence.from_documents([])
    assert centrality_ranks(["x", "y", "x"], [2, 3, 2], nothing) == [1, 2, 1]


def test_nothing_at_all() -> None:
    nothing = Cooccurrence.from_documents([])
    assert centrality(entity_graph([], nothing), {}) == {}
    assert centrality_ranks([], [], BACKGROUND) == []
    assert table_ranks([], BACKGROUND) == []


@given(st.randoms(use_true_random=False))
def test_the_order_of_a_tables_rows_changes_nothing(random: object) -> None:
    rows = [
        attribute_row(document=d, entity=e, id=TOY[(e + shift) % 4], named=TOY_MENTIONS[e])
        for shift, d in enumerate("ab")
        for e in range(4)
    ]
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    ranks = table_ranks(rows, BACKGROUND)
    assert ranks[:4] == centrality_ranks(TOY, TOY_MENTIONS, BACKGROUND)
    assert table_ranks([rows[i] for i in order], BACKGROUND) == [ranks[i] for i in order]
    equal = [rows[i] | {"named": 1} for i in order]
    ties = table_ranks(equal, Cooccurrence.from_documents([]))
    assert ties == [row["entity"] + 1 for row in equal]


def test_what_only_the_document_itself_says_moves_no_rank() -> None:
    """Without holding out, c would be first: its own document ties it to a and b."""
    seen = Cooccurrence.from_documents([["a", "b", "c"]] * 3 + [["a", "b", "d"]])
    rows = [
        attribute_row(entity=e, id=id, named=n)
        for e, (id, n) in enumerate([("a", 1), ("b", 1), ("c", 4)])
    ]
    assert centrality_ranks("abc", [1, 1, 4], seen) == [2, 3, 1]
    assert table_ranks(rows, seen) == [1, 2, 3]


def test_a_counted_document_is_held_out_for_its_own_ranks() -> None:
    documents = {"x": "abc", "y": "bc", "z": "cd"}
    rows = [
        attribute_row(document=d, entity=e, id=id, named=1)
        for d, ids in documents.items()
        for e, id in enumerate(ids)
    ]
    seen = Cooccurrence.from_table(rows)
    for document, ids in documents.items():
        own = [row for row in rows if row["document"] == document]
        others = Cooccurrence.from_documents([*i] for d, i in documents.items() if d != document)
        assert table_ranks(own, seen) == centrality_ranks(ids, [1] * len(ids), others)
    new = [attribute_row(document="x", entity=e, id=id, named=1) for e, id in enumerate("abcd")]
    assert table_ranks(new, seen) == centrality_ranks("abcd", [1] * 4, seen)
