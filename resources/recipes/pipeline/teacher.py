"""A teacher of trees: a BiLSTM over single sentences, too slow and too large to ship.

Words are GloVe's vectors, a small trained vector if they are frequent, and a convolution over their
characters (Ma and Hovy 2016). Three layers of BiLSTM read a sentence; the first also predicts tags,
which is there to teach it (Søgaard and Goldberg 2016). Arcs and relations are biaffine (Dozat and
Manning 2017). It needs PyTorch, which the pipeline that learns from it does not.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Self

import numpy as np
import torch
from spacy.tokens import Doc
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, leaky_relu
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from resources.recipes.pipeline.augment import variant
from resources.recipes.pipeline.silver import Parse
from resources.recipes.pipeline.teacher_data import (
    UNKNOWN,
    Batch,
    Labels,
    Lexicon,
    Sentence,
    batch_of,
    by_length,
    sentences,
    updates,
)
from resources.recipes.pipeline.vectors import read_vectors
from salience.components.arborescence import best_tree

SEED, EPOCHS, RATE, WORDS = 2, 22, 2e-3, 2800
DECAY = 0.997  # Of the mean of the weights, an update.
HIDDEN, LAYERS, ARC, DEP, DROP = 256, 3, 400, 64, 0.33


def locked(x: Tensor, drop: float, training: bool) -> Tensor:
    """Dropout of the same components in all words of a sentence (Gal and Ghahramani 2016)."""
    if not training or not drop:
        return x
    return x * (torch.rand(x.shape[0], 1, x.shape[2]) >= drop).to(x.dtype) / (1 - drop)


def with_one(x: Tensor) -> Tensor:
    return torch.cat([x, torch.ones_like(x[..., :1])], -1)


class Words(nn.Module):
    def __init__(self, lexicon: Lexicon, glove: Tensor) -> None:
        super().__init__()
        self.glove = [glove]  # In a list it is no parameter and is not stored.
        self.project = nn.Linear(glove.shape[1], 125, bias=False)
        self.trained = nn.Embedding(len(lexicon.frequent) + 1, 75)
        self.characters = nn.Embedding(len(lexicon.characters) + 2, 32, padding_idx=0)
        self.convolution = nn.Conv1d(32, 100, 3, padding=1)
        self.width = 125 + 75 + 100
        nn.init.normal_(self.trained.weight, std=0.1)

    def forward(self, numbers: Tensor, table: Tensor) -> Tensor:
        unique, inverse = torch.unique(numbers, return_inverse=True)
        rows = table[unique]
        characters = self.convolution(self.characters(rows[:, 2:]).transpose(1, 2))
        spelled = torch.relu(characters.amax(2))[inverse]
        known = torch.cat([self.project(self.glove[0][rows[:, 0]]), self.trained(rows[:, 1])], 1)
        known = known[inverse]
        if self.training:
            # Whole words vanish, so that context and spelling must do.
            known = known * (torch.rand(*numbers.shape, 1) >= 0.2)
            spelled = spelled * (torch.rand(*numbers.shape, 1) >= 0.05)
        return torch.cat([known, spelled], 2)


class Perceptron(nn.Module):
    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.linear = nn.Linear(2 * HIDDEN, outputs)

    def forward(self, x: Tensor) -> Tensor:
        return locked(leaky_relu(self.linear(x), 0.1), DROP, self.training)


class Teacher(nn.Module):
    def __init__(self, lexicon: Lexicon, labels: Labels, glove: Tensor) -> None:
        super().__init__()
        self.words = Words(lexicon, glove)
        widths = [self.words.width, *[2 * HIDDEN] * (LAYERS - 1)]
        self.layers = nn.ModuleList(nn.LSTM(w, HIDDEN, bidirectional=True) for w in widths)
        self.tags = nn.Linear(2 * HIDDEN, len(labels.tags))
        self.morphs = nn.Linear(2 * HIDDEN, len(labels.morphs))
        self.arc_head, self.arc_word = Perceptron(ARC), Perceptron(ARC)
        self.dep_head, self.dep_word = Perceptron(DEP), Perceptron(DEP)
        self.arc = nn.Parameter(torch.zeros(ARC + 1, ARC))
        self.dep = nn.Parameter(torch.zeros(DEP + 1, len(labels.deps), DEP + 1))

    def encode(self, numbers: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
        x = locked(self.words(numbers, table), DROP / 2, self.training)
        outputs = []
        for layer in self.layers:
            x = layer(x.transpose(0, 1))[0].transpose(0, 1)
            x = locked(x, DROP, self.training)
            outputs.append(x)
        return outputs[0], outputs[-1]

    def arcs(self, x: Tensor) -> Tensor:
        return (with_one(self.arc_word(x)) @ self.arc) @ self.arc_head(x).transpose(1, 2)

    def deps(self, x: Tensor, heads: Tensor) -> Tensor:
        """Scores (sentences, words, relations) of the relation to the given heads."""
        head = self.dep_head(x)
        head = with_one(head.gather(1, heads[:, :, None].expand(-1, -1, head.shape[2])))
        middle = with_one(self.dep_word(x)) @ self.dep.flatten(1)
        return (middle.unflatten(2, self.dep.shape[1:]) @ head[:, :, :, None])[..., 0]

    def loss(self, batch: Batch, table: Tensor) -> Tensor:
        gold = {name: torch.from_numpy(getattr(batch, name)) for name in Batch.__slots__}
        low, high = self.encode(gold["words"], table)

        def loss(scores: Tensor, name: str) -> Tensor:
            flat = scores.flatten(0, 1).float(), gold[name].flatten()
            return cross_entropy(*flat, ignore_index=UNKNOWN, reduction="sum")

        of_tags = loss(self.tags(low), "tags") / 2 + loss(self.morphs(low), "morphs") / 2
        deps = self.deps(high, gold["heads"].clamp(min=0))
        return of_tags + loss(self.arcs(high), "heads") + loss(deps, "deps")


@dataclass(slots=True)
class Trained:
    teacher: Teacher
    labels: Labels
    lexicon: Lexicon

    def batch(self, group: list[Sentence]) -> Batch:
        return batch_of(group, self.lexicon, self.labels)

    def parse(self, data: list[list[str]]) -> list[Parse]:
        todo = [Sentence(words) for words in data]
        groups = by_length(todo, 3000)
        batches = [self.batch([todo[i] for i in group]) for group in groups]
        table = torch.from_numpy(self.lexicon.table())
        found: dict[int, Parse] = {}
        self.teacher.eval()
        for group, batch in zip(groups, batches, strict=True):
            found |= zip(group, self._parse(batch, table), strict=True)
        return [found[i] for i in range(len(data))]

    @torch.no_grad()
    def _parse(self, batch: Batch, table: Tensor) -> Iterator[Parse]:
        is_root = torch.tensor([name == "ROOT" for name in self.labels.deps])
        with torch.autocast("cpu", torch.bfloat16):
            low, high = self.teacher.encode(torch.from_numpy(batch.words), table)
            arcs = self.teacher.arcs(high).float().log_softmax(-1)
            heads = torch.tensor(np.stack([best_tree(scores.numpy()) for scores in arcs]))
            deps = self.teacher.deps(high, heads).float().log_softmax(-1)
            tags = self.teacher.tags(low).argmax(2)
        # "ROOT" is the relation of roots and of nothing else.
        other = is_root != (heads == torch.arange(heads.shape[1]))[:, :, None]
        best = deps.masked_fill(other, -torch.inf).max(2)
        sure = (arcs.gather(2, heads[:, :, None])[..., 0] + best.values).mean(1)
        rows = (heads.tolist(), best.indices.tolist(), tags.tolist(), sure.tolist())
        for head, dep, tag, certain in zip(*rows, strict=True):
            names = [self.labels.deps[i] for i in dep], [self.labels.tags[i] for i in tag]
            yield Parse(head, *names, certain)

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        weights = {name: values.numpy() for name, values in self.teacher.state_dict().items()}
        np.savez(folder / "weights.npz", **weights)
        known = {"frequent": self.lexicon.frequent, "characters": self.lexicon.characters}
        text = json.dumps({**known, "labels": asdict(self.labels)}, ensure_ascii=False)
        (folder / "words.json").write_text(text, encoding="utf8")

    @classmethod
    def load(cls, folder: Path, glove: tuple[dict[str, int], Tensor]) -> Self:
        """`glove` is what `read_glove` gives."""
        stored = json.loads((folder / "words.json").read_text(encoding="utf8"))
        lexicon = Lexicon(glove[0], stored["frequent"], stored["characters"])
        labels = Labels(**stored["labels"])
        teacher = Teacher(lexicon, labels, glove[1])
        with np.load(folder / "weights.npz", allow_pickle=False) as weights:
            teacher.load_state_dict({name: torch.from_numpy(weights[name]) for name in weights})
        return cls(teacher, labels, lexicon)


def read_glove(path: Path) -> tuple[dict[str, int], Tensor]:
    words, rows = read_vectors(path)
    table = np.vstack([np.zeros_like(rows[:1]), rows / rows.std(ddof=1)])
    return {word: i for i, word in enumerate(words, 1)}, torch.from_numpy(table)


def rate(part: float) -> float:
    """Learning rate by the part of the training that is over: up, level, down to a hundredth."""
    return RATE * max(0.01, min(1, 20 * part, 2 * (1 - part)))


def fit(folder: Path, glove: Path, docs: list[Doc], check: Callable[[Trained], object]) -> None:
    """Train on docs; the mean of the weights goes to FOLDER/mean, after every epoch.

    An interrupted training goes on after its last epoch (Adam's moments start anew).
    """
    state = folder / "state.json"
    done = json.loads(state.read_text())["epoch"] if state.exists() else 0
    if done >= EPOCHS:
        return
    numbers = read_glove(glove)
    if done:
        trained, best = (Trained.load(folder / part, numbers) for part in ("last", "mean"))
    else:
        data = [s for doc in docs for s in sentences(doc)]
        labels, lexicon = Labels.learn(data), Lexicon.learn(numbers[0], data)
        torch.manual_seed(SEED)
        trained = best = Trained(Teacher(lexicon, labels, numbers[1]), labels, lexicon)
    mean = AveragedModel(best.teacher, multi_avg_fn=get_ema_multi_avg_fn(DECAY))
    mean.n_averaged.fill_(int(done > 0))
    optimizer = torch.optim.Adam(trained.teacher.parameters(), lr=RATE, betas=(0.9, 0.95))
    for epoch in range(done, EPOCHS):
        start = time.time()
        for _ in _epoch(trained, docs, epoch, optimizer):
            if epoch:
                mean.update_parameters(trained.teacher)
        if not epoch:  # The mean starts here: weights before are far from all others.
            mean.update_parameters(trained.teacher)
        best = Trained(mean.module, trained.labels, trained.lexicon)
        trained.save(folder / "last")
        best.save(folder / "mean")
        state.write_text(json.dumps({"epoch": epoch + 1}))
        print(epoch + 1, f"{time.time() - start:.0f} s", check(best), flush=True)


def _epoch(
    trained: Trained, docs: list[Doc], epoch: int, optimizer: torch.optim.Optimizer
) -> Iterator[None]:
    """Learn from all docs, in the cases that this epoch's seed gives them; a stop an update."""
    torch.manual_seed(SEED + epoch)
    random = Random(f"{SEED}-{epoch}")  # noqa: S311
    data = [s for doc in docs for s in sentences(variant(doc, random))]
    batches = [list(map(trained.batch, update)) for update in updates(data, WORDS, 1200, random)]
    table = torch.from_numpy(trained.lexicon.table())
    for k, update in enumerate(batches):
        trained.teacher.train()
        for setting in optimizer.param_groups:
            setting["lr"] = rate((epoch + k / len(batches)) / EPOCHS)
        size = sum(batch.words.size for batch in update)
        for batch in update:
            with torch.autocast("cpu", torch.bfloat16):
                loss = trained.teacher.loss(batch, table) / size
            loss.backward()
        torch.nn.utils.clip_grad_norm_(trained.teacher.parameters(), 2.0)
        optimizer.step()
        optimizer.zero_grad()
        yield


def scores(trained: Trained, docs: list[Doc]) -> dict[str, float]:
    gold = [s for doc in docs for s in sentences(doc)]
    hits = np.zeros(3)
    for found, true in zip(trained.parse([s.words for s in gold]), gold, strict=True):
        heads, deps, tags = (
            np.array(getattr(found, name)) == np.array(getattr(true, name))
            for name in ("heads", "deps", "tags")
        )
        hits += heads.sum(), (heads & deps).sum(), tags.sum()
    shares = 100 * hits / sum(len(s.words) for s in gold)
    return dict(zip(("uas", "las", "xpos"), shares.round(2).tolist(), strict=True))
