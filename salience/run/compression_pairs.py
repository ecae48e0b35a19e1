"""Sentences with compressions of them, parsed, as what a compressor learns from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from salience.compression.pairs import CompressionPair, compression_pair
from salience.errors import CorpusError, OnReject, Reject
from salience.run.word_texts import only_parsing, words_of

_BATCH = 64


def read_pairs(
    records: Iterable[tuple[str, Any]], nlp: Language, on_reject: OnReject
) -> list[CompressionPair]:
    """Sentences with their compressions, parsed.

    Args:
        records: Places, such as `pairs.jsonl:3`, and what stands there: an object with `source`, a
            sentence, and `compressions`, a list of texts, or `compression`, a text. Words of a
            corpus may be divided already.
        nlp: A pipeline with tagger and parser.
        on_reject: Called with each pair that can't be used; the others go on.

    Returns:
        A pair for each compression.
    """
    texts: list[tuple[str, str, list[str]]] = []
    for place, record in records:
        try:
            texts.append((place, *_texts(record)))
        except CorpusError as error:
            on_reject(Reject("", place, str(error)))
    pairs = []
    with only_parsing(nlp):
        for at in range(0, len(texts), _BATCH):
            batch = texts[at : at + _BATCH]
            docs = nlp.pipe(_one_sentence(nlp, source) for _, source, _ in batch)
            for (place, _, targets), doc in zip(batch, docs, strict=True):
                source = words_of(doc)
                for target in targets:
                    words = [token.text for token in nlp.make_doc(target) if not token.is_space]
                    try:
                        pairs.append(compression_pair(place, source, words))
                    except CorpusError as error:
                        reason = str(error).removeprefix(f"pair {place!r}: ")
                        on_reject(Reject("", place, reason))
    return pairs


def _one_sentence(nlp: Language, text: str) -> Doc:
    doc = nlp.make_doc(text)
    for token in doc:
        token.is_sent_start = token.i == 0
    return doc


def _texts(record: Any) -> tuple[str, list[str]]:
    """The sentence of a record, and its compressions."""
    if not isinstance(record, dict):
        raise CorpusError("a pair must be a JSON object, but is none; correct it")
    source = record.get("source")
    targets = record.get("compressions", record.get("compression"))
    found = [targets] if isinstance(targets, str) else targets
    if not isinstance(source, str):
        raise CorpusError("source must be a text: the sentence; correct it")
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise CorpusError("compressions must be a list of texts, or compression a text; correct it")
    return source, found
