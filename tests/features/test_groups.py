"""A feature group is one record: what is computed, explained and written of it follows."""

from __future__ import annotations

import pytest

from salience.features.descriptions import groups_table
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


def test_records_say_what_documentation_needs() -> None:
    for name, group in GROUPS.items():
        assert name == group.name and group.reads and "=" not in name
        assert group.description and "|" not in group.description
