"""A model says why, comes back from disk as it was, and refuses what is damaged."""

from __future__ import annotations

import io
import json
import math
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from salience import attributes, resources
from salience.alignment.entity_alignment import align
from salience.alignment.silver_labels import make_labels
from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.entity_graph import centrality_ranks
from salience.errors import CorpusError, ModelError, ResourceError, SalienceError
from salience.features.featurizer import DUNIETZ_GILLICK, EntityFeaturizer, chosen
from salience.model import files as storage
from salience.model.salience_model import SalienceClassifier, SalienceModel, load_model, train
from salience.tables.splits import content_hashes
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
    several = [value for _, value, parts in found.families() if parts[1:]]
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
    labelled = [LabelledDocument(d, make_labels(d, align(d, [abstract]))) for d in documents]
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
        (TABLE.drop(columns="salient"), {}, CorpusError, "no 'salient', which 'train' needs"),
        (TABLE.drop(columns="entity"), {}, CorpusError, "no 'entity', which 'train' needs"),
        (TABLE.drop(columns="head"), {}, CorpusError, "no 'head', which 'head-lex' needs"),
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


@pytest.mark.parametrize("model", [MODEL, CENTRAL, CROWDED], ids=["plain", "central", "crowded"])
def test_a_model_comes_back_as_it_was(model: SalienceModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    assert again.predict(TABLE).tobytes() == model.predict(TABLE).tobytes()
    row = model.complete(ROWS[:6])[0]  # type: ignore[index]
    assert again.explain(row) == model.explain(row)  # type: ignore[arg-type]
    assert again.classifier.get_params() == model.classifier.get_params()
    assert again.card == model.card
    assert again.to_files() == model.to_files()
    assert sorted(p.name for p in (tmp_path / "model").iterdir()) == ["arrays.npz", "meta.json"]
    assert [p.name for p in tmp_path.iterdir()] == ["model"]


def test_training_twice_gives_the_same_bytes() -> None:
    groups = (*DUNIETZ_GILLICK, "centrality")
    assert train(TABLE, groups=groups).to_files() == CENTRAL.to_files()


def test_no_time_stands_in_the_files() -> None:
    with zipfile.ZipFile(io.BytesIO(MODEL.to_files()["arrays.npz"])) as packed:
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_card_is_in_the_folder() -> None:
    model = train(TABLE, card={"licence": "CC BY-SA 4.0", "name": "é\ud800"})
    meta = json.loads(model.to_files()["meta.json"])
    assert meta["card"]["licence"] == "CC BY-SA 4.0"
    assert meta["groups"] == list(chosen("default"))
    assert SalienceModel.from_files(model.to_files()).card == model.card


def test_saving_replaces_a_model_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "model"
    MODEL.save(path)
    CROWDED.save(path)
    assert load_model(path).classifier.n_features == 5
    (path / "notes.txt").write_text("mine")
    with pytest.raises(ModelError, match=r"model is there and holds something else than a model"):
        MODEL.save(path)
    assert (path / "notes.txt").read_text() == "mine"
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ModelError, match="holds something else"):
        MODEL.save(tmp_path / "file")


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match=r"file/model can't be written"):
        MODEL.save(tmp_path / "file" / "model")


def test_a_save_that_fails_leaves_the_old_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    MODEL.save(tmp_path / "model")
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError("no space left")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(ModelError, match="no space left"):
        CROWDED.save(tmp_path / "model")
    assert load_model(tmp_path / "model").to_files() == MODEL.to_files()
    assert [p.name for p in tmp_path.iterdir()] == ["model"]


def changed(**fields: Any) -> dict[str, bytes]:
    """Files whose settings were changed by someone who took their checksum away."""
    files = MODEL.to_files()
    meta = json.loads(files["meta.json"])
    del meta["sha256"]["settings"]
    return files | {"meta.json": json.dumps(meta | fields).encode()}


