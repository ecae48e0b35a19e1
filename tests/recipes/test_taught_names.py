"""The recogniser's layers: words as numbers, what is learned from them, and their way into spaCy.

All texts are made up. What needs PyTorch is skipped without it.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from resources.recipes import kept_back
from resources.recipes.pipeline import layers, raw_texts, segments, word_arrays
from resources.recipes.pipeline.segments import UNKNOWN, Segments, Writer
from salience.components.ner import biluo_labels
from tests.support import ROOT

TEXTS = ("Ada Byrne went to Oslo with Mr. Moor on Friday.", "The Bank of Norland said so. " * 12)


@pytest.fixture(scope="module")
def nlp():
    [folder] = (ROOT / "resources/models").glob("en_salience_sm-*")
    return spacy.load(folder)


def pieces(words: list[str]) -> list[list[int]]:
    return [[1000 + len(word)] * len(word) for word in words]


def layer_weights(nlp) -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    own = layers.weights_of(nlp.get_pipe("ner").model)
    return {name: random.normal(0, 0.1, x.shape).astype(np.float32) for name, x in own.items()}


def test_layers_come_out_of_a_pipeline_as_they_were_put_in(nlp):
    [folder] = (ROOT / "resources/models").glob("en_salience_sm-*")
    changed = spacy.load(folder)
    shared = layers.weights_of(changed.get_pipe("tok2vec").model)
    given = layer_weights(changed)
    layers.put(changed, given)
    ner = changed.get_pipe("ner")
    assert ner.labels == nlp.get_pipe("ner").labels and changed.pipe_names == nlp.pipe_names
    found = layers.weights_of(ner.model)
    assert found.keys() == given.keys() and len(given) == 12
    assert all((found[name] == given[name]).all() for name in given)
    after = layers.weights_of(changed.get_pipe("tok2vec").model)
    assert all((after[name] == shared[name]).all() for name in shared), "the encoder stays"
    layers.put(changed, layers.weights_of(nlp.get_pipe("ner").model))
    for text in TEXTS:
        names = [[(e.text, e.label_) for e in pipeline(text).ents] for pipeline in (nlp, changed)]
        assert names[0] == names[1]


def test_segments_have_about_one_length_and_all_words():
    assert segments.cuts(0) == [] and segments.cuts(256) == [(0, 256)]
    assert segments.cuts(257) == [(0, 128), (128, 257)]
    writer = Writer()
    writer.add(words=np.arange(300), labels=np.zeros(300, np.uint8))
    writer.add(words=np.arange(3), labels=np.full(3, UNKNOWN, np.uint8))
    writer.add(words=np.arange(2), labels=np.array([UNKNOWN, 4], np.uint8))
    found = writer.segments()
    assert found.lengths.tolist() == [150, 150, 2], "of the second text nothing is known"
    columns, inside = found.padded(np.array([2, 0]))
    assert inside.sum(axis=1).tolist() == [2, 150]
    assert columns["words"][0, :2].tolist() == [0, 1]
    assert columns["labels"][0, :2].tolist() == [UNKNOWN, 4]


def test_segments_come_back_from_a_file(tmp_path):
    Segments(np.array([2, 1]), {"words": np.array([5, 6, 7])}).save(tmp_path / "some.npz")
    found = Segments.load(tmp_path / "some.npz")
    assert found.lengths.tolist() == [2, 1] and found.columns["words"].tolist() == [5, 6, 7]


@pytest.mark.parametrize("seed", [None, 3])
def test_batches_hold_every_segment_once_and_are_never_too_large(seed):
    random = np.random.default_rng(seed) if seed else None
    places, sizes = np.arange(100, 150), np.random.default_rng(1).integers(1, 40, 50)
    found = segments.batches(places, sizes, 80, random)
    assert sorted(np.concatenate(found).tolist()) == places.tolist()
    for batch in found:
        assert sizes[batch - 100].max() * len(batch) <= 80
    assert len(found) < 40


def test_an_epoch_has_one_copy_of_each_text_or_a_part_of_them(tmp_path):
    for name, first in (("one", 0), ("two", 100)):
        words = np.arange(first, first + 12)
        columns = {"words": words, "copies": np.tile([0, 1, 2], 4)}
        Segments(np.ones(12, int), columns).save(tmp_path / f"{name}.npz")
    gold = segments.Gold(tmp_path, {"one": 1, "two": 0.5})
    assert gold.segments.columns.keys() == {"words"}
    for number in range(4):
        words = gold.segments.columns["words"][gold.epoch(number, np.random.default_rng(1))]
        assert words[:4].tolist() == [number % 3 + 3 * i for i in range(4)]
        assert len(words) == 6 and len(set(words.tolist())) == 6
        assert all((word - 100) % 3 == number % 3 for word in words[4:].tolist())


def test_types_have_what_the_encoder_reads_of_a_word(nlp):
    types = word_arrays.Types(nlp.vocab)
    doc = Doc(nlp.vocab, words=["Ann", "saw", "Ann", "zzxqj", "incomprehensible"])
    assert types.numbers(doc).tolist() == [0, 1, 0, 2, 3]
    table = types.table(nlp, pieces)
    assert table["counts"].tolist() == [3, 3, 5, 6], "no more than six pieces"
    assert table["pieces"][0].tolist() == [1003] * 3 + [0] * 3
    assert table["case"].tolist() == [7, 1, 1, 1]
    assert (table["vector"][:3] < 0).tolist() == [False, False, True]
    parts = layers.nodes(nlp.get_pipe("tok2vec").model, "hashembed")
    for n, part in enumerate(parts):
        expected = part.predict(doc.to_array(word_arrays.ATTRS)[:1, n])[0]
        found = part.get_param("E")[table["rows"][0, n]].sum(axis=0)
        assert np.allclose(found, expected), "the rows of the table that the encoder adds"


def test_gold_words_have_labels_and_copies_have_other_names(nlp):
    labels = biluo_labels(nlp.get_pipe("ner").labels)
    ents = ["B-PER", "I-PER", "O", None, "O"]
    doc = Doc(nlp.vocab, words=["Ada", "Byrne", "left", "Oslo", "."], ents=ents)  # type: ignore[arg-type]
    types = word_arrays.Types(nlp.vocab)
    titles = {"PER": ["Zoe Quill"]}
    found = word_arrays.gold_segments(nlp, types, [doc], 40, Random(1), titles)  # noqa: S311
    first = found.padded(np.array([0]))[0]
    numbers = first["labels"][0].tolist()
    known = [labels[x] if x != UNKNOWN else None for x in numbers]
    assert known == ["B-PER", "L-PER", "O", None, "O"]
    assert found.columns["copies"][found.starts].tolist() == list(range(40))
    words = found.columns["words"].reshape(40, 5)
    assert (words[0] == np.arange(5)).all() and len(np.unique(words, axis=0)) > 3
    assert (found.columns["labels"].reshape(40, 5) == first["labels"]).all()


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus folder whose documents are to be read or not, for the reason in their titles."""
    shared = "The old mayor of the small town by the long river said so again"
    texts = {
        "read": "The harbour of Norland was open.",
        "kept": "The harbour of Norland was closed.",
        "marked": "The harbour of Norland was full.",
        "shared": f"Late on Friday: {shared.upper()}, and left.",
        "partly": " ".join(shared.split()[:11]) + " never, and left.",
    }
    monkeypatch.setattr(kept_back, "KEPT_BACK", {sha256(texts["kept"].encode()).hexdigest()})
    monkeypatch.setattr(raw_texts, "marked_ids", lambda: {"marked"})
    monkeypatch.setattr(raw_texts, "SOURCES", {"pairs/frus.jsonl": 1.0})
    sets = {"pairs/frus.jsonl": [{"id": x, "title": x, "text": t} for x, t in texts.items()]}
    for name in raw_texts.MEASURED:
        sets[name] = [{"id": "x", "text": "Something else."}]
    sets["names/look.jsonl"].append({"id": "y", "text": f"“{shared}”, he wrote."})
    sets["coref/docred-dev.jsonl"] = [{"sentences": [["Another", "text", "."]]}]
    for name, rows in sets.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_raw_text_shares_no_run_of_words_with_what_is_measured(corpora: Path) -> None:
    titles = [text.split("\n")[0] for text in raw_texts.raw_pieces(corpora, [])]
    assert titles == ["read", "partly"]
    measured = ["The harbour of Norland was open."]
    assert raw_texts.RUN == 12 and len(list(raw_texts.raw_pieces(corpora, measured))) == 2
    longer = "Read. The harbour of Norland was open. The old mayor of it"
    row = json.dumps({"id": "z", "title": "read", "text": longer}) + "\n"
    (corpora / "pairs/frus.jsonl").write_text(row)
    assert list(raw_texts.raw_pieces(corpora, ["so. " + longer])) == []


