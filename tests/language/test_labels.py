"""Labels of UD and CLEAR that mean the same are read as the same."""

import pytest

from salience.language import ENGLISH
from salience.language.labels import AFTER, BEFORE, CLAUSE, NAME, OTHER
from salience.pipeline.loading import load_pipeline


@pytest.mark.parametrize(
    ("ud", "clear"),
    [
        ("nsubj:pass", "nsubjpass"),
        ("csubj:pass", "csubjpass"),
        ("obj", "dobj"),
        ("iobj", "dative"),
        ("compound", "nn"),
        ("nmod:poss", "poss"),
        ("obl", "pobj"),
    ],
)
def test_coreference_reads_labels_of_both_schemes_alike(ud, clear):
    assert ENGLISH.labels.relation(ud) == ENGLISH.labels.relation(clear)


@pytest.mark.parametrize(
    ("label", "tag_above", "expected"),
    [
        ("poss", "", "nmod"),
        ("nmod:poss", "", "nmod"),
        ("attr", "", "root"),
        ("ROOT", "", "root"),
        ("relcl", "", "acl"),
        ("acl:relcl", "", "acl"),
        ("pobj", "PROPN", "nmod"),
        ("pobj", "AUX", "obl"),
        ("what-else", "", "what-else"),
    ],
)
def test_roles_are_those_of_ud_without_subtypes(label, tag_above, expected):
    assert ENGLISH.labels.ud_relation(label, tag_above) == expected


@pytest.mark.parametrize(
    ("labels", "part"),
    [
        (("flat", "flat:name", "FLAT", "nn", "compound"), NAME),
        (("det", "amod", "poss", "nmod:poss"), BEFORE),
        (("nmod", "prep", "nmod:of"), AFTER),
        (("relcl", "acl:relcl", "advcl"), CLAUSE),
        (("nmod:tmod", "compound:prt", "nsubj", ""), OTHER),
    ],
)
def test_a_subtype_counts_where_it_is_known_else_the_label(labels, part):
    assert {ENGLISH.labels.phrase_part(label) for label in labels} == {part}


def test_the_pipeline_that_ships_has_labels_of_ud():
    labels = load_pipeline(coref="none").pipe_labels["parser"]
    assert "obj" in labels and "dobj" not in labels
