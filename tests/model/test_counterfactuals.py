"""A counterfactual is a smallest change, and the model says what it does."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from salience.features.groups import DUNIETZ_GILLICK
from salience.model.salience_model import train
from tests.support.builders import ENTITIES, attribute_row, toy_rows

TABLE = pd.DataFrame(toy_rows())
MODEL = train(TABLE, groups=DUNIETZ_GILLICK)
CENTRAL = train(TABLE, groups=(*DUNIETZ_GILLICK, "centrality"))


@given(ENTITIES, st.floats(0, 1))
def test_a_counterfactual_is_what_the_model_says_of_it(entity, threshold) -> None:  # type: ignore[no-untyped-def]
    [before] = MODEL.predict([entity])
    for found in MODEL.counterfactuals(entity, threshold):
        [after] = MODEL.predict([entity | {found.attribute: found.value}])
        assert after == found.probability
        assert (after >= threshold) != (before >= threshold)


def is_known(row: dict[str, object]) -> bool:
    [features] = MODEL.featurizer.transform([row])
    return set(features) <= set(MODEL.classifier.features_)


@given(ENTITIES, st.sampled_from(["first_sentence", "named", "nominal", "pronominal"]))
def test_no_smaller_change_would_do(entity, name) -> None:  # type: ignore[no-untyped-def]
    threshold = 0.3
    assume(entity[name] is not None)
    found = {c.attribute: c.value for c in MODEL.counterfactuals(entity, threshold)}
    [before] = MODEL.predict([entity])
    farthest = abs(found[name] - entity[name]) if name in found else 40
    least = 1 if name == "named" else 0
    for value in range(max(least, entity[name] - farthest + 1), entity[name] + farthest):
        [after] = MODEL.predict([entity | {name: value}])
        assert (after >= threshold) == (before >= threshold) or not is_known(entity | {name: value})


def test_changes_in_words_both_ways() -> None:
    early, late = attribute_row(headline=""), attribute_row(first_sentence=7, headline="", named=3)
    table = pd.DataFrame([early | {"salient": True}, late | {"salient": False}] * 20)
    model = train(table, groups=("1st-loc",))
    [change] = model.counterfactuals(late, 0.5)
    assert (change.attribute, change.value) == ("first_sentence", 0)
    assert change.words == "first mentioned in the first sentence, not in sentence 8"
    assert str(change) == f"{change.words}: {change.probability:.3f}"
    [change] = model.counterfactuals(early, 0.5)
    assert change.attribute == "first_sentence" and change.probability < 0.5
    model = train(table, groups=("mentions",))
    words = {c.attribute: c.words for c in model.counterfactuals(early, 0.5)}
    assert words["named"] == "2 more named mentions"
    words = {c.attribute: c.words for c in model.counterfactuals(late, 0.5)}
    assert words["named"] == "1 fewer named mention"


def test_what_training_did_not_see_is_no_change() -> None:
    early, late = attribute_row(), attribute_row(first_sentence=7)
    model = train(
        pd.DataFrame([early | {"salient": False}, late | {"salient": True}] * 20),
        groups=("1st-loc",),
    )
    row = attribute_row(first_sentence=5)  # the same bucket as 7
    likely, unseen = model.predict([row, row | {"first_sentence": 1}])
    assert unseen < likely
    [change] = model.counterfactuals(row, (unseen + likely) / 2)
    assert change.value == 0  # and not 1, in a bucket without any weight


def test_no_change_is_said_where_none_does_it() -> None:
    words = pd.DataFrame([attribute_row(head=h) | {"salient": h == "a"} for h in "ab"])
    model = train(words, groups=("head-lex",))
    assert model.counterfactuals(attribute_row(head="b")) == ()
    assert MODEL.counterfactuals(attribute_row(), threshold=0.0) == ()


def test_more_mentions_are_a_larger_share() -> None:
    half = attribute_row(named=1, share=0.5)
    rows = [half | {"salient": False}, half | {"share": 0.8, "salient": True}]
    model = train(pd.DataFrame(rows * 9), groups=("share",))
    found = {c.attribute: c for c in model.counterfactuals(half, 0.5)}
    assert found.keys() == {"named", "nominal", "pronominal"}
    one_more = 1 + found["named"].value - 1
    expected = model.predict([half | {"share": one_more / (one_more + 1)}])[0]
    assert found["named"].probability == pytest.approx(expected, abs=1e-12)


def test_the_rank_in_a_document_is_needed_for_changes_too() -> None:
    with pytest.raises(ValueError, match=r"no 'centrality'.*model\.complete"):
        CENTRAL.counterfactuals(attribute_row())


def test_an_entity_is_moved_no_further_back_than_its_document_allows() -> None:
    first, late = attribute_row(order=1), attribute_row(order=6)
    table = pd.DataFrame([first | {"salient": True}, late | {"salient": False}] * 20)
    model = train(table, groups=("order",))
    assert model.counterfactuals(first, 0.45) == ()
    assert model.counterfactuals(first, 0.45, most={"order": 3}) == ()
    [change] = model.counterfactuals(first, 0.45, most={"order": 9})
    assert (change.attribute, change.value) == ("order", 4)


def test_attributes_that_a_model_does_not_read_are_not_needed() -> None:
    counted = {"head_count": 9, "named": 2}
    table = pd.DataFrame(
        [counted | {"salient": True}, {"head_count": 1, "named": 1} | {"salient": False}] * 20
    ).assign(document="d", entity=range(40))
    model = train(table, groups=("head-count",))
    [part] = model.explain(counted).contributions
    assert part.words == "its head word 9 times in the text"
    assert [c.attribute for c in model.counterfactuals(counted | {"share": 0.5}, 0.5)] == [
        "head_count"
    ]
    given = counted | {"head": "oslo", "nominal": None}
    assert "“oslo”" in model.explain(given).contributions[0].words
    assert model.counterfactuals(given, 0.5) == model.counterfactuals(counted, 0.5)


def test_the_order_and_the_headline_count_where_the_model_reads_them() -> None:
    seventh = attribute_row(order=7, headline="", in_title=0.0)
    early = seventh | {"order": 1}
    table = pd.DataFrame([early | {"salient": True}, seventh | {"salient": False}] * 20)
    found = {c.attribute: c for c in train(table, groups=("order",)).counterfactuals(seventh, 0.5)}
    assert found.keys() == {"order"}
    assert (
        found["order"].words
        == f"in the order of first mentions, entity {found['order'].value}, not entity 7"
    )
    titled = seventh | {"headline": "PROPN", "in_title": 1.0}
    table = pd.DataFrame([titled | {"salient": True}, seventh | {"salient": False}] * 20)
    [change] = train(table, groups=("title",)).counterfactuals(seventh, 0.5)
    assert change.words == "mentioned by name in the headline"
    [change] = train(table, groups=("title",)).counterfactuals(titled, 0.5)
    assert change.words == "not mentioned in the headline"
