"""Runs that are stopped go on, and end with the bytes of a run that was left alone."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from salience.cli import console
from salience.compression.compressor import Compressor
from salience.engine import journal
from salience.engine.journal import open_journal
from salience.types import Document
from tests.support.commands import CommandLine, records, write_corpus
from tests.support.tiny_pipeline import TEXT, corpus

BAD = [Document("long", "Oslo grew. " * 50), Document("empty", " ")]
"""Two documents that are left out."""

# Without a time limit this process reads the documents, and can be stopped by one of them.

COMMANDS = {
    "score": "score {} --model model --max-length 400 --timeout 0",
    "label": "label {} --max-length 400 --timeout 0 --report report.html",
    "names": "names {} --max-length 400 --timeout 0 --types PER,LOC",
    "summarize": "summarize {} --model model --max-length 400 --timeout 0 --words 9",
    "topics": "summarize {} --model model --max-length 400 --timeout 0 --words 9 --by title",
    "compress": "compress {} --model ./compressor --max-length 400 --timeout 0 --rate 0.5",
    "wordalign": "wordalign {} --max-length 400 --timeout 0",
}
OUTPUTS = [
    *((name, ".jsonl") for name in COMMANDS),
    ("label", ".csv"),
    ("score", ".parquet"),
    ("score", ".sqlite"),
    ("summarize", ".html"),
    ("compress", ".html"),
    ("compress", ".ptb"),
    ("wordalign", ".html"),
    ("wordalign", ".pharaoh"),
]
MORE = " --rejects rejects.jsonl"


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "PART_ITEMS", 7)


@pytest.fixture(autouse=True)
def compressor(folder: Path) -> None:
    Compressor({"bias": 1.0, "word=grew": -2.0}).save(folder / "compressor")


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def write(path: str, stop: bool) -> None:
    """A corpus of 42 documents; a document after the first batch may stop whoever reads it."""
    documents = [*corpus(20), *BAD, *(Document(f"x{d.id}", d.text) for d in corpus(3))]
    last = Document("last", "TinyInterrupt." if stop else "It rained .. .", abstracts=("Oslo.",))
    more = [Document(f"y{d.id}", d.text, d.title, d.abstracts) for d in corpus(16)]
    write_corpus(Path(path), [*documents, *more, last])


def stopped(run: CommandLine, line: str) -> str:
    """Stop a command by Ctrl-C at the last document, of which the same bytes are read again."""
    write("corpus2.jsonl", stop=True)
    err = run(line.format("corpus2.jsonl"), code=130).err
    write("corpus2.jsonl", stop=False)
    return err


@pytest.mark.parametrize(("name", "suffix"), OUTPUTS)
def test_a_run_that_was_stopped_goes_on(
    run: CommandLine, folder: Path, name: str, suffix: str
) -> None:
    line = f"{COMMANDS[name]}{MORE} -o out{suffix}"
    write("corpus2.jsonl", stop=False)
    whole = run(line.format("corpus2.jsonl"))
    expected = files(folder)
    for file in ("report.html", "rejects.jsonl", f"out{suffix}"):
        Path(file).unlink(missing_ok=True)
    err = stopped(run, line)
    assert "documents are kept in out" in err and "the same command goes on after them" in err
    assert not Path(f"out{suffix}").exists()
    assert Path(f"out{suffix}.parts").read_text().count("\npart ") == 5
    again = run(f"{line.format('corpus2.jsonl')} --resume")
    assert again.err.startswith("going on after ")
    assert files(folder) == expected
    assert without_speed(again.err)[1:] == without_speed(whole.err)


@pytest.mark.parametrize("name", ["summarize", "topics", "compress", "wordalign"])
def test_processes_make_no_difference_and_a_document_that_breaks_one_costs_itself(
    run: CommandLine, name: str
) -> None:
    bad = Document("bad", "TinyExit. Oslo grew.", abstracts=("Oslo.",))
    write_corpus(Path("corpus2.jsonl"), [*corpus(9), bad, *corpus(20)[9:]])
    made = []
    for more in ("--timeout 60", "--n-process 2"):
        line = COMMANDS[name].format("corpus2.jsonl").replace("--timeout 0", more)
        err = run(f"{line} -o out.jsonl --overwrite").err
        assert "left out 1" in err and "worker processes died of it (exit code 1)" in err
        made.append(Path("out.jsonl").read_bytes())
    assert made[0] == made[1] and made[0].count(b"\n") > 1


def part_lines(path: str) -> list[str]:
    """The journal without its first line, which names the process."""
    return Path(path).read_text().splitlines()[1:]


def without_speed(err: str) -> list[str]:
    return [line for line in err.splitlines() if " a second" not in line]


def test_what_has_changed_is_refused(run: CommandLine, folder: Path) -> None:
    line = f"{COMMANDS['score']} -o out.jsonl"
    stopped(run, line)
    same = line.format("corpus2.jsonl")
    kept = part_lines("out.jsonl.parts")
    for more, message in [
        ("--threshold 0.9", "--threshold was not given and is 0.9"),
        ("--limit 3 --top 2", "--top was not given and is 2; --limit was not given and is 3"),
    ]:
        err = run(f"{same} {more}", code=3).err
        assert message in err and "begin anew with --overwrite" in err and err.count("\n") == 1
    assert (
        "the command was score and is names"
        in run(same.replace("score", "names").replace("--model model", ""), code=3).err
    )
    (folder / "model" / "meta.json").write_text(
        (folder / "model" / "meta.json").read_text().replace("{", "{ ", 1)
    )
    assert "--model was " in run(same, code=3).err
    (folder / "model" / "meta.json").write_text(
        (folder / "model" / "meta.json").read_text().replace("{ ", "{", 1)
    )
    text = Path("corpus2.jsonl").read_text()
    Path("corpus2.jsonl").write_text(text.replace("Haddad in Oslo", "Haddad in Rome", 1))
    assert "the input has changed: " in run(same, code=3).err
    Path("corpus2.jsonl").write_text(text + " ")
    assert "the size of corpus2.jsonl was " in run(same, code=3).err
    assert part_lines("out.jsonl.parts") == kept
    Path("corpus2.jsonl").write_text(text)
    run(same)


def test_overwrite_begins_anew_and_resume_begins_where_there_is_nothing(
    run: CommandLine, folder: Path
) -> None:
    line = f"{COMMANDS['score']} -o out.jsonl"
    Path("out.jsonl").write_text('{"text": "a corpus"}')
    message = "holds a corpus, not scores"
    assert message in run(line.format("corpus.jsonl"), code=3).err
    assert "--resume in place of --overwrite goes on" in stopped(run, f"{line} --overwrite")
    assert run(f"{line.format('corpus2.jsonl')} --resume").err.startswith("going on after ")
    assert len(records(Path("out.jsonl").read_text())) == 40
    stopped(run, line)
    err = run(f"{line.format('corpus.jsonl')} --overwrite").err
    assert "going on" not in err and len(records(Path("out.jsonl").read_text())) == 12
    whole = Path("out.jsonl").read_bytes()
    err = run(f"{line.format('corpus.jsonl')} --resume").err
    assert err.startswith("there is no run to go on with: a new one begins")
    assert not Path("out.jsonl.parts").exists() and Path("out.jsonl").read_bytes() == whole
    for wrong in ("-o out.jsonl --resume --overwrite", "--resume", "-o - --resume"):
        assert "--resume" in run(f"score corpus.jsonl --model model {wrong}", code=2).err


def test_two_runs_on_one_output_refuse_each_other(run: CommandLine, folder: Path) -> None:
    def hold() -> None:
        with open_journal(folder / "out.jsonl.parts"):
            ready.set()
            done.wait(60)

    context = multiprocessing.get_context("fork")
    ready, done = context.Event(), context.Event()
    other = context.Process(target=hold)
    other.start()
    try:
        assert ready.wait(60)
        err = run("score corpus.jsonl --model model -o out.jsonl", code=3).err
        assert f"another run (process {other.pid}) writes this output" in err
    finally:
        done.set()
        other.join()
    run("score corpus.jsonl --model model -o out.jsonl")
    assert not Path("out.jsonl.parts").exists()


def test_a_part_that_was_damaged_is_made_again_and_so_are_those_after_it(
    run: CommandLine, folder: Path
) -> None:
    line = f"{COMMANDS['label']}{MORE} -o out.jsonl"
    write("corpus2.jsonl", stop=False)
    run(line.format("corpus2.jsonl"))
    expected = files(folder)
    for damaged, kept in [(0, 0), (1, 7), (2, 14), (3, 21)]:
        stopped(run, line)
        journal = Path("out.jsonl.parts")
        parts = journal.read_text().split("\npart ")
        end_of_the_one_before, lines = parts[damaged].split("\n", 1)
        parts[damaged] = f"{end_of_the_one_before}\n{lines.replace('d', 'D', 1)}"
        journal.write_text("\npart ".join(parts))
        err = run(line.format("corpus2.jsonl")).err
        assert err.startswith(f"going on after {kept} documents") if kept else "going" not in err
        assert files(folder) == expected


@pytest.mark.parametrize("ends", [[-1], [-9], [-400], range(0, 60, 7)])
def test_a_journal_may_end_anywhere(run: CommandLine, folder: Path, ends: Sequence[int]) -> None:
    """One that was hardly begun does not matter."""
    line = f"{COMMANDS['score']} -o out.jsonl"
    write("corpus2.jsonl", stop=False)
    run(line.format("corpus2.jsonl"))
    expected = files(folder)
    stopped(run, line)
    journal = Path("out.jsonl.parts")
    content = journal.read_bytes()
    for end in ends:
        journal.write_bytes(content[:end])
        err = run(line.format("corpus2.jsonl")).err
        assert "going on after 28 documents" in err if end < 0 else "going on" not in err
        assert files(folder) == expected


def test_what_lies_in_the_way_is_left_alone(run: CommandLine, folder: Path) -> None:
    Path("out.jsonl.parts").mkdir()
    assert "is a folder, and no journal" in run("label corpus.jsonl -o out.jsonl", code=3).err
    Path("out.jsonl.parts").rmdir()
    Path("out.jsonl.parts").write_text("mine")
    for more in ("", " --overwrite", " --resume"):
        err = run(f"label corpus.jsonl -o out.jsonl{more}", code=3).err
        assert "out.jsonl.parts is no journal of a run" in err
        assert Path("out.jsonl.parts").read_text() == "mine"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_costs_no_more_than_a_part(
    run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    line = f"{COMMANDS[name]}{MORE} -o out.jsonl"
    write("corpus2.jsonl", stop=False)
    run(line.format("corpus2.jsonl"))
    expected = files(folder)
    for file in ("report.html", "rejects.jsonl", "out.jsonl"):
        Path(file).unlink(missing_ok=True)
    went_on = []
    for syncs in (0, 2, 4):
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full_after(syncs))
            err = run(line.format("corpus2.jsonl"), code=3).err
        assert "No space left on device" in err and not Path("out.jsonl").exists()
        went_on.append("going on after" in err)
    assert went_on == [False, False, True]
    run(f"{line.format('corpus2.jsonl')} --resume")
    assert files(folder) == expected


def full_after(n: int) -> Callable[[int], None]:
    """What stands for `os.fsync` on a disk that is full at the n-th time."""
    real, left = os.fsync, iter(range(n))

    def sync(handle: int) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle)

    return sync


def test_messages_are_json_if_asked_for(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "EVERY", 0)
    write("corpus2.jsonl", stop=False)
    line = f"{COMMANDS['score'].format('corpus2.jsonl')} -o out.jsonl --log-format json"
    said = [json.loads(text) for text in run(line).err.splitlines()]
    assert all(message["time"] and message["message"] for message in said)
    events = [message["event"] for message in said]
    assert events.count("progress") == 42 and events[-1] == "end"
    end = said[-1]
    assert (end["documents"], end["left_out"]) == (40, 2) and sum(end["reasons"].values()) == 2
    assert end["words"] > 500 and end["peak_memory"] > 10**7 and end["words_per_second"] > 0
    failed = json.loads(run(f"{line} --model none", code=3).err)
    assert failed["event"] == "error" and "none" in failed["message"]
    said = [json.loads(text) for text in run(f"{line} --quiet").err.splitlines()]
    assert [message["event"] for message in said] == ["left out", "left out"]


def test_timeouts_are_settings_and_none_is_zero(run: CommandLine) -> None:
    Path("a.txt").write_text(TEXT)
    run("score a.txt --model model --timeout -1 --json", code=2)
    assert records(run("score a.txt --model model --timeout 0 --json").out)
