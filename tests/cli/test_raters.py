"""`salience annotate summaries` makes a page, and `salience raters` reads what it saves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import f_oneway, spearmanr

from tests.support.browser import opened
from tests.support.commands import CommandLine, records

ROWS = [
    (rater, topic, system, 5 + 2 * (system == "A") + (topic == "t1") + (rater == "noor"))
    for rater in ("ada", "noor")
    for topic in ("t1", "t2", "t3")
    for system in "AB"
]


def write(path: str, rows: list[dict[str, object]]) -> None:
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def by_rater(rater: str) -> list[dict[str, object]]:
    return [
        {"topic": t, "system": s, "overall": score, "content": 5}
        for r, t, s, score in ROWS
        if r == rater
    ]


def test_files_of_one_person_each_are_named_by_them(run: CommandLine) -> None:
    write("noor.jsonl", by_rater("noor"))
    lines = [f"{t},{s},{score}" for r, t, s, score in ROWS if r == "ada"]
    Path("ada.csv").write_text("\n".join(["topic,system,overall", *lines, "t9,A,\n"]))
    overall, content = records(run("raters ada.csv noor.jsonl --json").out)
    assert overall["scale"] == "overall" and overall["ratings"] == 12 and overall["raters"] == 2
    assert {row["rater"] for row in overall["by_rater"]} == {"ada", "noor"}
    [best, worst] = overall["effects"]
    assert (best["system"], worst["system"], worst["worse_than"]) == ("A", "B", "A")
    assert best["effect"] - worst["effect"] == pytest.approx(2)
    assert content["scale"] == "content" and content["ratings"] == 6
    assert content["alpha"] is None  # of one rater
    out = run("raters ada.csv noor.jsonl --scale overall").out
    assert out.startswith("overall: ratings 12, raters 2, topics 3, systems 2\n")
    assert "ranking (Tukey's HSD, 95 %): A  B <A" in out
    assert max(map(len, out.splitlines())) <= 80


def test_what_is_wrong_with_ratings_is_said(run: CommandLine) -> None:
    Path("bad.csv").write_text("topic,system,overall\nt1,A,good\n")
    assert (
        "'overall' must be a number, but is 'good'"
        in run("raters bad.csv --scale overall", code=3).err
    )
    Path("bad.csv").write_text("topic,system,mood\nt1,A,good\n")
    assert "no column of the ratings is a scale" in run("raters bad.csv", code=3).err
    Path("empty.csv").write_text("topic,system,overall\n")
    assert "empty.csv has no ratings" in run("raters empty.csv", code=3).err
    Path("no.jsonl").write_text('{"topic": 1}\n[1]\n')
    assert "no.jsonl:2: not a rating: not an object" in run("raters no.jsonl", code=3).err


@pytest.fixture
def summaries() -> None:
    for name in ("lead", "ilp"):
        write(
            f"{name}.jsonl",
            [{"id": f"d{i}", "summary": f"By {name}, <b> of {i}."} for i in range(4)],
        )
    write("people.jsonl", [{"id": f"d{i}", "abstracts": ["Ann's.", "Bo's."]} for i in range(5)])


def test_the_page_has_each_system_of_the_topics_that_all_have(
    run: CommandLine, summaries: None
) -> None:
    _, said = run("annotate summaries lead=lead.jsonl ilp=ilp.jsonl --references people.jsonl "
                  "-o form.html --topics 3")  # fmt: skip
    assert "made: summaries 6, documents 3\nleft out: 1 documents" in said
    page = Path("form.html").read_text(encoding="utf-8")
    assert page.count("<article") == 6 and "<b>" not in page and "By lead, &lt;b&gt;" in page
    again = "annotate summaries lead=lead.jsonl --references people.jsonl -o form.html"
    assert "--overwrite" in run(again, code=3).err
    for line, code, message in (
        ("lead.jsonl --references people.jsonl -o x.html", 2, "give each system once"),
        ("a=lead.jsonl --references none.jsonl -o x.html", 3, "none.jsonl is not a file"),
    ):
        assert message in run(f"annotate summaries {line}", code=code).err


def test_what_the_page_saves_is_read(
    run: CommandLine, summaries: None, browser: Any, tmp_path: Path
) -> None:
    run("annotate summaries lead=lead.jsonl ilp=ilp.jsonl --references people.jsonl -o form.html")
    with opened(browser, Path("form.html").read_text(encoding="utf-8"), tmp_path) as page:
        shown = page.locator("article:visible")
        assert shown.count() == 1 and "Bo's." in shown.inner_text()
        for article in range(8):
            page.locator("article:visible input").first.focus()
            best = "lead" in shown.locator(".pane").nth(1).inner_text()
            page.wait_for_timeout(60)  # a tenth of a second is the least that is saved
            for key in ("0" if best else "3", "7", "5"):
                page.keyboard.press(key)
            assert page.inner_text("output") == f"{article + 1} of 8 summaries rated"
            page.keyboard.press("n")
        with page.expect_download() as download:
            page.click("#csv")
        download.value.save_as("ada.csv")
    overall, linguistic, _ = records(run("raters ada.csv --json").out)
    assert [(row["system"], row["mean"]) for row in overall["effects"]] == [
        ("lead", 10), ("ilp", 3),
    ]  # fmt: skip
    assert linguistic["by_rater"][0]["uniform"] and linguistic["by_rater"][0]["seconds"] > 0
    assert linguistic["difference_of_identical"] is None


def test_a_page_is_the_same_for_any_order_of_files(run: CommandLine, summaries: None) -> None:
    for systems, name in (("lead ilp", "a"), ("ilp lead", "b")):
        given = " ".join(f"{system}={system}.jsonl" for system in systems.split())
        run(f"annotate summaries {given} --references people.jsonl -o {name}.html")
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()


@pytest.fixture
def described() -> None:
    for name in ("lead", "ilp", "last"):
        write(f"{name}.jsonl", [{"id": f"d{i}", "summary": f"By {name} of {i}."} for i in range(6)])
    write("people.jsonl", [
        {"id": f"d{i}", "abstracts": ["Ann's.", "Bo's.", "Cy's."], "title": f"The mill <{i}>",
         "description": "Describe the fire & what followed."}
        for i in range(6)
    ])  # fmt: skip


SYSTEMS = "lead=lead.jsonl ilp=ilp.jsonl last=last.jsonl -r people.jsonl -o form.html"


def forms(n: int) -> list[list[tuple[str, str]]]:
    """The topic and the system of each item of each form."""
    texts = [Path(f"form-{i + 1}.html").read_text(encoding="utf-8") for i in range(n)]
    return [re.findall(r'data-topic="([^"]*)" data-system="([^"]*)"', text) for text in texts]


def test_a_form_has_title_description_and_some_references(
    run: CommandLine, described: None, browser: Any, tmp_path: Path
) -> None:
    run(f"annotate summaries {SYSTEMS} --shown 2")
    with opened(browser, Path("form.html").read_text(encoding="utf-8"), tmp_path) as page:
        text = page.locator("article:visible").inner_text()
        assert "The mill <" in text and "Describe the fire & what followed." in text
        assert "Bo's." in text and "Cy's." not in text


def test_raters_have_all_systems_of_their_topics_and_some_items_twice(
    run: CommandLine, described: None
) -> None:
    said = run(f"annotate summaries {SYSTEMS} --raters 4 --each 2 --twice 2").err
    assert "for each of 4 raters: 11" in said
    items = forms(4)
    assert [len(form) for form in items] == [11] * 4 and [len({*f}) for f in items] == [9] * 4
    for form in items:
        again = [item for item in form if form.count(item) > 1]
        assert all(form.index(item) < 3 and form[6:].count(item) == 1 for item in again)
        systems = [system for _, system in {*form}]
        assert {systems.count(name) for name in systems} == {3}
    raters = [
        tuple(i for i, form in enumerate(items) if (f"d{t}", "ilp") in form) for t in range(6)
    ]
    assert len({*raters}) == 6, "each two raters share a topic"
    for line, code, message in (
        ("--raters 2 --each 3", 2, "2 raters can't give 3 ratings"),
        ("--each 3", 2, "is for --raters"),
        ("--raters 4 --twice 9", 2, "can come twice"),
    ):
        asked = f"annotate summaries {SYSTEMS} {line} --overwrite"
        assert message in run(asked, code=code).err


def test_two_summaries_head_to_head(
    run: CommandLine, described: None, browser: Any, tmp_path: Path
) -> None:
    assert "pairs 18, documents 6" in run(f"annotate summaries {SYSTEMS} --pairs").err
    keys = {"lead": 0, "ilp": 1, "last": 2}
    with opened(browser, Path("form.html").read_text(encoding="utf-8"), tmp_path) as page:
        for number in range(18):
            shown = page.locator("article:visible")
            assert shown.locator(".pane").count() == 4
            names = [
                re.findall("By (.*) of", t)[0]
                for t in shown.locator(".pair .text").all_inner_texts()
            ]
            shown.locator("input").first.focus()
            # lead before ilp before last; in one topic last before lead, which makes a circle.
            circle = "of 3." in shown.inner_text() and {*names} == {"lead", "last"}
            first = (keys[names[0]] < keys[names[1]]) != circle
            for key in ("1" if first else "3", "2", "1"):
                page.keyboard.press(key)
            assert page.inner_text("output") == f"{number + 1} of 18 summaries rated"
            page.keyboard.press("n")
        page.reload()
        assert page.inner_text("output") == "18 of 18 summaries rated", "the browser keeps it"
        with page.expect_download() as download:
            page.click("#csv")
        assert download.value.suggested_filename == "ratings.csv"
        download.value.save_as("ada.csv")
    overall, linguistic, _ = records(run("raters ada.csv --json").out)
    assert (overall["triples"], overall["circles"]) == (6, 1)
    assert [row["system"] for row in overall["systems"]] == ["lead", "ilp", "last"]
    assert {pair["ties"] for pair in linguistic["pairs"]} == {6}
    out = run("raters ada.csv --scale overall").out
    assert "not transitive: 1 of 6 triples" in out and max(map(len, out.splitlines())) <= 80
    assert "without --group" in run("raters --group a=ada.csv --group b=ada.csv", code=2).err


@pytest.mark.parametrize(
    "given",
    ["--among none", "--fast 9", "--without-careless", "--without-hasty", "--one-each", "--seed 4"],
)
def test_options_for_scores_are_refused_for_preferences(run: CommandLine, given: str) -> None:
    write("ada.jsonl", [{"topic": "t", "system": "A", "other": "B", "overall": 1, "seconds": 3}])
    assert "comparisons 1" in run("raters ada.jsonl").out
    assert given.split()[0] in run(f"raters ada.jsonl {given}", code=2).err


TOPICS = [
    {
        "id": "d1",
        "title": "Rain",
        "summaries": {"A": "It rained <b> in Oslo.", "B": "Oslo was wet.", "machine": "Rain."},
        "questions": {
            "A": [{"question": "Where did it rain?", "answer": "Oslo"}],
            "B": ["Which town?", "How was it?"],
        },
    }
]


def test_questions_are_put_to_the_summaries_of_others(
    run: CommandLine, browser: Any, tmp_path: Path
) -> None:
    write("topics.jsonl", TOPICS)
    run("annotate questions topics.jsonl -o form.html")
    html = Path("form.html").read_text(encoding="utf-8")
    assert html.count("<article") == 3 and html.count("<fieldset") == 2 + 1 + 3
    assert "<b>" not in html and "&lt;b&gt;" in html
    with opened(browser, html, tmp_path) as page:
        for _ in range(3):
            shown = page.locator("article:visible")
            answers = "n" if "Rain." in shown.locator(".pane").first.inner_text() else "r"
            number = shown.locator("fieldset").count()
            shown.locator("input").first.focus()
            for _ in range(number):
                page.keyboard.press(answers)
        assert page.inner_text("output") == "6 of 6 questions answered"
        with page.expect_download() as download:
            page.click("#csv")
        download.value.save_as("answers.csv")
    rows = records(run("annotate answers answers.csv --json").out)
    by_summary = {row["author"]: row["found"] for row in rows if row["side"] == "summary"}
    assert by_summary == {"A": 1, "B": 1, "machine": 0}
    out = run("annotate answers answers.csv").out
    assert out.splitlines()[1].split() == ["all", "6", "50", "%", "0", "%", "0", "%", "50", "%"]
    assert max(map(len, out.splitlines())) <= 80


DOCUMENTS = [
    {"id": f"d{i}", "task": "fire", "description": "The fire <at> the mill", "text": f"Text {i}.",
     "summaries": {"head": f"Head {i}.", "long": f"Long {i}."}}
    for i in range(4)
]  # fmt: skip


def test_documents_are_judged_by_summaries_and_then_by_texts(
    run: CommandLine, browser: Any, tmp_path: Path
) -> None:
    write("documents.jsonl", DOCUMENTS)
    run("annotate relevance documents.jsonl -o form.html")
    form = Path("form.html").read_bytes()
    for again in ("annotate relevance documents.jsonl", "view article.txt --model model"):
        err = run(f"{again} -o form.html", code=3).err
        assert "holds a form that somebody may have filled in" in err
    assert Path("form.html").read_bytes() == form
    html = Path("form.html").read_text(encoding="utf-8")
    order = re.findall(r'data-document="d(\d)" data-shown="(\w+)"', html)
    assert [shown for _, shown in order] == [
        *("head", "head", "long", "long", "text", "text"),
        *("long", "long", "head", "head", "text", "text"),
    ]
    assert "<at>" not in html
    with opened(browser, html, tmp_path) as page:
        for number in range(12):
            shown = page.locator("article:visible")
            text = shown.locator(".pane").nth(1).inner_text()
            shown.locator("input").first.focus()
            # By text 0 and 1 are relevant; by head 0 alone.
            by_head = "Head" in text
            relevant = "0." in text or ("1." in text and not by_head)
            page.keyboard.press("1" if relevant else "2")
            assert page.inner_text("output") == f"{number + 1} of 12 texts judged"
            page.keyboard.press("n")
        with page.expect_download() as download:
            page.click("#csv")
        download.value.save_as("ada.csv")
    rows = records(run("annotate judgments ada.csv --json").out)
    shares = {row["shown"]: row["relevance_prediction"] for row in rows}
    assert shares == {"head": 0.75, "long": 1}
    out = run("annotate judgments ada.csv").out
    assert re.search(r"head +4 +75% .* 1 +0.50", out) and "variance" not in out


def test_judgments_of_several_people(run: CommandLine) -> None:
    rows = [
        {"rater": rater, "task": "t", "document": d, "shown": shown, "relevant": relevant,
         "seconds": 13 if shown == "text" else 4}
        for i, rater in enumerate(("ada", "noor", "kim"))
        for d in range(6)
        for shown, relevant in (("text", d > 2), ("head", d > i), ("long", d > 2 - (i == 1)))
    ]  # fmt: skip
    write("all.jsonl", rows)
    head, long = records(run("annotate judgments all.jsonl --json").out)
    by_rater = [4 / 6, 5 / 6, 6 / 6], [6 / 6, 5 / 6, 6 / 6]
    assert head["relevance_prediction"] == pytest.approx(np.mean(by_rater[0]))
    assert head["anova_p"] == pytest.approx(f_oneway(*by_rater).pvalue)
    assert head["seconds"] == 4 and head["interval"][0] < head["interval"][1] <= 1
    assert long["judgments"]["document_only"] == 0
    assert "analysis of variance" in run("annotate judgments all.jsonl").out
    write("all.jsonl", [rows[0] | {"relevant": "perhaps"}])
    assert "'relevant' must be true or false" in run("annotate judgments all.jsonl", code=3).err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"text": 1}, "must be texts"),
        ({"summaries": {"text": "x"}}, "none is called 'text'"),
        ({"summaries": {}}, "summaries of the same names"),
        ({"id": "d0"}, "had 'd0' before"),
    ],
)
def test_documents_that_can_not_be_judged(
    run: CommandLine, line: dict[str, object], message: str
) -> None:
    write("documents.jsonl", [DOCUMENTS[0], DOCUMENTS[1] | line])
    assert message in run("annotate relevance documents.jsonl -o form.html", code=3).err


def test_nuggets_of_systems(run: CommandLine) -> None:
    key = {"1": "vital", "2": "vital", "3": "okay"}
    write("judged.jsonl", [
        {"system": "A", "text": "x" * 400, "found": [1, 3], "key": key},
        {"system": "B", "text": "x", "found": ["3"], "key": key},
        {"system": "B", "text": "x", "found": ["3"], "key": {"3": "okay"}},
    ])  # fmt: skip
    a, b = records(run("annotate nuggets judged.jsonl --json").out)
    assert a["scores"] == {"f": 0.5, "recall": 0.5, "precision": 0.5} and a["documents"] == 1
    assert b["scores"]["f"] == 0 and b["documents"] == 1
    five = records(run("annotate nuggets judged.jsonl --beta 5 --allowance 400 --json").out)[0]
    assert five["scores"]["precision"] == 1 and five["scores"]["f"] == pytest.approx(
        26 * 0.5 / 25.5
    )
    assert run("annotate nuggets judged.jsonl").out.splitlines()[1].split()[2] == "0.5000"
    write("judged.jsonl", [{"text": "x", "found": [1], "key": {"1": "great"}}])
    assert "vital or okay" in run("annotate nuggets judged.jsonl", code=3).err
    write("judged.jsonl", [{"text": "x", "found": "1", "key": {}}])
    assert "judged.jsonl:1: not a text with its nuggets" in (
        run("annotate nuggets judged.jsonl", code=3).err
    )
    assert "--beta" in run("annotate nuggets judged.jsonl --beta 1e200", code=2).err
    write("judged.jsonl", [])
    assert "has no texts" in run("annotate nuggets judged.jsonl", code=3).err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 1}', "topics.jsonl:1: not a topic: 'summaries'"),
        ('{"id": 1, "summaries": [], "questions": {}}', "must be objects by author"),
        ('{"id": 1, "summaries": {"A": 1}, "questions": {}}', "a summary must be a text"),
        ('{"id": 1, "summaries": {"A": "x"}, "questions": {"A": ["?"]}}', "no question by one"),
        ('{"id": 1, "summaries": {"B": "x"}, "questions": {"A": "Who?"}}', "must be a list"),
        (
            2 * ('{"id": 1, "summaries": {"B": "x"}, "questions": {}}' + "\n"),
            "with the id '1' before",
        ),
        ("nojson", "topics.jsonl:1: not a topic"),
    ],
)
def test_topics_that_are_none(run: CommandLine, line: str, message: str) -> None:
    Path("topics.jsonl").write_text(line + "\n")
    assert message in run("annotate questions topics.jsonl -o form.html", code=3).err


# Gillick and Liu (2010), Table 3: the mean scores of eight systems by experts and by others.
TABLE_3 = {
    "experts": {
        "A": 5.16,
        "B": 4.84,
        "C": 4.50,
        "D": 4.20,
        "E": 3.91,
        "F": 3.64,
        "G": 3.57,
        "H": 3.20,
    },
    "crowd": {
        "A": 7.03,
        "B": 6.78,
        "C": 6.51,
        "D": 6.15,
        "E": 6.19,
        "F": 7.06,
        "G": 5.82,
        "H": 5.75,
    },
}


def group(name: str, raters: int, topics: int = 20, noise: float = 1.0, each: float = 0.0) -> list:
    """Ratings whose means are about those of Table 3; `each` is how far raters' moods are apart."""
    random = np.random.default_rng(raters)
    moods = dict(zip(range(raters), random.normal(0, each, raters), strict=True)) if each else {}
    return [
        {
            "rater": f"{name}{rater}", "topic": f"t{topic}", "system": system,
            "overall": mean + moods.get(rater, 0.0) + random.normal(0, noise), "seconds": 40,
        }
        for topic in range(topics)
        for system, mean in TABLE_3[name].items()
        for rater in random.choice(raters, 2, replace=False)
    ]  # fmt: skip


