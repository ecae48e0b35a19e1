"""Table 3 and comparisons, on a small table whose numbers can be worked out otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score

from salience.errors import CorpusError, MisuseError, SalienceError
from salience.evaluation.comparison import compare
from salience.evaluation.names import USUAL
from salience.evaluation.paired_tests import holm
from salience.evaluation.salience_scores import evaluate
from salience.evaluation.significance import randomization_test
from salience.evaluation.systems import BASELINES, System, model_system, named_system, positional
from salience.features.groups import DUNIETZ_GILLICK
from salience.model.salience_model import train
from salience.tables.record_tables import to_frame
from tests.support.builders import toy_rows

BASELINES_HERE = [named_system(name) for name in USUAL]
TABLE = pd.DataFrame(toy_rows(40))
TRAIN = TABLE[TABLE["document"].isin([f"d{i}" for i in range(28)])].reset_index(drop=True)
TEST = TABLE[~TABLE["document"].isin(TRAIN["document"])].reset_index(drop=True)


def test_a_baseline_without_a_threshold_gets_its_best() -> None:
    systems = [model_system(train(TRAIN), "model", 0.4), BASELINES["mentions"]]
    found = compare(TEST, systems, n_bootstrap=0, n_shuffles=0)
    (_, model), (_, mentions) = found.rows
    counts = TEST[["named", "nominal", "pronominal"]].sum(axis=1)
    best = {n: f1_score(TEST["salient"], counts >= n) for n in sorted(set(counts))}
    assert mentions.f1 == pytest.approx(max(best.values())) == mentions.best_f1
    number = int(found.at["mentions"].removeprefix("from ").removesuffix(", its best"))
    assert best[number] == pytest.approx(mentions.f1)
    assert model.threshold == 0.4 and found.at["model"] == "at 0.4"


def test_the_first_system_is_tested_against_each_other() -> None:
    model = train(TRAIN)
    systems = [model_system(model, "model", 0.4), *map(named_system, USUAL)]
    found = compare(TEST, systems, n_bootstrap=0, n_shuffles=99, seed=3)
    (_, scores), *baselines = found.rows
    assert list(found.differences) == [name for name, _ in baselines] == list(USUAL)
    for name, baseline in baselines:
        less = found.differences[name]
        assert less.f1 == pytest.approx(scores.f1 - baseline.f1)
        assert less.ap == pytest.approx((scores.ap or 0) - (baseline.ap or 0))
    all_p = [p for d in found.differences.values() for p in (d.p_f1, d.p_ap) if p is not None]
    alone = randomization_test(
        TEST,
        model.predict(TEST),
        positional(TEST),
        thresholds=(0.4, 0.5),
        n_shuffles=99,
        seed=3,
    )
    first = found.differences["first-sentence"]
    assert (first.p_f1, first.p_ap) == (alone.p_f1, alone.p_ap)
    assert first.holm_f1 == holm(all_p)[0] and len(all_p) == 6
    assert compare(TEST, systems, n_bootstrap=0, n_shuffles=0).differences == {}


def test_two_models_are_compared_as_any_systems() -> None:
    good, bad = (train(TRAIN, groups=groups) for groups in (DUNIETZ_GILLICK, ["head-lex"]))
    found = compare(
        TEST, [model_system(good, "a"), model_system(bad, "b")], n_bootstrap=9, n_shuffles=99
    )
    assert list(found.differences) == ["b"]
    with pytest.raises(ValueError, match="different names"):
        compare(TEST, [model_system(good, "a"), model_system(bad, "a")])


@pytest.mark.parametrize(
    ("systems", "said"),
    [
        (
            "mentions",
            r"a list of systems, but got a str \('mentions'\)\. Make a System with named_s",
        ),
        (
            ["mentions"],
            r"a list of systems, but got a list with a str \('mentions'\)\. Make a System",
        ),
        (BASELINES["mentions"], "a list of systems, but got a System"),
        ([None], "a list of systems, but got a list with a NoneType"),
        ([], "there is no system to compare. Give one or more"),
    ],
)
def test_what_is_no_system_is_named(systems: Any, said: str) -> None:
    with pytest.raises(MisuseError, match=said):
        compare(TEST, systems)


def test_the_frame_holds_what_was_measured() -> None:
    found = compare(TEST, [BASELINES["mentions"], BASELINES["every-entity"]], n_bootstrap=9)
    frame = found.frame().set_index("system")
    for name, scores in found.rows:
        assert frame.loc[name, "f1"] == scores.f1 and frame.loc[name, "ap"] == scores.ap
        assert (frame.loc[name, "f1_low"], frame.loc[name, "f1_high"]) == scores.intervals["f1"]
        assert frame.loc[name, "map"] == scores.by_document["map"]
    assert frame.loc["every-entity", "holm_f1"] == found.differences["every-entity"].holm_f1
    assert frame["coverage"].dtype == "float64"
    assert frame["holm_ap"].isna().tolist() == [True, False]
    without = replace(found, differences={}).frame()
    assert "holm_f1" not in without and len(without) == 2


def test_every_signature_repeats_its_row() -> None:
    model = model_system(train(TRAIN, card={"version": "1.5"}), "model", 1 / 3)
    systems = [model, BASELINES["mentions"], BASELINES["head-tf-idf"]]
    found = compare(TEST, systems, n_bootstrap=0, n_shuffles=0)
    for system, (_, scores) in zip(systems, found.rows, strict=True):
        fields = dict(part.split("=", 1) for part in scores.signature.split("|"))
        scored = TEST.assign(score=np.asarray(system.score(TEST)))
        again = evaluate(scored, threshold=float(fields["threshold"]), n_bootstrap=0)
        assert (again.f1, again.precision) == (scores.f1, scores.precision), system.name
        assert fields["system"] == {"model": "model@1.5"}.get(system.name, system.name)


def test_entities_that_were_not_found_count_against_every_system() -> None:
    missed = pd.DataFrame({"document": ["d28", "d39"], "salient": True, "found": False})
    whole = pd.concat([TEST.assign(found=True), missed], ignore_index=True)
    systems = [model_system(train(TRAIN), "model", 0.0), *BASELINES_HERE]
    plain, ended = (compare(table, systems, n_shuffles=9, n_bootstrap=0) for table in (TEST, whole))
    for (name, one), (_, other) in zip(plain.rows, ended.rows, strict=True):
        hits = one.recall * one.salient
        if name != "mentions":  # its best threshold may be another
            assert other.recall == pytest.approx(hits / (one.salient + 2)), name
            assert other.precision == one.precision and other.threshold == one.threshold
        assert other.coverage == pytest.approx(one.salient / (one.salient + 2))
    first, less = ended.rows[0][1], ended.differences["every-entity"]
    assert less.f1 == first.f1 - dict(ended.rows)["every-entity"].f1 == 0


def test_a_system_gives_a_score_per_row() -> None:
    short = System("short", lambda table: np.ones(len(table) - 1))
    with pytest.raises(SalienceError, match=r"system 'short' must give a score for each of 72 ent"):
        compare(TEST, [short])


def test_labels_of_one_kind_only() -> None:
    nothing = TEST.assign(salient=False)
    systems = [model_system(train(TRAIN), "model"), *BASELINES_HERE]
    found = compare(nothing, systems, n_bootstrap=5, n_shuffles=5)
    for name, scores in found.rows:
        assert scores.f1 == 0 and scores.auc is None, name
    assert all(less.p_ap is None and less.p_f1 == 1 for less in found.differences.values())


@pytest.mark.parametrize("empty", [TEST[:0], pd.DataFrame(), to_frame([])])
def test_a_table_without_entities_is_named(empty: pd.DataFrame) -> None:
    with pytest.raises(CorpusError, match=r"the table: no labelled entities\. Label documents"):
        compare(empty, BASELINES_HERE)


def test_a_table_of_scores_is_named() -> None:
    with pytest.raises(CorpusError, match="no column 'named'"):
        compare(TEST[["document", "salient"]].assign(score=0.5), BASELINES_HERE)
