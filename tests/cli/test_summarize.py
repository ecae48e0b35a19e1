"""`salience summarize`: lines, pages and text out, topics, limits, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import CommandLine, no_work, records


def test_lines_have_the_sentences_with_their_places(run: CommandLine) -> None:
    out, err = run("summarize corpus.jsonl -o summaries.jsonl --model ./model --words 10")

    found = records(Path("summaries.jsonl").read_text())
    texts = {r["id"]: r["text"] for r in records(Path("corpus.jsonl").read_text())}
    assert not out and "summarized: documents 12" in err
    assert [record["id"] for record in found] == list(texts)
    for record in found:
        for sentence in record["sentences"]:
            assert texts[record["id"]][sentence["start"] : sentence["end"]] == sentence["text"]
        assert 0 < len(record["summary"].split()) == record["length"] <= 10
        assert record["status"] == "optimal" and 0 <= record["gap"] <= 0.01
    assert run("summarize corpus.jsonl -o - --model ./model --words 10").out == (
        Path("summaries.jsonl").read_text()
    )


def test_text_for_a_terminal(run: CommandLine) -> None:
    out = run("summarize article.txt --model ./model --sentences 1").out

    assert "Ada Byrne" in out and "1 sentence; optimal" in out


def test_a_page(run: CommandLine) -> None:
    rows = [{"id": "<b>", "text": "Ada Byrne met <i>Noor Haddad</i>. It rained."}]
    Path("odd.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    run("summarize odd.jsonl -o page.html --model ./model --sentences 1")

    page = Path("page.html").read_text()
    assert "&lt;i&gt;Noor" in page and "<i>" not in page and "<script" not in page


def test_topics(run: CommandLine) -> None:
    found = records(run("summarize corpus.jsonl -o - --model ./model --by all").out)

    assert len(found) == 1 and len(found[0]["documents"]) == 12


def test_a_field_that_no_document_has_is_said(run: CommandLine) -> None:
    out, err = run("summarize corpus.jsonl -o - --model ./model --by storm")

    assert len(records(out)) == 12
    assert err.count("no document has the field 'storm'") == 1


def test_what_is_left_out(run: CommandLine) -> None:
    rows = [{"id": "a", "text": "Ada Byrne met Noor Haddad."}, {"id": "b", "text": " "}]
    Path("two.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    out, err = run("summarize two.jsonl -o - --model ./model --strict --words 1", code=1)

    [found] = records(out)
    assert found["sentences"] == [] and "no sentence fits 1 words" in found["notes"][0]
    assert "left out 1" in err and "no sentence fits" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--words 5 --sentences 1", "one limit"),
        ("--words 0", "--words"),
        ("--method magic", "--method"),
        ("--concepts facts", "--concepts"),
        ("--gap -1", "--gap"),
        ("--compress compressor", "give both"),
        ("-o summaries.csv", "can't write '.csv'"),
    ],
)
def test_misuse_is_told_before_any_work(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, options: str, message: str
) -> None:
    no_work(monkeypatch)

    assert message in run(f"summarize article.txt {options}", code=2).err


def test_a_compressor_that_is_not_there(run: CommandLine) -> None:
    line = "summarize article.txt --compress compressor --compressor none"
    assert "there is no folder 'none'" in run(line, code=3).err


def test_a_corpus_is_not_replaced(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("other.jsonl").write_text('{"id": "x", "text": "Rain."}\n')
    no_work(monkeypatch)

    assert "holds a corpus" in run("summarize article.txt -o other.jsonl", code=3).err


def test_about_an_entity(run: CommandLine) -> None:
    rows = [
        {"id": "a", "text": "Ada Byrne met Noor Haddad in Oslo. It rained in Oslo all day."},
        {"id": "b", "text": "Noor Haddad left Oslo with Acme."},
    ]
    Path("two.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    out, err = run("summarize two.jsonl -o - --model ./model --about", "Ada Byrne")

    [found] = records(out)
    assert (found["id"], found["about"]) == ("a", "Ada Byrne")
    assert found["summary"] == "Ada Byrne met Noor Haddad in Oslo."
    assert "document 'b': its text does not mention 'Ada Byrne'" in err and "left out 1" in err
    together = records(
        run("summarize two.jsonl -o - --model ./model --by all --about", "Noor Haddad").out
    )
    assert [s["document"] for r in together for s in r["sentences"]] == ["a", "b"]


def test_plain_text_has_a_paragraph_for_each_document(run: CommandLine) -> None:
    texts = ["Ada Byrne met Noor Haddad in Oslo. She thanked Haddad in Norway.", "Acme left Oslo."]
    rows = [{"id": f"d{i}", "text": text} for i, text in enumerate(texts)]
    Path("two.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    run("summarize two.jsonl -o summary.txt --model ./model")

    assert Path("summary.txt").read_text() == f"{texts[0]}\n\n{texts[1]}\n"


def test_weights_are_shown_on_request(run: CommandLine) -> None:
    plain = run("summarize article.txt --model ./model").out
    why = run("summarize article.txt --model ./model --why").out

    assert "ada byrne 0." in why and "ada byrne 0." not in plain
    assert "leave out -o" in run("summarize article.txt -o x.jsonl --why", code=2).err


def test_about_an_entity_of_a_register_of_names(run: CommandLine) -> None:
    rows = [
        {"id": "b", "date": "2024-03-02", "text": "The WTU met Byrne in Norway on Friday."},
        {"id": "a", "date": "2024-03-01", "text": "Ada Byrne wrote to the World Trade Union."},
    ]
    Path("two.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    union = {"id": "o1", "name": "World Trade Union", "type": "ORG", "acronyms": ["WTU"]}
    ada = {"id": "p1", "name": "Ada Byrne", "type": "PER", "aliases": ["Byrne"], "kb_id": "Q7"}
    Path("names.jsonl").write_text("".join(json.dumps(name) + "\n" for name in (union, ada)))
    line = "summarize two.jsonl -o - --by all --names names.jsonl"

    for about in ("o1", "World Trade Union", "wtu", "p1", "Q7", "Byrne", "Ada Byrne"):
        [found] = records(run(line, "--about", about).out)
        assert [s["document"] for s in found["sentences"]] == ["a", "b"]

    assert "does not mention 'o1'" in run("summarize two.jsonl --about o1", code=3).err
    [both] = records(run(f"{line} --concepts entities").out)
    concepts = {c["text"]: c["sentences"] for c in both["concepts"]}
    assert concepts["Ada Byrne"] == concepts["World Trade Union"] == [0, 1]
    single = records(run("summarize two.jsonl -o - --names names.jsonl --about p1").out)
    assert [found["id"] for found in single] == ["b", "a"]
