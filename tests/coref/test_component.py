"""Coreference as a component of a pipeline, learned and by rules."""

import pytest
import spacy
from spacy.tokens import Doc
from spacy.vocab import Vocab

from salience.coref.component import LearnedResolver, RuleResolver, make_coref
from salience.pipeline.packed import PackedPipeline
from tests.support.coref import people_doc


def test_the_component_writes_spans_and_links_that_survive_bytes_and_processes():
    nlp = spacy.blank("en")
    resolver = nlp.add_pipe("salience_coref", config={"threshold": 0.2})
    doc = resolver(people_doc([[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]]))
    again = Doc(Vocab()).from_bytes(doc.to_bytes())
    assert {key: [span.text for span in again.spans[key]] for key in again.spans} == {
        "coref_clusters_1": ["Ann Lee", "she"],
        "coref_clusters_2": ["Tom Smith", "him"],
    }
    assert [list(link[:4]) for link in again._.coref_links] == [[5, 6, 0, 2], [7, 8, 3, 5]]
    assert all(0.2 <= link[4] <= 1 for link in again._.coref_links)
    packed = PackedPipeline.pack(nlp).load().get_pipe("salience_coref")
    assert isinstance(packed, LearnedResolver)
    assert packed.threshold == 0.2
    assert packed.load().to_files() == resolver.load().to_files()
    doc = people_doc([[["Ann", "Lee"]], [["she"]]])
    doc.spans["coref_clusters_7"] = [doc[0:1]]
    assert list(resolver(doc).spans) == ["coref_clusters_7"]


def test_choices_of_the_component_are_named():
    nlp = spacy.blank("en")
    assert isinstance(make_coref(nlp, "x", "rules", "en-coref", None), RuleResolver)
    with pytest.raises(ValueError, match="resolver must be 'learned' or 'rules', got 'best'"):
        make_coref(nlp, "x", "best", "en-coref", None)
    with pytest.raises(ValueError, match="threshold must be from 0 to 1, got 2"):
        make_coref(nlp, "x", "learned", "en-coref", 2)
    with pytest.raises(ValueError, match="threshold must be from 0 to 1, got True"):
        LearnedResolver("en-coref", True)
    with pytest.raises(ValueError, match=r"threshold is for resolver='learned', got 0\.9 with"):
        make_coref(nlp, "x", "rules", "en-coref", 0.9)


def test_the_component_of_rules_writes_spans_that_survive_bytes_and_leaves_other_clusters_alone():
    doc = RuleResolver()(people_doc([[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]]))
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    assert {key: [span.text for span in again.spans[key]] for key in again.spans} == {
        "coref_clusters_1": ["Ann Lee", "she"],
        "coref_clusters_2": ["Tom Smith", "him"],
    }
    doc = people_doc([[["Ann", "Lee"]], [["she"]]])
    doc.spans["coref_clusters_7"] = [doc[0:1]]
    assert list(RuleResolver()(doc).spans) == ["coref_clusters_7"]
    doc = people_doc([[["Ann", "Lee"]], [["she"]]])
    doc.spans["coref_clusters_of_others"] = [doc[0:1]]
    assert list(RuleResolver()(doc).spans) == ["coref_clusters_of_others", "coref_clusters_1"]
    rules = spacy.blank("en").add_pipe("salience_coref", config={"resolver": "rules"})
    assert isinstance(rules, RuleResolver)
