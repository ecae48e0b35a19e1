"""Documents with their words and salient entities, as summaries and compressions need them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from spacy.language import Language

from salience.engine.originals import Original
from salience.engine.reading import Parsed, make_each, read_entities
from salience.engine.tasks import score_parsed
from salience.errors import Reject
from salience.model.salience_model import SalienceModel
from salience.text.words import Words
from salience.types import Document, ParsedDocument, ScoredDocument


@dataclass(frozen=True, slots=True)
class Source:
    """A document with its entities, their salience, and the words of it and its abstracts: all of
    clean texts. `original` tells where they stand, if the document did not come clean.
    """

    scored: ScoredDocument
    words: Words
    abstracts: tuple[Words, ...] = ()
    original: Original | None = None

    @property
    def parsed(self) -> ParsedDocument:
        """The document with its entities."""
        return self.scored.parsed

    @property
    def read(self) -> Document:
        """The document that was read, with clean texts."""
        return self.scored.parsed.document

    @property
    def document(self) -> Document:
        """The document as it came."""
        return self.read if self.original is None else self.original.document

    @property
    def abstract_texts(self) -> tuple[str, ...]:
        """The abstracts that were read, clean."""
        if self.original is None:
            return self.read.abstracts
        return tuple(abstract.text for abstract in self.original.abstracts)


@dataclass(frozen=True)
class ReadingSources:
    """Makes a `Source` of each document; with `reads_abstracts` each must have abstracts."""

    nlp: Language
    model: SalienceModel
    reads_abstracts: bool = False

    def __call__(self, documents: Sequence[Document]) -> list[Source | Reject]:  # noqa: D102
        read = partial(read_entities, abstracts=self.reads_abstracts, words=True)
        return make_each(self.nlp, documents, read, "scoring", self.made)

    def made(self, parsed: Parsed) -> Source:
        """A document that was read, scored."""
        return source_of(parsed, self.model)


def source_of(parsed: Parsed, model: SalienceModel) -> Source:
    """A document that was read with its words, and scored by a model."""
    scored = replace(score_parsed(parsed.document, model), model=None)
    abstracts = tuple(pair.abstract for pair in parsed.words)
    return Source(scored, parsed.body, abstracts, parsed.original)


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
    """By place of a word that is the head of a name, how salient what it names is."""
    places = {start: i for i, (start, _) in enumerate(source.words.spans)}
    return {
        places[mention.head_start]: score
        for entity, score in zip(source.parsed.entities, source.scored.scores, strict=True)
        for mention in entity.mentions
        if mention.kind == "named" and mention.head_start in places
    }
