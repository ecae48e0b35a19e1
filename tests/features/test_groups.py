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
    assert "\n| `near` | | `headline` | words beside its mentions |" in groups_table()


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
        ("sentences=rank<=1", "mentioned in the most central sentence"),
        ("sentences=rank<=4", "mentioned in the most central 4 sentences"),
        ("sentences=weight>=1.2", "in a sentence 1.2 times as central as the mean or more"),
        ("sentences=share>=0.05", "its sentences have 5% of the weight of all or more"),
        ("topic=first>=0.001", "its first sentence has a word of the headline"),
        ("topic=most>=0.15", "one of its sentences is like the headline by 15% or more"),
        ("topic=share>=0.2", "its sentences have 20% of what is like the headline or more"),
        ("events=subject:saying", "its first mention is the subject of a word of saying"),
        ("events=beside:choosing", "its first mention is beside a word of choosing"),
        ("related=document>=0.3", "words around it related to the rest by 30% or more"),
        ("related=headline>=0.5", "words around it related to the headline by 50% or more"),
    ],
)
def test_what_stands_around_a_mention_is_said_in_words(feature: str, words: str) -> None:
    assert feature_words(feature, attribute_row()) == words


def test_records_say_what_documentation_needs() -> None:
    for name, group in GROUPS.items():
        assert name == group.name and group.reads and "=" not in name
        assert group.description and "|" not in group.description
