"""`salience train-compressor` learns from pairs, and `salience compress` shortens sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from spacy.language import Language

from salience.trees.brackets import read_tree
from tests.support.commands import CommandLine, records
from tests.support.replaced_loading import load_instead
from tests.support.shipped import shipped_pipeline

PAIRS = [
    {"source": f"On {day} , {name} really {verb} .", "compression": f"{name} {verb} ."}
    for name in ("Ann", "Bo", "Cy")
    for verb in ("sang", "left", "won")
    for day in ("Monday", "Friday")
]


@pytest.fixture(scope="module")
def shipped() -> Language:
    return shipped_pipeline()


@pytest.fixture(autouse=True)
def parsed(run: CommandLine, shipped: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """What may go depends on the parse, so that these commands have the pipeline that ships."""
    load_instead(monkeypatch, lambda *_, **__: shipped)


@pytest.fixture
def pairs() -> None:
    lines = [*map(json.dumps, PAIRS), '{"source": "a b", "compressions": ["b a", "a"]}', "[1]", "{"]
    Path("pairs.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_what_is_learned_shortens(run: CommandLine, pairs: None) -> None:
    said = run("train-compressor pairs.jsonl -o my --rejects bad.jsonl").err
    assert "read: documents 19" in said and "left out 3" in said
    assert "learned from 19 pairs; the model is my\n" in said
    assert "no subsequence of the sentence" in Path("bad.jsonl").read_text()
    assert "pairs.jsonl:20" in Path("bad.jsonl").read_text()
    text = "On Monday, Dee really sang.  <b>On Friday, Eve really left.\n"
    Path("a.txt").write_text(text, encoding="utf-8")
    line = "compress a.txt --model ./my --words 3 --quiet"
    assert run(line).out.splitlines()[0] == "Dee sang."
    assert "none is not a folder" in run(f"{line} --entities --salience-model ./none", code=3).err
    run("compress a.txt --model ./my -o a.jsonl --rate 0.5")
    [found] = records(Path("a.jsonl").read_text())
    for sentence in found["sentences"]:
        assert text[sentence["start"] : sentence["end"]] == sentence["text"]
        for piece in sentence["deleted"]:
            assert text[piece["start"] : piece["end"]] == piece["text"]
    assert "On Monday," in [piece["text"] for piece in found["sentences"][0]["deleted"]]
    run("compress a.txt --model ./my -o a.html --rate 0.5")
    page = Path("a.html").read_text(encoding="utf-8")
    assert "<del>" in page and "<b>" not in page
    run("compress a.txt --model ./my -o b.HTML --rate 0.5")
    assert Path("b.HTML").read_text(encoding="utf-8") == page
    assert "--overwrite" in run("train-compressor pairs.jsonl -o my", code=3).err
    run("compress a.txt --model ./my -o a.html --quiet")  # results of its kind are replaced
    run("compress a.txt --model ./my -o a.jsonl --quiet")
    Path("a.html").write_text("notes of mine", encoding="utf-8")
    assert "--overwrite" in run("compress a.txt --model ./my -o a.html", code=3).err


def test_names_of_salient_entities_stay(run: CommandLine, pairs: None) -> None:
    """Also where they stand in brackets, which go otherwise."""
    texts = ["Noor Haddad won the vote. The mayor (Noor Haddad) thanked the voters."] * 2
    lines = [{"id": str(i), "title": "Noor Haddad won", "text": t} for i, t in enumerate(texts)]
    Path("corpus.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
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


TREES = """(ROOT (S (PP (IN On) (NP (NNP Monday))) (, ,) (NP (NNP Dee)) (ADVP (RB really))
  (VP (VBD sang)) (. .)))
