"""The name of an entity as a key, which its id is made of."""

import unicodedata

from salience.language import ENGLISH, Language
from salience.language.remembering import remembers


def normalise(name: str, language: Language = ENGLISH) -> str:
    """A name as a key: compatibility forms, case, determiners, titles and possessives aside.

    Example:
        >>> normalise("The  United Nations'"), normalise("Mr. Lee’s"), normalise("The The")
        ('united nations', 'lee', 'the')
    """
    words = unicodedata.normalize("NFKC", name).casefold().split()
    while len(words) > 1 and words[0].rstrip(".") in language.leading:
        del words[0]
    key = " ".join(words)
    return key.removesuffix(next(filter(key.endswith, language.possessive_marks), ""))


def usual_name(name: str, type_: str = "", language: Language = ENGLISH) -> str:
    """The usual name of a place or body that has several, by `name_variants.txt`; else the name."""
    if type_ == "PER":
        return name
    words = name.replace(",", "").split()
    while len(words) > 1 and words[0].lower() in language.before_names:
        del words[0]
    shown = " ".join(words)
    return language.usual(shown) or (language.state(shown) if type_ == "LOC" else "") or name


@remembers(1 << 14)
def name_id(name: str, type_: str, language: Language = ENGLISH) -> str:
    """The id of an entity that no linker knows: the same for all names of `usual_name`."""
    return f"name:{normalise(usual_name(name, type_, language), language)}|{type_}"
