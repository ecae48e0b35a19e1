"""The command line, from arguments to files and exit codes, on a small pipeline."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from salience.cli import app as cli
from salience.engine.documents import label, score
from salience.errors import SalienceError
from salience.model.salience_model import load_model
from salience.resources import example_paths
from salience.tables.record_tables import read_table
from salience.tables.records import to_json, to_record
from salience.version import __version__
from tests.support.builders import toy_model
from tests.support.commands import CommandLine, conll, no_work, records, write_corpus
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

MODEL = toy_model()


def test_from_a_corpus_to_scores(run: CommandLine) -> None:
    out, err = run("label corpus.jsonl -o labels.jsonl")
    assert not out
    expected = [to_record(labelled) for labelled in label(corpus(12), nlp=tiny_pipeline())]
    assert records(Path("labels.jsonl").read_text()) == expected
    table = read_table("labels.jsonl")
    share = f"salient {table['salient'].mean():.1%}"
    summary = f"labelled: documents 12, entities {len(table)}, {share}, left out 0, warnings 0"
    assert err.splitlines()[-1] == summary

    err = run("train labels.jsonl -o mine --groups 1st-loc,mentions --centrality --C 0.5").err
    trained = f"trained on 12 documents, {len(table)} entities, {share}; the model is mine"
    assert err.strip() == trained

    out = run("score corpus.jsonl --model mine --json").out
    assert [record["id"] for record in records(out)] == [f"d{i}" for i in range(12)]

    out = run("evaluate labels.jsonl --model mine --json").out
    rows = {record["row"]: record for record in records(out)}
    human = "one abstract against another"
    assert [*rows] == ["mine", "first-sentence", "mentions", "every-entity", human]
    assert rows[human]["documents"] == 12 and rows["mentions"]["brier"] is None
    threshold = load_model("mine").classifier.threshold
    assert rows["mine"]["threshold"] == threshold and 0 < rows["mine"]["one_abstract_f1"] < 1
    assert f"|threshold={threshold}|" in rows["mine"]["signature"]
    assert rows["every-entity"]["recall"] == 1 and rows["mine"]["f1"] > rows["every-entity"]["f1"]
    assert "first_less_this" not in rows["mine"]
    less = rows["every-entity"]["first_less_this"]
    assert less["f1"] == pytest.approx(rows["mine"]["f1"] - rows["every-entity"]["f1"])
    assert 1 / 1001 <= less["p_f1"] <= less["holm_f1"] <= 1
    assert rows["mine"]["by_document"]["macro_recall"] is not None
    out = run("evaluate labels.jsonl --model mine").out
    shown = ("nDCG@10", "mine less", "shuffles=1000@seed=0", ", its best")
    assert all(word in out for word in shown)
    assert "1st-loc" in Path("mine/meta.json").read_text()


def test_the_version(run: CommandLine) -> None:
    assert run("--version").out == f"salience {__version__}\n"


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_the_list_of_commands_has_the_first_line_of_their_help(
    command_line: CommandLine, command: str
) -> None:
    _, _, text = command_line(f"{command} --help").out.partition("\n\n")
    assert text.split("\n\n")[0].strip() == cli.COMMANDS[command][1]


SLOW = {
    "IPython",
    "jinja2",
    "matplotlib",
    "networkx",
    "numpy",
    "pandas",
    "scipy",
    "sklearn",
    "spacy",
}


def modules_after(*words: str) -> set[str]:
    """The modules that a call of the command line has imported at its end."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.__stderr__))\n"
        "from salience.cli.app import main\n"
        f"sys.argv = ['salience', *{words!r}]\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_examples_can_be_run_one_after_another(command_line: CommandLine, command: str) -> None:
    """No two write to one folder, which the second would not replace."""
    text = command_line(f"{command} --help").out
    folders = re.findall(r"^ +salience .*-o ([\w-]+)(?: |$)", text, re.MULTILINE)
    assert len(folders) == len({*folders})


def test_help_and_wrong_options_import_nothing_slow(tmp_path: Path) -> None:
    for words in (["--help"], ["--version"], ["lable"]):
        assert not modules_after(*words) & {*SLOW, "salience.cli.score"}
    for command in ("score", "evaluate", "train", "annotate sample", "recalibrate"):
        assert not modules_after(*command.split(), "--wrong") & SLOW, command


def test_scoring_imports_neither_what_trains_nor_tables() -> None:
    article = str(example_paths()[-1])
    found = modules_after("score", article, "--limit", "1")
    assert "spacy" in found
    assert not found & {"sklearn", "pandas", "networkx", "scipy.stats", "matplotlib"}


