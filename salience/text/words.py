"""Texts as words, with what the models know of each: plain values, made elsewhere from a parse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from salience.types import short_repr


@dataclass(frozen=True)
class Words:
    """The words of a text, with what a parse says of each; each column has a value for each word.

    Attributes:
        texts: The words.
        lemmas: Words with the same lemma are forms of each other.
        tags: Universal POS tags.
        heads: Indices of words; the root of a sentence is its own head.
        relations: Universal dependency relations.
        sentences: Indices of the words that begin a sentence, the first included.
        spans: Start and end of each word, in characters.
        fine_tags: Penn Treebank tags; empty if they are not known.

    Raises:
        ValueError: If a column has another length, or a head or a sentence is no word.
    """

    texts: tuple[str, ...]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    sentences: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    fine_tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n = len(self.texts)
        columns: tuple[tuple[object, ...], ...]
        columns = (self.lemmas, self.tags, self.heads, self.relations, self.spans)
        if self.fine_tags:
            columns = (*columns, self.fine_tags)
        if any(len(column) != n for column in columns):
            raise ValueError(f"all columns must have {n} words, as texts has")
        if any(not 0 <= head < n for head in self.heads):
            raise ValueError("a head is no word of the text")
        starts = (*self.sentences, n)
        if n and (starts[0] or any(a >= b for a, b in pairwise(starts))):
            raise ValueError("sentences must be words in rising order, the first word first")

    def __repr__(self) -> str:
        return f"<Words {short_repr(' '.join(self.texts[:30]))}, {len(self)}>"

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The words as they are compared: in lower case."""
        return tuple(text.lower() for text in self.texts)

    def sentence_ranges(self) -> list[range]:
        """The words of each sentence."""
        return [range(a, b) for a, b in pairwise((*self.sentences, len(self)))]

    def part(self, sentences: Iterable[int]) -> tuple[Words, tuple[int, ...]]:
        """Some sentences as a text of their own, and the index here of each of its words."""
        # Without a look at all others: a text may be of very many sentences, taken one by one.
        starts, n = self.sentences, len(self)
        which = sorted(set(sentences))
        kept = [range(starts[s], starts[s + 1] if s + 1 < len(starts) else n) for s in which]
        places = tuple(i for words in kept for i in words)
        now = {place: i for i, place in enumerate(places)}

        def take(column: Sequence) -> tuple:
            return tuple(column[i] for i in places)

        # A tree is of one sentence; should a head stand elsewhere, the word is a root.
        heads = tuple(now.get(self.heads[i], now[i]) for i in places)
        part = Words(
            take(self.texts),
            take(self.lemmas),
            take(self.tags),
            heads,
            take(self.relations),
            tuple(now[words[0]] for words in kept),
            take(self.spans),
            take(self.fine_tags) if self.fine_tags else (),
        )
        return part, places


def plain_words(text: str, sentences: Sequence[int] = (0,)) -> Words:
    """Words between spaces, of which nothing else is known: each its own stem and root.

    Args:
        text: The text; without a word there are no words.
        sentences: The indices of the words that begin a sentence, the first included.

    Example:
        >>> plain_words("Ann sings . Bob too .", sentences=(0, 3)).sentence_ranges()
        [range(0, 3), range(3, 6)]
    """
    texts = tuple(text.split())
    n, ends = len(texts), accumulate(len(word) + 1 for word in texts)
    spans = tuple((end - 1 - len(word), end - 1) for word, end in zip(texts, ends, strict=True))
    lemmas = tuple(word.lower() for word in texts)
    first = tuple(sentences) if n else ()
    return Words(texts, lemmas, ("X",) * n, tuple(range(n)), ("dep",) * n, first, spans)
