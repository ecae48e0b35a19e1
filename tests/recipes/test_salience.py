"""The recipe of the salience model: gold labels on found entities, and the weights of rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from resources.recipes.salience import ablation, data, genre_table, judging, train
from salience.features.groups import GROUPS, chosen
from tests.support.builders import marked


def gold(text: str, *names: str, sal: list[int]) -> dict[str, Any]:
    """A gold entity whose mentions are the first places of these names, headed by the last word."""
    mentions = []
    for name in names:
        start = text.index(name)
        end = start + len(name)
        mentions.append({"start": start, "end": end, "heads": [[end - len(name.split()[-1]), end]]})
    return {"mentions": mentions, "sal": sal}


PARSED = marked("d", "{a Ada Byrne} met {b Bob} .\n{a:pronominal She} left {c Rome} .")
TEXT = PARSED.document.text


def labels(*entities: dict[str, Any]) -> list[tuple[bool, int]]:
    found = data.gold_labels(PARSED.entities, list(entities))
    return [(label.salient, label.grade) for label in found]


def test_an_entity_gets_the_label_of_the_gold_entity_with_its_mentions() -> None:
    ada = gold(TEXT, "Ada Byrne", "She", sal=[1, 0, 1, 0, 0])
    bob = gold(TEXT, "Bob", sal=[0, 1, 1, 1, 1])
    assert labels(bob, ada) == [(True, 2), (False, 4), (False, 0)]


def test_pairs_are_one_to_one() -> None:
    both = gold(TEXT, "Ada Byrne", "She", "Bob", sal=[1, 1, 1, 1, 1])
    assert labels(both) == [(True, 5), (False, 0), (False, 0)]


def test_a_mention_inside_counts_only_with_the_head() -> None:
    around = gold(TEXT, "Ada Byrne met Bob .\nShe left Rome", sal=[1, 0, 0, 0, 0])
    assert labels(around) == [(False, 0), (False, 0), (True, 1)]


def test_without_gold_entities_or_found_ones_nothing_is_salient() -> None:
    assert labels() == [(False, 0)] * 3
    assert data.gold_labels((), [gold(TEXT, "Bob", sal=[1])]) == ()


def test_graded_rows_weigh_what_the_summaries_say() -> None:
    data = {
        "gum-open": pd.DataFrame(
            {"grade": [0, 2, 5], "abstracts": 5, "salient": [False, True, True]}
        ),
        "us-18f": pd.DataFrame({"grade": [1], "salient": [True]}),
    }
    candidate = train.Candidate(("us-18f", "gum-open"), pairs=0.1, even=False)
    table, weight = train.training_table(data, candidate)
    rows = sorted(zip(table["grade"], table["salient"], weight.round(3), strict=True))
    assert rows == [(0, False, 1.0), (1, True, 0.1), (2, False, 0.6), (2, True, 0.4), (5, True, 1)]
    plain = train.training_table(data, train.Candidate(("gum-open",), graded=False))
    assert plain[1].tolist() == [1, 1, 1]


def test_a_long_document_with_silver_labels_weighs_as_much_as_a_short_one() -> None:
    table = pd.DataFrame({"document": [*"aaab"], "entity": [0, 1, 2, 0], "salient": True})
    table, weight = train.training_table({"us-18f": table}, train.Candidate(("us-18f",), pairs=0.2))
    sums = pd.Series(weight).groupby(table["document"]).sum()
    assert sums.tolist() == pytest.approx([0.2 * train.GOLD_ENTITIES] * 2)


class Judge:
    """A judge that pairs the first gold entity with the second prediction, and no others."""

    @staticmethod
    def pair(gold: list[Any], predicted: list[Any]) -> dict[int, int]:
        return {0: 1} if gold and len(predicted) > 1 else {}


def test_what_is_not_found_is_missed_and_what_is_not_paired_is_wrong() -> None:
    named = {"mentions": [{"kind": "named"}]}
    gold = {
        "d": {
            "entities": [
                {"named": True, "sal": [1], "mentions": []},
                {"named": True, "sal": [1], "mentions": []},
                {"named": False, "sal": [1], "mentions": []},
            ]
        }
    }
    records = [{"id": "d", "entities": [{"entity": n, **named} for n in (0, 1)]}]
    paired = judging.pair(Judge, gold, records)
    table = pd.DataFrame({"document": ["d", "d"], "entity": [0, 1]})
    scores = paired.scores(table, [0.9, 0.4])
    assert sorted(zip(paired.gold, paired.salient, scores, strict=True)) == [
        (False, False, 0.9),
        (True, True, 0.0),
        (True, True, 0.4),
    ]
    assert paired.ap(scores) == 1  # only salient ones are gold
    assert paired.f1(scores, 0.3) == 0.5  # one right, one wrong, one missed
    assert paired.f1(scores, 0.0) == 0.5  # what was not found is never predicted
    assert paired.f1(scores, 0.5) == 0
    assert paired.best_threshold(scores) == (0.4, 0.5)


def test_each_document_is_paired_once(tmp_path: Path) -> None:
    (tmp_path / "judge.py").write_text(
        "asked = []\ndef pair(gold, predicted):\n    asked.append(predicted)\n    return {0: 0}\n"
    )
    judge = judging.load_judge(tmp_path / "judge.py")
    for document, predicted in (("d", [1]), ("d", [2]), ("e", [3])):
        assert judge.pair([{"document": document}], predicted) == {0: 0}
    assert judge.asked == [[1], [3]]


def test_the_ablation_leaves_out_and_adds_every_group_once() -> None:
    ablations = dict(ablation.ablations())
    assert list(ablations) == ["default", "dunietz-gillick"]
    for name, systems in ablations.items():
        base = chosen(name)
        assert set(systems[f"**{name}**"]) == set(base)
        changes = [set(groups) ^ set(base) for groups in systems.values()]
        assert sorted(x for change in changes for x in change) == sorted(
            {*GROUPS, *base} - {"centrality"}
        )


def test_a_set_is_compared_with_the_better_baseline() -> None:
    documents = np.repeat(["a", "b", "c"], 2)
    salient = np.array([True, False] * 3)
    right, half = np.array([0.9, 0.1] * 3), np.full(6, 0.5)
    row = genre_table.row
    line = row("news", documents, salient, {"model": right, "first": half, "most": 1 - right})
    assert line == "| news | 3 | 3 | 100.0 | 50.0 | 50.0 | +50.0 (+50.0 to +50.0) | yes |"
    line = row("news", documents, salient, {"model": half, "first": right, "most": half})
    assert line == "| news | 3 | 3 | 50.0 | 100.0 | 50.0 | -50.0 (-50.0 to -50.0) | **no** |"