def test_of_a_long_document_the_first_pieces_are_read_and_a_run_of_others():
    assert raw_texts.some(list("abcdefghijkl"), Random(1)) == list("abcdefghijkl")  # noqa: S311
    long = [str(i) for i in range(40)]
    starts = set()
    for seed in range(60):
        found = raw_texts.some(long, Random(seed))  # noqa: S311
        start = int(found[4])
        assert found == [*long[:4], *long[start : start + 8]] and len(found) == 12
        starts.add(start)
    assert min(starts) == 4 and max(starts) > 25


def test_raw_words_are_kept_in_both_cases(nlp, corpora: Path, monkeypatch) -> None:
    monkeypatch.setattr(word_arrays, "RECASED", {"upper": 1.0})
    types = word_arrays.Types(nlp.vocab)
    found = word_arrays.raw_segments(nlp, types, corpora, [], Random(1))  # noqa: S311
    table = types.table(nlp, pieces)
    columns, inside = found.padded(np.arange(len(found.lengths)))
    plain, recased = (table["case"][columns[x][inside]] for x in ("words", "recased"))
    assert set(plain.tolist()) > {1} and 1 not in recased.tolist()


@pytest.fixture
def torch():
    for name in ("safetensors", "tokenizers"):
        pytest.importorskip(name)
    return pytest.importorskip("torch")


