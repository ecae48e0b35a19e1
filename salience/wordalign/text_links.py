"""Links that people made, as files have them: between characters of a document and its abstract.

They hold whatever divides the texts into words: a link is of the words in which its characters are.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from salience.arrays import Float64Array
from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError
from salience.text.words import Words
from salience.word_links.links import (
    CONTENT,
    AlignedPair,
    GoldLinks,
    Link,
    Pair,
    PhraseLink,
    word_links,
)
from salience.wordalign.link_scores import link_counts

FORMS = ("all", "same form", "other form")
"""The links that are scored: all, those of words that are equal but for case, and the others."""


@dataclass(frozen=True, slots=True)
class TextLinks:
    """The links of a document, each a character of the document and one of the abstract."""

    sure: frozenset[Link]
    possible: frozenset[Link]  # the sure ones may be left out
    content: bool = False  # only content words of the abstract were linked, and are scored

    def of_words(self, pair: Pair) -> GoldLinks:
        """The links of the words of a pair; an error if a character is in no word."""
        sides = pair.document, pair.abstract
        sure, possible = (
            frozenset((_word(sides[0], i), _word(sides[1], j)) for i, j in links)
            for links in (self.sure, self.possible)
        )
        return GoldLinks(sure, sure | possible)


def read_text_links(path: Path) -> dict[str, TextLinks]:
    """The links of a file of JSON lines, by the id of the document."""
    advice = (
        'Write such as {"id": "d1", "sure": [[12, 0]], "possible": []}: the first character of a '
        "word of the document, and of one of the abstract, for each link."
    )
    return dict(links for _, links in read_json_lines(path, _text_links, "links", advice))


def _text_links(row: dict[str, Any]) -> tuple[str, TextLinks]:
    if row.keys().isdisjoint(("sure", "possible")):
        raise ValueError("it has neither sure nor possible links")
    sure, possible = (frozenset(map(_link, row.get(name, ()))) for name in ("sure", "possible"))
    return str(row["id"]), TextLinks(sure, possible, bool(row.get("content", False)))


def form_counts(aligned: AlignedPair, gold: TextLinks) -> Float64Array:
    """The counts of `link_counts` for each of `FORMS`: of shape (3, 7). They add up over pairs."""
    pair = aligned.pair
    texts = pair.document.keys, pair.abstract.keys
    right, tags = gold.of_words(pair), pair.abstract.tags
    linked = {
        (i, j) for i, j in word_links(aligned.links) if not gold.content or tags[j] in CONTENT
    }

    def same(link: Link) -> bool:
        return texts[0][link[0]] == texts[1][link[1]]

    links = [PhraseLink((i, i + 1), (j, j + 1)) for i, j in linked]
    forms = (lambda link: True, same, lambda link: not same(link))
    return np.array([link_counts(links, right, *texts, counted=counted) for counted in forms])


def _link(value: Any) -> Link:
    i, j = value
    if not (type(i) is int and type(j) is int and i >= 0 and j >= 0):
        raise ValueError("a link is of two characters, counted from 0")
    return i, j


def _word(words: Words, character: int) -> int:
    """The word in which a character is."""
    spans: Sequence[tuple[int, int]] = words.spans
    at = bisect_right(spans, (character, len(spans) and spans[-1][1])) - 1
    if at < 0 or character >= spans[at][1]:
        raise CorpusError(f"a link is of character {character:,}, which is in no word of the text")
    return at