def repacked(**arrays: Any) -> dict[str, bytes]:
    """Files whose arrays were changed by someone who corrected the checksum."""
    files = MODEL.to_files()
    packed = storage.pack(storage.unpack(files["arrays.npz"]) | arrays)
    digest = storage.hashlib.sha256(packed).hexdigest()
    return changed(sha256={"arrays.npz": digest}) | {"arrays.npz": packed}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, r"m is not a model: it has no meta.json"),
        ({"meta.json": MODEL.to_files()["meta.json"]}, r"m is not a model: it has no arrays.npz"),
        (MODEL.to_files() | {"meta.json": b"{"}, r"m/meta.json is damaged: not JSON"),
        (MODEL.to_files() | {"meta.json": b"\xff"}, r"m/meta.json is damaged: not JSON"),
        (MODEL.to_files() | {"meta.json": b"[" * 200_000}, r"m/meta.json is damaged: not JSON"),
        (MODEL.to_files() | {"meta.json": b"[]"}, r"m/meta.json is not that of a model"),
        (changed(format="other"), r"m/meta.json is not that of a model: 'format' must be"),
        (changed(format_version=2, salience="9.0"),
         r"meta.json is of format version 2, written by salience 9.0; this is salience .* Upgrade"),
        (changed(format_version="1"), r"is of format version '1'"),
        (changed(format_version=True), r"is of format version True"),
        (changed(groups=["size"]), r"m/meta.json is damaged: SalienceError: groups="),
        (changed(groups=3), r"m/meta.json is damaged"),
        (changed(card=3), r"m/meta.json is damaged"),
        (changed(sha256={}), r"m/arrays.npz is damaged: KeyError"),
        (changed(threshold=7), r"damaged: SalienceError: threshold must be from 0 to 1, but is 7"),
        (changed(threshold=True), r"damaged: SalienceError: threshold must be .* but is True"),
        (changed(n_features="x"), r"damaged"),
        (changed(n_features=10), r"damaged: ValueError: columns must be from 0 to 9"),
        (changed(groups=["centrality"]), r"co-occurrence must be there if the group"),
        (MODEL.to_files() | {"arrays.npz": MODEL.to_files()["arrays.npz"][:-9]},
         r"m/arrays.npz is damaged: its SHA-256 must be \w+, but is \w+\. Copy or install"),
        (repacked(weights=np.ones(3, np.float32)), r"damaged: .*can't have 3 weights"),
        (changed(n_features=900_000), r"damaged: .*not where n_features=900000 puts them"),
        (repacked(bias=np.array(np.nan)), r"damaged: ValueError: weights must be finite"),
        (repacked(features=np.zeros(3, np.uint8)), r"arrays.npz is damaged"),
        (repacked(features=np.frombuffer(b"[" * 200_000, np.uint8)), r"arrays.npz is damaged"),
        (repacked(cooccurrence_ids=np.zeros(3, np.uint8)), r"and only then"),
    ],
)  # fmt: skip
def test_damage_is_named(files: dict[str, bytes], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        SalienceModel.from_files(files, "m")


@pytest.mark.parametrize(
    "fields",
    [{"threshold": 0.31}, {"C": 2.0}, {"groups": ["head-lex", "counts", "order", "title"]}],
)
def test_what_decides_scores_can_not_change_unseen(fields: dict[str, Any]) -> None:
    files = MODEL.to_files()
    meta = json.loads(files["meta.json"])
    with pytest.raises(ModelError, match=r"m/meta\.json is damaged: .*not those that were saved"):
        SalienceModel.from_files(files | {"meta.json": json.dumps(meta | fields).encode()}, "m")
    older = SalienceModel.from_files(changed(), "m")
    assert older.predict(TABLE).tobytes() == MODEL.predict(TABLE).tobytes()


def test_an_array_of_a_size_that_no_machine_holds_is_damage() -> None:
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,), }"
    header = header.ljust(117) + b"\n"
    packed = io.BytesIO(MODEL.to_files()["arrays.npz"])
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(
            "huge.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
        )
    digest = storage.hashlib.sha256(packed.getvalue()).hexdigest()
    files = changed(sha256={"arrays.npz": digest}) | {"arrays.npz": packed.getvalue()}
    with pytest.raises(ModelError, match=r"m/arrays\.npz is damaged"):
        SalienceModel.from_files(files, "m")


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"score": math.nan}, r"card\['score'\] can't be JSON: Out of range"),
        ({"when": {1, 2}}, r"card\['when'\] can't be JSON: Object of type set"),
        ({3: "x"}, r"card\[3\] can't be JSON: keys must be texts"),
    ],
)
def test_a_card_that_is_no_json_is_named(card: dict[Any, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        train(TABLE, card=card)
    with pytest.raises(ModelError, match=message):
        replace(MODEL, card=card).to_files()


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


def test_no_array_is_unpickled() -> None:
    packed = io.BytesIO()
    np.savez(packed, bias=np.array([{"a": 1}], object))
    digest = storage.hashlib.sha256(packed.getvalue()).hexdigest()
    files = changed(sha256={"arrays.npz": digest}) | {"arrays.npz": packed.getvalue()}
    with pytest.raises(ModelError, match="allow_pickle=False"):
        SalienceModel.from_files(files, "m")


@given(st.data())
def test_any_broken_byte_is_a_model_error_or_no_harm(data: st.DataObject) -> None:
    files = MODEL.to_files()
    name = data.draw(st.sampled_from(sorted(files)))
    at = data.draw(st.integers(0, len(files[name]) - 1))
    broken = bytearray(files[name])
    broken[at] ^= data.draw(st.integers(1, 255))
    try:
        found = SalienceModel.from_files(files | {name: bytes(broken)}, "m")
    except ModelError:
        return
    assert name == "meta.json"
    assert found.predict(TABLE).tobytes() == MODEL.predict(TABLE).tobytes()
    assert found.classifier.threshold == MODEL.classifier.threshold


def test_models_that_ship_are_found_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_ROOTS", (tmp_path,))
    for version, model in (("0.9.0", MODEL), ("0.10.0", CROWDED)):
        model.save(tmp_path / "models" / f"toy-{version}")
    assert load_model("toy").classifier.n_features == 5
    assert load_model("toy-0.9.0").classifier.n_features == 100_000
    monkeypatch.chdir(tmp_path / "models")
    CENTRAL.save("mine")
    assert load_model("mine").cooccurrence is not None
    assert load_model(str(tmp_path / "models" / "mine")).cooccurrence is not None
    with pytest.raises(ResourceError, match="no model 'other' ships"):
        load_model("other")
    with pytest.raises(ModelError, match=r"absent/model is not a folder"):
        load_model("absent/model")


def test_training_documents_are_known_by_their_contents(tmp_path: Path) -> None:
    rows = pd.DataFrame(toy_rows(8))
    places = rows.assign(start=range(len(rows)), end=range(1, len(rows) + 1), name="x")
    model = train(places)
    assert model.trained_on.tolist() == content_hashes(places).tolist() and len(model.trained_on)
    model.save(tmp_path / "model")
    assert load_model(tmp_path / "model").trained_on.tolist() == model.trained_on.tolist()
    assert train(rows).trained_on.tolist() == []
    assert "trained_on" not in np.load(io.BytesIO(train(rows).to_files()["arrays.npz"]))