def test_pytorch_computes_what_the_pipeline_computes(nlp, torch):
    from resources.recipes.pipeline import taught

    types, writer = word_arrays.Types(nlp.vocab), Writer()
    docs = [nlp.make_doc(text) for text in TEXTS]
    for doc in docs:
        writer.add(words=types.numbers(doc))
    found = writer.segments()
    columns, inside = found.padded(np.arange(2))
    encoder = taught.Encoder(nlp, types.table(nlp, pieces))
    weights = layers.weights_of(nlp.get_pipe("ner").model)
    network = taught.Recogniser(17).eval()
    network.load_state_dict({name: torch.tensor(values) for name, values in weights.items()})
    words = torch.tensor(inside)[..., None].float()
    scores = network(encoder(torch.tensor(columns["words"]), words), words, 0.0).detach().numpy()
    for row, doc in zip(scores, docs, strict=True):
        [expected] = nlp.get_pipe("ner").model.predict([nlp.get_pipe("tok2vec")(doc)])
        shares = np.exp(row[: len(doc)])
        shares /= shares.sum(axis=1, keepdims=True)
        theirs = np.exp(expected - expected.max(axis=1, keepdims=True))
        theirs /= theirs.sum(axis=1, keepdims=True)
        assert np.allclose(shares, theirs, atol=1e-4)


def test_the_scan_has_the_gradient_of_the_recurrence(torch):
    from resources.recipes.pipeline.taught import Scan

    torch.manual_seed(1)
    keep, new = (torch.rand(2, 7, 3, dtype=torch.float64, requires_grad=True) for _ in range(2))
    states = [new[:, 0]]
    for t in range(1, 7):
        states.append(keep[:, t] * states[-1] + new[:, t])
    assert torch.allclose(Scan.apply(keep, new), torch.stack(states, 1))
    assert torch.autograd.gradcheck(Scan.apply, (keep, new))


def test_layers_learn_silver_and_gold_and_twice_the_same(nlp, torch, tmp_path):
    from resources.recipes.pipeline import taught

    types, writer = word_arrays.Types(nlp.vocab), Writer()
    words = types.numbers(nlp.make_doc("Ada left Oslo ."))
    label = np.array([4, 0, UNKNOWN, 0], np.uint8)
    for _ in range(4):
        writer.add(words=words, labels=label, copies=np.zeros(4, np.uint8))
    gold = writer.segments()
    gold.save(tmp_path / "made.npz")
    place = np.tile(np.array([0, 0, 8, 0], np.uint8), 4)
    sure = np.tile(np.array([0, 31, 31, 31], np.uint8), 4)  # Of the first word nothing is said.
    said = {"first": place, "second": place * 0, "sure": sure}
    silver = Segments(gold.lengths, {"words": gold.columns["words"], **said})
    encoder = taught.Encoder(nlp, types.table(nlp, pieces))
    settings = {"seed": 1, "steps": 60, "rate": 0.01, "dropout": 0.1}
    settings |= {"raw_words": 30, "gold_words": 30}
    sets = segments.Gold(tmp_path, {"made": 1})
    one, two = (taught.learn(encoder, silver, sets, settings, 17) for _ in range(2))
    assert all((one[name] == two[name]).all() for name in one)
    network = taught.Recogniser(17).eval()
    network.load_state_dict({name: torch.tensor(values) for name, values in one.items()})
    inside = torch.ones(1, 4, 1)
    states = encoder(torch.tensor(words)[None].long(), inside)
    assert network(states, inside, 0.0).argmax(-1).tolist() == [[4, 0, 8, 0]]


