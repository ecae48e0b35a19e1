"""Which sentences of a text may be printed: headings, captions, lists and references may not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from salience.language import ENGLISH
from salience.text.words import Words

_VERBS = frozenset(("VB", "VBD", "VBZ", "VBP", "MD"))
_ENDED = re.compile(r"[.!?…][\"'”’»)\]]*(?:\s?\[[\w,–-]{1,9}\])*$")
_NO_PROSE = re.compile(
    r"https?:|www\.|\S@\S+\.\S|(?:^|\s)#[^\W\d]|\n\s*\n|[|•©]|\b(?:doi|isbn|photo|credit):",
    re.IGNORECASE,
)


def is_prose(text: str, words: Words, places: Sequence[int]) -> bool:
    """Whether words are a sentence: it has a capital, a verb that is no bare participle, an end.

    Example:
        >>> from salience.text.words import plain_words
        >>> for text in ("Ann sings.", "Songs by Ann", "See Art.", "#songs are art."):
        ...     print(is_prose(text, plain_words(text), range(len(text.split()))))
        True
        False
        False
        False
    """
    tags = [words.fine_tags[i] for i in places] if words.fine_tags else []
    return (
        _ENDED.search(text) is not None
        and not _NO_PROSE.search(text)
        and not not_ended(text)
        and not text.lstrip("\"'“‘«([")[:1].islower()
        and (not tags or not _VERBS.isdisjoint(tags))
    )


def not_ended(text: str) -> bool:
    """Whether a text ends with a word that needs a number after it: *Art.*, *No.*."""
    last = text.split()[-1:]
    return any(word[0].isupper() and word[:-1].lower() in ENGLISH.short_numbered for word in last)
