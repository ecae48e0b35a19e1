"""Texts and numbers formatted to be shown: on one line, in columns, in percent."""

import re
import unicodedata
from collections.abc import Callable

# Controls, unpaired surrogates, non-characters, and marks that turn the writing direction of what
# follows. U+FFFD in their place keeps offsets.
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_JOINERS = "\u200c\u200d"  # ZWNJ and ZWJ


def shown(text: str) -> str:
    """A text of the same length in which every character can be shown in a page or a plot."""
    return _UNSHOWN.sub("\ufffd", text)


def one_line(text: str, most: int = 200) -> str:
    """A text on one line, unescaped, cut to so many characters: for names and titles."""
    line = " ".join(shown(" ".join(text.split())).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def sentence_words(index: int) -> str:
    """A sentence as people count it, by its index from 0: *the first sentence*, *sentence 2*."""
    return f"sentence {int(index) + 1:,}" if index else "the first sentence"


def percent(value: float | None) -> str:
    """A share in percent, such as `50.0`; `none` if it is not defined."""
    return "none" if value is None else f"{100 * value:.1f}"


def interval_text(
    low_high: tuple[float, float] | None, shown: Callable[[float], str] = percent
) -> str:
    """Both ends of an interval as `shown` writes them; empty for no interval."""
    if low_high is None:
        return ""
    low, high = map(shown, low_high)
    return f"{low} to {high}" if low.startswith("-") else f"{low}-{high}"


def printable(text: str) -> str:
    """A text without characters that control a terminal: spaces or U+FFFD stand for them."""
    return "".join(
        c if c.isprintable() or c in _JOINERS else " " if c.isspace() else "\ufffd" for c in text
    )


def fit(text: str, width: int) -> str:
    """A text cut or filled to a width in columns of a terminal, on one line."""
    text = " ".join(printable(text).split())
    used_width, kept = 0, 0  # of as much as leaves a column for the ellipsis
    for i, c in enumerate(text):
        used_width += _width(c)
        if used_width > width:
            text = text[:kept] + "…"
            break
        if used_width < width:
            kept = i + 1
    return text + " " * (width - sum(map(_width, text)))


def _width(c: str) -> int:
    """Columns that a character takes: wide ones two, combining ones and joiners none."""
    if c in _JOINERS or unicodedata.category(c) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
