"""Centrality is section 4 of the paper; PageRank is checked against linear algebra."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from builders import attribute_row
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.graph import Cooccurrence, centrality, centrality_ranks, entity_graph, table_ranks

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


def brute_probability(documents: list[list[str]], e2: str, e1: str) -> float:
    given_e1 = [d for d in documents if e1 in d]
    return sum(e2 in d for d in given_e1) / len(given_e1) if given_e1 else 0.0


@given(DOCUMENTS)
def test_probabilities_are_counted(documents: list[list[str]]) -> None:
    seen = Cooccurrence.from_documents(documents)
    for e1, e2 in itertools.product("abcdefg", repeat=2):
        assert seen.probability(e2, given=e1) == brute_probability(documents, e2, e1)


@given(DOCUMENTS, st.integers(1, 3))
def test_a_held_out_document_does_not_testify(documents: list[list[str]], least: int) -> None:
    seen = Cooccurrence.from_documents(documents).pruned(least)
    for i, ids in enumerate(documents):
        unique = sorted(set(ids))
        others = Cooccurrence.from_documents(documents[:i] + documents[i + 1 :]).pruned(least)
        np.testing.assert_array_equal(
            seen.probabilities(unique, held_out=True), others.probabilities(unique)
        )


@given(DOCUMENTS, st.integers(1, 3))
def test_pruning_drops_the_pairs_below_and_nothing_else(
    documents: list[list[str]], least: int
) -> None:
    pruned = Cooccurrence.from_documents(documents).pruned(least)
    for e1, e2 in itertools.permutations("abcdef", 2):
        enough = sum(e1 in d and e2 in d for d in documents) >= least
        expected = brute_probability(documents, e2, e1) if enough else 0.0
        assert pruned.probability(e2, given=e1) == expected


@given(DOCUMENTS)
def test_arrays_hold_everything(documents: list[list[str]]) -> None:
    seen = Cooccurrence.from_documents(documents).pruned(2)
    back = Cooccurrence.from_arrays(seen.to_arrays())
    assert (back.ids, back.min_count) == (seen.ids, seen.min_count)
    np.testing.assert_array_equal(back.matrix.toarray(), seen.matrix.toarray())


@given(DOCUMENTS)
def test_the_order_of_documents_changes_nothing(documents: list[list[str]]) -> None:
    there = Cooccurrence.from_documents(documents).to_arrays()
    back = Cooccurrence.from_documents([d[::-1] for d in reversed(documents)]).to_arrays()
    for name in there:
        np.testing.assert_array_equal(there[name], back[name])


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
    assert nothing.pruned(2).ids == ()
    assert Cooccurrence.from_arrays(nothing.to_arrays()).ids == ()


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


def test_missing_columns_are_named() -> None:
    with pytest.raises(CorpusError, match="no 'id', which 'centrality' needs"):
        Cooccurrence.from_table([{"document": "d"}])
