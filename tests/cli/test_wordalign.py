"""`salience wordalign`: links and pages out, links of others in, training, and what is left out."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from tests.support.commands import CommandLine, no_work
from tests.word_links.test_wordnet import FILES

ROWS = [
    {
        "id": "mill",
        "text": "The old mill burned down.\nNobody was hurt <b>.",
        "abstract": "An old mill burned down <b>.",
    },
    {"id": "boat", "text": "A red boat sank in Oslo.", "abstract": "A boat sank."},
    {"id": "bare", "text": "It rained."},
]


@pytest.fixture
def aligner(run: CommandLine) -> CommandLine:
    """The command line, with a corpus of two pairs and an aligner trained on it."""
    Path("pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    err = run("wordalign pairs.jsonl --train mine").err
    assert "iteration 10: log posterior" in err and "abstract is missing" in err
    assert "the WordNet component is off" in err
    return run


def rows(path: str) -> list[dict]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def words(row: dict) -> set[tuple[str, str]]:
    """The linked words of a row."""
    sides = row["document"]["words"], row["abstract"]["words"]
    return {
        (" ".join(sides[0][slice(*x["document"])]), " ".join(sides[1][slice(*x["abstract"])]))
        for x in row["links"]
    }


def test_links_as_json(aligner: CommandLine) -> None:
    err = aligner("wordalign pairs.jsonl -o links.jsonl --model ./mine --least 0.1").err
    assert "aligned: documents 2, left out 1" in err
    mill, boat = rows("links.jsonl")
    assert {("mill", "mill"), ("burned", "burned")} <= words(mill)
    assert ("boat", "boat") in words(boat)
    starts = [ROWS[0]["text"][a:b] for a, b in mill["document"]["spans"]]
    assert starts == mill["document"]["words"]
    assert all(0.1 <= link["probability"] <= 1 for link in mill["links"])
    out = aligner("wordalign pairs.jsonl -o - --model ./mine --least 0.1").out
    assert out == Path("links.jsonl").read_text()


@pytest.mark.parametrize("model", ["model-1", "hmm"])
def test_baselines_learn_from_the_corpus(run: CommandLine, model: str) -> None:
    things = product(("boat", "ship", "ferry", "raft"), ("sank", "burned", "returned"))
    texts = [(f"A red {what} {did} in Oslo.", f"A {what} {did}.") for what, did in things]
    corpus = [{"id": f"{i}", "text": a, "abstract": b} for i, (a, b) in enumerate(texts)]
    Path("pairs.jsonl").write_text("".join(json.dumps(r) + "\n" for r in [*corpus, ROWS[2]]))
    align = "wordalign pairs.jsonl --least 0.2"
    err = run(f"{align} -o now.jsonl --model {model}").err
    assert "aligned: documents 12, left out 1" in err
    for row, (what, did) in zip(rows("now.jsonl"), [b.split()[1:] for _, b in texts], strict=True):
        assert {(what, what), (did.strip("."), did.strip("."))} <= words(row)
    err = run(f"wordalign pairs.jsonl --train mine --model {model}").err
    assert "iteration 10: log posterior" in err and "WordNet" not in err
    run(f"{align} -o saved.jsonl --model ./mine")
    assert [words(row) for row in rows("saved.jsonl")] == [words(row) for row in rows("now.jsonl")]
    assert "leave them out" in run(f"{align} -o a.jsonl --model {model} --jumps syntax", code=2).err
    assert "give files" in run(f"wordalign - -o a.jsonl --model {model}", code=2).err


def test_pharaoh_out_and_in(aligner: CommandLine) -> None:
    aligner("wordalign pairs.jsonl -o a.pharaoh --model ./mine --least 0")
    aligner("wordalign pairs.jsonl -o b.pharaoh --links a.pharaoh")
    lines = Path("a.pharaoh").read_text()
    assert lines == Path("b.pharaoh").read_text() and len(lines.splitlines()) == 2
    for _ in range(2):  # links replace links
        aligner("wordalign pairs.jsonl -o c.PHARAOH --model ./mine --least 0")
    assert Path("c.PHARAOH").read_text() == lines
    aligner("wordalign pairs.jsonl -o c.HTML --model ./mine --least 0")
    assert Path("c.HTML").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    Path("few.pharaoh").write_text("0-0 99-0\n")
    err = aligner("wordalign pairs.jsonl -o c.jsonl --links few.pharaoh", code=3).err
    assert "the link 99-0 is of a word that is not there" in err
    assert "has no line for it" in err and not Path("c.jsonl").exists()


def test_links_are_scored_by_those_of_people(aligner: CommandLine) -> None:
    row = rows("pairs.jsonl")[0]
    gold = {"id": row["id"], "sure": [[row["text"].index("mill"), row["abstract"].index("mill")]]}
    Path("gold.jsonl").write_text(json.dumps(gold) + "\n", "utf-8")
    out = aligner("wordalign pairs.jsonl --score gold.jsonl --model meteor").out
    name, precision, recall, *_, sure = out.splitlines()[2].split()[-6:]
    assert (name, recall, sure) == ("form", "1.000", "1") and float(precision) > 0
    Path("gold.jsonl").write_text('{"id": "elsewhere", "sure": []}\n', "utf-8")
    assert "their ids are others" in aligner("wordalign pairs.jsonl --score gold.jsonl", code=3).err


def test_a_page_escapes_and_needs_no_network(aligner: CommandLine) -> None:
    aligner("wordalign pairs.jsonl -o page.html --model ./mine --least 0")
    page = Path("page.html").read_text()
    assert "<b>" not in page and "&lt;" in page
    assert "http://" not in page and "default-src &#39;none&#39;" in page.replace("'", "&#39;")
    assert page.count("<article") == 2 and 'data-links="0' in page


def test_it_is_said_where_wordnet_changes_nothing(aligner: CommandLine) -> None:
    Path("net").mkdir()
    for name, text in FILES.items():
        Path("net", name).write_text(text)
    said = "./mine was trained without WordNet"
    align = "wordalign pairs.jsonl -o links.jsonl --overwrite --model ./mine"
    assert said in aligner(f"{align} --wordnet net").err
    assert said not in aligner(align).err
    assert "WordNet" not in aligner("wordalign pairs.jsonl --train other --wordnet net").err


def test_misuse_is_said_first(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    no_work(monkeypatch)
    assert "give either -o" in run("wordalign corpus.jsonl", code=2).err
    assert "give either -o" in run("wordalign corpus.jsonl -o a.jsonl --train b", code=2).err
    assert "Use .jsonl, .pharaoh, .html" in run("wordalign corpus.jsonl -o a.csv", code=2).err
    err = run("wordalign corpus.jsonl -o a.jsonl --wordnet .", code=3).err
    assert "can't be read as WordNet" in err
    align = "wordalign corpus.jsonl -o a.jsonl"
    assert "can't be read" in run(f"{align} --links none.pharaoh", code=3).err
    assert "nowhere" in run(f"{align} --model ./nowhere", code=3).err
    assert "none.jsonl" in run("wordalign corpus.jsonl --score none.jsonl", code=3).err
    Path("full").mkdir()
    Path("full/x").write_text("x")
    assert "something else than a model" in run("wordalign corpus.jsonl --train full", code=3).err


def test_texts_that_are_too_long_are_left_out(
    aligner: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salience.wordalign.documents.MAX_CELLS", 50)
    err = aligner("wordalign pairs.jsonl -o links.jsonl --model ./mine").err
    assert "too many to align" in err and [row["id"] for row in rows("links.jsonl")] == ["boat"]
    err = aligner("wordalign pairs.jsonl --train other").err
    assert "too many to align" in err and "learned from: documents 1" in err
    monkeypatch.setattr("salience.wordalign.documents.MAX_WORDS", 3)
    aligner("wordalign pairs.jsonl -o none.jsonl --model ./mine", code=3)
    aligner("wordalign pairs.jsonl --train none", code=3)
    assert not Path("none.jsonl").exists() and not Path("none").exists()


def test_a_page_to_link_words_has_all_words_and_no_links(run: CommandLine) -> None:
    Path("pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    run("wordalign pairs.jsonl --annotate -o page.html")
    page = Path("page.html").read_text("utf-8")
    assert page.count("data-start=") == 13 + 9 + 7 + 4 and "<b>." not in page
    assert 'data-document="mill"' in page and 'data-document="bare"' not in page
    assert "give -o page.html" in run("wordalign pairs.jsonl --annotate -o a.jsonl", code=2).err
