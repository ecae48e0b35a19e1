"""Commands that are killed leave whole files; those with many documents go on where they were."""

from __future__ import annotations

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

from salience.cli import app as cli
from salience.engine import journal
from tests.hostile import ATTACKS, SEED
from tests.support import ROOT
from tests.support.builders import toy_model
from tests.support.commands import write_corpus
from tests.support.replaced_loading import load_instead
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
AS_KILLED = {-signal.SIGKILL, -signal.SIGTERM, 143, 130}

AT_THE_END = """
import atexit, os, signal, sys
from salience.cli import app, console
where = sys.argv.pop(1)
signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored behind a shell
def interrupt(*_): signal.raise_signal(signal.SIGINT)  # in this thread, and so at once
def followed(real): return lambda *args, **more: [real(*args, **more), interrupt()][0]
if where == "moved": os.replace = followed(os.replace)
if where == "python": atexit.register(interrupt)
app.main()
"""
"""Runs a command, with Ctrl-C after all is written: when a file has taken its place, and later."""

MANY = "corpus.jsonl --max-length 500 --rejects rejects.jsonl"
COMMANDS = [
    f"score {MANY} --model toy --timeout 0 -o out.jsonl",
    f"score {MANY} --model toy -o out.csv",
    f"score {MANY} --model toy --n-process 2 -o out.parquet",
    f"label {MANY} --report report.html -o out.jsonl",
    f"label {MANY} --timeout 0 -o out.csv",
    f"label {MANY} --n-process 2 -o out.parquet",
    f"names {MANY} --timeout 0 -o out.jsonl",
    f"names {MANY} -o out.parquet",
    "published nyt-eval nyt -o out.jsonl",
    "split corpus.jsonl --train out-train.jsonl --test out-test.jsonl",
    "train labels.jsonl -o out-model",
    "evaluate labels.jsonl --model toy -o out.csv",
    "curve train.jsonl test.jsonl --sizes 8 -o out.csv",
    "recalibrate labels.jsonl --model toy -o out-model",
    "threshold labels.jsonl --model toy -o out-model",
    "cooccurrence labels.jsonl -o out-counts",
    "view article.txt --model toy -o out.html",
    "annotate sample corpus.jsonl --documents 3 -o out-sample",
    "annotate read sample ada.csv -o out.jsonl",
    "annotate export sample -o out.json",
]
"""Commands that write, and all formats of those that keep parts."""

