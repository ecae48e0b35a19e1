"""The recipe of the salience model: gold labels on found entities, and the weights of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit

from resources.recipes.judges.entities import Rows
from resources.recipes.reading import card_of
from resources.recipes.salience import (
    ablation,
    biases,
    data,
    genre_table,
    news_table,
    people_table,
    train,
)
from salience.evaluation.agreement import agreement_scores
from salience.evaluation.recalibration import logits
from salience.features.groups import BIASES, CONTEXT, GROUPS, chosen
from salience.types import ScoredDocument
from tests.support.builders import marked, toy_model, toy_rows
from tests.support.samples import take_few_samples


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
        "us-18f": pd.DataFrame({"document": "d", "entity": [0], "grade": 1, "salient": True}),
    }
    candidate = train.Candidate(("us-18f", "gum-open"), pairs=0.1 / train.GOLD_ENTITIES)
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


def test_both_versions_of_a_document_share_its_weight_and_are_held_out_together() -> None:
    table = pd.DataFrame({"document": [*"abcdefgh"], "entity": 0, "salient": True})
    data = {"us-18f": table, "us-18f-untitled": table[3:], "meantime": table[:7]}
    sets = tuple(data)
    candidate = train.Candidate(sets, pairs=1 / train.GOLD_ENTITIES, untitled=0.3)
    _, weight = train.training_table(data, candidate)
    assert weight.tolist() == pytest.approx([0.7] * 8 + [0.3] * 5 + [1] * 7)
    seen = []
    for parts in train.held_out_parts(data, sets):
        out = {name: set(data[name]["document"][part]) for name, part in parts.items()}
        assert out["us-18f-untitled"] <= out["us-18f"]
        kept = set(data["us-18f"]["document"][~parts["us-18f"]])
        assert not kept & out["us-18f"]
        seen += sorted(out["us-18f"])
    assert sorted(seen) == [*"abcdefgh"]


def test_people_are_compared_with_each_other_and_never_with_themselves() -> None:
    """Of four entities one is in four of five summaries, one in the fifth, and two in none."""
    people = np.zeros((5, 4))
    people[:4, 0] = people[4, 1] = 1
    said = people_table.Said(people, {}, {}, {})
    # By hand: 20 pairs of people, 80 answers. 4 · 3 pairs have the first entity in both, and each
    # of the five mentions stands in four pairs.
    found = people_table.counts(said, people)
    assert found == [12, 20, 20, 80]
    # They agree on 64 of 80, by chance on 0.25² + 0.75² = 0.625: (0.8 - 0.625) / 0.375.
    assert agreement_scores(np.array(found))["kappa"] == pytest.approx(7 / 15)
    # Labels from the first person's summary meet the four others, three of whom say the same.
    labels = np.zeros((5, 4))
    labels[0, 0] = 1
    assert people_table.counts(said, labels) == [3, 20, 4, 80]


def test_the_ablation_leaves_out_and_adds_every_group_once() -> None:
    ablations = dict(ablation.ablations())
    assert list(ablations) == ["default", "dunietz-gillick"]
    for name, systems in ablations.items():
        base = chosen(name)
        assert set(systems[f"**{name}**"]) == set(base)
        changes = [set(chosen(groups)) ^ set(base) for groups in systems.values()]
        single = sorted(group for change in changes if len(change) == 1 for group in change)
        assert single == sorted({*GROUPS, *base} - {"centrality", *BIASES})
        several = [change for change in changes if len(change) > 1]
        assert all(change <= set(CONTEXT) for change in several)


def rows(scores: list[float]) -> Rows:
    table = pd.DataFrame({"document": [*"aabbcc"], "salient": [True, False] * 3, "grade": 1})
    return genre_table.rows_of(table, np.array(scores))


def test_a_set_is_compared_with_the_best_baseline_in_ap_and_f1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All documents are alike, and so are the samples: a few tell what many would."""
    take_few_samples(monkeypatch)
    right, half = rows([0.9, 0.1] * 3), rows([0.5] * 6)
    for systems, difference in (
        ({"model": right, "first": half, "most": rows([0.1, 0.9] * 3)}, 50.0),
        ({"model": half, "first": right, "most": half}, -50.0),
    ):
        ap, f1 = genre_table.gains(systems)
        assert 100 * ap[0] == pytest.approx(difference)
        assert f1[0] == pytest.approx(np.sign(difference) / 3)  # all salient: 2/3
        assert ap[1] == pytest.approx((difference / 100, difference / 100))
    measured = genre_table.Measured("news", genre_table.CHOSEN_ON, "`names`", systems)
    line = genre_table.row(measured, (ap, f1))
    assert line.startswith("| news | chosen on | `names` | 3 | 3 | 50.0 / 66.7 | 100.0 / 100.0 |")


