"""What ships is what was released: any other byte is seen before a model is used."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from resources.recipes.checksums import write_sums
from salience import resources
from salience.errors import ModelError
from salience.pipeline.loading import load_pipeline
from salience.resources import resource_dir
from salience.storage.model_folder import SUMS, check_shipped, find_model
from tests.hostile import ATTACKS, SEED
from tests.hostile.mutations import spoiled_bytes

MODELS = resource_dir() / "models"


def test_the_checksums_are_those_of_the_models(tmp_path: Path) -> None:
    assert all(check_shipped(path) for path in MODELS.iterdir() if path.is_dir())
    shutil.copytree(MODELS, tmp_path / "models")
    write_sums(tmp_path / "models")
    assert (tmp_path / "models" / SUMS).read_bytes() == (MODELS / SUMS).read_bytes()


def test_spoiled_weights_of_the_pipeline_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without checksums 200 other bytes changed names in silence in 3 of 32 cases."""
    rng = random.Random(SEED)  # noqa: S311
    shipped = find_model("en_salience_sm")
    shutil.copytree(shipped, tmp_path / "models" / shipped.name)
    shutil.copy(MODELS / SUMS, tmp_path / "models")
    monkeypatch.setattr(resources, "ROOTS", (tmp_path,))
    pipeline = find_model("en_salience_sm")
    assert pipeline.is_relative_to(tmp_path) and check_shipped(pipeline)
    files = sorted(file for file in pipeline.rglob("*") if file.is_file())
    for _ in range(ATTACKS):
        file = rng.choice(files)
        whole = file.read_bytes()
        spoiled = bytearray(whole)
        for _ in range(200):
            spoiled[rng.randrange(len(spoiled))] ^= rng.randrange(256)
        for content in (bytes(spoiled), spoiled_bytes(whole, rng)):
            file.write_bytes(content)
            if content != whole:
                with pytest.raises(ModelError, match="is not as it was shipped"):
                    check_shipped(pipeline)
        file.write_bytes(whole)
    assert check_shipped(pipeline)


def test_damage_of_a_copy_in_another_folder_is_seen(tmp_path: Path) -> None:
    copy = shutil.copytree(find_model("en_salience_sm"), tmp_path / "copy")
    assert not check_shipped(copy)
    weights = copy / "ner" / "model"
    weights.write_bytes(weights.read_bytes()[:-9] + bytes(9))
    with pytest.raises(ModelError, match=r"ner/model is not as it was shipped.*delete SHA256SUMS"):
        load_pipeline(copy)
