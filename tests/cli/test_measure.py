"""`salience measure`: files joined by id, tables, files of scores, and what is wrong with them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pandas as pd
import pytest
from scipy.stats import kendalltau

from salience.measures.texts.registry import MEASURES
from tests.support import ROOT
from tests.support.commands import CommandLine, records

REFERENCES = {
    "d1": ["Ann sings in Leeds.", "Ann sang."],
    "d2": ["It rained all day in York."],
    "d3": ["The mill burned."],
}
SYSTEMS = {
    "ours": {"d1": "Ann sings in Leeds.", "d2": "It rained in York.", "d3": "The mill burned."},
    "lead": {"d3": "A fire.", "d2": "It rained.", "d1": "Ann is a singer."},
}


@pytest.fixture
def measure(run: CommandLine, folder: Path) -> CommandLine:
    """A folder with the summaries of two systems."""
    for name, texts in SYSTEMS.items():
        write(folder / f"{name}.jsonl", [{"id": id, "summary": text} for id, text in texts.items()])
    lines = [{"id": id, "abstracts": texts} for id, texts in REFERENCES.items()]
    write(folder / "refs.jsonl", lines)
    return run


def write(path: Path, lines: list[dict]) -> None:
    path.write_text("\n".join(map(json.dumps, lines)))


def test_two_systems_in_a_table(measure: CommandLine) -> None:
    out, err = measure("measure ours.jsonl lead.jsonl refs.jsonl -m rouge1 -m wer -m meteor")
    lines = out.splitlines()
    assert lines[0] == "rouge1: words in common"
    assert lines[2].split()[0] == "ours" and lines[3].split()[0] == "lead"
    assert float(lines[2].split()[1]) > float(lines[3].split()[1])
    assert lines[4].startswith("  ours less lead 0.") and "Holm" in lines[4]
    assert "wer: errors of words; less is better" in lines
    assert "meteor: synonyms are off" in err
    tables, signatures = out.rsplit("\n\n", 1)
    assert max(map(len, tables.splitlines())) <= 80
    assert "|metric=meteor|documents=3|references=1-2|" in signatures
    assert "|stages=exact+stem|" in signatures


def test_references_may_be_a_folder_of_stories(measure: CommandLine, folder: Path) -> None:
    (folder / "stories").mkdir()
    for name, text in (("a", "Ann sings."), ("b", "It rained.")):
        told = f"{text}\n\n@highlight\n\n{text}\n"
        (folder / "stories" / f"{name}.story").write_text(told)
    measure("summarize stories -o short.jsonl --sentences 1 -q")
    out, _ = measure("measure short.jsonl stories -m rouge2")
    assert out.splitlines()[2].split()[:2] == ["short", "1.0000"]


def test_what_meteor_may_have_missed_is_said(measure: CommandLine, folder: Path) -> None:
    write(folder / "many.jsonl", [{"id": "d1", "summary": "a b c " * 40}])
    write(folder / "people.jsonl", [{"id": "d1", "abstracts": ["c b a " * 30]}])
    said = measure("measure many.jsonl people.jsonl -m meteor").err
    assert "meteor: 1 of 1 texts of many are long or repeat words often" in said
    assert "repeat words" not in measure("measure ours.jsonl refs.jsonl -m meteor").err


def test_documents_are_joined_by_id(measure: CommandLine) -> None:
    (row,) = records(measure("measure ours.jsonl refs.jsonl --json").out)
    assert row["scores"]["precision"] == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert row["measure"] == "rouge2" and row["documents"] == 3
    assert "first_less_this" not in row


def test_scores_are_written(measure: CommandLine) -> None:
    line = "measure ours.jsonl lead.jsonl refs.jsonl -m bleu-s -m per2"
    measure(line + " -o scores.csv --samples 50")
    rows = list(csv.DictReader(Path("scores.csv").read_text().splitlines()))
    assert [(row["system"], row["measure"], row["part"]) for row in rows] == [
        ("ours", "bleu-s", "bleu-s"), ("lead", "bleu-s", "bleu-s"),
        ("ours", "per2", "rate"), ("lead", "per2", "rate"),
    ]  # fmt: skip
    assert rows[0]["p"] == "" and 0 < float(rows[1]["p"]) <= float(rows[1]["holm"]) <= 1
    measure(line + " -o scores.csv")  # measures may be replaced
    measure(line + " -o SCORES.CSV")
    assert Path("SCORES.CSV").read_bytes() == Path("scores.csv").read_bytes()
    found = records(measure(line + " -o -").out)
    assert [row["higher_is_better"] for row in found] == [True, True, False, False]
    assert "is there and holds a corpus" in measure(line + " -o corpus.jsonl", code=3).err
    assert "is used twice" in measure(line + " -o ours.jsonl", code=3).err


def test_measures_that_need_a_parse(measure: CommandLine) -> None:
    found = records(
        measure("measure ours.jsonl refs.jsonl -m relation-f -m hwcm -m stm -m rouge1 --json").out
    )
    assert [row["measure"] for row in found] == ["relation-f", "hwcm", "stm", "rouge1"]
    assert all(0 < row["scores"][next(iter(row["scores"]))] <= 1 for row in found)
    assert ["|parser=en_" in row["signature"] for row in found] == [True, True, True, False]


def test_trees_in_brackets(run: CommandLine) -> None:
    write(Path("a.jsonl"), [{"id": 1, "text": "(S (NP (N Ann)) (VP (V sings)))"}])
    write(Path("b.jsonl"), [{"id": 1, "abstract": "(S (NP (N Rain)) (VP (V falls)))"}])
    (found,) = records(run("measure a.jsonl b.jsonl -m tkm --json").out)
    assert found["scores"] == {"tkm": 1}


def test_missing_documents_are_named(measure: CommandLine) -> None:
    write(Path("part.jsonl"), [{"id": "d1", "summary": "Ann."}, {"id": "d9", "summary": "?"}])
    assert (
        "refs.jsonl lacks 1 of the documents: 'd9'"
        in measure("measure part.jsonl refs.jsonl", code=3).err
    )
    (row,) = records(measure("measure part.jsonl refs.jsonl --common --json").out)
    assert row["documents"] == 1
    write(Path("part.jsonl"), [{"id": "d1", "summary": "Ann."}])
    said = measure("measure part.jsonl refs.jsonl", code=3).err
    assert "part.jsonl lacks 2 of the documents: 'd2', 'd3'" in said
    write(Path("part.jsonl"), [{"id": "x", "summary": "Ann."}])
    said = measure("measure part.jsonl refs.jsonl --common", code=3).err
    assert "no document that is in all the other files" in said


def test_fields_have_other_names(measure: CommandLine) -> None:
    write(Path("a.jsonl"), [{"id": "d1", "mine": ["Ann sings.", "She does."]}])
    write(Path("b.jsonl"), [{"id": "d1", "gold": "Ann sings. She does."}])
    line = "measure a.jsonl b.jsonl --field mine --reference-field gold --json"
    assert records(measure(line).out)[0]["scores"]["f1"] == 1
    assert "there are 'id', 'gold'" in measure("measure a.jsonl b.jsonl", code=3).err


def test_settings_reach_the_measures(measure: CommandLine, folder: Path) -> None:
    shared = "--case --tokenization spaces"
    (rouge, wer, meteor, bleu) = (
        records(measure(f"measure ours.jsonl refs.jsonl {options} {shared} --json").out)[0][
            "signature"
        ]
        for options in (
            "-m rouge1 --stem --jackknife --several average",
            "-m wer -m bleu --lengths average",
            "-m meteor --stages exact",
            "-m bleu -m per2 --boundaries",
        )
    )
    assert "|tokenization=spaces|lower=False|stem=True|several=average|jackknife=True|" in rouge
    assert "|lengths=average|" in wer
    assert "|stages=exact|" in meteor
    assert "|boundaries=True|" in bleu


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("ours.jsonl", 2, "and then the references"),
        ("", 2, "and then the references"),
        ("ours.jsonl refs.jsonl -m rogue2", 2, "Do you mean rouge2?"),
        ("ours.jsonl refs.jsonl -m meteor --stages exact,synonym", 2, "needs WordNet"),
        ("ours.jsonl refs.jsonl -m meteor --stages all", 2, "'all' is no stage"),
        ("ours.jsonl refs.jsonl -m meteor --weights one", 2, "such as 1,0.8"),
        ("ours.jsonl refs.jsonl -m meteor --wordnet .", 3, "wordnet-base"),
        ("ours.jsonl refs.jsonl -m bleu --lengths best", 2, "average or closest"),
        ("missing.jsonl refs.jsonl", 3, "is not a file"),
    ],
)
def test_what_is_wrong_is_said(measure: CommandLine, line: str, code: int, said: str) -> None:
    assert said in measure(f"measure {line}", code=code).err


def test_the_list_has_every_measure(run: CommandLine) -> None:
    lines = run("measure --list").out.splitlines()
    assert [line.split()[0] for line in lines[1::2]] == list(MEASURES)
    assert max(map(len, lines)) <= 80


def test_the_page_of_measures_has_each() -> None:
    page = (ROOT / "docs/measures.md").read_text("utf-8")
    table = page.split("## Which there are")[1].split("## Which for what")[0]
    assert [name for name in MEASURES if f"`{name}`" not in table] == ["rouge2", "rouge3"]


def test_a_difference_that_is_not_defined_is_null(run: CommandLine, folder: Path) -> None:
    for name in ("ours", "lead"):
        (folder / f"{name}.jsonl").write_text('{"id": "a", "summary": "It rained."}\n')
    (folder / "people.jsonl").write_text('{"id": "a", "abstracts": [""]}\n')
    files = [str(folder / f"{name}.jsonl") for name in ("ours", "lead", "people")]
    out = run(f"measure {' '.join(files)} -m wer --json").out
    assert "NaN" not in out
    tested = json.loads(out.splitlines()[1])["first_less_this"]
    assert tested["difference"] is None and tested["p"] == 1


def test_each_document_has_its_scores(measure: CommandLine) -> None:
    line = "measure ours.jsonl lead.jsonl refs.jsonl -m ROUGE-2 -m wer -m relation-f --by-document"
    measure(f"{line} each.jsonl")
    rows = records(Path("each.jsonl").read_text())
    assert [(row["document"], row["system"]) for row in rows] == [
        (id, system) for system in SYSTEMS for id in SYSTEMS["ours"]
    ]
    (total,) = records(measure("measure ours.jsonl refs.jsonl -m rouge2 --json").out)
    ours = [row for row in rows if row["system"] == "ours"]
    assert sum(row["rouge2"] for row in ours) / 3 == pytest.approx(total["scores"]["f1"])
    assert ours[0]["wer"] == 0 and ours[0]["relation-f_recall"] == 1
    measure(f"{line} each.csv")
    table = pd.read_csv("each.csv")
    assert table.to_dict("records") == [pytest.approx(row, nan_ok=True) for row in rows]
    measure(f"{line} each.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet("each.parquet"), table)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("-m meteor --stem", "changes nothing in meteor; it is for rouge1, rouge2, rouge3"),
        ("-m rouge1 --wordnet .", "it is for meteor"),
        ("-m chrf --case", "changes nothing in chrf"),
        ("-m wer --nlp en", "it is for hwcm"),
        ("-m rouge2 -m bleu -m wer --stem", "changes nothing in bleu, wer; it is for rouge1"),
    ],
)
def test_an_option_that_changes_nothing_is_refused(
    measure: CommandLine, options: str, said: str
) -> None:
    assert said in " ".join(measure(f"measure ours.jsonl refs.jsonl {options}", code=2).err.split())


def test_names_of_measures_may_be_written_as_in_papers(measure: CommandLine) -> None:
    found = records(
        measure("measure ours.jsonl refs.jsonl -m Rouge-SU4 -m rouge_l -m BLEU-S --json").out
    )
    assert [row["measure"] for row in found] == ["rougesu4", "rougel", "bleu-s"]


def test_measures_are_held_against_ratings(measure: CommandLine) -> None:
    scores = {"ours": {"d1": 9, "d2": 6, "d3": 8}, "lead": {"d1": 4, "d2": 5, "d3": 1}}
    rows = [
        {"rater": rater, "topic": id, "system": system, "overall": score + (rater == "noor")}
        for rater in ("ada", "noor")
        for system, by_id in scores.items()
        for id, score in by_id.items()
    ]
    write(Path("ratings.jsonl"), rows)
    line = "measure ours.jsonl lead.jsonl refs.jsonl -m rouge1 -m wer --ratings ratings.jsonl"
    found = records(measure(f"{line} --json --by-document each.jsonl --samples 100").out)
    by_text = [row for row in found if row.get("level") == "text"]
    assert [(row["measure"], row["items"]) for row in by_text] == [("rouge1", 6), ("wer", 6)]
    each = {(r["document"], r["system"]): r for r in records(Path("each.jsonl").read_text())}
    people = [score for by_id in scores.values() for score in by_id.values()]
    for row, sign in zip(by_text, (1, -1), strict=True):
        made = [sign * each[id, s][row["measure"]] for s in scores for id in scores[s]]
        assert row["kendall"] == pytest.approx(kendalltau(made, people).statistic)
        assert row["pearson_interval"][0] <= row["pearson"] <= row["pearson_interval"][1]
    assert [row["pearson"] for row in found if row.get("level") == "system"] == [1, 1]
    write(Path("three.jsonl"), [{"id": id, "summary": "Rain."} for id in ("d1", "d2", "d3")])
    more = [{"rater": "ada", "topic": f"d{i}", "system": "three", "overall": 3} for i in (1, 2, 3)]
    write(Path("ratings.jsonl"), rows + more)
    three = line.replace("lead.jsonl", "lead.jsonl three.jsonl")
    by_system = [
        [row["pearson"] for row in records(measure(f"{three} {how} --json").out)
         if row.get("level") == "system"]
        for how in ("", "--by-length")
    ]  # fmt: skip
    assert by_system[0] != pytest.approx(by_system[1])
    assert "is for --ratings" in measure("measure a.jsonl b.jsonl --by-length", code=2).err
    write(Path("ratings.jsonl"), rows)
    out = measure(line).out
    assert out.startswith("overall, by text (6)\n") and "overall, by system (2)" in out
    assert max(map(len, out.splitlines())) <= 80
    out = measure(f"{line} --group 2").out
    assert "overall, by groups of 2 (3)\nmeasure       Pearson\n" in out
    assert (
        "no measure has the rated texts of two groups of 4"
        in measure(f"{line} --group 4", code=3).err
    )
    write(Path("ratings.jsonl"), [row | {"overall": 3} for row in rows])
    alike = records(measure(f"{line} --group 2 --json").out)
    groups = [row for row in alike if row.get("level") == "groups of 2"]
    assert [(row["pearson"], row["pearson_interval"]) for row in groups] == [(None, None)] * 2
    write(Path("ratings.jsonl"), [row | {"topic": "x"} for row in rows])
    assert "whose topic is the id of a document" in measure(line, code=3).err


def test_measures_are_held_against_texts_of_several_people(run: CommandLine) -> None:
    people = [{"id": 1, "abstracts": ["a b c", "a b d", "a b e", "a b f"]}]
    write(Path("people.jsonl"), people)
    for name, text in (("far", "x y"), ("same", "a b c")):
        write(Path(f"{name}.jsonl"), [{"id": 1, "summary": text}])
    write(
        Path("r.jsonl"),
        [{"topic": 1, "system": s, "overall": n} for n, s in enumerate(("far", "same"))],
    )
    line = "measure far.jsonl same.jsonl people.jsonl --ratings r.jsonl -m rouge1 --samples 9"
    told = records(run(f"{line} --json").out)[-1]
    assert told == {"measure": "rouge1", "documents": 1, "king": 0, "queen": 1, "jack": 0,
                    "orange": pytest.approx(3.5 / 6)}  # fmt: skip
    assert "of ORANGE less is better" in run(line).out
    told = records(run(f"{line} -m wer --json").out)[-1]
    assert told["best_set"] == ["rouge1"] and told["king"] == 0
    assert run(f"{line} -m wer").out.splitlines()[-1] == "best set by KING, 0.00: rouge1"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("metric", ["rougew", "rouge2"])
def test_a_document_that_takes_a_measure_too_long_is_left_out_alone(
    measure: CommandLine, folder: Path, metric: str
) -> None:
    lines = [{"id": id, "summary": text} for id, text in SYSTEMS["ours"].items()]
    lines[1]["summary"] = "Ada Byrne " * 20_000
    write(folder / "ours.jsonl", lines)
    people = [{"id": id, "abstracts": texts} for id, texts in REFERENCES.items()]
    people[1]["abstracts"] = ["Ada Oslo " * 20_000]  # takes ROUGE-W many minutes
    write(folder / "refs.jsonl", people)
    line = f"measure ours.jsonl lead.jsonl refs.jsonl -m {metric} --timeout 1 --json"
    out, err = measure(f"{line} --by-document each.jsonl")
    found = records(out)
    each = records((folder / "each.jsonl").read_text())
    if metric == "rouge2":
        assert [row["documents"] for row in found] == [3, 3] and len(each) == 6
        return
    assert [row["documents"] for row in found] == [2, 2]
    assert "|documents=2|" in found[0]["signature"]
    assert "left out: document 'd2': rougew was not done after 1 seconds" in err
    assert {row["document"] for row in each} == {"d1", "d3"}
    write(folder / "ours.jsonl", lines[1:2])
    line = "measure ours.jsonl refs.jsonl --common -m rougew --timeout 0.3"
    assert "rougew has no text to measure" in measure(line, code=3).err


def test_a_name_of_a_file_is_no_formula(measure: CommandLine, folder: Path) -> None:
    (folder / "ours.jsonl").rename(folder / "=1+1.jsonl")
    measure("measure =1+1.jsonl refs.jsonl -o scores.csv")
    [row] = {row["system"] for row in csv.DictReader((folder / "scores.csv").open())}
    assert row == "'=1+1"