def test_groups_are_held_against_each_other(run: CommandLine) -> None:
    experts, crowd = group("experts", 4, noise=0.3), group("crowd", 30, noise=0.3, each=2.0)
    write("a.jsonl", experts[::2])
    write("b.jsonl", experts[1::2])
    write("crowd.jsonl", crowd)
    line = "raters --group experts=a.jsonl,b.jsonl --group crowd=crowd.jsonl"
    [found] = records(run(f"{line} --json").out)
    sides = {name: each["effects"] for name, each in found["groups"].items()}
    assert [row["system"] for row in sides["experts"]] == list("ABCDEFGH")
    assert sides["crowd"][0]["system"] in "AF"
    theirs = [dict.values(TABLE_3[name]) for name in ("experts", "crowd")]
    spearman, kendall = found["correlations"]
    assert spearman["value"] == pytest.approx(spearmanr(*map(list, theirs)).statistic, abs=0.3)
    assert -1 <= kendall["interval"][0] <= kendall["value"] <= kendall["interval"][1] < 1
    thin = found["one_rating_an_item"]["crowd"]
    assert thin["rater"] > thin["system"], "as in Table 4"
    assert any("crowd: who rated explains more" in text for text in found["advice"])
    out = run(line).out
    assert "experts: A  B <A" in out and max(map(len, out.splitlines())) <= 80


