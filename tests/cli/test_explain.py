"""`salience explain` and `salience weights` say what the library says."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas as pd
import pytest

from salience.engine.documents import label, score
from salience.features.attributes import attributes
from salience.features.groups import DUNIETZ_GILLICK, GROUPS
from salience.model.salience_model import load_model, train
from salience.types import Document
from tests.support.builders import toy_rows
from tests.support.commands import CommandLine, records
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

MODEL = train(label(corpus(12), nlp=tiny_pipeline()), groups=GROUPS)
CROWDED = train(pd.DataFrame(toy_rows()), groups=DUNIETZ_GILLICK, n_features=9)


@pytest.fixture
def run(run: CommandLine) -> CommandLine:
    """In the folder are an article, `model`, and `crowded`, whose features share columns."""
    MODEL.save("model")
    CROWDED.save("crowded")
    return run


def test_an_explanation_is_that_of_the_library(run: CommandLine) -> None:
    options = ("--title", "Noor Haddad in Oslo", "--model", "model", "--threshold", "0", "--json")
    out = run("explain", "article.txt", *options).out
    [scored] = score(
        [Document("article.txt", TEXT, "Noor Haddad in Oslo")], model=MODEL, nlp=tiny_pipeline()
    )
    rows = MODEL.complete(attributes(scored.parsed))
    found = records(out)
    assert {r["name"] for r in found} == {"Ada Byrne", "Noor Haddad", "Oslo"}
    assert [r["score"] for r in found] == sorted(scored.scores, reverse=True)
    for record in found:
        expected = MODEL.explain(rows[record["entity"]])  # type: ignore[index,call-overload]
        assert record["score"] == scored.scores[record["entity"]] == round(expected.probability, 6)
        values = [part["value"] for part in record["contributions"]]
        assert math.fsum([record["bias"], *values]) == record["logit"] == expected.logit
        assert all(part["words"] for part in record["contributions"])
        assert record["salient"] and record["counterfactuals"] == []


def test_three_reasons_come_in_words_and_all_features_on_request(run: CommandLine) -> None:
    explain = "explain article.txt 'Noor Haddad' --model model"
    first, *rest = run(explain).out.splitlines()
    reasons = rest[: next(n for n, line in enumerate(rest) if line[:2] != "  ")]
    assert 1 <= len(reasons) <= 3 and all("█" in reason for reason in reasons)
    assert {reason.split()[0] for reason in reasons} <= {"for", "against"}
    assert not any("=" in reason for reason in reasons)
    listed = run(f"{explain} --features").out
    assert listed.startswith(f"{first}\n") and listed.count("bias") == 1
    assert all(reason[23:] in listed for reason in reasons) and "counts=" in listed


def test_the_table_fits_a_terminal_and_names_what_would_change(run: CommandLine) -> None:
    out = run("explain article.txt 'noor haddad' --model model --features").out
    assert out.startswith("Noor Haddad (PER): ") and out.count("bias") == 1
    assert "mentioned in the first sentence" in out and max(map(len, out.splitlines())) <= 80
    [record] = records(
        run("explain", "article.txt", "Noor Haddad", "--model", "model", "--json").out
    )
    assert record["threshold"] == 0.3
    for change in record["counterfactuals"]:
        assert f"{change['probability']:8.3f}  {change['words']}" in out
        assert (change["probability"] >= 0.3) != record["salient"]
    assert record["counterfactuals"] and "be salient with one of these:" in out
    out = run("explain", "article.txt", "Oslo", "--model", "model", "--threshold", "0").out
    assert out.endswith("No single change that was tried would make it not salient.\n")


def test_an_entity_is_found_by_any_of_its_mentions(run: CommandLine) -> None:
    by_name, by_mention = (
        run("explain", "article.txt", name, "--model", "model").out for name in ("Oslo", "oslo")
    )
    assert by_name == by_mention
    assert run("explain", "article.txt", "Haddad", "--model", "model").out.startswith("Noor Haddad")


def test_an_entity_is_found_by_the_name_and_the_id_that_it_is_listed_with(run: CommandLine) -> None:
    Path("mayor.txt").write_text("They all thanked Mayor Noor Haddad in Oslo.", "utf-8")
    for name in ("Noor Haddad", "noor haddad", "name:noor haddad|PER", "Mayor Noor Haddad"):
        [record] = records(run("explain", "mayor.txt", name, "--model", "model", "--json").out)
        assert record["name"] == "Noor Haddad"


def test_without_a_salient_entity_the_best_is_explained(run: CommandLine) -> None:
    out = run("explain", "article.txt", "--model", "model", "--threshold", "1", "--json").out
    [record] = records(out)
    [scored] = score([Document("d", TEXT)], model=MODEL, nlp=tiny_pipeline())
    assert record["score"] == max(scored.scores) and not record["salient"]


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (TEXT, ("Bergen",), "article.txt has no entity 'Bergen'. There are: "),
        ("It rained.", (), "article.txt has no named entity to explain"),
        (" ", (), "text is empty"),
    ],
)
def test_what_can_not_be_explained_is_one_line(
    run: CommandLine, text: str, words: tuple[str, ...], message: str
) -> None:
    Path("article.txt").write_text(text)
    out, err = run("explain", "article.txt", *words, "--model", "model", code=3)
    assert not out and err.count("\n") == 1 and message in err


def test_a_line_that_was_left_out_is_named_with_its_reason(run: CommandLine) -> None:
    Path("broken.jsonl").write_text('{"id": "d"}\n')
    err = run("explain", "broken.jsonl", "--model", "model", code=3).err
    assert err.count("\n") == 1
    assert "broken.jsonl:1" in err and "text" in err and "must have one document" not in err


def test_no_change_leads_beyond_the_document(run: CommandLine) -> None:
    most = {"order": 3, "first_sentence": 2}  # three entities, three sentences
    changed = []
    for threshold in ("0.2", "0.5", "0.8"):
        options = ("--model", "model", "--threshold", threshold, "--json")
        for name in ("Ada Byrne", "Noor Haddad", "Oslo"):
            [record] = records(run("explain", "article.txt", name, *options).out)
            changed += [(c["attribute"], c["value"]) for c in record["counterfactuals"]]
    places = [(name, value) for name, value in changed if name in most]
    assert places and all(value <= most[name] for name, value in places)


def test_head_words_that_share_a_column_are_not_the_strongest(
    run: CommandLine,
) -> None:
    out = run("weights", "--model", "crowded", "--limit", "99").out
    [words] = [block for block in out.split("\n\n") if block.startswith("head-lex: ")]
    alone = {
        feature.removeprefix("head-lex=")
        for feature in CROWDED.classifier.features_
        if feature.startswith("head-lex=")
        and all(x.startswith("head-lex=") for x in CROWDED.classifier.collisions(feature))
    }
    shown = {word.rstrip("*") for line in words.splitlines()[1:] for word in line.split()[1::2]}
    assert shown == alone


@pytest.mark.parametrize(("n", "there"), [(0, "none"), (2, "more")])
def test_one_article_is_explained_and_no_corpus(run: CommandLine, n: int, there: str) -> None:
    lines = [json.dumps({"id": f"d{i}", "text": TEXT}) for i in range(n)]
    Path("corpus.jsonl").write_text("\n".join(lines))
    err = run("explain", "corpus.jsonl", "--model", "model", code=3).err
    assert f"must have one document, and has {there}" in err


def test_weights_are_those_of_the_library(run: CommandLine) -> None:
    table = load_model("crowded").weights()
    assert records(run("weights", "--model", "crowded", "--json").out) == table.to_dict("records")
    out = run("weights", "--model", "crowded", "--limit", "2").out
    assert out.startswith(f"a model: {len(table)} features in 5 groups, bias ")
    assert f"{table['weight'][0]:+8.3f}  {table['feature'][0].partition('=')[2]}*" in out
    assert max(map(len, out.splitlines())) <= 80
    blocks = out.split("\n\n")[1:-1]
    assert {block.partition(":")[0] for block in blocks} == set(DUNIETZ_GILLICK)
    assert max(len(block.splitlines()) for block in blocks) == 3
    shown = run("weights", "--model", "model", "--limit", "999").out.rpartition("\n\n")[0]
    shared = [f for f in MODEL.classifier.features_ if MODEL.classifier.collisions(f)]
    assert shown.count("*") == len(shared)
