"""Labels and scores for many documents: in batches, in order, on one process or several."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy.language import Language

from salience.alignment.entity_alignment import DEFAULT as RULES
from salience.alignment.entity_alignment import align_all, check_rules
from salience.alignment.silver_labels import make_labels
from salience.errors import OnReject, Reject, SalienceWarning, warn_reject
from salience.features.attributes import attributes
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.loading import DEFAULT, load_pipeline
from salience.pipeline.provenance import other_pipeline, pipeline_name
from salience.run.admission import usable_documents
from salience.run.reading import BATCH_SIZE, Parsed
from salience.run.workers import in_batches, read_batches
from salience.tables.records import DIGITS
from salience.types import Document, LabelledDocument, ParsedDocument, ScoredDocument


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
        threshold: Entities with at least this probability are salient; the model's own without it.
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

    At most two batches per process are held at a time. Anything odd about a text is issued as a
    `SalienceWarning` and kept in `ParsedDocument.warnings`.

    Raises:
        SalienceError: While reading, if a worker process dies.
    """
    parsed = _parsed(documents, _loaded(nlp), False, n_process, batch_size, on_reject)
    return (document for document, _ in parsed)


def _loaded(nlp: Language | str | None) -> Language:
    """The pipeline itself, or the one of that name, or the one that ships."""
    return nlp if isinstance(nlp, Language) else load_pipeline(nlp or DEFAULT, fast=True)


def _parsed(
    documents: Iterable[Document],
    nlp: Language,
    abstracts: bool,
    n_process: int,
    batch_size: int,
    on_reject: OnReject,
) -> Iterator[Parsed]:
    """Entities of the readable documents, and of their abstracts where `abstracts` is true."""
    if n_process < 1 or batch_size < 1:
        raise ValueError(
            f"n_process and batch_size must be at least 1, but are {n_process} and {batch_size}"
        )
    usable = usable_documents(documents, nlp, abstracts=abstracts, on_reject=on_reject)
    results = read_batches(in_batches(usable, batch_size), nlp, abstracts, n_process)
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
