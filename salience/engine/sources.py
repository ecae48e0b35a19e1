"""Documents as what summaries are made of; with abstracts, as what a summarizer learns from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from spacy.language import Language

from salience.engine.admission import admitted
from salience.engine.batches import do_batches, in_batches
from salience.engine.reading import BATCH_SIZE, Parsed
from salience.engine.tasks import NO_DOCUMENT, each_parsed, score_parsed
from salience.errors import Reject
from salience.model.salience_model import SalienceModel
from salience.text.words import Words
from salience.types import Document, ParsedDocument, ScoredDocument


@dataclass(frozen=True, slots=True)
class Source:
    """A document to be summarized.

    Attributes:
        scored: Its entities, with their probabilities of being salient.
        words: Its words, without the headline.
    """

    scored: ScoredDocument
    words: Words

    @property
    def parsed(self) -> ParsedDocument:
        """The document with its entities."""
        return self.scored.parsed

    @property
    def document(self) -> Document:
        """The document as it came."""
        return self.scored.parsed.document


@dataclass(frozen=True, slots=True)
class Abstracted:
    """A document with its abstracts.

    Attributes:
        source: The document.
        abstracts: The words of each abstract.
    """

    source: Source
    abstracts: tuple[Words, ...]

    @property
    def parsed(self) -> ParsedDocument:
        """The document with its entities."""
        return self.source.parsed


def read_sources(
    items: Iterable[Document | Reject],
    model: SalienceModel,
    nlp: Language,
    *,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    timeout: float | None = None,
) -> Iterator[Source | Reject]:
    """Read documents for `salience.summaries`: one outcome for each item, in order.

    Args:
        items: Documents, and rejects of the reader, which are passed on where they stand.
        model: It says how salient entities are.
        nlp: Loaded.
        n_process: As in `score`.
        batch_size: As in `score`.
        timeout: As in `score`.
    """
    for read in _read(items, _Reading(nlp, model, False), n_process, batch_size, timeout):
        yield read if isinstance(read, Reject) else read.source


def read_abstracted(
    items: Iterable[Document | Reject],
    model: SalienceModel,
    nlp: Language,
    *,
    n_process: int = 1,
    batch_size: int = BATCH_SIZE,
    timeout: float | None = None,
) -> Iterator[Abstracted | Reject]:
    """Read documents with their abstracts, as `read_sources` reads them without.

    Args:
        items: As in `read_sources`.
        model: As in `read_sources`.
        nlp: As in `read_sources`.
        n_process: As in `score`.
        batch_size: As in `score`.
        timeout: As in `score`.
    """
    return _read(items, _Reading(nlp, model, True), n_process, batch_size, timeout)


def _read(
    items: Iterable[Document | Reject],
    task: _Reading,
    n_process: int,
    batch_size: int,
    timeout: float | None,
) -> Iterator[Abstracted | Reject]:
    usable = admitted(items, task.nlp, abstracts=task.abstracts)
    return do_batches(in_batches(usable, batch_size), task, n_process, timeout)


@dataclass(frozen=True)
class _Reading:
    """Finds the words of documents and abstracts, and how salient their entities are."""

    nlp: Language
    model: SalienceModel
    abstracts: bool
    words = True

    def takes_nominal(self, document: Document) -> bool:
        return False

    def __call__(self, documents: Sequence[Document]) -> list[Abstracted | Reject]:
        return each_parsed(self, documents, "scoring", self._abstracted)

    def lean(self, result: Abstracted) -> Abstracted:
        return _with_document(result, NO_DOCUMENT)

    def whole(self, result: Abstracted, document: Document) -> Abstracted:
        return _with_document(result, document)

    def _abstracted(self, parsed: Parsed) -> Abstracted:
        scored = score_parsed(parsed.document, self.model, self.model.classifier.threshold)
        words = tuple(pair.abstract for pair in parsed.words)
        return Abstracted(Source(replace(scored, model=None), parsed.body), words)


def _with_document(result: Abstracted, document: Document) -> Abstracted:
    scored: ScoredDocument = replace(
        result.source.scored, parsed=replace(result.parsed, document=document)
    )
    return replace(result, source=replace(result.source, scored=scored))


def salience_of(sources: Sequence[Source]) -> dict[str, float]:
    """How salient each entity is, by its id: the sum of its probabilities over documents."""
    salience: dict[str, float] = defaultdict(float)
    for source in sources:
        for entity, score in zip(source.parsed.entities, source.scored.scores, strict=True):
            salience[entity.id] += score
    return dict(salience)


def names_of(sources: Sequence[Source]) -> dict[str, float]:
    """By word of a name, how salient the most salient entity is that has it in its name."""
    names: dict[str, float] = {}
    for source in sources:
        for entity, score in zip(source.parsed.entities, source.scored.scores, strict=True):
            for word in entity.name.lower().split():
                names[word] = max(names.get(word, 0.0), score)
    return names


def head_salience(source: Source) -> dict[int, float]:
    """By place of a word that is the head of a name, how salient what it names is.

    Heads that are no words of their own, such as a part of a word, are left out.
    """
    places = {start: i for i, (start, _) in enumerate(source.words.spans)}
    return {
        places[mention.head_start]: score
        for entity, score in zip(source.parsed.entities, source.scored.scores, strict=True)
        for mention in entity.mentions
        if mention.kind == "named" and mention.head_start in places
    }