def test_standard_streams(run: CommandLine) -> None:
    lines = Path("corpus.jsonl").read_text()
    assert len(records(run("label - -o -", stdin=lines).out)) == 12
    assert len(records(run("score - --json --model model", stdin=lines).out)) == 12
    out = run("score - --format text -o - --model model --title Oslo", stdin=TEXT).out
    assert [record["id"] for record in records(out)] == ["stdin"]


REFUSED = [
    ("score corpus.jsonl -o corpus.jsonl", "used twice"),
    ("score corpus.jsonl -o out.jsonl --rejects out.jsonl", "used twice"),
    ("score corpus.jsonl -o out.jsonl --rejects corpus.jsonl", "used twice"),
    ("score corpus.jsonl -o absent/out.jsonl", "absent is not a folder"),
    ("score corpus.jsonl -o article.txt/out.jsonl", "article.txt is not a folder"),
    ("score absent.jsonl", "absent.jsonl: no such file"),
    ("score nothing", "is a folder"),
    ("score corpus.jsonl -o labels.jsonl", "labels.jsonl is there and holds labels, not scores"),
    ("score corpus.jsonl -o notes.csv", "notes.csv is there and holds something else, not scores"),
    ("label corpus.jsonl -o scores.jsonl", "scores.jsonl is there and holds scores, not labels"),
    ("label article.txt -o corpus.jsonl", "holds a corpus, not labels. Name another file, or"),
    ("train absent.jsonl -o model", "model is there and holds a model. Name another folder, or"),
    ("recalibrate absent.jsonl -o model", "model is there and holds a model"),
    ("threshold absent.jsonl -o model", "model is there and holds a model"),
    ("evaluate absent.jsonl -o scores.csv", "scores.csv is there and holds scores, not measures"),
    ("score corpus.jsonl --model absent", "'absent'"),
    ("score corpus.jsonl --model model1", "SHA-256"),
    ("score corpus.jsonl --model model2", "Upgrade salience"),
    ("label corpus.jsonl -o corpus.jsonl", "used twice"),
    ("label corpus.jsonl --report absent/report.html", "absent is not a folder"),
    ("annotate sample corpus.jsonl -o articles", "articles is there and not empty"),
    ("annotate sample corpus.jsonl -o absent/x", "absent is not a folder"),
    ("annotate read articles corpus.jsonl -o ada.jsonl", "Give the folder that `salience annotate"),
    ("train corpus.jsonl -o absent/model", "absent is not a folder"),
    ("train corpus.jsonl -o mine", "not a record of labels"),
    ("train absent.jsonl -o articles", "articles is there and holds something else than a model"),
    ("train absent.jsonl -o article.txt", "article.txt is there and holds something else"),
    ("train empty.jsonl -o mine", "empty.jsonl: no labelled entities. Label documents first"),
    ("evaluate empty.jsonl --model model", "empty.jsonl: no labelled entities. Label documents"),
    ("evaluate none.jsonl --model model", "none.jsonl: no labelled entities. Label documents"),
    ("evaluate scores.jsonl --model model", "scores.jsonl has no column 'named', which"),
    ("experiment empty.jsonl scores.jsonl", "empty.jsonl: no labelled entities"),
    ("experiment scores.jsonl empty.jsonl", "scores.jsonl has no column 'named', which"),
    ("experiment corpus.jsonl empty.jsonl", "corpus.jsonl:1: not a record of labels"),
    ("train absent.jsonl -o mine", "absent.jsonl"),
    ("evaluate corpus.jsonl --model model", "not a record of labels"),
    ("experiment absent.jsonl scores.jsonl", "absent.jsonl is not a file"),
]