MADE = ("out", "rejects", "report", ".out", ".rejects", ".report")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with what the commands read."""
    folder = tmp_path_factory.mktemp("kills")
    patch = pytest.MonkeyPatch()
    load_instead(patch, lambda *_, **__: tiny_pipeline())
    write_corpus(folder / "corpus.jsonl", corpus(45))
    with (folder / "corpus.jsonl").open("a") as file:
        file.write('\n{"id": "long", "text": "' + "Oslo grew. " * 60 + '"}\n{"id": 1}\n')
    (folder / "article.txt").write_text(TEXT)
    toy_model().save(folder / "toy")
    (folder / "nyt").mkdir()
    for id in range(5):
        article = (
            f'<nitf><head><docdata><doc-id id-string="{id}"/></docdata></head><body><body.content>'
            f"<p>{TEXT}</p></body.content></body></nitf>"
        )
        (folder / "nyt" / f"{id}.xml").write_text(article)
    annotations = (f"{id}\tOslo\n0\t1\t3\tAda Byrne\t0\t9\t/m/1\n" for id in range(5))
    (folder / "nyt-eval").write_text("\n".join(annotations))
    for line in (
        "label corpus.jsonl -o labels.jsonl",
        "split labels.jsonl --train train.jsonl --test test.jsonl",
        "annotate sample corpus.jsonl --documents 2 -o sample",
    ):
        assert run(folder, line) == 0
    table = pd.read_csv(folder / "sample" / "table.csv", dtype=str)
    table.assign(rating="1").to_csv(folder / "ada.csv", index=False)
    yield folder
    patch.undo()


def run(
    folder: Path,
    line: str,
    attack: Callable[[], object] | None = None,
    kill: tuple[float, signal.Signals] | None = None,
) -> int:
    """The exit code of a command in a process of its own, which has imported everything.

    Args:
        attack: Called in that process before the command.
        kill: The process gets this signal after so many seconds.
    """
    process = os.fork()
    if not process:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells may have it ignored
        try:
            os.chdir(folder)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            sys.argv = ["salience", *shlex.split(line)]
            if attack is not None:
                attack()
            cli.main()
        except SystemExit as end:
            os._exit(end.code if isinstance(end.code, int) else 0)
        except BaseException:
            os._exit(130)  # the signal came before the command could deal with it
        os._exit(0)
    if kill is not None:
        time.sleep(kill[0])
        os.kill(process, kill[1])
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def killed_at(step: int, number: signal.Signals) -> Callable[[], object]:
    """Killed just before the n-th time that something is written to the disk, moved or removed."""

    def attack() -> None:
        process, left = os.getpid(), [step]

        def before(real: Callable[..., object]) -> Callable[..., object]:
            def call(*args: object, **more: object) -> object:
                left[0] -= 1
                if left[0] == 0 and os.getpid() == process:
                    os.kill(process, number)
                return real(*args, **more)

            return call

        for name in ("fsync", "replace", "rename", "unlink", "mkdir", "rmdir"):
            setattr(os, name, before(getattr(os, name)))

    return attack


def made(folder: Path) -> dict[str, bytes]:
    """What commands have written, whole or not, by its path."""
    found = [path for path in folder.iterdir() if path.name.startswith(MADE)]
    files = [f for path in found for f in (path.rglob("*") if path.is_dir() else [path])]
    return {str(f.relative_to(folder)): f.read_bytes() for f in files if f.is_file()}


def remove(folder: Path) -> None:
    for path in [path for path in folder.iterdir() if path.name.startswith(MADE)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def finished(files: dict[str, bytes]) -> dict[str, bytes]:
    """Those that are no journals, and not hidden."""
    return {name: f for name, f in files.items() if not name.endswith(".parts") and name[0] != "."}


@pytest.mark.slow
@pytest.mark.parametrize("line", COMMANDS)
def test_a_killed_command_goes_on_or_begins_anew(
    place: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PART_ITEMS", 5)
    rng = random.Random(f"{SEED} {line}")  # noqa: S311
    remove(place)
    begun = time.monotonic()
    assert run(place, line) == 0
    takes = time.monotonic() - begun
    whole = made(place)
    assert whole and finished(whole) == whole
    remove(place)
    kills, wanted = 0, max(1, ATTACKS // 580)
    steps = 25 if "rejects" in line else 5  # those that keep parts write more often
    for _ in range(20 * wanted):
        if kills == wanted:
            break
        number = rng.choice(SIGNALS)
        if rng.random() < 0.4:
            code = run(place, line, kill=(rng.uniform(0, takes), number))
        else:
            code = run(place, line, killed_at(rng.randrange(1, steps), number))
        assert code == 0 or code in AS_KILLED, (code, number)
        kills += code in AS_KILLED
        for name, content in finished(made(place)).items():
            assert content == whole[name], name
        if finished(made(place)) == whole:
            remove(place)
        else:
            assert code != 0
    assert kills == wanted
    assert run(place, line) == 0
    assert made(place) == whole
    print(f"{kills} kills: {line}")
    remove(place)


@pytest.mark.parametrize("where", ["moved", "python"])
def test_an_interrupt_at_the_very_end_leaves_a_whole_result(place: Path, where: str) -> None:
    remove(place)
    words = shlex.split("split corpus.jsonl --train out-train.jsonl --test out-test.jsonl")
    assert run(place, shlex.join(words)) == 0
    whole = made(place)
    remove(place)
    done = subprocess.run(
        [sys.executable, "-c", AT_THE_END, where, *words],
        cwd=place,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    if where == "moved":  # the first of two files
        assert done.returncode == 130
        assert finished(made(place)).items() <= whole.items()
    else:
        assert done.returncode == 0 and made(place) == whole
    remove(place)
