"""The name of an entity as a key, which its id is made of."""

from __future__ import annotations

import re
import unicodedata

from salience.names.lexicon import BEFORE_NAMES, KEY_TITLES, POSSESSIVES

LEADING = BEFORE_NAMES | POSSESSIVES | KEY_TITLES
"""What is left out of a name at its start, where it is a key."""
_POSSESSIVE = re.compile(r"(?:['’]s|['’])$")


def normalise(name: str) -> str:
    """A name as a key: compatibility forms, case, determiners, titles and possessives aside.

    Example:
        >>> normalise("The  United Nations'"), normalise("Mr. Lee’s"), normalise("The The")
        ('united nations', 'lee', 'the')
    """
    words = unicodedata.normalize("NFKC", name).casefold().split()
    while len(words) > 1 and words[0].rstrip(".") in LEADING:
        del words[0]
    return _POSSESSIVE.sub("", " ".join(words))
