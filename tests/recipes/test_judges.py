"""The judges of predicted entities: small documents whose figures can be counted by hand."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.recipes.judges import entities, names
from resources.recipes.judges.entities import Judge, pairing

TEXT = "Mayor Ada Byrne met Bo Lind in Oslo on Monday. Byrne left. Lind and the city wept."


def place(name: str, nth: int = 0, kind: str = "named") -> dict[str, Any]:
    """The nth mention of a name in the text, headed by its last word."""
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(name, start + 1)
    end = start + len(name)
    heads = [[end - len(name.split()[-1]), end]]
    return {"start": start, "end": end, "heads": heads, "kind": kind, "text": name}


def gold(*mentions: dict[str, Any], sal: int = 0, **more: Any) -> dict[str, Any]:
    return {"mentions": list(mentions), "named": True, "sal": [sal, 0], "type": "person"} | more


def said(*mentions: dict[str, Any], score: float, salient: bool = False) -> dict[str, Any]:
    return {"mentions": list(mentions), "score": score, "salient": salient}


ADA = gold(place("Mayor Ada Byrne"), place("Byrne", 1), sal=1)
BO = gold(place("Bo Lind"), place("Lind", 1))
OSLO = gold(place("Oslo"), place("the city", kind="nominal"), sal=1, type="place")
MONDAY = gold(place("Monday"), sal=1, type="time")


def judged(*predicted: dict[str, Any], of: tuple[dict[str, Any], ...] = (ADA, BO, OSLO, MONDAY)):
    return Judge({"d": {"entities": list(of)}}, [{"id": "d", "entities": list(predicted)}]).given()


def test_what_is_not_found_is_missed_and_what_is_wrong_is_wrong() -> None:
    rows = judged(
        said(place("Ada Byrne"), score=0.9, salient=True),  # right
        said(place("Lind", 1), score=0.4, salient=True),  # Bo is not salient
        said(place("met"), score=0.8, salient=True),  # no entity
    )
    found = rows.measures()
    assert (found["documents"], found["named"]) == (1, 3)  # without the date
    assert found["found"] == found["named_P"] == pytest.approx(2 / 3)
    assert (found["P"], found["R"]) == pytest.approx((1 / 3, 1 / 2))  # Oslo is missed
    # Ada, Bo, Oslo at 0.9, 0.4 and 0: (1 + 2/3) / 2 for the two that are salient.
    assert found["AP"] == pytest.approx((1 + 2 / 3) / 2)
    assert found["AUC"] == pytest.approx(1 / 2)
    assert found["P1"] == 1


def test_dates_count_neither_way_and_entities_without_a_name_are_not_judged() -> None:
    date = said(place("Monday"), score=0.9, salient=True)
    pronoun = said(place("Oslo", kind="nominal"), score=0.9, salient=True)
    rows = judged(date, pronoun)
    assert not rows.found.any() and len(rows.gold) == 3
    assert judged(date, of=(MONDAY, OSLO)).measures()["P"] == 0


def test_a_name_that_stands_for_an_unnamed_gold_entity_is_wrong() -> None:
    unnamed = {**OSLO, "named": False}
    found = judged(said(place("Oslo"), score=0.9, salient=True), of=(ADA, unnamed)).measures()
    assert (found["named"], found["P"], found["named_P"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("mention", "stands"),
    [
        ("Mayor Ada", 0),
        ("Byrne", 0),
        ("Ada", None),
        ("Byrne met", None),
        ("met Bo Lind", 1),
        ("Mayor Ada Byrne", 0),
    ],
)
def test_a_mention_stands_for_what_it_overlaps_by_half_or_whose_head_it_covers(
    mention: str, stands: int | None
) -> None:
    found = place(mention)
    got = entities.stands_for([ADA, BO], (found["start"], found["end"]))
    assert (got[0] if got else None) == stands


def test_of_equal_pairs_the_more_probable_entity_is_taken_whatever_the_order() -> None:
    first, second = place("Mayor Ada Byrne"), place("Byrne", 1)
    for scores in ((0.2, 0.7), (0.7, 0.2)):
        split = [said(first, score=scores[0]), said(second, score=scores[1])]
        for given_ in (split, split[::-1]):
            rows = judged(*given_, of=(ADA,))
            assert rows.score[rows.gold].tolist() == [0.7]
    equal = [said(second, score=0.5), said(first, score=0.5, salient=True)]
    assert judged(*equal, of=(ADA,)).measures()["P"] == 1  # the earlier of equals


@given(seed=st.integers(0, 2**16))
def test_no_order_of_entities_or_mentions_changes_a_measure(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311
    spots = [place("Mayor Ada Byrne"), place("Ada Byrne"), place("Byrne", 1), place("Bo Lind")]
    spots += [place("Lind", 1), place("Oslo"), place("Monday"), place("met")]
    predicted = [
        said(*draw.sample(spots, draw.randint(1, 3)), score=draw.choice((0.2, 0.5)), salient=True)
        for _ in range(draw.randint(0, 5))
    ]
    golden = [{**e, "sal": [int(draw.random() < 0.6), 1]} for e in (BO, OSLO, MONDAY)] + [ADA]
    found = judged(*predicted, of=tuple(golden)).measures(scored=False)
    ap = judged(*predicted, of=tuple(golden)).ap()
    for e in (*predicted, *golden):
        draw.shuffle(e["mentions"])
    draw.shuffle(predicted)
    draw.shuffle(golden)
    again = judged(*predicted, of=tuple(golden))
    assert again.measures(scored=False) == found
    assert again.ap() == pytest.approx(ap)


def test_other_scores_are_judged_at_a_threshold_and_by_document() -> None:
    documents = {id: {"entities": [ADA, BO]} for id in "de"}
    found = [{"entity": 0, **said(place("Ada Byrne"), score=0.0)}]
    judge = Judge(documents, [{"id": id, "entities": found} for id in "de"])
    table = pd.DataFrame({"document": ["e", "d"], "entity": [0, 0]})
    rows = judge.scored(table, [0.9, 0.4])
    assert rows.score[rows.gold].tolist() == [0.4, 0, 0.9, 0]
    assert rows.best_threshold() == (0.4, 1.0)
    assert rows.at(0.5).f1() == pytest.approx(2 / 3)
    assert rows.at(0.0).f1() == 1  # what was not found is never predicted
    assert rows.at(0.5).f1(np.array([0.0, 2.0])) == 1
    part = rows.select(np.array([False, True]))
    assert (part.documents, part.document.tolist(), part.ap()) == (1, [0, 0], 1)


def test_a_document_without_a_prediction_and_a_score_above_1_are_errors() -> None:
    with pytest.raises(SystemExit, match="no prediction, such as 'd'"):
        Judge({"d": {"entities": []}}, [])
    with pytest.raises(SystemExit, match="outside 0 to 1"):
        judged(said(place("Oslo"), score=2))


@pytest.mark.parametrize(
    ("agreeing", "pairs"),
    [([[2, 1], [3, 0]], {0: 1, 1: 0}), ([[0, 0]], {}), ([], {}), ([[1], [2]], {1: 0})],
)
def test_the_most_mentions_agree(agreeing: list[list[int]], pairs: dict[int, int]) -> None:
    assert pairing(agreeing) == pairs


READER = {
    "id": "d",
    "text": TEXT,
    "entities": [
        {"name": "Ada Byrne", "type": "PER", "forms": ["Ada Byrne", "Byrne"]},
        {"name": "Bo Lind", "type": "PER", "forms": ["Bo Lind", "Lind"]},
        {"name": "Oslo", "type": "LOC", "forms": ["Oslo"]},
    ],
    "ignore": ["Monday"],
}


def named(name: str, kind: str, *mentions: dict[str, Any], score: float = 0.5) -> dict[str, Any]:
    return {"name": name, "type": kind, "mentions": list(mentions), "score": score}


BYRNE = named("Ada Byrne", "PER", place("Mayor Ada Byrne"), place("Byrne", 1), score=0.9)
LIND = named("Bo Lind", "PER", place("Bo Lind"), place("Lind", 1))
CITY = named("Oslo", "LOC", place("Oslo"))


def read(*predicted: dict[str, Any]) -> tuple[dict[str, float], list[str]]:
    counts, problems = names.judge(READER, {"id": "d", "entities": list(predicted)})
    return {name: counts[name] for name in names.COUNTS}, [problem.what for problem in problems]


def test_what_is_right_in_every_respect_is_clean() -> None:
    counts, problems = read(BYRNE, LIND, CITY, named("Monday", "", place("Monday")))
    assert problems == []
    assert {name for name, n in counts.items() if n == 3} == {
        *("gold", "predicted", "paired", "clean", "type", "name")
    }
    assert (counts["top"], counts["documents"], counts["spurious"]) == (1, 1, 0)
    assert names.shares(counts)["clean_F1"] == 1


@pytest.mark.parametrize(("kind", "right"), [("MISC", 1), ("EVENT", 1), ("WORK", 1), ("LOC", 0)])
def test_the_types_of_readers_are_coarse(kind: str, right: int) -> None:
    reader = READER | {"entities": [{"name": "Oslo", "type": "MISC", "forms": ["Oslo"]}]}
    predicted = {"id": "d", "entities": [named("Oslo", kind, place("Oslo"))]}
    counts, _ = names.judge(reader, predicted)
    assert counts["type"] == counts["clean"] == right


@pytest.mark.parametrize(
    ("predicted", "problem"),
    [
        ({**BYRNE, "name": "Byrne"}, "name"),  # a shorter form than its mentions have
        ({**BYRNE, "name": "Ada Byrn"}, "name"),
        ({**BYRNE, "type": "ORG"}, "type"),
        ({**BYRNE, "mentions": [*BYRNE["mentions"], place("met")]}, "other mention"),
        ({**BYRNE, "mentions": [*BYRNE["mentions"], place("Oslo")]}, "merged"),
        (named("Ada Byrne", "PER", place("met")), "spurious"),
    ],
)
def test_each_thing_that_is_wrong_has_its_word(predicted: dict[str, Any], problem: str) -> None:
    counts, problems = read(predicted, LIND)
    assert problem in problems
    assert (counts["clean"], counts["top"]) == (1, 0)


def test_an_entity_in_two_predictions_is_split_and_one_in_none_is_missed() -> None:
    counts, problems = read(
        named("Ada Byrne", "PER", place("Mayor Ada Byrne"), score=0.9),
        named("Byrne", "PER", place("Byrne", 1), score=0.8),
        CITY,
    )
    assert sorted(problems) == ["missed", "split", "split off"]
    assert (counts["split"], counts["paired"], counts["clean"], counts["top"]) == (1, 2, 1, 0)


def test_a_numbered_form_is_that_place_alone() -> None:
    forms = [{"form": "Lind", "occurrences": [1]}, "Bo Lind"]
    reader = {**READER, "entities": [{"name": "Lind", "type": "PER", "forms": forms}]}
    places = names.gold_places(reader)
    # Bo Lind is longer and goes first, so that the first Lind that is free is the second one.
    assert [TEXT[p.start : p.end] for p in places] == ["Bo Lind", "Monday", "Lind"]
    assert [p.entity for p in places] == [0, names.NO_ENTITY, 0]


def test_a_word_of_titles_that_opens_a_name_belongs_to_it() -> None:
    council = names.Place(4, 19, 0)
    for start in (0, 4):
        mention = (start, 19)
        text = "The Federal Council met."
        assert names.stands_for(text, [council], mention, "Federal Council") == council


@given(order=st.permutations([BYRNE, LIND, CITY, named("Lind", "PER", place("Lind", 1))]))
def test_no_order_of_predictions_changes_what_the_reader_sees(order: list[dict[str, Any]]) -> None:
    assert read(*order)[0] == read(BYRNE, LIND, CITY, named("Lind", "PER", place("Lind", 1)))[0]


def test_the_judges_run_on_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gold.jsonl").write_text(json.dumps({"id": "d", "entities": [ADA, BO]}))
    (tmp_path / "reader.jsonl").write_text(json.dumps(READER))
    predicted = [{**BYRNE, "salient": True}, {**LIND, "salient": False}]
    (tmp_path / "said.jsonl").write_text(json.dumps({"id": "d", "entities": predicted}))

    def run(judge: ModuleType, gold: str, **options: Any) -> list[str]:
        judge.main(tmp_path / gold, tmp_path / "said.jsonl", **options)
        return capsys.readouterr().out.splitlines()

    [line] = run(entities, "gold.jsonl")
    assert json.loads(line)["F1"] == json.loads(line)["AP"] == 1
    [line] = run(entities, "gold.jsonl", labels=True)
    shares = dict.fromkeys(("found", "named_P", "P", "R", "F1"), 1)
    assert json.loads(line) == {"documents": 1, "named": 2, **shares}
    line, error = run(names, "reader.jsonl", errors=5)
    assert json.loads(line)["clean_F1"] == 0.8
    assert error.split("\t") == ["d", "missed", "", "Oslo [LOC]"]
