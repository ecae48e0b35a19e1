"""Sentences and their compressions from the corpus folder, parsed and kept."""

from __future__ import annotations

from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc
from tqdm import tqdm

from resources.recipes import reading
from salience.compression.pairs import CompressionPair, kept_words
from salience.pipeline.word_texts import words_of
from salience.text.words import Words

SETS = ("clspoken", "clwritten", "google")
_UNNEEDED = ("ner", "salience_values", "salience_linker", "salience_coref")


def pairs_of(
    corpora: Path, name: str, part: str, nlp: Language, work: Path
) -> list[list[CompressionPair]]:
    """The pairs of the train or dev part of a set by sentence: one for each person's compression.

    The corpora have divided sentences into words; parses are kept in the work folder.
    """
    records = reading.rows(corpora / "compression" / f"{name}-{part}.jsonl")
    path, texts = work / f"{name}-{part}.jsonl", [r["source"].split() for r in records]
    sources = reading.kept_words(path, lambda: parse(texts, nlp, path.stem))
    found = []
    for record, source in zip(records, sources, strict=True):
        kept = [kept_words(source.texts, text.split()) for text in record["compressions"]]
        found.append([CompressionPair(record["id"], source, some) for some in kept if some])
    return [pairs for pairs in found if pairs]


def parse(sentences: list[list[str]], nlp: Language, name: str = "") -> list[Words]:
    starts = ([i == 0 for i in range(len(words))] for words in sentences)
    made = (Doc(nlp.vocab, words=w, sent_starts=s) for w, s in zip(sentences, starts, strict=True))
    with nlp.select_pipes(disable=[pipe for pipe in _UNNEEDED if pipe in nlp.pipe_names]):
        docs = nlp.pipe(made, batch_size=32)
        return [words_of(doc) for doc in tqdm(docs, name, total=len(sentences), disable=None)]
