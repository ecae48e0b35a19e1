"""Features are those of Table 2."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError, SalienceError
from salience.features.attributes import ATTRIBUTES, attributes
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DEFAULT, DUNIETZ_GILLICK, GROUPS
from tests.support.builders import attribute_row, marked


def features(groups: Any = "dunietz-gillick", **changes: Any) -> list[str]:
    return EntityFeaturizer(groups).transform([attribute_row(**changes)])[0]


def test_negative_counts_are_refused() -> None:
    with pytest.raises(CorpusError, match=r"'head_count' must be a number .*but is -3 in row 0"):
        features(head_count=-3)


READ = sorted((name, group.name) for group in GROUPS.values() for name in group.reads)
TEXTS = ("id", "headline", "headline_words", "head", "role", "type", "before", "after", "governor")
MAY_BE_MISSING = ("first_sentence", "first_paragraph", "sentence_rank")


@pytest.mark.parametrize("frame", [False, True])
@pytest.mark.parametrize(("name", "group"), READ)
def test_what_is_no_value_is_a_corpus_error_in_every_group(
    name: str, group: str, frame: bool
) -> None:
    row = attribute_row(centrality=1)
    maker = EntityFeaturizer([group])
    assert maker.transform([row])
    wrong: list[Any] = [None, math.nan, pd.NA, [3]]
    wrong += [5] if name in TEXTS else [-5, math.inf, "five"]
    for value in wrong:
        if pd.api.types.is_scalar(value) and pd.isna(value) and name in MAY_BE_MISSING:
            assert maker.transform([row | {name: value}]) is not None
            continue
        rows = [row, row | {name: value}]
        with pytest.raises(CorpusError, match=f"'{name}'"):
            maker.transform(pd.DataFrame(rows) if frame else rows)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=30), st.booleans())
def test_features_by_number_are_those_of_the_strings(counts: list[int], frame: bool) -> None:
    rows = [
        attribute_row(named=n % 5, head_count=n // 8, head=f"w{n % 3}", in_title=n % 2 / 2)
        for n in counts
    ]
    featurizer = EntityFeaturizer(["default", "dunietz-gillick"])
    coded = featurizer.coded(pd.DataFrame(rows) if frame else rows)
    found = [coded.codes[coded.ends[r] : coded.ends[r + 1]] for r in coded.rows.tolist()]
    assert [[coded.features[c] for c in codes] for codes in found] == featurizer.transform(rows)
    assert len(coded.ends) - 1 == len({tuple(strings) for strings in featurizer.transform(rows)})
    assert sorted(coded.features) == sorted(set(coded.features))


@pytest.mark.parametrize("wrong", [-1, math.nan, [3]])
def test_a_wrong_value_far_down_a_table_is_named_with_its_row(wrong: Any) -> None:
    named: list[Any] = [1] * 60_000
    named[51_234] = named[51_300] = wrong
    table = pd.DataFrame({"named": pd.Series(named, dtype=object)})
    table = table.assign(nominal=0, pronominal=0, head_count=1)
    with pytest.raises(CorpusError, match=r"'named' .* row 51234"):
        EntityFeaturizer(["counts"]).coded(table)


def test_a_column_that_is_there_twice_is_named() -> None:
    table = pd.DataFrame([attribute_row()])
    table = pd.concat([table, table[["head"]]], axis=1)
    with pytest.raises(CorpusError, match=r"the table has 2 columns 'head'\. Keep one"):
        EntityFeaturizer(["head-lex"]).transform(table)


def test_without_a_headline_there_is_no_headline_feature() -> None:
    rows = attributes(marked("d", "{a Oslo} froze ."))
    strings = EntityFeaturizer(["headline", "title"]).transform(rows)
    assert strings == [[]]


def test_feature_strings() -> None:
    assert features(
        first_sentence=9,
        head_count=0,
        named=3,
        nominal=1,
        pronominal=23,
        headline_words="ADJ PROPN",
    ) == [
        "1st-loc=5",
        "head-count=2",
        "mentions=4,3,5,6",
        "headline-words=ADJ",
        "headline-words=PROPN",
        "head-lex=nasa",
    ]
    assert features(("centrality",), centrality=12) == ["centrality=12"]
    assert [features(("share",), share=x)[0] for x in (0.01, 0.25, 1.0)] == [
        "share=1",
        "share=5",
        "share=10",
    ]


def test_ordered_quantities_have_a_string_for_every_bound_they_reach() -> None:
    assert features(["rank"], rank=8) == ["rank=<=8", "rank=<=13", "rank=<=21"]
    assert features(["order"], order=22) == []
    assert features(["counts"], named=2, pronominal=1, head_count=2) == [
        "counts=mentions>=2",
        "counts=mentions>=3",
        "counts=head>=2",
    ]
    assert features(["spread"], span=0.25, tenths=3) == [
        "spread=span>=0.1",
        "spread=span>=0.2",
        "spread=tenths>=2",
        "spread=tenths>=3",
    ]
    assert features(["lead"], lead=0) == []
    assert features(["lead"], lead=2) == ["lead=>=1", "lead=>=2"]
    assert features(["paragraph"], first_paragraph=13, paragraphs=0.1) == [
        "paragraph=first<=13",
        "paragraph=first<=21",
        "paragraph=share>=0.1",
    ]
    assert features(["paragraph"], first_paragraph=None, paragraphs=0.0) == []
    assert features(["role"], role="obl", subjects=0.3) == [
        "role=obl",
        "role=subjects>=0.1",
        "role=subjects>=0.3",
    ]
    assert features(["quotation"], quoted=0.5) == ["quotation=>=0.01", "quotation=>=0.5"]
    assert features(["type"], type="") == ["type="]
    assert features(["title"], in_title=0.25) == ["title=>=0.01"]
    assert features(["without-headline"], has_headline=0) == ["without-headline=yes"]
    assert features(["without-headline"], has_headline=1) == []
    assert features(["pagerank"], pagerank=0.02) == ["pagerank=>=0.01", "pagerank=>=0.02"]


def test_what_stands_around_a_mention() -> None:
    assert features(["before", "after"], before="mr.", after="") == ["before=mr.", "after="]
    assert features(["governor"], governor="nsubj:meet") == [
        "governor=nsubj",
        "governor=nsubj:meet",
    ]
    assert features(["governor"], governor="") == ["governor=root"]
    weighed = {"sentence_rank": 4, "sentence_weight": 1.0, "weight_share": 0.04}
    assert features(["sentences"], **weighed) == [
        "sentences=rank<=4",
        "sentences=rank<=6",
        "sentences=rank<=9",
        "sentences=weight>=0.8",
        "sentences=weight>=1",
        "sentences=share>=0.01",
        "sentences=share>=0.03",
    ]
    nowhere = dict.fromkeys(weighed, 0.0) | {"sentence_rank": None}
    assert features(["sentences"], **nowhere) == []
    cosines = {"headline_first": 0.0, "headline_most": 0.1, "headline_share": 0.05}
    assert features(["topic"], **cosines) == [
        "topic=most>=0.001",
        "topic=most>=0.1",
        "topic=share>=0.01",
        "topic=share>=0.05",
    ]


def test_the_order_of_groups_changes_nothing() -> None:
    assert features(["head-lex", "1st-loc"]) == features(["1st-loc", "head-lex"])
    assert features(["1st-loc", "1st-loc"]) == ["1st-loc=2"]
    assert features(["order", "dunietz-gillick"]) == features([*DUNIETZ_GILLICK, "order"])


def test_sets_of_groups_have_names() -> None:
    assert features("dunietz-gillick") == features(DUNIETZ_GILLICK)
    assert features("default") == features(DEFAULT)
    assert DUNIETZ_GILLICK == ("1st-loc", "head-count", "mentions", "headline-words", "head-lex")


def test_no_two_groups_share_a_feature_string() -> None:
    row = attribute_row(
        headline="2 3",
        headline_words="2 3",
        head="2",
        centrality=2,
        head_count=3,
        named=4,
        quoted=0.5,
    )
    strings = [EntityFeaturizer([group]).transform([row])[0] for group in GROUPS]
    assert len({s for found in strings for s in found}) == sum(map(len, strings))
    assert all(
        s.startswith(f"{g}=") for g, found in zip(GROUPS, strings, strict=True) for s in found
    )


@pytest.mark.parametrize("groups", [["1st-loc", "length"], "1st-loc", []])
def test_groups_that_are_not_there_are_named_with_those_that_are(groups: Any) -> None:
    for call in (EntityFeaturizer(groups).fit, EntityFeaturizer(groups).transform):
        with pytest.raises(
            SalienceError, match=r"groups=.* a list of feature groups.*1st-loc, head-count"
        ):
            call([attribute_row()])


@pytest.mark.parametrize("frame", [False, True])
def test_a_missing_attribute_is_named_with_the_group(frame: bool) -> None:
    rows = [{key: value for key, value in attribute_row().items() if key != "head"}]
    with pytest.raises(CorpusError, match=r"no column 'head', which 'head-lex' needs"):
        EntityFeaturizer().transform(pd.DataFrame(rows) if frame else rows)


@pytest.mark.parametrize("frame", [False, True])
def test_labels_of_an_older_version_do_for_the_groups_that_it_knew(frame: bool) -> None:
    rows = [{name: x for name, x in attribute_row().items() if name != "order"}]
    table = pd.DataFrame(rows) if frame else rows
    assert EntityFeaturizer("dunietz-gillick").transform(table) == [features()]
    with pytest.raises(
        CorpusError, match=r"no column 'order'.* are older than this feature: make them"
    ):
        EntityFeaturizer().transform(table)


def test_older_labels_among_others_are_refused_only_if_they_lack_what_is_needed() -> None:
    row = attribute_row()
    old = {name: x for name, x in row.items() if name != "order"}
    table = pd.DataFrame([row, old])
    assert EntityFeaturizer("dunietz-gillick").transform(table) == [features()] * 2
    with pytest.raises(CorpusError, match="'order' is missing in row 1"):
        EntityFeaturizer().transform(table)


@pytest.mark.parametrize("dtype", ["Int64", "float64", "object"])
def test_frames_and_lists_give_the_same(dtype: str) -> None:
    rows = [attribute_row(), attribute_row(first_sentence=None, named=2), attribute_row(head="NA")]
    frame = pd.DataFrame(rows)
    frame["first_sentence"] = frame["first_sentence"].astype(dtype)
    groups = ("dunietz-gillick", "paragraph", "default")
    assert EntityFeaturizer(groups).transform(frame) == EntityFeaturizer(groups).transform(rows)


def test_no_rows() -> None:
    assert len(EntityFeaturizer().coded([])) == 0
    assert EntityFeaturizer().transform([]) == []
    assert EntityFeaturizer().transform(pd.DataFrame([attribute_row()])[:0]) == []
    assert attributes(marked("d", "It rained .")) == []


def test_each_group_reads_attributes_that_there_are() -> None:
    read = {name for group in GROUPS.values() for name in group.reads}
    assert read - {"centrality", "id", "type"} == set(ATTRIBUTES)
