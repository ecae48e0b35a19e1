"""What the service does with documents: for each path the task of a worker, and its records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Protocol

from spacy.language import Language

from salience.compression.documents import Compressing
from salience.compression.models import CompressionModel
from salience.engine.reading import Parsed, make_each, read_entities
from salience.engine.tasks import Parsing, Scoring, Task, score_parsed
from salience.entities.corpus_names import CorpusNames
from salience.errors import MisuseError, Reject
from salience.features.attributes import attributes
from salience.model.explanation_records import explanation_record
from salience.model.salience_model import SalienceModel
from salience.summaries.documents import Summarizing, settings_of
from salience.types import Document, Record, ScoredDocument

MOST_EXPLAINED = 100
"""Entities of a document that `/explain` takes, since each of them takes a while."""


class Work(Protocol):
    """What is wanted of a document; the fields are the options of a path."""

    def task(self, models: RequestTask, /) -> Task[Any]:
        """What a worker does."""

    def records(self, results: Sequence[Any], /) -> Iterator[Record]:
        """The records of what workers have done for a request, in order."""


@dataclass(frozen=True)
class Score:
    """Scores entities, as `salience score`."""

    threshold: float | None = None
    top: int | None = None
    types: tuple[str, ...] | None = None
    salient: bool = False
    nominal: bool = False
    dates: bool = False
    shares: bool = False

    def task(self, models: RequestTask) -> Task[ScoredDocument]:  # noqa: D102
        threshold = models.threshold if self.threshold is None else self.threshold
        return Scoring(models.nlp, models.model, threshold, self.nominal)

    def records(self, results: Sequence[ScoredDocument]) -> Iterator[Record]:  # noqa: D102
        for scored in results:
            shown = scored.only(top=self.top, types=self.types, salient=self.salient)
            yield shown.to_dict(dates=self.dates, shares=self.shares)


@dataclass(frozen=True)
class Explain:
    """Says why entities have their scores, as `salience explain`; of the first twenty."""

    threshold: float | None = None
    top: int = 20
    types: tuple[str, ...] | None = None
    salient: bool = False
    nominal: bool = False
    features: bool = False

    def __post_init__(self) -> None:
        if self.top > MOST_EXPLAINED:
            raise MisuseError(
                f"top must be at most {MOST_EXPLAINED} here, but is {self.top}; ask for fewer."
            )

    def task(self, models: RequestTask) -> Task[Record]:  # noqa: D102
        return _Explaining(models, self)

    def records(self, results: Sequence[Record]) -> Iterator[Record]:  # noqa: D102
        yield from results


@dataclass(frozen=True)
class _Explaining:
    """Scores documents and explains them, in a worker, since each entity takes a while."""

    models: RequestTask
    explain: Explain
    reads_abstracts = False

    @property
    def nlp(self) -> Language:
        return self.models.nlp

    def __call__(self, documents: Sequence[Document]) -> list[Record | Reject]:
        read = partial(read_entities, nominal=self.explain.nominal)
        return make_each(self.nlp, documents, read, "explaining", self._record)

    def _record(self, parsed: Parsed) -> Record:
        wanted = self.explain
        threshold = self.models.threshold if wanted.threshold is None else wanted.threshold
        found = score_parsed(parsed.document, self.models.model, threshold)
        scored = parsed.original.scored(found)
        shown = scored.only(top=wanted.top, types=wanted.types, salient=wanted.salient)
        rows: Any = self.models.model.complete(attributes(scored.parsed))
        records = [self._explained(scored, i, rows[i]) for i in shown.order()]
        return {"id": scored.parsed.document.id, "entities": records}

    def _explained(self, scored: ScoredDocument, i: int, row: Any) -> Record:
        record = explanation_record(scored, self.models.model, i, row)
        reasons = self.models.model.explain(row).main_reasons()
        record["reasons"] = [{"words": r.words, "value": r.value} for r in reasons]
        if not self.explain.features:
            del record["contributions"]
        return record


@dataclass(frozen=True)
class Names:
    """Finds entities with ids that hold across the documents of a request, as `salience names`."""

    dates: bool = False

    def task(self, models: RequestTask) -> Task[Any]:  # noqa: D102
        return Parsing(models.nlp)

    def records(self, results: Sequence[Any]) -> Iterator[Record]:  # noqa: D102
        names = CorpusNames()
        for parsed in results:
            names.add(parsed)
        joined = names.joined()
        return (joined.apply(parsed).to_dict(dates=self.dates) for parsed in results)


@dataclass(frozen=True)
class Summarize:
    """Makes a summary of each document, as `salience summarize`."""

    words: int | None = None
    sentences: int | None = None
    about: str | None = None

    def __post_init__(self) -> None:
        settings_of(**asdict(self))  # an error, if they can't be meant

    def task(self, models: RequestTask) -> Task[Any]:  # noqa: D102
        return Summarizing(models.nlp, models.model, settings_of(**asdict(self)))

    def records(self, results: Sequence[Any]) -> Iterator[Record]:  # noqa: D102
        return (result.summary.to_dict() for result in results)


@dataclass(frozen=True)
class Compress:
    """Makes sentences shorter, as `salience compress`."""

    rate: float | None = None
    entities: bool = False

    def task(self, models: RequestTask) -> Task[Any]:  # noqa: D102
        names = models.model if self.entities else None
        return Compressing(models.nlp, models.compressor, self.rate, None, names)

    def records(self, results: Sequence[Any]) -> Iterator[Record]:  # noqa: D102
        return (result.to_dict() for result in results)


PATHS: dict[str, type[Work]] = {
    "/score": Score,
    "/names": Names,
    "/explain": Explain,
    "/summarize": Summarize,
    "/compress": Compress,
}
"""What each path does."""


@dataclass(frozen=True, slots=True)
class RequestedDocument(Document):
    """A document of a request, and what the client wants of it."""

    work: Work = field(default_factory=Score)


@dataclass(frozen=True)
class RequestTask:
    """Does with each document what is wanted of it."""

    nlp: Language
    model: SalienceModel
    compressor: CompressionModel
    threshold: float | None
    reads_abstracts = False

    def __call__(self, documents: Sequence[Document]) -> list[Any]:  # noqa: D102
        alike: dict[Work, list[int]] = {}
        for i, document in enumerate(documents):
            work = document.work if isinstance(document, RequestedDocument) else Score()
            alike.setdefault(work, []).append(i)
        outcomes: dict[int, Any] = {}
        for work, places in alike.items():
            done = work.task(self)([documents[i] for i in places])
            outcomes.update(zip(places, done, strict=True))
        return [outcomes[i] for i in range(len(documents))]
