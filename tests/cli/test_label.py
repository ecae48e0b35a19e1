"""`salience label` and `published` write labels, a report, and what was left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from salience.types import Document
from tests.support.commands import CommandLine, records, write_corpus
from tests.support.tiny_pipeline import TEXT, corpus


def test_a_report_is_a_page_beside_the_labels(run: CommandLine) -> None:
    out, err = run("label corpus.jsonl -o labels.jsonl --report report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert not out and page.count("<article") == 12
    assert "12 labelled, 0 left out" in page and "12 labelled, 0 left out" in err
    assert "careful" not in err


def test_a_folder_of_articles_of_the_new_york_times(run: CommandLine, folder: Path) -> None:
    nitf = (
        '<nitf><head><meta name="publication_year" content="{year}"/><docdata><doc-id id-string='
        '"{id}"/></docdata></head><body><body.head><hedline><hl1>Oslo</hl1></hedline><abstract>'
        "<p>Noor Haddad praises Oslo again and again, all day</p></abstract></body.head>"
        "<body.content><p>{text}</p></body.content></body></nitf>"
    )
    text = " ".join([TEXT] * 20)
    (folder / "nyt").mkdir()
    for id, year in ((17, 2002), (18, 2007)):
        article = nitf.format(id=id, year=year, text=text)
        (folder / "nyt" / f"{id}.xml").write_text(article)
    out, err = run("label nyt -o labels.jsonl --selection paper")
    assert [r["id"] for r in records(Path("labels.jsonl").read_text())] == ["18"]
    assert "not selected: year must be 2003 to 2007, but is 2002" in err
    start = text.index("Noor Haddad")
    annotations = f"18\tOslo\n0\t1\t3\tNoor Haddad\t{start}\t{start + 11}\t/m/1\n"
    (folder / "nyt-eval").write_text(annotations + "\n19\tRain\n")
    out, err = run("published nyt-eval nyt -o published.jsonl --strict", code=1)
    assert "nyt-eval:4 document '19': there is no article of this id" in err
    (entity,) = records(Path("published.jsonl").read_text())[0]["entities"]
    assert entity["salient"] and entity["mentions"][0]["start"] == start
    assert run("published nyt-eval nyt -o -").out == Path("published.jsonl").read_text()
    out = run("agree labels.jsonl published.jsonl --json").out
    assert records(out)[0]["entities"] == 1


def annotated(labels: list[dict[str, Any]]) -> str:
    """Labels in the format of the paper's; the texts of the corpus are ASCII."""
    lines = []
    for record in labels:
        lines.append(f"{record['id']}\tA headline")
        for entity in filter(lambda entity: entity["mentions"], record["entities"]):
            first, n = entity["mentions"][0], len(entity["mentions"])
            cells = (entity["entity"], int(entity["salient"]), n, first["text"])
            lines.append("\t".join(map(str, (*cells, first["start"], first["end"], ""))))
        lines.append("")
    return "\n".join(lines)


def test_labels_are_published_joined_again_and_trained_on(run: CommandLine) -> None:
    run("label corpus.jsonl -o labels.jsonl")
    Path("labels.tsv").write_text(annotated(records(Path("labels.jsonl").read_text())))
    run("published labels.tsv corpus.jsonl -o published.jsonl")
    _, err = run("published labels.tsv corpus.jsonl --labels labels.jsonl -o joined.jsonl")
    assert "joined: documents 12" in err
    labels = records(Path("labels.jsonl").read_text())
    in_headline = sum(not e["mentions"] for record in labels for e in record["entities"])
    for file in ("published.jsonl", "joined.jsonl"):
        (found,) = records(run(f"agree labels.jsonl {file} --json").out)
        assert (found["kappa"], found["only_a"], found["only_b"]) == (1, in_headline, 0)
    groups = "--groups dunietz-gillick"
    run(f"train joined.jsonl -o a {groups}")
    run(f"train labels.jsonl -o b {groups}")
    scores = [run(f"evaluate joined.jsonl --model {m} --json").out for m in ("./a", "./b")]
    assert records(scores[0])[0]["f1"] == records(scores[1])[0]["f1"]
    assert "published.jsonl" in run(f"train published.jsonl -o c {groups}", code=3).err


def test_scores_are_not_joined_as_labels(run: CommandLine) -> None:
    run("score corpus.jsonl --model model -o scores.jsonl")
    Path("labels.tsv").write_text("d0\tRain\n0\t1\t1\tOslo\t0\t4\t\n")
    join = "published labels.tsv corpus.jsonl --labels scores.jsonl -o joined.jsonl"
    err = run(join, code=3).err
    assert "scores.jsonl has scores" in err and "salience label" in err
    assert not Path("joined.jsonl").exists()


def test_an_aligner_without_rules_that_need_one_is_refused(run: CommandLine) -> None:
    err = run("label corpus.jsonl --aligner meteor", code=3).err
    assert "choose the rules words or names+words" in err
    out = run("label corpus.jsonl --limit 3 --rules words --aligner en-wordalign").out
    assert out != run("label corpus.jsonl --limit 3 --rules words").out


def test_labels_need_abstracts(run: CommandLine, folder: Path) -> None:
    write_corpus(folder / "mixed.jsonl", [*corpus(2), Document("bare", TEXT)])
    out, err = run("label mixed.jsonl --strict", code=1)
    assert [record["id"] for record in records(out)] == ["d0", "d1"]
    assert "left out: document 'bare': abstract is missing" in err


def test_labels_from_linked_words_say_so_in_the_record_and_the_report(run: CommandLine) -> None:
    out = run("label corpus.jsonl --limit 3 --rules words --report report.html").out
    evidence = [e for r in records(out) for entity in r["entities"] for e in entity["evidence"]]
    linked = evidence[0]["linked"]
    row = f"words: {evidence[0]['text']} – {linked['text']}"
    assert row in Path("report.html").read_text(encoding="utf-8")
    assert "linked" not in run("label corpus.jsonl --limit 3").out
