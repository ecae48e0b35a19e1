"""Sentences with compressions of them, parsed, as what a compressor learns from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from salience.compression.pairs import CompressionPair, compression_pair
from salience.corpus.formats.compression import opened, suffixes
from salience.corpus.formats.unpacking import DAMAGED
from salience.errors import CorpusError, ModelError, OnReject, Reject, SalienceError
from salience.language_models.arpa import from_arpa
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import NgramModel
from salience.pipeline.doc_trees import trees_of
from salience.pipeline.word_texts import only_parsing, words_of
from salience.text.cleaning import clean_text
from salience.trees.tree import Tree

_BATCH = 64


def read_pairs(
    records: Iterable[tuple[str, Any]], nlp: Language, on_reject: OnReject
) -> list[tuple[CompressionPair, Tree]]:
    """Sentences with their compressions, parsed.

    Args:
        records: Places, such as `pairs.jsonl:3`, and what stands there: an object with `source`, a
            sentence, and `compressions`, a list of texts, or `compression`, a text. Words of a
            corpus may be divided already.
        nlp: A pipeline with tagger and parser; trees that it leaves are taken, see `trees_of`.
        on_reject: Called with each pair that can't be used; the others go on.

    Returns:
        A pair for each compression, with the tree of the sentence.
    """
    texts: list[tuple[str, str, list[str]]] = []
    for place, record in records:
        try:
            texts.append((place, *_texts(record)))
        except CorpusError as error:
            on_reject(Reject("", place, str(error)))
    pairs: list[tuple[CompressionPair, Tree]] = []
    with only_parsing(nlp):
        for at in range(0, len(texts), _BATCH):
            batch = texts[at : at + _BATCH]
            docs = nlp.pipe(_one_sentence(nlp, source) for _, source, _ in batch)
            for (place, _, targets), doc in zip(batch, docs, strict=True):
                source = replace(words_of(doc), sentences=(0,))
                tree: Tree | None = None
                for target in targets:
                    words = [token.text for token in nlp.make_doc(target) if not token.is_space]
                    try:
                        pair = compression_pair(place, source, words)
                        if tree is None:
                            tree = _one_tree(trees_of(doc))
                        pairs.append((pair, tree))
                    except CorpusError as error:
                        reason = str(error).removeprefix(f"pair {place!r}: ")
                        on_reject(Reject("", place, reason))
    return pairs


def read_language(path: str | Path, nlp: Language) -> NgramModel:
    """A model of lower-case words, of at most three.

    Args:
        path: An ARPA file (`.arpa`) of n-grams of 1 to 3 words, or sentences, a line each, of which
            a trigram model is learned; both may be compressed.
        nlp: The pipeline that divides sentences into words.

    Raises:
        CorpusError: If the file is missing or damaged, or has no words.
        ModelError: If it is no ARPA file, or has longer n-grams.
    """
    path = Path(path)
    try:
        with opened(path) as file:
            lines = (line.decode("utf-8") for line in file)
            if suffixes(path.name)[0] == ".arpa":
                return _trigrams(from_arpa(lines))
            return train_ngrams(
                [token.lower_ for token in nlp.make_doc(clean_text(line)) if not token.is_space]
                for line in lines
                if line.strip()
            )
    except SalienceError as error:
        kind = ModelError if isinstance(error, ModelError) else CorpusError
        raise kind(f"{path}: {error}") from error
    except (*DAMAGED, ValueError) as error:
        raise CorpusError(f"{path} can't be read: {error}. Give ARPA, or sentences.") from error


def _trigrams(model: NgramModel) -> NgramModel:
    if model.order > 3:
        raise ModelError(
            f"its longest n-grams have {model.order} words, and a transducer takes 1 to 3. Make a "
            "model of trigrams."
        )
    return model


def _one_sentence(nlp: Language, text: str) -> Doc:
    doc = nlp.make_doc(text)
    for token in doc:
        token.is_sent_start = token.i == 0
    return doc


def _one_tree(trees: Sequence[Tree]) -> Tree:
    """The tree of a sentence, also of one so long that the parser divides it."""
    return Tree(trees[0].label, tuple(child for tree in trees for child in tree.children))


def _texts(record: Any) -> tuple[str, list[str]]:
    """The sentence of a record, and its compressions."""
    if not isinstance(record, dict):
        raise CorpusError("a pair must be a JSON object, in UTF-8, but is none; correct it")
    source = record.get("source")
    targets = record.get("compressions", record.get("compression"))
    found = [targets] if isinstance(targets, str) else targets
    if not isinstance(source, str):
        raise CorpusError("source must be a text: the sentence; correct it")
    if not isinstance(found, list) or not found or not all(isinstance(t, str) for t in found):
        raise CorpusError(
            "compressions must be a list of texts, at least one, or compression a text; correct it"
        )
    return source, found
