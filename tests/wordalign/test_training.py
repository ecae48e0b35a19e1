"""Training: the objective never falls, and what is learned aligns what it should."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.errors import SalienceError
from salience.text.words import Words, plain_words
from salience.word_links.choices import WORD_MODELS
from salience.word_links.links import Pair
from salience.word_links.wordnet import WordNet
from salience.wordalign.aligner import Aligner
from salience.wordalign.rewrite_index import Vocabulary, build_index
from salience.wordalign.rewrites import (
    RewriteCounts,
    Rewrites,
    add_counts,
    build_table,
    estimated,
    probabilities,
    table_rewrites,
)
from salience.wordalign.training import Iteration, train_aligner, train_word_model

JUMPS = ["relative", "gaussian", "syntax"]
NET = WordNet(
    {("noun", name): (i,) for i, name in enumerate(("tram", "bus", "car", "night_bus"), 1)},
    {("noun", 1): 9, ("noun", 2): 9, ("noun", 4): 2, ("noun", 9): 10, ("noun", 3): 10},
)


def words(text: str) -> Words:
    """Words whose stem is what stands before `_`, all of them nouns in a chain."""
    plain = plain_words(text)
    n = len(plain)
    return replace(
        plain,
        lemmas=tuple(word.partition("_")[0].lower() for word in plain.texts),
        tags=("NOUN",) * n,
        heads=tuple(max(i - 1, 0) for i in range(n)),
    )


def pair(document: str, abstract: str) -> Pair:
    return Pair("d", words(document), words(abstract))


TEXTS = st.lists(
    st.sampled_from(
        ["the", "the_s", "tram", "trams", "tram_s", "bus", "car", "car_s", "of", "night", "bus_s"]
    ),
    min_size=1,
    max_size=7,
).map(" ".join)
PAIRS = st.lists(st.builds(pair, TEXTS, TEXTS), min_size=1, max_size=4)


@settings(max_examples=40, deadline=None)
@given(
    PAIRS,
    st.sampled_from(JUMPS),
    st.sampled_from([None, NET]),
    st.sampled_from([(1, 1), (3, 3), (2, 1), (1, 2)]),
)
def test_the_objective_never_falls(
    pairs: list[Pair], jumps: str, net: WordNet | None, longest: tuple[int, int]
) -> None:
    seen: list[Iteration] = []
    train_aligner(
        pairs,
        jumps=jumps,
        wordnet=net,
        longest=longest,
        iterations=6,
        on_iteration=seen.append,
    )
    values = [iteration.log_posterior for iteration in seen]
    assert len(values) == 6 and np.isfinite(values).all()
    assert all(b >= a - 1e-7 * abs(a) for a, b in pairwise(values))


@settings(max_examples=40, deadline=None)
@given(PAIRS, st.sampled_from([None, NET]))
def test_components_are_distributions(pairs: list[Pair], net: WordNet | None) -> None:
    """Of a word of a document, over all words of the abstracts: none sums to more than 1."""
    vocabulary = Vocabulary.from_abstracts([p.abstract for p in pairs], net, 1)
    everything = " ".join(sorted({key for p in pairs for key in p.abstract.keys}))
    one = pair(" ".join(p.document.texts[0] for p in pairs), everything)
    index = build_index([one], vocabulary, net, (1, 1))
    start = Rewrites.uniform(vocabulary)
    for component in range(4):
        weights = np.eye(4)[component]
        if component == 2 and net is None:
            continue
        found = probabilities(
            replace(build_table(start, index), weights=weights), index, index.pairs[0]
        )
        assert (found.sum(axis=0) <= 1 + 1e-9).all()


def test_the_sum_over_wordnet_is_that_over_all_words() -> None:
    pairs = [pair("tram car night bus", "bus car bus_s trams tram")]
    vocabulary = Vocabulary.from_abstracts([pairs[0].abstract], NET, 1)
    index = build_index(pairs, vocabulary, NET, (1, 1))
    table = replace(build_table(Rewrites.uniform(vocabulary), index), weights=np.eye(4)[2])
    found = probabilities(table, index, index.pairs[0])[:, 0, 0, 0]
    # From *tram*: itself 0, bus 2 (by 9), car 3 (by 9 and 10); bus_s has the lemma of bus.
    expected = np.exp([-2.0, -3.0, -2.0, -np.inf, 0.0])
    assert found == pytest.approx(expected / np.exp([0.0, -2.0, -2.0, -3.0]).sum())


def test_fake_counts() -> None:
    """Of words 2, of stems 3, of the same words 4 (section 4.3); then their shares of a row."""
    pairs = [pair("tram tram_s x", "tram tram_s bus"), pair("x", "car of")]
    vocabulary = Vocabulary.from_abstracts([p.abstract for p in pairs], None, 3)
    index = build_index(pairs, vocabulary, None, (2, 2))
    fake = {
        (" ".join(index.rows[r]), " ".join(index.columns[c])): (n, n / index.base[r])
        for r, c, n in zip(index.row, index.column, index.fake, strict=True)
    }
    assert vocabulary.n_words == 5
    assert fake["tram", "tram"] == (9, 9 / (2 * 5 + 3 + 4 + 3))
    assert fake["tram", "tram_s"] == (5, 5 / 20)
    assert fake["tram", "bus"] == (2, 2 / 20)
    assert fake["x", "car"] == (2, 2 / 10) == fake["", "car"]
    assert fake["tram tram_s", "tram tram_s"] == (7, 1.0)
    assert ("tram x", "tram bus") not in fake


def test_identical_phrases_are_linked_word_by_word() -> None:
    texts = [
        ("the old mill burned on Monday night", "old mill burned yesterday"),
        ("a red boat sank in the harbour", "red boat sank yesterday"),
        ("the mayor opened a new bridge", "the mayor opened a bridge"),
        ("a dog bit the postman twice", "dog bit the postman yesterday"),
    ]
    pairs = [pair(*both) for both in texts]
    aligner = train_aligner(pairs)
    links = aligner.align(pairs[0])
    places = [(link.document[0], link.abstract[0]) for link in links]
    assert {(1, 0), (2, 1), (3, 2)} <= set(places)
    assert all(0.5 < link.probability <= 1 for link in links)


def test_rewritings_are_learned() -> None:
    """*said* becomes *states* wherever it stands, and other verbs something else."""
    verbs = {"said": "states", "won": "beats", "left": "departs", "rose": "climbs", "ate": "dines"}
    texts = [
        (f"name{i} {old} so of other{i}", f"name{i} {new}")
        for i in range(8)
        for old, new in verbs.items()
    ]
    aligner = train_aligner([pair(*both) for both in texts], longest=(1, 1))
    row = aligner.rewrites.counts[("said",)]
    assert max(row, key=row.__getitem__) == ("states",)
    counts = aligner.rewrites.counts
    others = [counts.get((word,), {}).get(("states",), 0.0) for word in ("so", "of")]
    assert row[("states",)] > 2 * max(others)


@settings(max_examples=25, deadline=None)
@given(PAIRS, st.sampled_from(WORD_MODELS))
def test_the_objective_of_baselines_never_falls(pairs: list[Pair], model: str) -> None:
    values: list[float] = []
    aligner = train_word_model(
        pairs, model, iterations=6, on_iteration=lambda found: values.append(found.log_posterior)
    )
    assert len(values) == 6 and np.isfinite(values).all()
    assert all(b >= a - 1e-7 * abs(a) for a, b in pairwise(values))
    assert aligner.rewrites.weights.tolist() == [0, 0, 0, 1]


def test_words_of_model_1_come_from_all_places_alike() -> None:
    """A word comes from a word by its share of the table, whatever stands around."""
    pairs = [pair("tram car night", "bus tram"), pair("night of the bus", "bus")]
    aligner = train_word_model(pairs, "model-1", iterations=3)
    index = build_index(pairs, aligner.rewrites.vocabulary, None, (1, 1))
    table = build_table(aligner.rewrites, index)
    for one in index.pairs:
        made = probabilities(table, index, one)[:, 0, 0]
        nothing = table.lexical[one.nulls]
        expected = made / (made.sum(axis=1) + nothing)[:, None]
        np.testing.assert_allclose(aligner.probabilities(one.pair), expected)


def test_saved_parameters_align_as_those_of_training() -> None:
    pairs = [pair("tram car night bus", "bus car tram of"), pair("the bus of the night", "bus_s")]
    vocabulary = Vocabulary.from_abstracts([p.abstract for p in pairs], None, 3)
    index = build_index(pairs, vocabulary, None)
    table = build_table(Rewrites.uniform(vocabulary), index)
    counts = RewriteCounts.zero(index)
    for one in index.pairs:
        found = probabilities(table, index, one)
        add_counts(counts, table, one, found, found, np.ones(len(one.nulls)))
    table = estimated(counts, table, index)
    again = build_table(table_rewrites(table, index, least=0), index)
    np.testing.assert_allclose(again.lexical, table.lexical)


def test_empty_texts_have_no_links_and_teach_nothing() -> None:
    nothing = plain_words("")
    with pytest.raises(SalienceError, match="has words"):
        train_aligner([Pair("d", nothing, words("a")), Pair("d", words("a"), nothing)])
    aligner = train_aligner([pair("a b", "a"), Pair("d", nothing, words("a"))], iterations=1)
    assert aligner.align(Pair("d", nothing, words("a"))) == []
    assert aligner.align(Pair("d", words("a"), nothing)) == []


def test_texts_with_nothing_in_common() -> None:
    aligner: Aligner = train_aligner([pair("a b c", "a b"), pair("d e", "e")])
    links = aligner.align(pair("p q r", "x y z"))
    assert all(0 <= link.probability <= 1 for link in links)


def test_without_wordnet_the_others_have_its_weight() -> None:
    pairs = [pair("tram car night bus", "bus car tram of")]
    aligner = train_aligner(pairs, wordnet=NET, iterations=2)
    assert aligner.rewrites.weights[2] > 0
    index = build_index(pairs, aligner.rewrites.vocabulary)
    weights = build_table(aligner.rewrites, index).weights
    assert weights[2] == 0 and weights.sum() == pytest.approx(1)
