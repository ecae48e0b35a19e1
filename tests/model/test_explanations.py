"""Explanations are exact, in words, and say what would change the answer."""

from __future__ import annotations

import math

import matplotlib as mpl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt

from salience.errors import CorpusError
from salience.features.attributes import attributes
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import BIASES, DUNIETZ_GILLICK, GROUPS, feature_words
from salience.model.explanations import Contribution, Explanation
from salience.model.salience_model import train
from salience.pages.terminal import main_reasons
from salience.plots import contributions
from tests.support.builders import ENTITIES, attribute_row, marked, toy_rows

TABLE = pd.DataFrame(toy_rows())
MODEL = train(TABLE, groups=DUNIETZ_GILLICK)
CROWDED = train(TABLE, groups=DUNIETZ_GILLICK, n_features=5)
BOUNDED = train(TABLE)  # the default groups, most of whose features are bounds


def parsed_row() -> dict[str, object]:
    """All attributes that a model can read, of an entity that is spoken of in many ways."""
    text = "{a Ada Byrne} met {b Oslo} .\n{a:pronominal she} left {b Oslo} .\n{c Bergen} slept ."
    row = attributes(marked("d", text, title="{a Ada} in {b Oslo}"))[0]
    return row | {"centrality": 1, "quoted": 1.0, "rank": 1, "governor": "nsubj:meet"}


def test_every_feature_group_has_words() -> None:
    row = parsed_row()
    [features] = EntityFeaturizer(GROUPS).transform([row])
    assert {feature.partition("=")[0] for feature in features} == set(GROUPS) - set(BIASES)
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
        "headline-words=PROPN": "shares a word with the headline",
        "head-lex=nasa": "the word “nasa”",
    }
    assert feature_words("theirs=3", row) == "theirs=3"
    [features] = EntityFeaturizer(["counts", "order", "title"]).transform([row | {"order": 6}])
    assert {feature_words(f, row | {"order": 6}) for f in features} == {
        "the 6th entity of the text",
        "3 mentions",
        "its whole name in the headline",
    }


def test_words_of_places_are_those_of_people() -> None:
    row = parsed_row() | {"first_paragraph": 2, "order": 1}
    [features] = EntityFeaturizer(["order", "paragraph", "rank"]).transform([row])
    words = {feature_words(f, row) for f in features}
    assert {"the first entity of the text", "the most mentioned"} < words
    assert "first mentioned in paragraph 3" in words
    row |= {"first_paragraph": 0, "order": 22, "rank": 3}
    assert feature_words("paragraph=first<=0", row) == "first mentioned in the first paragraph"
    assert feature_words("order=<=34", row) == "the 22nd entity of the text"
    assert feature_words("rank=<=3", row) == "the 3rd most mentioned"


@given(ENTITIES, st.sampled_from([MODEL, CROWDED]))
def test_the_table_adds_up_to_the_logit(entity, model) -> None:  # type: ignore[no-untyped-def]
    found = model.explain(entity)
    frame = found.to_frame()
    assert list(frame.columns) == ["feature", "words", "value", "collides_with"]
    assert frame["feature"].tolist() == ["bias", *(p.feature for p in found.contributions)]
    assert math.fsum(frame["value"]) == found.logit
    assert all(len(line) <= 80 for line in str(found).splitlines())


@given(ENTITIES, st.sampled_from([BOUNDED, MODEL, CROWDED]))
def test_reasons_hold_every_feature_once(entity, model) -> None:  # type: ignore[no-untyped-def]
    found = model.explain(entity)
    reasons = found.reasons()
    parts = [part for reason in reasons for part in reason.contributions]
    assert sorted(p.feature for p in parts) == sorted(p.feature for p in found.contributions)
    assert all(
        reason.value == math.fsum(p.value for p in reason.contributions) for reason in reasons
    )
    sizes = [abs(reason.value) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)
    assert len({reason.words for reason in reasons}) == len(reasons)


def test_all_bounds_of_a_number_are_one_reason_the_closest_first() -> None:
    row = attribute_row(first_sentence=1, head_count=2, named=3, order=2)
    lines = str(BOUNDED.explain(row)).splitlines()
    found = {
        r.name: [part.feature for part in r.contributions] for r in BOUNDED.explain(row).reasons()
    }
    assert found["order"] == [f"order=<={n}" for n in (2, 3, 5, 8, 13, 21)]
    assert found["counts=mentions"] == ["counts=mentions>=3", "counts=mentions>=2"]
    [place] = (i for i, line in enumerate(lines) if line.endswith(" order"))
    assert "the 2nd entity of the text" in lines[place]
    assert lines[place + 1].split()[::2] == ["<=2", "<=3", "<=5", "<=8", "<=13"]
    assert lines[place + 2].split()[::2] == ["<=21"]


def test_the_words_of_a_headline_are_one_reason() -> None:
    row = attribute_row(headline="NOUN PROPN")
    [headline] = (r for r in BOUNDED.explain(row).reasons() if r.words == "in the headline")
    assert headline.name == "headline"
    assert {part.feature for part in headline.contributions} == {"headline=NOUN", "headline=PROPN"}


def test_the_three_strongest_reasons_come_first_with_a_side_and_a_bar() -> None:
    def part(words: str, value: float) -> Contribution:
        return Contribution(f"head-lex={words}", words, value, ())

    parts = (part("a", 2.0), part("b", -1.0), part("c", 0.5), part("d", 0.4))
    shown = main_reasons(Explanation(0.0, parts, 1.9, 0.87))
    assert shown == [("for", "█" * 10, "a"), ("against", "█" * 5, "b"), ("for", "██▌", "c")]
    assert main_reasons(Explanation(0.0, (part("a", 0.01),), 0.01, 0.5)) == []
    assert main_reasons(Explanation(0.0, (), 0.0, 0.5)) == []


def test_collisions_stand_in_the_table() -> None:
    found = CROWDED.explain(TABLE.iloc[0].to_dict())
    [*_, last] = found.to_frame()["collides_with"]
    assert last == ", ".join(found.contributions[-1].collides_with) != ""
    assert "shares its weight with " in str(found)


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


def test_the_plot_has_a_bar_for_every_reason_and_one_for_the_sum() -> None:
    mpl.use("agg")
    found = MODEL.explain(attribute_row())
    ax = contributions(found.to_frame())
    *names, last = [text.get_text() for text in ax.get_yticklabels()]
    *widths, logit = [bar.get_width() for bar in ax.patches]
    assert last == "logit" and logit == pytest.approx(found.logit, abs=1e-12)
    assert [*map(abs, widths)] == sorted(map(abs, widths), reverse=True)
    said = {part.words for part in found.contributions}
    assert len(names) == len(said) + 1  # and the bias
    for name, width in zip(names, widths, strict=True):
        parts = [part.value for part in found.contributions if part.words == name]
        assert width == pytest.approx(sum(parts) if parts else found.bias, abs=1e-12)
    with pytest.raises(CorpusError, match=r"no column 'words', which 'plots\.contributions' needs"):
        contributions(pd.DataFrame({"value": [1.0]}))
    plt.close("all")
