"""Model folders of strangers, with right checksums: each is refused in words, or of use.

The helpers are the kinds of attacks. Every kind of model that is saved is here.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import time
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from salience.centrality.cooccurrence import Cooccurrence
from salience.compression.compressor import Compressor
from salience.compression.features import PAIR_COLUMNS
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.transducer import Transducer
from salience.errors import ModelError
from salience.features.groups import DUNIETZ_GILLICK
from salience.language_models.kneser_ney import train_ngrams
from salience.model.salience_model import SalienceModel, train
from salience.sentences.training import train as train_sentences
from salience.storage.saved_model import SavedModel
from salience.summaries.learned.features import Topic
from salience.summaries.learned.model import SummaryModel
from salience.summaries.sentences import Sentence
from salience.text.words import plain_words
from salience.trees.brackets import read_tree
from salience.word_links.links import Pair
from salience.wordalign.files import SavedAligner
from salience.wordalign.training import train_aligner
from tests.hostile import ATTACKS, SEED
from tests.support.builders import toy_rows
from tests.support.model_files import with_arrays, with_fields, with_packed

ROWS = toy_rows()
WORDS = plain_words("It really rained")
TREE = read_tree("(ROOT (S (NP (PRP It)) (ADVP (RB really)) (VP (VBD rained))))")
PAIRS = np.zeros(PAIR_COLUMNS)
PAIRS[[0, 7]] = 0.5, -0.25
RULE = Rule.read("[S NP:1 ADVP:e VP:2] -> [S NP:1 VP:2]")
TEXTS = [("the old mill burned down", "old mill burned"), ("a red boat sank", "red boat sank")] * 2
TO_ALIGN = [Pair("", plain_words(a), plain_words(b)) for a, b in TEXTS]
TOPIC = Topic([Sentence("Ann sings", words=("ann", "sings"), stems=("ann", "sings"), stops=(0, 0))])
SPLIT = [("Mr. Lee left. He slept.", [0, 14]), ("We saw Mrs. Orr. She sat down.", [0, 17])]
CENTRAL = train(pd.DataFrame(ROWS), groups=(*DUNIETZ_GILLICK, "centrality"))

Use = Callable[[Any], Iterable[float]]
"""From a model to numbers that come of using it."""


def kept_words(model: Compressor | Transducer) -> Iterable[float]:
    if isinstance(model, Transducer):
        return [*map(float, model.best(WORDS, TREE).kept), *model.weights.values()]
    return [*map(float, model.compress(WORDS)), *model.scores(WORDS)[0]]


def links(saved: SavedAligner) -> list[float]:
    return [link.probability for pair in TO_ALIGN for link in saved.aligner.align(pair)]


MODELS: dict[str, tuple[SavedModel, Use]] = {
    "salience": (CENTRAL, lambda model: model.predict(pd.DataFrame(ROWS)).tolist()),
    "sentences": (
        train_sentences(SPLIT),
        lambda model: [model.margin("Mr.", "Lee"), model.probability("Mr.", "Lee")],
    ),
    "summary": (
        SummaryModel(("stop",), {"bias": 0.5, "stop=00": 0.25}, {"name": "toy"}),
        lambda model: [concept.weight for concept in model.concepts(TOPIC)],
    ),
    "compressor": (Compressor({"bias": 1.0, "word=it": -2.0}, PAIRS), kept_words),
    "transducer": (
        Transducer(Grammar({RULE: 2}), {"words deleted": -0.5}, PAIRS, train_ngrams([["it"]])),
        kept_words,
    ),
    **{
        f"aligner-{jumps}": (
            SavedAligner(train_aligner(TO_ALIGN, jumps=jumps, iterations=2), {"name": "toy"}),
            links,
        )
        for jumps in ("relative", "gaussian", "syntax")
    },
    "cooccurrence": (
        Cooccurrence.from_documents([["a", "b"], ["a"]]),
        lambda saved: saved.probabilities(["a", "b"]).ravel().tolist(),
    ),
}
NUMBERS = (1e308, -1e308, float("nan"), float("inf"), 3e38, -1.0, 2**62, 10**400, 0.5, 7)
VALUES: tuple[Any, ...] = (*NUMBERS, None, True, "", "x", [], [[]], {}, {"a": 1})


@pytest.fixture(params=MODELS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def attempt(name: str, files: dict[str, bytes]) -> bool:
    """Whether a model is refused in words; one that is not must be of use."""
    model, use = MODELS[name]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = type(model).from_files(files, "strange")
            values = list(use(found))
    except ModelError as error:
        message = str(error)
        assert message.startswith("strange") and len(message) < 1000 and "\n" not in message
        assert "pickle" not in message
        return True
    assert np.isfinite(values).all(), values
    return False


def arrays_of(files: dict[str, bytes]) -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(files["arrays.npz"])) as arrays:
        return dict(arrays)


def other_number(array: np.ndarray, rng: random.Random) -> np.ndarray:
    """An array with one other number in it, of the same type where it fits."""
    changed = array.copy().reshape(-1)
    value = rng.choice(NUMBERS)
    if not changed.size:
        return array
    place = rng.randrange(changed.size)
    try:
        with np.errstate(all="ignore"):
            changed[place] = value
    except (OverflowError, ValueError):
        changed = changed.astype(np.float64)
        changed[place] = rng.choice(NUMBERS[:6])
    return changed.reshape(array.shape)


def other_array(array: np.ndarray, rng: random.Random) -> np.ndarray:
    """An array of another type, shape or length."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return rng.choice(
            [
                array.astype(np.complex128),
                array.astype("U4"),
                array.astype(bool),
                array.astype(np.float32),
                array.astype(np.int64),
                array[None],
                array.reshape(-1)[:-1],
                np.append(array.reshape(-1), array.reshape(-1)[:1]),
                array.reshape(-1)[::-1],
                np.zeros(0, array.dtype),
                np.array(array.reshape(-1)[0] if array.size else 0),
            ]
        )


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in JSON: what holds it, and its key there."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def test_a_model_is_of_use_as_it_is(name: str) -> None:
    assert not attempt(name, MODELS[name][0].to_files())


