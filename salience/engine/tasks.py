"""What is done with documents, a batch at a time: entities are found, labelled, scored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, Self, TypeVar

from spacy.language import Language

from salience.engine.reading import Parsed, make_each, read_entities, with_unnamed
from salience.errors import MisuseError, Reject, SalienceError
from salience.features.attributes import attributes
from salience.labels.aligners import AlignWords, aligner_for
from salience.labels.entity_alignment import DEFAULT as RULES
from salience.labels.entity_alignment import align_all, check_rules
from salience.labels.silver_labels import make_labels
from salience.model.salience_model import SalienceModel
from salience.pipeline.provenance import pipeline_name
from salience.tables.records import DIGITS
from salience.types import Document, LabelledDocument, ParsedDocument, ScoredDocument
from salience.word_links.links import AlignedPair

R = TypeVar("R")


class Task(Protocol[R]):
    """Makes results of documents: a dataclass of the pipeline and of what can be pickled."""

    @property
    def nlp(self) -> Language:
        """The pipeline that reads the documents."""

    @property
    def reads_abstracts(self) -> bool:
        """Whether it takes documents with abstracts alone, and reads these too."""

    def __call__(self, documents: Sequence[Document], /) -> list[R | Reject]:
        """One result per document, in order, or the reject of one that can't be done."""


@dataclass(frozen=True)
class Parsing:
    """Finds the entities of documents."""

    nlp: Language
    reads_abstracts = False

    def __call__(self, documents: Sequence[Document]) -> list[ParsedDocument | Reject]:  # noqa: D102
        return make_each(self.nlp, documents, read_entities, "reading", self._parsed)

    def _parsed(self, parsed: Parsed) -> ParsedDocument:
        return parsed.original.parsed(parsed.document)


@dataclass(frozen=True)
class Labelling:
    """Labels the entities of documents by their abstracts.

    Attributes:
        nlp: The pipeline that reads the documents.
        rules: How entities of abstracts are found, as for `salience.label`.
        align_words: What links words, for rules that need linked words.

    Example:
        >>> from salience import load_pipeline
        >>> label = Labelling.by_rules(load_pipeline())
        >>> label([Document("d1", "Ada Byrne left.", abstracts=("Byrne left.",))])
        [<LabelledDocument 'd1', 1 of 1 entities salient>]
    """

    nlp: Language
    rules: str
    align_words: AlignWords | None = None
    reads_abstracts = True

    @classmethod
    def by_rules(cls, nlp: Language, rules: str = RULES, aligner: str | None = None) -> Self:
        """The task by the names of its rules and its aligner; a SalienceError for others."""
        check_rules(rules)
        return cls(nlp, rules, aligner_for(rules, aligner))

    def __call__(self, documents: Sequence[Document]) -> list[LabelledDocument | Reject]:  # noqa: D102
        read = partial(read_entities, abstracts=True, words=self.align_words is not None)
        return make_each(self.nlp, documents, read, "alignment", self._labelled)

    def _labelled(self, parsed: Parsed) -> LabelledDocument:
        original, document, _, abstracts, words, _ = parsed
        rules = self.rules
        linked: list[AlignedPair] = []
        try:
            if self.align_words is not None:
                linked = [self.align_words(pair) for pair in words]
        except SalienceError as error:
            rules = RULES
            warning = f"its labels are those of the rules {rules!r}: {error}"
            document = replace(document, warnings=(*document.warnings, warning))
        alignments = align_all(document, abstracts, rules=rules, linked=linked)
        labels = make_labels(document, alignments.aligned)
        name = pipeline_name(self.nlp)
        return original.labelled(LabelledDocument(document, labels, alignments.unaligned, name))


@dataclass(frozen=True)
class Scoring:
    """Scores the entities of documents.

    Attributes:
        nlp: The pipeline that reads the documents.
        model: The model.
        threshold: Entities with at least this score are predicted to be salient; the model's own
            without it.
        nominal: Whether entities without a name (*the mayor*) are scored too.
    """

    nlp: Language
    model: SalienceModel
    threshold: float | None = None
    nominal: bool = False
    reads_abstracts = False

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise MisuseError(
                f"threshold is {self.threshold}, and must be a probability, from 0 to 1."
            )

    def __call__(self, documents: Sequence[Document]) -> list[ScoredDocument | Reject]:  # noqa: D102
        read = partial(read_entities, nominal=self.nominal)
        return make_each(self.nlp, documents, read, "scoring", self._scored)

    def _scored(self, parsed: Parsed) -> ScoredDocument:
        scored = score_parsed(parsed.document, self.model, self.threshold)
        if not (self.nominal or scored.n_salient):
            unnamed = with_unnamed(self.nlp, parsed)
            topic = score_parsed(unnamed, self.model, self.threshold).topic
            scored = replace(scored, unnamed=topic)
        return parsed.original.scored(scored)


def score_parsed(
    parsed: ParsedDocument, model: SalienceModel, threshold: float | None = None
) -> ScoredDocument:
    """Score the entities of a document that has been read; scores are rounded as in records."""
    nominal = model.nominal_threshold if threshold is None else None
    threshold = model.classifier.threshold if threshold is None else threshold
    scores = model.predict(attributes(parsed, model.reads)) if parsed.entities else ()
    rounded = tuple(round(float(score), DIGITS) for score in scores)
    return ScoredDocument(parsed, rounded, threshold, model, nominal_threshold=nominal)
