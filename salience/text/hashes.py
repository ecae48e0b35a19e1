"""The hash of a text, by which a document is known again however it is read."""

import hashlib
import re
import unicodedata

from salience.text.titles import repeated_title

_NO_LETTERS = re.compile(r"[\W_]+")
_BYTES = 8
_HASH = re.compile(rf"\b[0-9a-f]{{{2 * _BYTES}}}\b")


def text_hash(text: str, title: str | None = None) -> str:
    """The hash of the letters and digits of a text, and after a blank that of its body.

    White space, line breaks, hyphens, punctuation and letter case count for nothing. The body is
    what follows a title that the text repeats at its start; without one there is only the first
    hash. Two texts are the same if they have a hash in common.

    Example:
        >>> text_hash("It rained\\nin Oslo.") == text_hash("It rai\\u00adned in OSLO")
        True
        >>> text_hash("It rained.") in text_hash("Oslo today\\n\\nIt rained.", "Oslo today")
        True
    """
    bodies = (text, text[repeated_title(text, title or "") :])
    return " ".join(dict.fromkeys(map(_hash, bodies)))


def hashes(field: object) -> list[int]:
    """The hashes of a field that `text_hash` made, as numbers; none of anything else."""
    return [int(found, 16) for found in _HASH.findall(field)] if isinstance(field, str) else []


def _hash(text: str) -> str:
    letters = _NO_LETTERS.sub("", unicodedata.normalize("NFKC", text).casefold())
    return hashlib.blake2b(letters.encode(), digest_size=_BYTES).hexdigest()
