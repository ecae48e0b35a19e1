"""Documents with the links to their abstracts: aligned, and as records."""

from dataclasses import dataclass
from typing import Any

from salience.errors import SalienceError
from salience.text.words import Words
from salience.types import short_repr
from salience.word_links.links import Link, Pair, PhraseLink


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
