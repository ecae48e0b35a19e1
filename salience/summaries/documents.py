"""Summaries of many documents: read, scored, joined by topic, summarized."""

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from spacy.language import Language

from salience.compression.models import CompressionModel, load_compressor
from salience.engine.batches import run_task
from salience.engine.inputs import Readable, as_documents
from salience.engine.reading import Parsed, make_each, read_entities
from salience.engine.sources import ReadingSources, Source, source_of
from salience.entities.register import Register, register_of
from salience.errors import MisuseError, OnReject, Reject, SalienceWarning, accepted, warn_reject
from salience.learning.online import OnlinePass
from salience.learning.structured_svm import Pass
from salience.model.salience_model import SalienceModel, load_model
from salience.pipeline.loading import chosen_pipeline
from salience.summaries.about import ReadingAbout, check_about
from salience.summaries.choices import (
    GAP,
    POOL,
    TIME_LIMIT,
    Compress,
    Learner,
    Method,
    Part,
    Scheme,
    Unit,
)
from salience.summaries.learned import training
from salience.summaries.learned.features import DEFAULT as PARTS
from salience.summaries.learned.features import known_parts
from salience.summaries.learned.model import SummaryModel
from salience.summaries.summarizer import Settings, Summary, summarize_sources
from salience.types import Document, ScoredDocument

FOLDER, ALL = "folder", "all"
"""What documents of one summary can share besides a field: their folder, or nothing at all."""


def _warn(message: str) -> None:
    warnings.warn(message, SalienceWarning, stacklevel=3)


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
            all documents have been read, and the value is its id. `folder` takes the folder in
            their id, and `all` makes one summary of all, with the id `all`. Without it, and where
            the field is missing, a document gets one of its own, as it comes; that a field is
            missing is a `SalienceWarning` at the end.
        about: The name, id or `kb_id` of an entity, or another name that the register of the
            pipeline (`load_pipeline(names=…)`) has for it: a summary has only sentences that
            mention it by name or by a pronoun, which becomes the name where it would not be
            understood. A document whose text does not mention it is left out, which is a reject.
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
    pipeline = chosen_pipeline(nlp)
    ways: dict[str, Any] = {"n_process": n_process, "timeout": timeout}
    given = as_documents(documents)
    scorer = model if isinstance(model, SalienceModel) else load_model(model or "en-salience")
    if by is None:
        alone = run_task(Summarizing(pipeline, scorer, settings), given, **ways)
        return (found.summary for found in accepted(alone, on_reject))
    sources = run_task(ReadingAbout(pipeline, scorer, about=about), given, **ways)
    return summarize_topics(accepted(sources, on_reject), settings, by, register_of(pipeline))


