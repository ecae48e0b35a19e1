"""A model comes back from its files as it was, and what is damaged is refused."""

from __future__ import annotations

import io
import json
import math
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.errors import ModelError
from salience.features.groups import DUNIETZ_GILLICK, chosen
from salience.model.salience_model import SalienceModel, load_model, train
from tests.support.builders import toy_rows
from tests.support.model_files import with_arrays, with_fields, with_packed

ROWS = toy_rows()
TABLE = pd.DataFrame(ROWS)
MODEL = train(TABLE)
CENTRAL = train(TABLE, groups=(*DUNIETZ_GILLICK, "centrality"))
CROWDED = train(TABLE, n_features=5)
FILES = MODEL.to_files()
WEIGHTS = np.load(io.BytesIO(FILES["arrays.npz"]))["weights"]


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
    with zipfile.ZipFile(io.BytesIO(FILES["arrays.npz"])) as packed:
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_card_is_in_the_folder() -> None:
    model = train(TABLE, card={"licence": "CC BY-SA 4.0", "name": "é\ud800"})
    meta = json.loads(model.to_files()["meta.json"])
    assert meta["card"]["licence"] == "CC BY-SA 4.0"
    assert meta["groups"] == list(chosen("default"))
    assert SalienceModel.from_files(model.to_files()).card == model.card


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, r"m is not a model: it has no meta.json"),
        ({"meta.json": FILES["meta.json"]}, r"m is not a model: it has no arrays.npz"),
        (FILES | {"meta.json": b"{"}, r"m/meta.json is damaged: not JSON"),
        (FILES | {"meta.json": b"\xff"}, r"m/meta.json is damaged: not JSON"),
        (FILES | {"meta.json": b"[" * 200_000}, r"m/meta.json is damaged: not JSON"),
        (FILES | {"meta.json": b"[]"}, r"m/meta.json is not that of a model"),
        (with_fields(FILES, format="other"),
         r"m/meta.json is not that of a model: 'format' must be"),
        (with_fields(FILES, format_version=2, salience="9.0"),
         r"meta.json is of format version 2, written by salience 9.0; this is salience .* Upgrade"),
        (with_fields(FILES, format_version="1"), r"is of format version '1'"),
        (with_fields(FILES, format_version=True), r"is of format version True"),
        (with_fields(FILES, groups=["size"]), r"m is damaged: groups="),
        (with_fields(FILES, groups=3), r"m is damaged: TypeError"),
        (with_fields(FILES, card=3), r"m is damaged: TypeError"),
        (with_fields(FILES, sha256={}), r"m/meta.json is damaged: it has no checksum"),
        (with_fields(FILES, threshold=7),
         r"damaged: threshold must be from 0 to 1, but is 7"),
        (with_fields(FILES, threshold=True),
         r"damaged: threshold must be .* but is True"),
        (with_fields(FILES, nominal_threshold=7),
         r"damaged: nominal_threshold must be"),
        (with_fields(FILES, n_features="x"), r"damaged"),
        (with_fields(FILES, n_features=10), r"damaged: columns must be from 0 to 9"),
        (with_fields(FILES, groups=["centrality"]), r"co-occurrence must be there if the group"),
        (FILES | {"arrays.npz": FILES["arrays.npz"][:-9]},
         r"m/arrays.npz is damaged: its SHA-256 must be \w+, but is \w+\. Copy or install"),
        (with_arrays(FILES, weights=np.ones(3, np.float32)), r"damaged: .*can't have 3 weights"),
        (with_fields(FILES, n_features=900_000),
         r"damaged: .*not where n_features=900000 puts them"),
        (with_arrays(FILES, bias=np.array(np.nan)), r"damaged: bias must be finite numbers"),
        (with_arrays(FILES, features=np.zeros(3, np.uint8)), r"m is damaged"),
        (with_arrays(FILES, features=np.frombuffer(b"[" * 200_000, np.uint8)),
         r"m is damaged: RecursionError"),
        (with_arrays(FILES, weights=WEIGHTS.astype(np.complex64)),
         r"weights.npy must be an array of numbers, but is of type complex64"),
        (with_arrays(FILES, cooccurrence_ids=np.zeros(3, np.uint8)), r"and only then"),
    ],
)  # fmt: skip
def test_damage_is_named(files: dict[str, bytes], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        SalienceModel.from_files(files, "m")


@pytest.mark.parametrize(
    "fields",
    [
        {"threshold": 0.31},
        {"nominal_threshold": 0.1},
        {"C": 2.0},
        {"groups": ["head-lex", "counts", "order", "title"]},
    ],
)
def test_what_decides_scores_can_not_change_unseen(fields: dict[str, Any]) -> None:
    files = MODEL.to_files()
    meta = json.loads(files["meta.json"])
    with pytest.raises(ModelError, match=r"m is damaged: .*not those that were saved"):
        SalienceModel.from_files(files | {"meta.json": json.dumps(meta | fields).encode()}, "m")
    older = SalienceModel.from_files(
        with_fields(
            FILES,
        ),
        "m",
    )
    assert older.predict(TABLE).tobytes() == MODEL.predict(TABLE).tobytes()


def test_the_threshold_of_entities_without_a_name_is_saved() -> None:
    model = replace(MODEL, nominal_threshold=0.16)
    assert SalienceModel.from_files(model.to_files()).nominal_threshold == 0.16
    assert SalienceModel.from_files(MODEL.to_files()).nominal_threshold is None


def test_an_array_of_a_size_that_no_machine_holds_is_damage() -> None:
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,), }"
    header = header.ljust(117) + b"\n"
    packed = io.BytesIO(FILES["arrays.npz"])
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(
            "huge.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
        )
    files = with_packed(FILES, packed.getvalue())
    with pytest.raises(
        ModelError, match=r"m is damaged: huge.npy has 128 bytes, which its header does not fit"
    ):
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


def test_no_array_is_unpickled() -> None:
    packed = io.BytesIO()
    np.savez(packed, bias=np.array([{"a": 1}], object))
    files = with_packed(FILES, packed.getvalue())
    with pytest.raises(
        ModelError, match=r"bias\.npy must be an array of numbers, but is of type object"
    ):
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