@pytest.mark.parametrize(("line", "message"), REFUSED)
def test_what_can_not_work_is_refused_before_the_work(
    run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, message: str
) -> None:
    no_work(monkeypatch)
    MODEL.save(folder / "model1")
    (folder / "model1" / "arrays.npz").write_bytes(b"no arrays")
    MODEL.save(folder / "model2")
    meta = folder / "model2" / "meta.json"
    meta.write_text(json.dumps(json.loads(meta.read_text()) | {"format_version": 99}))
    (folder / "articles").mkdir()
    (folder / "nothing").mkdir()
    (folder / "notes.csv").write_text("day,weather\n1,rain\n")
    (folder / "scores.csv").write_text("document,entity,score\n")
    (folder / "labels.jsonl").write_text('{"id": "d", "entities": [], "abstracts": 1}\n')
    (folder / "articles" / "article.txt").write_text(TEXT)
    (folder / "copy").mkdir()
    copies = [replace(document, id=f"x{document.id}") for document in corpus(12)]
    write_corpus(folder / "copy" / "other.jsonl", copies)
    (folder / "empty.jsonl").write_text("")
    (folder / "none.jsonl").write_text('{"id": "d", "entities": []}\n')
    scores = [to_json(to_record(s)) for s in score(corpus(2), model=MODEL, nlp=tiny_pipeline())]
    (folder / "scores.jsonl").write_text("\n".join(scores))
    before = sorted(folder.rglob("*"))
    if "--model" not in line and line.startswith("score"):
        line += " --model model"
    out, err = run(line, code=3)
    assert not out and err.startswith("salience: ") and message in err
    assert err.count("\n") == 1, "one line, no traceback"
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    "line",
    [
        "lable corpus.jsonl",
        "score",
        "score corpus.jsonl --threshold 2",
        "score corpus.jsonl --n-process 0",
        "score corpus.jsonl --format word",
        "label corpus.jsonl --coref best",
        "train labels.jsonl",
        "experiment corpus.jsonl",
    ],
)
def test_wrong_usage_exits_with_2(run: CommandLine, line: str) -> None:
    out, err = run(line, code=2)
    assert not out and "Error" in err and "Traceback" not in err


@pytest.mark.parametrize(
    ("line", "suffix"),
    [
        ("score corpus.jsonl --model model -o out.xml", ".xml"),
        ("score corpus.jsonl --model model --rejects rejects.csv", ".csv"),
        ("label corpus.jsonl --report report.txt", ".txt"),
        ("names corpus.jsonl -o names.doc", ".doc"),
        ("annotate read articles ada.csv -o ada.csv", ".csv"),
    ],
)
def test_a_suffix_that_is_no_format_is_wrong_usage(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, line: str, suffix: str
) -> None:
    no_work(monkeypatch)
    out, err = run(line, code=2)
    assert not out and f"can't write {suffix!r}" in err and err.count("\n") == 1


def test_a_reader_that_has_enough_is_no_error_message() -> None:
    code = "import salience.cli.app as c; c.app = lambda: print('x' * 10**7); c.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 141


@pytest.mark.parametrize("error", [SalienceError, OSError])
def test_errors_can_not_steer_the_terminal(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail() -> None:
        raise error("id 'a\x1b]0;title\x07\x9b2Jb'\nis odd.\n")

    monkeypatch.setattr(cli, "app", fail)
    shown = "salience: id 'a\ufffd]0;title\ufffd\ufffd2Jb' is odd.\n"
    assert run("score article.txt", code=3) == ("", shown)


def test_demo(command_line: CommandLine) -> None:
    out = command_line("demo").out
    tables = out.strip().split("\n\n")
    assert len(tables) > 12 and "salience score" in tables[-1]
    marked = sum(" *" in table for table in tables[:-1])
    assert marked >= len(tables) - 3, "nearly every abstract speaks of something in its text"


@pytest.mark.parametrize("command", ["label", "score"])
def test_clusters_come_from_a_file(run: CommandLine, command: str) -> None:
    [first, *_] = corpus(12)
    words = first.text.replace(".", " .")
    Path("given.conll").write_text(conll(words, Oslo="(0)", It="(0)"))
    out = run(f"{command} corpus.jsonl --clusters given.conll -o -").out
    with_file = records(out)
    before = records(run(f"{command} corpus.jsonl -o -").out)
    assert with_file[1:] == before[1:] and with_file[0] != before[0]
    [oslo] = [entity for entity in with_file[0]["entities"] if entity["name"] == "Oslo"]
    assert [mention["text"] for mention in oslo["mentions"]] == ["Oslo", "It"]
    run(f"{command} corpus.jsonl --clusters none.conll -o -", code=3)


@pytest.mark.parametrize(
    "command",
    [
        "evaluate labels.jsonl",
        "curve a b",
        "agree a b",
        "split a --train b --test c",
        "coref a b",
        "annotate sample corpus.jsonl -o a",
    ],
)
def test_negative_seeds_are_refused(run: CommandLine, command: str) -> None:
    err = run(f"{command} --seed -1", code=2).err
    assert re.search("--seed.*(-1 is not in the range|greater than or equal to 0)", err)


def test_an_error_of_ours_is_a_failure(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise AssertionError("a bug")

    monkeypatch.setattr(cli, "app", fail)
    assert "AssertionError: a bug" in run("score article.txt", code=3).err