def test_single_hasty_ratings_can_be_left_out(run: CommandLine) -> None:
    rows = [
        {"rater": r, "topic": t, "system": s, "overall": score, "seconds": 3 if score == 9 else 50}
        for r in "ab" for t in "123" for s, score in (("X", 5 + (t == "1")), ("Y", 4))
    ]  # fmt: skip
    write("all.jsonl", [*rows, {**rows[0], "overall": 9, "seconds": 3}])
    [kept] = records(run("raters all.jsonl --json").out)
    [left] = records(run("raters all.jsonl --json --without-hasty").out)
    assert (kept["ratings"], left["ratings"], left["hasty"]) == (13, 12, 1)
    assert left["differences"]["counts"] == [{"difference": 0, "pairs": 6}]
    assert left["rater_means"]["deviation"] == 0
    assert "left out as too fast: 1 ratings" in run("raters all.jsonl --without-hasty").out
    write("all.jsonl", [{name: row[name] for name in row if name != "seconds"} for row in rows])
    assert "no column 'seconds'" in run("raters all.jsonl --without-hasty", code=3).err


def test_scores_of_identical_summaries_are_counted_as_in_table_2(run: CommandLine) -> None:
    """Gillick and Liu (2010): 226 pairs, 0.54 apart on average, 119, 92 and 15 by difference."""
    differences = [0] * 119 + [1] * 92 + [2] * 15
    rows = [
        {"rater": f"e{i % 8}", "topic": f"t{i}", "system": system, "text": "The same.",
         "overall": 5 + difference * (system == "B")}
        for i, difference in enumerate(differences) for system in "AB"
    ]  # fmt: skip
    write("experts.jsonl", rows)
    out = run("raters experts.jsonl").out
    assert "a rater of identical texts (226 pairs): 0.54 apart on average" in out
    assert "  0 apart: 119, 1 apart: 92, 2 apart: 15" in out
    [found] = records(run("raters experts.jsonl --json").out)
    assert [c["pairs"] for c in found["identical"]["counts"]] == [119, 92, 15]
    write("crowd.jsonl", [row | {"rater": "c"} for row in rows])
    out = run("raters --group experts=experts.jsonl --group crowd=crowd.jsonl").out
    crowd = out.partition("\ncrowd:\n")[2]
    assert "  a rater of identical texts (226 pairs): 0.54 apart" in crowd
    assert "  means of raters: deviation 0.00, from 5.27 to 5.27" in crowd