def test_numbers_and_arrays_of_other_kinds(name: str) -> None:
    rng, files = random.Random(f"{SEED} {name}"), MODELS[name][0].to_files()  # noqa: S311
    arrays = arrays_of(files)
    refused = 0
    for n in range(max(ATTACKS, 3 * len(arrays))):
        key = list(arrays)[n % len(arrays)]
        change = rng.choice([other_number, other_number, other_array])
        refused += attempt(name, with_arrays(files, **{key: change(arrays[key], rng)}))
    assert refused, "what is wrong is seen"


def test_fields_of_other_kinds(name: str) -> None:
    rng, files = random.Random(f"{SEED} {name} fields"), MODELS[name][0].to_files()  # noqa: S311
    whole = json.loads(files["meta.json"])
    whole["sha256"].pop("settings", None)
    n = sum(1 for _ in places(whole))
    refused = 0
    for _ in range(ATTACKS):
        meta = copy.deepcopy(whole)
        holder, key = list(places(meta))[rng.randrange(n)]
        if rng.random() < 0.1:
            del holder[key]
        else:
            holder[key] = rng.choice(VALUES)
        refused += attempt(name, {**files, "meta.json": json.dumps(meta).encode()})
    assert refused, "what is wrong is seen"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e308, -1e308])
def test_weights_whose_sums_are_not_finite_are_refused(name: str, value: float) -> None:
    files = MODELS[name][0].to_files()
    for key, array in arrays_of(files).items():
        if array.dtype.kind == "f" and array.size:
            wrong = np.full(array.shape, value)
            assert attempt(name, with_arrays(files, **{key: wrong})), key


@pytest.mark.parametrize(
    "fields",
    [
        {"jumps": {"model": "relative", "null": float("nan")}},
        {"jumps": {"model": "relative", "null": 1.0}},
        {"words": 10**400},
        {"words": 2.5},
        {"eta": float("inf")},
    ],
)
def test_an_aligner_that_would_link_nothing_is_refused(fields: dict[str, Any]) -> None:
    assert attempt(
        "aligner-relative", with_fields(MODELS["aligner-relative"][0].to_files(), **fields)
    )


def zipped(**entries: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(f"{name}.npy", content)
    return packed.getvalue()


def npy(header: str, data: bytes = b"", version: tuple[int, int] = (1, 0)) -> bytes:
    said = header.encode("latin-1").ljust(117) + b"\n"
    return b"\x93NUMPY" + bytes(version) + len(said).to_bytes(2, "little") + said + data


@pytest.fixture(scope="module")
def bomb() -> bytes:
    """An archive with an array of 300 million bytes."""
    size = 300_000_000
    header = npy(f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({size},), }}")
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("weights.npy", "w") as file,
    ):
        file.write(header)
        for _ in range(300):
            file.write(bytes(1_000_000))
    assert len(packed.getvalue()) < 1_000_000
    return packed.getvalue()


