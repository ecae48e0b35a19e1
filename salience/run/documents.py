"""Labels and scores for many documents: in batches, in order, on one process or several."""

from __future__ import annotations

import itertools
import signal
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from dataclasses import replace

from spacy.language import Language
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from salience.alignment.entity_alignment import DEFAULT as RULES
from salience.alignment.entity_alignment import align_all, check_rules
from salience.alignment.silver_labels import make_labels
from salience.coref.external_clusters import FIELD, set_clusters
from salience.entities.extraction import parse, title_words
from salience.errors import OnReject, Reject, SalienceError, SalienceWarning, warn_reject
from salience.features.featurizer import attributes
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.loading import DEFAULT, load_pipeline
from salience.pipeline.packed import PackedPipeline
from salience.pipeline.provenance import other_pipeline, pipeline_name
from salience.run.admission import usable_documents
from salience.tables.records import DIGITS
from salience.text.cleaning import clean_text
from salience.types import Document, LabelledDocument, ParsedDocument, ScoredDocument

Parsed = tuple[ParsedDocument, tuple[ParsedDocument, ...]]
"""A document and its abstracts, each with its entities."""

BATCH_SIZE = 16
BATCH_CHARACTERS = 10_000
"""A batch ends here even if it has fewer documents: what is computed for the words of more text
does not fit into a processor's cache, and the parse of long documents takes half as long again."""


def label(
    documents: Iterable[Document],
    nlp: Language | str | None = None,
    *,
    rules: str = RULES,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    on_reject: OnReject = warn_reject,
) -> Iterator[LabelledDocument]:
    """Label the entities of documents that have abstracts: salient is what an abstract mentions.

    Args:
        documents: Read as they are needed, never all at once.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        rules: How abstract entities are aligned with those of the document; see `align_all`.
        n_process: Worker processes. The results and their order are the same for any number.
        batch_size: Documents that are parsed together; no effect on the results.
        on_reject: Called with every document that is left out: one that can't be read (without
            text or abstract, too long for the pipeline; see `why_not`), or one that breaks it.

    Raises:
        SalienceError: At once, if there are no such rules; while reading, if a worker process
            dies.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> nlp.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": "Ada"}])
        >>> nlp.add_pipe("attribute_ruler").add([[{"ORTH": "Ada"}]], {"POS": "PROPN"})
        >>> _ = nlp.add_pipe("sentencizer")
        >>> document = Document("d1", "Reporters met Ada.", abstracts=("A talk with Ada.",))
        >>> [labelled] = label([document], nlp)
        >>> labelled.parsed.entities[0].name, labelled.labels[0].salient
        ('Ada', True)
    """
    check_rules(rules)
    nlp = _loaded(nlp)
    name = pipeline_name(nlp)
    parsed = _parsed(documents, nlp, True, n_process, batch_size, on_reject)
    return (
        replace(found, pipeline=name)
        for document, abstracts in parsed
        if (found := _labelled(document, abstracts, rules, on_reject))
    )


def _labelled(
    document: ParsedDocument,
    abstracts: Sequence[ParsedDocument],
    rules: str,
    on_reject: OnReject,
) -> LabelledDocument | None:
    try:
        found = align_all(document, abstracts, rules=rules)
    except Exception as error:  # An error of ours in one document must not lose the others.
        reason = f"alignment failed on it ({type(error).__name__}: {error}); leave it out"
        on_reject(Reject(document.document.id, "", reason))
        return None
    return LabelledDocument(document, make_labels(document, found.aligned), found.unaligned)


def score(
    documents: Iterable[Document],
    model: SalienceModel | str | None = None,
    nlp: Language | str | None = None,
    *,
    threshold: float | None = None,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    on_reject: OnReject = warn_reject,
) -> Iterator[ScoredDocument]:
    """Give every named entity of the documents its probability of being salient.

    Args:
        documents: Read as they are needed, never all at once.
        model: A model, or the name or path of one for `load_model`; without it the one that ships.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        threshold: Entities with at least this probability are called salient; the model's own
            without it.
        n_process: Worker processes. The results and their order are the same for any number.
        batch_size: Documents that are parsed together; no effect on the results.
        on_reject: Called with every document that is left out: one that can't be read (without
            text, too long for the pipeline; see `why_not`), or one that breaks it.

    A model that was trained with another pipeline is a `SalienceWarning`.

    Example:
        >>> for scored in score([Document("d1", "Ada Byrne met reporters.")]):  # doctest: +SKIP
        ...     for entity, probability in zip(scored.parsed.entities, scored.scores):
        ...         print(f"{probability:.2f} {entity.name}")
        0.84 Ada Byrne
    """
    if not isinstance(model, SalienceModel):
        model = load_model() if model is None else load_model(model)
    if threshold is None:
        threshold = model.classifier.threshold
    nlp = _loaded(nlp)
    if message := other_pipeline(nlp, model.card):
        warnings.warn(message, SalienceWarning, stacklevel=2)
    parsed = _parsed(documents, nlp, False, n_process, batch_size, on_reject)
    return (score_parsed(document, model, threshold) for document, _ in parsed)


