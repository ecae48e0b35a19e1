"""Clusters merge where all their mentions agree."""

from salience.coref.clusters import MentionClusters
from salience.language.agreement import FEMALE
from salience.mentions.doc_columns import DocColumns
from tests.support.coref import people_doc
from tests.support.docs import mentions_of


def singletons(*sentences):
    doc = people_doc([[mention.split() for mention in sentence] for sentence in sentences])
    return MentionClusters.singletons(DocColumns(doc), mentions_of(doc))


def test_a_merged_cluster_is_what_all_its_mentions_may_be():
    clusters = singletons(["Ms. Lee"], ["Lee"], ["Mr. Lee"])
    assert clusters.compatible(0, 1) and clusters.compatible(1, 2)
    clusters.merge(0, 1)
    assert clusters.cluster_of[0] is clusters.cluster_of[1]
    assert (clusters.cluster_of[0].members, clusters.cluster_of[0].gender) == ([0, 1], FEMALE)
    assert not clusters.compatible(1, 2)
    assert clusters.result() == [[0, 1]]
    assert [cluster.index for cluster in clusters.unique()] == [0, 2]
    clusters.merge(1, 0)
    assert clusters.result() == [[0, 1]]


def test_of_names_that_shorten_each_other_the_longest_is_kept():
    clusters = singletons(["Lee"], ["Ann Lee"], ["Lee"])
    for i in (1, 2):
        clusters.merge(0, i)
    assert [name.words for name in clusters.cluster_of[0].names] == [("ann", "lee")]


def test_whether_names_fit_can_be_left_out():
    clusters = singletons(["Ann Lee"], ["Ann Smith"])
    assert not clusters.compatible(0, 1)
    assert clusters.compatible(0, 1, names=False)
