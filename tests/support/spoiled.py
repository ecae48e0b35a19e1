"""Texts as files have them: spaces and characters that nobody sees, at some places."""

import re

from hypothesis import strategies as st

from salience.text.normalise import normalised
from salience.types import Mention

SPACES = ("  ", "\N{NO-BREAK SPACE}", " \N{NO-BREAK SPACE}")
_PLACES = re.compile(r"(?<=\S) (?=\S)|(?<=[a-z]{2})(?=[a-z]{2})")


def spoiled(text: str) -> st.SearchStrategy[str]:
    """The text with other spaces and soft hyphens at any of its places."""
    places = list(_PLACES.finditer(text))

    def written(spoils: dict[int, str]) -> str:
        parts, at = [], 0
        for i in sorted(spoils):
            start, end = places[i].span()
            parts += text[at:start], spoils[i] if end > start else "\N{SOFT HYPHEN}"
            at = end
        return "".join([*parts, text[at:]])

    indices = st.integers(0, len(places) - 1)
    return st.dictionaries(indices, st.sampled_from(SPACES), max_size=len(places)).map(written)


def stands_there(mention: Mention, text: str, clean: bool) -> bool:
    """Whether a mention is at its place in a text: letter by letter, where the text is clean."""
    there = text[mention.start : mention.end]
    if clean:
        return there == mention.text
    return 0 <= mention.start < mention.end <= len(text) and bool(normalised(there).text.strip())
