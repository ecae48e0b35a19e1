"""Features are those of Table 2."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest
from builders import attribute_row, marked
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError, SalienceError
from salience.features import ATTRIBUTES, GROUPS, EntityFeaturizer, attributes, bucket


def features(groups: Any = GROUPS[:5], **changes: Any) -> list[str]:
    return EntityFeaturizer(groups).transform([attribute_row(**changes)])[0]


@given(st.integers(0, 10**6), st.integers(1, 100))
def test_the_bucket_is_the_nearest_whole_number_to_the_logarithm(x: int, k: int) -> None:
    exact = math.log(k) + math.log1p(x)
    assert abs(bucket(x, k) - exact) <= 0.5 + 1e-9


def test_buckets_never_fall_and_start_at_two() -> None:
    buckets = [bucket(x) for x in range(1000)]
    assert buckets == sorted(buckets)
    assert buckets[0] == 2
    # The first count of each bucket, from e^(n - 1/2) / 10 - 1.
    assert [buckets.index(n) for n in range(2, 10)] == [0, 1, 3, 9, 24, 66, 180, 491]


def test_negative_counts_are_refused() -> None:
    with pytest.raises(CorpusError, match="a count can't be negative, got -1"):
        bucket(-1)
    with pytest.raises(CorpusError, match="can't be negative"):
        features(head_count=-3)


def test_attributes_of_a_document() -> None:
    document = marked(
        "d7",
        "{n NASA} launched a rover . {n:pronominal It} cheered .\n"
        "{e The European Space *Agency} paid .\n"
        "{n:nominal the agency} and {e ESA} wait .",
        title="European agency , NASA wait",
    )
    nasa, esa = attributes(document)
    assert nasa == {
        "document": "d7",
        "entity": 0,
        "id": "name:nasa|PER",
        "first_sentence": 0,
        "head_count": 1,
        "named": 1,
        "nominal": 1,
        "pronominal": 1,
        "headline": "NOUN PROPN",
        "head": "nasa",
        "share": 0.6,
    }
    assert [esa[name] for name in ATTRIBUTES] == [1, 2, 2, 0, 0, "PROPN", "agency", 0.4]


def test_punctuation_in_mention_and_headline_is_no_word() -> None:
    [row] = attributes(marked("d", "{a Oslo , Norway} froze .", title="Rain , snow"))
    assert row["headline"] == ""


def test_case_is_ignored_in_the_headline() -> None:
    [row] = attributes(marked("d", "{a OSlo} froze .", title="oslO IN ICE"))
    assert row["headline"] == "PROPN"


def test_without_a_headline_there_is_no_headline_feature() -> None:
    rows = attributes(marked("d", "{a Oslo} froze ."))
    assert not [f for f in EntityFeaturizer().transform(rows)[0] if f.startswith("headline")]


def test_a_title_that_is_repeated_is_no_sentence() -> None:
    rows = attributes(marked("d", "#{a Oslo} and {b Bergen} freeze\nIt rained .\n{a Oslo} slept ."))
    assert [row["first_sentence"] for row in rows] == [1, None]
    strings = EntityFeaturizer(["1st-loc"]).transform(rows)
    assert strings == [["1st-loc=3"], []]


def test_feature_strings() -> None:
    assert features(
        first_sentence=9, head_count=0, named=3, nominal=1, pronominal=23, headline="ADJ PROPN"
    ) == [
        "1st-loc=5",
        "head-count=2",
        "mentions=4,3,5,6",
        "headline=ADJ",
        "headline=PROPN",
        "head-lex=nasa",
    ]
    assert features(("centrality",), centrality=12) == ["centrality=12"]
    assert [features(("share",), share=x)[0] for x in (0.01, 0.25, 1.0)] == [
        "share=1",
        "share=5",
        "share=10",
    ]


def test_the_order_of_groups_changes_nothing() -> None:
    assert features(["head-lex", "1st-loc"]) == features(["1st-loc", "head-lex"])
    assert features(["1st-loc", "1st-loc"]) == ["1st-loc=2"]


def test_no_two_groups_share_a_feature_string() -> None:
    row = attribute_row(headline="2 3", head="2", centrality=2, head_count=0)
    strings = [EntityFeaturizer([group]).transform([row])[0] for group in GROUPS]
    assert len({s for found in strings for s in found}) == sum(map(len, strings))
    assert all(
        s.startswith(f"{g}=") for g, found in zip(GROUPS, strings, strict=True) for s in found
    )


@pytest.mark.parametrize("groups", [["1st-loc", "length"], "1st-loc", []])
def test_groups_that_are_not_there_are_named_with_those_that_are(groups: Any) -> None:
    for call in (EntityFeaturizer(groups).fit, EntityFeaturizer(groups).transform):
        with pytest.raises(SalienceError, match=r"groups=.* must be a list.*1st-loc, head-count"):
            call([attribute_row()])


@pytest.mark.parametrize("frame", [False, True])
def test_a_missing_attribute_is_named_with_the_group(frame: bool) -> None:
    rows = [{key: value for key, value in attribute_row().items() if key != "head"}]
    with pytest.raises(CorpusError, match=r"no 'head', which 'head-lex' needs"):
        EntityFeaturizer().transform(pd.DataFrame(rows) if frame else rows)


@pytest.mark.parametrize("dtype", ["Int64", "float64", "object"])
def test_frames_and_lists_give_the_same(dtype: str) -> None:
    rows = [attribute_row(), attribute_row(first_sentence=None, named=2), attribute_row(head="NA")]
    frame = pd.DataFrame(rows)
    frame["first_sentence"] = frame["first_sentence"].astype(dtype)
    assert EntityFeaturizer().transform(frame) == EntityFeaturizer().transform(rows)


def test_no_rows() -> None:
    assert EntityFeaturizer().transform([]) == []
    assert EntityFeaturizer().transform(pd.DataFrame([attribute_row()])[:0]) == []
    assert attributes(marked("d", "It rained .")) == []