(ROOT (S (NP (NNP Eve))
(ROOT (S (NP (NNP Eve)) (VP (-NONE- *) (VBD left) (PRT (-LRB- -LRB-))) (. .)))
"""


def test_trees_in_brackets(run: CommandLine, pairs: None) -> None:
    run("train-compressor pairs.jsonl -o my --quiet")
    Path("a.ptb").write_text(TREES, encoding="utf-8")
    said = run("compress a.ptb --model ./my -o b.jsonl --words 3 --rejects bad.jsonl").err
    assert "documents 1, left out 1" in said
    [bad] = records(Path("bad.jsonl").read_text())
    assert bad["source"] == "a.ptb, line 3, column 7"
    [found] = records(Path("b.jsonl").read_text())
    text = "On Monday , Dee really sang .\nEve left ( ."
    for sentence in found["sentences"]:
        assert text[sentence["start"] : sentence["end"]] == sentence["text"]
    assert [sentence["compression"] for sentence in found["sentences"]] == [
        "Dee sang.",
        "Eve left.",
    ]
    run("compress a.ptb --model ./my -o b.mrg --words 3")
    assert Path("b.mrg").read_text().splitlines() == [
        "(ROOT (S (NP (NNP Dee)) (VP (VBD sang)) (. .)))",
        "(ROOT (S (NP (NNP Eve)) (VP (VBD left) (PRT (-LRB- -LRB-))) (. .)))",
    ]
    Path("b.txt").write_text(Path("b.mrg").read_text())
    assert (
        run("compress b.txt --format brackets --model ./my --words 2 --quiet").out
        == "Dee sang.\nEve left.\n"
    )
    assert run("compress b.mrg a.ptb --model ./my --words 2 --limit 1 --quiet").out == (
        "Dee sang.\nEve left.\n"
    )
    Path("a.txt").write_text("It rained.")
    mixed = run("compress b.mrg a.txt --model ./my --words 2 --quiet --n-process 2").out
    assert mixed.splitlines()[:2] == ["Dee sang.", "Eve left."] and "rained" in mixed
    Path("bank", "wsj").mkdir(parents=True)
    Path("bank", "wsj", "a.mrg").write_text(Path("b.mrg").read_text())
    assert run("compress bank --model ./my --words 2 --quiet").out == "Dee sang.\nEve left.\n"
    assert "running texts" in run("compress a.ptb --model ./my --entities", code=2).err
    run("compress corpus.jsonl --model ./my -o c.ptb --rate 0.5 --limit 2 --quiet")
    assert all(line.startswith("(ROOT (") for line in Path("c.ptb").read_text().splitlines())


def test_long_sentences_and_empty_compressions(run: CommandLine, pairs: None) -> None:
    words = " ".join(f"word{i} and" for i in range(200))
    lines = [*PAIRS, {"source": words, "compression": "word1 and word199 and"}]
    lines += [{"source": "It rained .", "compression": ""}, {"source": " ", "compression": "It"}]
    Path("more.jsonl").write_text("\n".join(map(json.dumps, lines)))
    said = run("train-compressor more.jsonl -o more --passes 2 --rejects bad.jsonl").err
    assert "documents 19" in said
    reasons = [record["reason"] for record in records(Path("bad.jsonl").read_text())]
    assert [r.partition(".")[0] for r in reasons] == [
        "the compression is empty",
        "the sentence is empty",
    ]
    Path("a.txt").write_text(f"{words}.\n")
    run("compress a.txt --model ./more -o a.jsonl --rate 0.25 --quiet")
    assert "word" in Path("a.jsonl").read_text()


def test_a_transducer_says_by_which_rules_words_go(run: CommandLine, pairs: None) -> None:
    """From training to JSON, page, trees and candidates of summaries."""
    Path("text.txt").write_text("Ann sang .\nBo left .\nCy won .\n" * 3)
    run("train-compressor pairs.jsonl -o transducer --kind transducer --language text.txt --quiet")
    text = "On Monday, Dee really sang. On Friday, Eve really left.\n"
    Path("a.txt").write_text(text, encoding="utf-8")
    assert (
        run("compress a.txt --model ./transducer --words 3 --quiet").out == "Dee sang.\nEve left.\n"
    )
    run("compress a.txt --model ./transducer -o a.jsonl --rate 0.4")
    [found] = records(Path("a.jsonl").read_text())
    for sentence in found["sentences"]:
        assert sentence["compression"] in ("Dee sang.", "Eve left.")
        for piece in sentence["deleted"]:
            assert text[piece["start"] : piece["end"]] == piece["text"]
            assert " -> " in piece["rule"] and ":e" in piece["rule"]
    run("compress a.txt --model ./transducer -o a.html --rate 0.4")
    page = Path("a.html").read_text(encoding="utf-8")
    assert page.count("<del title=") == page.count("</code></li>") == 4
    run("compress a.txt --model ./transducer -o a.ptb --rate 0.4")
    trees = [read_tree(line) for line in Path("a.ptb").read_text().splitlines()]
    assert [tree.words for tree in trees] == [("Dee", "sang", "."), ("Eve", "left", ".")]
    run("compress a.ptb --model ./transducer -o b.jsonl --words 2")
    assert records(Path("b.jsonl").read_text())[0]["id"] == "a.ptb"
    Path("b.txt").write_text("On Monday, Dee and Eve really sang in Bonn and won in Rome.\n")
    line = "summarize b.txt --words 10 --quiet"
    assert "no sentence fits" in run(line).out
    shorter = run(f"{line} --compress compressor --compressor ./transducer").out
    assert "Dee and Eve sang in Bonn and won in Rome." in shorter and "10 of 10 words" in shorter
    line = "train-compressor pairs.jsonl -o n --kind transducer --language none.txt"
    assert "none.txt can't be read" in run(line, code=3).err


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("compress a.txt --model ./none", 3, "none"),
        ("compress a.txt --model ./m --rate 0.5 --words 3", 2, "not both"),
        ("compress a.txt --model ./m --rate 0", 2, "must be above 0"),
        ("compress a.txt --model ./m -o a.csv", 2, "a.csv"),
        ("train-compressor none.jsonl -o m", 3, "none.jsonl: no such file"),
        ("train-compressor bad.jsonl -o m", 3, "must be a JSON object, but is a list"),
        ("train-compressor latin.jsonl -o m", 3, "in UTF-8"),
        ("train-compressor latin.jsonl -o m", 3, "read: documents 0, left out 1"),
    ],
)
def test_what_is_wrong_is_said(run: CommandLine, line: str, code: int, message: str) -> None:
    Path("a.txt").write_text("It rained.\n")
    Path("a.ptb").write_text("(S (NP (NNP Ann)) (VP (VBD left)))\n")
    Path("bad.jsonl").write_text("[1]\n")
    Path("latin.jsonl").write_bytes(b'{"source": "a caf\xe9", "compression": "a"}\n')
    assert message in run(line, code=code).err


@pytest.mark.parametrize(
    ("kind", "option", "kinds"),
    [
        ("neighbours", "--language text.txt", "--kind transducer"),
        ("neighbours", "--depth 1", "--kind transducer"),
    ],
)
def test_options_of_other_kinds_are_refused(
    run: CommandLine, pairs: None, kind: str, option: str, kinds: str
) -> None:
    said = run(f"train-compressor pairs.jsonl -o m --kind {kind} {option}", code=2).err
    assert option.split()[0] in said and f"is for {kinds}, not {kind}" in " ".join(said.split())
    assert not Path("m").exists()


def test_the_seed_and_the_passes_change_what_is_learned(run: CommandLine, pairs: None) -> None:
    weights = []
    for option in ("", "--seed 0 --passes 10", "--seed 1", "--passes 1"):
        run(f"train-compressor pairs.jsonl -o m {option} --quiet --overwrite")
        weights.append(Path("m", "arrays.npz").read_bytes())
    assert weights[0] == weights[1] and len({*weights}) == 3


def test_files_repeat(run: CommandLine, pairs: None) -> None:
    for name in ("one", "two"):
        run(f"train-compressor pairs.jsonl -o {name} --kind transducer --quiet")
    one, two = (Path(name, "arrays.npz").read_bytes() for name in ("one", "two"))
    assert one == two


def test_without_a_model_the_one_that_ships_compresses(run: CommandLine) -> None:
    Path("a.txt").write_text("Dee sang. Eve left.\n", encoding="utf-8")
    assert run("compress a.txt --quiet").out == "Dee sang.\nEve left.\n"
