"""`salience train-summarizer`, and summaries with the weights that it learned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from salience.corpus.read import read_corpus
from salience.errors import CorpusError, MisuseError, Reject, SalienceWarning
from salience.summaries.documents import train_summarizer
from salience.summaries.learned.model import SummaryModel
from tests.support.commands import CommandLine, no_work, records

TRAIN = "train-summarizer corpus.jsonl -o mine --model ./model --words 12"


def test_a_model_is_learned_and_used(run: CommandLine) -> None:
    err = run(f"{TRAIN} --passes 3 --learner svm").err

    assert "pass 1: mean loss" in err and "learned from: documents 12" in err
    assert not SummaryModel.load(Path("mine")).logistic
    run(f"{TRAIN} --overwrite")
    model = SummaryModel.load(Path("mine"))
    assert model.logistic
    assert model.parts == ("count", "stop", "words", "headline", "name", "tags")
    assert model.card["trained_on"] == {"documents": 12} and model.card["words"] == 12
    use = "summarize corpus.jsonl -o - --model ./model --learned mine --words 12"
    found = records(run(use).out)
    assert len(found) == 12
    assert {record["scheme"] for record in found} == {"learned"}
    assert any(record["sentences"] for record in found)
    assert all(record["length"] <= 12 for record in found)


def test_the_same_input_gives_the_same_model(run: CommandLine) -> None:
    run(f"{TRAIN} --learner mira --passes 2 --parts count,position -q")
    first = {file.name: file.read_bytes() for file in Path("mine").iterdir()}
    run(f"{TRAIN} --learner mira --passes 2 --parts count,position -q --overwrite")
    assert {file.name: file.read_bytes() for file in Path("mine").iterdir()} == first
    run(f"{TRAIN} --learner mira --passes 2 --parts count,position -q --overwrite --seed 1")
    assert SummaryModel.load(Path("mine")).parts == ("count", "position")


def test_what_to_cut_is_learned_and_used(run: CommandLine) -> None:
    run(f"{TRAIN} --passes 2 --learner svm --compress -q --parts count,stop")
    model = SummaryModel.load(Path("mine"))
    assert model.card["compress"] is True
    SummaryModel(model.parts, {**model.weights, "cut": 1.0}).save("cutting")

    use = "summarize corpus.jsonl -o - --model ./model --learned cutting --words 5"
    found = records(run(use).out)

    assert all(len(record["summary"].split()) == record["length"] <= 5 for record in found)
    refused = run(f"{use} --compress tree", code=2).err
    assert "compress is 'tree'" in refused and "leave compress out" in refused


def test_documents_of_a_topic_are_learned_from_together(run: CommandLine) -> None:
    """Its abstracts may stand with any of its documents, and count once."""
    texts = (
        "Ada Byrne met Noor Haddad in Oslo.",
        "Ada Byrne met Acme.",
        "Ada Byrne met her.",
    )
    abstracts = (["Ada Byrne met Acme.", "Oslo grew."], ["Oslo grew."], [])
    rows = [
        {"id": f"{topic}{i}", "text": text, "abstract": said, "topic": topic}
        for topic in "ab"
        for i, (text, said) in enumerate(zip(texts, abstracts, strict=True))
    ]
    rows += [{"id": "c", "text": texts[0], "topic": "c"}, {"id": "d", "text": texts[1]}]
    Path("topics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = "train-summarizer topics.jsonl -o topics --model ./model --parts documents,stop"

    err = run(f"{command} --by topic").err

    assert "documents without the field 'topic': 1;" in err
    assert "topics without an abstract: 2;" in err
    model = SummaryModel.load(Path("topics"))
    assert model.card["trained_on"] == {"documents": 8, "topics": 4}
    # Of three documents only the bigrams in all three count.
    assert {name for name in model.weights if "=" in name and "stop" not in name} == {"documents=3"}


def test_python_learns_what_the_command_learns(run: CommandLine) -> None:
    how = {"words": 12, "parts": ["count", "stop"], "learner": "svm", "passes": 2}
    run(f"{TRAIN} --passes 2 --learner svm --parts count,stop --compress")
    documents = read_corpus("corpus.jsonl")
    found = train_summarizer(documents, model="./model", compress=True, card={"name": "a"}, **how)
    assert found.weights == SummaryModel.load(Path("mine")).weights
    assert found.card == {"name": "a"}


def test_python_learns_of_topics_too_and_refuses_at_once(run: CommandLine) -> None:
    rows = [
        {"id": f"{i}", "text": text, "abstract": abstract, "topic": "a"}
        for i, (text, abstract) in enumerate(
            [("Ada Byrne met Noor Haddad.", "Ada Byrne left."), ("Ada Byrne met Acme.", [])]
        )
    ]
    left_out: list[Reject] = []
    with pytest.raises(CorpusError, match="none of 0 documents has an extract"):
        train_summarizer(rows[1], on_reject=left_out.append, model="./model", learner="svm")
    assert [reject.id for reject in left_out] == ["1"]
    with pytest.warns(SalienceWarning, match="no document has the field 'subject'"):
        train_summarizer([rows[0], {**rows[0], "id": "2"}], by="subject", model="./model")
    with pytest.raises(CorpusError, match="the documents are one example"):
        train_summarizer(rows, by="topic", model="./model")
    two = [*rows, *({**row, "id": f"b{row['id']}", "topic": "b"} for row in rows)]
    model = train_summarizer(two, by="topic", parts=["documents"], model="./model")
    assert model.parts == ("documents",)
    for wrong, message in (
        ({"parts": ["length"]}, "'length' is no part"),
        ({"learner": "ranker"}, "no learner 'ranker': name one of logistic, svm, mira"),
        ({"compress": True}, "can't learn what to cut"),
    ):
        with pytest.raises(MisuseError, match=message):
            train_summarizer([3], **wrong)  # not even looked at


def test_documents_without_abstracts_teach_nothing(run: CommandLine) -> None:
    rows = [{"id": "a", "text": "Ada Byrne met Noor Haddad."}]
    Path("bare.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("train-summarizer bare.jsonl -o mine --model ./model", code=3)
    assert not Path("mine").exists()


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("train-summarizer corpus.jsonl -o mine --parts length", 2, "'length' is no part"),
        ("train-summarizer corpus.jsonl -o mine --parts stop,stop", 2, "'stop' comes twice"),
        ("train-summarizer corpus.jsonl -o mine --compress", 2, "can't learn what to cut"),
        ("train-summarizer corpus.jsonl -o model", 3, "is there and holds a model"),
        ("summarize corpus.jsonl -o - --learned model", 3, "'format' must be"),
    ],
)
def test_misuse(run: CommandLine, monkeypatch, command: str, code: int, message: str) -> None:
    no_work(monkeypatch)
    assert message in run(command, code=code).err


def test_learned_weights_are_for_coverage_alone(run: CommandLine) -> None:
    run(f"{TRAIN} --passes 2 -q")
    err = run("summarize corpus.jsonl -o - --learned mine --method greedy", code=2).err
    assert "for 'coverage' alone" in err