def test_one_rating_of_each_item_is_kept(run: CommandLine) -> None:
    write("a.jsonl", by_rater("ada"))
    write("n.jsonl", by_rater("noor"))
    [found, *_] = records(run("raters a.jsonl n.jsonl --one-each --json").out)
    assert (found["ratings"], found["items"], found["rated_twice"]) == (6, 6, 0)
    again = run("raters n.jsonl a.jsonl --one-each --json").out
    assert records(again)[0]["ratings"] == 6 and records(again)[0]["effects"] == found["effects"]
    other = run("raters n.jsonl a.jsonl --one-each --json --seed 4").out
    assert records(other)[0]["by_rater"] != found["by_rater"]


def test_answers_to_reversed_statements_are_held_against_each_other(run: CommandLine) -> None:
    rows = [
        {"rater": rater, "topic": f"t{t}", "system": s, "fluent": score,
         "clumsy": score if rater == "kim" else 6 - score}
        for rater in ("ada", "kim") for t in range(3) for s, score in (("A", 5), ("B", 2), ("C", 1))
    ]  # fmt: skip
    write("all.jsonl", rows)
    found = records(run("raters all.jsonl --reversed fluent=clumsy --json").out)[-1]
    assert found["by_rater"] == {"ada": 0, "kim": pytest.approx(10 / 3)}
    assert found["correlation"] == pytest.approx(0, abs=0.01)
    assert sum(count["pairs"] for count in found["differences"]["counts"]) == 18
    out = run("raters all.jsonl --reversed fluent=clumsy").out
    assert re.search("kim +3.33 apart\n +ada +0.00 apart", out)
    assert "two scales" in run("raters all.jsonl --reversed fluent", code=2).err
    assert "'dull'" in run("raters all.jsonl --reversed fluent=dull", code=3).err


@pytest.mark.parametrize(
    "line", ["", "a.csv --group x=a.csv --group y=b.csv", "--group x=a.csv", "--group x --group y="]
)
def test_groups_are_named(run: CommandLine, line: str) -> None:
    assert run(f"raters {line}", code=2).err


def test_long_summaries_that_differ_at_their_end_are_not_identical(
    run: CommandLine, folder: Path
) -> None:
    for name, end in (("one", "It rained."), ("two", "It snowed.")):
        write(f"{name}.jsonl", [{"id": "d", "summary": f"{'The mill burned. ' * 30}{end}"}])
    write("people.jsonl", [{"id": "d", "abstracts": ["Fire."]}])
    run("annotate summaries one=one.jsonl two=two.jsonl --references people.jsonl -o form.html")
    texts = re.findall(r'data-text="([^"]*)"', Path("form.html").read_text(encoding="utf-8"))
    assert len(set(texts)) == 2 and {text[-10:] for text in texts} == {"It rained.", "It snowed."}
