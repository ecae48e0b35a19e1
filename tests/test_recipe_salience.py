"""The recipe of the salience model: gold labels on found entities, and the weights of rows."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pandas as pd
import pytest
from builders import marked, recipe_modules

NAMES = ("data", "judging", "train")


@pytest.fixture(scope="module")
def recipe() -> dict[str, ModuleType]:
    return recipe_modules("salience", NAMES)


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


def labels(recipe: dict[str, ModuleType], *entities: dict[str, Any]) -> list[tuple[bool, int]]:
    found = recipe["data"].gold_labels(PARSED.entities, list(entities))
    return [(label.salient, label.grade) for label in found]


def test_an_entity_gets_the_label_of_the_gold_entity_with_its_mentions(
    recipe: dict[str, ModuleType],
) -> None:
    ada = gold(TEXT, "Ada Byrne", "She", sal=[1, 0, 1, 0, 0])
    bob = gold(TEXT, "Bob", sal=[0, 1, 1, 1, 1])
    assert labels(recipe, bob, ada) == [(True, 2), (False, 4), (False, 0)]


def test_pairs_are_one_to_one(recipe: dict[str, ModuleType]) -> None:
    both = gold(TEXT, "Ada Byrne", "She", "Bob", sal=[1, 1, 1, 1, 1])
    assert labels(recipe, both) == [(True, 5), (False, 0), (False, 0)]


def test_a_mention_inside_counts_only_with_the_head(recipe: dict[str, ModuleType]) -> None:
    around = gold(TEXT, "Ada Byrne met Bob .\nShe left Rome", sal=[1, 0, 0, 0, 0])
    assert labels(recipe, around) == [(False, 0), (False, 0), (True, 1)]


def test_without_gold_entities_or_found_ones_nothing_is_salient(
    recipe: dict[str, ModuleType],
) -> None:
    assert labels(recipe) == [(False, 0)] * 3
    assert recipe["data"].gold_labels((), [gold(TEXT, "Bob", sal=[1])]) == ()


def test_graded_rows_weigh_what_the_summaries_say(recipe: dict[str, ModuleType]) -> None:
    train = recipe["train"]
    data = {
        "gum-open": pd.DataFrame({"grade": [0, 2, 5], "salient": [False, True, True]}),
        "us-18f": pd.DataFrame({"grade": [1], "salient": [True]}),
    }
    candidate = train.Candidate(("us-18f", "gum-open"), pairs=0.1, graded=True)
    table, weight = train.training_table(data, candidate)
    rows = sorted(zip(table["grade"], table["salient"], weight.round(3), strict=True))
    assert rows == [(0, False, 1.0), (1, True, 0.1), (2, False, 0.6), (2, True, 0.4), (5, True, 1)]
    plain = train.training_table(data, train.Candidate(("gum-open",)))
    assert plain[1].tolist() == [1, 1, 1]
