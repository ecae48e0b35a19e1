"""`salience agree` and `coref` compare two files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd

from tests.support.commands import CommandLine, conll, records


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
    err = run("agree a.csv c.csv", code=3).err
    assert "c.csv has no column 'start'" in err


def test_agreement_of_three_files(run: CommandLine) -> None:
    for name, more in (("a.csv", ""), ("b.jsonl", " --limit 9"), ("c.jsonl", "")):
        run(f"label corpus.jsonl -o {name}{more}")
    alpha, *pairs = records(run("agree a.csv b.jsonl c.jsonl --json").out)
    assert (alpha["scale"], alpha["alpha"], alpha["documents"]) == ("salient", 1, 12)
    assert [(row["a"], row["b"], row["documents"]) for row in pairs] == [
        ("a.csv", "b.jsonl", 9), ("a.csv", "c.jsonl", 12), ("b.jsonl", "c.jsonl", 9),
        ("a.csv & b.jsonl", "c.jsonl", 9), ("a.csv | b.jsonl", "c.jsonl", 9),
    ]  # fmt: skip
    lines = run("agree a.csv b.jsonl c.jsonl").out.splitlines()
    assert lines[:3] == ["A: a.csv", "B: b.jsonl", "C: c.jsonl"]
    assert lines[3].startswith("in two or more: documents 12, ")
    assert lines[5].split() == ["as", "labelled", "1.00", "1.00", "to", "1.00"]
    assert [line[:18].rstrip() for line in lines[7:]] == [
        "A vs. B", "A vs. C", "B vs. C", "A & B vs. C", "A | B vs. C",
    ]  # fmt: skip
    assert [line[18:].split()[0] for line in lines[7:]] == ["1.00"] * 5
    assert max(map(len, lines)) <= 80
    assert "two or more different files" in run("agree a.csv", code=2).err
    assert "two or more different files" in run("agree a.csv a.csv c.jsonl", code=2).err


def test_a_table_of_many_files_keeps_its_columns(run: CommandLine) -> None:
    names = [f"{letter}.jsonl" for letter in "abcdefg"]
    for name in names:
        run(f"label corpus.jsonl -o {name} --limit 2")
    lines = run(f"agree {' '.join(names)}").out.splitlines()
    rows = lines[lines.index(next(line for line in lines if line.startswith("kappa"))) :]
    assert [row.split("  ")[0] for row in rows[-2:]] == ["A & … & F vs. G", "A | … | F vs. G"]
    assert len({len(row) for row in rows}) == 1 and max(map(len, lines)) <= 80


# Of 744 entities, how many have which ratings of two people (1, 2, or less salient) and are salient
# by the abstracts: made up so that every number is that of Table 1.
TABLE_1 = {
    (1, 1): (58, 62), (1, 2): (0, 4), (1, 3): (9, 17),
    (2, 1): (23, 11), (2, 2): (49, 27), (2, 3): (77, 4),
    (3, 1): (14, 0), (3, 2): (29, 10), (3, 3): (349, 1),
}  # fmt: skip


def test_table_1_of_the_paper(run: CommandLine) -> None:
    rows = [
        (a, b, salient)
        for (a, b), numbers in TABLE_1.items()
        for salient, number in zip((False, True), numbers, strict=True)
        for _ in range(number)
    ]
    places = pd.DataFrame({"start": range(744), "end": range(1, 745)})
    places.insert(0, "document", places["start"] % 50)
    ratings = pd.DataFrame(rows, columns=["a1", "a2", "nyt"])
    for name in ("a1", "a2"):
        places.assign(rating=ratings[name]).to_csv(f"{name}.csv", index=False)
    places.assign(salient=ratings["nyt"]).to_csv("nyt.csv", index=False)
    lines = run("agree a1.csv a2.csv nyt.csv").out.splitlines()
    table = {line[:18].rstrip(): re.sub(r"\[.*?\]", "", line[18:]).split() for line in lines[-5:]}
    assert all(line.count("[") == 2 for line in lines[-5:]), "each kappa has its interval"
    assert list(table.items())[:4] == [
        ("A vs. B", ["0.56", "0.69", "744"]),
        ("A vs. C", ["0.36", "0.48", "744"]),
        ("B vs. C", ["0.39", "0.35", "744"]),
        ("A & B vs. C", ["0.43", "0.38", "744"]),
    ]


def test_coreference_is_scored(run: CommandLine) -> None:
    Path("key").write_text(conll("Ada met Bob and her", Ada="(0)", Bob="(1)", her="(0)"))
    Path("response").write_text(conll("Ada met Bob and her", Ada="(7)", her="(7)"))
    out, err = run("coref key response --json")
    assert not err
    found = json.loads(out)
    assert (found["documents"], found["f1"]["muc"], found["recall"]["ceafe"]) == (1, 1, 0.5)
    assert found["intervals"] == {}  # all samples of one document are the same
    assert run("coref key response --json --seed 1").out != out  # the signature
    out = run("coref key response --no-singletons").out
    assert re.search(r"^CoNLL F1 +100\.0$", out, re.MULTILINE)
    assert "singletons=dropped" in out


def test_a_broken_file_of_coreference_is_named_with_its_line(run: CommandLine) -> None:
    Path("key").write_text(conll("Ada met her", Ada="(0"))
    assert run("coref key key", code=3) == (
        "",
        "salience: key:2: a mention of cluster 0 is opened and never closed in document 'd0'. "
        "Close it.\n",
    )
