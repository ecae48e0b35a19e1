"""A large recogniser of names, which labels raw text for the small one that ships.

Two networks (`minilm.py`) learn the gold sets. The second has read raw text before, of which it
had to tell masked words. The means of their probabilities label the raw text. On a GPU this takes
minutes. All is seeded: on one CPU the same numbers come out again, and GPUs differ in the last
digits.
"""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import torch
from spacy.training import biluo_to_iob
from torch import Tensor
from tqdm import tqdm

from resources.recipes.pipeline.evaluate import KINDS, name_counts, scores, summed
from resources.recipes.pipeline.gpu import DEVICE, adam, half, pace, tensor, update
from resources.recipes.pipeline.minilm import Batch, Network, Reader, stored_weights
from resources.recipes.pipeline.names import spans
from resources.recipes.pipeline.segments import UNKNOWN, Gold, Numbers, Segments, batches
from resources.recipes.pipeline.word_arrays import MEASURED
from salience.arrays import Float32Array, IndexArray
from salience.components.ner import allowed_pairs, best_sequence

SURE = 31  # How sure a label is, is kept in so many steps; the last is 98.4 % and more.
Settings = dict[str, Any]


def adapt(network: Network, reader: Reader, raw: Segments, settings: Settings) -> None:
    """Learn to tell masked words of raw text."""
    random = np.random.default_rng(settings["seed"])
    old, new = network.groups()
    optimizer = adam((old, settings["rate"]), (new, settings["adapt_new_rate"]))
    sizes, steps = reader.sizes(raw), settings["adapt_steps"]
    every, most = np.arange(len(sizes)), settings["adapt_pieces"]
    epochs = (batches(every, sizes, most, random) for _ in itertools.count())
    plan = itertools.islice(itertools.chain.from_iterable(epochs), steps)
    network.train()
    for step, some in enumerate(plan):
        columns, inside = raw.padded(some)
        with half():
            loss = network.masked_loss(reader.batch(columns["words"], inside))
        update(optimizer, loss, pace(step, steps, 100))
        if step % 100 == 0:
            print("adapt", step, f"{loss.item():.3f}", flush=True)


def tune(network: Network, reader: Reader, gold: Gold, settings: Settings, seed: int) -> None:
    """Learn the labels of the gold sets."""
    random = np.random.default_rng(seed)
    old, new = network.groups()
    optimizer = adam((old, settings["rate"]), (new, settings["new_rate"]))
    sizes, most = reader.sizes(gold.segments), settings["pieces"]
    plan: list[IndexArray] = []
    for number in range(settings["epochs"]):
        places = gold.epoch(number, random)
        plan += batches(places, sizes[places], most, random)
    network.train()
    for step, some in enumerate(plan):
        columns, inside = gold.segments.padded(some)
        with half():
            batch = reader.batch(columns["words"], inside)
            loss = network.loss(batch, tensor(columns["labels"]))
        update(optimizer, loss, pace(step, len(plan), 150))
        if step % 500 == 0:
            print("tune", step, "of", len(plan), f"{loss.item():.4f}", flush=True)


def shares(networks: list[Network], batch: Batch) -> Tensor:
    """The mean of the networks' probabilities of labels."""
    with half():
        return torch.stack([network(batch).softmax(-1) for network in networks]).mean(0)


def named(labels: Numbers, names: list[str]) -> set[tuple[int, int, str]]:
    """The persons, organizations and places of a row of labels."""
    found = spans(biluo_to_iob([names[x] if x != UNKNOWN else "-" for x in labels.tolist()]))
    return {span for span in found if span[2] in KINDS}


def counts(shares: Float32Array, gold: Numbers, names: list[str]) -> dict:
    """Counts of names in a segment; of those found, without what is unknown."""
    best = best_sequence(np.log(np.maximum(shares, np.float32(1e-20))), allowed_pairs(names))
    found = {s for s in named(best, names) if (gold[s[0] : s[1]] != UNKNOWN).all()}
    return name_counts(found, named(gold, names))


@torch.no_grad()
def check(
    networks: list[Network], reader: Reader, gold: Segments, names: list[str]
) -> dict[str, float]:
    """F of names in a set, where each segment is read alone."""
    found = []
    for network in networks:
        network.eval()
    for some in batches(np.arange(len(gold.lengths)), reader.sizes(gold), 16000):
        columns, inside = gold.padded(some)
        rows = shares(networks, reader.batch(columns["words"], inside)).cpu().numpy()
        triples = zip(rows, columns["labels"], inside.sum(axis=1), strict=True)
        found += [counts(row[:n], labels[:n], names) for row, labels, n in triples]
    return scores(summed(found))


@torch.no_grad()
def label(networks: list[Network], reader: Reader, raw: Segments) -> Segments:
    """Raw text as the pipeline reads it, with the two best labels and how sure the first is.

    How sure is 0 for words that no network has read, at the end of a very long segment.
    """
    silver = {x: np.zeros(len(raw.columns["words"]), np.uint8) for x in ("first", "second", "sure")}
    for network in networks:
        network.eval()
    every = batches(np.arange(len(raw.lengths)), reader.sizes(raw), 64000)
    for some in tqdm(every, disable=None):
        at, inside = raw.at(some)
        batch = reader.batch(raw.columns["words"][at], inside)
        values, labels = shares(networks, batch).topk(2, -1)
        sure = (values[..., 0] / values.sum(-1) * SURE).round() * batch.known
        for name, found in zip(silver, (labels[..., 0], labels[..., 1], sure), strict=True):
            silver[name][at[inside]] = found.cpu().numpy()[inside]
    return Segments(raw.lengths, {"words": raw.columns["recased"], **silver})


def fit(folder: Path, arrays: Path, settings: Settings, names: list[str]) -> None:
    """Learn both networks, and write what they say of the raw text to FOLDER/silver.npz.

    `names` are the labels of the pipeline's recogniser. A network that was learned is kept.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with np.load(arrays / "types.npz") as types:
        reader = Reader(dict(types))
    raw, gold = Segments.load(arrays / "raw.npz"), Gold(arrays, settings["names"])
    measured = {name: Segments.load(arrays / f"{name}.npz") for name in MEASURED}
    networks: list[Network] = []
    for number, name in enumerate(("plain", "adapted")):
        torch.manual_seed(settings["seed"] + number)
        network = Network(len(names)).to(DEVICE)
        path = folder / f"{name}.pt"
        if path.exists():
            network.load_state_dict(torch.load(path, map_location=DEVICE, weights_only=True))
        else:
            network.put(stored_weights())
            if name == "adapted":
                adapt(network, reader, raw, settings)
            tune(network, reader, gold, settings, settings["seed"] + number)
            torch.save(network.state_dict(), path)
        networks.append(network)
        for test, segments in measured.items():
            print(name, test, check([network], reader, segments, names), flush=True)
    for test, segments in measured.items():
        print("both", test, check(networks, reader, segments, names), flush=True)
    label(networks, reader, raw).save(folder / "silver.npz")
