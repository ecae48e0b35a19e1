"""A model folder is there completely or not at all, and is found by name or path."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from resources.recipes.checksums import write_sums
from salience import resources
from salience.errors import ModelError, ResourceError
from salience.features.groups import DUNIETZ_GILLICK
from salience.model.salience_model import load_model, train
from salience.storage.model_folder import find_model
from tests.support.builders import toy_rows

TABLE = pd.DataFrame(toy_rows())
MODEL = train(TABLE)
CENTRAL = train(TABLE, groups=(*DUNIETZ_GILLICK, "centrality"))
CROWDED = train(TABLE, n_features=5)


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


def test_models_that_ship_are_found_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "ROOTS", (tmp_path,))
    for version, model in (("0.9.0", MODEL), ("0.10.0", CROWDED)):
        model.save(tmp_path / "models" / f"toy-{version}")
    write_sums(tmp_path / "models")
    assert load_model("toy").classifier.n_features == 5
    assert load_model("toy-0.9.0").classifier.n_features == 100_000
    monkeypatch.chdir(tmp_path)
    CENTRAL.save("mine")
    assert load_model("mine").cooccurrence is not None
    assert load_model(str(tmp_path / "mine")).cooccurrence is not None
    with pytest.raises(ResourceError, match="no model 'other' ships"):
        load_model("other")
    with pytest.raises(ModelError, match=r"absent/model is not a folder"):
        load_model("absent/model")


def test_a_folder_with_the_name_of_a_model_that_ships_is_shown_as_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("en-salience").mkdir()
    assert find_model("en-salience").is_absolute()
    for folder in ("./en-salience", Path("en-salience")):
        with pytest.raises(ModelError, match=r"^\./en-salience is not a model: it has no meta"):
            load_model(folder)
