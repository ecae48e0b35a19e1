"""Attributes of entities are those of their mentions."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from salience.features.attributes import attributes
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import GROUPS
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument
from tests.support.builders import marked


def test_some_attributes_have_the_values_that_they_have_among_all() -> None:
    document = marked("d1", "{n NASA} paid {m ESA} . {n It} paid {k Kenya} .")
    rows = attributes(document)
    for names in ({"order", "pagerank"}, {"head"}, frozenset[str]()):
        shown = {"document", "entity", "id", "type", *names}
        assert attributes(document, names) == [{k: r[k] for k in r if k in shown} for r in rows]


def test_attributes_of_a_document() -> None:
    document = marked(
        "d7",
        "{n NASA} launched a rover . {n:pronominal It} cheered .\n"
        "{e The European Space *Agency} paid .\n"
        "{n:nominal the agency} and {e ESA} wait .",
        title="{e European agency} , {n NASA} {n:nominal wait}",
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
        **dict.fromkeys(("before", "after", "governor"), ""),
        # The third sentence shares two of its five words with the second, and with the headline.
        "sentence_rank": 1,
        "sentence_weight": 1.5,
        "weight_share": 0.5,
        "headline_first": 0.204124,
        "headline_most": 0.447214,
        "headline_share": 0.592906,
        "headline_words": "NOUN PROPN",
        "has_headline": 1,
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
        "weight_share": 1.0,
        "headline_first": 0.447214,
        "headline_share": 0.814188,
        "headline_words": "PROPN",
        "has_headline": 1,
    }


def test_punctuation_in_mention_and_headline_is_no_word() -> None:
    [row] = attributes(marked("d", "{a Oslo} froze .", title="{a the , ! Oslo} froze"))
    assert row["headline"] == "DET PROPN"


def test_only_a_mention_in_the_headline_is_one() -> None:
    rows = attributes(
        marked("d", "{a France} met {b Air France} .", title="{b Air France} loses the France cup")
    )
    assert [(row["headline"], row["in_title"]) for row in rows] == [("", 0.0), ("PROPN", 1.0)]


def test_words_in_common_with_the_headline_need_no_mention_there() -> None:
    document = marked(
        "d",
        "{a Air France} met {b Wal-Mart} , {c Mart} and {d Oslo} .",
        title="The FRANCE cup is Air's, and a wal-mart wins",
    )
    words = {row["head"]: row["headline_words"] for row in attributes(document)}
    assert words == {"france": "PROPN", "wal-mart": "PROPN", "mart": "PROPN", "oslo": ""}
    untitled = marked("d", "{a Air France} met .")
    assert [row["headline_words"] for row in attributes(untitled)] == [""]


@pytest.mark.parametrize(("title", "has_headline"), [("Ice", 1), (" ", 0), ("", 0), (None, 0)])
def test_a_headline_is_there_or_not_for_all_entities(title: str | None, has_headline: int) -> None:
    rows = attributes(marked("d", "{a Oslo} met {b Rome} .", title=title))
    assert [row["has_headline"] for row in rows] == [has_headline] * 2


def test_case_is_ignored_in_the_headline() -> None:
    [row] = attributes(marked("d", "{a OSlo} froze .", title="{a oslO} IN ICE"))
    assert (row["headline"], row["in_title"]) == ("PROPN", 1.0)


def test_an_entity_of_the_headline_alone_stands_before_the_text() -> None:
    rows = attributes(
        marked("d", "{a Oslo} freezes , {b Bergen} too .", title="{c Norway} cold , {a Oslo} froze")
    )
    assert [row["id"].split("|")[0] for row in rows] == ["name:norway", "name:oslo", "name:bergen"]
    assert [row["order"] for row in rows] == [1, 1, 2]
    assert rows[0] | {"document": "d", "entity": 0, "id": "name:norway|PER", "type": "PER"} == {
        **dict.fromkeys(("first_sentence", "first_paragraph", "sentence_rank")),
        **dict.fromkeys(("before", "after", "governor"), ""),
        **dict.fromkeys(("sentence_weight", "weight_share"), 0.0),
        **dict.fromkeys(("headline_first", "headline_most", "headline_share"), 0.0),
        **dict.fromkeys(("head_count", "named", "nominal", "pronominal", "tenths", "lead"), 0),
        **dict.fromkeys(("share", "subjects", "span", "paragraphs", "quoted"), 0.0),
        **{"document": "d", "entity": 0, "id": "name:norway|PER", "type": "PER", "order": 1},
        **{"headline": "PROPN", "head": "norway", "rank": 3, "role": "", "in_title": 1.0},
        "headline_words": "PROPN",
        "has_headline": 1,
        "pagerank": rows[0]["pagerank"],
    }
    groups = [group for group in GROUPS if group != "centrality"]
    assert len(EntityFeaturizer(groups).transform(rows)) == 3


def test_a_title_that_is_repeated_is_no_sentence() -> None:
    rows = attributes(marked("d", "#{a Oslo} and {b Bergen} freeze\nIt rained .\n{a Oslo} slept ."))
    assert [row["first_sentence"] for row in rows] == [1, None]
    strings = EntityFeaturizer(["1st-loc"]).transform(rows)
    assert strings == [["1st-loc=3"], []]


def with_mentions(*mentions: dict[str, Any]) -> ParsedDocument:
    """A document of ten sentences and four paragraphs with one entity, Ada Byrne."""
    made = tuple(
        Mention(i, i + 1, "x", "named", "x", i, **{"sentence": 0, **changes})
        for i, changes in enumerate(mentions)
    )
    words = (("Ada", "PROPN"),)
    above = (Mention(0, 3, "Ada", "named", "Ada", 0, IN_TITLE, words, paragraph=IN_TITLE),)
    entity = Entity(made, "Ada Byrne", "PER", "x", title_mentions=above)
    return ParsedDocument(Document("d", ""), (entity,), (1,), 10, n_paragraphs=4)


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
    return marked("d", text, title="{a Namea} and {f Namef}")


@given(documents())
def test_shares_are_between_0_and_1_and_ranks_from_1(document: ParsedDocument) -> None:
    rows = attributes(document)
    for row in rows:
        shares = ("share", "subjects", "span", "paragraphs", "quoted", "in_title", "pagerank")
        shares += ("weight_share", "headline_first", "headline_most", "headline_share")
        assert all(0 <= row[name] <= 1 for name in shares)
        assert 1 <= row["rank"] <= len(rows)
        assert 1 <= row["order"] <= len(rows)
        assert 0 <= row["tenths"] <= 10
        assert 0 <= row["lead"] <= row["named"]
    if rows:
        in_text = any(entity.mentions for entity in document.entities)
        assert sum(row["share"] for row in rows) == pytest.approx(int(in_text), abs=1e-4)
        assert sum(row["pagerank"] for row in rows) == pytest.approx(1, abs=1e-4)
        assert min(row["rank"] for row in rows) == 1


@given(documents(), st.lists(st.integers(0, 9), max_size=3))
def test_entities_without_a_name_change_nothing_for_the_others(
    document: ParsedDocument, places: list[int]
) -> None:
    mention = Mention(0, 3, "a town", "nominal", "town", 2, 0, paragraph=0)
    town = Entity((mention, mention), "a town", "LOC", "nominal:d:0")
    entities, heads = list(document.entities), list(document.head_counts)
    assume(document.n_sentences)
    for place in places:
        entities.insert(place, town)
        heads.insert(place, 1)
    more = replace(document, entities=tuple(entities), head_counts=tuple(heads))
    every = attributes(more)
    assert all(0 <= row["share"] <= 1 for row in every)
    rows = [row for row in every if row["id"] != town.id]
    assert [row | {"entity": i} for i, row in enumerate(rows)] == attributes(document)


def test_an_entity_without_a_name_is_placed_among_those_with_one() -> None:
    document = marked("d", "{a Oslo} and {b Rome} .\n{a Oslo} won .", title="{c Norway} and Rome")
    mention = Mention(9, 12, "a town", "nominal", "town", 10, 0)
    towns = tuple(Entity((mention,) * n, "a town", "LOC", f"nominal:d:{n}") for n in (1, 2))
    norway, oslo, rome = document.entities
    entities = norway, oslo, towns[0], rome, towns[1]
    rows = attributes(replace(document, entities=entities, head_counts=(1,) * 5))
    assert [row["order"] for row in rows] == [1, 1, 2, 2, 3]
    assert [row["rank"] for row in rows] == [3, 1, 2, 2, 1]
    assert [row["share"] for row in rows] == [0, 0.666667, 0.25, 0.333333, 0.4]


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
