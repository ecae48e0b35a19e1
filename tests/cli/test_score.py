"""`salience score` prints and writes what the library scores."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from salience.cli import console
from salience.engine.documents import score
from salience.tables.record_tables import read_table, to_frame
from salience.tables.records import to_record
from salience.types import Document
from tests.support.builders import toy_model
from tests.support.commands import CommandLine, records, write_corpus
from tests.support.replaced_loading import load_instead
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

MODEL = toy_model()


def test_shares_stand_beside_scores_and_sum_to_one(run: CommandLine) -> None:
    for document in records(run("score corpus.jsonl --model model --shares -o -").out):
        entities = document["entities"]
        total = sum(entity["score"] for entity in entities)
        assert [e["score_share"] for e in entities] == pytest.approx(
            [e["score"] / total for e in entities], abs=1e-6
        )
        assert list(entities[0]).index("score_share") == list(entities[0]).index("score") + 1
    run("score corpus.jsonl --model model --shares --top 1 -o out.csv")
    table = read_table("out.csv")
    assert len(table) == 12 and (table["score_share"] < 1).all()  # of all entities, not those shown
    run("score corpus.jsonl --model model --shares --top 1 -o out.parquet")
    pd.testing.assert_frame_equal(read_table("out.parquet"), table)
    rows = run("score article.txt --model model --shares").out.splitlines()
    assert rows[1].split()[1:3] == ["salience", "share"] and max(map(len, rows)) <= 80


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_scores_in_files_are_those_of_python(run: CommandLine, suffix: str) -> None:
    run(f"score corpus.jsonl --model model -o out.{suffix} --n-process 2")
    expected = to_frame(score(corpus(12), model=MODEL, nlp=tiny_pipeline()))
    pd.testing.assert_frame_equal(read_table(f"out.{suffix}"), expected)


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
    expected = score([Document("article.txt", TEXT, "Oslo")], model=MODEL, nlp=tiny_pipeline())
    assert records(titled) == [to_record(scored) for scored in expected]
    for inputs in ("corpus.jsonl", "article.txt article.txt", "-"):
        err = run(f"score {inputs} --title Oslo --model model", code=2).err
        assert "--title" in err


def test_documents_without_a_headline_are_counted_once(run: CommandLine) -> None:
    untitled = [replace(document, title=None) for document in corpus(3)]
    write_corpus(Path("some.jsonl"), [*corpus(6)[3:], *untitled])
    for where in ("", "-o out.jsonl", "-o two.jsonl --n-process 2"):
        err = run(f"score some.jsonl --model model {where}").err
        assert err.count("headline") == 1 and "3 documents came without a headline" in err
    assert "1 document came without" in run("score article.txt --model model").err
    assert "headline" not in run("score some.jsonl --model model --quiet").err
    assert "headline" not in run("score corpus.jsonl --model model").err


def test_entities_without_a_name_are_scored_on_request(run: CommandLine) -> None:
    Path("a.txt").write_text("Ada Byrne met a mayor in Oslo. She thanked a bus.")
    plain = records(run("score a.txt --model model --json").out)[0]["entities"]
    for ways in ("--json", "-o out.jsonl --n-process 2"):
        out = run(f"score a.txt --model model --nominal {ways}").out
        every = records(out or Path("out.jsonl").read_text())[0]["entities"]
        found = {e["name"]: e["id"] for e in every if e["id"].startswith("nominal:")}
        assert found == {"mayor": "nominal:a.txt:16", "bus": "nominal:a.txt:45"}
        scores = {e["name"]: e["score"] for e in every}
        assert {e["name"]: e["score"] for e in plain}.items() <= scores.items()


def test_a_document_that_is_hardly_about_any_name_says_so_by_default(run: CommandLine) -> None:
    Path("a.txt").write_text("A mayor met. The mayor thanked.")
    Path("b.txt").write_text("Ada Byrne met a mayor. The mayor thanked.")
    said = "hardly about any name: about mayor"
    for ways in ("", "--nominal"):
        assert said in run(f"score a.txt --model model --threshold 0.01 {ways}").out
        assert said not in run(f"score b.txt --model model --threshold 0.01 {ways}").out
    run("score a.txt b.txt --model model --threshold 0.01 -o out.jsonl --n-process 2")
    nameless, named = records(Path("out.jsonl").read_text())
    assert nameless == {"id": "a.txt", "entities": [], "topic": "mayor"}
    assert "topic" not in named
    assert run("view out.jsonl --corpus a.txt --corpus b.txt -o out.html").out == ""
    assert Path("out.html").read_text().count("but about <b>mayor</b>") == 1


def test_dates_are_listed_apart_from_entities(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = tiny_pipeline()
    nlp.add_pipe("salience_values", after="tiny_parser")
    load_instead(monkeypatch, lambda *_, **__: nlp)
    Path("dated.txt").write_text("Ada Byrne met Noor Haddad with a bus in June. She left in June.")
    plain = records(run("score dated.txt --model model --json").out)[0]
    dated = records(run("score dated.txt --model model --json --dates").out)[0]
    assert sorted(entity["name"] for entity in plain["entities"]) == ["Ada Byrne", "Noor Haddad"]
    assert [(v["text"], v["start"], v["sentence"]) for v in dated.pop("values")] == [
        ("June", 40, 0),
        ("June", 58, 1),
    ]
    assert dated == plain
    assert "DATE            June\n" in run("score dated.txt --model model --dates").out
    assert "--dates" in run("score dated.txt --model model --dates -o x.csv", code=2).err


def test_articles_of_the_same_name_are_told_apart_by_their_paths(run: CommandLine) -> None:
    for name in ("a", "b"):
        Path(name).mkdir()
        Path(name, "x.txt").write_text(TEXT)
    out = run("score a/x.txt ./b/x.txt --json --model model").out
    assert [record["id"] for record in records(out)] == ["a/x.txt", "./b/x.txt"]


def test_threshold_and_max_length(run: CommandLine) -> None:
    out = run("score article.txt --model model --json --threshold 0").out
    assert all(entity["salient"] for entity in records(out)[0]["entities"])
    out, err = run("score article.txt --model model --json --max-length 79", code=3)
    assert not out and f"has {len(TEXT)} characters, and the limit is 79" in err


def test_nothing_done_is_no_success(run: CommandLine) -> None:
    Path("empty.jsonl").write_text('{"id": "d", "text": ""}\n')
    Path("none.jsonl").write_text("")
    Path("out.jsonl").write_text("")
    for strict in ("", " --strict"):
        for command in ("score", "label"):
            line = f"{command} empty.jsonl -o out.jsonl --rejects rejects.jsonl{strict} --quiet"
            err = run(line, code=3).err
            said = "ed: no document could be used in empty.jsonl"
            assert err.splitlines()[-1].startswith("salience: nothing was ") and said in err
            assert len(records(Path("rejects.jsonl").read_text())) == 1
    assert "there is no document in none.jsonl" in run("score none.jsonl", code=3).err
    run("annotate sample none.jsonl -o by-hand", code=3)
    Path("out.jsonl").write_text("old")
    run("score empty.jsonl -o out.jsonl --overwrite", code=3)
    assert Path("out.jsonl").read_text() == "old" and not Path("by-hand").exists()


def test_quiet_says_only_what_went_wrong(run: CommandLine) -> None:
    assert run("score corpus.jsonl --model model -o out.jsonl --quiet").err == ""
    assert run("label corpus.jsonl -o labels.jsonl -q").err == ""
    assert run("train labels.jsonl -o quiet -q").err == ""
    assert run("split labels.jsonl --train a.jsonl --test b.jsonl -q") == ("", "")
    Path("bad.jsonl").write_text('{"id": "d", "text": ""}\n{"text": "Ada Byrne met Oslo."}')
    err = run("score bad.jsonl --model model -o out.jsonl --quiet").err
    assert err.startswith("left out: document 'd'") and err.count("\n") == 1


def test_plain_text_on_standard_input(run: CommandLine) -> None:
    text = "Ada Byrne won in Oslo.\n"
    out, err = run("score - --model model --json", stdin=text)
    assert [record["id"] for record in records(out)] == ["stdin"]
    assert err.startswith("standard input is no JSON: it is read as one plain text")
    assert "no JSON" not in run("score - --model model --format text", stdin=text).err
    out = run("score - --model model --json", stdin='{"text": "Ada Byrne won in Oslo."}').out
    assert [record["id"] for record in records(out)] == ["stdin:1"]
    out = run("explain - --model model", stdin=text).out
    assert "Ada Byrne" in out or "Oslo" in out


def test_fields_have_other_names_and_several_articles_are_in_a_folder(run: CommandLine) -> None:
    Path("news").mkdir()
    Path("news/a.txt").write_text(TEXT)
    Path("news/b.md").write_text(f"# Oslo\n\n{TEXT}")
    Path("news/c.json").write_text(json.dumps([{"text": TEXT}, {"text": TEXT}]))
    out = run("score news --model model --json").out
    assert [record["id"] for record in records(out)] == ["a.txt", "b.md", "c.json:1", "c.json:2"]
    Path("news.csv").write_text(f'url,body\nu1,"{TEXT}"\n')
    out = run("score news.csv --model model --json --field text=body --field id=url").out
    assert [record["id"] for record in records(out)] == ["u1"]
    assert "no column 'text'" in run("score news.csv --model model", code=3).err
    for wrong in ("body=text", "text", "text="):
        assert "write NAME=THEIRS" in run(f"score news.csv --field {wrong}", code=2).err


def test_only_some_entities_are_shown(run: CommandLine) -> None:
    every = records(run("score corpus.jsonl --model model --json --limit 3").out)
    some = records(run("score corpus.jsonl --model model --json --limit 3 --types per --top 1").out)
    for whole, part in zip(every, some, strict=True):
        people = [entity for entity in whole["entities"] if entity["type"] == "PER"]
        assert part == {**whole, "entities": people[:1]} and people
    best = records(run("score corpus.jsonl --model model --json --limit 3 --salient").out)
    for whole, part in zip(every, best, strict=True):
        assert part["entities"] == [entity for entity in whole["entities"] if entity["salient"]]
    table = run("score article.txt --model model --top 1").out
    assert " 1  " in table and " 2  " not in table and "more, not shown" in table


BAD = [
    ("{", "not JSON"),
    ({"id": "empty", "text": " \n"}, "text is empty"),
    ({"id": "no-text", "title": "A"}, "text must be a string, but is missing"),
    ({"id": [1], "text": "A."}, "id must be"),
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
    out, err = run(f"score bad.jsonl {options} --rejects rejects.jsonl --strict", code=1)
    kept = ["good1", "good2", *(str(line["id"]) for line in ODD), "good3"]
    assert [record["id"] for record in records(out)] == kept
    assert [r["id"] for r in records(out) if not r["entities"]] == ["no-entity", "pronouns"]
    assert [r["id"] for r in records(out) if "warnings" in r] == ["german"]
    rejects = records(Path("rejects.jsonl").read_text())
    for (_, reason), reject in zip(BAD, rejects, strict=True):
        assert reason in reject["reason"]
    assert f"left out {len(BAD)} (see rejects.jsonl), warnings 1" in err
    notes = [line for line in err.splitlines() if line.startswith(("left out: ", "warning: "))]
    assert len(notes) == console.SHOWN and "and 3 more" in err
    assert "left out        1 the line is not JSON in UTF-8; 1 text is empty" in err
    run(f"score bad.jsonl {options}")


def test_an_interrupted_job_leaves_nothing_behind(run: CommandLine, folder: Path) -> None:
    write_corpus(folder / "corpus.jsonl", [*corpus(3), Document("stop", "TinyInterrupt.")])
    Path("out.csv").write_text("document,score")
    before = sorted(folder.rglob("*"))
    command = "score corpus.jsonl --model model -o out.csv --rejects rejects.jsonl --timeout 0"
    assert "Traceback" not in run(command, code=130).err
    assert sorted(folder.rglob("*")) == before and Path("out.csv").read_text() == "document,score"


def test_lines_of_a_page_that_are_left_out_are_said(run: CommandLine) -> None:
    pytest.importorskip("resiliparse", reason="pages need the extra html")
    Path("pages").mkdir()
    menu = "<nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>"
    article = "<h1>Ada Byrne won</h1><p>Ada Byrne won the race in Oslo on Sunday, by a minute.</p>"
    for name in ("a", "b"):
        page = f"<title>Ada</title>{menu}<article>{article}</article>"
        Path(f"pages/{name}.html").write_text(page)
    said = "2 lines of the page are left out as navigation, the first of them 'Home'"
    for processes in (1, 2):
        assert run(f"score pages --model model --n-process {processes}").err.count(said) == 2


LINES = TEXT.replace("\n", " ")
FILES = {
    "a.tsv": f"id\ttext\n1\t{LINES}\n",
    "a.srt": f"1\n00:00:01,000 --> 00:00:02,000\n{LINES}\n",
    "a.rss": f"<rss><channel><item><description>{LINES}</description></item></channel></rss>",
    "a.nxml": f"<article><body><p>{LINES}</p></body></article>",
    "a.eml": f"Subject: none\n\n{LINES}",
    "a.mbox": f"From ada@tarn.example Mon\nSubject: none\n\n{LINES}",
    "a.sgml": f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TEXT>\n{LINES}\n</TEXT>\n</DOC>\n",
    "wiki_00 --format sgml": f'<doc id="1">\n{LINES}\n</doc>\n',
    "tasks.json --field text=data.text": json.dumps([{"id": 1, "data": {"text": LINES}}], indent=1),
}


@pytest.mark.parametrize(("arguments", "content"), FILES.items(), ids=FILES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_files_as_users_have_them_are_scored(
    run: CommandLine, arguments: str, content: str, encoding: str
) -> None:
    name = arguments.split()[0]
    if name.endswith((".eml", ".mbox")):
        encoding = "utf-8"
    Path(name).write_text(content, encoding)
    Path("plain.txt").write_text(LINES)
    (scored,) = records(run(f"score {arguments} --model model -o -").out)
    (plain,) = records(run("score plain.txt --model model -o -").out)
    assert [e["name"] for e in scored["entities"]] == [e["name"] for e in plain["entities"]] != []