def test_a_bomb_is_refused_before_it_is_unpacked(
    name: str, bomb: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = with_packed(MODELS[name][0].to_files(), bomb)
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_, **__: pytest.fail("it is unpacked"))
    with pytest.raises(ModelError, match=r"arrays\.npz unpacks to 300,000,\d+ bytes"):
        type(MODELS[name][0]).from_files(files, "strange")


@pytest.fixture(scope="module")
def lying_bomb() -> bytes:
    """An archive that says of an array of 50 million bytes that it has eight."""
    header = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (8,), }", bytes(50_000_000))
    packed = zipped(weights=header)
    real, false = len(header).to_bytes(4, "little"), (136).to_bytes(4, "little")
    assert packed.count(real) == 2
    return packed.replace(real, false)


def test_a_bomb_that_lies_about_its_size_is_unpacked_as_far_as_it_says(
    name: str, lying_bomb: bytes
) -> None:
    assert attempt(name, with_packed(MODELS[name][0].to_files(), lying_bomb))


ODD = {
    "too much": "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,), }",
    "below 0": "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }",
    "objects": "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
    "records": "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }",
    "texts": "{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }",
    "code": "__import__('os').system('true')",
    "nothing": "{}",
    "nested": "(" * 100,
    "no numbers": "{'descr': '<f8', 'fortran_order': False, 'shape': ('a',), }",
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("version", [(1, 0), (3, 0), (9, 9)])
def test_odd_headers_get_our_words(odd: str, version: tuple[int, int], name: str) -> None:
    packed = zipped(weights=npy(ODD[odd], bytes(8), version))
    assert attempt(name, with_packed(MODELS[name][0].to_files(), packed))


def test_odd_archives_are_refused(name: str) -> None:
    files = MODELS[name][0].to_files()
    [(key, array), *_] = arrays_of(files).items()
    whole = io.BytesIO()
    np.save(whole, array)
    many = zipped(**{f"a{n}": whole.getvalue() for n in range(101)})
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(f"{key}.npy", whole.getvalue())
        archive.writestr(f"{key}.npy", whole.getvalue())
    lzma = io.BytesIO()
    with zipfile.ZipFile(lzma, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(f"{key}.npy", whole.getvalue())
    locked = bytearray(zipped(weights=whole.getvalue()))
    locked[6] |= 1  # of the first header: it needs a password
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    for content in (many, packed.getvalue(), lzma.getvalue(), bytes(locked), b"", b"PK"):
        assert attempt(name, with_packed(files, content))


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def link_out(path: Path) -> None:
    outside = path.parent.parent / "outside"
    outside.write_bytes(b"{}")
    path.symlink_to(outside)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10 * 2**30)


@pytest.mark.parametrize(
    ("put", "words"),
    [
        (pipe, "is no regular file"),
        (link_to("/dev/zero"), "is a link out of the folder"),
        (link_to("/dev/stdin"), "is a link out of the folder|can't be read"),
        (link_out, "is a link out of the folder"),
        (link_to("nowhere"), "can't be read"),
        (Path.mkdir, "can't be read"),
        (huge, "must have at most"),
    ],
)
@pytest.mark.parametrize("file", ["meta.json", "arrays.npz"])
def test_only_files_of_the_folder_are_read(
    put: Callable[[Path], None], words: str, file: str, name: str, tmp_path: Path
) -> None:
    model = MODELS[name][0]
    model.save(tmp_path / "model")
    (tmp_path / "model" / file).unlink()
    put(tmp_path / "model" / file)
    begun = time.process_time()
    with pytest.raises(ModelError, match=words):
        type(model).load(tmp_path / "model")
    assert time.process_time() - begun < 60, "it reads without end"


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    CENTRAL.save(tmp_path / "model")
    (tmp_path / "model" / "meta.json").rename(tmp_path / "model" / "card.json")
    (tmp_path / "model" / "meta.json").symlink_to("card.json")
    assert SalienceModel.load(tmp_path / "model").to_files() == CENTRAL.to_files()


def test_too_little_memory_is_said_in_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = MODELS[name][0]

    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(type(model), "from_contents", no_memory)
    with pytest.raises(ModelError, match="does not fit into the memory that is left"):
        type(model).from_files(model.to_files())
