"""The one way from documents to what tasks make: texts through a pipeline, a batch at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from typing import NamedTuple, TypeVar

from spacy.language import Language
from spacy.tokens import Doc
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from salience.components.long_runs import tokenize
from salience.components.recurring_words import keep_recurring
from salience.coref.external_clusters import FIELD, set_clusters
from salience.engine.originals import Original
from salience.entities.extraction import parse
from salience.entities.register import registered
from salience.errors import CorpusError, MisuseError, Reject, SalienceError
from salience.language import language_of
from salience.pipeline.backend import used_alone
from salience.pipeline.windows import annotate
from salience.pipeline.word_texts import words_of
from salience.text.normalise import Clean
from salience.text.titles import text_start, titled_text
from salience.text.words import Words
from salience.types import Document, ParsedDocument
from salience.word_links.links import Pair

T = TypeVar("T")
R = TypeVar("R")

_NO_WORDS = Words((), (), (), (), (), (), ())


class Parsed(NamedTuple):
    """A document with its entities, its abstracts with theirs, and the words if asked for.

    All of it is of clean texts; `original` tells where it stands in the document as it came. The
    Doc may be read until a result has been made of it, and not after.
    """

    original: Original
    document: ParsedDocument
    doc: Doc
    abstracts: tuple[ParsedDocument, ...]
    words: tuple[Pair, ...] = ()
    body: Words = _NO_WORDS


BATCH_SIZE = 16

ReadBatch = Callable[[Language, Sequence[Original]], Iterable[T]]
"""Reads documents with a pipeline, in their clean form: one value for each, in order."""


def make_each(
    nlp: Language,
    documents: Sequence[Document],
    read: ReadBatch[T],
    step: str,
    make: Callable[[T], R],
) -> list[R | Reject]:
    """Read a batch of documents, and make a result of each; only the one at fault is rejected."""

    def made(document: Document, value: T) -> R | Reject:
        try:
            return make(value)
        except SalienceError as error:
            return _reject(document, error)
        except Exception as error:  # An error of ours in one document must not lose the others.
            reason = f"{step} failed on it ({type(error).__name__}: {error}); leave it out"
            return Reject(document.id, "", reason)

    def read_and_make(nlp: Language, originals: Sequence[Original]) -> list[R | Reject]:
        values = [*read(nlp, originals)]
        return [made(one.document, value) for one, value in zip(originals, values, strict=True)]

    return _read(nlp, documents, read_and_make)


def _read(nlp: Language, documents: Sequence[Document], read: ReadBatch[T]) -> list[T | Reject]:
    # What is new in the vocabulary is forgotten, else it would grow with the corpus.
    # The matrices are small: threads to multiply them cost more than they bring.
    try:
        with used_alone(nlp), _threads().limit(limits=1):
            originals = [*map(Original.of, documents)]
            keep_recurring(nlp, (original.read.text for original in originals))
            inside = nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
            with nullcontext() if inside else nlp.memory_zone():
                return [*read(nlp, originals)]
    except Exception as error:
        if len(documents) > 1:
            return [value for document in documents for value in _read(nlp, [document], read)]
        cause = error.__cause__ or error  # spaCy wraps what a component raised
        if isinstance(cause, SalienceError):
            return [_reject(documents[0], cause)]
        reason = f"the pipeline failed on it ({type(cause).__name__}: {cause}); leave it out"
        if isinstance(cause, MemoryError):
            reason = (
                "memory ran out while it was read (MemoryError); split it, or use fewer processes "
                "(n_process, --n-process)"
            )
        return [Reject(documents[0].id, "", reason)]


def _reject(document: Document, error: SalienceError) -> Reject:
    refused = isinstance(error, CorpusError | MisuseError)
    return Reject(document.id, "", str(error), refused=refused)


_threads = cache(ThreadpoolController)
"""The libraries that multiply matrices; to look for them takes as long as to read a page."""


def read_entities(
    nlp: Language,
    originals: Sequence[Original],
    *,
    abstracts: bool = False,
    nominal: bool = False,
    words: bool = False,
) -> Iterator[Parsed]:
    """Read documents with their entities; with `nominal` those without a name count too."""
    language = language_of(nlp.vocab.lang)
    others: list[tuple[Clean, ...]]
    others = [original.abstracts if abstracts else () for original in originals]
    texts = [
        text
        for original, more in zip(originals, others, strict=True)
        for text in (
            titled_text(original.read.title, original.read.text, language),
            *(titled_text(None, abstract.text, language) for abstract in more),
        )
    ]
    docs = annotate(nlp, (tokenize(nlp, text) for text in texts), batch_size=BATCH_SIZE)
    for original, more in zip(originals, others, strict=True):
        doc, document = next(docs), original.read
        if document.meta.get(FIELD) is not None:
            set_clusters(doc, document.meta[FIELD], text_start(document.title), original.text)
        summaries = [next(docs) for _ in more]
        pairs: tuple[Pair, ...] = ()
        body = _NO_WORDS
        if words:
            body = words_of(doc, text_start(document.title))
            pairs = tuple(Pair(document.id, body, words_of(summary)) for summary in summaries)
        yield Parsed(
            original,
            registered(nlp, parse(doc, document, nominal=nominal)),
            doc,
            tuple(
                registered(nlp, parse(summary, Document(document.id, text.text), generic=True))
                for summary, text in zip(summaries, more, strict=True)
            ),
            pairs,
            body,
        )


def with_unnamed(nlp: Language, parsed: Parsed) -> ParsedDocument:
    """The document again, with entities without a name among the others."""
    return registered(nlp, parse(parsed.doc, parsed.original.read, nominal=True))