def test_the_development_sets_are_counted() -> None:
    better, unsure, worse = (0.2, (0.1, 0.3)), (0.1, (-0.1, 0.3)), (-0.1, (-0.2, 0.0))
    said = genre_table.verdict({"a": (better, unsure), "b": (better, worse)})
    assert "2 development sets (a, b)" in said
    assert "average precision on 2 of 2, beyond the interval on 2" in said
    assert "F1 on 1 of 2, beyond the interval on 0" in said


def test_the_model_that_ships_is_a_candidate_of_known_sets_and_groups() -> None:
    shipped = train.CANDIDATES[train.CHOSEN]
    assert chosen(shipped.groups)
    for candidate in train.CANDIDATES.values():
        assert chosen(candidate.groups)
        assert set(candidate.sets) <= set(shipped.sets)
    sets = card_of(train.__file__)["training_sets"]
    assert [said["name"] for said in sets] == list(shipped.sets)
    assert all(said["licence"] for said in sets)


def test_a_bias_makes_the_labels_of_the_entities_with_it_most_likely() -> None:
    logit = np.array([-2.0, -1.0, 0.5, 1.0])
    salient = np.array([False, True, True, True])
    bias = biases.best_bias(logit, salient)
    assert expit(logit + bias).mean() == pytest.approx(0.75, abs=0.001)
    assert biases.best_bias(logit[:2], salient[:2], np.array([3.0, 1.0])) < bias


def test_a_bias_shifts_documents_without_a_headline_and_no_others() -> None:
    model, table = toy_model(), pd.DataFrame(toy_rows())
    shifted = biases.with_bias(model, biases.WITHOUT_HEADLINE, 0.5)
    titled, bare = (table.assign(has_headline=there) for there in (1, 0))
    assert logits(shifted, titled).tolist() == logits(model, titled).tolist()
    assert logits(shifted, bare) == pytest.approx(logits(model, bare) + 0.5)
    assert logits(biases.with_bias(shifted, biases.WITHOUT_HEADLINE, 0.2), bare) == pytest.approx(
        logits(model, bare) + 0.2
    )
    assert "the document has no headline" in str(shifted.explain(bare.iloc[0]))


@pytest.mark.parametrize(
    ("gold", "named"),
    [
        (("ada", "byrne"), True),
        (("byrne",), True),
        (("ada",), False),
        (("tom", "byrne"), False),
        (("ada", "mary", "byrne"), True),
        (("bob",), False),
        ((), False),
    ],
)
def test_a_gold_name_ends_as_a_name_and_has_all_its_words(
    gold: tuple[str, ...], named: bool
) -> None:
    assert news_table.is_named(PARSED.entities[0], gold) == named


def test_main_entities_that_are_not_found_count_as_missed() -> None:
    parsed = marked("d", "{a Ada Byrne} met {b Bob} .\n{b Bob} and {b Bob} left {c Rome} .")
    scored = ScoredDocument(parsed, (0.9, 0.5, 0.1), 0.5)
    found = news_table.of_document(scored, {"main": ["Ada Byrne", "Tom Lee"]})
    assert found["en-salience"] == (1 / 2, 1.0)  # the other of two gold names has no entity
    assert found["number of mentions"] == (1 / 2 / 2, 0.0)
    assert found["headline, else first"] == (1 / 2, 1.0)
