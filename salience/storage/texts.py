"""Texts as bytes in the arrays of a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BETWEEN = "\x1e"


def writable(text: str) -> bool:
    """Whether a text comes back from bytes: it must not have the character that ends one.

    Example:
        >>> writable("word=it"), writable("word=\\x1e")
        (True, False)
    """
    return _BETWEEN not in text


def text_bytes(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Texts as bytes, one behind the other.

    Example:
        >>> byte_texts(text_bytes(["one", "", "two"]))
        ['one', '', 'two']
    """
    whole = "".join(text + _BETWEEN for text in texts)
    return np.frombuffer(whole.encode("utf-8", "replace"), np.uint8)


def byte_texts(packed: NDArray[Any]) -> list[str]:
    """The texts that bytes stand for.

    Raises:
        ValueError: If they are no texts.
    """
    return packed.astype(np.uint8).tobytes().decode().split(_BETWEEN)[:-1]
