"""Names that a text says to be of one thing; cases of language are in `cases/coref.jsonl`."""

import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from salience import resources
from salience.coref import aliases
from salience.coref.aliases import alias_evidence, alias_pairs, merge_aliases
from salience.coref.clusters import MentionClusters
from salience.errors import ResourceError
from salience.mentions.doc_columns import DocColumns
from tests.support.docs import mentions_of


def read(text, names):
    """The columns and mentions of a text whose names are given with their types."""
    words = text.split(" ")
    capital, last = [word[0].isupper() for word in words], len(words) - 1
    first = [i < last and capital[i] and capital[i + 1] for i in range(len(words))]
    doc = Doc(
        Vocab(),
        words=words,
        pos=[
            "PROPN" if c else "X" if w.isalpha() else "PUNCT"
            for c, w in zip(capital, words, strict=True)
        ],
        heads=[i + 1 if within else last for i, within in enumerate(first)],
        deps=["compound" if within else "dep" for within in first[:-1]] + ["ROOT"],
    )
    doc.ents = [Span(doc, start, end, label) for start, end, label in names]
    columns = DocColumns(doc)
    clusters = MentionClusters.singletons(columns, mentions_of(doc))
    return columns, clusters


def texts(columns, clusters):
    places = [m.mention.name for m in clusters.attributes]
    return [[" ".join(columns.text[slice(*places[i])]) for i in c] for c in clusters.result()]


def test_languages_and_peoples_are_passed_over():
    columns, clusters = read("Ruhl ( Welsh : Tarn ) grew", [(0, 1, "LOC"), (4, 5, "LOC")])
    [(i, j)] = alias_pairs(columns, clusters)
    assert [clusters.attributes[k].name.words for k in (i, j)] == [("ruhl",), ("tarn",)]


@pytest.mark.parametrize(
    "text",
    [
        "Ruhl , Tarn and so on",  # no word that joins names
        "Ruhl is known to all of us here and there as Tarn now",  # too far away
    ],
)
def test_names_in_a_row_are_no_pair_by_themselves(text):
    assert list(alias_pairs(*read(text, ()))) == []


@pytest.mark.parametrize(
    "text", ["Ann Ruhl ( formerly Mary Ruhl ) slept", "Mr. Ruhl ( formerly Ms. Tarn ) slept"]
)
def test_people_of_one_family_or_two_genders_stay_two(text):
    columns, clusters = read(text, [(0, 2, "PER"), (4, 6, "PER")])
    assert len(list(alias_pairs(columns, clusters))) == 1
    merge_aliases(columns, clusters)
    assert texts(columns, clusters) == []


def test_a_maiden_name_is_one_whatever_it_was_taken_for():
    columns, clusters = read("Ann ( née Tarn ) slept", [(0, 1, "PER"), (3, 4, "LOC")])
    merge_aliases(columns, clusters)
    assert texts(columns, clusters) == [["Ann", "Tarn"]]


def test_evidence_says_what_stands_between_and_what_was_named_before():
    columns, clusters = read("Ruhl ( formerly Tarn ) grew", [(0, 1, "LOC"), (3, 4, "LOC")])
    evidence = alias_evidence(columns, clusters, 0, 1)
    said = {"between:formerly", "bracket", "after:)", "types:LOC+LOC", "named:0+0", "named first"}
    assert said <= set(evidence)
    assert "bare bracket" not in evidence
    assert len(evidence) == len(set(evidence))


def test_weights_that_can_not_be_read_are_an_error_that_names_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "resource_dir", lambda: tmp_path)
    aliases._weights.cache_clear()
    try:
        with pytest.raises(ResourceError, match=r"alias_weights\.json.*Install the package again"):
            aliases._weights("names/alias_weights.json")
    finally:
        aliases._weights.cache_clear()
