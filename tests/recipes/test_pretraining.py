"""Pretraining of the encoder, what is kept back from it, and the study of the recogniser alone.

All texts are made up.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc, DocBin
from spacy.vectors import Vectors

from resources.recipes.pipeline import names, overlap, pretrain, recogniser, train
from tests.support import ROOT

HELD = "When the ferry came into Tarnbury late at night nobody on the quay knew why."
FREE = "The harbour of Oz was closed for a year, and Ada Quill wrote of it. " * 6


def write(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """A corpus folder with one measured text, and two sources, one of them compressed."""
    for name in overlap.TEXTS:
        write(tmp_path / f"{name}.jsonl", [{"text": HELD}])
    for name in overlap.SENTENCES:
        entities = [{"type": "LOC", "mentions": [[0, 1, 2]]}]
        write(
            tmp_path / f"{name}.jsonl",
            [{"sentences": [["In", "Oz", "it", "rained"]], "entities": entities}],
        )
    (tmp_path / "ud-ewt").mkdir()
    (tmp_path / "ud-ewt/dev.conllu").write_text("# text = Short.\n", encoding="utf8")
    write(tmp_path / "pairs/a.jsonl", [{"abstract": "", "text": f"Say: {HELD}"}])
    write(tmp_path / "raw/b.jsonl.gz", [{"text": FREE}])
    monkeypatch.setattr(pretrain, "SOURCES", {"pairs/a.jsonl": 1.0, "raw/b.jsonl.gz": 1.0})
    return tmp_path


@pytest.fixture
def model(tmp_path):
    """A small pipeline with static vectors, an encoder and a recogniser."""
    nlp = spacy.blank("en")
    rows = np.random.default_rng(1).normal(size=(40, 8)).astype("float32")
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=rows)
    for row, word in enumerate(("the", "of", "oz", "was", "for", "year")):
        for form in (word, word.title()):
            nlp.vocab.vectors.add(form, row=row)
    config = spacy.util.load_config(ROOT / "resources/recipes/pipeline/model.cfg")["components"]
    layers = config["tok2vec"]["model"]
    layers["embed"]["embed"].update(width=16, rows=[50, 20, 20, 20])
    layers["encode"].update(width=16, depth=1)
    names_model = config["ner"]["model"]
    names_model["tok2vec"]["embed"]["width"] = names_model["tok2vec"]["encode"]["width"] = 16
    nlp.add_pipe("tok2vec", config={"model": layers})
    nlp.add_pipe("salience_names", name="ner", config={"model": names_model})
    doc = Doc(nlp.vocab, words=["In", "Oz", "it", "rained"], ents=["O", "B-LOC", "O", "O"])
    example = spacy.training.Example(nlp.make_doc(doc.text), doc)
    nlp.initialize(lambda: [example])
    nlp.to_disk(tmp_path / "model")
    return tmp_path / "model"


def test_a_document_with_words_of_a_measured_text_trains_nothing(corpus):
    held = overlap.measured_runs(corpus)
    assert pretrain.raw_texts(corpus, held, 0) == [FREE.strip()]
    assert len(pretrain.raw_texts(corpus, set(), 0)) == 2


def test_pieces_end_at_line_ends_and_hold_the_abstract():
    record = {"abstract": "Lead.", "text": f"{'a' * 2000}\n{'b' * 2000}\n\nc"}
    assert [piece.replace("\n\n", "|") for piece in pretrain.pieces(record)] == [
        "Lead.|" + "a" * 2000,
        "b" * 2000 + "|" + "|c",
    ]


def test_white_space_is_never_masked_and_every_word_of_a_name_is():
    names = np.array([True, True, False, True, False])
    blank = np.array([False, False, False, True, False])
    generator = np.random.default_rng(3)
    masks = np.array([pretrain.masked(names, blank, generator) for _ in range(300)])
    assert (masks[:, 0] == masks[:, 1]).all() and not masks[:, 3].any()
    assert 0.25 < masks[:, 0].mean() < 0.45 and 0.08 < masks[:, 2].mean() < 0.22


def test_targets_tell_a_capital_and_leave_out_unknown_words(model):
    doc = spacy.load(model).make_doc("Oz oz the Quill")
    at, rows = pretrain.targets_of(doc, np.array([True, True, False, True]))
    assert (at.tolist(), rows.tolist()) == ([0, 1], [5, 4])


def test_a_table_learns_which_word_an_output_stands_for():
    generator = np.random.default_rng(0)
    table = pretrain.WordTable(generator.normal(size=(50, 8)).astype("float32"), 6)
    outputs = generator.normal(size=(4, 6)).astype("float32")
    targets = np.array([0, 17, 17, 98])
    losses = [table.learn(outputs, targets, generator)[1] for _ in range(60)]
    assert losses[-1] < losses[0] / 2


def test_the_gradient_of_the_outputs_is_that_of_the_loss():
    generator = np.random.default_rng(0)
    vectors = generator.normal(size=(20, 8)).astype("float32")
    outputs = generator.normal(size=(3, 6)).astype("float32")
    targets = np.array([1, 2, 30])

    def learn(moved: np.ndarray) -> tuple[np.ndarray, float]:
        table = pretrain.WordTable(vectors, 6)
        return table.learn(moved, targets, np.random.default_rng(5))[:2]

    gradient, _ = learn(outputs)
    step = np.zeros_like(outputs)
    step[1, 2] = 1e-2
    slope = (learn(outputs + step)[1] - learn(outputs - step)[1]) / 2e-2
    assert slope == pytest.approx(gradient[1, 2], rel=0.02)


def test_a_pretraining_goes_on_and_its_encoder_fits_the_recogniser(corpus, model, monkeypatch):
    monkeypatch.setattr(pretrain, "BATCH", 20)
    pretrain.pretrain(corpus, corpus, model, 0)
    state = json.loads((corpus / "pretrain/state.json").read_text())
    pretrain.pretrain(corpus, corpus, model, 0)
    after = json.loads((corpus / "pretrain/state.json").read_text())
    assert (state["update"], after["update"], after["epoch"]) == (1, 2, 1)
    nlp = recogniser.apart(model, corpus / "pretrain/tok2vec")
    old = spacy.load(model)
    shared, theirs = nlp.get_pipe("tok2vec").model, old.get_pipe("tok2vec").model
    assert shared.to_bytes() == theirs.to_bytes()
    own = nlp.get_pipe("ner").model.get_ref("tok2vec")
    assert any(
        not np.array_equal(ours.get_param("W"), shipped.get_param("W"))
        for ours, shipped in zip(own.walk(), shared.walk(), strict=False)
        if ours.has_param("W") and shipped.has_param("W")
    )


def test_the_recogniser_learns_alone_and_is_scored(corpus, model, monkeypatch):
    vocab = spacy.blank("en").vocab
    (corpus / "data").mkdir()
    doc = Doc(vocab, words=["In", "Oz", "it", "rained"], ents=["O", "B-LOC", "O", "O"])
    DocBin(docs=[doc] * 6).to_disk(corpus / "data/oz.spacy")
    (corpus / "data/titles.json").write_text("{}", encoding="utf8")
    monkeypatch.setattr(recogniser, "PEAK", 0.05)
    monkeypatch.setattr(recogniser, "WARMUP", 1)
    monkeypatch.setattr(recogniser, "WORDS", 8)
    monkeypatch.setattr(train, "variant", lambda doc, random: doc)
    nlp = recogniser.apart(model, None)
    before = nlp.get_pipe("tok2vec").model.to_bytes()
    recogniser.learn(nlp, corpus, {"oz": 1}, 30)
    assert nlp.get_pipe("tok2vec").model.to_bytes() == before
    assert recogniser.docred_scores(nlp, corpus) == {"found": 100, "type": 100, "right": 100}


def test_kinds_of_few_nerd_stay_where_they_are_asked_for():
    lines = [
        "Blue\tB-MISC\tB-art-music", "Boat\tI-MISC\tI-art-music", "''\tO\tO", "",
        "Ruritanian\tB-MISC\tB-location-GPE", "of\t-\t-", "yew\tO\tB-other-livingthing",
    ]  # fmt: skip
    coarse = [(["Blue", "Boat", '"'], ["B-MISC", "I-MISC", "O"])]
    coarse += [(["Ruritanian", "of", "yew"], ["B-MISC", None, "O"])]
    assert list(names.fewnerd_rows(lines)) == coarse
    fine = list(names.fewnerd_rows(lines, fine=True))
    assert fine == [(coarse[0][0], ["B-WORK", "I-WORK", "O"]), coarse[1]]
