"""Keyphrase tools as rankers of the same entities: YAKE, pytextrank and frequent noun chunks.

They are not needed and not brought along: each is imported when it is asked for by name. They read
the headline as our models do. What they rank are strings, so an entity has the weight of the best
phrase that its name is in or that is in its name.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from salience.arrays import Float64Array
from salience.errors import CorpusError, MissingExtraError
from salience.features.rows import EntityTable
from salience.features.table_rules import take_columns
from salience.language.labels import CHUNK_NAMES, CHUNK_PARTS, is_ud
from salience.text.cleaning import clean_text
from salience.text.titles import repeated_title, titled_text
from salience.types import Document

if TYPE_CHECKING:  # what only ranks tables does without spaCy
    from spacy.language import Language
    from spacy.tokens import Doc, Span

Phrase = tuple[str, float]
"""A phrase and its weight, more than 0; the best has most."""
Words = tuple[str, ...]

_TINY = 1e-9  # YAKE may score a phrase 0, which is best


def rank_by_phrases(
    table: EntityTable, ranker: str, texts: Mapping[str, str], nlp: Language | None = None
) -> Float64Array:
    """Score entities by the phrases that a keyphrase tool finds in their texts.

    An entity has the weight of the best phrase that holds its name, or that its name holds, as
    words in a row and whatever their case; divided by that of the best phrase of the document. 0
    without such a phrase. Texts are those of `read_with_headline`, by the id of the document.
    """
    documents, names = take_columns(table, ("document", "name"), ranker)
    ids = list(dict.fromkeys(documents))
    without = [id for id in ids if id not in texts]
    if without:
        raise CorpusError(
            f"{len(without)} of {len(ids)} documents have no text, such as {without[0]!r}, and "
            f"{ranker!r} needs it. Give the corpus that was labelled (on the command line: "
            "--corpus)."
        )
    phrases = RANKERS[ranker]([texts[id] for id in ids], nlp)
    by_words = {id: _by_words(found) for id, found in zip(ids, phrases, strict=True)}
    return np.array(
        [_weight(_words(name), by_words[id]) for id, name in zip(documents, names, strict=True)],
        np.float64,
    )


def read_with_headline(document: Document) -> str:
    """What a keyphrase tool reads of a document: its headline and its text, as the library does.

    Example:
        >>> read_with_headline(Document("d", "Storm\\n\\nIt came.", "Storm"))  # it is repeated
        'Storm\\n\\nIt came.'
    """
    repeated = document.title and repeated_title(document.text, document.title)
    return titled_text(None if repeated else document.title, document.text)


def yake(texts: Iterable[str], nlp: Language | None = None) -> Iterator[list[Phrase]]:
    """The n-grams of YAKE, of up to 3 words; it calls the lowest score best, so 1 / score."""
    extractor = yake_extractor()
    for text in texts:
        yield [(p, 1 / (max(s, 0) + _TINY)) for p, s in extractor.extract_keywords(text)]


def yake_extractor() -> Any:
    """YAKE with all its phrases, also those that are like a better one."""
    extractor = _package("yake", "yake").KeywordExtractor
    # Before 0.7 the parameter had another name; either version swallows what it does not know.
    known = signature(extractor).parameters
    deduplicate = "dedup_lim" if "dedup_lim" in known else "dedupLim"
    return extractor(lan="en", n=3, top=10_000, **{deduplicate: 1.0})


def textrank(
    texts: Iterable[str], nlp: Language | None = None, *, component: str = "textrank"
) -> Iterator[list[Phrase]]:
    """The phrases of a component of pytextrank, run after a pipeline that it leaves as it is."""
    _package("pytextrank", "pytextrank")
    from spacy.language import Language

    # All components of pytextrank write to the same attribute, so each is made and run alone.
    rank = Language().create_pipe(component)
    for doc in _docs(texts, nlp):
        phrases = rank(doc)._.phrases
        yield [(phrase.text, float(phrase.rank)) for phrase in phrases if phrase.rank > 0]


def frequent_chunks(texts: Iterable[str], nlp: Language | None = None) -> Iterator[list[Phrase]]:
    """Noun chunks without determiners, by how often they occur."""
    for doc in _docs(texts, nlp):
        counts = Counter(
            " ".join(t.lower_ for t in chunk if t.pos_ not in ("DET", "PRON", "SPACE"))
            for chunk in doc.noun_chunks
        )
        yield [(phrase, float(n)) for phrase, n in counts.items() if phrase]


RANKERS: Mapping[str, Callable[[Sequence[str], Language | None], Iterator[list[Phrase]]]] = {
    "yake": yake,
    "pytextrank": partial(textrank, component="textrank"),
    "pytextrank-position": partial(textrank, component="positionrank"),
    "noun-chunks": frequent_chunks,
}
"""By name: from texts and a pipeline to the phrases of each text."""

PACKAGES: Mapping[str, str] = {
    "yake": "yake",
    "pytextrank": "pytextrank",
    "pytextrank-position": "pytextrank",
}
"""The package that a ranker needs, beside what this library needs."""


def ud_noun_chunks(doclike: Doc | Span) -> Iterator[tuple[int, int, int]]:
    """Base noun phrases of a tree in Universal Dependencies: start, end and the label's hash.

    spaCy's own for English know only the labels of CLEAR, and miss most in such a tree.
    """
    label = doclike.doc.vocab.strings.add("NP")
    last = 0
    for token in doclike:
        if token.pos_ not in ("NOUN", "PROPN", "PRON") or token.dep_ in CHUNK_PARTS:
            continue
        parts = [child for child in token.children if child.dep_ in CHUNK_PARTS]
        start = max(last, min([token.i, *(part.left_edge.i for part in parts)]))
        end = max([token.i, *(p.right_edge.i for p in parts if p.dep_ in CHUNK_NAMES)]) + 1
        if start <= token.i:
            yield start, end, label
            last = end


def _docs(texts: Iterable[str], nlp: Language | None) -> Iterator[Doc]:
    """Parsed texts, each with noun chunks that fit the labels of its tree."""
    from salience.pipeline.loading import load_pipeline

    pipeline = load_pipeline(coref="none", fast=True) if nlp is None else nlp
    labels = pipeline.pipe_labels.get("parser", ())
    for doc in pipeline.pipe(map(clean_text, texts), batch_size=16):
        if is_ud(labels):
            doc.noun_chunks_iterator = ud_noun_chunks  # type: ignore[attr-defined]
        yield doc


def _package(name: str, ranker: str) -> ModuleType:
    try:
        with redirect_stdout(io.StringIO()):  # pytextrank prints that it is in no git repository
            return import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"system {ranker!r} needs the package {name}, which can't be imported ({error}). "
            f"Install it: pip install {name}; or leave the system out."
        ) from error


def _words(text: str) -> Words:
    return tuple(re.findall(r"\w+", text.lower()))


def _by_words(phrases: Iterable[Phrase]) -> dict[Words, float]:
    """The weight of each phrase, as a share of the greatest, by its words."""
    greatest = max((weight for _, weight in phrases), default=1.0)
    weights: dict[Words, float] = {}
    for phrase, weight in phrases:
        words = _words(phrase)
        if words:
            weights[words] = max(weight / greatest, weights.get(words, 0.0))
    return weights


def _weight(name: Words, weights: Mapping[Words, float]) -> float:
    if not name:
        return 0.0
    return max(
        (w for words, w in weights.items() if _in(name, words) or _in(words, name)), default=0.0
    )


def _in(part: Words, whole: Words) -> bool:
    n = len(part)
    return any(whole[i : i + n] == part for i in range(len(whole) - n + 1))
