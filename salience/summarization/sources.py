"""Documents as summaries need them: words, and entities with how salient they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from salience.summarization.sentences import Sentence, sentences_of
from salience.text.titles import repeated_title
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

    def sentences(self, index: int = 0, least_words: int = 1) -> list[Sentence]:
        """Its sentences, but for a headline that the text repeats at its start.

        An entity is in a sentence that names it: where there is no name but only *he* or *the
        mayor*, a reader of the sentence alone can't tell who it is.

        Args:
            index: Of the document among those that are summarized together.
            least_words: Shorter sentences are left out.
        """
        entities = {
            entity.id: [m.head_start for m in entity.mentions if m.kind == "named"]
            for entity in self.parsed.entities
        }
        text = self.document.text
        since = repeated_title(text, self.document.title or "")
        found = sentences_of(self.words, text, index, entities, since)
        return [sentence for sentence in found if len(sentence.words) >= least_words]


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
