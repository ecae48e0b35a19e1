"""`salience view` writes the page that the library makes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from salience.engine.documents import score
from salience.pages.document_page import view_page
from tests.support.builders import toy_model
from tests.support.commands import CommandLine, no_work
from tests.support.tiny_pipeline import corpus, tiny_pipeline

MODEL = toy_model()


def test_view_writes_the_page_of_what_is_scored(run: CommandLine) -> None:
    out, err = run("view corpus.jsonl --model model -o page.html --limit 3 --threshold 0.4")
    *_, counts, where = err.splitlines()
    assert not out and counts.startswith("shown: documents 3, ")
    assert where == "open page.html in a browser"
    expected = view_page(score(corpus(3), model=MODEL, nlp=tiny_pipeline(), threshold=0.4))
    assert Path("page.html").read_text(encoding="utf-8") == expected
    assert run("view corpus.jsonl --model model -o - --limit 3 --threshold 0.4").out == expected
    run("view corpus.jsonl --model model -o ten.html")
    assert Path("ten.html").read_text(encoding="utf-8").count("<h2>") == 10


def test_view_shows_some_of_the_entities(run: CommandLine) -> None:
    options = "--model model -o - --limit 2"
    expected = [
        s.only(top=2, types=["LOC"]) for s in score(corpus(2), model=MODEL, nlp=tiny_pipeline())
    ]
    assert run(f"view corpus.jsonl {options} --top 2 --types LOC").out == view_page(expected)
    sure = run(f"view corpus.jsonl {options} --salient").out
    assert 'class="no' not in sure and 'class="yes' in sure


def test_view_shows_entities_without_a_name_on_request(run: CommandLine) -> None:
    Path("a.txt").write_text("Ada Byrne met a mayor in Oslo.")
    for option, shown in (("", False), ("--nominal", True)):
        page = run(f"view a.txt --model model -o - {option}").out
        assert ("mayor (" in page or ">mayor</" in page) is shown


def test_view_shows_shares_on_request(run: CommandLine) -> None:
    scores = score(corpus(2), model=MODEL, nlp=tiny_pipeline())
    page = run("view corpus.jsonl --model model -o - --limit 2 --shares").out
    assert page == view_page(scores, shares=True)
    run("score corpus.jsonl --model model -o s.jsonl --limit 2")
    run("view s.jsonl --corpus corpus.jsonl --model model -o page.html --shares")
    html = Path("page.html").read_text(encoding="utf-8")
    assert html.count(">share 0.") == page.count(">share 0.") > 0


def test_view_takes_a_title_and_escapes_it(run: CommandLine) -> None:
    run("view article.txt --model model -o page.html --title", "<script>alert(1)</script>")
    html = Path("page.html").read_text(encoding="utf-8")
    assert "<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2>" in html and "<script" not in html
    err = run("view corpus.jsonl -o page.html --title Rain", code=2).err
    assert "is for one article" in err


def test_view_finds_out_first_whether_it_can_write(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_work(monkeypatch)
    err = run("view article.txt -o page.pdf", code=2).err
    assert "can't write '.pdf'. Use .html or -" in err


def test_view_without_a_document_is_an_error_and_leaves_nothing(run: CommandLine) -> None:
    Path("empty.jsonl").write_text('{"id": "d", "text": ""}\n')
    err = run("view empty.jsonl --model model -o page.html", code=3).err
    assert not Path("page.html").exists()
    assert "salience: nothing was shown: no document could be used in empty.jsonl" in err
    assert "left out:" in err
    run("view empty.jsonl --model model -o page.html --strict", code=3)


def test_view_shows_scores_that_were_made_with_the_texts_of_their_corpus(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("score corpus.jsonl --model model -o s.jsonl")
    no_work(monkeypatch)
    run("view s.jsonl --corpus corpus.jsonl --model model -o page.html --limit 3")
    html = Path("page.html").read_text(encoding="utf-8")
    expected = view_page(score(corpus(3), model=MODEL, nlp=tiny_pipeline()))
    assert html.count("<h2>") == 3 and 'class="reasons"' not in html
    for part in ("<mark", 'class="p">', "<b>"):
        assert html.count(part) == expected.count(part) > 0
    probabilities = [text.split("<")[0] for text in html.split('class="p">')[1:]]
    assert probabilities == [text.split("<")[0] for text in expected.split('class="p">')[1:]]


def test_view_of_scores_knows_the_threshold_of_entities_without_a_name(run: CommandLine) -> None:
    text = "Ada Byrne met a mayor in Oslo. She thanked a bus."
    Path("bus.jsonl").write_text(json.dumps({"id": "d", "text": text}))
    replace(MODEL, nominal_threshold=0.01).save("own")
    run("score bus.jsonl --model own --nominal --threshold 1 -o s.jsonl")
    run("score bus.jsonl --model own --nominal -o own.jsonl")
    run("view own.jsonl --corpus bus.jsonl --model own -o page.html")
    html = Path("page.html").read_text(encoding="utf-8")
    [record] = map(json.loads, Path("own.jsonl").read_text().splitlines())
    salient = [e["name"] for e in record["entities"] if e["salient"]]
    assert {"mayor", "bus"} <= set(salient) and html.count('class="yes entity') == len(salient)
    assert "without a name 0.01 or more" in html
    assert '"salient": true' not in Path("s.jsonl").read_text()


def test_view_of_scores_says_what_it_needs(run: CommandLine) -> None:
    run("score corpus.jsonl --model model -o s.jsonl --limit 2")
    err = run("view s.jsonl -o page.html", code=2).err
    assert "s.jsonl holds scores, and no texts" in err and "--corpus" in err
    Path("other.jsonl").write_text('{"id": "d0", "text": "Another text."}\n')
    err = run("view s.jsonl --corpus other.jsonl --model model -o page.html", code=3).err
    assert "the scores are of another text" in err and "no document of this id" in err
    Path("bad.jsonl").write_text('{"id": "d0", "entities": [{"score": "much"}]}\n')
    err = run("view bad.jsonl --corpus corpus.jsonl --model model -o page.html", code=3).err
    assert "bad.jsonl:1: not a record of scores" in err
