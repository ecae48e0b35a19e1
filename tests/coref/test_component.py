"""Coreference as a component of a pipeline."""

import spacy
from spacy.tokens import Doc

from salience.coref.component import RuleResolver
from salience.pipeline.packed import PackedPipeline
from tests.support.coref import people_doc


def test_the_component_writes_spans_that_survive_bytes_and_leaves_other_clusters_alone():
    nlp = spacy.blank("en")
    resolver = nlp.add_pipe("salience_coref")
    doc = resolver(people_doc([[["Ann", "Lee"], ["Tom", "Smith"]], [["she"], ["him"]]]))
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    assert {key: [span.text for span in again.spans[key]] for key in again.spans} == {
        "coref_clusters_1": ["Ann Lee", "she"],
        "coref_clusters_2": ["Tom Smith", "him"],
    }
    doc = people_doc([[["Ann", "Lee"]], [["she"]]])
    doc.spans["coref_clusters_7"] = [doc[0:1]]
    assert list(resolver(doc).spans) == ["coref_clusters_7"]
    doc = people_doc([[["Ann", "Lee"]], [["she"]]])
    doc.spans["coref_clusters_of_others"] = [doc[0:1]]
    assert list(resolver(doc).spans) == ["coref_clusters_of_others", "coref_clusters_1"]
    packed = PackedPipeline.pack(nlp).load().get_pipe("salience_coref")
    assert isinstance(packed, RuleResolver)
