"""`salience phrases`, from links between words to tables of phrases."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pandas as pd
import pytest

from salience.entities.alias_linker import AliasTable
from tests.support.commands import CommandLine


def record(document: str, abstract: str, *links: tuple[int, int, int, int]) -> str:
    places = [{"document": [a, b], "abstract": [c, d], "probability": 1} for a, b, c, d in links]
    sides = {"document": {"words": document.split()}, "abstract": {"words": abstract.split()}}
    return json.dumps({"id": "d", **sides, "links": places}) + "\n"


US = record("the United States won", "US won", (1, 3, 0, 1), (3, 4, 1, 2))
AGAIN = record("United States lost ,", "US fell ;", (0, 2, 0, 1), (2, 3, 1, 2), (3, 4, 2, 3))
OTHER = record("United States lost", "America lost", (0, 2, 0, 1), (2, 3, 1, 2))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command_line: CommandLine) -> CommandLine:
    """Runs `salience …` in a folder with links."""
    monkeypatch.chdir(tmp_path)
    Path("links.jsonl").write_text(US + AGAIN + "\n" + OTHER)
    return command_line


def test_a_table_has_counts_and_probabilities(run: CommandLine) -> None:
    run("phrases links.jsonl -o all.csv")
    run("phrases links.jsonl -o ALL2.CSV")
    assert Path("ALL2.CSV").read_bytes() == Path("all.csv").read_bytes()
    table = pd.read_csv("all.csv").set_index(["source", "target"])
    assert table.index[0] == ("United States", "US")
    assert table.loc[("United States", "US"), "times"] == 2
    assert table.loc[("United States", "US"), "probability"] == pytest.approx(2 / 3, abs=1e-5)
    assert table.loc[("won", "won"), "probability"] == 1
    run("phrases links.jsonl -o all.jsonl")
    rows = [json.loads(line) for line in Path("all.jsonl").read_text().splitlines()]
    assert len(rows) == len(table)
    assert rows[0]["times"] == 2


def test_only_what_changed_is_shown(run: CommandLine) -> None:
    out, _ = run("phrases links.jsonl --changed --limit 1")
    assert "United States" in out.splitlines()[1]
    assert " won" not in out
    run("phrases links.jsonl --changed --max-length 1 -o changed.csv")
    assert set(pd.read_csv("changed.csv")["source"]) == {"lost"}
    assert "more" in out.splitlines()[-1]


def test_names_that_changed_are_a_table_for_the_linker(run: CommandLine) -> None:
    run("phrases links.jsonl --names --least 2 -o aliases.tsv")
    assert {line.split("\t")[0] for line in Path("aliases.tsv").read_text().splitlines()} == {
        "United States",
        "US",
    }
    table = AliasTable.read("aliases.tsv")
    assert table.lookup("US") == ("name:United States", 0.666667)
    assert table.lookup("United States") == ("name:United States", 1.0)


def test_pairs_of_chance_are_left_out_in_both_directions(run: CommandLine) -> None:
    often = record("died", "dead", (0, 1, 0, 1)) * 9 + record("fell", "sank", (0, 1, 0, 1)) * 9
    Path("links.jsonl").write_text(often + record("died", "sank", (0, 1, 0, 1)))
    run("phrases links.jsonl --p-value 0.001 -o sure.csv")
    run("phrases links.jsonl --least-share 0.5 -o both.csv")
    run("phrases links.jsonl -o all.csv")
    sure, both, every = (
        {*zip(t["source"], t["target"], strict=True)}
        for t in map(pd.read_csv, ("sure.csv", "both.csv", "all.csv"))
    )
    assert sure == both == {("died", "dead"), ("fell", "sank")} == every - {("died", "sank")}


def test_names_are_left_out_if_asked_for(run: CommandLine) -> None:
    run("phrases links.jsonl --changed --no-names -o words.csv")
    words = pd.read_csv("words.csv")["source"].tolist()
    assert "lost" in words and "United States" not in words


def test_texts_with_links_of_another_aligner(run: CommandLine) -> None:
    Path("fr").write_text("le chat\n\n")
    Path("en").write_text("the cat\n\n")
    Path("links").write_text("0-0 1-1\n\n")
    run("phrases links --source fr --target en -o table.csv")
    assert ["le chat", "the cat"] in pd.read_csv("table.csv")[["source", "target"]].values.tolist()
    assert "give --source and --target both" in run("phrases links --source fr", code=2).err
    Path("links").write_text("0-0 2-1\n\n")
    assert "links:1: link 2-1" in run("phrases links --source fr --target en", code=3).err
    Path("links").write_text("")
    said = run("phrases links --source fr --target en", code=3).err
    assert "have 2, 2, 0 lines: give as many each" in said


def test_texts_that_are_read_are_not_replaced(run: CommandLine) -> None:
    Path("a.csv").write_text("le chat\n")
    Path("b.txt").write_text("the cat\n")
    Path("links.pharaoh").write_text("0-0 1-1\n")
    line = "phrases links.pharaoh --source a.csv --target b.txt -o a.csv --overwrite"
    assert "a.csv is used twice" in run(line, code=3).err
    assert Path("a.csv").read_text() == "le chat\n"


def test_words_without_links_stand_at_no_end_unless_asked_for(run: CommandLine) -> None:
    Path("links.jsonl").write_text(record("the big table", "a table", (2, 3, 1, 2)))
    run("phrases links.jsonl -o tight.csv")
    run("phrases links.jsonl --loose -o loose.csv")
    assert pd.read_csv("tight.csv")[["source", "target"]].to_numpy().tolist() == [["table"] * 2]
    loose = pd.read_csv("loose.csv")
    assert {*loose["source"]} == {"table", "big table", "the big table"}
    assert {*loose["target"]} == {"table", "a table"}


def test_what_changed_is_shown_without_the_same_words_around_it(run: CommandLine) -> None:
    line = record("in US courts now", "in American courts now", *((i, i + 1) * 2 for i in range(4)))
    Path("links.jsonl").write_text(line)
    run("phrases links.jsonl --changed -o changed.csv")
    assert pd.read_csv("changed.csv")["source"].tolist() == ["US"]


def test_em_learns_from_what_is_linked_in_a_document(run: CommandLine) -> None:
    """No segmentation covers all of a document; the parts that were taken over have some."""
    linked = record("x y z US won", "US won q", (3, 4, 0, 1), (4, 5, 1, 2))
    alone = record("x y z US", "America", (3, 4, 0, 1))
    Path("links.jsonl").write_text(linked + alone + alone)
    run("phrases links.jsonl --iterations 1 -o em.csv")
    table = pd.read_csv("em.csv").set_index(["source", "target"])["probability"]
    # Of two segmentations of "US won", the one in two words has 1/3 of the weight of the other.
    assert table["US", "America"] == pytest.approx(2 / (2 + 1 / 4), abs=1e-5)


def test_stretches_without_a_segmentation_are_counted(run: CommandLine) -> None:
    crossed = record("a b c d", "d c b a", *((i, i + 1, 3 - i, 4 - i) for i in (0, 3)))
    Path("links.jsonl").write_text(US + record("a b", "x y", (0, 2, 0, 2)) + crossed)
    err = run("phrases links.jsonl --iterations 1 --max-length 1 -o em.csv").err
    assert "2 of 4 linked stretches" in err
    assert run("phrases links.jsonl -o counts.csv").err == ""


def test_the_analysis_compares_counts_with_em(run: CommandLine) -> None:
    out = run("phrases links.jsonl --analyze --iterations 2").out
    assert "EM, iteration 2" in out.splitlines()[0]
    figures = {line[:38].strip(): line[38:].split() for line in out.splitlines() if len(line) > 60}
    assert figures["pairs of phrases"] == ["10", "10"]
    assert "Pairs that most often force" not in out, "each stretch has two segmentations"
    counts = run("phrases links.jsonl --analyze -o all.csv").out
    assert "EM" not in counts and len(pd.read_csv("all.csv")) == 10
    Path("links.jsonl").write_text(record("he lost", "lost", (1, 2, 0, 1)))
    alone = run("phrases links.jsonl --analyze").out
    assert "lost > lost" in alone.partition("Pairs that most often force")[2]
    Path("links.jsonl").write_text("")
    nothing = run("phrases links.jsonl --analyze --iterations 1").out.splitlines()
    assert nothing[-1].split()[-2:] == ["-", "-"] and "nan" not in " ".join(nothing)


def test_a_page_shows_pairs_with_examples(run: CommandLine) -> None:
    evil = record("the <b>States</b> won", "<i>US</i> won", (1, 2, 0, 1), (2, 3, 1, 2))
    Path("links.jsonl").write_text(evil.replace('"d"', '"<u>d1</u>"') + OTHER)
    run("phrases links.jsonl -o page.html --analyze")
    run("phrases links.jsonl -o page2.HTML --analyze")
    assert Path("page2.HTML").read_bytes() == Path("page.html").read_bytes()
    page = Path("page.html").read_text()
    assert "&lt;b&gt;States&lt;/b&gt;" in page and "&lt;u&gt;d1" in page
    assert not {"<b>States", "<i>US", "<u>"} & {page[i : i + 9] for i in range(len(page))}
    assert "What the table has learned" in page
    assert "src=" not in page and "href=" not in page


def test_em_settles_on_one_way(run: CommandLine) -> None:
    run("phrases links.jsonl -o once.csv")
    run("phrases links.jsonl --iterations 20 -o often.csv")
    before, after = (pd.read_csv(file) for file in ("once.csv", "often.csv"))
    pair = ["source", "target"]
    both = before.merge(after, on=pair, validate="1:1")
    assert len(both) == len(before) == len(after)
    assert (both["probability_x"] != both["probability_y"]).any()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("not json", "links.jsonl:1"),
        ("[1]", "links.jsonl:1: not a document with links: not an object"),
        (
            '{"id": "d"}',
            "links.jsonl:1: not a document with links: 'document' is missing. "
            "Make it with salience wordalign.\n",
        ),
        (record("a b", "c", (0, 1, 0, 2)), "outside of texts"),
        (record("a b", "c", (0, -1, 0, 1)), "whole numbers"),
        (record("a", "b", (0, 1, 0, 1)).replace('["a"]', '["a b"]'), "white space"),
        (record("a", "b", (0, 10**7, 0, 10**7)), "more than"),
        ("[" * 100_000, "links.jsonl:1"),
    ],
    ids=["text", "list", "fields", "outside", "negative", "space", "huge", "nested"],
)
def test_other_files_are_refused(run: CommandLine, line: str, said: str) -> None:
    Path("links.jsonl").write_text(line)
    assert said in run("phrases links.jsonl", code=3).err


def test_misuse_is_refused(run: CommandLine) -> None:
    assert "add --names" in run("phrases links.jsonl -o aliases.tsv", code=2).err
    run("phrases links.jsonl -o table.xls", code=2)
    assert "missing.jsonl" in run("phrases missing.jsonl", code=3).err


def test_no_links_are_an_empty_table(run: CommandLine) -> None:
    Path("links.jsonl").write_text("")
    run("phrases links.jsonl --names -o none.csv")
    assert Path("none.csv").read_text() == "source,target,times,probability,back,p\n"
    found = run("phrases links.jsonl")
    assert found.out.count("\n") == 1 and "no pair of phrases" in found.err
    Path("links.jsonl").write_text(record("US won", "US won", (0, 1, 0, 1), (1, 2, 1, 2)))
    assert "no pair of phrases" in run("phrases links.jsonl --names").err


def test_a_damaged_file_is_named(run: CommandLine) -> None:
    whole = gzip.compress(b"".join(b"%d\n" % n for n in range(9)), mtime=0)
    Path("links.jsonl.gz").write_bytes(whole[:10] + b"\xff" * 9 + whole[19:])
    assert "links.jsonl.gz:1" in run("phrases links.jsonl.gz", code=3).err


def test_links_that_end_before_they_begin_are_refused(run: CommandLine) -> None:
    Path("links.jsonl").write_text(record("a b", "c d", (0, 2, 0, 2), (2, 0, 0, 2)))
    assert "end before it begins" in run("phrases links.jsonl", code=3).err
