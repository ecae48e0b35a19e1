"""`salience train-compressor` learns from pairs, and `salience compress` shortens sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import CommandLine, records

PAIRS = [
    {"source": f"{name} really {verb} in {place} .", "compression": f"{name} {verb} ."}
    for name in ("Ann", "Bo", "Cy")
    for verb in ("sang", "left", "won")
    for place in ("Oslo", "Rome")
]


@pytest.fixture
def pairs() -> None:
    lines = [*map(json.dumps, PAIRS), '{"source": "a b", "compressions": ["b a", "a"]}', "[1]", "{"]
    Path("pairs.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_what_is_learned_shortens(run: CommandLine, pairs: None) -> None:
    said = run("train-compressor pairs.jsonl -o my --rejects bad.jsonl").err
    assert "read: documents 19" in said and "left out 3" in said
    assert "no subsequence of the sentence" in Path("bad.jsonl").read_text()
    assert "pairs.jsonl:20" in Path("bad.jsonl").read_text()
    text = "Dee really sang in Bonn.  <b>Eve really left in Rome.\n"
    Path("a.txt").write_text(text, encoding="utf-8")
    assert run("compress a.txt --model ./my --words 3 --quiet").out.splitlines()[0] == "Dee sang."
    run("compress a.txt --model ./my -o a.jsonl --rate 0.5")
    [found] = records(Path("a.jsonl").read_text())
    for sentence in found["sentences"]:
        assert text[sentence["start"] : sentence["end"]] == sentence["text"]
        for piece in sentence["deleted"]:
            assert text[piece["start"] : piece["end"]] == piece["text"]
    assert "in Bonn" in [piece["text"] for piece in found["sentences"][0]["deleted"]]
    run("compress a.txt --model ./my -o a.html --rate 0.5")
    page = Path("a.html").read_text(encoding="utf-8")
    assert "<del>" in page and "<b>" not in page
    run("compress a.txt --model ./my -o b.HTML --rate 0.5")
    assert Path("b.HTML").read_text(encoding="utf-8") == page
    assert "--overwrite" in run("train-compressor pairs.jsonl -o my", code=3).err
    assert "--overwrite" in run("compress a.txt --model ./my -o a.html", code=3).err


def test_names_of_salient_entities_stay(run: CommandLine, pairs: None) -> None:
    """The corpus of the tests is read by a pipeline that knows its names."""
    run("train-compressor pairs.jsonl -o my --quiet")
    for names in ("", " --entities"):
        run(f"compress corpus.jsonl --model ./my --words 1 --quiet -o a{len(names)}.jsonl{names}")
    run("score corpus.jsonl -o scores.jsonl --quiet")
    short, named = (records(Path(f"a{n}.jsonl").read_text()) for n in (0, 11))
    assert [len(d["sentences"]) for d in short] == [len(d["sentences"]) for d in named]
    kept = 0
    for document, scored in zip(named, records(Path("scores.jsonl").read_text()), strict=True):
        text = " ".join(sentence["compression"] for sentence in document["sentences"])
        for entity in scored["entities"]:
            if entity["salient"] and entity["mentions"]:  # not in the headline alone
                kept += 1
                assert entity["name"].split()[-1].lower() in text.lower()
    assert kept and short != named


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("compress a.txt --model ./none", 3, "none"),
        ("compress a.txt --model ./m --rate 0.5 --words 3", 2, "not both"),
        ("compress a.txt --model ./m --rate 0", 2, "must be above 0"),
        ("compress a.txt --model ./m -o a.csv", 2, "a.csv"),
        ("train-compressor none.jsonl -o m", 3, "none.jsonl is not a file"),
        ("train-compressor bad.jsonl -o m", 3, "a pair must be a JSON object"),
    ],
)
def test_what_is_wrong_is_said(run: CommandLine, line: str, code: int, message: str) -> None:
    Path("a.txt").write_text("It rained.\n")
    Path("bad.jsonl").write_text("[1]\n")
    assert message in run(line, code=code).err


def test_a_tagger_is_learned_too_and_files_repeat(run: CommandLine, pairs: None) -> None:
    for name in ("one", "two"):
        run(f"train-compressor pairs.jsonl -o {name} --kind tagger --quiet")
    one, two = (Path(name, "arrays.npz").read_bytes() for name in ("one", "two"))
    assert one == two
