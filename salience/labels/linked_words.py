"""Entities of a document that an aligner of words links with a name or noun of an abstract."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from salience.types import Alignment, LinkedWord, Mention, ParsedDocument
from salience.word_links.choices import PROBABLE

if TYPE_CHECKING:
    from salience.word_links.links import AlignedPair

RULE = "words"
"""Of the alignments."""

LEAST = PROBABLE
"""Links with a smaller probability make no label; see resources/recipes/labels/LAB.md."""

TAGS = frozenset(("NOUN", "PROPN"))
"""Universal tags of the words of an abstract that make labels."""


def by_words(document: ParsedDocument, number: int, links: AlignedPair) -> Iterator[Alignment]:
    """The entities with a mention whose head is linked with a name or noun of abstract `number`."""
    heads: dict[int, tuple[int, Mention]] = {}
    for i, entity in enumerate(document.entities):
        for mention in entity.mentions:
            if mention.kind != "pronominal":
                heads.setdefault(mention.head_start, (i, mention))
    here, there = links.pair.document, links.pair.abstract
    pairs = sorted((j, i, link.probability) for link in links.links for i, j in link.words())
    for j, i, probability in pairs:
        start, end = here.spans[i]
        if there.tags[j] in TAGS and start in heads:
            index, mention = heads[start]
            linked = LinkedWord(start, end, here.texts[i], round(probability, 4))
            word = _word(links, j)
            yield Alignment(number, word, index, mention, RULE, (index,), linked=linked)


def _word(links: AlignedPair, j: int) -> Mention:
    """A word of the abstract as a mention of its own."""
    words = links.pair.abstract
    start, end = words.spans[j]
    return Mention(
        start,
        end,
        words.texts[j],
        "named" if words.tags[j] == "PROPN" else "nominal",
        words.texts[j],
        start,
        bisect_right(words.sentences, j) - 1,
    )
