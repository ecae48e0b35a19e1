"""Summaries: from documents on one topic to the sentences that say most about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from salience.compression.models import CompressionModel
from salience.engine.originals import placed
from salience.engine.sources import Source
from salience.entities.corpus_names import CorpusNames
from salience.entities.register import Register
from salience.errors import MisuseError
from salience.summaries.about import entity_about, without_repeats
from salience.summaries.baselines import BASELINES
from salience.summaries.choices import (
    COMPRESS,
    GAP,
    METHODS,
    POOL,
    SCHEMES,
    TIME_LIMIT,
    UNITS,
    Compress,
    Method,
    Scheme,
    Unit,
)
from salience.summaries.compressions.documents import compressibles
from salience.summaries.compressions.program import LEAST_WORDS, Parts, best_shortened, covered
from salience.summaries.concepts import Concept, Kind, with_denials
from salience.summaries.coverage import solve
from salience.summaries.greedy import greedy
from salience.summaries.learned.model import SummaryModel
from salience.summaries.mcdonald import mcdonald
from salience.summaries.problem import Problem, Solution, Status
from salience.summaries.sentences import (
    Sentence,
    in_order,
    length_in,
    linked,
    needs_of,
    printed,
    source_sentences,
    without_copies,
)
from salience.summaries.weights import concepts_of, learned_concepts, neighbours, with_openings
from salience.tables.days import day_of
from salience.types import Document, Record, short_repr, shown_as

FIRST_WORDS = 1000
"""How many words of sentences are left for a program with learned cuts."""
_DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What summary is made, as `summarize` has it; a value out of its range is a `MisuseError`."""

    budget: int = 100
    unit: Unit = "words"
    method: Method = "coverage"
    concepts: Scheme | None = None
    learned: SummaryModel | None = None
    compress: Compress = "none"
    compressor: CompressionModel | None = None
    gap: float = GAP
    time_limit: float = TIME_LIMIT
    pool: int = POOL
    # Shorter sentences are left out (Gillick and Favre 2009, section 4), if there are others.
    least_words: int = 5
    about: str | None = None

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise MisuseError(problem)

    def _problems(self) -> Iterator[str]:
        for name, least in (("budget", 1), ("gap", 0), ("pool", 1), ("least_words", 0)):
            if not getattr(self, name) >= least:
                said = self.unit if name == "budget" else name
                yield f"{said} is {getattr(self, name)}, and must be {least} or more."
        if not self.time_limit > 0:
            yield f"time_limit is {self.time_limit}, and must be above 0 seconds."
        for name, known in (
            ("unit", UNITS),
            ("method", METHODS),
            ("concepts", (None, *SCHEMES)),
            ("compress", COMPRESS),
        ):
            if (value := getattr(self, name)) not in known:
                yield f"{name} is {value!r}, and must be one of {', '.join(filter(None, known))}."
        if self.about is not None and not self.about.strip():
            yield f"about is {self.about!r}, and must be the name or id of an entity."
        if self.about is not None and (self.compress != "none" or self.cuts):
            yield (
                "about chooses sentences that mention an entity, and shorter ones may lose the "
                "mention: leave out either about or what makes sentences shorter."
            )
        if self.learned is not None and self.method != "coverage":
            yield (
                f"method is {self.method!r}, but learned weights, which may be negative, are for "
                "'coverage' alone."
            )
        if (self.compress == "compressor") != (self.compressor is not None):
            yield (
                f"compress is {self.compress!r} {'with' if self.compressor else 'without'} a "
                "compressor: give both, --compress compressor and --compressor FOLDER of a model "
                "that salience train-compressor made."
            )
        if self.cuts and self.compress != "none":
            yield (
                f"compress is {self.compress!r}, but the learned model says itself what to cut: "
                "leave compress out."
            )
        if self.cuts and self.unit != "words":
            yield (
                f"the limit is in {self.unit}, but the learned model says itself what to cut, "
                "within words: give a limit in words."
            )
        if self.compress != "none" and (self.method != "coverage" or self.unit == "sentences"):
            yield (
                "sentences are made shorter by the method coverage, within words or characters, "
                f"and not by {self.method} within {self.unit}."
            )

    @property
    def cuts(self) -> bool:
        """Whether learned weights say what to cut."""
        return self.learned is not None and self.learned.cuts


