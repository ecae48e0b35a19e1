"""A model predicts and says why, the same for one entity and for many."""

from __future__ import annotations

import io
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from salience import attributes
from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.graph import centrality_ranks
from salience.errors import CorpusError, SalienceError
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DUNIETZ_GILLICK
from salience.labels.entity_alignment import align_all
from salience.labels.silver_labels import make_labels
from salience.model.salience_model import SalienceClassifier, SalienceModel, load_model, train
from salience.tables.splits import content_hashes
from salience.text.hashes import text_hash
from salience.types import LabelledDocument
from tests.support.builders import attribute_row, marked, toy_rows

ROWS = toy_rows()
TABLE = pd.DataFrame(ROWS)
MODEL = train(TABLE)
CENTRAL = train(TABLE, groups=(*DUNIETZ_GILLICK, "centrality"))
CROWDED = train(TABLE, n_features=5)

ENTITIES = st.builds(
    attribute_row,
    first_sentence=st.none() | st.integers(0, 99),
    head_count=st.integers(0, 99),
    named=st.integers(0, 99),
    nominal=st.integers(0, 99),
    pronominal=st.integers(0, 99),
    headline=st.sampled_from(["", "PROPN", "ADJ NOUN PROPN"]),
    head=st.text(max_size=3),
)


@given(ENTITIES, st.sampled_from([MODEL, CROWDED]))
def test_bias_and_contributions_are_the_logit_exactly(
    entity: dict[str, Any], model: SalienceModel
) -> None:
    found = model.explain(entity)
    parts = [part.value for part in found.contributions]
    assert math.fsum([found.bias, *parts]) == found.logit
    assert found.probability == float(expit(found.logit)) == model.predict([entity])[0]
    [features] = model.featurizer.transform([entity])
    assert sorted(part.feature for part in found.contributions) == sorted(features)
    assert [abs(v) for v in parts] == sorted((abs(v) for v in parts), reverse=True)


@given(st.lists(ENTITIES, min_size=1, max_size=8))
def test_batch_equals_solo(entities: list[dict[str, Any]]) -> None:
    together = MODEL.predict(entities)
    assert together.tobytes() == b"".join(MODEL.predict([e]).tobytes() for e in entities)
    assert MODEL.predict(pd.DataFrame(entities)).tobytes() == together.tobytes()


def test_documents_together_equal_each_alone_with_centrality() -> None:
    together = CENTRAL.predict(TABLE)
    alone = [CENTRAL.predict(group) for _, group in TABLE.groupby("document", sort=False)]
    assert np.concatenate(alone).tobytes() == together.tobytes()


@pytest.mark.parametrize("model", [MODEL, CENTRAL, load_model()])
def test_no_other_attributes_are_needed_than_the_model_reads(model: SalienceModel) -> None:
    parsed = marked("d1", "{n NASA} paid {m ESA} . {n It} paid {k Kenya} .", title="{k Kenya}")
    few = model.predict(attributes(parsed, model.reads))
    assert few.tobytes() == model.predict(attributes(parsed)).tobytes()


def test_collisions_are_named_both_ways() -> None:
    part, *_ = CROWDED.explain(ROWS[0]).contributions
    [back] = [
        p
        for p in CROWDED.explain(ROWS[0] | {"head": "never-seen"}).contributions
        if p.feature == "head-lex=never-seen"
    ]
    assert part.collides_with and part.feature not in part.collides_with
    assert back.collides_with
    for other in part.collides_with:
        assert CROWDED.classifier.weights([other])[other] == part.value
    assert all(p.collides_with == () for p in MODEL.explain(ROWS[0]).contributions)


def test_an_explanation_can_be_read() -> None:
    found = MODEL.explain(ROWS[0])
    first, *lines, last = str(found).splitlines()
    assert first.endswith("  bias") and "probability 0." in last
    values = re.findall(r"[+-]\d\.\d{3}", "\n".join(lines))
    several = [reason.value for reason in found.reasons() if reason.contributions[1:]]
    shown = [part.value for part in found.contributions] + several
    assert sorted(values) == sorted(f"{value:+.3f}" for value in shown)  # each feature, each sum
    assert "shares its weight with " in str(CROWDED.explain(ROWS[0]))


def test_training_ranks_leave_the_document_out() -> None:
    ranks = pd.Series(0, TABLE.index)
    for document, own in TABLE.groupby("document"):
        others = Cooccurrence.from_table(TABLE[TABLE["document"] != document])
        mentions = own[["named", "nominal", "pronominal"]].sum(axis=1)
        ranks[own.index] = centrality_ranks(own["id"].tolist(), mentions.tolist(), others)
    features = EntityFeaturizer(("centrality",)).transform(TABLE.assign(centrality=ranks))
    expected = SalienceClassifier().fit(features, TABLE["salient"])
    found = train(TABLE, groups=("centrality",)).classifier
    assert found.coef_.tobytes() == expected.coef_.tobytes()


def test_explaining_with_centrality_needs_the_whole_document() -> None:
    with pytest.raises(CorpusError, match=r"no 'centrality'.*model\.complete"):
        CENTRAL.explain(ROWS[0])
    document = ROWS[:6]
    completed = CENTRAL.complete(document)
    found = [CENTRAL.explain(row).probability for row in completed]  # type: ignore[union-attr]
    assert found == CENTRAL.predict(document).tolist()
    assert MODEL.complete(document) is document
    assert CENTRAL.complete(completed) is completed
    assert CENTRAL.predict([]).shape == (0,)


