"""Texts parsed for the measures that compare parses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spacy.language import Language

from salience.engine.originals import Original
from salience.engine.reading import make_each
from salience.errors import Reject
from salience.pipeline.word_texts import parsed_words
from salience.text.words import Words
from salience.types import Document


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A text with its words."""

    document: Document
    words: Words


@dataclass(frozen=True)
class ParsingTexts:
    """Finds the words of texts, with their parse."""

    nlp: Language
    reads_abstracts = False

    def __call__(self, documents: Sequence[Document]) -> list[ParsedText | Reject]:  # noqa: D102
        return make_each(self.nlp, documents, _read, "reading", lambda parsed: parsed)


def _read(nlp: Language, originals: Sequence[Original]) -> Iterator[ParsedText]:
    documents = [original.document for original in originals]
    return map(ParsedText, documents, parsed_words((original.text for original in originals), nlp))
