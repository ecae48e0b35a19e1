"""The recipe of the English pipeline: conversion, augmentation, scores. All texts are made up."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
import spacy
from spacy import util
from spacy.tokens import Doc, DocBin, Span
from spacy.training import Example
from thinc.api import SGD, fix_random_seed

from resources.recipes.pipeline import (
    augment,
    evaluate,
    layers,
    names,
    package,
    silver,
    teacher_data,
    tokenizer,
    train,
    ud,
    vectors,
    weak,
)
from tests.support import ROOT

RECIPE = ROOT / "resources/recipes/pipeline"


def row(number: str, word: str, tag: str, head: int, dep: str, misc: str = "_", lemma="") -> str:
    pos, xpos = tag.split("/")
    columns = number, word, lemma or word.lower(), pos, xpos, "_", str(head), dep, "_", misc
    return "\t".join(columns)


ORGANISATION = ["B-Organisation", "I-Organisation", "I-Organisation"]
CONLLU = "\n".join(
    [
        "# newdoc id = GUM_news_made",
        "# newpar",
        "# sent_id = made-1",
        "# text = Harbour Opens",
        row("1", "Harbour", "NOUN/NN", 2, "nsubj"),
        row("2", "Opens", "VERB/VBZ", 0, "root", lemma="open"),
        "",
        "# newpar",
        "# sent_id = made-2",
        row("1", "Mayor", "PROPN/NNP", 4, "nsubj"),
        row("2", "Ada", "PROPN/NNP", 1, "flat"),
        row("3", "Quill", "PROPN/NNP", 1, "flat"),
        "4-5\tdidn't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No",
        row("4", "did", "VERB/VBD", 0, "root", lemma="do"),
        row("5", "n't", "PART/RB", 4, "advmod", lemma="not"),
        "5.1\t_\t_\t_\t_\t_\t_\t_\t_\t_",
        row("6", ".", "PUNCT/.", 4, "punct"),
        "",
        "# newdoc id = GUM_bio_other",
        "# sent_id = other-1",
        row("1", "Yes", "INTJ/UH", 0, "root"),
        "",
    ]
)


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


@pytest.fixture
def doc(nlp):
    document = next(ud.documents(ud.read_conllu(CONLLU.splitlines())))
    return ud.to_doc(document, nlp.vocab, gap_space=True)


def test_documents_keep_raw_text_with_paragraphs(doc):
    assert doc.text == "Harbour Opens \n\nMayor Ada Quill didn't. "
    found = [sent.text.strip() for sent in doc.sents]
    assert found == ["Harbour Opens", "Mayor Ada Quill didn't."]


def test_gap_token_hangs_on_the_word_before_and_ends_its_sentence(doc):
    gap = doc[2]
    assert (gap.text, gap.tag_, gap.pos_, gap.head.i) == ("\n\n", "_SP", "SPACE", 1)
    assert doc[3].is_sent_start and not gap.is_sent_start


def test_annotation_survives_multiword_tokens_and_empty_nodes(doc):
    negation = doc[7]
    assert (negation.text, negation.lemma_, negation.head.text) == ("n't", "not", "did")
    assert not doc[6].whitespace_ and not negation.whitespace_


def test_chunks_break_before_paragraphs_only():
    document = next(ud.documents(ud.read_conllu(CONLLU.splitlines())))
    assert [len(chunk) for chunk in ud.chunks(document, limit=3)] == [1, 1]
    assert [len(chunk) for chunk in ud.chunks(document, limit=100)] == [2]


@pytest.mark.parametrize(
    ("words", "labels", "strict", "expected"),
    [
        (["Ann"], ["B-musicalartist"], False, ["B-PER"]),
        (["Ruritania"], ["B-country"], False, ["B-LOC"]),
        (["Blue", "Party"], ["B-politicalparty", "I-politicalparty"], False, ["B-ORG", "I-ORG"]),
        (["Ruritanian"], ["B-misc"], False, ["B-MISC"]),
        (["jazz"], ["B-musicgenre"], False, [None]),
        (["x"], ["-"], False, [None]),
        (["Monday"], ["B-Temporal"], True, ["O"]),
        (["the", "rebels"], ["B-Organisation", "I-Organisation"], True, ["O", None]),
        (["they"], ["B-Organisation"], True, [None]),
        (["Bank", "of", "Oz"], ORGANISATION, True, ["B-ORG", "I-ORG", "I-ORG"]),
        (["The"], ["B-Organisation"], True, ["O"]),
    ],
)  # fmt: skip
def test_labels_are_mapped_down(words, labels, strict, expected):
    assert names.map_labels(words, labels, strict=strict) == expected


def test_adjacent_spans_and_spans_without_a_begin_stay_apart():
    found = names.spans(["B-PER", "B-PER", "I-PER", "O", "I-LOC", "I-ORG"])
    assert found == [(0, 1, "PER"), (1, 3, "PER"), (4, 5, "LOC"), (5, 6, "ORG")]


def entity(kind: str, text: str, mention: str, *heads: str) -> dict:
    start = text.index(mention)
    spots = [[text.index(h, start), text.index(h, start) + len(h)] for h in heads]
    end = start + len(mention)
    mentions = [{"start": start, "end": end, "heads": spots, "kind": "named"}]
    return {"type": kind, "mentions": mentions}


def test_gum_person_loses_title_and_nested_place(nlp):
    words = ["Oz", "President", "Ada", "Quill", "left", "Monday"]
    tags = ["NNP", "NNP", "NNP", "NNP", "VBD", "NNP"]
    doc = Doc(nlp.vocab, words=words, tags=tags, pos=["PROPN"] * 4 + ["VERB", "PROPN"])
    text = doc.text
    entities = [
        entity("place", text, "Oz", "Oz"),
        entity("person", text, "Oz President Ada Quill", "President", "Quill"),
        entity("time", text, "Monday", "Monday"),
    ]
    assert names.gum_labels(doc, entities) == ["B-LOC", None, "B-PER", "I-PER", "O", "O"]


def test_gum_name_goes_on_over_of_only_where_asked(nlp):
    words = ["the", "Bank", "of", "the", "North", "and", "Ann"]
    tags = ["DT", "NNP", "IN", "DT", "NNP", "CC", "NNP"]
    pos = ["DET", "PROPN", "ADP", "DET", "PROPN", "CCONJ", "PROPN"]
    doc = Doc(nlp.vocab, words=words, tags=tags, pos=pos)
    entities = [entity("organization", doc.text, "the Bank of the North", "Bank")]
    assert names.gum_spans(doc, entities) == [(1, 5, "ORG")]
    assert names.gum_spans(doc, entities, linked=False) == [(1, 2, "ORG")]
    assert names.gum_labels(doc, entities)[-1] is None


def test_gum_noun_phrase_without_a_proper_head_is_no_name(nlp):
    doc = Doc(nlp.vocab, words=["my", "town"], tags=["PRP$", "NN"], pos=["PRON", "NOUN"])
    assert names.gum_spans(doc, [entity("place", doc.text, "my town", "town")]) == []


@pytest.mark.parametrize("how", ["lower", "upper", "title", "names"])
def test_recasing_keeps_lengths_and_annotation(doc, how):
    new = augment.rebuild(doc, augment.recase(doc, how))
    assert len(new.text) == len(doc.text)
    assert [t.tag_ for t in new] == [t.tag_ for t in doc]
    assert [t.head.i for t in new] == [t.head.i for t in doc]
    assert all(new[i].lemma == 0 for i in range(len(doc)) if new[i].text != doc[i].text)


def test_headline_and_byline_case(nlp):
    pos = ["PROPN", "VERB", "ADP", "DET", "NOUN"]
    doc = Doc(nlp.vocab, words=["Ann", "leaves", "for", "the", "sea"], pos=pos)
    assert augment.recase(doc, "title") == ["Ann", "Leaves", "for", "the", "Sea"]
    assert augment.recase(doc, "names") == ["ANN", "leaves", "for", "the", "sea"]


def test_a_letter_that_grows_in_capitals_stays(nlp):
    assert augment.recase(Doc(nlp.vocab, words=["straße"]), "upper") == ["straße"]


def test_exchanged_names_are_the_same_everywhere_and_stay_aligned(nlp):
    words = ["Ann", "met", "Bo", ".", "Ann", "left"]
    doc = Doc(nlp.vocab, words=words, ents=["B-PER", "O", "B-PER", "O", "B-PER", "O"])
    new = augment.replace_names(doc, {"PER": ["Kim Vale"]}, Random(1), share=1.0)  # noqa: S311
    texts = [ent.text for ent in new.ents]
    assert texts[0] == texts[2] and set(texts) <= {"Kim", "Vale"}
    assert len(new.ents) == 3 and {ent.label_ for ent in new.ents} == {"PER"}


def test_a_vote_needs_a_majority_and_leaves_the_rest_unknown(nlp):
    def made(kind: str) -> Doc:
        doc = Doc(nlp.vocab, words=["In", "Oz", "Ann", "slept"])
        doc.ents = [Span(doc, 1, 2, label="LOC"), Span(doc, 2, 3, label=kind)]
        return doc

    docs = [made("PER"), made("ORG")]
    types = silver.votes(docs, {})
    assert types == {"Oz": "LOC", "Ann": None}
    assert silver.relabel(docs[0], types) == ["O", "B-LOC", None, "O"]


def parse(heads: list[int], tags: list[str], sure: float = 0.0) -> object:
    deps = ["ROOT" if head == i else "dep" for i, head in enumerate(heads)]
    return silver.Parse(heads, deps, tags, sure)


def test_silver_trees_are_the_teachers_where_it_is_sure(nlp):
    doc = Doc(
        nlp.vocab,
        words=["Oh", ".", "Ann", "ate", "pears", ".", "\n", "Bo", "saw", "wild", "geese", "Bo"],
        tags=["UH", ".", "NNP", "VBD", "NNS", ".", "_SP", "NNP", "VBD", "JJ", "NNS", "NNP"],
        lemmas=["oh", ".", "Ann", "eat", "pear", ".", "\n", "Bo", "see", "wild", "goose", "Bo"],
        morphs=["", "", "", "", "Number=Plur", "", "", "", "", "", "", ""],
        sent_starts=[True, False, True, *[False] * 4, True, *[False] * 3, True],
    )
    sentences = silver.sentence_tokens(doc)
    assert [len(tokens) for tokens in sentences] == [2, 4, 4, 1]
    ann, bo = parse([1, 1, 1, 1], ["NNP", "VBD", "NN", "."]), parse([1, 1, 3, 1], ["NNP"] * 4)
    assert [silver.fits(tokens) for tokens in sentences] == [False, True, True, False]
    certain = [None, ann, bo, None]
    [run] = silver.sure_runs(sentences, certain)
    assert [tokens[0].i for tokens, _ in run] == [2, 7], "sentences without a tree end a run"
    doubtful = parse([1, 1, 3, 1], ["NNP"] * 4, sure=-0.3)
    assert [len(r) for r in silver.sure_runs(sentences, [None, ann, doubtful, None])] == [1]
    borders = [parse([1, 1, 1, 1], ["NNP"] * 4, sure=x) for x in (-0.287, -0.288)]
    assert [len(r) for r in silver.sure_runs(sentences[1:3], borders)] == [1], "log 0.75 is -0.2877"

    names = ["O", "O", "B-PER", *["O"] * 4, None, *["O"] * 4]
    made = silver.taught(doc, run, names)
    assert [t.text for t in made] == [t.text for t in doc[2:11]]
    assert [t.head.i for t in made] == [1, 1, 1, 1, 3, 6, 6, 8, 6]
    assert [t.dep_ for t in made if t.head == t] == ["ROOT", "ROOT"]
    assert [t.tag_ for t in made] == ["NNP", "VBD", "", ".", "_SP", "NNP", "", "", ""]
    assert [t.lemma_ for t in made] == ["Ann", "eat", "", ".", "\n", "Bo", "", "", ""]
    assert [t.has_morph() for t in made] == [True, True, False, True, True, True, *[False] * 3]
    assert [t.ent_iob_ for t in made] == ["B", "O", "O", "O", "O", "", "O", "O", "O"]


def test_silver_docs_ask_the_teacher_once_for_each_sentence_of_a_good_length(nlp, monkeypatch):
    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    texts = ["Ann ate ripe pears . Bo saw wild geese .", "", "Cy slept . Di woke up early ."]
    monkeypatch.setattr(silver, "parsed", lambda nlp, _: nlp.pipe(texts))
    asked = []

    def teacher(sentences):
        asked.extend(sentences)
        return [parse([len(words) - 1] * len(words), [""] * len(words)) for words in sentences]

    docs = list(silver.silver_docs(pipeline, teacher, Path(), {}))
    found = [" ".join(words) for words in asked]
    assert found == ["Ann ate ripe pears .", "Bo saw wild geese .", "Di woke up early ."]
    assert [doc.text.strip() for doc in docs] == [texts[0], "Di woke up early ."]
    assert [t.head.i for t in docs[1]] == [4, 4, 4, 4, 4]


def test_batches_of_the_teacher_hold_every_sentence_of_an_epoch_once():
    data = [teacher_data.Sentence([f"w{i}"] * (1 + i % 4)) for i in range(50)]
    found = list(teacher_data.updates(data, 20, 6, Random(1)))  # noqa: S311
    groups = [group for update in found for group in update]
    assert all(len({len(s.words) for s in group}) == 1 for group in groups)
    assert sorted(s.words[0] for group in groups for s in group) == sorted(
        f"w{i}" for i in range(50)
    )
    assert len(found) > 1


def test_rows_of_words_hold_what_is_known_of_them():
    lexicon = teacher_data.Lexicon({"don't": 7}, ["cat"], ["a", "c"])
    numbers = [lexicon.number(word) for word in ("Cat", "Don’t", "cat", "Cat", "x" * 30)]
    assert numbers == [0, 1, 2, 0, 3]
    table = lexicon.table()
    assert table[:, :2].tolist() == [[0, 1], [7, 0], [0, 1], [0, 0]]
    assert table[2, 2:6].tolist() == [3, 2, 1, 0], "c, a, a rare letter, nothing"
    assert (table[3, 2:] == 1).all()


def test_the_teacher_learns_stores_and_comes_back(nlp, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    from resources.recipes.pipeline import teacher

    for name, value in {"WORDS": 6, "DECAY": 0.9}.items():
        monkeypatch.setattr(teacher, name, value)
    words = {"words": ["ann", "ate"], "dimensions": 2, "vectors": {"ann": [1, 0], "ate": [0, 1]}}
    glove = tmp_path / "glove.json"
    glove.write_text(json.dumps(words))
    monkeypatch.setattr(vectors, "SHA256", hashlib.sha256(glove.read_bytes()).hexdigest())
    tags = ["NNP", "VBD", "NNS", ".", "NNP", "VBD"]
    deps = ["nsubj", "ROOT", "obj", "punct", "nsubj", "ROOT"]
    texts = ["Ann", "ate", "pears", ".", "Bo", "slept"]
    doc = Doc(nlp.vocab, words=texts, tags=tags, heads=[1, 1, 1, 1, 5, 5], deps=deps)
    folder = tmp_path / "teacher"

    def check(trained) -> dict[str, float]:
        return teacher.scores(trained, [doc])

    monkeypatch.setattr(teacher, "EPOCHS", 1)
    teacher.fit(folder, glove, [doc] * 10, check)
    numbers = teacher.read_glove(glove)
    last, mean = (teacher.Trained.load(folder / part, numbers) for part in ("last", "mean"))
    assert mean.teacher.arc.equal(last.teacher.arc) and last.teacher.arc.any(), "it starts here"
    monkeypatch.setattr(teacher, "EPOCHS", 30)
    teacher.fit(folder, glove, [doc] * 10, check)
    found = teacher.Trained.load(folder / "mean", numbers)
    assert check(found) == {"uas": 100.0, "las": 100.0, "xpos": 100.0}
    [one, two] = found.parse([["Bo", "slept"], ["Ann", "ate", "pears", "."]])
    assert (one.heads, one.deps) == ([1, 1], ["nsubj", "ROOT"])
    assert two.heads == [1, 1, 1, 1] and two.sure <= 0
    teacher.fit(folder, glove, [doc], lambda _: pytest.fail("it is finished"))


def test_weak_labels_mark_the_title_and_leave_other_capitals_unknown(nlp):
    doc = nlp.make_doc("Ada Quill met Bo in town; Quill won.")
    assert weak.mark(doc, "Ada Quill", "PER") == [
        "B-PER", "I-PER", "O", None, "O", "O", "O", "B-PER", "O", "O",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def tokenizers(tmp_path_factory):
    """A pipeline whose tokenizer is changed, and the same once it was stored."""
    nlp, folder = spacy.blank("en"), tmp_path_factory.mktemp("stored")
    tokenizer.adapt_tokenizer(nlp)
    nlp.to_disk(folder)
    return nlp, spacy.load(folder)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("No way!!! Really?", ["No", "way", "!!!", "Really", "?"]),
        ("a pre-war and/or co-op", ["a", "pre-war", "and", "/", "or", "co-op"]),
        ("a well-known #tag", ["a", "well", "-", "known", "#tag"]),
        ("call 555-010-1234 now", ["call", "555-010-1234", "now"]),
        ("Ann's don't", ["Ann", "'s", "do", "n't"]),
    ],
)
def test_tokenizer_settings_survive_storing(text, words, tokenizers):
    assert [[t.text for t in nlp(text)] for nlp in tokenizers] == [words] * 2


def test_scores_compare_by_offset_and_punish_wrong_words(nlp):
    def made(words: list[str], spaces: list[bool], heads: list[int], pos: list[str]) -> Doc:
        return Doc(nlp.vocab, words=words, spaces=spaces, heads=heads, pos=pos,
                   deps=["ROOT" if h == i else "dep" for i, h in enumerate(heads)])  # fmt: skip

    gold = made(["ice", "-", "cold"], [False, False, False], [2, 2, 2], ["NOUN", "PUNCT", "ADJ"])
    whole = made(["ice-cold"], [False], [0], ["ADJ"])
    counts = evaluate.syntax_counts([(whole, gold)])
    assert counts["token"] == Counter(hits=0, predicted=1, gold=3)
    assert counts["sent"] == Counter(hits=1, predicted=1, gold=1)
    perfect = evaluate.scores(evaluate.syntax_counts([(gold, gold)]))
    assert set(perfect.values()) == {100.0}


def test_predicted_names_are_cut_to_the_run_of_proper_nouns(nlp):
    words, tags = ["the", "Mr.", "Vale", "of", "Oz"], ["DT", "NNP", "NNP", "IN", "NNP"]
    deps = ["det", "compound", "ROOT", "case", "nmod"]
    doc = Doc(nlp.vocab, words=words, tags=tags, heads=[2, 2, 2, 4, 2], deps=deps)
    assert evaluate.trimmed(Span(doc, 0, 5, label="PER")) == (8, 12, "PER")
    assert evaluate.trimmed(Span(doc, 0, 1, label="PER")) is None


def test_learning_rate_rises_and_falls():
    rates = [train.rate(step, 1000, 1.0, warmup=100) for step in (0, 99, 550, 999)]
    assert rates[0] < rates[1] == 1.0 > rates[2] > rates[3] > 0


def test_batches_repeat_with_the_seed(nlp):
    docs = [Doc(nlp.vocab, words=[str(i)] * 5) for i in range(20)]

    def first(seed: int) -> list[str]:
        source = train.batches([(docs, 1.0)], 20, seed, None)
        return [doc.text for _ in range(4) for doc in next(source)]

    assert first(1) == first(1) != first(2)


def test_vectors_have_every_case_and_no_words(tmp_path, monkeypatch):
    made = {"ann": [3.0, 0.0, 9.0], "oz": [0.0, 1.0, 9.0], "rained": [-3.0, -1.0, 9.0]}
    content = json.dumps({"words": list(made), "vectors": made, "dimensions": 2}).encode()
    (tmp_path / vectors.FILE).write_bytes(content)
    monkeypatch.setattr(vectors, "SHA256", hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(vectors, "ROWS", 2)
    monkeypatch.setattr(vectors, "DIM", 1)
    vocab = spacy.load(vectors.vectors_model(tmp_path)).vocab
    assert vocab.vectors.shape == (2, 1)
    assert vocab["Ann"].vector == vocab["ANN"].vector == vocab["ann"].vector != 0
    assert vocab["Ann"].vector == -vocab["oz"].vector  # two centred points lie opposite
    assert not vocab["rained"].has_vector  # less frequent than the rows that are kept
    assert "oz" not in spacy.blank("en").from_disk(tmp_path / "vectors/model").vocab.strings


def test_another_file_of_vectors_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="is not there"):
        vectors.vectors_model(tmp_path)
    (tmp_path / vectors.FILE).write_text("{}", encoding="utf8")
    with pytest.raises(SystemExit, match=r"not the file of version 1\.1\.0"):
        vectors.vectors_model(tmp_path)


@pytest.fixture
def work(tmp_path, nlp, monkeypatch):
    """A folder as the steps before the trainings leave it, with a small encoder."""
    config = util.load_config(RECIPE / "model.cfg")
    layers, rows = config["components"]["tok2vec"]["model"], [50, 20, 20, 20]
    layers["embed"]["embed"].update(width=16, rows=rows, include_static_vectors=False)
    layers["encode"].update(width=16, depth=1)
    config["components"]["trainable_lemmatizer"]["min_tree_freq"] = 1
    config.to_disk(tmp_path / "model.cfg")
    (tmp_path / "vectors").mkdir()
    spacy.blank("en").to_disk(tmp_path / "vectors/model")
    trees = [ud.to_doc(list(ud.read_conllu(CONLLU.splitlines())), nlp.vocab, gap_space=True)] * 6
    for doc in trees:
        doc.ents = [Span(doc, 4, 5, label="PER")]
    (tmp_path / "data").mkdir()
    DocBin(docs=trees).to_disk(tmp_path / "data/trees.spacy")
    names = [Doc(nlp.vocab, words=["In", "Oz", "it", "rained"], ents=["O", "B-LOC", "O", "O"])]
    DocBin(docs=names * 6).to_disk(tmp_path / "data/names.spacy")
    (tmp_path / "data/titles.json").write_text('{"LOC": ["Northport"]}', encoding="utf8")
    monkeypatch.setattr(train, "CONFIG", tmp_path / "model.cfg")
    monkeypatch.setattr(train, "HERE", tmp_path)
    return tmp_path


def stages(work: Path, steps: int) -> None:
    stage = {
        "seed": 1, "steps": steps, "rate": 0.05, "dropout": 0.0, "every": 4,
        "trees": {"trees": 1}, "tree_words": 20, "names": {"names": 1}, "name_words": 8,
    }  # fmt: skip
    stages = {"first": stage, "student": stage | {"start": "first"}}
    (work / "training.json").write_text(json.dumps(stages), encoding="utf8")


@pytest.mark.parametrize("processes", [1, 2, 3, 12])
def test_any_number_of_processes_learns_the_same(work, processes, monkeypatch):
    """The encoder too, which learns from the second update on: output layers begin with zeros.

    With plain steps down the gradient: Adam would not notice a gradient that counts twice.
    """
    monkeypatch.setattr(train, "Adam", lambda *_, **__: SGD(0.05, grad_clip=0.0))
    stages(work, 3)
    train.fit("first", work, lambda _: None, processes)
    several = spacy.load(work / "first/last")
    fix_random_seed(1)
    vocab = spacy.blank("en").vocab
    trees = train.read_docs(work / "data/trees.spacy", vocab)
    names = train.read_docs(work / "data/names.spacy", vocab)
    one = train.build(work, trees, {})
    begun = weights(one)
    titles = json.loads((work / "data/titles.json").read_text())
    named, parsed = train.batches([(names, 1)], 8, 1, titles), train.batches([(trees, 1)], 20, 1)
    optimizer = SGD(0.05, grad_clip=0.0)
    others = [name for name in one.pipe_names if name not in ("tok2vec", "ner")]
    for step in range(3):
        optimizer.learn_rate = train.rate(step, 3, 0.05)
        for docs, excluded in ((next(named), others), (next(parsed), [])):
            examples = [Example(one.make_doc(doc.text), doc) for doc in docs]
            one.update(examples, drop=0.0, sgd=False, exclude=excluded)
        for _, pipe in one.pipeline:
            pipe.finish_update(optimizer)
    found, expected = weights(several), weights(one)
    for name in expected:
        np.testing.assert_allclose(found[name], expected[name], atol=1e-6)
        assert abs(found[name] - begun[name]).max() > 1e-3, name


def weights(nlp) -> dict[str, np.ndarray]:
    """The weights of each component, in a row."""
    return {
        name: np.concatenate(
            [
                node.get_param(param).ravel()
                for node in pipe.model.walk()
                for param in filter(node.has_param, node.param_names)
            ]
        )
        for name, pipe in nlp.pipeline
    }


def test_an_error_in_another_process_ends_all(work, monkeypatch):
    stages(work, 4)
    mine = os.getpid()
    monkeypatch.setattr(train, "rate", lambda *_: 0.1 if os.getpid() == mine else 1 / 0)
    with pytest.raises(RuntimeError, match=r"the other processes ended with \[1, 1\]"):
        train.fit("first", work, lambda _: None, 3)


def test_an_error_in_the_first_process_ends_all(work):
    stages(work, 8)
    with pytest.raises(ZeroDivisionError):
        train.fit("first", work, lambda _: 1 / 0, 3)


def test_a_training_learns_goes_on_and_hands_over(work):
    seen: list[dict] = []

    def check(nlp) -> None:
        gold = train.read_docs(work / "data/trees.spacy", nlp.vocab)
        seen.append(evaluate.quick(nlp, gold[:1]))

    stages(work, 4)
    done = train.fit("first", work, check, 2)
    assert len(seen) == 1
    assert train.fit("first", work, check, 2) == done and len(seen) == 1  # finished is kept
    stages(work, 28)
    train.fit("first", work, check, 2)
    assert len(seen) == 7  # from update 4 on
    assert seen[-1]["las"] > seen[0]["las"] and seen[-1]["lemma"] > 90
    trained = spacy.load(done)
    assert {ent.label_ for ent in trained("In Oz it rained").ents} <= {"LOC", "PER"}
    train.fit("student", work, check, 2)
    assert seen[-1]["las"] >= 90


def test_trainings_follow_each_other_and_the_last_is_packaged_with_the_layers_of_names(tmp_path):
    every = json.loads((RECIPE / "training.json").read_text(encoding="utf8"))
    names = [name for name, training in every.items() if "trees" in training]
    assert list(every) == [*names, "arrays", "large", "taught"]
    assert [every[name].get("start") for name in names] == [None, *names[:-1]]
    [shipped] = (ROOT / "resources/models").glob("en_salience_sm-*")
    last = spacy.load(shipped)
    last.meta["name"] = "last"
    (tmp_path / names[-1]).mkdir()
    last.to_disk(tmp_path / names[-1] / "averaged")
    weights = {name: x / 2 for name, x in layers.weights_of(last.get_pipe("ner").model).items()}
    (tmp_path / "taught").mkdir()
    np.savez(tmp_path / "taught/layers.npz", **weights)
    made = package.assemble(tmp_path)
    assert made.meta["name"] == "last"
    found = layers.weights_of(made.get_pipe("ner").model)
    assert all((found[name] == weights[name]).all() for name in weights)
