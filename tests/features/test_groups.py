"""A feature group is one record: what is computed, explained and written of it follows."""

from __future__ import annotations

import pytest

from resources.recipes.feature_tables import groups_table
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import GROUPS, FeatureGroup, feature_words
from tests.support.builders import attribute_row

NEAR = FeatureGroup(
    "near",
    reads=("headline",),
    values=str.split,
    words=lambda value, _: f"beside the word “{value}”",
    description="words beside its mentions",
    open_vocabulary=True,
)


def test_a_group_is_added_with_one_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GROUPS, "near", NEAR)
    row = attribute_row(headline="said told", in_title=0.2)
    [features] = EntityFeaturizer(["near", "title"]).transform([row])
    assert features == ["title=>=0.01", "near=said", "near=told"]
    assert feature_words("near=told", row) == "beside the word “told”"
    assert "\n| `near` |  | words beside its mentions |" in groups_table()


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        ("before=mr.", "“mr.” before its first mention"),
        ("before=", "its first mention begins a sentence"),
        ("after=said", "“said” after its first mention"),
        ("after=", "its first mention ends a sentence"),
        ("governor=nsubj", "its first mention is subject"),
        ("governor=nsubj:meet", "its first mention is subject of “meet”"),
        ("governor=xcomp:be:", "its first mention is xcomp of “be:”"),
        ("governor=root", "its first mention is the root of a sentence"),
        ("sentences=rank<=6", "mentioned in the 5th most central sentence"),
        ("sentences=weight>=1.2", "in a sentence 1.3 times as central as the mean"),
        ("sentences=share>=0.05", "its sentences have 6% of the weight of all"),
        ("topic=first>=0.001", "its first sentence is 9% like the headline"),
        ("topic=most>=0.15", "one of its sentences is 17% like the headline"),
        ("topic=share>=0.2", "its sentences have 25% of what text and headline share"),
    ],
)
def test_what_stands_around_a_mention_is_said_in_words(feature: str, words: str) -> None:
    shares = {"weight_share": 0.06, "headline_first": 0.09, "headline_most": 0.17}
    row = attribute_row(sentence_rank=5, sentence_weight=1.3, headline_share=0.25, **shares)
    assert feature_words(feature, row) == words


def test_records_say_what_documentation_needs() -> None:
    for name, group in GROUPS.items():
        assert name == group.name and group.reads and "=" not in name
        assert group.description and "|" not in group.description
