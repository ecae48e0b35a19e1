"""Texts cleaned for a pipeline to read, with all offsets as they were."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def clean_text(text: str) -> str:
    """A text that spaCy can read, of the same length, without surrogates and control characters."""
    return _CONTROL.sub(" ", _SURROGATE.sub("\ufffd", text))