def test_batches_of_pieces_say_where_words_are(torch):
    from resources.recipes.pipeline import minilm

    table = {
        "pieces": np.array([[5, 0, 0], [6, 7, 8]]),
        "counts": np.array([1, 3], np.uint8),
        "case": np.array([1, 7], np.uint8),
    }
    reader = minilm.Reader(table)
    found = Segments(np.array([3, 1]), {"words": np.array([1, 0, 0, 1])})
    assert reader.sizes(found).tolist() == [7, 5]
    columns, inside = found.padded(np.arange(2))
    batch = reader.batch(columns["words"], inside)
    assert batch.pieces[0, :8].tolist() == [101, 6, 7, 8, 5, 5, 102, 0]
    assert batch.pieces[1, :6].tolist() == [101, 6, 7, 8, 102, 0]
    assert batch.word[0, :7].tolist() == [0, 0, 0, 0, 1, 2, 0]
    assert batch.first[0].tolist() == [1, 4, 5] and batch.last[0].tolist() == [3, 4, 5]
    assert batch.inside.sum(1).tolist() == [7, 5]
    assert batch.known.tolist() == [[True] * 3, [True, False, False]]
    long = reader.batch(np.ones((1, 200), int), np.ones((1, 200), bool))
    assert long.pieces.shape == (1, 512) and long.pieces[0, -1] == 102
    assert long.known.sum() == 170, "three pieces each, and 510 places"


def test_the_large_recogniser_learns_labels_and_raw_text(torch, tmp_path, monkeypatch):
    from resources.recipes.pipeline import large, minilm

    for name, value in {"WIDTH": 24, "INNER": 48, "LAYERS": 1, "VOCABULARY": 200}.items():
        monkeypatch.setattr(minilm, name, value)
    monkeypatch.setattr(minilm.Network, "put", lambda self, weights: None)
    monkeypatch.setattr(large, "stored_weights", dict)
    names = biluo_labels(["LOC", "PER"])
    words, labels = np.tile([0, 1, 2, 1], 4), np.tile(np.array([8, 0, 4, UNKNOWN], np.uint8), 4)
    parts = {"words": words, "labels": labels, "copies": np.zeros(16, np.uint8)}
    for name in ("made", *word_arrays.MEASURED):
        Segments(np.array([4] * 4), parts).save(tmp_path / f"{name}.npz")
    many = np.tile(words, 5)
    raw = Segments(np.array([4] * 20), {"words": many, "recased": many + 3})
    raw.save(tmp_path / "raw.npz")
    pieces = np.array([[5, 6], [7, 0], [8, 0], [9, 0], [9, 0], [9, 0]])
    counts, case = np.array([2, 1, 1, 1, 1, 1]), np.array([7, 1, 7, 1, 1, 1])
    np.savez(tmp_path / "types.npz", pieces=pieces, counts=counts, case=case)
    settings = {"seed": 1, "epochs": 80, "rate": 0.01, "new_rate": 0.01, "pieces": 30}
    settings |= {
        "adapt_steps": 5,
        "adapt_new_rate": 0.01,
        "adapt_pieces": 150,
        "names": {"made": 1},
    }
    large.fit(tmp_path / "large", tmp_path, settings, names)
    found = Segments.load(tmp_path / "large/silver.npz")
    assert (found.columns["words"] == many + 3).all() and found.lengths.tolist() == [4] * 20
    assert (found.columns["first"].reshape(20, 4)[:, :3] == [8, 0, 4]).all()
    assert (found.columns["sure"] > 15).all() and (found.columns["sure"] <= large.SURE).all()
    before = (tmp_path / "large/plain.pt").stat().st_mtime_ns
    monkeypatch.setattr(large, "tune", lambda *_: pytest.fail("it is kept"))
    large.fit(tmp_path / "large", tmp_path, settings, names)
    assert (tmp_path / "large/plain.pt").stat().st_mtime_ns == before
