"""Words without case and accents."""

import unicodedata

from salience.language.remembering import remembers

# Letters that are no other letter with an accent to Unicode, but are left off like one.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe"}
    | dict.fromkeys("’‘ʼʾʿ", "'")
)


@remembers(1 << 16)
def folded(word: str) -> str:
    """A word without case and accents, and with straight apostrophes."""
    if word.isascii():
        return word.lower()
    plain = word.casefold().translate(_PLAIN)
    letters = unicodedata.normalize("NFKD", plain)
    return "".join(c for c in letters if not unicodedata.combining(c))
