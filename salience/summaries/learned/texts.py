"""Sentences without the words that were cut, and how long their words are."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from salience.engine.sources import Source
from salience.summaries.compressions.readable import readable
from salience.summaries.sentences import Sentence


def shortened_sentence(sentence: Sentence, kept: Sequence[int], source: Source) -> Sentence:
    """A sentence without the words that were cut, with the entities that it still names.

    Args:
        sentence: The whole one.
        kept: Indices of its words that stay, in rising order.
        source: Its document.
    """
    if len(kept) == len(sentence.words):
        return sentence
    places = tuple(sentence.places[k] for k in kept)
    there = {character for place in places for character in range(*source.words.spans[place])}
    named = {
        entity.id
        for entity in source.parsed.entities
        if any(m.kind == "named" and m.head_start in there for m in entity.mentions)
    }
    return replace(
        sentence,
        text=shortened(sentence, kept),
        words=tuple(sentence.words[k] for k in kept),
        stems=tuple(sentence.stems[k] for k in kept),
        stops=tuple(sentence.stops[k] for k in kept),
        tags=tuple(sentence.tags[k] for k in kept),
        places=places,
        entities=sentence.entities & named,
    )


def shortened(sentence: Sentence, kept: Collection[int]) -> str:
    """The text of a sentence without the words that were cut.

    Example:
        >>> words = ("on", "friday", "ann", "who", "sings", "left", "he", "said")
        >>> sentence = Sentence("On Friday, Ann, who sings, left, he said.", words=words)
        >>> shortened(sentence, range(8))
        'On Friday, Ann, who sings, left, he said.'
        >>> shortened(sentence, [2, 5])
        'Ann left.'
    """
    if len(kept) == len(sentence.words):
        return sentence.text
    spans = _spans(sentence)
    spans[-1] = (spans[-1][0], len(sentence.text))  # with the mark that ends the sentence
    return readable(sentence.text, spans, sorted(kept))


def _spans(sentence: Sentence) -> list[tuple[int, int]]:
    """The place of each word in the text of its sentence."""
    # A letter may be several in lower case, such as the Turkish İ.
    places = [place for place, letter in enumerate(sentence.text) for _ in letter.lower()]
    places.append(len(sentence.text))
    text, spans, at = sentence.text.lower(), [], 0
    for word in sentence.words:
        start = min(max(text.find(word, at), at), len(text))
        at = min(start + len(word), len(text))
        spans.append((places[start], places[at]))
    return spans


def word_lengths(sentence: Sentence) -> list[int]:
    """For each word 1 if a word between spaces begins with it, else 0."""
    spans = _spans(sentence)
    ends = [0, *(end for _, end in spans)]
    return [
        int(not i or re.search(r"\s", sentence.text[ends[i] : start]) is not None)
        for i, (start, _) in enumerate(spans)
    ]


def bare_stretches(sentence: Sentence) -> int:
    """How many stretches between spaces have no letter or digit, such as a dash."""
    return sum(not any(map(str.isalnum, word)) for word in sentence.text.split())