def score_parsed(parsed: ParsedDocument, model: SalienceModel, threshold: float) -> ScoredDocument:
    """Score the entities of a document that has been read.

    Scores are rounded to six decimals, as they stand in records: whoever applies the threshold, to
    a result or to a file, gets the same entities.
    """
    scores = model.predict(attributes(parsed)) if parsed.entities else ()
    rounded = tuple(round(float(score), DIGITS) for score in scores)
    return ScoredDocument(parsed, rounded, threshold, model)


def parse_documents(
    documents: Iterable[Document],
    nlp: Language | str | None = None,
    *,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    on_reject: OnReject = warn_reject,
) -> Iterator[ParsedDocument]:
    """Find the named entities of documents. The arguments are those of `score`.

    At most two batches per process are held at a time. What is odd about a text is said as a
    `SalienceWarning`, and stands in `ParsedDocument.warnings`.

    Raises:
        SalienceError: While reading, if a worker process dies.
    """
    parsed = _parsed(documents, _loaded(nlp), False, n_process, batch_size, on_reject)
    return (document for document, _ in parsed)


def _loaded(nlp: Language | str | None) -> Language:
    """The pipeline that is meant."""
    return nlp if isinstance(nlp, Language) else load_pipeline(nlp or DEFAULT, fast=True)


def _parsed(
    documents: Iterable[Document],
    nlp: Language,
    abstracts: bool,
    n_process: int,
    batch_size: int,
    on_reject: OnReject,
) -> Iterator[Parsed]:
    """The documents that can be read, with their abstracts where these are wanted."""
    if n_process < 1 or batch_size < 1:
        raise ValueError(
            f"n_process and batch_size must be at least 1, but are {n_process} and {batch_size}"
        )
    usable = usable_documents(documents, nlp, abstracts=abstracts, on_reject=on_reject)
    results = _run(_batches(usable, batch_size), nlp, abstracts, n_process)
    return _accepted(results, on_reject)


def _accepted(results: Iterable[Parsed | Reject], on_reject: OnReject) -> Iterator[Parsed]:
    for result in results:
        if isinstance(result, Reject):
            on_reject(result)
            continue
        document = result[0]
        for warning in document.warnings:
            message = f"document {document.document.id!r}: {warning}"
            warnings.warn(message, SalienceWarning, stacklevel=3)
        yield result


def _texts(document: Document, abstracts: bool) -> tuple[str, ...]:
    return (document.text, *(document.abstracts if abstracts else ()))


def _batches(documents: Iterable[Document], batch_size: int) -> Iterator[list[Document]]:
    batch: list[Document] = []
    characters = 0
    for document in documents:
        batch.append(document)
        characters += len(document.text)
        if len(batch) == batch_size or characters >= BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _run(
    batches: Iterable[list[Document]], nlp: Language, abstracts: bool, n_process: int
) -> Iterator[Parsed | Reject]:
    """The results of all documents, in order."""
    if n_process == 1:
        for batch in batches:
            yield from _read(nlp, batch, abstracts)
        return
    # Workers get the pipeline as configuration and bytes, so that any way to start them will do.
    pool = ProcessPoolExecutor(n_process, initializer=_start, initargs=(PackedPipeline.of(nlp),))
    waiting: deque[Future[list[Parsed | Reject]]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(_work, batch, abstracts))
            if len(waiting) == 2 * n_process:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool as error:
        raise SalienceError(
            f"one of {n_process} worker processes died, most likely for lack of memory. "
            "Use fewer processes (n_process, --n-process) or shorter texts."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


_worker: Language


def _start(packed: PackedPipeline) -> None:
    """Load the pipeline in a worker process. The interrupt key is left to the parent."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = packed.load()


def _work(documents: Sequence[Document], abstracts: bool) -> list[Parsed | Reject]:
    return _read(_worker, documents, abstracts)


def _read(nlp: Language, documents: Sequence[Document], abstracts: bool) -> list[Parsed | Reject]:
    """Read a batch. If it breaks, each document is read alone, and the one at fault rejected."""
    inside = nlp.vocab.in_memory_zone  # type: ignore[attr-defined]
    try:
        # What is new in the vocabulary is forgotten, else it would grow with the corpus.
        # The matrices are small: threads to multiply them cost more than they bring.
        with threadpool_limits(1), nullcontext() if inside else nlp.memory_zone():
            return list(_parse(nlp, documents, abstracts))
    except Exception as error:
        if len(documents) > 1:
            return [result for d in documents for result in _read(nlp, [d], abstracts)]
        cause = error.__cause__ or error  # spaCy wraps what a component raised
        reason = f"the pipeline failed on it ({type(cause).__name__}: {cause}); leave it out"
        return [Reject(documents[0].id, "", reason)]


def _parse(nlp: Language, documents: Sequence[Document], abstracts: bool) -> Iterator[Parsed]:
    """The one way from documents to entities. Abstracts go through spaCy with the texts."""
    texts = [_texts(document, abstracts) for document in documents]
    docs = nlp.pipe(map(clean_text, itertools.chain.from_iterable(texts)), batch_size=BATCH_SIZE)
    for document, (_, *others) in zip(documents, texts, strict=True):
        words = title_words(nlp, document.title)
        doc = next(docs)
        if document.meta.get(FIELD) is not None:
            set_clusters(doc, document.meta[FIELD])
        parsed = parse(doc, document, title_words=words)
        yield (
            parsed,
            tuple(parse(next(docs), Document(document.id, text), generic=True) for text in others),
        )
