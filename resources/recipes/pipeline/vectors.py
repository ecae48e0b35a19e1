"""Static floret vectors (Bojanowski et al. 2017; floret's hashed table) from the raw text that may
ship.

Case is kept: a capital is the best sign of a name. One thread: floret seeds itself with 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import floret
import spacy
from spacy.training.initialize import convert_vectors

DIM, ROWS, EPOCHS = 96, 24_000, 6


def raw_texts(corpus: Path) -> Iterator[str]:
    """Every raw text whose licence lets weights ship: encyclopedia, news, US government, MASC, EWT
    train."""
    for name in ("wikinews", "us-18f", "us-digitalgov", "wikipedia"):
        with (corpus / f"pairs/{name}.jsonl").open(encoding="utf8") as file:
            for record in map(json.loads, file):
                yield f"{record['title']}\n{record['abstract']}\n{record['text']}"
    with (corpus / "raw/wikipedia-intros.jsonl").open(encoding="utf8") as file:
        for record in map(json.loads, file):
            yield f"{record['title']} . {record['text']}"
    yield from (corpus / "raw/masc-tokens.txt").read_text(encoding="utf8").splitlines()
    prefix = "# text = "
    for line in (corpus / "ud-ewt/train.conllu").read_text(encoding="utf8").splitlines():
        if line.startswith(prefix):
            yield line[len(prefix) :]


def write_tokens(corpus: Path, path: Path) -> int:
    """Write one tokenised line per non-empty line of raw text; return the number of tokens."""
    nlp = spacy.blank("en")
    nlp.max_length = 10_000_000
    total = 0
    with (path, "w").open(encoding="utf8") as out:
        lines = (line for text in raw_texts(corpus) for line in text.splitlines() if line.strip())
        for doc in nlp.pipe(lines, batch_size=500):
            words = [token.text for token in doc if not token.is_space]
            total += len(words)
            out.write(" ".join(words) + "\n")
    return total


def train_vectors(corpus: Path, out: Path) -> Path:
    """Train the table and write it in floret's text format."""
    out.mkdir(parents=True, exist_ok=True)
    text, table = out / "text.txt", out / "vectors.floret"
    if table.exists():
        return table
    if not text.exists():
        print("tokens:", write_tokens(corpus, text))
    model = floret.train_unsupervised(
        str(text), model="cbow", mode="floret", hashCount=2, bucket=ROWS, minn=3, maxn=5,
        minCount=4, dim=DIM, epoch=EPOCHS, neg=10, lr=0.05, thread=1,
    )  # fmt: skip
    model.save_floret_vectors(str(table))
    return table


def vectors_model(corpus: Path, out: Path) -> Path:
    """The table as a spaCy model folder `out/model`, which holds nothing else."""
    folder = out / "model"
    if not folder.exists():
        nlp = spacy.blank("en")
        convert_vectors(nlp, train_vectors(corpus, out), truncate=0, prune=-1, mode="floret")
        nlp.to_disk(folder)
    return folder
