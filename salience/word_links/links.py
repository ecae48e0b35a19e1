"""What is aligned, the words of a document and of its abstract, and links between them, with the
forms they are written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from salience.errors import CorpusError, SalienceError
from salience.text.words import Words
from salience.types import short_repr

CONTENT = frozenset(("ADJ", "ADV", "NOUN", "NUM", "PROPN", "VERB", "X"))
"""Universal tags of the words that are no function words."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A document and its abstract.

    Attributes:
        id: Of the document.
        document, abstract: Their words.
    """

    id: str
    document: Words
    abstract: Words


Link = tuple[int, int]
"""A word of the document and a word of the abstract, both counted from 0."""

_PHARAOH = re.compile(r"(\d{1,9})-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class PhraseLink:
    """A phrase of the abstract, and the phrase of the document that it came from.

    Attributes:
        document: Its first word and the one after its last.
        abstract: The same, in the abstract.
        probability: That the words of the abstract came from these words, and were one phrase.
    """

    document: tuple[int, int]
    abstract: tuple[int, int]
    probability: float = 1.0

    def words(self) -> Iterable[Link]:
        """Each word of one phrase with each of the other: the paper's all pairs conversion.

        Example:
            >>> sorted(PhraseLink((4, 6), (0, 1)).words())
            [(4, 0), (5, 0)]
        """
        return product(range(*self.document), range(*self.abstract))


@dataclass(frozen=True, slots=True)
class GoldLinks:
    """Links that a person made (Daumé and Marcu 2005, section 2.1).

    A `ValueError` says that a sure link is not among the possible ones.
    """

    sure: frozenset[Link]  # those that everyone would make
    possible: frozenset[Link]  # those that can be defended; the sure ones among them

    def __post_init__(self) -> None:
        if not self.sure <= self.possible:
            raise ValueError("each sure link must be a possible one as well")


def word_links(phrases: Iterable[PhraseLink]) -> frozenset[Link]:
    """The links of words that links of phrases stand for."""
    return frozenset(link for phrase in phrases for link in phrase.words())


def to_pharaoh(links: Iterable[Link]) -> str:
    """Links as a line of `i-j`: i is the word of the document, and j that of the abstract."""
    return " ".join(f"{i}-{j}" for i, j in sorted(links))


def from_pharaoh(line: str) -> frozenset[Link]:
    """Links from a line of `i-j`; an empty line has none."""
    links = set()
    for part in line.split():
        found = _PHARAOH.fullmatch(part)
        if found is None:
            raise CorpusError(
                f"{part[:40]!r} is no link. Write i-j: two numbers of words from 0, of the "
                "document and of the abstract."
            )
        links.add((int(found[1]), int(found[2])))
    return frozenset(links)


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """A document and its abstract with their links.

    Attributes:
        pair: The words.
        links: Of phrases, in the order of the abstract; words of the whole document.
        aligner: The name of what made them; empty if that is not known.
    """

    pair: Pair
    links: tuple[PhraseLink, ...]
    aligner: str = ""

    def __repr__(self) -> str:
        return f"<AlignedPair {short_repr(self.pair.id)}, {len(self.links)} links>"

    def to_dict(self) -> dict[str, Any]:
        """The pair as a JSON object: words with their offsets, and links.

        Example:
            >>> from salience.text import plain_words
            >>> pair = Pair("d1", plain_words("Ann sings"), plain_words("Ann"))
            >>> AlignedPair(pair, (PhraseLink((0, 1), (0, 1), 0.9),)).to_dict()
            {'id': 'd1', 'document': {'words': ['Ann', 'sings'], 'spans': [[0, 3], [4, 9]]},
             'abstract': {'words': ['Ann'], 'spans': [[0, 3]]},
             'links': [{'document': [0, 1], 'abstract': [0, 1], 'probability': 0.9}]}
        """
        return {
            "id": self.pair.id,
            "document": _side(self.pair.document),
            "abstract": _side(self.pair.abstract),
            "links": [
                {
                    "document": list(link.document),
                    "abstract": list(link.abstract),
                    "probability": round(link.probability, 4),
                }
                for link in self.links
            ],
        }


def given(pair: Pair, links: frozenset[Link]) -> AlignedPair:
    """A pair with links of words that are known."""
    for i, j in sorted(links):
        if i >= len(pair.document) or j >= len(pair.abstract):
            raise SalienceError(
                f"the link {i}-{j} is of a word that is not there: the document has "
                f"{len(pair.document):,} words, its abstract {len(pair.abstract):,}"
            )
    ordered = sorted(links, key=lambda link: (link[1], link[0]))
    return AlignedPair(pair, tuple(PhraseLink((i, i + 1), (j, j + 1)) for i, j in ordered))


def _side(words: Words) -> dict[str, Any]:
    return {"words": list(words.texts), "spans": [list(span) for span in words.spans]}
