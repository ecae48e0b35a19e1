"""Which mentions are compared: near ones, or far ones with a word in common."""

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience.coref.candidates import is_loose, may_name_the_same
from salience.coref.mention_ranking import analyse
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import attributes_of
from salience.names.proper_names import read_name
from tests.support.coref import MODEL, learned_clusters, people_doc
from tests.support.docs import mentions_of


def test_people_far_away_change_nothing():
    # Windows are bounded: what stands thirty sentences before is no candidate for a pronoun.
    tail = [[["it"]]] * 30 + [[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]]
    found = []
    for people in (0, 100):
        doc = people_doc([[["Mary", "Brown"]]] * people + tail)
        mentions = mentions_of(doc)
        _, pairs = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
        assert np.bincount(pairs.mention, minlength=len(mentions)).max() <= 60
        clusters = learned_clusters(doc)
        assert ["Ann Lee", "she"] in clusters
        assert ["Tom Smith", "him"] in clusters
        links = spacy.blank("en").add_pipe("salience_coref")(doc)._.coref_links[-2:]
        found.append([(link[0] - link[2], link[4]) for link in links])
    assert found[0] == found[1]


def candidates_of_the_last(*sentences):
    """The words of the mentions that the last one of a text is compared with."""
    doc = people_doc([[name.split() for name in sentence] for sentence in sentences])
    mentions = mentions_of(doc)
    _, pairs = analyse(DocColumns.from_doc(doc), mentions, MODEL.frequent)
    found = pairs.antecedent[pairs.mention == len(mentions) - 1]
    return [doc[mentions[i].start : mentions[i].end].text for i in found]


def test_he_and_she_look_farther_back_than_other_pronouns():
    between = [["it"]] * 7
    assert "Ann Lee" in candidates_of_the_last(["Ann Lee"], *between, ["she"])
    assert "Ann Lee" not in candidates_of_the_last(["Ann Lee"], *between, ["they"])
    assert "Ann Lee" not in candidates_of_the_last(["Ann Lee"], *between, *between, ["she"])


@pytest.mark.parametrize(("pronoun", "compared"), [("I", True), ("you", True), ("it", False)])
def test_speakers_are_compared_with_the_last_of_their_kind_wherever_it_stands(pronoun, compared):
    between = [["they"]] * 14
    assert (pronoun in candidates_of_the_last([pronoun], *between, [pronoun])) == compared


@pytest.mark.parametrize(
    ("words", "pos", "label", "loose"),
    [
        ("rural Montana", "ADJ PROPN", "LOC", True),
        ("some Texans", "DET PROPN", "MISC", True),
        ("Montana", "PROPN", "LOC", False),
        ("Rural Montana", "ADJ PROPN", "LOC", False),
        ("young Lee", "ADJ PROPN", "PER", False),
        ("the mayor", "DET NOUN", "", False),
    ],
)
def test_a_name_is_loose_if_something_is_said_of_it_but_for_a_persons(words, pos, label, loose):
    words, pos = words.split(), pos.split()
    heads, deps = [len(words) - 1] * len(words), ["amod"] * len(words)
    deps[-1] = "ROOT"
    doc = Doc(Vocab(), words=words, pos=pos, heads=heads, deps=deps)
    if label:
        doc.ents = [Span(doc, len(words) - 1, len(words), label)]
    columns = DocColumns(doc)
    [mention] = mentions_of(doc)
    assert is_loose(columns, attributes_of(columns, mention)) == loose


def test_names_may_be_of_one_entity_if_they_are_for_any_type():
    names = [read_name(name.split(), "PER") for name in ("Kennedy", "John Kennedy", "Kenneth")]
    assert may_name_the_same(names[0], names[1])
    assert not may_name_the_same(names[0], names[2])


@pytest.mark.parametrize(
    ("long", "short", "may"),
    [("Air France", "France", False), ("Michael Jordan", "Jordan", True), ("Ann Lee", "Lee", True)],
)
def test_a_country_is_the_family_name_of_people_alone(long: str, short: str, may: bool) -> None:
    names = [read_name(name.split(), "") for name in (long, short)]
    assert may_name_the_same(*names) == may_name_the_same(*reversed(names)) == may