@dataclass(frozen=True, slots=True)
class Covered:
    """A concept of a summary, with the sentences of the summary that have it."""

    kind: Kind
    text: str
    weight: float
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary. A notebook shows the documents with the sentences that were chosen.

    Attributes:
        id: Of the document, or what its documents share.
        documents: Those that it is of.
        sentences: In the order of documents and then of the text.
        concepts: What they cover, the heaviest first.
        settings: How it was made.
        status: `optimal` (within the gap), `time limit` (the best until then), `approximate` (by
            the greedy rule), or `rule` of a baseline, which optimizes nothing.
        value: What the sentences are worth; None of a baseline.
        bound: What no summary of that length is worth more than; None of a baseline.
        headline: Whether the words of a headline were looked at.
        notes: What a reader should know, such as that no sentence fits.
    """

    id: str
    documents: tuple[Document, ...]
    sentences: tuple[Sentence, ...]
    concepts: tuple[Covered, ...]
    settings: Settings
    status: Status | Literal["rule"]
    value: float | None = None
    bound: float | None = None
    headline: bool = False
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Summary {short_repr(self.id)}, {len(self.sentences)} sentences, {self.status}>"

    @property
    def text(self) -> str:
        """The sentences, a line each."""
        return "\n".join(sentence.text for sentence in self.sentences)

    @property
    def gap(self) -> float | None:
        """The part of the bound by which the value falls short of it at most."""
        if self.value is None or self.bound is None:
            return None
        return Solution((), self.value, self.bound, "optimal").gap

    @property
    def length(self) -> int:
        """How long it is, in the unit of the settings; sentences have a space between them."""
        spaces = max(len(self.sentences) - 1, 0) if self.settings.unit == "characters" else 0
        return spaces + sum(length_in(s, self.settings.unit) for s in self.sentences)

    def to_dict(self) -> Record:
        """The summary as a JSON object, a line of `salience summarize` (docs/formats.md)."""
        settings = self.settings
        record: Record = {
            "id": self.id,
            "documents": [document.id for document in self.documents],
            "summary": " ".join(sentence.text for sentence in self.sentences),
            "sentences": [
                {"document": self.documents[s.document].id}
                | {name: getattr(s, name) for name in ("order", "start", "end", "text")}
                for s in self.sentences
            ],
            "concepts": [
                {"kind": c.kind, "text": c.text, "weight": round(c.weight, _DIGITS)}
                | {"sentences": list(c.sentences)}
                for c in self.concepts
            ],
            "length": self.length,
            "budget": settings.budget,
            "unit": settings.unit,
            "method": settings.method,
            "scheme": (settings.concepts or "mixture") if settings.learned is None else "learned",
            "status": self.status,
        }
        for name, value in (("value", self.value), ("bound", self.bound), ("gap", self.gap)):
            record[name] = None if value is None else round(value, _DIGITS)
        record["headline"] = self.headline
        if settings.about is not None:
            record["about"] = settings.about
        if self.notes:
            record["notes"] = list(self.notes)
        return record

    def _repr_html_(self) -> str | None:
        return shown_as("html", self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(shown_as("text", self) or repr(self))


def summarize_sources(
    sources: Sequence[Source],
    settings: Settings | None = None,
    id: str | None = None,
    names: Register | None = None,
) -> Summary:
    """Summarize documents on one topic, of equal ones the first, in the order of their days if all
    have one (the newest first for `lead`); without an `id` the summary has that of the first.
    `names` are those of a register with which the documents were read.
    """
    if not sources:
        raise ValueError("there is no document to summarize")
    settings = settings or Settings()
    sources = sources if settings.about else _of_one_corpus(sources, names)
    sources = _by_day(sources, newest_first=settings.method == "lead")
    unique = without_copies(sources)
    sentences = _sentences(unique, settings, names)
    read = [source for _, source in unique]
    if settings.method in ("coverage", "greedy"):
        sentences = _understood(sentences)
        if len(read) == 1:
            sentences = linked(sentences)
        elif settings.learned is None:
            sentences = [with_denials(sentence) for sentence in sentences]
    scheme = settings.concepts or ("mixture" if len(read) == 1 else "bigrams")
    settings = replace(settings, concepts=scheme)
    concepts: Sequence[Concept]
    concepts, headline = (
        concepts_of(scheme, sentences, read, None if settings.about is None else 1)
        if settings.learned is None
        else learned_concepts(settings.learned, sentences, read)
    )
    if len(read) == 1:
        sentences = with_openings(sentences, read[0], concepts)
    extra = 1 if settings.unit == "characters" else 0  # the space before a sentence
    budget = settings.budget + extra
    lengths = _lengths(sentences, settings.unit, extra, budget)
    if settings.compress == "none" and not settings.cuts:
        solution, lengths = _fitting(sentences, lengths, budget, concepts, settings)
    else:
        solution, sentences = _shortened(sentences, dict(unique), concepts, budget, settings)
        concepts = covered(concepts, sentences)
    order = in_order(sentences, solution.chosen)
    ruled = settings.method in BASELINES
    return Summary(
        sources[0].document.id if id is None else id,
        tuple(source.document for source in sources),
        _placed(printed(sentences, order), sources),
        _covered(concepts, order, unique),
        settings,
        "rule" if ruled else solution.status,
        None if ruled else solution.value,
        None if ruled else solution.bound,
        headline and settings.method in ("coverage", "greedy"),
        _notes(len(sources) - len(unique), lengths, extra, settings, solution),
    )


def _placed(sentences: Sequence[Sentence], sources: Sequence[Source]) -> tuple[Sentence, ...]:
    """Sentences with their places in the documents as they came."""
    originals = [sources[sentence.document].original for sentence in sentences]
    pairs = zip(sentences, originals, strict=True)
    return tuple(s if original is None else placed(s, original.text) for s, original in pairs)


def _lengths(sentences: Sequence[Sentence], unit: Unit, extra: int, budget: int) -> list[int]:
    """How long each sentence is; a copy of one before it is too long for any summary."""
    said: set[str] = set()
    lengths = []
    for sentence in sentences:
        length = length_in(sentence, unit) + extra
        lengths.append(max(length, budget + 1) if sentence.text in said else length)
        said.add(sentence.text)
    return lengths


def _of_one_corpus(sources: Sequence[Source], register: Register | None) -> Sequence[Source]:
    """The documents with ids of entities that hold across them, those of a register as they are:
    *Velk* is *Velk Ltd.*
    """
    if len(sources) == 1:
        return sources
    names = CorpusNames()
    for source in sources:
        names.add(source.parsed)
    kept = {name.given_id for name in (register.names if register else ())}
    apply = partial(names.joined().apply, kept=kept)
    return [replace(s, scored=replace(s.scored, parsed=apply(s.parsed))) for s in sources]


def _by_day(sources: Sequence[Source], newest_first: bool) -> Sequence[Source]:
    """The documents in the order of their days, if all have one; else as they are."""
    days = [day_of(source.document.meta.get("date")) for source in sources]
    order = sorted(range(len(sources)), key=days.__getitem__, reverse=newest_first)
    return [sources[i] for i in order] if all(days) else sources


def _sentences(
    sources: Sequence[tuple[int, Source]], settings: Settings, names: Register | None
) -> list[Sentence]:
    about, least_words = settings.about, settings.least_words
    whole = settings.compress == "none" and not settings.cuts and len(sources) == 1
    cut = whole and settings.method in ("coverage", "greedy") and settings.unit != "sentences"
    room = settings.budget / len(sources), settings.unit, cut
    found = []
    for i, source in sources:
        entity = None if about is None else entity_about(source.parsed, about, names)
        if about is None or entity is not None:
            id = None if entity is None else entity.id
            found += source_sentences(source, i, least_words, id, *room)
    return found if about is None else without_repeats(found)


def _understood(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Without sentences that need one before them that is not there, if others are left."""
    kept: dict[tuple[int, int], Sentence] = {}
    for s in sentences:
        if all(any((s.document, order) in kept for order in some) for some in s.needs):
            kept[s.document, s.order] = s
    return [*kept.values()] or [*sentences]