def train_summarizer(
    documents: Readable | Iterable[Readable],
    *,
    words: int = 100,
    by: str | None = None,
    parts: Sequence[Part] = PARTS,
    learner: Learner = "logistic",
    compress: bool = False,
    c: float | None = None,
    passes: int = 20,
    seed: int = 0,
    model: SalienceModel | str | None = None,
    nlp: Language | str | None = None,
    card: Mapping[str, Any] | None = None,
    n_process: int = 1,
    timeout: float | None = None,
    on_reject: OnReject = warn_reject,
    on_pass: Callable[[Pass | OnlinePass], None] | None = None,
) -> SummaryModel:
    """Learn from abstracts what a summary should cover, for `summarize(documents, learned=model)`.

    Args:
        documents: Documents with abstracts, as for `salience.label`; all are held in memory.
        words: The most words of a summary.
        by: A field: documents with the same value of it are one example, with all their abstracts,
            as for `salience.summarize`.
        parts: What the features of a bigram are made of; those of one example alone are left out.
        learner: `logistic` learns how probable it is that an abstract has a bigram. `svm` and
            `mira` learn weights with which the best choice of sentences has most bigrams of the
            abstracts (Berg-Kirkpatrick et al. 2011).
        compress: Whether to learn what to cut from sentences too; not with `logistic`.
        c: The weight of errors against small weights, and the longest step of `mira`.
        passes: How often `svm` and `mira` see each example at most.
        seed: The seed of the order in which `mira` sees them.
        model: What says how salient entities are; the model that ships if None.
        nlp: A pipeline, or the name of one; the one that ships if None.
        card: What a reader should know of the model.
        n_process: Worker processes; no effect on the results.
        timeout: Seconds by the clock that a document may take; one that takes longer is left out.
        on_reject: Called with every document that is left out, such as one without abstracts.
        on_pass: Called after each pass.

    Raises:
        CorpusError: If something that is given is no document, or there is nothing to learn from.
        MisuseError: At once, if there is no such part or learner, or `logistic` is to learn cuts;
            and if the words or c are not above 0.

    Example:
        >>> text, abstract = "It rained. Ann Byrne sang in Oslo on Friday.", "Byrne sang in Oslo."
        >>> model = train_summarizer([{"text": text, "abstract": abstract}] * 2, words=8)
        >>> next(summarize(text, learned=model, words=8)).text
        'Ann Byrne sang in Oslo on Friday.'
    """
    parts = known_parts(parts)
    training.check_learner(learner, compress)
    pipeline = chosen_pipeline(nlp)
    scorer = model if isinstance(model, SalienceModel) else load_model(model or "en-salience")
    task = ReadingSources(pipeline, scorer, reads_abstracts=True)
    given = with_abstracts(as_documents(documents), by)
    sources = accepted(run_task(task, given, n_process=n_process, timeout=timeout), on_reject)
    topics = learned_topics(sources, by, compress=compress)
    settings: dict[str, Any] = {"c": c, "passes": passes, "seed": seed, "on_pass": on_pass}
    learned = training.train_on_topics(topics, words, parts=parts, learner=learner, **settings)
    return replace(learned, card=dict(card or {}))


def with_abstracts(
    documents: Iterable[Document | Reject], by: str | None
) -> Iterator[Document | Reject]:
    """Documents; with `by` each with an abstract, empty if others on its topic may have one."""
    for item in documents:
        if by is not None and isinstance(item, Document) and not item.abstracts:
            item = replace(item, abstracts=("",))
        yield item


def learned_topics(
    sources: Iterable[Source],
    by: str | None,
    *,
    compress: bool,
    warn: Callable[[str], None] = _warn,
) -> list[training.Summarized]:
    """Documents to learn from, each alone or with others on its topic."""
    together = ([source] for source in sources) if by is None else in_topics(sources, by, warn)
    topics = [training.summarized(some, compress=compress) for some in together]
    if by is not None and (bare := sum(not topic.abstracts for topic in topics)):
        warn(f"topics without an abstract: {bare:,}; nothing is learned from them")
    return topics


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
        names = register_of(self.nlp)
        check_about(source, self.settings.about, names)
        summary = summarize_sources([source], self.settings, names=names)
        return SummarizedDocument(parsed.original.scored(source.scored), summary)


def summarize_topics(
    sources: Iterable[Source],
    settings: Settings,
    by: str,
    names: Register | None = None,
    warn: Callable[[str], None] = _warn,
) -> Iterator[Summary]:
    """Summarize documents that were read, perhaps with a register of names: single ones as they
    come, topics after the last.
    """
    topics: dict[str, list[Source]] = {}
    alone = 0
    for source in sources:
        topic = _topic(source.document, by)
        if topic is None:
            alone += 1
            yield summarize_sources([source], settings, names=names)
        else:
            topics.setdefault(topic, []).append(source)
    if alone:
        problem = _without(by, alone, len(topics))
        warn(f"{problem}; each of them got a summary of its own")
    for topic, together in topics.items():
        yield summarize_sources(together, settings, topic, names)


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
        return ALL
    if by == FOLDER:
        return str(PurePosixPath(document.id).parent)
    value = document.meta.get(by)
    if isinstance(value, float):  # what tables make of whole numbers, where some are missing
        value = None if math.isnan(value) else int(value) if value.is_integer() else value
    return None if value is None or not isinstance(value, str | int | float) else str(value) or None
