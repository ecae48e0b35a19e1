"""Summaries of many documents: read, scored, joined by topic, summarized."""

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from spacy.language import Language

from salience.compression.models import CompressionModel, load_compressor
from salience.engine.batches import run_task
from salience.engine.inputs import Readable, as_documents
from salience.engine.reading import Parsed, make_each, read_entities
from salience.engine.sources import Source, source_of
from salience.errors import (
    MisuseError,
    OnReject,
    Reject,
    SalienceWarning,
    accepted,
    warn_reject,
)
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.loading import DEFAULT, load_pipeline
from salience.summaries.about import ReadingAbout, check_about
from salience.summaries.choices import GAP, POOL, TIME_LIMIT, Compress, Method, Scheme, Unit
from salience.summaries.learned.model import SummaryModel
from salience.summaries.summarizer import Settings, Summary, summarize_sources
from salience.types import Document, ScoredDocument

FOLDER, ALL = "folder", "all"
"""What documents of one summary can share besides a field: their folder, or nothing at all."""


def summarize(
    documents: Readable | Iterable[Readable],
    *,
    model: SalienceModel | str | None = None,
    nlp: Language | str | None = None,
    words: int | None = None,
    characters: int | None = None,
    sentences: int | None = None,
    by: str | None = None,
    about: str | None = None,
    method: Method = "coverage",
    concepts: Scheme | None = None,
    learned: SummaryModel | str | Path | None = None,
    compress: Compress = "none",
    compressor: CompressionModel | str | Path | None = None,
    gap: float = GAP,
    time_limit: float = TIME_LIMIT,
    pool: int = POOL,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
) -> Iterator[Summary]:
    """Summarize documents by sentences of their own that cover what matters.

    Args:
        documents: One or several, as for `score`. What comes from a generator is read as it is
            needed.
        model: What says how salient entities are: a model, or the name or path of one; without it
            the one that ships.
        nlp: A pipeline, or the name of one; without it the one that ships.
        words: The most words, between spaces; 100 if no other limit is given.
        characters: The most characters, in place of words; a space is between sentences.
        sentences: The most sentences, in place of words.
        by: A field, such as `topic`: documents with the same value of it get one summary, after
            all documents have been read. `folder` takes the folder in their id, and `all` makes
            one summary of all. Without it, and where the field is missing, a document gets one of
            its own, as it comes; that a field is missing is a `SalienceWarning` at the end.
        about: The name, id or `kb_id` of an entity: a summary has only sentences that mention it by
            name or by a pronoun, which becomes the name where it would not be understood. A
            document whose text does not mention it is left out, which is a reject.
        method: `coverage` of concepts by an integer program, `greedy` without a solver, `mcdonald`,
            or a baseline: `lead`, `first`, `mmr`, `annealed-mmr`, `lsa`, `lexrank`.
        concepts: `bigrams`, `words`, `entities`, or the `mixture` of bigrams and entities;
            without it the mixture of one document, and bigrams of several.
        learned: A model of what bigrams are worth, or its folder, in place of `concepts`.
        compress: Whether sentences may be made shorter: by their trees (`tree`), by a compressor
            (`compressor`), or not at all (`none`).
        compressor: The compressor, or its folder; see
            `salience.compression.models.load_compressor`.
        gap: By which part of its bound a solution may fall short of the best; 0 for the best.
        time_limit: Seconds by the clock that the solver may take for a summary.
        pool: From how many sentences, the most relevant, `mcdonald` chooses.
        n_process: Worker processes; no effect on the results. With `by`, this process chooses the
            sentences.
        timeout: Seconds by the clock that a document may take; one that takes longer is left out.
        on_reject: Called with every document that is left out.

    Raises:
        CorpusError: If something that is given is no document.
        MisuseError: At once, if a limit or a name can't be meant.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("sentencizer")
        >>> text = "Ann sings well. It rained. Bob sings well."
        >>> [summary] = summarize(text, nlp=nlp, sentences=1)
        >>> summary.text, summary.status
        ('Ann sings well.', 'optimal')
    """
    settings = settings_of(
        words=words,
        characters=characters,
        sentences=sentences,
        about=about,
        method=method,
        concepts=concepts,
        learned=learned,
        compress=compress,
        compressor=compressor,
        gap=gap,
        time_limit=time_limit,
        pool=pool,
    )
    pipeline = nlp if isinstance(nlp, Language) else load_pipeline(nlp or DEFAULT, fast=True)
    ways: dict[str, Any] = {"n_process": n_process, "timeout": timeout}
    given = as_documents(documents)
    scorer = model if isinstance(model, SalienceModel) else load_model(model or "en-salience")
    if by is None:
        alone = run_task(Summarizing(pipeline, scorer, settings), given, **ways)
        return (found.summary for found in accepted(alone, on_reject))
    sources = run_task(ReadingAbout(pipeline, scorer, about=about), given, **ways)
    return summarize_topics(accepted(sources, on_reject), settings, by)


