"""The layers that recognise names over the pipeline's encoder, which stays as it is.

They learn from raw text that the large recogniser labelled (`large.py`), and from the gold sets.
The weights have the names and shapes that `layers.put` expects. On a GPU this takes minutes. All is
seeded: on one CPU the same numbers come out again, and GPUs differ in the last digits.
"""

import itertools
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from spacy.language import Language
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, layer_norm, linear, pad

from resources.recipes.pipeline.gpu import DEVICE, adam, half, pace, tensor, update
from resources.recipes.pipeline.large import SURE
from resources.recipes.pipeline.layers import WIDTH, Weights, weights_of
from resources.recipes.pipeline.segments import UNKNOWN, Gold, Numbers, Segments, batches
from salience.arrays import IndexArray
from salience.components.ner import biluo_labels

DECAY = 0.9995  # of the mean of the weights, an update
PIECES = 3


class Scan(torch.autograd.Function):
    """`state[t] = keep[t] * state[t - 1] + new[t]`, where each step joins twice as many words."""

    @staticmethod
    def states(keep: Tensor, new: Tensor) -> Tensor:
        keep, new, reach = keep.clone(), new.clone(), 1
        while reach < new.shape[1]:
            new[:, reach:] = new[:, reach:] + keep[:, reach:] * new[:, :-reach]
            keep[:, reach:] = keep[:, reach:] * keep[:, :-reach]
            reach *= 2
        return new

    @staticmethod
    def forward(ctx: Any, keep: Tensor, new: Tensor) -> Tensor:
        states = Scan.states(keep, new)
        ctx.save_for_backward(keep, states)
        return states

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor]:
        keep, states = ctx.saved_tensors
        after, before = torch.zeros_like(keep), torch.zeros_like(states)
        after[:, :-1], before[:, 1:] = keep[:, 1:], states[:, :-1]
        d_new = Scan.states(after.flip(1), gradient.flip(1)).flip(1)
        return d_new * before, d_new


class Norm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.G, self.b = nn.Parameter(torch.ones(WIDTH)), nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x.float(), x.shape[-1:], self.G, self.b, 1e-8)


class Maxout(nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.empty(WIDTH, PIECES, inputs))
        self.b = nn.Parameter(torch.zeros(WIDTH, PIECES))
        self.norm = Norm()
        limit = math.sqrt(6 / (WIDTH * PIECES + inputs))
        nn.init.uniform_(self.W, -limit, limit)

    def forward(self, x: Tensor) -> Tensor:
        pieces = linear(x, self.W.flatten(0, 1), self.b.flatten())
        return self.norm(pieces.unflatten(-1, self.b.shape).amax(-1))


class Recurrent(nn.Module):
    """Two gated recurrences, as `salience.components.recurrent_encoder` has them."""

    def __init__(self) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.empty(4 * WIDTH, WIDTH))
        self.b = nn.Parameter(torch.zeros(4 * WIDTH))
        self.mix = Maxout(2 * WIDTH)
        nn.init.xavier_uniform_(self.W)
        nn.init.ones_(self.b[: 2 * WIDTH])  # At first a state lives for some words.

    def forward(self, x: Tensor, inside: Tensor) -> Tensor:
        gates, words = linear(x, self.W, self.b).float().chunk(2, -1)
        keep = torch.sigmoid(gates)
        states = Scan.apply(_turned(keep), _turned((1 - keep) * words * inside))
        return self.mix(_turned(states))


def _turned(values: Tensor) -> Tensor:
    """The second half of the columns is read from the end of the text, or put back."""
    forward, backward = values.chunk(2, -1)
    return torch.cat([forward, backward.flip(1)], -1)


class Layers(nn.Module):
    """A layer over a word and its neighbours, then recurrent ones; `inside` is 1 for words."""

    def __init__(self, depth: int) -> None:
        super().__init__()
        self.window = Maxout(3 * WIDTH)
        self.recurrent = nn.ModuleList(Recurrent() for _ in range(depth))

    def states(self, x: Tensor, inside: Tensor, drop: float) -> Tensor:
        def dropped(values: Tensor) -> Tensor:
            return dropout(values, drop, self.training)

        x = dropped(x) * inside
        around = pad(x, (0, 0, 1, 1))
        near = torch.cat([around[:, :-2], x, around[:, 2:]], -1)
        x = (x + dropped(self.window(near))) * inside
        for layer in self.recurrent:
            x = (x + dropped(layer(x, inside))) * inside
        return x


