"""Explanations are exact, in words, and say what would change the answer."""

from __future__ import annotations

import math

import matplotlib as mpl
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from matplotlib import pyplot as plt

from salience.errors import CorpusError
from salience.features.attributes import attributes
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DUNIETZ_GILLICK, GROUPS, feature_words
from salience.model.salience_model import train
from salience.plots import contributions
from tests.support.builders import attribute_row, marked, toy_rows

TABLE = pd.DataFrame(toy_rows())
MODEL = train(TABLE, groups=DUNIETZ_GILLICK)
CROWDED = train(TABLE, groups=DUNIETZ_GILLICK, n_features=5)
CENTRAL = train(TABLE, groups=(*DUNIETZ_GILLICK, "centrality"))
BOUNDED = train(TABLE)  # the default groups, most of whose features are bounds

ENTITIES = st.builds(
    attribute_row,
    first_sentence=st.none() | st.integers(0, 30),
    head_count=st.integers(1, 30),
    named=st.integers(1, 9),
    nominal=st.integers(0, 9),
    pronominal=st.integers(0, 9),
    headline=st.sampled_from(["", "PROPN", "ADJ NOUN PROPN"]),
)


def parsed_row() -> dict[str, object]:
    """All attributes that a model can read, of an entity that is spoken of in many ways."""
    text = "{a Ada Byrne} met {b Oslo} .\n{a:pronominal she} left {b Oslo} .\n{c Bergen} slept ."
    row = attributes(marked("d", text, title="Ada in Oslo"))[0]
    return row | {"centrality": 1, "quoted": 1.0, "rank": 1}


def test_every_feature_group_has_words() -> None:
    row = parsed_row()
    [features] = EntityFeaturizer(GROUPS).transform([row])
    assert {feature.partition("=")[0] for feature in features} == set(GROUPS)
    for feature in features:
        words = feature_words(feature, row)
        assert words and feature not in words and "nan" not in words.split()
        assert len(words) < 60


def test_words_say_what_is_so() -> None:
    row = attribute_row(first_sentence=0, named=2, nominal=0, pronominal=1, head_count=1)
    [features] = EntityFeaturizer(DUNIETZ_GILLICK).transform([row])
    assert {f: feature_words(f, row) for f in features} == {
        "1st-loc=2": "first mentioned in the first sentence",
        "head-count=3": "“nasa” once in the text",
        "mentions=3,2,3,4": "mentions: 2 named, 1 pronominal",
        "headline=PROPN": "in the headline, as proper noun",
        "head-lex=nasa": "the word “nasa”",
    }
    assert feature_words("theirs=3", row) == "theirs=3"
    [features] = EntityFeaturizer(["counts", "order", "title"]).transform([row | {"order": 6}])
    assert [feature_words(f, row) for f in features] == [
        "among the first 8 entities",
        "among the first 13 entities",
        "among the first 21 entities",
        "2 mentions or more",
        "3 mentions or more",
        "a part of the name in the headline",
        "50% or more of the name in the headline",
        "all of the name in the headline",
    ]


def test_the_first_of_all_is_not_among_the_first_one() -> None:
    row = parsed_row() | {"first_paragraph": 2}
    [features] = EntityFeaturizer(["order", "paragraph", "rank"]).transform([row])
    words = [feature_words(f, row) for f in features]
    assert words.count("the first entity") == words.count("the most mentioned") == 1
    assert next(w for w in words if "paragraph " in w) == "first mentioned in paragraph 3 or before"
    assert feature_words("paragraph=first<=0", row) == "first mentioned in the first paragraph"


@given(ENTITIES, st.sampled_from([MODEL, CROWDED]))
def test_the_table_adds_up_to_the_logit(entity, model) -> None:  # type: ignore[no-untyped-def]
    found = model.explain(entity)
    frame = found.to_frame()
    assert list(frame.columns) == ["feature", "words", "value", "collides_with"]
    assert frame["feature"].tolist() == ["bias", *(p.feature for p in found.contributions)]
    assert math.fsum(frame["value"]) == found.logit
    assert all(len(line) <= 80 for line in str(found).splitlines())


@given(ENTITIES, st.sampled_from([BOUNDED, MODEL, CROWDED]))
def test_families_hold_every_feature_once_the_closest_bound_first(entity, model) -> None:  # type: ignore[no-untyped-def]
    found = model.explain(entity)
    families = found.families()
    parts = [part for _, _, together in families for part in together]
    assert sorted(p.feature for p in parts) == sorted(p.feature for p in found.contributions)
    assert all(value == math.fsum(p.value for p in together) for _, value, together in families)
    sizes = [abs(value) for _, value, _ in families]
    assert sizes == sorted(sizes, reverse=True)


def test_the_words_of_a_family_are_those_of_the_closest_bound() -> None:
    row = attribute_row(first_sentence=1, head_count=2, named=3, order=2)
    lines = str(BOUNDED.explain(row)).splitlines()
    found = {
        name: [part.feature for part in parts] for name, _, parts in BOUNDED.explain(row).families()
    }
    assert found["order"] == [f"order=<={n}" for n in (2, 3, 5, 8, 13, 21)]
    assert found["counts=mentions"] == ["counts=mentions>=3", "counts=mentions>=2"]
    [place] = (i for i, line in enumerate(lines) if line.endswith(" order"))
    assert "among the first 2 entities" in lines[place]
    assert lines[place + 1].split()[::2] == ["<=2", "<=3", "<=5", "<=8", "<=13"]
    assert lines[place + 2].split()[::2] == ["<=21"]


def test_collisions_stand_in_the_table() -> None:
    found = CROWDED.explain(TABLE.iloc[0].to_dict())
    [*_, last] = found.to_frame()["collides_with"]
    assert last == ", ".join(found.contributions[-1].collides_with) != ""
    assert "shares its weight with " in str(found)


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


def test_weights_are_those_of_the_classifier_the_strongest_first() -> None:
    table = MODEL.weights()
    assert list(table.columns) == ["group", "feature", "weight", "collides_with"]
    crowded = CROWDED.weights().set_index("feature")["collides_with"]
    for feature, shared in crowded.items():
        assert shared == ", ".join(CROWDED.classifier.collisions(feature))
    assert crowded.str.len().max() > 0
    assert sorted(table["feature"]) == sorted(MODEL.classifier.features_)
    assert set(table["group"]) == set(DUNIETZ_GILLICK)
    expected = MODEL.classifier.weights(table["feature"])
    assert dict(zip(table["feature"], table["weight"], strict=True)) == expected
    strength = table["weight"].abs().tolist()
    assert strength == sorted(strength, reverse=True) and strength[0] > 0


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


def test_the_plot_has_a_bar_for_every_feature_and_one_for_the_sum() -> None:
    mpl.use("agg")
    found = MODEL.explain(attribute_row())
    ax = contributions(found.to_frame())
    widths = [bar.get_width() for bar in ax.patches]
    assert widths[:-1] == [found.bias, *(part.value for part in found.contributions)]
    assert widths[-1] == pytest.approx(found.logit, abs=1e-12)
    names = [text.get_text() for text in ax.get_yticklabels()]
    assert names[2] == found.contributions[1].words and names[-1] == "logit"
    assert len(names) == len(widths)
    with pytest.raises(CorpusError, match=r"no column 'words', which `plots\.contributions` draws"):
        contributions(pd.DataFrame({"value": [1.0]}))
    plt.close("all")
