"""Runs that are killed leave the old output or the new one, and nothing hidden for long."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.hostile import ATTACKS, SEED
from tests.support import ROOT
from tests.support.commands import write_corpus
from tests.support.tiny_pipeline import corpus

SCORE = "-m salience score corpus.jsonl -o scores.jsonl --overwrite"
N_DOCUMENTS = 60


def start(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    where = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    quiet = subprocess.DEVNULL
    command = [sys.executable, *SCORE.split(), *more]
    return subprocess.Popen(command, cwd=folder, env=where, stdout=quiet, stderr=quiet)


@pytest.mark.slow
def test_a_killed_run_leaves_the_old_output_or_the_new_one(tmp_path: Path) -> None:
    rng = random.Random(SEED)  # noqa: S311
    write_corpus(tmp_path / "corpus.jsonl", corpus(N_DOCUMENTS))
    begun = time.monotonic()
    assert start(tmp_path).wait() == 0
    takes = time.monotonic() - begun
    whole = (tmp_path / "scores.jsonl").read_bytes()
    assert len(whole.splitlines()) == N_DOCUMENTS
    (tmp_path / "scores.jsonl").write_bytes(b'{"old": true}\n')
    for _ in range(max(1, ATTACKS // 65)):
        process = start(tmp_path, "--n-process", rng.choice("12"))
        time.sleep(rng.uniform(0.3, 1.2) * takes)
        process.send_signal(rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        process.wait(timeout=60)
        found = (tmp_path / "scores.jsonl").read_bytes()
        assert found == whole or json.loads(found) == {"old": True}
    assert start(tmp_path).wait() == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["corpus.jsonl", "scores.jsonl"]
    assert (tmp_path / "scores.jsonl").read_bytes() == whole