def test_training_on_documents_equals_training_on_their_table() -> None:
    documents = [
        marked(f"d{i}", "{a Oslo} met {b Bergen} .\n{c Tromso} slept . {a Oslo}") for i in range(4)
    ]
    abstract = marked("a", "{x Oslo} meets .")
    labelled = [
        LabelledDocument(d, make_labels(d, align_all(d, [abstract]).aligned)) for d in documents
    ]
    model = train(iter(labelled))
    scores = model.predict(attributes(documents[0]))
    assert scores.argmax() == 0
    assert model.card["training"] == {"documents": 4, "entities": 12, "salient": 4}
    first = model.explain(attributes(documents[0])[0])
    assert first.probability == scores[0]


def test_the_card_counts_entities_not_rows() -> None:
    twice = pd.concat([TABLE.assign(salient=True), TABLE.assign(salient=False)])
    weights = np.repeat([0.25, 0.75], len(TABLE))
    training = {"documents": 30, "entities": 180}
    assert train(twice, sample_weight=weights).card["training"] == training | {"salient": 180}
    salient = int(TABLE["salient"].sum())
    again = pd.concat([TABLE, TABLE])
    assert train(again).card["training"] == training | {"salient": salient}


@pytest.mark.parametrize(
    ("table", "options", "error", "message"),
    [
        (TABLE[:0], {}, CorpusError, "no labelled entities to train on"),
        (
            TABLE.drop(columns="salient"),
            {},
            CorpusError,
            "no column 'salient', which 'train' needs",
        ),
        (TABLE.drop(columns="entity"), {}, CorpusError, "no column 'entity', which 'train' needs"),
        (TABLE.drop(columns="head"), {}, CorpusError, "no column 'head', which 'head-lex' needs"),
        (TABLE.assign(salient=False), {}, CorpusError, r"two classes .* \['False'\]"),
        (TABLE, {"groups": ["size"]}, SalienceError, "groups=.'size'. must be 'default'"),
        (TABLE, {"C": 0}, SalienceError, "C must be above 0"),
        (TABLE, {"C": "1"}, SalienceError, "C must be above 0, but is '1'"),
        (TABLE, {"n_features": 1.5}, SalienceError, "n_features must be a whole number .* 1.5"),
        (TABLE, {"threshold": None}, SalienceError, "threshold must be from 0 to 1, but is None"),
    ],
)
def test_what_can_not_be_trained_is_named(
    table: pd.DataFrame, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        train(table, **options)


@pytest.mark.parametrize("label", [None, math.nan, "yes", "False", 2])
def test_labels_that_are_none_are_named(label: Any) -> None:
    salient = [label, *TABLE["salient"][1:]]
    with pytest.raises(CorpusError, match=r"'salient' must be true or false, .* in row 0"):
        train(TABLE.assign(salient=pd.Series(salient, dtype=object)))


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([-1.0] * len(TABLE), "but is -1.0 for row 0"),
        ([math.nan] * len(TABLE), "but is nan for row 0"),
        ([1.0], r"the shape \(1,\) must be \(180,\)"),
    ],
)
@pytest.mark.parametrize("graded", [False, True])
def test_weights_that_are_none_are_named(weight: list[float], message: str, graded: bool) -> None:
    table = TABLE.assign(grade=TABLE["salient"].astype(int), abstracts=2)
    with pytest.raises(CorpusError, match=message):
        train(table, sample_weight=weight, graded=graded)


def test_an_entity_is_explained_from_any_row_of_attributes() -> None:
    table = pd.DataFrame(ROWS)
    expected = MODEL.explain(ROWS[0])
    for row in (table[:1], table.iloc[0], ROWS[0]):
        assert MODEL.explain(row) == expected
        assert MODEL.counterfactuals(row) == MODEL.counterfactuals(ROWS[0])
    parsed = marked("d", "{a Oslo} slept .")
    for wrong, what in (
        (parsed.entities[0], "Entity"),
        ("Oslo", "str"),
        ([ROWS[0]], "list"),
        (table[:2], "2 rows"),
    ):
        with pytest.raises(CorpusError, match=f"must be a row of attributes, but is {what}"):
            MODEL.explain(wrong)  # type: ignore[arg-type]


def test_training_documents_are_known_by_their_texts(tmp_path: Path) -> None:
    rows = pd.DataFrame(toy_rows(8))
    texts = rows.assign(text_hash=rows["document"].map(text_hash))
    model = train(texts)
    assert model.trained_on.tolist() == content_hashes(texts).tolist() and len(model.trained_on)
    model.save(tmp_path / "model")
    assert load_model(tmp_path / "model").trained_on.tolist() == model.trained_on.tolist()
    assert train(rows).trained_on.tolist() == []
    assert "trained_on" not in np.load(io.BytesIO(train(rows).to_files()["arrays.npz"]))


def test_a_model_and_an_explanation_are_shown_on_one_line() -> None:
    shown = [repr(load_model()), repr(MODEL.explain(ROWS[0]))]
    assert shown[0].startswith("<SalienceModel en-salience 1.") and "counts" in shown[0]
    assert shown[1].startswith("<Explanation 0.")
    assert all(len(text) < 160 and "\n" not in text for text in shown)
