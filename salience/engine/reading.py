"""The one way from documents to their entities: texts through a pipeline, a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from threading import RLock
from typing import NamedTuple
from weakref import WeakKeyDictionary

from spacy.language import Language
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from salience.components.long_runs import tokenize
from salience.components.recurring_words import keep_recurring
from salience.coref.external_clusters import FIELD, set_clusters
from salience.entities.extraction import parse
from salience.errors import Reject
from salience.language import language_of
from salience.pipeline.windows import annotate
from salience.pipeline.word_texts import words_of
from salience.text.titles import text_start, titled_text
from salience.text.words import Words
from salience.types import Document, ParsedDocument
from salience.word_links.pairs import Pair

_NO_WORDS = Words((), (), (), (), (), (), ())


class Parsed(NamedTuple):
    """A document and its abstracts.

    Attributes:
        document: With its entities.
        abstracts: Each with its own.
        words: The document's words with those of each abstract, if they were asked for.
        body: The document's words, if they were asked for.
    """

    document: ParsedDocument
    abstracts: tuple[ParsedDocument, ...]
    words: tuple[Pair, ...] = ()
    body: Words = _NO_WORDS


BATCH_SIZE = 16

_locks: WeakKeyDictionary[Language, RLock] = WeakKeyDictionary()


def read_batch(
    nlp: Language,
    documents: Sequence[Document],
    abstracts: bool,
    nominal: Callable[[Document], bool] = lambda _: False,
    words: bool = False,
) -> list[Parsed | Reject]:
    """Read a batch of documents, and their abstracts where `abstracts` is true.

    Of documents of which `nominal` is true, entities without a name are among the others. Where
    `words` is true, the words of documents and abstracts are handed on too.

    If the pipeline breaks on the batch, each document is read alone, so that only the one at fault
    is rejected. Batches and single documents give the same results. Threads that share a pipeline
    take turns, a batch each.

    Returns:
        One result per document, in order: its entities, or the reason why it was rejected.
    """
    try:
        with _locks.setdefault(nlp, RLock()):
            return [*_read(nlp, documents, abstracts, nominal, words)]
    except Exception as error:
        if len(documents) > 1:
            each = (read_batch(nlp, [d], abstracts, nominal, words) for d in documents)
            return [result for results in each for result in results]
        cause = error.__cause__ or error  # spaCy wraps what a component raised
        if isinstance(cause, MemoryError):
            reason = (
                "memory ran out while it was read (MemoryError); split it, or use fewer processes "
                "(n_process, --n-process)"
            )
            return [Reject(documents[0].id, "", reason)]
        reason = f"the pipeline failed on it ({type(cause).__name__}: {cause}); leave it out"
        return [Reject(documents[0].id, "", reason)]


def _read(
    nlp: Language,
    documents: Sequence[Document],
    abstracts: bool,
    nominal: Callable[[Document], bool],
    words: bool,
) -> list[Parsed]:
    language = language_of(nlp.vocab.lang)
    others = [document.abstracts if abstracts else () for document in documents]
    texts = [
        text
        for document, more in zip(documents, others, strict=True)
        for text in (
            titled_text(document.title, document.text, language),
            *(titled_text(None, abstract, language) for abstract in more),
        )
    ]
    keep_recurring(nlp, texts)
    inside = nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
    # What is new in the vocabulary is forgotten, else it would grow with the corpus.
    # The matrices are small: threads to multiply them cost more than they bring.
    with _threads().limit(limits=1), nullcontext() if inside else nlp.memory_zone():
        return list(_parse(nlp, documents, others, texts, nominal, words))


@cache
def _threads() -> ThreadpoolController:
    """The libraries that multiply matrices; to look for them takes as long as to read a page."""
    return ThreadpoolController()


def _parse(
    nlp: Language,
    documents: Sequence[Document],
    others: Sequence[Sequence[str]],
    texts: Sequence[str],
    nominal: Callable[[Document], bool],
    words: bool,
) -> Iterator[Parsed]:
    """Texts go through spaCy with their abstracts, `others`, in one stream."""
    docs = annotate(nlp, (tokenize(nlp, text) for text in texts), batch_size=BATCH_SIZE)
    for document, more in zip(documents, others, strict=True):
        doc = next(docs)
        if document.meta.get(FIELD) is not None:
            set_clusters(doc, document.meta[FIELD], text_start(document.title))
        summaries = [next(docs) for _ in more]
        pairs: tuple[Pair, ...] = ()
        body = _NO_WORDS
        if words:
            body = words_of(doc, text_start(document.title))
            pairs = tuple(Pair(document.id, body, words_of(summary)) for summary in summaries)
        yield Parsed(
            parse(doc, document, nominal=nominal(document)),
            tuple(
                parse(summary, Document(document.id, text), generic=True)
                for summary, text in zip(summaries, more, strict=True)
            ),
            pairs,
            body,
        )