def _fitting(
    sentences: Sequence[Sentence],
    lengths: Sequence[int],
    budget: int,
    concepts: Sequence[Concept],
    settings: Settings,
) -> tuple[Solution, list[int]]:
    """What is chosen so that it fits as it is printed, and the lengths of the sentences then.

    A sentence that gives a name in full is longer than it is; where that is too much for the
    budget, it counts so, and is chosen again.
    """
    bound = None
    while True:
        solution = _chosen(sentences, lengths, budget, concepts, settings)
        bound = solution.bound if bound is None else bound
        extra = 1 if settings.unit == "characters" else 0
        order = in_order(sentences, solution.chosen)
        longer = [*lengths]
        for i, s in zip(order, printed(sentences, order), strict=True):
            longer[i] = max(lengths[i], length_in(s, settings.unit) + extra)
        if longer == lengths or sum(longer[i] for i in order) <= budget:
            found = replace(solution, bound=bound)
            late = found.status == "optimal" and found.gap > settings.gap
            return (replace(found, status="approximate") if late else found), longer
        lengths = longer


def _chosen(
    sentences: Sequence[Sentence],
    lengths: Sequence[int],
    budget: int,
    concepts: Sequence[Concept],
    settings: Settings,
) -> Solution:
    limits = {"gap": settings.gap, "time_limit": settings.time_limit}
    if settings.method == "mcdonald":
        return mcdonald(sentences, lengths, budget, pool=settings.pool, **limits)
    if settings.method in BASELINES:
        chosen = BASELINES[settings.method](sentences, lengths, budget)
        return Solution(tuple(chosen), 0.0, 0.0, "approximate")
    values = [s.worth for s in sentences] if any(s.worth for s in sentences) else []
    problem = Problem(lengths, budget, concepts, values, needs=needs_of(sentences))
    if settings.method == "greedy":
        return greedy(problem)
    return solve(replace(problem, pairs=neighbours(sentences, concepts)), **limits)


