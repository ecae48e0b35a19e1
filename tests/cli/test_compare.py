"""`salience agree` and `coref` compare two files."""

from __future__ import annotations

import json
import re
from pathlib import Path

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
    ]  # fmt: skip
    lines = run("agree a.csv b.jsonl c.jsonl").out.splitlines()
    assert lines[0].startswith("in two or more: documents 12, ")
    assert lines[2].split() == ["as", "labelled", "1.00", "1.00", "to", "1.00"]
    assert [line.split()[0] for line in lines[4:]] == ["1.00"] * 3
    assert lines[-1].endswith("  b.jsonl and c.jsonl") and max(map(len, lines)) <= 80
    assert "two or more different files" in run("agree a.csv", code=2).err
    assert "two or more different files" in run("agree a.csv a.csv c.jsonl", code=2).err


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
