"""Pretrain the encoder on raw prose: masked words are to be told from the words around them.

    python -m resources.recipes.pipeline.pretrain CORPUS WORK MODEL MINUTES

goes on with the encoder of the pipeline folder MODEL and writes it to WORK/pretrain, a checkpoint
every 300 updates. Another run with the same WORK goes on from there (Adam's moments start anew).
`WORK/pretrain/tok2vec` has the mean of the weights, as spaCy stores a component.

A masked word has a zero vector in the place of its embedding, so that neither its form nor its
affixes tell it; the words of a name are masked together. The targets are the words that have a
static vector, once in lower case and once with a capital: their rows start as these vectors. A
softmax over all of them would cost more than the encoder, so that each update has a sample.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.attrs import IS_SPACE, LOWER, ORTH
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Adam, NumpyOps, set_current_ops

from resources.recipes.pipeline.overlap import measured_runs, records, runs
from salience.arrays import BoolArray, Float32Array, IndexArray

# How many of the documents of a source an epoch has: one subject or speaker is not to rule.
SOURCES = {
    "pairs/wikinews.jsonl": 1.0,
    "pairs/wikipedia.jsonl": 1.0,
    "pairs/us-18f.jsonl": 1.0,
    "pairs/us-digitalgov.jsonl": 1.0,
    "pairs/us-doj.jsonl.gz": 0.6,
    "raw/wikipedia-intros.jsonl": 1.0,
    "raw/senate-releases.jsonl.gz": 0.2,
    "raw/openstax.jsonl.gz": 0.8,
    "raw/frus.jsonl.gz": 0.2,
    "raw/au-pm.jsonl.gz": 0.15,
}
PIECE = 3000  # characters of a document that are read together
WORD_SHARE, NAME_SHARE = 0.15, 0.35  # of words and of names are masked
BATCH, SAMPLE, EVERY, WARMUP = 2000, 3000, 300, 300
RATE, TABLE_RATE = 0.001, 0.02


def pieces(record: dict) -> Iterator[str]:
    """A document with its abstract, in parts of about `PIECE` characters cut at line ends."""
    piece = ""
    for line in f"{record.get('abstract') or ''}\n{record['text']}".splitlines():
        if len(piece) + len(line) > PIECE and piece:
            yield piece
            piece = ""
        piece += ("\n\n" if piece else "") + line.strip()[:PIECE]
    if piece:
        yield piece


def raw_texts(corpus: Path, held: set[int], epoch: int) -> list[str]:
    """The pieces of an epoch, shuffled, without documents that hold a run of words of `held`."""
    random = Random(f"pretrain-{epoch}")  # noqa: S311
    found = []
    for source, share in SOURCES.items():
        for record in records(corpus / source):
            if random.random() < share:
                parts = list(pieces(record))
                if held.isdisjoint(runs("\n".join(parts))):
                    found += parts
    random.shuffle(found)
    return found


def masked(names: BoolArray, blank: BoolArray, random: np.random.Generator) -> BoolArray:
    """Which words are masked: neighbours with a capital together, the others one by one.

    >>> random = np.random.default_rng(1)
    >>> masks = [masked(np.array([1, 1, 0], bool), np.zeros(3, bool), random) for _ in range(99)]
    >>> all(mask[0] == mask[1] for mask in masks), {bool(mask[2]) for mask in masks}
    (True, {False, True})
    """
    starts = names & ~np.concatenate([[False], names[:-1]])
    group = np.cumsum(starts)
    picked = random.random(group[-1] + 1 if len(group) else 1) < NAME_SHARE
    single = random.random(len(names)) < WORD_SHARE
    return np.where(names, picked[group], single) & ~blank


class WordTable:
    """A row and a bias for each word that may be masked, learned by Adagrad.

    Args:
        vectors: The static vectors, most frequent word first. Row `2 * i` stands for the word of
            vector `i` in lower case, `2 * i + 1` for the same with a capital.
        width: The width of the encoder's output, which a matrix brings to that of the vectors.
    """

    def __init__(self, vectors: Float32Array, width: int) -> None:
        scaled = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        ranks = np.arange(len(vectors))
        zipf = np.log((ranks + 2) / (ranks + 1)) / np.log(len(vectors) + 1)
        self.arrays: dict[str, Float32Array] = {
            "rows": np.repeat(scaled, 2, axis=0).astype(np.float32),
            "bias": np.repeat(np.log(zipf), 2).astype(np.float32),
            "matrix": np.random.default_rng(1)
            .normal(0, width**-0.5, (width, vectors.shape[1]))
            .astype(np.float32),
        }
        # Not 0, or the first step of a row, however small its gradient, would be a full one.
        self.squares = {name: np.full_like(part, 1e-6) for name, part in self.arrays.items()}
        chances = np.column_stack([zipf * 0.7, zipf * 0.3]).ravel()
        self.chances = chances / chances.sum()
        self.cumulated = np.cumsum(self.chances)

    def sample(
        self, targets: IndexArray, random: np.random.Generator
    ) -> tuple[IndexArray, Float32Array]:
        """Some words, sorted, the targets among them, and the log of how likely each is drawn."""
        drawn = np.searchsorted(self.cumulated, random.random(SAMPLE))
        drawn = np.minimum(drawn, len(self.chances) - 1)
        words = np.union1d(drawn, targets)
        return words, np.log(-np.expm1(-SAMPLE * self.chances[words])).astype(np.float32)

    def learn(
        self, outputs: Float32Array, targets: IndexArray, random: np.random.Generator
    ) -> tuple[Float32Array, float, float]:
        """The gradient for the encoder's outputs; mean loss, and the share told right.

        Both are among the sampled words.
        """
        words, chances = self.sample(targets, random)
        places = np.searchsorted(words, targets)
        rows, matrix = self.arrays["rows"][words], self.arrays["matrix"]
        projected = outputs @ matrix
        scores = projected @ rows.T
        scores += self.arrays["bias"][words] - chances
        right = float((scores.argmax(axis=1) == places).mean())
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=1, keepdims=True)
        at = np.arange(len(targets))
        loss = float(-np.log(np.maximum(scores[at, places], 1e-20)).mean())
        scores[at, places] -= 1
        scores /= len(targets)
        d_projected = scores @ rows
        gradient = d_projected @ matrix.T  # before the matrix learns, in place
        self._step("rows", words, scores.T @ projected)
        self._step("bias", words, scores.sum(axis=0))
        self._step("matrix", slice(None), outputs.T @ d_projected)
        return gradient, loss, right

    def _step(self, name: str, where: IndexArray | slice, gradient: Float32Array) -> None:
        squares = self.squares[name]
        squares[where] += gradient**2
        self.arrays[name][where] -= TABLE_RATE * gradient / np.sqrt(squares[where])

    def store(self, path: Path) -> None:
        parts: dict[str, Any] = {f"squares_{k}": v for k, v in self.squares.items()}
        np.savez(path, **self.arrays, **parts)

    def load(self, path: Path) -> None:
        with np.load(path) as parts:
            for name in self.arrays:
                self.arrays[name] = parts[name]
                self.squares[name] = parts[f"squares_{name}"]


def targets_of(doc: Doc, mask: BoolArray) -> tuple[IndexArray, IndexArray]:
    """The masked words that have a static vector, and the row of each in a `WordTable`."""
    at = np.flatnonzero(mask)
    keys: NDArray[np.uint64] = doc.to_array([ORTH, LOWER]).reshape(-1, 2)[at]
    rows = doc.vocab.vectors.find(keys=keys[:, 1])
    known = rows >= 0
    return at[known], (2 * rows + (keys[:, 0] != keys[:, 1]))[known]


def batches(nlp: Language, texts: list[str]) -> Iterator[list[Doc]]:
    """Docs of `BATCH` words or a little more; the last ones may have fewer."""
    batch, size = [], 0
    for text in texts:
        batch.append(nlp.make_doc(text))
        size += len(batch[-1])
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def update(
    layers: list[Any], table: WordTable, docs: list[Doc], random: np.random.Generator
) -> tuple[float, float]:
    """Gradients from one batch: the loss, and the share of masked words told right."""
    embed, encode = layers
    vectors, back_embed = embed.begin_update(docs)
    masks = []
    for doc in docs:
        names = np.array([t.text[:1].isupper() for t in doc], bool)
        masks.append(masked(names, doc.to_array(IS_SPACE).astype(bool), random))
    for rows, mask in zip(vectors, masks, strict=True):
        rows[mask] = 0
    outputs, back_encode = encode.begin_update(vectors)
    found = [targets_of(doc, mask) for doc, mask in zip(docs, masks, strict=True)]
    picked = [rows[at] for rows, (at, _) in zip(outputs, found, strict=True)]
    ends = np.cumsum([len(at) for at, _ in found])[:-1]
    gradient, loss, right = table.learn(
        np.concatenate(picked), np.concatenate([words for _, words in found]), random
    )
    d_outputs = [np.zeros_like(rows) for rows in outputs]
    for rows, (at, _), part in zip(d_outputs, found, np.split(gradient, ends), strict=True):
        rows[at] = part
    d_vectors = back_encode(d_outputs)
    for rows, mask in zip(d_vectors, masks, strict=True):
        rows[mask] = 0
    back_embed(d_vectors)
    return loss, right


def pretrain(corpus: Path, work: Path, model: Path, minutes: float) -> None:
    """Learn for `minutes` and store the last state and the mean of the weights."""
    folder = work / "pretrain"
    folder.mkdir(parents=True, exist_ok=True)
    nlp = spacy.load(model)
    pipe: Any = nlp.get_pipe("tok2vec")
    layers = [pipe.model.get_ref("embed"), pipe.model.get_ref("encode")]
    table = WordTable(nlp.vocab.vectors.data, layers[1].get_dim("nO"))
    state = {"epoch": 0, "update": 0, "in_epoch": 0, "words": 0}
    if (folder / "state.json").exists():
        state = json.loads((folder / "state.json").read_text())
        pipe.from_disk(folder / "last")
        table.load(folder / "table.npz")
    optimizer = Adam(RATE, L2=0.01, grad_clip=1.0, use_averages=True, L2_is_weight_decay=True)
    held = measured_runs(corpus)
    begin, first, sums = time.time(), True, np.zeros(3)

    def store() -> None:
        pipe.to_disk(folder / "last")
        table.store(folder / "table.npz")
        with pipe.model.use_params(optimizer.averages):
            pipe.to_disk(folder / "tok2vec")
        (folder / "state.json").write_text(json.dumps(state))

    done = 0
    for epoch in count(state["epoch"]):
        texts = raw_texts(corpus, held, epoch)
        print(f"epoch {epoch}: {len(texts)} pieces", flush=True)
        skip = state["in_epoch"] if first else 0
        state |= {"epoch": epoch, "in_epoch": skip}
        first = False
        for docs in batches(nlp, texts[skip:]):
            random = np.random.default_rng([epoch, state["in_epoch"]])
            loss, right = update(layers, table, docs, random)
            optimizer.learn_rate = RATE * min(1.0, (done + 1) / WARMUP)
            pipe.model.finish_update(optimizer)
            done += 1
            size = sum(map(len, docs))
            sums += loss, right, size
            state["in_epoch"] += len(docs)
            state["update"] += 1
            state["words"] += size
            if done % EVERY == 0:
                store()
                print(
                    f"update {state['update']}, {state['words'] / 1e6:.2f} M words: loss "
                    f"{sums[0] / EVERY:.3f}, right {sums[1] / EVERY:.3f}, "
                    f"{sums[2] / (time.time() - begin):.0f} words/s",
                    flush=True,
                )
                begin, sums = time.time(), np.zeros(3)
            if time.process_time() > 60 * minutes:
                store()
                return


if __name__ == "__main__":
    set_current_ops(NumpyOps(use_blis=False))
    pretrain(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