def _shortened(
    sentences: Sequence[Sentence],
    sources: Mapping[int, Source],
    concepts: Sequence[Concept],
    budget: int,
    settings: Settings,
) -> tuple[Solution, list[Sentence]]:
    """The best choice of shortened sentences, and these."""
    unit, limits = settings.unit, {"gap": settings.gap, "time_limit": settings.time_limit}
    wanted = {(concept.kind, concept.key) for concept in concepts}
    model = settings.learned
    most = None
    if model is not None and model.cuts:
        first = _first(sentences, concepts, settings)
        whole = compressibles(sentences, sources, learned=True)
        program = Parts([whole[i] for i in first], unit, wanted=wanted, worth=model.cut_worth)
        if len(first) < len(sentences):
            cuts = [part.kinds for s in whole for part in s.tree.parts if part.kinds]
            gains = [concept.weight for concept in concepts] + [*map(model.cut_worth, cuts)]
            most = sum(gain for gain in gains if gain > 0)
    else:
        whole = compressibles(sentences, sources, settings.compressor)
        program = Parts(whole, unit, wanted=wanted, least_words=LEAST_WORDS)
    found, made = best_shortened(program, concepts, budget, unit, **limits)
    if most is not None:
        found = replace(found, bound=max(most, found.value), status="approximate")
    return replace(found, chosen=tuple(range(len(made)))), [*made.values()]


def _first(
    sentences: Sequence[Sentence], concepts: Sequence[Concept], settings: Settings
) -> Sequence[int]:
    """Of too many sentences for cuts those of the most value within `FIRST_WORDS`, a bigram
    counting as often as it comes (Berg-Kirkpatrick and others 2011, section 4.3); else all.
    """
    lengths = [len(sentence.text.split()) for sentence in sentences]
    if sum(lengths) <= FIRST_WORDS:
        return range(len(sentences))
    values = [0.0] * len(sentences)
    for concept in concepts:
        for i in concept.sentences:
            values[i] += concept.weight
    problem = Problem(lengths, FIRST_WORDS, (), values)
    return solve(problem, gap=settings.gap, time_limit=settings.time_limit).chosen


def _covered(
    concepts: Sequence[Concept], order: Sequence[int], sources: Sequence[tuple[int, Source]]
) -> tuple[Covered, ...]:
    """What the chosen sentences cover, the heaviest first."""
    entities = [entity for _, source in sources for entity in source.parsed.entities]
    names = {entity.id: entity.name for entity in reversed(entities)}  # that of the first
    place = {sentence: i for i, sentence in enumerate(order)}
    covered = [
        Covered(
            concept.kind,
            names[concept.key[0]] if concept.kind == "entity" else " ".join(concept.key),
            concept.weight,
            tuple(sorted(place[i] for i in concept.sentences if i in place)),
        )
        for concept in concepts
    ]
    there = [concept for concept in covered if concept.sentences]
    return tuple(sorted(there, key=lambda concept: (-concept.weight, concept.kind, concept.text)))


def _notes(
    copies: int, lengths: Sequence[int], extra: int, settings: Settings, solution: Solution
) -> tuple[str, ...]:
    """What a reader should know, by the lengths of the whole sentences."""
    notes = []
    if copies:
        notes.append(f"{copies:,} of the documents {'is a copy' if copies == 1 else 'are copies'}")
    if solution.chosen:
        return tuple(notes)
    if not lengths:
        notes.append("there is no sentence to choose from")
    elif min(lengths) - extra > settings.budget:
        unit = settings.unit
        notes.append(
            f"no sentence fits {settings.budget:,} {unit}: the shortest has "
            f"{min(lengths) - extra:,}; raise the budget"
        )
    elif solution.status == "time limit":
        notes.append("time was up before a choice was found; raise the time limit")
    else:
        notes.append("no sentence has a concept that counts; take other concepts, or a baseline")
    return tuple(notes)
