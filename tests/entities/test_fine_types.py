"""Events, works and products are told apart, where that is sure, and nothing else changes."""

from dataclasses import replace

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span

from salience import load_model
from salience.engine.documents import parse_documents
from salience.engine.tasks import score_parsed
from salience.entities.extraction import parse
from salience.entities.fine_types import KINDS, LEAST, fine_type, shares, sure_type
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.types import COARSE_TYPES, FINE_TYPES, TYPES, Document, coarse_type
from tests.support.builders import cases, marked

CASES = cases("fine_types")


@pytest.fixture(scope="module")
def types():
    documents = parse_documents(Document(case["note"], case["text"]) for case in CASES)
    return {d.document.id: {e.name: e.type for e in d.entities} for d in documents}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_the_text_tells_what_a_thing_is(case, types):
    # Known failures are `fails`; one that begins to work is to be freed of it.
    expected = case["types"] | case.get("fails", {})
    assert types[case["note"]].items() >= expected.items()


def test_ids_know_coarse_types_alone():
    [parsed] = parse_documents([Document("d", "She won at the 2014 Rowing World Championships.")])
    [event] = [e for e in parsed.entities if e.type == "EVENT"]
    assert event.id == "name:rowing world championships|MISC"


def test_every_type_has_a_coarse_one():
    assert {coarse_type(type_) for type_ in TYPES} == set(COARSE_TYPES)
    assert {type_ for type_ in TYPES if coarse_type(type_) != type_} == set(FINE_TYPES)


PARSED = marked(
    "d",
    "# {e Second *War}\n{a Ada *Byrne} saw {w Red *Ferry} before {e the *War}\n{p T-*17} flew",
    types=dict.fromkeys("ewp", "MISC"),
)


@given(st.lists(st.sampled_from(KINDS), min_size=4, max_size=4))
def test_a_fine_type_changes_no_probability(fine):
    entities = tuple(
        replace(e, type=type_) if e.type == "MISC" else e
        for e, type_ in zip(PARSED.entities, fine, strict=False)
    )
    model = load_model()
    told = score_parsed(replace(PARSED, entities=entities), model)
    assert told.scores == score_parsed(PARSED, model).scores


@pytest.mark.parametrize(
    ("label", "expected"),
    [("EVENT", "EVENT"), ("WORK_OF_ART", "WORK"), ("PRODUCT", "PRODUCT"), ("LAW", "MISC")],
)
def test_the_label_of_another_recogniser_decides(label, expected):
    words = ["They", "spoke", "of", "Red", "Ferry", "."]
    tags = ["PRON", "VERB", "ADP", "PROPN", "PROPN", "PUNCT"]
    deps = ["nsubj", "ROOT", "case", "compound", "obl", "punct"]
    heads = [1, 1, 4, 4, 1, 1]
    vocab = spacy.blank("en").vocab
    doc = Doc(vocab, words=words, pos=tags, deps=deps, heads=heads, lemmas=words)
    doc.ents = [Span(doc, 3, 5, label=label)]
    mention = TokenMention(3, 5, 4, 4, "named", "MISC", (3, 5))
    assert fine_type(DocColumns(doc), [mention]) == expected
    [entity] = parse(doc, Document("d", doc.text)).entities
    assert entity.type == expected


def test_what_is_unsure_is_the_rest():
    for i, kind in enumerate(KINDS[:3]):
        for share, expected in ((LEAST[kind], kind), (LEAST[kind] - 0.01, "MISC")):
            likely = [(1 - share) / 3] * 4
            likely[i] = share
            assert sure_type({}, likely) == expected
    assert sure_type({"code alone": 1}, [0, 0, 1, 0]) == "MISC"  # *18F*
    assert sure_type({"code alone": 1, "after noun:PRODUCT": 1}, [0, 0, 1, 0]) == "PRODUCT"
    assert sure_type({"head noun:MISC": 1}, [1, 0, 0, 0]) == "MISC"  # *Norland Constitution*
    assert sure_type({"head noun:MISC": 1}, [0, 1, 0, 0]) == "WORK"  # a film may be called so


def test_shares_sum_to_one_and_follow_the_weights():
    weights = {"a": [2, 0, 0, 0], "b": [0, 0, 0, 5]}
    assert shares(weights, {}) == [0.25] * 4
    assert max(shares(weights, {"a": 1, "unknown": 9})) == shares(weights, {"a": 1})[0]
    assert sum(shares(weights, {"a": 0.5, "b": 1})) == pytest.approx(1)
    assert shares(weights, {"a": 1, "b": 1})[3] > 0.9
