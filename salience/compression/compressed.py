"""Documents whose sentences were compressed: what stays, what goes, and where it stood."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, NamedTuple

from salience.compression.realiser import realised
from salience.text.normalise import Clean
from salience.text.words import Words
from salience.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Compression:
    """What a model makes of a sentence."""

    kept: tuple[int, ...]  # indices of the words that stay, rising
    tree: Tree | None = None  # the constituents of what stays, if they are known
    # Words that one rule leaves out, and the rule; none of a model without rules.
    deletions: tuple[tuple[tuple[int, ...], str], ...] = ()


class Deleted(NamedTuple):
    """A piece of a sentence that goes, and the rule that leaves it out, of a model with rules."""

    start: int
    end: int
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CompressedSentence:
    """A sentence and what stays of it.

    Attributes:
        start, end: Its place in the document's text, in characters.
        text: The sentence as it was read.
        compression: What stays, as a sentence.
        deleted: What goes, from left to right: neighbouring words that go by one rule.
        n_words, n_kept: How many words it has, and how many of them stay.
        tree: The constituents of what stays; None if that is nothing, or they are not known.
    """

    start: int
    end: int
    text: str = field(repr=False)
    compression: str
    deleted: tuple[Deleted, ...] = field(repr=False)
    n_words: int
    n_kept: int
    tree: Tree | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The sentence as a JSON object."""
        return {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "compression": self.compression,
            "rate": round(self.n_kept / self.n_words, 4) if self.n_words else 1.0,
            "deleted": [
                {"start": piece.start, "end": piece.end, "text": piece.text}
                | ({"rule": piece.rule} if piece.rule else {})
                for piece in self.deleted
            ],
        }


def compressed_sentence(text: str, words: Words, found: Compression) -> CompressedSentence:
    """What a compression makes of a sentence."""
    if not len(words):
        raise ValueError("a sentence must have words")
    start, end = words.spans[0][0], words.spans[-1][1]
    mark = not any(map(str.isalnum, text[start:end]))  # such as one that closes a quotation
    stays = [*range(len(words))] if mark else sorted(set(found.kept))
    return CompressedSentence(
        start,
        end,
        text[start:end],
        text[start:end] if mark else realised(text, words, stays),
        tuple(_deleted(text, words, stays, found.deletions)),
        len(words),
        len(stays),
        found.tree,
    )


def in_original(sentence: CompressedSentence, text: Clean) -> CompressedSentence:
    """A sentence of a clean text with its places in the original."""
    if not text.changed:
        return sentence
    start, end = text.span(sentence.start, sentence.end)
    deleted = (Deleted(*text.span(p.start, p.end), p.text, p.rule) for p in sentence.deleted)
    return replace(sentence, start=start, end=end, deleted=tuple(deleted))


def _deleted(
    text: str,
    words: Words,
    stays: Sequence[int],
    deletions: Sequence[tuple[tuple[int, ...], str]],
) -> list[Deleted]:
    by = {place: number for number, (places, _) in enumerate(deletions) for place in places}
    gone = enumerate(sorted(set(range(len(words))) - set(stays)))
    found: list[Deleted] = []
    for (number, _), run in groupby(gone, lambda one: (by.get(one[1]), one[1] - one[0])):
        spans = [words.spans[i] for _, i in run]
        rule = "" if number is None else deletions[number][1]
        start, end = spans[0][0], spans[-1][1]
        found.append(Deleted(start, end, text[start:end], rule))
    return found
