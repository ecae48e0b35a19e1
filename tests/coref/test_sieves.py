from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

from salience.coref.clusters import MentionClusters
from salience.coref.sieves import resolve
from salience.mentions.doc_columns import DocColumns
from salience.names.proper_names import read_name, same_name
from tests.support.builders import cases
from tests.support.coref import PEOPLE, coref_doc, people_doc
from tests.support.docs import mentions_of

VOCAB = Vocab()


def clusters(doc):
    mentions = mentions_of(doc)
    spans = [doc[m.start : m.end].text for m in mentions]
    return [[spans[i] for i in cluster] for cluster in resolve(DocColumns.from_doc(doc), mentions)]


@pytest.mark.parametrize("case", cases("coref"), ids=lambda case: case["note"])
def test_cases(case):
    # A known failure that begins to work is to be taken out.
    found = clusters(coref_doc(case))
    assert (found == case["clusters"]) == ("fails" not in case), found


UD, CLEAR = "ud", "clear"


@pytest.mark.parametrize(
    ("words", "pos", "trees", "expected"),
    [
        (
            "Ada Brown is the mayor",
            "PROPN PROPN AUX DET NOUN",
            {
                UD: ("nsubj flat cop det ROOT", [4, 0, 4, 4, 4]),
                CLEAR: ("compound nsubj ROOT det attr", [1, 2, 2, 4, 2]),
            },
            [["Ada Brown", "the mayor"]],
        ),
        (
            "Ada Brown was praised by her",
            "PROPN PROPN AUX VERB ADP PRON",
            {
                UD: ("nsubj:pass flat aux:pass ROOT case obl:agent", [3, 0, 3, 3, 5, 3]),
                CLEAR: ("compound nsubjpass auxpass ROOT agent pobj", [1, 3, 3, 3, 3, 4]),
            },
            [],
        ),
        (
            "Ada Brown sold her house to Tom Green",
            "PROPN PROPN VERB PRON NOUN ADP PROPN PROPN",
            {
                UD: ("nsubj flat ROOT nmod:poss obj case obl flat", [2, 0, 2, 4, 2, 6, 2, 6]),
                CLEAR: (
                    "compound nsubj ROOT poss dobj dative compound pobj",
                    [1, 2, 2, 4, 2, 2, 7, 5],
                ),
            },
            [["Ada Brown", "her"]],
        ),
    ],
)
@pytest.mark.parametrize("scheme", [UD, CLEAR])
def test_trees_of_both_schemes_give_the_same(words, pos, trees, expected, scheme):
    deps, heads = trees[scheme]
    doc = Doc(VOCAB, words=words.split(), pos=pos.split(), deps=deps.split(), heads=heads)
    assert clusters(doc) == expected


@given(PEOPLE)
@settings(deadline=None)
def test_clusters_are_apart_sorted_and_of_people_with_one_name(sentences):
    doc = people_doc(sentences)
    mentions = mentions_of(doc)
    found = resolve(DocColumns.from_doc(doc), mentions)
    members = [i for cluster in found for i in cluster]
    assert len(members) == len(set(members))
    assert found == sorted(sorted(cluster) for cluster in found)
    assert all(len(cluster) > 1 for cluster in found)
    for cluster in found:
        names = [
            read_name([token.text for token in doc[mentions[i].start : mentions[i].end]], "PER")
            for i in cluster
            if mentions[i].kind == "named"
        ]
        assert all(same_name(a, b, "PER") for a, b in combinations(names, 2))


@given(PEOPLE, st.sampled_from(["he", "she"]))
@settings(deadline=None)
def test_a_cluster_has_one_gender(sentences, pronoun):
    other = {"he": "she", "she": "he"}[pronoun]
    for cluster in clusters(people_doc([*sentences, [[pronoun], [other]]])):
        words = {word for mention in cluster for word in mention.split()}
        assert not {"he", "Mr.", "John", "Robert"} & words or not {"she", "Ms.", "Mary"} & words


@pytest.mark.parametrize(
    "sentence",
    [
        [["Ann", "Smith"], ["it"]],
        [["Smith"], ["she"]],
        [["he"], ["himself"]],
        [["Mr.", "Smith"], ["they"]],
    ],
)
def test_work_grows_with_the_text_only(sentence, monkeypatch):
    calls = []
    compatible = MentionClusters.compatible

    def count(self, *args, **kwargs):
        calls.append(1)
        return compatible(self, *args, **kwargs)

    monkeypatch.setattr(MentionClusters, "compatible", count)
    work = []
    for n in (200, 400):
        calls.clear()
        clusters(people_doc([sentence] * n))
        work.append(len(calls))
    assert work[1] <= 2.1 * work[0] + 10


def test_ten_thousand_mentions_of_different_people_and_one_sentence():
    names = [[f"Given{i}", "Smith"] for i in range(3000)]
    doc = people_doc([[*names, ["she"], ["Smith"]]])
    assert ["Given2999 Smith", "Smith"] in clusters(doc)


def test_without_tags_and_tree_there_is_nothing_to_do():
    assert resolve(DocColumns.from_doc(Doc(VOCAB)), ()) == []
    doc = Doc(VOCAB, words=["Ann", "sleeps"])
    assert resolve(DocColumns.from_doc(doc), mentions_of(doc)) == []
