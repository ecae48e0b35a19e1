"""Features are those of Table 2."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import CorpusError, SalienceError
from salience.features.attributes import ATTRIBUTES, attributes
from salience.features.bounds import bucket
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DEFAULT, DUNIETZ_GILLICK, GROUPS
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument
from tests.support.builders import attribute_row, marked


def features(groups: Any = "dunietz-gillick", **changes: Any) -> list[str]:
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
    with pytest.raises(CorpusError, match=r"'head_count' must be a number .*but is -3 in row 0"):
        features(head_count=-3)


READ = sorted((name, group.name) for group in GROUPS.values() for name in group.reads)
TEXTS = ("headline", "head", "role", "type")


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
        if pd.api.types.is_scalar(value) and pd.isna(value) and name.startswith("first_"):
            assert maker.transform([row | {name: value}]) is not None
            continue
        rows = [row, row | {name: value}]
        with pytest.raises(CorpusError, match=f"'{name}'"):
            maker.transform(pd.DataFrame(rows) if frame else rows)


def test_a_column_that_is_there_twice_is_named() -> None:
    table = pd.DataFrame([attribute_row()])
    table = pd.concat([table, table[["head"]]], axis=1)
    with pytest.raises(CorpusError, match=r"the table has 2 columns 'head'\. Keep one"):
        EntityFeaturizer(["head-lex"]).transform(table)


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
        "type": "PER",
        "rank": 1,
        "order": 1,
        "role": "",
        "subjects": 0.0,
        "span": 1.0,
        "tenths": 2,
        "lead": 3,
        "first_paragraph": 0,
        "paragraphs": 1.0,
        "quoted": 0.0,
        "in_title": 1.0,
        "pagerank": 0.5,
    }
    assert esa == nasa | {
        "entity": 1,
        "id": "name:the european space agency|PER",
        "first_sentence": 1,
        "head_count": 2,
        "named": 2,
        "nominal": 0,
        "pronominal": 0,
        "headline": "PROPN",
        "head": "agency",
        "share": 0.4,
        "rank": 2,
        "order": 2,
        "span": 0.666667,
        "lead": 2,
        "in_title": 0.5,
    }


def test_punctuation_in_mention_and_headline_is_no_word() -> None:
    [row] = attributes(marked("d", "{a Oslo , Norway} froze .", title="Rain , snow"))
    assert row["headline"] == ""


def test_case_is_ignored_in_the_headline() -> None:
    [row] = attributes(marked("d", "{a OSlo} froze .", title="oslO IN ICE"))
    assert row["headline"] == "PROPN"


def test_without_a_headline_there_is_no_headline_feature() -> None:
    rows = attributes(marked("d", "{a Oslo} froze ."))
    strings = EntityFeaturizer(["headline", "title"]).transform(rows)
    assert strings == [[]]


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
    assert features(["pagerank"], pagerank=0.02) == ["pagerank=>=0.01", "pagerank=>=0.02"]


def test_the_order_of_groups_changes_nothing() -> None:
    assert features(["head-lex", "1st-loc"]) == features(["1st-loc", "head-lex"])
    assert features(["1st-loc", "1st-loc"]) == ["1st-loc=2"]
    assert features(["order", "dunietz-gillick"]) == features([*DUNIETZ_GILLICK, "order"])


def test_sets_of_groups_have_names() -> None:
    assert features("dunietz-gillick") == features(DUNIETZ_GILLICK)
    assert features("default") == features(DEFAULT)
    assert DUNIETZ_GILLICK == ("1st-loc", "head-count", "mentions", "headline", "head-lex")


def test_no_two_groups_share_a_feature_string() -> None:
    row = attribute_row(headline="2 3", head="2", centrality=2, head_count=3, named=4, quoted=0.5)
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
    with pytest.raises(CorpusError, match=r"no 'head', which 'head-lex' needs"):
        EntityFeaturizer().transform(pd.DataFrame(rows) if frame else rows)


@pytest.mark.parametrize("frame", [False, True])
def test_labels_of_an_older_version_do_for_the_groups_that_it_knew(frame: bool) -> None:
    rows = [{name: x for name, x in attribute_row().items() if name != "order"}]
    table = pd.DataFrame(rows) if frame else rows
    assert EntityFeaturizer("dunietz-gillick").transform(table) == [features()]
    with pytest.raises(CorpusError, match=r"no 'order'.* are older than this feature: make them"):
        EntityFeaturizer().transform(table)


def test_older_labels_among_others_are_refused_only_if_they_lack_what_is_needed() -> None:
    row = attribute_row()
    old = {name: x for name, x in row.items() if name != "order"}
    table = pd.DataFrame([row, old])
    assert EntityFeaturizer("dunietz-gillick").transform(table) == [features()] * 2
    with pytest.raises(CorpusError, match="rows of the table have no 'order'"):
        EntityFeaturizer().transform(table)


@pytest.mark.parametrize("dtype", ["Int64", "float64", "object"])
def test_frames_and_lists_give_the_same(dtype: str) -> None:
    rows = [attribute_row(), attribute_row(first_sentence=None, named=2), attribute_row(head="NA")]
    frame = pd.DataFrame(rows)
    frame["first_sentence"] = frame["first_sentence"].astype(dtype)
    groups = ("dunietz-gillick", "paragraph", "default")
    assert EntityFeaturizer(groups).transform(frame) == EntityFeaturizer(groups).transform(rows)


def test_no_rows() -> None:
    assert EntityFeaturizer().transform([]) == []
    assert EntityFeaturizer().transform(pd.DataFrame([attribute_row()])[:0]) == []
    assert attributes(marked("d", "It rained .")) == []


def with_mentions(*mentions: dict[str, Any]) -> ParsedDocument:
    """A document of ten sentences and four paragraphs with one entity, Ada Byrne."""
    made = tuple(
        Mention(i, i + 1, "x", "named", "x", i, **{"sentence": 0, **changes})
        for i, changes in enumerate(mentions)
    )
    entity = Entity(made, "Ada Byrne", "PER", "x")
    words = frozenset({"ada", "speaks"})
    return ParsedDocument(Document("d", ""), (entity,), (1,), words, 10, n_paragraphs=4)


def test_places_of_mentions() -> None:
    [row] = attributes(
        with_mentions(
            {"sentence": IN_TITLE, "paragraph": IN_TITLE, "role": "obl"},
            {"sentence": 2, "paragraph": 1, "role": "nsubj", "quoted": True},
            {"sentence": 2, "paragraph": 1},
            {"sentence": 7, "paragraph": 3, "role": "nsubj"},
        )
    )
    assert row["first_sentence"] == 2
    assert row["span"] == 0.6  # sentences 2 to 7 of ten
    assert row["tenths"] == 2
    assert row["lead"] == 2
    assert (row["first_paragraph"], row["paragraphs"]) == (1, 0.5)
    assert (row["role"], row["subjects"]) == ("obl", 0.5)
    assert row["quoted"] == 0.25
    assert row["in_title"] == 0.5


def test_an_entity_of_the_title_alone_has_no_place_in_the_text() -> None:
    [row] = attributes(with_mentions({"sentence": IN_TITLE, "paragraph": IN_TITLE}))
    names = ("first_sentence", "first_paragraph", "span", "tenths", "lead", "paragraphs")
    assert [row[name] for name in names] == [None, None, 0, 0, 0, 0]


def test_equal_numbers_of_mentions_share_the_best_rank() -> None:
    rows = attributes(marked("d", "{a A} {b B} {c C} {d D}\n{b B} {c C} {c C}\n{d D}"))
    assert [row["rank"] for row in rows] == [4, 2, 1, 2]
    assert [row["order"] for row in rows] == [1, 2, 3, 4]


@st.composite
def documents(draw: st.DrawFn) -> ParsedDocument:
    lines = draw(st.lists(st.lists(st.sampled_from("abcde"), max_size=4), min_size=1, max_size=8))
    text = "\n".join(" ".join(f"{{{key} Name{key}}}" for key in line) + " ." for line in lines)
    return marked("d", text, title="Namea and Nameb")


@given(documents())
def test_shares_are_between_0_and_1_and_ranks_from_1(document: ParsedDocument) -> None:
    rows = attributes(document)
    for row in rows:
        shares = ("share", "subjects", "span", "paragraphs", "quoted", "in_title", "pagerank")
        assert all(0 <= row[name] <= 1 for name in shares)
        assert 1 <= row["rank"] <= len(rows)
        assert 0 <= row["tenths"] <= 10
        assert 0 <= row["lead"] <= row["named"]
    if rows:
        assert sum(row["share"] for row in rows) == pytest.approx(1, abs=1e-4)
        assert sum(row["pagerank"] for row in rows) == pytest.approx(1, abs=1e-4)
        assert min(row["rank"] for row in rows) == 1


@given(documents(), st.randoms())
def test_attributes_do_not_depend_on_the_order_of_entities(
    document: ParsedDocument, random: Random
) -> None:
    order = list(range(len(document.entities)))
    random.shuffle(order)
    shuffled = replace(
        document,
        entities=tuple(document.entities[i] for i in order),
        head_counts=tuple(document.head_counts[i] for i in order),
    )
    own = {"entity", "order"}
    before, after = (
        {row["id"]: {k: v for k, v in row.items() if k not in own} for row in attributes(d)}
        for d in (document, shuffled)
    )
    assert after == before


@given(st.lists(documents(), max_size=3))
def test_rows_of_many_documents_are_those_of_each(found: list[ParsedDocument]) -> None:
    featurizer = EntityFeaturizer([group for group in GROUPS if group != "centrality"])
    rows = [row for document in found for row in attributes(document)]
    alone = [s for document in found for s in featurizer.transform(attributes(document))]
    assert featurizer.transform(rows) == alone


def test_each_group_reads_attributes_that_there_are() -> None:
    read = {name for group in GROUPS.values() for name in group.reads}
    assert read - {"centrality", "type"} == set(ATTRIBUTES)