@dataclass(frozen=True, slots=True)
class SummarizedDocument:
    """A document with its entities, and its summary."""

    scored: ScoredDocument
    summary: Summary


@dataclass(frozen=True)
class Summarizing:
    """Makes a summary of each document."""

    nlp: Language
    model: SalienceModel
    settings: Settings
    reads_abstracts = False

    def __call__(self, documents: Sequence[Document]) -> list[SummarizedDocument | Reject]:  # noqa: D102
        read = partial(read_entities, words=True)
        return make_each(self.nlp, documents, read, "summarizing", self._summarized)

    def _summarized(self, parsed: Parsed) -> SummarizedDocument:
        source = source_of(parsed, self.model)
        check_about(source, self.settings.about)
        return SummarizedDocument(source.scored, summarize_sources([source], self.settings))


def summarize_topics(
    sources: Iterable[Source],
    settings: Settings,
    by: str,
    warn: Callable[[str], None] | None = None,
) -> Iterator[Summary]:
    """Summarize documents that were read: single ones as they come, topics after the last."""
    topics: dict[str, list[Source]] = {}
    alone = 0
    for source in sources:
        topic = _topic(source.document, by)
        if topic is None:
            alone += 1
            yield summarize_sources([source], settings)
        else:
            topics.setdefault(topic, []).append(source)
    if alone:
        problem = _without(by, alone, len(topics))
        (warn or _warn)(f"{problem}; each of them got a summary of its own")
    for topic, together in topics.items():
        yield summarize_sources(together, settings, topic or together[0].document.id)


def in_topics(
    sources: Iterable[Source], by: str, warn: Callable[[str], None]
) -> list[list[Source]]:
    """Documents that share a topic together, and each of the others alone."""
    topics: dict[str | int, list[Source]] = {}
    for i, source in enumerate(sources):
        topic = _topic(source.document, by)
        topics.setdefault(i if topic is None else topic, []).append(source)
    if alone := sum(isinstance(topic, int) for topic in topics):
        warn(f"{_without(by, alone, len(topics) - alone)}; each of them is learned from alone")
    return [*topics.values()]


def _without(by: str, alone: int, topics: int) -> str:
    if topics:
        return f"documents without the field {by!r}: {alone:,}"
    return f"no document has the field {by!r}"


def settings_of(
    *,
    words: int | None = None,
    characters: int | None = None,
    sentences: int | None = None,
    learned: SummaryModel | str | Path | None = None,
    compressor: CompressionModel | str | Path | None = None,
    **others: Any,
) -> Settings:
    """What summaries are made, by the arguments of `summarize`; models may be names of folders."""
    limits: dict[Unit, int | None]
    limits = {"words": words, "characters": characters, "sentences": sentences}
    given = {unit: limit for unit, limit in limits.items() if limit is not None} or {"words": 100}
    if len(given) > 1:
        raise MisuseError(
            f"a summary has one limit, and {' and '.join(given)} are {len(given)}: leave all but "
            "one."
        )
    [(unit, budget)] = given.items()
    return Settings(
        budget=budget,
        unit=unit,
        learned=SummaryModel.load(learned) if isinstance(learned, str | Path) else learned,
        compressor=load_compressor(compressor)
        if isinstance(compressor, str | Path)
        else compressor,
        **others,
    )


def _topic(document: Document, by: str) -> str | None:
    """What the documents of a summary share, as text; None for one with a summary of its own."""
    if by == ALL:
        return ""
    if by == FOLDER:
        return str(PurePosixPath(document.id).parent)
    value = document.meta.get(by)
    if isinstance(value, float):  # what tables make of whole numbers, where some are missing
        value = None if math.isnan(value) else int(value) if value.is_integer() else value
    return None if value is None or not isinstance(value, str | int | float) else str(value) or None


def _warn(message: str) -> None:
    warnings.warn(message, SalienceWarning, stacklevel=3)
