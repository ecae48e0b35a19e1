"""Documents with the links to their abstracts: aligned, and as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from salience.alignment.words.aligner import Aligner
from salience.alignment.words.extracts import extract
from salience.alignment.words.links import Link, PhraseLink
from salience.alignment.words.tokens import Pair
from salience.errors import SalienceError
from salience.text.words import Words

MAX_CELLS = 1_000_000
"""Words of a document, or its extract, times words of its abstract: 0.5 GiB with phrases of three
words."""
MAX_WORDS = 5_000
"""Of the document or its extract."""
SHORT = 500
"""Documents of so many words are aligned whole: the paper's extracts are as long."""


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

    def record(self) -> dict[str, Any]:
        """The pair as a JSON object: words with their offsets, and links.

        Example:
            >>> from salience.text.words import plain_words
            >>> pair = Pair("d1", plain_words("Ann sings"), plain_words("Ann"))
            >>> AlignedPair(pair, (PhraseLink((0, 1), (0, 1), 0.9),)).record()
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


def aligned(
    pair: Pair, aligner: Aligner, *, least: float, whole: bool = False, name: str = ""
) -> AlignedPair:
    """Align a document with its abstract, by its extract if it has more words than `SHORT`.

    Args:
        pair: The words.
        aligner: The model.
        least: Links with a smaller probability are left out.
        whole: Whether to align the whole document.
        name: Of the model.

    Raises:
        SalienceError: If the texts are too long; see `MAX_CELLS`.
    """
    whole = whole or len(pair.document) <= SHORT
    part, places = (pair, range(len(pair.document))) if whole else extract(pair)
    check_size(part)
    found = aligner.align(part, least=least)
    links = tuple(one for link in found for one in _placed(link, places))
    return AlignedPair(pair, links, name)


def check_size(pair: Pair) -> None:
    """Whether a pair, or its extract, can be aligned or learned from in the memory there is.

    Raises:
        SalienceError: If the texts are too long; see `MAX_CELLS`.
    """
    n, length = len(pair.document), len(pair.abstract)
    if n * length > MAX_CELLS or n > MAX_WORDS:
        raise SalienceError(
            f"{n:,} words of the document with {length:,} of the abstract are too many to align: "
            f"the limits are {MAX_WORDS:,} words, and {MAX_CELLS:,} for the product; split it"
        )


def given(pair: Pair, links: frozenset[Link]) -> AlignedPair:
    """A pair with links of words that are known.

    Raises:
        SalienceError: If a link is of a word that is not there.
    """
    for i, j in sorted(links):
        if i >= len(pair.document) or j >= len(pair.abstract):
            raise SalienceError(
                f"the link {i}-{j} is of a word that is not there: the document has "
                f"{len(pair.document):,} words, its abstract {len(pair.abstract):,}"
            )
    ordered = sorted(links, key=lambda link: (link[1], link[0]))
    return AlignedPair(pair, tuple(PhraseLink((i, i + 1), (j, j + 1)) for i, j in ordered))


def _placed(link: PhraseLink, places: Sequence[int]) -> Iterator[PhraseLink]:
    """A link of an extract as one of the whole document: two, if a phrase is over a gap."""
    first, end = link.document
    begin = first
    for i in range(first + 1, end + 1):
        if i == end or places[i] != places[i - 1] + 1:
            yield PhraseLink((places[begin], places[i - 1] + 1), link.abstract, link.probability)
            begin = i


def _side(words: Words) -> dict[str, Any]:
    return {"words": list(words.texts), "spans": [list(span) for span in words.spans]}
