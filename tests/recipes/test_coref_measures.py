"""The recipe's measures of coreference, on a corpus of a few sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from resources.recipes.coref import evaluate, salience_table
from resources.recipes.judges.entities import Judge
from salience.pipeline.loading import load_pipeline
from salience.types import Document
from tests.support.samples import take_few_samples
from tests.support.tiny_pipeline import TEXT, tiny_pipeline


def test_mentions_in_no_cluster_are_clusters_of_one() -> None:
    found = evaluate.found_clusters(tiny_pipeline()(TEXT), widened=False)
    texts = [[TEXT[start:end] for start, end in cluster] for cluster in found]
    assert texts[:2] == [["Ada Byrne", "Ada Byrne"], ["Noor Haddad", "She", "Haddad"]]
    assert sorted(texts[2:]) == [["It"], ["Oslo"]]


def test_mentions_are_widened_to_the_scheme_of_ontonotes() -> None:
    words = ["Ann", "'s", "friend", "who", "sings", ",", "left", ".", "Bo", "'s", "sad"]
    clause = ["nmod:poss", "case", "nsubj", "nsubj", "acl:relcl", "punct", "ROOT", "punct"]
    tags = ["PROPN", "PART", "NOUN", "PRON", "VERB", "PUNCT", "VERB", "PUNCT"]
    doc = Doc(
        Vocab(),
        words=words,
        heads=[2, 0, 6, 4, 2, 4, 6, 6, 10, 10, 10],
        deps=[*clause, "nsubj", "cop", "ROOT"],
        pos=[*tags, "PROPN", "AUX", "ADJ"],
    )
    widened = [evaluate.widen(doc[start:end]).text for start, end in ((0, 1), (0, 3), (8, 9))]
    assert widened == ["Ann 's", "Ann 's friend who sings", "Bo"]


def test_what_ontogum_does_not_link_can_be_left_out() -> None:
    words = "Ann , a singer , met Bo . She is the mayor ."
    deps = "nsubj punct det appos punct ROOT obj punct nsubj cop det ROOT punct"
    pos = "PROPN PUNCT DET NOUN PUNCT VERB PROPN PUNCT PRON AUX DET NOUN PUNCT"
    columns = {"words": words.split(), "deps": deps.split(), "pos": pos.split()}
    doc = Doc(Vocab(), heads=[5, 3, 3, 0, 0, 5, 5, 5, 11, 11, 11, 11, 11], **columns)
    doc.spans["coref_clusters_1"] = [doc[0:1], doc[2:4], doc[8:9], doc[10:12]]

    def texts(*, bare: bool) -> list[list[str]]:
        clusters = evaluate.found_clusters(doc, widened=False, bare=bare)
        return [[doc.text[start:end] for start, end in cluster] for cluster in clusters]

    assert texts(bare=False) == [["Ann", "a singer", "She", "the mayor"], ["Bo"]]
    assert texts(bare=True)[0] == ["Ann", "She"]
    assert sorted(texts(bare=True)[1:]) == [["Bo"], ["a singer"], ["the mayor"]]


SENTENCES = [["Ada", "Byrne", "met", "Noor", "."], ["She", "left", "Oslo", "."]]
MARKS = {"Ada": "(1", "Byrne": "1)", "Noor": "(2)", "She": "(2)"}
LITBANK_MARKS = {**MARKS, "Oslo": "(3)"}


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """A document of OntoGUM in dev, one in the tuning set, and five of LitBank."""
    text = "Ada Byrne met Noor. She left Oslo."
    for part, genre in (("dev", "news"), ("train", "fiction")):
        folder = tmp_path / "gum/ontogum" / part
        folder.mkdir(parents=True)
        words = [word for sentence in SENTENCES for word in sentence]
        lines = [f"{n}\t{word}\t{MARKS.get(word, '_')}" for n, word in enumerate(words)]
        text_file = "\n".join(["# begin document ", *lines, "# end document\n"])
        (folder / f"{part}.conll").write_text(text_file)
        record = {"id": part, "genre": genre, "text": text, "entities": []}
        (tmp_path / "gum" / f"{part}.jsonl").write_text(json.dumps(record))
    (tmp_path / "litbank").mkdir()
    for n in range(5):
        lines = [f"#begin document ({n}); part 0"]
        for sentence in SENTENCES:
            for i, word in enumerate(sentence):
                columns = [str(n), "0", str(i), word, *"________", LITBANK_MARKS.get(word, "")]
                lines.append("\t".join(columns))
            lines.append("")
        (tmp_path / "litbank" / f"{n}.conll").write_text("\n".join([*lines, "#end document\n"]))
    return tmp_path


def test_the_rows_of_the_table(corpora: Path) -> None:
    rows = dict(evaluate.measure(corpora, tiny_pipeline()))
    assert [scores.documents for scores in rows.values()] == [1] * 7
    gum, as_they_are, bare, tuning, _, with_singletons, without = rows.values()
    # The key of OntoGUM: Ada alone, which counts for nothing, and Noor with She.
    assert (gum.conll, as_they_are.conll, tuning.conll, without.conll) == (1, 1, 1, 1)
    assert bare.conll == 1
    assert gum.recall["mentions"] == gum.precision["mentions"] == 1
    assert with_singletons.f1["ceafe"] == 1 and "singletons=kept" in with_singletons.signature
    cells = evaluate.row("x", gum).values()  # one document has no interval
    assert list(cells) == ["x (1 documents)", *["100.0"] * 4, "100.0 (100.0–100.0)"]


def entity(text: str, *mentions: tuple[str, str]) -> dict[str, Any]:
    """A gold entity whose mentions stand first at these places, each with its head."""
    found = []
    for mention, head in mentions:
        start = text.index(mention)
        at = start + mention.index(head)
        heads = [[at, at + len(head)]]
        found.append({"start": start, "end": start + len(mention), "heads": heads})
    return {"mentions": found}


def test_mentions_of_a_kind_get_the_coreference_of_gold_ones() -> None:
    ada = entity(TEXT, ("Ada Byrne met", "Ada"), ("She", "She"), ("thanked", "thanked"))
    noor = entity(TEXT, ("Noor Haddad in Oslo", "Noor"))
    document = Document("d", TEXT, meta={"entities": [ada, noor]})
    nlp = tiny_pipeline()
    nlp.remove_pipe("tiny_coref")

    def found(kinds: tuple[str, ...] | None) -> list[list[str]]:
        parsed = salience_table.parsed((document, nlp(TEXT)), kinds)
        return [[mention.text for mention in entity.mentions] for entity in parsed.entities]

    first = [["Ada Byrne", "She", "Ada Byrne"], ["Noor Haddad", "Haddad"]]
    assert found(()) == [*first, ["Oslo", "It"]]
    assert found((salience_table.OTHERS,)) == [*first, ["Oslo"]]
    # What stands for no gold mention is an entity of its own.
    alone = [["Ada Byrne", "She"], ["Noor Haddad"], ["Oslo"], ["Haddad"], ["Ada Byrne"]]
    assert found(salience_table.KINDS) == alone
    assert found(None) == [["Ada Byrne"], ["Noor Haddad"], ["Oslo"], ["Haddad"], ["Ada Byrne"]]
    # In the row of rules a name alone stands in no cluster, so that it may join its like.
    assert all(len(c) > 1 for c in salience_table.clusters_of((document, nlp(TEXT)), ()))


def test_clusters_of_another_pipeline_stand_for_ours(tmp_path: Path) -> None:
    tiny_pipeline().to_disk(tmp_path / "yours")
    ours = tiny_pipeline()
    ours.remove_pipe("tiny_coref")
    read = Document("d", TEXT, meta={"entities": []}), ours(TEXT)
    yours = load_pipeline(tmp_path / "yours", coref="none")
    found = salience_table.with_clusters_of(yours, read).entities
    assert [[mention.text for mention in entity.mentions] for entity in found] == [
        ["Ada Byrne", "Ada Byrne"],
        ["Noor Haddad", "She", "Haddad"],
        ["Oslo"],
    ]
    yours.remove_pipe("tiny_coref")
    found = salience_table.with_clusters_of(yours, read).entities
    assert "She" not in {mention.text for entity in found for mention in entity.mentions}


def test_clusters_of_a_recipe_reach_the_judge_in_lines_of_scores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both documents are alike, and so are the samples: a few tell what many would."""
    take_few_samples(monkeypatch)

    def one(start: int, **said: Any) -> dict[str, Any]:
        place = {"start": start, "end": start + 3, "heads": [[start, start + 3]], "kind": "named"}
        return {"mentions": [place], **said}

    gold = {
        id: {"entities": [one(n, named=True, sal=[salient]) for n, salient in ((0, 1), (9, 0))]}
        for id in "de"
    }
    found = [one(n, entity=n, score=0.5, salient=True) for n in (0, 9)]
    # With both names found one of two is right; with the first alone all that is given is.
    rows = (
        "100.0 (100.0–100.0) |  | 100.0 (100.0–100.0) | ",
        "50.0 (50.0–50.0) |  | 66.7 (66.7–66.7) | ",
    )
    for n, shown in enumerate(rows, 1):
        records = [{"id": id, "entities": found[:n]} for id in "de"]
        judged = Judge(gold, records).given()
        assert salience_table.row("x", judged, judged, []) == f"| x | {shown} |"
