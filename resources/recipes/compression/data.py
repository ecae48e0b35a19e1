"""Sentences and their compressions from the corpus folder, parsed and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from tqdm import tqdm

from salience.compression.pairs import CompressionPair, kept_words
from salience.pipeline.word_texts import words_of
from salience.text.words import Words

SETS = ("clspoken", "clwritten", "google")
_UNNEEDED = ("ner", "salience_values", "salience_linker", "salience_coref")
_FIELDS = ("texts", "lemmas", "tags", "heads", "relations", "sentences", "spans", "fine_tags")


def pairs_of(
    corpora: Path, name: str, part: str, nlp: Language, work: Path
) -> list[list[CompressionPair]]:
    """The pairs of a set by sentence: one for each person's compression.

    Args:
        corpora: The corpus folder.
        name: A set of `SETS`.
        part: `train` or `dev`.
        nlp: The pipeline that parses sentences, which the corpora have divided into words.
        work: Where parses are kept.
    """
    records = list(_records(corpora / "compression" / f"{name}-{part}.jsonl"))
    sources = _kept(work / f"{name}-{part}.jsonl", [r["source"] for r in records], nlp)
    found = []
    for record, source in zip(records, sources, strict=True):
        kept = [kept_words(source.texts, text.split()) for text in record["compressions"]]
        found.append([CompressionPair(record["id"], source, some) for some in kept if some])
    return [pairs for pairs in found if pairs]


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _kept(path: Path, texts: list[str], nlp: Language) -> list[Words]:
    """The parses of sentences, from a file if it is there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        parsed = parse([text.split() for text in texts], nlp, path.stem)
        lines = [json.dumps([getattr(words, name) for name in _FIELDS]) for words in parsed]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [_words(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _words(columns: list[list[Any]]) -> Words:
    fields: dict[str, Any] = {n: tuple(c) for n, c in zip(_FIELDS, columns, strict=True)}
    fields["spans"] = tuple(map(tuple, fields["spans"]))
    return Words(**fields)


def parse(sentences: list[list[str]], nlp: Language, name: str = "") -> list[Words]:
    """Sentences of words with their trees; each is one sentence, whatever the parser says."""
    with nlp.select_pipes(disable=[pipe for pipe in _UNNEEDED if pipe in nlp.pipe_names]):
        docs = nlp.pipe((_doc(nlp, words) for words in sentences), batch_size=32)
        return [words_of(doc) for doc in tqdm(docs, name, total=len(sentences), disable=None)]


def _doc(nlp: Language, words: list[str]) -> Doc:
    starts = [i == 0 for i in range(len(words))]
    return Doc(nlp.vocab, words=words, sent_starts=starts)
