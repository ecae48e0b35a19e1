"""What a run leaves behind that was killed, and what the next one makes of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from salience.storage import durable
from salience.storage.durable import beside, new_folder
from tests.support import ROOT


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("folder", [False, True])
def test_nothing_is_left(tmp_path: Path, folder: bool) -> None:
    with beside(tmp_path / "scores.jsonl", folder=folder) as part:
        assert part.is_dir() == folder and names(tmp_path) == [part.name]
    with pytest.raises(RuntimeError), beside(tmp_path / "scores.jsonl", folder=folder):
        raise RuntimeError
    assert names(tmp_path) == []


@pytest.mark.parametrize("folder", [False, True])
def test_the_parts_of_a_killed_process_are_removed_by_the_next(
    tmp_path: Path, folder: bool
) -> None:
    path = tmp_path / "scores.jsonl"
    program = f"""
import os, signal, pathlib
from salience.storage.durable import beside
with beside(pathlib.Path({str(path)!r}), folder={folder}) as part:
    (part / "half" if part.is_dir() else part).write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    where = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run([sys.executable, "-c", program], env=where, check=False)
    assert done.returncode == -signal.SIGKILL and len(names(tmp_path)) == 1
    with beside(tmp_path / "other.jsonl"):
        assert len(names(tmp_path)) == 2, "what is for another path stays"
    with beside(path, folder=folder) as part:
        assert names(tmp_path) == [part.name]


def test_the_parts_of_others_that_live_stay(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    with beside(path) as one, beside(path) as other:
        assert names(tmp_path) == sorted([one.name, other.name])


def test_other_hidden_files_stay(tmp_path: Path) -> None:
    kept = [".scores.jsonl.20240101", ".scores.jsonl.swp", ".scores.jsonl.long_enough.part"]
    for name in kept:
        (tmp_path / name).touch()
    with beside(tmp_path / "scores.jsonl"):
        pass
    assert names(tmp_path) == sorted(kept)


def test_where_processes_can_not_be_asked_nothing_is_taken_for_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scores.jsonl"
    with beside(path) as part:
        dead = part.with_name(part.name.replace(f"-{os.getpid()}.", "-999999999."))
    monkeypatch.setattr(durable, "os", SimpleNamespace(**vars(os) | {"name": "nt"}))
    dead.touch()
    with beside(path):
        pass
    assert names(tmp_path) == [dead.name]
    monkeypatch.undo()
    with beside(path):
        pass
    assert names(tmp_path) == []


def test_a_folder_takes_the_place_of_another_or_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model"
    for content in ("one", "two"):
        with new_folder(path) as made:
            (made / "a.txt").write_text(content)
        assert (path / "a.txt").read_text() == content and names(tmp_path) == ["model"]
    rename = Path.rename

    def stopped(part: Path, target: Path) -> Path:
        if part.name == "new":
            raise KeyboardInterrupt
        return rename(part, target)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "rename", stopped)
        with new_folder(path) as made:
            (made / "a.txt").write_text("three")
    assert (path / "a.txt").read_text() == "two" and names(tmp_path) == ["model"]
