"""Documents whose sentences were compressed: what stays, what goes, and where it stood."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from salience.compression.surface import surface
from salience.text.words import Words
from salience.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class CompressedSentence:
    """A sentence and what stays of it.

    Attributes:
        start, end: Its place in the document's text, in characters.
        text: The sentence as it stands there.
        compression: What stays, as a sentence.
        deleted: The places of what goes, rising: start and end of each piece.
        n_words, n_kept: How many words it has, and how many of them stay.
        tree: The constituents of what stays; None if that is nothing, or they are not known.
    """

    start: int
    end: int
    text: str
    compression: str
    deleted: tuple[tuple[int, int], ...]
    n_words: int
    n_kept: int
    tree: Tree | None = None

    def record(self) -> dict[str, Any]:
        """The sentence as a JSON object."""
        pieces = [
            {"start": a, "end": b, "text": self.text[a - self.start : b - self.start]}
            for a, b in self.deleted
        ]
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "compression": self.compression,
            "rate": round(self.n_kept / self.n_words, 4) if self.n_words else 1.0,
            "deleted": pieces,
        }


def compressed_sentence(
    text: str, words: Words, kept: Iterable[int], tree: Tree | None = None
) -> CompressedSentence:
    """What a choice of words makes of a sentence.

    Args:
        text: The document's text, in which the spans of the words count.
        words: The words of the sentence; at least one.
        kept: Indices of those that stay.
        tree: The constituents of the sentence, if they are known.

    Raises:
        ValueError: If the sentence has no words.

    Example:
        >>> from salience.text.words import plain_words
        >>> found = compressed_sentence("It really rained .", plain_words("It really rained ."),
        ...                             (0, 2, 3))
        >>> found.compression, found.deleted
        ('It rained.', ((3, 9),))
    """
    if not len(words):
        raise ValueError("a sentence must have words")
    stays = sorted(set(kept))
    start, end = words.spans[0][0], words.spans[-1][1]
    deleted: list[tuple[int, int]] = []
    last = -2
    for i in sorted(set(range(len(words))) - set(stays)):
        span = words.spans[i]
        if i == last + 1:
            deleted[-1] = (deleted[-1][0], span[1])
        else:
            deleted.append(span)
        last = i
    return CompressedSentence(
        start,
        end,
        text[start:end],
        surface(text, words, stays),
        tuple(deleted),
        len(words),
        len(stays),
        None if tree is None else tree.kept({*stays}),
    )
