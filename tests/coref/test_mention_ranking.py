"""The learned resolver: what it does with the cases, and its constraints."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.coref.clusters import MentionClusters
from salience.coref.feature_templates import BITS
from salience.coref.mention_ranking import (
    analyse,
    may_merge,
    probabilities,
    resolve_learned,
    softmax,
)
from salience.coref.ranking_model import CorefModel
from salience.language.agreement import FEMALE, MALE
from salience.mentions.doc_columns import DocColumns
from salience.names.proper_names import same_name
from tests.support.builders import cases
from tests.support.coref import MODEL, PEOPLE, coref_doc, learned_clusters, people_doc
from tests.support.docs import mentions_of


@pytest.mark.parametrize("case", cases("coref"), ids=lambda case: case["note"])
def test_the_model_that_ships_fails_only_where_it_is_known_to(case):
    found = learned_clusters(coref_doc(case))
    assert (found == case["clusters"]) == ("learned" not in case.get("fails", ())), found


@settings(deadline=None)
@given(PEOPLE)
def test_whatever_was_learned_what_the_rules_are_sure_of_holds(sentences):
    generator = np.random.default_rng(0)
    weights = generator.normal(size=1 << BITS).astype(np.float32)
    doc = people_doc(sentences)
    mentions = mentions_of(doc)
    for model in (MODEL, CorefModel(weights, MODEL.frequent, 0.0)):
        sure, _ = analyse(DocColumns.from_doc(doc), mentions, model.frequent)
        clusters, links = resolve_learned(DocColumns.from_doc(doc), mentions, model)
        found = clusters.result()
        everything = [i for cluster in found for i in cluster]
        assert len(set(everything)) == len(everything)
        assert all(cluster == sorted(cluster) and len(cluster) > 1 for cluster in found)
        assert set(everything) <= set(range(len(mentions)))
        home = {i: n for n, cluster in enumerate(found) for i in cluster}
        for cluster in sure.result():
            assert len({home[i] for i in cluster}) == 1
        for cluster in found:
            names = [n for i in cluster if (n := clusters.attributes[i].name)]
            pronouns = {clusters.attributes[i].head for i in cluster} & {"he", "she", "it"}
            assert len(pronouns) <= 1
            assert all(
                any(same_name(a, b, t) for t in ("PER", "ORG", "LOC", ""))
                for a in names
                for b in names
            )
        assert all(0 <= x.probability <= 1 + 1e-9 for x in links)


@settings(deadline=None)
@given(PEOPLE)
def test_probabilities_of_a_mention_sum_to_one_and_no_link_is_below_the_threshold(sentences):
    doc = people_doc(sentences)
    mentions = mentions_of(doc)
    _, pairs = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
    link, new = probabilities(pairs, MODEL.weights)
    total = new + np.bincount(pairs.mention, link, minlength=len(mentions))
    assert np.allclose(total, 1)
    for threshold in (0.0, 0.3, 0.6, 1.0):
        _, links = resolve_learned(DocColumns.from_doc(doc), mentions, MODEL, threshold)
        assert all(x.probability >= threshold for x in links)
    # Where nothing is linked yet, a higher threshold keeps what is surely merged alone.
    clusters, _ = resolve_learned(DocColumns.from_doc(doc), mentions, MODEL, 1.1)
    assert clusters.result() == rank_sure(doc, mentions)


@pytest.mark.parametrize("type_", ["LOC", "ORG", "MISC"])
def test_titles_keep_people_apart_though_one_was_taken_for_something_else(type_):
    doc = people_doc([[["Mr.", "Lee"], ["Tom", "Smith"]], [["Ms.", "Lee"]]])
    mister, tom, miss = doc.ents
    doc.ents = [mister, tom, Span(doc, miss.start, miss.end, type_)]
    anything = CorefModel(MODEL.weights, MODEL.frequent, 0.0)
    assert all(
        not {"Mr. Lee", "Ms. Lee"} <= set(cluster) for cluster in learned_clusters(doc, anything)
    )


def test_a_cluster_of_he_and_a_cluster_of_she_are_never_merged():
    doc = people_doc([[["Lee"]], [["Lee"]]])
    clusters = MentionClusters.singletons(DocColumns(doc), mentions_of(doc))
    assert may_merge(clusters, 1, 0)
    clusters.cluster_of[0].gender, clusters.cluster_of[1].gender = MALE, FEMALE
    assert not may_merge(clusters, 1, 0)


def rank_sure(doc, mentions):
    clusters, _ = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
    return clusters.result()


def test_an_empty_doc_has_no_clusters():
    assert learned_clusters(Doc(Vocab())) == []
    assert learned_clusters(Doc(Vocab(), words=["hello"])) == []


@settings(deadline=None)
@given(PEOPLE)
def test_mentions_that_are_passed_over_could_not_have_been_linked(sentences):
    doc = people_doc(sentences)
    mentions = mentions_of(doc)
    _, pairs = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
    chances, _ = probabilities(pairs, MODEL.weights)
    for threshold in (0.0, 0.3, 0.6, 1.0):
        _, links = resolve_learned(DocColumns.from_doc(doc), mentions, MODEL, threshold)
        linked = {x.mention for x in links}
        for i in linked:
            assert chances[pairs.mention == i].sum() >= threshold - 1e-9
    # Every pair once, in order: what sums over the pairs of a mention relies on it.
    order = list(zip(pairs.mention.tolist(), pairs.antecedent.tolist(), strict=True))
    assert order == sorted(set(order))


def test_a_softmax_gives_nothing_to_what_is_ruled_out():
    # Learning asks for the share of gold antecedents alone, or of a new entity alone.
    doc = people_doc([[["Ann", "Lee"]], [["she"]], [["she"]]])
    _, pairs = analyse(DocColumns.from_doc(doc), mentions_of(doc), MODEL.frequent)
    assert len(pairs.mention)
    link, new = np.zeros(len(pairs.mention)), np.zeros(len(pairs.new))
    shares, rest = softmax(pairs, np.full_like(link, -np.inf), new)
    assert shares.tolist() == [0] * len(link)
    assert rest.tolist() == [1] * len(new)
    chooses = np.isin(np.arange(len(new)), pairs.mention)
    shares, rest = softmax(pairs, link, np.where(chooses, -np.inf, new))
    assert np.allclose(np.bincount(pairs.mention, shares, minlength=len(new)), chooses)
    assert np.array_equal(rest == 1, ~chooses)
