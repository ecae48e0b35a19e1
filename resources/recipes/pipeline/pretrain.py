"""Pretrain the encoder on raw text: guess the static vectors of masked words from their context.

A third of the words of each piece is replaced by one unknown word; the encoder with a linear layer
on top learns the vectors of what stood there (cosine). As `spacy pretrain`, but with the loss on
the masked words alone.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import spacy
from spacy import registry, util
from spacy.tokens import Doc
from spacy.vocab import Vocab
from thinc.api import Adam, Linear, Model, Optimizer, chain, fix_random_seed, list2array

MASK, SHARE = "□", 0.3
WORDS, RATE, SEED = 7_000_000, 0.002, 1
SHORTEST, LONGEST = 8, 400


def masked(doc: Doc, random: Random) -> tuple[Doc, list[int]]:
    """A copy of `doc` with masked words, and their positions."""
    chosen = [i for i, token in enumerate(doc) if token.is_alpha and random.random() < SHARE]
    hidden = set(chosen)
    words = [MASK if i in hidden else token.text for i, token in enumerate(doc)]
    return Doc(doc.vocab, words=words, spaces=[bool(t.whitespace_) for t in doc]), chosen


def pretrain_encoder(work: Path, config: Path) -> None:
    """Train the encoder of `config` on WORK/vectors/text.txt; write its weights to
    WORK/encoder.bin."""
    out = work / "encoder.bin"
    if out.exists():
        return
    fix_random_seed(SEED)
    nlp = spacy.load(work / "vectors/model")
    width = nlp.vocab.vectors_length
    settings = util.load_config(config)["components"]["tok2vec"]["model"]
    encoder = registry.resolve({"model": settings})["model"]
    model = chain(encoder, list2array(), Linear(width))
    random = Random(SEED)  # noqa: S311
    lines = [line.split() for line in (work / "vectors/text.txt").read_text().splitlines()]
    lines = [line[:LONGEST] for line in lines if len(line) >= SHORTEST]
    random.shuffle(lines)
    model.initialize(
        X=[Doc(nlp.vocab, words=line) for line in lines[:10]], Y=model.ops.alloc2f(1, width)
    )
    optimizer = Adam(RATE, L2=0.01, grad_clip=1.0, use_averages=True, L2_is_weight_decay=True)
    seen, total, start = 0, 0.0, time.time()
    for step, batch in enumerate(_batches(nlp.vocab, lines), 1):
        seen += sum(map(len, batch))
        optimizer.learn_rate = RATE * min(1.0, step / 100) * max(0.05, 1 - seen / WORDS)
        total += update(model, optimizer, batch, random)
        if step % 100 == 0:
            speed = seen / (time.time() - start)
            print(f"{seen} words, {speed:.0f} a second, loss {total / 100:.4f}", flush=True)
            total = 0.0
        if seen >= WORDS:
            break
    with model.use_params(optimizer.averages):
        out.write_bytes(encoder.to_bytes())


def update(model: Model, optimizer: Optimizer, batch: list[Doc], random: Random) -> float:
    """One update; returns 1 minus the mean cosine over the masked words."""
    pairs = [masked(doc, random) for doc in batch]
    rows: list[int] = []
    keys: list[int] = []
    offset = 0
    for doc, (_, chosen) in zip(batch, pairs, strict=True):
        rows += [offset + i for i in chosen]
        keys += [doc[i].orth for i in chosen]
        offset += len(doc)
    target = unit(batch[0].vocab.vectors.get_batch(keys))[0]
    guess, backprop = model.begin_update([doc for doc, _ in pairs])
    direction, length = unit(guess[rows])
    cosine = (direction * target).sum(axis=1, keepdims=True)
    gradient = np.zeros_like(guess)
    gradient[rows] = (cosine * direction - target) / length / len(batch)
    backprop(gradient)
    model.finish_update(optimizer)
    return float(1 - cosine.mean())


def unit(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of length 1, and the lengths they had; a row of zeros stays."""
    length = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-8)
    return rows / length, length


def _batches(vocab: Vocab, lines: list[list[str]], *, words: int = 3000) -> Iterator[list[Doc]]:
    batch: list[Doc] = []
    for line in itertools.cycle(lines):
        batch.append(Doc(vocab, words=line))
        if sum(map(len, batch)) >= words:
            yield batch
            batch = []
