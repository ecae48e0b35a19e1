"""Texts cleaned for a pipeline to read, with all offsets as they were."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
# Joiners, soft hyphens, marks of direction.
_UNSEEN = "\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_is_hidden = re.compile(f"[{_UNSEEN}]").search
_BESIDE_WORDS = re.compile(rf"(?<![\w{_UNSEEN}])[{_UNSEEN}]++|[{_UNSEEN}]++(?!\w)")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def clean_text(text: str) -> str:
    """A text that spaCy can read, of the same length: surrogates and control characters are gone,
    and characters that nobody sees, such as joiners, at the edges of words are spaces."""
    text = _CONTROL.sub(" ", _SURROGATE.sub("\ufffd", text))
    if not _is_hidden(text):
        return text
    return _BESIDE_WORDS.sub(lambda unseen: " " * len(unseen[0]), text)
