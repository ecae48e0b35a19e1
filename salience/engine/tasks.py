"""What is done with a batch of documents: entities are found, and labelled or scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from spacy.language import Language

from salience.coref.external_clusters import FIELD
from salience.engine.reading import Parsed, read_batch
from salience.errors import Reject, SalienceError
from salience.features.attributes import attributes
from salience.labels.aligners import AlignWords
from salience.labels.entity_alignment import DEFAULT as RULES
from salience.labels.entity_alignment import align_all
from salience.labels.silver_labels import make_labels
from salience.model.salience_model import SalienceModel
from salience.pipeline.provenance import pipeline_name
from salience.tables.records import DIGITS
from salience.types import Document, LabelledDocument, ParsedDocument, ScoredDocument

if TYPE_CHECKING:
    from salience.word_links.aligned import AlignedPair

R = TypeVar("R")


class Task(Protocol[R]):
    """Makes results of documents."""

    @property
    def nlp(self) -> Language:
        """The pipeline that reads them."""

    @property
    def abstracts(self) -> bool:
        """Whether it reads abstracts too."""

    @property
    def words(self) -> bool:
        """Whether it needs the words of documents and abstracts."""

    def takes_nominal(self, document: Document, /) -> bool:
        """Whether it takes the entities of a document that have no name, too."""

    def __call__(self, documents: Sequence[Document], /) -> list[R | Reject]:
        """One result per document, in order: what was made of it, or why it was rejected.

        An error in one document is its reject, and the others are not touched by it.
        """

    def lean(self, result: R, /) -> R:
        """A result without the document and the models: what a worker process sends back."""

    def whole(self, result: R, document: Document, /) -> R:
        """A lean result with its document and the models again."""


NO_DOCUMENT = Document("", "")


def needed(document: Document, *, abstracts: bool) -> Document:
    """A document with only what tasks read: what a worker process is sent."""
    meta = {FIELD: document.meta[FIELD]} if FIELD in document.meta else {}
    return replace(document, abstracts=document.abstracts if abstracts else (), meta=meta)


@dataclass(frozen=True)
class Parsing:
    """Finds the entities of documents."""

    nlp: Language
    abstracts = False
    words = False

    def takes_nominal(self, document: Document) -> bool:  # noqa: D102
        return False

    def __call__(self, documents: Sequence[Document]) -> list[ParsedDocument | Reject]:  # noqa: D102
        return each_parsed(self, documents, "reading", lambda parsed: parsed[0])

    def lean(self, result: ParsedDocument) -> ParsedDocument:  # noqa: D102
        return replace(result, document=NO_DOCUMENT)

    def whole(self, result: ParsedDocument, document: Document) -> ParsedDocument:  # noqa: D102
        return replace(result, document=document)


@dataclass(frozen=True)
class Labelling:
    """Labels the entities of documents by their abstracts, aligned by `rules`.

    `align_words` is for rules that need linked words.
    """

    nlp: Language
    rules: str
    align_words: AlignWords | None = None
    abstracts = True

    @property
    def words(self) -> bool:  # noqa: D102
        return self.align_words is not None

    def takes_nominal(self, document: Document) -> bool:  # noqa: D102
        return False  # rules of alignment look for names

    def __call__(self, documents: Sequence[Document]) -> list[LabelledDocument | Reject]:  # noqa: D102
        return each_parsed(self, documents, "alignment", self._labelled)

    def lean(self, result: LabelledDocument) -> LabelledDocument:  # noqa: D102
        return replace(result, parsed=replace(result.parsed, document=NO_DOCUMENT))

    def whole(self, result: LabelledDocument, document: Document) -> LabelledDocument:  # noqa: D102
        return replace(result, parsed=replace(result.parsed, document=document))

    def _labelled(self, parsed: Parsed) -> LabelledDocument:
        document, abstracts, words, _ = parsed
        rules = self.rules
        linked: list[AlignedPair] = []
        try:
            if self.align_words is not None:
                linked = [self.align_words(pair) for pair in words]
        except SalienceError as error:
            rules = RULES
            warning = f"its labels are those of the rules {rules!r}: {error}"
            document = replace(document, warnings=(*document.warnings, warning))
        found = align_all(document, abstracts, rules=rules, linked=linked)
        labels = make_labels(document, found.aligned)
        return LabelledDocument(document, labels, found.unaligned, pipeline_name(self.nlp))


@dataclass(frozen=True)
class Scoring:
    """Scores the entities of documents, with `nominal` also those without a name."""

    nlp: Language
    model: SalienceModel
    threshold: float
    nominal: bool = False
    abstracts = False
    words = False

    def takes_nominal(self, document: Document) -> bool:  # noqa: D102
        return self.nominal

    def __call__(self, documents: Sequence[Document]) -> list[ScoredDocument | Reject]:  # noqa: D102
        return each_parsed(self, documents, "scoring", self._scored)

    def lean(self, result: ScoredDocument) -> ScoredDocument:  # noqa: D102
        parsed = replace(result.parsed, document=NO_DOCUMENT)
        return replace(result, parsed=parsed, model=None)

    def whole(self, result: ScoredDocument, document: Document) -> ScoredDocument:  # noqa: D102
        parsed = replace(result.parsed, document=document)
        return replace(result, parsed=parsed, model=self.model)

    def _scored(self, parsed: Parsed) -> ScoredDocument:
        return score_parsed(parsed[0], self.model, self.threshold)


def score_parsed(parsed: ParsedDocument, model: SalienceModel, threshold: float) -> ScoredDocument:
    """Score the entities of a document that has been read.

    Scores are rounded to six decimals, as they stand in records: whoever applies the threshold, to
    a result or to a file, gets the same entities.
    """
    scores = model.predict(attributes(parsed, model.reads)) if parsed.entities else ()
    rounded = tuple(round(float(score), DIGITS) for score in scores)
    return ScoredDocument(parsed, rounded, threshold, model)


def each_parsed(
    task: Task[R], documents: Sequence[Document], step: str, make: Callable[[Parsed], R]
) -> list[R | Reject]:
    """Read documents and make a result of each; `step` is what failed where that failed."""
    results: list[R | Reject] = []
    for parsed in read_batch(task.nlp, documents, task.abstracts, task.takes_nominal, task.words):
        if isinstance(parsed, Reject):
            results.append(parsed)
            continue
        try:
            results.append(make(parsed))
        except Exception as error:  # An error of ours in one document must not lose the others.
            reason = f"{step} failed on it ({type(error).__name__}: {error}); leave it out"
            results.append(Reject(parsed[0].document.id, "", reason))
    return results
