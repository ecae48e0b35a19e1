"""Labels and scores for many documents: in batches, in order, on one process or several."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from spacy.language import Language

from salience.alignment.entity_alignment import DEFAULT as RULES
from salience.alignment.entity_alignment import align_all, check_rules
from salience.alignment.silver_labels import make_labels
from salience.errors import CorpusError, OnReject, Reject, SalienceWarning, warn_reject
from salience.features.attributes import attributes
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.loading import DEFAULT, load_pipeline
from salience.pipeline.provenance import other_pipeline, pipeline_name
from salience.run.admission import usable_documents
from salience.run.inputs import Readable, as_documents
from salience.run.reading import BATCH_SIZE, Parsed
from salience.run.workers import in_batches, read_batches
from salience.tables.records import DIGITS
from salience.types import Document, LabelledDocument, ParsedDocument, ScoredDocument


def label(
    documents: Readable | Iterable[Readable],
    nlp: Language | str | None = None,
    *,
    rules: str = RULES,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    on_reject: OnReject = warn_reject,
) -> Iterator[LabelledDocument]:
    """Label the entities of documents that have abstracts: salient is what an abstract mentions.

    Args:
        documents: One or several, as for `score`; a mapping or row has `abstract` too.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        rules: How abstract entities are aligned with those of the document; see `align_all`.
        n_process: Worker processes. The results and their order are the same for any number.
        batch_size: Documents that are parsed together; no effect on the results.
        on_reject: Called with every document that is left out: one that can't be read (without
            text or abstract, too long for the pipeline; see `why_not`), or one that breaks it.

    Raises:
        CorpusError: At once, if what is given is no document, nor a list of documents.
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
    documents = as_documents(documents)
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
    documents: Readable | Iterable[Readable],
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
        documents: One or several: each a `Document`, a text, a spaCy Doc (whose text is read
            again), or a mapping or row of a pandas table with the field `text`; see `as_documents`
            in `salience.run.inputs`. What comes from a generator is read as it is needed, never all
            at once.
        model: A model, or the name or path of one for `load_model`; without it the one that ships.
        nlp: A pipeline, or the name of one for `load_pipeline`; without it the one that ships.
        threshold: Entities with at least this probability are salient; the model's own without it.
        n_process: Worker processes. The results and their order are the same for any number.
        batch_size: Documents that are parsed together; no effect on the results.
        on_reject: Called with every document that is left out: one that can't be read (without
            text, too long for the pipeline; see `why_not`), or one that breaks it.

    A model that was trained with another pipeline is a `SalienceWarning`.

    Raises:
        CorpusError: At once, if what is given is no document, nor a list of documents.

    Example:
        >>> for scored in score(["Ada Byrne met reporters."]):  # doctest: +SKIP
        ...     for entity, probability in zip(scored.parsed.entities, scored.scores):
        ...         print(f"{probability:.2f} {entity.name}")
        0.84 Ada Byrne
    """
    if isinstance(model, Language):
        raise TypeError("the second argument of score is a model; give the pipeline as nlp=…")
    documents = as_documents(documents)
    if not isinstance(model, SalienceModel):
        model = load_model() if model is None else load_model(model)
    if threshold is None:
        threshold = model.classifier.threshold
    nlp = _loaded(nlp)
    if message := other_pipeline(nlp, model.card):
        warnings.warn(message, SalienceWarning, stacklevel=2)
    parsed = _parsed(documents, nlp, False, n_process, batch_size, on_reject)
    return (score_parsed(document, model, threshold) for document, _ in parsed)


def analyze(
    text: Readable,
    title: str | None = None,
    *,
    model: SalienceModel | str | None = None,
    nlp: Language | str | None = None,
    threshold: float | None = None,
) -> ScoredDocument:
    """Score the entities of one text; a notebook shows what comes back as a page.

    The pipeline and the model that ship are loaded once and kept. For many texts `score` is
    faster.

    Args:
        text: The text, or what else `score` takes for a document.
        title: Its headline, where there is one.
        model: As in `score`.
        nlp: As in `score`.
        threshold: As in `score`.

    Raises:
        CorpusError: If it is no document, or can't be read.

    Example:
        >>> scored = analyze("Ada Byrne met reporters in Oslo. She left.", title="Byrne leaves")
        >>> scored.ranked()[0][0].name
        'Ada Byrne'
    """
    documents = list(as_documents(text))
    if len(documents) != 1:
        raise CorpusError(f"analyze is for one text, got {len(documents)}; give them to score.")
    document = documents[0]
    if title is not None:
        document = replace(document, title=title)
    rejects: list[Reject] = []
    found = list(
        score(
            document,
            _shipped_model() if model is None else model,
            _shipped_pipeline() if nlp is None else nlp,
            threshold=threshold,
            on_reject=rejects.append,
        )
    )
    if rejects:
        raise CorpusError(rejects[0].reason)
    return found[0]


@cache
def _shipped_model() -> SalienceModel:
    return load_model()


@cache
def _shipped_pipeline() -> Language:
    return load_pipeline(DEFAULT, fast=True)


def score_parsed(parsed: ParsedDocument, model: SalienceModel, threshold: float) -> ScoredDocument:
    """Score the entities of a document that has been read.

    Scores are rounded to six decimals, as they stand in records: whoever applies the threshold, to
    a result or to a file, gets the same entities.
    """
    scores = model.predict(attributes(parsed)) if parsed.entities else ()
    rounded = tuple(round(float(score), DIGITS) for score in scores)
    return ScoredDocument(parsed, rounded, threshold, model)


def parse_documents(
    documents: Readable | Iterable[Readable],
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
    parsed = _parsed(as_documents(documents), _loaded(nlp), False, n_process, batch_size, on_reject)
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