class Encoder(Layers):
    """The pipeline's encoder, which reads numbers of types and learns nothing here."""

    def __init__(self, nlp: Language, types: dict[str, Numbers]) -> None:
        stored = weights_of(nlp.get_pipe("tok2vec").model)  # type: ignore[attr-defined]
        weights = {name: torch.tensor(values) for name, values in stored.items()}
        super().__init__(sum(name.endswith("mix.W") for name in weights) - 1)
        sizes = [len(values) for name, values in weights.items() if name.startswith("tables.")]
        self.tables = nn.ModuleList(nn.EmbeddingBag(size, WIDTH, mode="sum") for size in sizes)
        self.static = nn.Parameter(torch.empty_like(weights["static"]))
        self.mix = Maxout((len(sizes) + 1) * WIDTH)
        self.load_state_dict(weights)
        self.requires_grad_(False).eval()
        vectors = nlp.vocab.vectors.data
        self.vectors = tensor(np.vstack([vectors, np.zeros_like(vectors[:1])]))
        self.rows = tensor(types["rows"])
        self.vector = tensor(np.where(types["vector"] < 0, len(vectors), types["vector"]))

    @torch.no_grad()
    def forward(self, words: Tensor, inside: Tensor) -> Tensor:
        types, places = torch.unique(words, return_inverse=True)
        parts = [table(self.rows[types, n]) for n, table in enumerate(self.tables)]
        parts.append(linear(self.vectors[self.vector[types]], self.static))
        return self.states(self.mix(torch.cat(parts, -1))[places], inside, 0.0)


class Recogniser(Layers):
    """The layers that are learned."""

    def __init__(self, labels: int) -> None:
        super().__init__(1)
        self.head = nn.Linear(WIDTH, labels)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, x: Tensor, inside: Tensor, drop: float) -> Tensor:
        return self.head(self.states(x, inside, drop).float()).float()


class Mean:
    """The running mean of a network's weights, which forgets the first ones soon."""

    def __init__(self, network: nn.Module) -> None:
        self._weights = network.state_dict()  # which updates change
        self._means = {name: values.clone() for name, values in self._weights.items()}

    def update(self, step: int) -> None:
        for name, mean in self._means.items():
            mean.lerp_(self._weights[name], 1 - min(DECAY, (step + 1) / (step + 20)))

    def weights(self) -> dict[str, Numbers]:
        return {name: values.cpu().numpy() for name, values in self._means.items()}


def endless(
    segments: Segments,
    most: int,
    seed: int,
    epoch: Callable[[int, np.random.Generator], IndexArray],
) -> Iterator[tuple[dict[str, Tensor], Tensor]]:
    """Batches of about `most` words without end, and which places in them are words."""
    random = np.random.default_rng(seed)
    sizes = np.maximum(segments.lengths, 8)
    for number in itertools.count():
        places = epoch(number, random)
        for some in batches(places, sizes[places], most, random):
            columns, inside = segments.padded(some)
            yield {name: tensor(values) for name, values in columns.items()}, tensor(inside)


def silver_loss(scores: Tensor, batch: dict[str, Tensor], inside: Tensor) -> Tensor:
    """Cross-entropy with the two best labels of the large recogniser, as sure as it was."""
    logs, sure = scores.log_softmax(-1), batch["sure"] / SURE
    first, second = (logs.gather(2, batch[x][..., None])[..., 0] for x in ("first", "second"))
    losses = -(sure * first + (1 - sure) * second)
    return losses[inside & (batch["sure"] > 0)].mean()


def gold_loss(scores: Tensor, batch: dict[str, Tensor], inside: Tensor) -> Tensor:
    known = inside & (batch["labels"] != UNKNOWN)
    return cross_entropy(scores[known], batch["labels"][known])


def learn(
    encoder: Encoder, silver: Segments, gold: Gold, settings: dict[str, Any], labels: int
) -> Weights:
    """The weights of the layers: means over the training."""
    seed, steps, drop = settings["seed"], settings["steps"], settings["dropout"]
    torch.manual_seed(seed)
    network = Recogniser(labels).to(DEVICE).train()
    optimizer, mean = adam((list(network.parameters()), settings["rate"])), Mean(network)
    every = np.arange(len(silver.lengths))
    sources = (
        endless(silver, settings["raw_words"], seed, lambda *_: every),
        endless(gold.segments, settings["gold_words"], seed + 1, gold.epoch),
    )
    for step in range(steps):
        losses = []
        for source, loss_of in zip(sources, (silver_loss, gold_loss), strict=True):
            batch, inside = next(source)
            words = inside[..., None].float()
            with half():
                scores = network(encoder(batch["words"], words), words, drop)
            losses.append(loss_of(scores, batch, inside))
        update(optimizer, losses[0] + losses[1], pace(step, steps, 200))
        mean.update(step)
        if step % 300 == 0:
            print(step, *(f"{loss.item():.4f}" for loss in losses), flush=True)
    return mean.weights()


def fit(nlp: Language, silver: Path, arrays: Path, settings: dict[str, Any]) -> Weights:
    """Learn the layers over the encoder of a pipeline, for its labels."""
    with np.load(arrays / "types.npz") as types:
        encoder = Encoder(nlp, dict(types)).to(DEVICE)
    labels = len(biluo_labels(nlp.get_pipe("ner").labels))  # type: ignore[attr-defined]
    gold = Gold(arrays, settings["names"])
    return learn(encoder, Segments.load(silver), gold, settings, labels)
