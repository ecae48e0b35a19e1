"""Stories and letters, of which a passage says more than sentences from here and there."""

import re

from salience.language import ENGLISH
from salience.text.words import Words

_PRONOUNS, _PEOPLE, _QUOTED = 0.1, 0.2, 0.15
"""Shares of a story: of its words that are pronouns, and of its sentences with *he* or *she*, or
with a quotation. Of news, releases and textbooks hardly any has so many pronouns."""
_HEAD = 600
"""Characters at the start of a letter that have its greeting."""
_GREETING = re.compile(rf"^\W*(?:{'|'.join(sorted(ENGLISH.greetings))})\b.*[,:]\s*$", re.M | re.I)
_QUOTATION = frozenset('"“')


def is_story(words: Words, text: str) -> bool:
    """Whether a text tells a story, or is a letter, which greets somebody in a line of its own."""
    if _GREETING.search(text[:_HEAD]):
        return True
    told = [key for key in words.keys if key.isalpha()]
    if sum(key in ENGLISH.agreement for key in told) < _PRONOUNS * max(len(told), 1):
        return False
    sentences = [frozenset(words.keys[i] for i in places) for places in words.sentence_ranges()]
    people, quoted = (
        sum(not kinds.isdisjoint(keys) for keys in sentences)
        for kinds in (ENGLISH.he_and_she, _QUOTATION)
    )
    return people >= _PEOPLE * len(sentences) or quoted >= _QUOTED * len(sentences)
