"""The command line, from arguments to files and exit codes, on a small pipeline."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from salience.cli import app as cli
from salience.cli import console
from salience.errors import SalienceError
from salience.model.salience_model import load_model
from salience.run.documents import label, score
from salience.tables.records import read_table, to_frame, to_json, to_record
from salience.types import Document
from tests.support.builders import toy_model
from tests.support.commands import CommandLine, no_work, records, write_corpus
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

MODEL = toy_model()


def test_from_a_corpus_to_scores(run: CommandLine) -> None:
    out, err = run("label corpus.jsonl -o labels.jsonl")
    assert not out
    expected = [to_record(labelled) for labelled in label(corpus(12), tiny_pipeline())]
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


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_scores_in_files_are_those_of_python(run: CommandLine, suffix: str) -> None:
    run(f"score corpus.jsonl --model model -o out.{suffix} --n-process 2")
    expected = to_frame(score(corpus(12), MODEL, tiny_pipeline()))
    pd.testing.assert_frame_equal(read_table(f"out.{suffix}"), expected)


def test_labels_of_any_format_train_the_same_model(run: CommandLine) -> None:
    for suffix in ("jsonl", "csv", "parquet"):
        run(f"label corpus.jsonl -o labels.{suffix}")
        run(f"train labels.{suffix} -o from-{suffix}")
        made = {p.name: p.read_bytes() for p in Path(f"from-{suffix}").iterdir()}
        assert made == {p.name: p.read_bytes() for p in Path("from-jsonl").iterdir()}


def test_the_same_documents_are_not_counted_twice(run: CommandLine) -> None:
    run("label corpus.jsonl -o a.jsonl")
    run("label corpus.jsonl -o b.jsonl --limit 5")
    for command in ("evaluate a.jsonl a.jsonl --model model", "train a.jsonl b.jsonl -o x"):
        err = run(command, code=1).err
        assert "documents are in a.jsonl and again in " in err
    Path("twice.jsonl").write_text(2 * Path("b.jsonl").read_text())
    err = run("train twice.jsonl -o mine", code=1).err
    assert "twice.jsonl has entity 0 of document 'd0' twice" in err


def test_a_report_is_a_page_beside_the_labels(run: CommandLine) -> None:
    out, err = run("label corpus.jsonl -o labels.jsonl --report report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert not out and page.count("<article") == 12
    assert "12 labelled, 0 left out" in page and "12 labelled, 0 left out" in err
    assert "careful" not in err


def test_agreement_of_label_files_of_any_format(run: CommandLine) -> None:
    run("label corpus.jsonl -o a.csv")
    run("label corpus.jsonl -o b.jsonl --limit 9")
    out = run("agree a.csv b.jsonl --json").out
    (found,) = records(out)
    assert (found["kappa"], found["documents"], found["documents_only_a"]) == (1, 9, 3)
    out = run("agree a.csv b.jsonl").out
    assert out.startswith("A: a.csv\nB: b.jsonl\nin both: documents 9, ")
    assert out.splitlines()[4].split()[:3] == ["as", "labelled", "1.00"]
    assert max(map(len, out.splitlines()[:-1])) <= 80
    Path("c.csv").write_text("document,salient\nd,True\n")
    err = run("agree a.csv c.csv", code=1).err
    assert "c.csv has no column 'start'" in err


def test_score_prints_a_table(run: CommandLine) -> None:
    out, err = run("score article.txt corpus.jsonl --model model --limit 2")
    assert "\x1b" not in out and "\r" not in err
    assert out.startswith("article.txt\n") and "\n\nAda Byrne grew\n" in out
    assert "scored: documents 2," in err
    assert max(map(len, out.splitlines())) <= 80


def test_the_title_of_an_article(run: CommandLine) -> None:
    plain = run("score article.txt --model model --json").out
    titled = run("score article.txt --model model --json --title Oslo").out
    assert plain != titled
    expected = score([Document("article.txt", TEXT, "Oslo")], MODEL, tiny_pipeline())
    assert records(titled) == [to_record(scored) for scored in expected]
    for inputs in ("corpus.jsonl", "article.txt article.txt", "-"):
        err = run(f"score {inputs} --title Oslo --model model", code=2).err
        assert "--title" in err


def test_articles_of_the_same_name_are_told_apart_by_their_paths(run: CommandLine) -> None:
    for name in ("a", "b"):
        Path(name).mkdir()
        Path(name, "x.txt").write_text(TEXT)
    out = run("score a/x.txt ./b/x.txt --json --model model").out
    assert [record["id"] for record in records(out)] == ["a/x.txt", "./b/x.txt"]


def test_standard_streams(run: CommandLine) -> None:
    lines = Path("corpus.jsonl").read_text()
    assert len(records(run("label - -o -", stdin=lines).out)) == 12
    assert len(records(run("score - --json --model model", stdin=lines).out)) == 12
    out = run("score - --format text -o - --model model --title Oslo", stdin=TEXT).out
    assert [record["id"] for record in records(out)] == ["stdin"]


def test_a_folder_of_articles_of_the_new_york_times(run: CommandLine, folder: Path) -> None:
    nitf = (
        '<nitf><head><meta name="publication_year" content="{year}"/><docdata><doc-id id-string='
        '"{id}"/></docdata></head><body><body.head><hedline><hl1>Oslo</hl1></hedline><abstract>'
        "<p>Noor Haddad praises Oslo again and again, all day</p></abstract></body.head>"
        "<body.content><p>{text}</p></body.content></body></nitf>"
    )
    text = " ".join([TEXT] * 20)
    (folder / "nyt").mkdir()
    for id, year in ((17, 2002), (18, 2007)):
        article = nitf.format(id=id, year=year, text=text)
        (folder / "nyt" / f"{id}.xml").write_text(article)
    out, err = run("label nyt -o labels.jsonl --selection dunietz-gillick")
    assert [r["id"] for r in records(Path("labels.jsonl").read_text())] == ["18"]
    assert "not selected: year must be 2003 to 2007, but is 2002" in err
    start = text.index("Noor Haddad")
    annotations = f"18\tOslo\n0\t1\t3\tNoor Haddad\t{start}\t{start + 11}\t/m/1\n"
    (folder / "nyt-eval").write_text(annotations + "\n19\tRain\n")
    out, err = run("published nyt-eval nyt -o published.jsonl --strict", code=3)
    assert "nyt-eval:4 document '19': there is no article of this id" in err
    (entity,) = records(Path("published.jsonl").read_text())[0]["entities"]
    assert entity["salient"] and entity["mentions"][0]["start"] == start
    assert run("published nyt-eval nyt -o -").out == Path("published.jsonl").read_text()
    out = run("agree labels.jsonl published.jsonl --json").out
    assert records(out)[0]["entities"] == 1


def test_threshold_and_max_length(run: CommandLine) -> None:
    out = run("score article.txt --model model --json --threshold 0").out
    assert all(entity["salient"] for entity in records(out)[0]["entities"])
    out, err = run("score article.txt --model model --json --max-length 79")
    assert not out and f"has {len(TEXT)} characters, and the limit is 79" in err


BAD = [
    ("{", "not JSON"),
    ({"id": "empty", "text": " \n"}, "text is empty"),
    ({"id": "no-text", "title": "A"}, "text must be a string, but is missing"),
    ({"text": "A."}, "id must be"),
    ({"id": "good1", "text": "A."}, "same id"),
    ({"id": "long", "text": "word " * 2_000_000}, "10,000,000 characters"),
    ({"id": "crash", "text": "TinyCrash met Oslo."}, "this text breaks the pipeline"),
]
ODD = [
    {"id": "no-entity", "text": "it rained."},
    {"id": "pronouns", "text": "She met her. He thanked him."},
    {"id": "headline", "text": TEXT, "title": "Oslo " * 1000},
    {"id": "control", "text": "Ada\x00 Byrne met\x1b[2J Oslo."},
    {"id": "surrogate", "text": "Ada \ud800 met Oslo."},
    {"id": "html", "text": "<p> Ada Byrne </p> met &amp; Oslo."},
    {"id": "lines", "text": "Ada\rByrne\r\nmet\nOslo."},
    {
        "id": "german",
        "text": "Der Rat von Oslo hat gestern die alte Brücke gesperrt, weil sie zu " * 3,
    },
]


@pytest.mark.parametrize("n_process", [1, 2])
def test_bad_documents_go_to_the_rejects_and_the_rest_is_scored(
    run: CommandLine, n_process: int
) -> None:
    good = [{"id": f"good{i}", "text": TEXT} for i in range(1, 4)]
    lines = [good[0], *(line for line, _ in BAD), good[1], *ODD, good[2]]
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    Path("bad.jsonl").write_text("\n".join(texts))
    options = f"--model model --json --n-process {n_process}"
    out, err = run(f"score bad.jsonl {options} --rejects rejects.jsonl --strict", code=3)
    kept = ["good1", "good2", *(str(line["id"]) for line in ODD), "good3"]
    assert [record["id"] for record in records(out)] == kept
    assert [r["id"] for r in records(out) if not r["entities"]] == ["no-entity", "pronouns"]
    assert [r["id"] for r in records(out) if "warnings" in r] == ["german"]
    rejects = records(Path("rejects.jsonl").read_text())
    # Lines are checked when they are read, documents a little later.
    for _, reason in BAD:
        assert sum(reason in reject["reason"] for reject in rejects) == 1, reason
    assert len(rejects) == len(BAD)
    assert f"left out {len(BAD)} (see rejects.jsonl), warnings 1" in err
    assert len(err.splitlines()) == console.SHOWN + 2 and "and 3 more" in err
    run(f"score bad.jsonl {options}")


def test_labels_need_abstracts(run: CommandLine, folder: Path) -> None:
    write_corpus(folder / "mixed.jsonl", [*corpus(2), Document("bare", TEXT)])
    out, err = run("label mixed.jsonl --strict", code=3)
    assert [record["id"] for record in records(out)] == ["d0", "d1"]
    assert "left out: document 'bare': abstract is missing" in err


REFUSED = [
    ("score corpus.jsonl -o corpus.jsonl", "used twice"),
    ("score corpus.jsonl -o out.jsonl --rejects out.jsonl", "used twice"),
    ("score corpus.jsonl -o out.jsonl --rejects corpus.jsonl", "used twice"),
    ("score corpus.jsonl --rejects rejects.csv", "can't write '.csv'"),
    ("score corpus.jsonl -o absent/out.jsonl", "absent is not a folder"),
    ("score corpus.jsonl -o article.txt/out.jsonl", "article.txt is not a folder"),
    ("score corpus.jsonl -o out.xml", "can't write '.xml'"),
    ("score absent.jsonl", "absent.jsonl: no such file"),
    ("score model", "is a folder"),
    ("score corpus.jsonl --model absent", "'absent'"),
    ("score corpus.jsonl --model model1", "SHA-256"),
    ("score corpus.jsonl --model model2", "Upgrade salience"),
    ("label corpus.jsonl -o corpus.jsonl", "used twice"),
    ("label corpus.jsonl --report report.txt", "can't write '.txt'"),
    ("label corpus.jsonl --report absent/report.html", "absent is not a folder"),
    ("annotate sample corpus.jsonl -o articles", "articles is there and not empty"),
    ("annotate sample corpus.jsonl -o absent/x", "absent is not a folder"),
    ("annotate read articles corpus.jsonl -o ada.jsonl", "Give the folder that `salience annotate"),
    ("annotate read articles ada.csv -o ada.csv", "can't write '.csv'"),
    ("train corpus.jsonl -o absent/model", "absent is not a folder"),
    ("train corpus.jsonl -o mine", "not a record of labels"),
    ("train absent.jsonl -o articles", "articles is there and holds something else than a model"),
    ("train absent.jsonl -o article.txt", "article.txt is there and holds something else"),
    ("train empty.jsonl -o mine", "empty.jsonl: no labelled entities. Label documents first"),
    ("evaluate empty.jsonl --model model", "empty.jsonl: no labelled entities. Label documents"),
    ("evaluate none.jsonl --model model", "none.jsonl: no labelled entities. Label documents"),
    ("evaluate scores.jsonl --model model", "no 'named', which 'scores.jsonl' needs"),
    ("experiment empty.jsonl scores.jsonl", "empty.jsonl: no labelled entities"),
    ("experiment scores.jsonl empty.jsonl", "no 'named', which 'scores.jsonl' needs"),
    ("experiment corpus.jsonl copy/other.jsonl", "12 documents are in the training and in the"),
    ("train absent.jsonl -o mine", "absent.jsonl"),
    ("evaluate corpus.jsonl --model model", "not a record of labels"),
    ("experiment corpus.jsonl absent.jsonl", "absent.jsonl: no such file"),
    ("experiment corpus.jsonl article.txt --labels-dir article.txt/x", "not a folder"),
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
    (folder / "articles" / "article.txt").write_text(TEXT)
    (folder / "copy").mkdir()
    copies = [replace(document, id=f"x{document.id}") for document in corpus(12)]
    write_corpus(folder / "copy" / "other.jsonl", copies)
    (folder / "empty.jsonl").write_text("")
    (folder / "none.jsonl").write_text('{"id": "d", "entities": []}\n')
    scores = [to_json(to_record(s)) for s in score(corpus(2), MODEL, tiny_pipeline())]
    (folder / "scores.jsonl").write_text("\n".join(scores))
    before = sorted(folder.rglob("*"))
    if "--model" not in line and line.startswith("score"):
        line += " --model model"
    out, err = run(line, code=1)
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
        "score corpus.jsonl --format xml",
        "label corpus.jsonl --coref best",
        "train labels.jsonl",
        "experiment corpus.jsonl ./corpus.jsonl",
        "experiment - corpus.jsonl",
        "experiment corpus.jsonl -",
    ],
)
def test_wrong_usage_exits_with_2(run: CommandLine, line: str) -> None:
    out, err = run(line, code=2)
    assert not out and "Error" in err and "Traceback" not in err


def test_wrong_feature_groups_are_named(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    err = run("train labels.jsonl -o mine --groups 1st-loc,lex", code=1).err
    assert "lex" in err and "head-lex" in err and not Path("mine").exists()


def test_an_interrupted_job_leaves_nothing_behind(run: CommandLine, folder: Path) -> None:
    write_corpus(folder / "corpus.jsonl", [*corpus(3), Document("stop", "TinyInterrupt.")])
    Path("out.csv").write_text("old")
    before = sorted(folder.rglob("*"))
    command = "score corpus.jsonl --model model -o out.csv --rejects rejects.jsonl"
    assert "Traceback" not in run(command, code=130).err
    assert sorted(folder.rglob("*")) == before and Path("out.csv").read_text() == "old"


def test_a_reader_that_has_enough_is_no_error_message() -> None:
    code = "import salience.cli.app as c; c.app = lambda: print('x' * 10**7); c.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 1


TABLE_3 = [
    *("positional baseline", "head-count", "mentions", "1st-loc", "+ head-count", "+ mentions"),
    *("+ headline", "+ head-lex", "+ centrality", "every entity"),
]


def test_experiment(run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = [replace(d, id=f"t{d.id}", text=f"It rained. {d.text}") for d in corpus(7)]
    write_corpus(folder / "test.jsonl", test)
    out = run("experiment corpus.jsonl test.jsonl --labels-dir labels --json").out
    assert [record["row"] for record in records(out)] == TABLE_3
    made = {"corpus.labels.jsonl", "test.labels.jsonl"}
    assert {path.name for path in Path("labels").iterdir()} == made

    no_work(monkeypatch)  # what has been labelled is not parsed again
    again, err = run("experiment corpus.jsonl test.jsonl --labels-dir labels --json")
    assert again == out and "taken from labels/corpus.labels.jsonl" in err
    files = "labels/corpus.labels.jsonl labels/test.labels.jsonl"
    assert run(f"experiment {files} --json").out == out
    table = run(f"experiment {files}").out
    assert all(f"\n{name:20}" in table for name in TABLE_3)


@pytest.mark.parametrize("error", [SalienceError, OSError])
def test_errors_can_not_steer_the_terminal(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail() -> None:
        raise error("id 'a\x1b]0;title\x07\x9b2Jb'\nis odd.\n")

    monkeypatch.setattr(cli, "app", fail)
    shown = "salience: id 'a\ufffd]0;title\ufffd\ufffd2Jb' is odd.\n"
    assert run("score article.txt", code=1) == ("", shown)


def test_demo(command_line: CommandLine) -> None:
    out = command_line("demo").out
    tables = out.strip().split("\n\n")
    assert len(tables) > 12 and "salience score" in tables[-1]
    marked = sum(" *" in table for table in tables[:-1])
    assert marked >= len(tables) - 3, "nearly every abstract speaks of something in its text"


def conll(words: str, **marks: str) -> str:
    """A CoNLL document of words, with the coreference of some of them."""
    lines = (f"d0 0 {n} {word} {marks.get(word, '-')}" for n, word in enumerate(words.split()))
    return "\n".join(["#begin document (d0); part 000", *lines, "", "#end document", ""])


def test_coreference_is_scored(run: CommandLine) -> None:
    Path("key").write_text(conll("Ada met Bob and her", Ada="(0)", Bob="(1)", her="(0)"))
    Path("response").write_text(conll("Ada met Bob and her", Ada="(7)", her="(7)"))
    out, err = run("coref key response --json")
    assert not err
    found = json.loads(out)
    assert (found["documents"], found["f1"]["muc"], found["recall"]["ceafe"]) == (1, 1, 0.5)
    assert run("coref key response --json --seed 1").out != out  # the signature
    out = run("coref key response --no-singletons").out
    assert re.search(r"^CoNLL F1 +100\.0 +100\.0-100\.0$", out, re.MULTILINE)
    assert "singletons=dropped" in out


def test_a_broken_file_of_coreference_is_named_with_its_line(run: CommandLine) -> None:
    Path("key").write_text(conll("Ada met her", Ada="(0"))
    assert run("coref key key", code=1) == (
        "",
        "salience: key:2: a mention of cluster 0 is opened and never closed in document 'd0'. "
        "Close it.\n",
    )


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
    run(f"{command} corpus.jsonl --clusters none.conll -o -", code=1)


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
