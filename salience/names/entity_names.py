"""The name of an entity as a key, which its id is made of."""

from __future__ import annotations

import re
import unicodedata

from salience.names.lexicon import BEFORE_NAMES, KEY_TITLES, POSSESSIVES
from salience.names.proper_names import word_table
from salience.names.remembering import remembers_short

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


def usual_name(name: str, type_: str = "") -> str:
    """The usual name of a place or body that has several, by `name_variants.txt`; else the name.

    Example:
        >>> usual_name("the U.S."), usual_name("EU", "ORG"), usual_name("Paris"), usual_name("us")
        ('United States', 'European Union', 'Paris', 'us')
    """
    if type_ == "PER":
        return name
    words = name.replace(".", "").replace(",", "").split()
    while len(words) > 1 and words[0].lower() in BEFORE_NAMES:
        del words[0]
    return word_table("name_variants").get(" ".join(words), name)


@remembers_short(1 << 14)
def name_id(name: str, type_: str) -> str:
    """The id of an entity that no linker knows: the same for all names of `usual_name`.

    Example:
        >>> name_id("EU", "ORG"), name_id("the European Union", "ORG"), name_id("Mr. Lee", "PER")
        ('name:european union|ORG', 'name:european union|ORG', 'name:lee|PER')
    """
    return f"name:{normalise(usual_name(name, type_))}|{type_}"
