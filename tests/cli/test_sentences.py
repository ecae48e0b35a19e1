"""`salience sentences` finds, scores and learns where sentences end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from salience.engine import journal
from tests.support.commands import CommandLine, records

TEXT = "Mr. Lee left at 6 p.m. on Friday. He\nlives in the U.S. now.\n"
GOLD = {"id": "d1", "text": "Dr. Orr left. She ran.", "sentences": [[0, 13], [14, 22]]}


def test_a_sentence_a_line_or_offsets(run: CommandLine) -> None:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    assert run("sentences a.txt --quiet").out == (
        "Mr. Lee left at 6 p.m. on Friday.\nHe lives in the U.S. now.\n"
    )
    [found] = records(run("sentences a.txt --json --quiet").out)
    assert next(found["text"][a:b] for a, b in found["sentences"]).endswith("Friday.")
    run("sentences a.txt -o a.jsonl -q")
    assert records(Path("a.jsonl").read_text()) == [found]
    run("sentences a.txt -o b.txt -q --n-process 2")
    assert Path("b.txt").read_text() == run("sentences a.txt -q").out


def test_paragraphs_and_documents_have_an_empty_line_between_them(run: CommandLine) -> None:
    texts = ["Für Ann.\n \nShe ran. He sat.", "It rained.", ""]
    lines = [json.dumps({"id": str(n), "text": text}) for n, text in enumerate(texts)]
    Path("c.jsonl").write_text("\n".join(lines))
    expected = "Für Ann.\n\nShe ran.\nHe sat.\n\nIt rained.\n"
    assert run("sentences c.jsonl -q").out == expected
    run("sentences c.jsonl -o s.txt -q")
    assert Path("s.txt").read_text("utf-8") == expected
    [found] = records(run("sentences s.txt --score --json").out)
    assert found["counts"]["gold"] == 4 and found["counts"]["whole"] == 1


def test_a_text_is_whole_after_many_parts(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "PART_ITEMS", 1)
    lines = [json.dumps({"id": str(n), "text": f"Ä{n} ran. It sat."}) for n in range(3)]
    Path("c.jsonl").write_text("\n".join(lines))
    run("sentences c.jsonl -o s.txt -q")
    assert Path("s.txt").read_text("utf-8").split("\n\n") == [
        "Ä0 ran.\nIt sat.",
        "Ä1 ran.\nIt sat.",
        "Ä2 ran.\nIt sat.\n",
    ]


def test_what_is_found_by_hand_is_kept(run: CommandLine) -> None:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    Path("gold.jsonl").write_text(json.dumps(GOLD) + "\n")
    assert "holds a corpus" in run("sentences a.txt -o gold.jsonl", code=3).err
    run("sentences a.txt -o found.jsonl -q")
    run("sentences a.txt -o found.jsonl -q")
    assert records(Path("found.jsonl").read_text())[0]["model"] == "en-sentences 1.2.0"


@pytest.mark.parametrize(
    "option", ["--limit 1", "--rejects r.jsonl", "--strict", "--format text", "--max-length 9"]
)
def test_what_is_not_used_is_refused(run: CommandLine, option: str) -> None:
    Path("gold.jsonl").write_text(json.dumps(GOLD) + "\n")
    said = run(f"sentences gold.jsonl --score {option}", code=2).err
    assert f"{option.split()[0]} changes nothing with --score" in said
    assert "is for --score" in run("sentences gold.jsonl --samples 9", code=2).err


def test_a_folder_is_scored(run: CommandLine) -> None:
    Path("gold/more").mkdir(parents=True)
    Path("gold/a.jsonl").write_text(json.dumps(GOLD) + "\n")
    Path("gold/more/b.txt").write_text("It rained.\nShe sat.\n")
    assert "texts 2, sentences 4" in run("sentences gold --score").out
    Path("empty").mkdir()
    assert "without files .jsonl or .txt" in run("sentences empty --score", code=3).err


def test_files_of_other_kinds_are_kept(run: CommandLine) -> None:
    Path("a.txt").write_text(TEXT, encoding="utf-8")
    Path("corpus.jsonl").write_text('{"id": "1", "text": "It rained."}\n', encoding="utf-8")
    assert "holds a corpus" in run("sentences a.txt -o corpus.jsonl", code=3).err


def test_what_is_found_is_scored_against_what_is_known(run: CommandLine) -> None:
    wrong = GOLD | {"id": "d2", "text": "It rained. It was cold.", "sentences": [[0, 23]]}
    Path("gold.jsonl").write_text(json.dumps(GOLD) + "\n" + json.dumps(wrong) + "\n")
    shown = run("sentences gold.jsonl --score").out
    assert "texts 2, sentences 3" in shown
    assert "periods that are wrong           1 of 3" in shown
    [found] = records(run("sentences gold.jsonl --score --json").out)
    assert found["counts"]["errors"] == 1 and found["scores"]["whole"] == 0.5
    assert found["intervals"]["error"] == [0.0, 1.0]
    Path("gold.txt").write_text("Dr. Orr left.\nShe ran.\n\nA title\n", encoding="utf-8")
    [found] = records(run("sentences gold.txt --score --json").out)
    assert found["counts"]["errors"] == 0 and found["scores"]["f1"] == 1
    assert found["scores"]["other"] is None and not found["intervals"]


def test_a_classifier_of_ones_own_is_learned_from_what_is_written(run: CommandLine) -> None:
    Path("gold.txt").write_text("Cf. Lee.\nHe slept.\nShe saw cf. Orr.\nShe sat.\n")
    said = run("train-sentences gold.txt -o my").err
    assert said == "learned from 4 sentences; the model is my\n"
    Path("a.txt").write_text("See cf. Byrne. He ran.\n", encoding="utf-8")
    assert run("sentences a.txt --model ./my -q").out == "See cf. Byrne.\nHe ran.\n"
    assert "--overwrite" in run("train-sentences gold.txt -o my", code=3).err
    run("sentences a.txt -o found.jsonl -q")
    assert "sentences 2" in run("sentences found.jsonl --score").out


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"text": "A. B."}, "bad.jsonl:1: not a text: 'sentences'"),
        ({"text": "A. B.", "sentences": [[0, 9]]}, "in rising order"),
        ({"text": "A. B.", "sentences": [[3, 5], [0, 2]]}, "in rising order"),
        ({"text": "A. B.", "sentences": ["A."]}, "bad.jsonl:1: not a text"),
        ({"text": "A. B.", "sentences": []}, "bad.jsonl has no sentences"),
    ],
)
def test_bad_gold_is_named(run: CommandLine, record: dict[str, object], message: str) -> None:
    Path("bad.jsonl").write_text(json.dumps(record) + "\n")
    assert message in run("sentences bad.jsonl --score", code=3).err
    assert message in run("train-sentences bad.jsonl -o my", code=3).err


def test_the_module_alone_splits_without_spacy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "salience.sentences", "--json"],
        input="Mr. Lee left. He slept.",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [[0, 13], [14, 23]]
    assert "spacy" not in done.stderr


def test_characters_that_no_file_and_no_terminal_takes_are_replaced(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [json.dumps({"id": t, "text": t}) for t in ("She met in Oslo\ud83d.", "\x1b[2JRain.")]
    Path("c.jsonl").write_text("\n".join(lines))
    run("sentences c.jsonl -o s.txt -q")
    assert Path("s.txt").read_text("utf-8") == "She met in Oslo\ufffd.\n\n[2JRain.\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run("sentences c.jsonl -q").out == "She met in Oslo\ufffd.\n\n[2JRain.\n"
