"""The sentences that a summary may be made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from salience.engine.sources import Source
from salience.text.titles import repeated_title
from salience.text.words import Words

FUNCTION_TAGS = frozenset(("ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"))
"""Universal tags of the words that say nothing alone, the stop words."""

_OPENING = frozenset(('"', "'", "``", "“", "‘", "«", "(", "["))
_CLOSING = frozenset(('"', "'", "''", "”", "’", "»", ")", "]"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with what summaries ask of it.

    Attributes:
        text: The sentence on one line.
        start, end: Its place in its document, in characters.
        document: The index of its document among those that are summarized together.
        order: Its index among the sentences of its document.
        words: Those with a letter or a digit, in lower case.
        stems: Their lemmas: words with the same one are forms of each other.
        stops: Whether each is a stop word.
        places: The index of each in the words of the document.
        entities: Ids of the entities that it speaks of.
        tags: The universal tag of each word.
    """

    text: str
    start: int = 0
    end: int = 0
    document: int = 0
    order: int = 0
    words: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    stops: tuple[bool, ...] = ()
    places: tuple[int, ...] = ()
    entities: frozenset[str] = frozenset()
    tags: tuple[str, ...] = ()


def sentences_of(
    words: Words,
    text: str,
    document: int = 0,
    entities: Mapping[str, Collection[int]] | None = None,
    since: int = 0,
) -> list[Sentence]:
    """The sentences of a document that have a word.

    Args:
        words: The document's words.
        text: The text in which their spans are.
        document: Its index among the documents that are summarized together.
        entities: By entity, the characters at which it is spoken of.
        since: The character before which there is a headline, whose sentences are left out.

    Example:
        >>> from salience.text.words import plain_words
        >>> text = "Ann sings . She sings well ."
        >>> found = sentences_of(plain_words(text, (0, 3)), text, entities={"Ann": [0]})
        >>> [(sentence.stems, sorted(sentence.entities)) for sentence in found]
        [(('ann', 'sings'), ['Ann']), (('she', 'sings', 'well'), [])]
    """
    found: list[Sentence] = []
    for whole in words.sentence_ranges():
        places = _without_stray_marks(words, whole)
        start, end = words.spans[places[0]][0], words.spans[places[-1]][1]
        kept = tuple(i for i in places if any(map(str.isalnum, words.texts[i])))
        if not kept or start < since:
            continue
        found.append(
            Sentence(
                " ".join(text[start:end].split()),
                start,
                end,
                document,
                len(found),
                tuple(words.texts[i].lower() for i in kept),
                tuple(words.lemmas[i] for i in kept),
                tuple(words.tags[i] in FUNCTION_TAGS for i in kept),
                kept,
                frozenset(
                    entity
                    for entity, characters in (entities or {}).items()
                    if any(start <= character < end for character in characters)
                ),
                tuple(words.tags[i] for i in kept),
            )
        )
    return found


def _without_stray_marks(words: Words, places: range) -> range:
    """A sentence without marks that open the next one or close the one before."""
    while len(places) > 1 and words.texts[places[-1]] in _OPENING and _apart(words, places[-1]):
        places = places[:-1]
    while len(places) > 1 and words.texts[places[0]] in _CLOSING and _apart(words, places[1]):
        places = places[1:]
    return places


def _apart(words: Words, word: int) -> bool:
    """Whether something is between a word and the one before it."""
    return words.spans[word][0] > words.spans[word - 1][1]


def source_sentences(source: Source, index: int = 0, least_words: int = 1) -> list[Sentence]:
    """The sentences of a document, but for a headline that its text repeats at its start.

    An entity is in a sentence that names it: where there is no name but only *he* or *the mayor*, a
    reader of the sentence alone can't tell who it is.

    Args:
        source: The document.
        index: Of the document among those that are summarized together.
        least_words: Shorter sentences are left out.
    """
    entities = {
        entity.id: [m.head_start for m in entity.mentions if m.kind == "named"]
        for entity in source.parsed.entities
    }
    text = source.document.text
    since = repeated_title(text, source.document.title or "")
    found = sentences_of(source.words, text, index, entities, since)
    return [sentence for sentence in found if len(sentence.words) >= least_words]


def length_in(sentence: Sentence, unit: str) -> int:
    """How long a sentence is: words between spaces, `characters`, or 1 in `sentences`.

    Example:
        >>> sentence = Sentence("Ann sings .")
        >>> [length_in(sentence, unit) for unit in ("words", "characters", "sentences")]
        [3, 11, 1]
    """
    return {"words": len(sentence.text.split()), "characters": len(sentence.text)}.get(unit, 1)


def in_order(sentences: Sequence[Sentence], chosen: Collection[int]) -> list[int]:
    """Indices of sentences as a summary has them: by document, then by place."""
    return sorted(chosen, key=lambda i: (sentences[i].document, sentences[i].order, i))
