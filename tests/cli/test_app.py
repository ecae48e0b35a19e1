"""The command line, from arguments to files and exit codes, on a small pipeline."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from salience.cli import app as cli
from salience.cli import console, options
from salience.cli import score as score_module
from salience.display.document_page import view_page
from salience.errors import SalienceError
from salience.model.salience_model import load_model, train
from salience.run.documents import label, score
from salience.tables.records import read_table, to_frame, to_json, to_record
from salience.types import Document
from tests.support.builders import toy_rows
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

DULL = json.dumps({"id": "d0", "abstracts": 1, "entities": []}) + "\n"
MODEL = train(pd.DataFrame(toy_rows()))
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a corpus, an article and a model."""
    monkeypatch.chdir(tmp_path)
    write_corpus(tmp_path / "corpus.jsonl", corpus(12))
    (tmp_path / "article.txt").write_text(TEXT)
    MODEL.save(tmp_path / "model")
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line: exit code, standard output, standard error."""

    def pipeline(name: str = "", **options: object) -> object:
        return tiny_pipeline()

    monkeypatch.setattr(options, "load_pipeline", pipeline)

    def run(line: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["salience", *line.split()])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            cli.main()
            code: object = 0
        except SystemExit as end:
            code = end.code
            if isinstance(code, str):  # what Python does with it
                print(code, file=sys.stderr)
                code = 1
        out, err = capsys.readouterr()
        assert isinstance(code, int)
        return code, out, err

    return run


def write_corpus(path: Path, documents: list[Document]) -> None:
    lines = (
        json.dumps({"id": d.id, "title": d.title, "text": d.text, "abstract": list(d.abstracts)})
        for d in documents
    )
    path.write_text("\n".join(lines), encoding="utf-8")


def records(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("work was started")

    monkeypatch.setattr(options, "load_pipeline", fail)


def test_from_a_corpus_to_scores(run: Run, folder: Path) -> None:
    code, out, err = run("label corpus.jsonl -o labels.jsonl")
    assert (code, out) == (0, "")
    expected = [to_record(labelled) for labelled in label(corpus(12), tiny_pipeline())]
    assert records(Path("labels.jsonl").read_text()) == expected
    table = read_table("labels.jsonl")
    share = f"salient {table['salient'].mean():.1%}"
    summary = f"labelled: documents 12, entities {len(table)}, {share}, left out 0, warnings 0"
    assert err.splitlines()[-1] == summary

    code, _, err = run("train labels.jsonl -o mine --groups 1st-loc,mentions --centrality --C 0.5")
    trained = f"trained on 12 documents, {len(table)} entities, {share}; the model is mine"
    assert (code, err.strip()) == (0, trained)

    code, out, _ = run("score corpus.jsonl --model mine --json")
    assert code == 0 and [record["id"] for record in records(out)] == [f"d{i}" for i in range(12)]

    code, out, _ = run("evaluate labels.jsonl --model mine --json")
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
    out = run("evaluate labels.jsonl --model mine")[1]
    shown = ("nDCG@10", "mine less", "shuffles=1000@seed=0", ", its best")
    assert all(word in out for word in shown)
    assert "1st-loc" in Path("mine/meta.json").read_text()


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_scores_in_files_are_those_of_python(run: Run, folder: Path, suffix: str) -> None:
    assert run(f"score corpus.jsonl --model model -o out.{suffix} --n-process 2")[0] == 0
    expected = to_frame(score(corpus(12), MODEL, tiny_pipeline()))
    pd.testing.assert_frame_equal(read_table(f"out.{suffix}"), expected)


def test_labels_of_any_format_train_the_same_model(run: Run, folder: Path) -> None:
    for suffix in ("jsonl", "csv", "parquet"):
        run(f"label corpus.jsonl -o labels.{suffix}")
        run(f"train labels.{suffix} -o from-{suffix}")
        made = {p.name: p.read_bytes() for p in Path(f"from-{suffix}").iterdir()}
        assert made == {p.name: p.read_bytes() for p in Path("from-jsonl").iterdir()}


def test_several_files_of_labels_keep_their_documents_apart(run: Run, folder: Path) -> None:
    first, second = corpus(12)[:7], corpus(12)[7:]
    write_corpus(folder / "a.jsonl", [replace(d, id=str(n)) for n, d in enumerate(first)])
    write_corpus(folder / "b.jsonl", [replace(d, id=str(n)) for n, d in enumerate(second)])
    for name in "ab":
        run(f"label {name}.jsonl -o {name}.labels.jsonl")
    both = "a.labels.jsonl b.labels.jsonl"
    assert "trained on 12 documents" in run(f"train {both} -o mine")[2]
    measured = f"evaluate {both} --model mine --system noun-chunks --json --corpus"
    code, _, err = run(f"{measured} a.jsonl --corpus b.jsonl")
    assert code == 1 and "2 texts of the corpus have the id of document '0:0'" in err
    write_corpus(folder / "a.jsonl", [replace(d, id=f"0:{n}") for n, d in enumerate(first)])
    write_corpus(folder / "b.jsonl", [replace(d, id=f"1:{n}") for n, d in enumerate(second)])
    assert run(f"{measured} a.jsonl --corpus b.jsonl")[0] == 0


def test_a_text_is_looked_up_by_the_id_that_its_corpus_has(run: Run, folder: Path) -> None:
    write_corpus(folder / "a.jsonl", corpus(12)[:6])
    write_corpus(folder / "b.jsonl", [*corpus(12)[6:], replace(corpus(12)[5], id="d0")])
    run("label a.jsonl -o a.labels.jsonl")
    run("label b.jsonl -o b.labels.jsonl")
    kept = Path("b.labels.jsonl").read_text().splitlines()
    Path("b.labels.jsonl").write_text("\n".join(kept[:-1]) + "\n" + DULL)
    labels = "a.labels.jsonl b.labels.jsonl"  # both have a d0, so that all ids get a number
    named = f"evaluate {labels} --model model --system noun-chunks --json"
    code, out, _ = run(f"{named} --corpus corpus.jsonl")
    assert code == 0
    assert records(out)[1]["recall"] > 0


def test_a_model_is_not_measured_on_its_training_without_a_word(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    run("split labels.jsonl --train train.jsonl --test test.jsonl --share 0.5")
    run("train train.jsonl -o mine")
    err = run("evaluate labels.jsonl --model mine --json")[2]
    assert "warning: 6 of 12 documents trained mine, so that its scores are too good" in err
    assert "trained" not in run("evaluate test.jsonl --model mine --json")[2]
    renamed = [
        dict(record, id=f"x{n}")
        for n, record in enumerate(records(Path("train.jsonl").read_text()))
    ]
    Path("renamed.jsonl").write_text("".join(json.dumps(record) + "\n" for record in renamed))
    run("recalibrate mine renamed.jsonl -o fitted")
    assert "6 of 6 documents trained mine" in run("evaluate renamed.jsonl --model mine")[2]


def test_the_same_documents_are_not_counted_twice(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o a.jsonl")
    run("label corpus.jsonl -o b.jsonl --limit 5")
    for command in ("evaluate a.jsonl a.jsonl --model model", "train a.jsonl b.jsonl -o x"):
        code, _, err = run(command)
        assert code == 1 and "documents are in a.jsonl and again in " in err
    Path("twice.jsonl").write_text(2 * Path("b.jsonl").read_text())
    code, _, err = run("train twice.jsonl -o mine")
    assert code == 1 and "twice.jsonl has entity 0 of document 'd0' twice" in err


def test_a_report_is_a_page_beside_the_labels(run: Run, folder: Path) -> None:
    code, out, err = run("label corpus.jsonl -o labels.jsonl --report report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert (code, out) == (0, "") and page.count("<article") == 12
    assert "12 labelled, 0 left out" in page and "12 labelled, 0 left out" in err
    assert "careful" not in err


def test_agreement_of_label_files_of_any_format(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o a.csv")
    run("label corpus.jsonl -o b.jsonl --limit 9")
    code, out, _ = run("agree a.csv b.jsonl --json")
    (found,) = records(out)
    assert (code, found["kappa"], found["documents"], found["documents_only_a"]) == (0, 1, 9, 3)
    code, out, _ = run("agree a.csv b.jsonl")
    assert code == 0 and out.startswith("A: a.csv\nB: b.jsonl\nin both: documents 9, ")
    assert out.splitlines()[4].split()[:3] == ["as", "labelled", "1.00"]
    assert max(map(len, out.splitlines()[:-1])) <= 80
    Path("c.csv").write_text("document,salient\nd,True\n")
    code, _, err = run("agree a.csv c.csv")
    assert code == 1 and "c.csv has no column 'start'" in err


def test_ratings_by_hand_become_labels(run: Run, folder: Path) -> None:
    code, out, err = run("annotate sample corpus.jsonl -o by-hand --documents 3")
    assert (code, out) == (0, "") and "drawn: documents 3, entities " in err
    assert "salient" not in err and "annotate read by-hand" in err
    header, *rows = Path("by-hand/table.csv").read_text(encoding="utf-8-sig").splitlines()
    Path("ada.csv").write_text(
        "\n".join([header, *(f"{row}{1 + i % 4}" for i, row in enumerate(rows))])
    )
    code, out, err = run("annotate read by-hand ada.csv -o ada.jsonl")
    assert (code, out) == (0, "") and "read: documents 3 of 3" in err
    assert run("annotate read by-hand ada.csv -o - --salient 1")[1].count('"salient": true') < (
        Path("ada.jsonl").read_text().count('"salient": true')
    )
    run("label corpus.jsonl -o labels.jsonl")
    both, first = records(run("agree ada.jsonl labels.jsonl --json")[1])
    assert (both["threshold"], first["threshold"]) == (2, 1)
    assert both["entities"] == len(rows) and both["only_a"] == both["only_b"] == 0
    assert run("train ada.jsonl -o mine")[0] == 0
    assert run("evaluate ada.jsonl --model mine")[0] == 0
    again = run("annotate sample corpus.jsonl -o by-hand --documents 3")
    assert again[0] == 1 and "by-hand is there and not empty" in again[2]


def test_what_can_not_be_read_takes_no_place_in_a_sample(run: Run, folder: Path) -> None:
    slow = [Document(f"slow{i}", '"' * 6000) for i in range(12)]
    write_corpus(folder / "half.jsonl", [*corpus(12), *slow])
    code, _, err = run("annotate sample half.jsonl -o by-hand --documents 12")
    assert code == 0 and "drawn: documents 12, entities " in err and "left out 12," in err


def test_score_prints_a_table(run: Run, folder: Path) -> None:
    code, out, err = run("score article.txt corpus.jsonl --model model --limit 2")
    assert code == 0 and "\x1b" not in out and "\r" not in err
    assert out.startswith("article.txt\n") and "\n\nAda Byrne grew\n" in out
    assert "scored: documents 2," in err
    assert max(map(len, out.splitlines())) <= 80


def test_the_title_of_an_article(run: Run, folder: Path) -> None:
    plain = run("score article.txt --model model --json")[1]
    titled = run("score article.txt --model model --json --title Oslo")[1]
    assert plain != titled
    expected = score([Document("article.txt", TEXT, "Oslo")], MODEL, tiny_pipeline())
    assert records(titled) == [to_record(scored) for scored in expected]
    for inputs in ("corpus.jsonl", "article.txt article.txt", "-"):
        code, _, err = run(f"score {inputs} --title Oslo --model model")
        assert code == 2 and "--title" in err


def test_articles_of_the_same_name_are_told_apart_by_their_paths(run: Run, folder: Path) -> None:
    for name in ("a", "b"):
        Path(name).mkdir()
        Path(name, "x.txt").write_text(TEXT)
    out = run("score a/x.txt ./b/x.txt --json --model model")[1]
    assert [record["id"] for record in records(out)] == ["a/x.txt", "./b/x.txt"]


def test_standard_streams(run: Run, folder: Path) -> None:
    lines = Path("corpus.jsonl").read_text()
    assert len(records(run("label - -o -", lines)[1])) == 12
    assert len(records(run("score - --json --model model", lines)[1])) == 12
    out = run("score - --format text -o - --model model --title Oslo", TEXT)[1]
    assert [record["id"] for record in records(out)] == ["stdin"]


def test_a_folder_of_articles_of_the_new_york_times(run: Run, folder: Path) -> None:
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
    code, out, err = run("label nyt -o labels.jsonl --selection dunietz-gillick")
    assert code == 0 and [r["id"] for r in records(Path("labels.jsonl").read_text())] == ["18"]
    assert "not selected: year must be 2003 to 2007, but is 2002" in err
    start = text.index("Noor Haddad")
    annotations = f"18\tOslo\n0\t1\t3\tNoor Haddad\t{start}\t{start + 11}\t/m/1\n"
    (folder / "nyt-eval").write_text(annotations + "\n19\tRain\n")
    code, out, err = run("published nyt-eval nyt -o published.jsonl --strict")
    assert code == 3 and "nyt-eval:4 document '19': there is no article of this id" in err
    (entity,) = records(Path("published.jsonl").read_text())[0]["entities"]
    assert entity["salient"] and entity["mentions"][0]["start"] == start
    assert run("published nyt-eval nyt -o -")[1] == Path("published.jsonl").read_text()
    code, out, _ = run("agree labels.jsonl published.jsonl --json")
    assert code == 0 and records(out)[0]["entities"] == 1


def test_threshold_and_max_length(run: Run, folder: Path) -> None:
    out = run("score article.txt --model model --json --threshold 0")[1]
    assert all(entity["salient"] for entity in records(out)[0]["entities"])
    code, out, err = run("score article.txt --model model --json --max-length 79")
    assert (code, out) == (0, "") and f"has {len(TEXT)} characters, and the limit is 79" in err


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
    run: Run, folder: Path, n_process: int
) -> None:
    good = [{"id": f"good{i}", "text": TEXT} for i in range(1, 4)]
    lines = [good[0], *(line for line, _ in BAD), good[1], *ODD, good[2]]
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    Path("bad.jsonl").write_text("\n".join(texts))
    options = f"--model model --json --n-process {n_process}"
    code, out, err = run(f"score bad.jsonl {options} --rejects rejects.jsonl --strict")
    assert code == 3
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
    assert run(f"score bad.jsonl {options}")[0] == 0


def test_labels_need_abstracts(run: Run, folder: Path) -> None:
    write_corpus(folder / "mixed.jsonl", [*corpus(2), Document("bare", TEXT)])
    code, out, err = run("label mixed.jsonl --strict")
    assert code == 3 and [record["id"] for record in records(out)] == ["d0", "d1"]
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
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, message: str
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
    code, out, err = run(line)
    assert (code, out) == (1, "") and err.startswith("salience: ") and message in err
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
def test_wrong_usage_exits_with_2(run: Run, line: str) -> None:
    code, out, err = run(line)
    assert (code, out) == (2, "") and "Error" in err and "Traceback" not in err


def test_wrong_feature_groups_are_named(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    code, _, err = run("train labels.jsonl -o mine --groups 1st-loc,lex")
    assert code == 1 and "lex" in err and "head-lex" in err and not Path("mine").exists()


def test_an_interrupted_job_leaves_nothing_behind(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = score_module.score_documents

    def interrupted(*args: object, **options: object) -> object:
        results = real(*args, **options)  # type: ignore[arg-type]
        yield next(results)
        raise KeyboardInterrupt

    monkeypatch.setattr(score_module, "score_documents", interrupted)
    Path("out.csv").write_text("old")
    before = sorted(folder.rglob("*"))
    code, _, err = run("score corpus.jsonl --model model -o out.csv --rejects rejects.jsonl")
    assert code == 130 and "Traceback" not in err
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


def test_experiment(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test = [replace(d, id=f"t{d.id}", text=f"It rained. {d.text}") for d in corpus(7)]
    write_corpus(folder / "test.jsonl", test)
    code, out, _ = run("experiment corpus.jsonl test.jsonl --labels-dir labels --json")
    assert code == 0 and [record["row"] for record in records(out)] == TABLE_3
    made = {"corpus.labels.jsonl", "test.labels.jsonl"}
    assert {path.name for path in Path("labels").iterdir()} == made

    no_work(monkeypatch)  # what has been labelled is not parsed again
    again = run("experiment corpus.jsonl test.jsonl --labels-dir labels --json")
    assert again[1] == out and "taken from labels/corpus.labels.jsonl" in again[2]
    files = "labels/corpus.labels.jsonl labels/test.labels.jsonl"
    assert run(f"experiment {files} --json")[1] == out
    table = run(f"experiment {files}")[1]
    assert all(f"\n{name:20}" in table for name in TABLE_3)


def test_colour_is_for_terminals_and_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert not console.in_colour()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert console.in_colour()
    monkeypatch.setenv("TERM", "dumb")
    assert not console.in_colour()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.in_colour()


def test_a_progress_bar_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(console.progress([1, 2], "out.csv")) == [1, 2]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for output, shown in ((None, False), ("-", False), ("out.csv", True)):
        assert list(console.progress([1, 2], output)) == [1, 2]
        assert ("documents" in capsys.readouterr().err) is shown


def test_messages_can_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    console.say("document 'a\x1b[2Jb'")
    assert capsys.readouterr().err == "document 'a\ufffd[2Jb'\n"


@pytest.mark.parametrize("error", [SalienceError, OSError])
def test_errors_can_not_steer_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail() -> None:
        raise error("id 'a\x1b]0;title\x07\x9b2Jb'\nis odd.\n")

    monkeypatch.setattr(cli, "app", fail)
    shown = "salience: id 'a\ufffd]0;title\ufffd\ufffd2Jb' is odd.\n"
    assert run("score article.txt") == (1, "", shown)


def test_demo(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["salience", "demo"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 0
    out, _ = capsys.readouterr()
    tables = out.strip().split("\n\n")
    assert len(tables) > 12 and "salience score" in tables[-1]
    marked = sum(" *" in table for table in tables[:-1])
    assert marked >= len(tables) - 3, "nearly every abstract speaks of something in its text"


def conll(words: str, **marks: str) -> str:
    """A CoNLL document of words, with the coreference of some of them."""
    lines = (f"d0 0 {n} {word} {marks.get(word, '-')}" for n, word in enumerate(words.split()))
    return "\n".join(["#begin document (d0); part 000", *lines, "", "#end document", ""])


def test_coreference_is_scored(run: Run, folder: Path) -> None:
    Path("key").write_text(conll("Ada met Bob and her", Ada="(0)", Bob="(1)", her="(0)"))
    Path("response").write_text(conll("Ada met Bob and her", Ada="(7)", her="(7)"))
    code, out, err = run("coref key response --json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["documents"], found["f1"]["muc"], found["recall"]["ceafe"]) == (1, 1, 0.5)
    assert run("coref key response --json --seed 1")[1] != out  # the signature
    code, out, _ = run("coref key response --no-singletons")
    assert code == 0 and re.search(r"^CoNLL F1 +100\.0 +100\.0-100\.0$", out, re.MULTILINE)
    assert "singletons=dropped" in out


def test_a_broken_file_of_coreference_is_named_with_its_line(run: Run, folder: Path) -> None:
    Path("key").write_text(conll("Ada met her", Ada="(0"))
    assert run("coref key key") == (
        1,
        "",
        "salience: key:2: a mention of cluster 0 is opened and never closed in document 'd0'. "
        "Close it.\n",
    )


@pytest.mark.parametrize("command", ["label", "score"])
def test_clusters_come_from_a_file(run: Run, folder: Path, command: str) -> None:
    [first, *_] = corpus(12)
    words = first.text.replace(".", " .")
    Path("given.conll").write_text(conll(words, Oslo="(0)", It="(0)"))
    code, out, _ = run(f"{command} corpus.jsonl --clusters given.conll -o -")
    with_file = records(out)
    before = records(run(f"{command} corpus.jsonl -o -")[1])
    assert code == 0 and with_file[1:] == before[1:] and with_file[0] != before[0]
    [oslo] = [entity for entity in with_file[0]["entities"] if entity["name"] == "Oslo"]
    assert [mention["text"] for mention in oslo["mentions"]] == ["Oslo", "It"]
    assert run(f"{command} corpus.jsonl --clusters none.conll -o -")[0] == 1


def test_view_writes_the_page_of_what_is_scored(run: Run, folder: Path) -> None:
    code, out, err = run("view corpus.jsonl --model model -o page.html --limit 3 --threshold 0.4")
    assert (code, out) == (0, "") and err.startswith("shown: documents 3, ")
    expected = view_page(score(corpus(3), MODEL, tiny_pipeline(), threshold=0.4))
    assert Path("page.html").read_text(encoding="utf-8") == expected
    assert run("view corpus.jsonl --model model -o - --limit 3 --threshold 0.4")[1] == expected
    assert run("view corpus.jsonl --model model -o ten.html")[0] == 0
    assert Path("ten.html").read_text(encoding="utf-8").count("<h2>") == 10


def test_view_takes_a_title_and_escapes_it(run: Run, folder: Path) -> None:
    arguments = "view article.txt --model model -o page.html --title"
    assert run(f"{arguments} <script>alert(1)</script>")[0] == 0
    html = Path("page.html").read_text(encoding="utf-8")
    assert "<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2>" in html and "<script" not in html
    code, _, err = run("view corpus.jsonl -o page.html --title Rain")
    assert code == 2 and "is for one article" in err


def test_view_finds_out_first_whether_it_can_write(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_work(monkeypatch)
    code, _, err = run("view article.txt -o page.pdf")
    assert code == 1 and "can't write '.pdf'. Use .html or -" in err


def test_view_without_a_document_is_an_error_and_leaves_nothing(run: Run, folder: Path) -> None:
    Path("empty.jsonl").write_text('{"id": "d", "text": ""}\n')
    code, _, err = run("view empty.jsonl --model model -o page.html")
    assert code == 1 and not Path("page.html").exists()
    assert "empty.jsonl: there is no document to show. Name one that has a text." in err
    assert "left out:" in err
    assert run("view empty.jsonl --model model -o page.html --strict")[0] == 3


def test_models_and_all_systems_are_compared_by_one_command(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    run("train labels.jsonl -o other --groups head-lex")
    code, out, err = run("evaluate labels.jsonl --model model --model other --json")
    assert code == 0 and [record["row"] for record in records(out)][:-1] == ["model", "other"]
    code, out, err = run("evaluate labels.jsonl --model model --all -o table.csv")
    table = pd.read_csv("table.csv").set_index("system")
    assert code == 0 and "for lack of --corpus or their columns: yake" in err
    assert all(f"\n{name} " in out for name in table.index) and "another abstract " in out
    assert table.loc["every-entity", "recall"] == 1 and table["holm_f1"].isna()["model"]
    code, out, _ = run("evaluate labels.jsonl --model model --all -o -")
    assert code == 0 and out == Path("table.csv").read_text() and not Path("-").exists()
    assert run("evaluate labels.jsonl --model model --json -o -")[0] == 2
    named = "evaluate labels.jsonl --model model --system mentions"
    out = run(f"{named} --system noun-chunks --corpus corpus.jsonl --json")[1]
    assert [record["row"] for record in records(out)][:-1] == ["model", "mentions", "noun-chunks"]
    assert "needs the texts" in run(f"{named} --system yake")[2]
    assert run(f"{named} --all")[0] == 2
    assert run("evaluate labels.jsonl --model model --model model")[0] == 2


@pytest.mark.parametrize("source", ["corpus", "labels"])
def test_a_corpus_or_labels_are_divided(run: Run, folder: Path, source: str) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    code, out, _ = run(f"split {source}.jsonl --train a.jsonl --test b.jsonl --share 0.25")
    assert (code, out) == (0, "split by document: train 9 documents, test 3, left out 0\n")
    parts = [records(Path(name).read_text()) for name in ("a.jsonl", "b.jsonl")]
    whole = {record["id"]: record for record in records(Path(f"{source}.jsonl").read_text())}
    assert {record["id"]: record for part in parts for record in part} == whole
    if source == "labels":
        code, out, _ = run("curve a.jsonl b.jsonl --sizes 4,9 --repeats 2 -o curve.csv")
        assert code == 0 and [line.split()[0] for line in out.splitlines()[1:3]] == ["4", "9"]
        assert out.splitlines()[3].endswith("|C=1.0|graded=False|groups=default")
        assert pd.read_csv("curve.csv")["documents"].tolist() == [4, 9]
        curve = "curve a.jsonl b.jsonl --sizes 4,9 --repeats 2"
        assert run(f"{curve} -o -")[1] == Path("curve.csv").read_text()
        out = run(f"{curve} --json --C 0.25 --graded")[1]
        assert [record["documents"] for record in records(out)] == [4, 9]
        assert "|C=0.25|graded=True|" in records(out)[0]["signature"]
    code, _, err = run(f"split {source}.jsonl --train a.jsonl --test b.jsonl --by date")
    assert code == 1 and "0 documents, by date" in err


@pytest.mark.parametrize(
    "line", ["- --train a.jsonl --test b.jsonl", "corpus.jsonl --train - --test b.jsonl"]
)
def test_standard_input_and_output_are_not_divided(run: Run, folder: Path, line: str) -> None:
    code, _, err = run(f"split {line}")
    assert code == 2 and "the input is read twice" in err


def test_what_the_pipeline_missed_counts_end_to_end(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    first, *rest = records(Path("labels.jsonl").read_text())
    first["unaligned"] = [
        {"abstract": 0, "start": 0, "end": 4, "text": "Bonn", "reason": "not found"}
    ]
    Path("labels.jsonl").write_text("".join(map("{}\n".format, map(json.dumps, [first, *rest]))))
    salient = int(read_table("labels.jsonl")["salient"].sum())
    plain, ended = (
        records(run(f"evaluate labels.jsonl --model model --system every-entity --json{more}")[1])
        for more in ("", " --end-to-end")
    )
    assert plain[1]["coverage"] is None and plain[1]["recall"] == 1
    assert ended[1]["coverage"] == ended[1]["recall"] == pytest.approx(salient / (salient + 1))
    assert ended[0]["precision"] == plain[0]["precision"]
    out = run("evaluate labels.jsonl --model model --end-to-end")[1]
    assert "end to end: the pipeline found " in out
    run("label corpus.jsonl -o labels.csv")
    assert "only labels in .jsonl" in run("evaluate labels.csv --model model --end-to-end")[2]


def test_abstracts_that_can_not_be_compared_stop_nothing(run: Run, folder: Path) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    table = read_table("labels.jsonl")
    table.loc[0, "grade"] = 9
    table.to_csv("labels.csv", index=False)
    code, out, err = run("evaluate labels.csv --model model")
    assert code == 0 and "has grade 9, but there are 2 abstracts" in err
    assert "P           R          F1" in out and "another abstract" not in out
    table.drop(columns="grade").to_csv("labels.csv", index=False)
    assert run("evaluate labels.csv --model model")[0] == 0


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
def test_negative_seeds_are_refused(run: Run, folder: Path, command: str) -> None:
    code, _, err = run(f"{command} --seed -1")
    assert code == 2 and re.search(
        "--seed.*(-1 is not in the range|greater than or equal to 0)", err
    )


def test_a_corpus_is_divided_by_date(run: Run, folder: Path) -> None:
    rows = [{"id": n, "text": f"Rain {n}.", "date": f"2026-01-{n + 10}"} for n in range(10)]
    (folder / "dated.jsonl").write_text("\n".join(map(json.dumps, rows)))
    code, _, _ = run("split dated.jsonl --train old.jsonl --test new.jsonl --by date --share 0.3")
    dates = [
        [r["date"][-2:] for r in records(Path(p).read_text())] for p in ("old.jsonl", "new.jsonl")
    ]
    assert code == 0 and dates == [[str(n + 10) for n in range(7)], ["17", "18", "19"]]
