"""The recipe that measures labels: its counts, and gold mentions under another coreference."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from resources.recipes import markdown
from resources.recipes.labels import gum, rules_table
from salience.resources import rule_confidences
from salience.text.words import plain_words
from salience.word_links.links import Pair
from tests.support import ROOT
from tests.support.builders import marked

TEXT = "{a Oslo} , {b Bergen} , {c Molde} and {d Bodø} ."
GOLD = [
    {"named": True, "sal": [1, 0]},
    {"named": True, "sal": [0, 1]},
    {"named": False, "sal": [1, 1]},
    {"named": True, "sal": [1, 1]},
]
WORDS = Pair("d", plain_words("Oslo , Bergen , Molde and Bodø ."), plain_words("Oslo ."))


def mention(start: int, end: int) -> dict[str, Any]:
    return {"start": start, "end": end, "heads": [[start, end]]}


def case() -> gum.Case:
    parsed = marked("d", TEXT)
    return gum.Case(
        "d", "open", parsed, parsed, parsed, marked("d", "{x Oslo} ."), WORDS,
        (True, False, False, True), (1, 1, 2, 2), GOLD,
    )  # fmt: skip


def test_counts_with_gold_entities() -> None:
    counts = rules_table.gold_counts(case(), lambda document, abstract: {0, 1})
    assert counts == (1, 1, 1)


def test_counts_with_found_entities_follow_the_pairs_of_the_judge() -> None:
    parsed = marked("d", TEXT)
    places = [(m.start, m.end) for entity in parsed.entities for m in entity.mentions]
    # 1 is paired with a salient name, 0 with another one, 2 with no name, 3 with a date.
    given = zip((1, 0, 2, 3), GOLD, strict=True)
    gold = [{**entity, "mentions": [mention(*places[n])]} for n, entity in given]
    gold[3] |= {"type": "time"}
    missed = {"named": True, "sal": [1, 1], "mentions": [mention(900, 904)]}
    one = replace(case(), entities=[*gold, missed])
    pairs = rules_table.gold_of(one.entities, parsed)
    assert rules_table.found_counts(one, parsed, pairs, {1}) == (1, 0, 1)
    assert rules_table.found_counts(one, parsed, pairs, {0, 1, 2, 3}) == (1, 2, 1)
    assert rules_table.found_counts(one, parsed, pairs, set()) == (0, 0, 2)


def test_scores_are_those_of_summed_counts() -> None:
    shown = markdown.f1([[3, 4, 3], [0, 0, 2], [1, 1, 2]])  # right, predicted, gold
    assert shown.startswith("80.0 / 57.1 / **66.7** (")


def test_gold_mentions_are_merged_as_the_pipeline_merges_their_heads() -> None:
    gold = marked("d", "{a Oslo} , {b Bergen} , {b Bergen} , {c Molde} .")
    found = marked("d", "{x Oslo} , {x Bergen} , {y Bergen} , Molde .")
    merged = gum.own_coref(gold, found)
    assert [[m.start for m in e.mentions] for e in merged.entities] == [[0, 7], [16], [25]]
    assert [e.name for e in merged.entities] == ["Oslo", "Bergen", "Molde"]


def test_the_confidences_that_ship_are_those_of_the_table() -> None:
    readme = (ROOT / "resources/recipes/labels/README.md").read_text(encoding="utf8")
    [block] = re.findall(r"<!-- begin: right -->\n(.*?)<!-- end", readme, re.DOTALL)
    _, _, *rows = ([cell.strip() for cell in line.split("|")] for line in block.splitlines())
    table: dict[str, dict[str, float]] = {}
    for _, rules, rule, _, _, confidence, *_ in rows:
        table.setdefault(rules, {})[rule] = float(confidence)
    assert table == rule_confidences()


def test_right_alignments_are_counted_by_rule_and_part() -> None:
    one = case()  # Oslo is in the summary, and people say that it is
    shares = rules_table.right_shares([one, one, replace(one, part="tuning")], "names")
    assert shares == [rules_table.RightShare("names", "person", 2, 2, 1.0, 1, 1)]
    assert json.loads(rules_table.confidences(shares)) == {"names": {"person": 1.0}}
