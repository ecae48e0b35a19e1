"""The words of documents and abstracts aligned one to one, as METEOR does it.

Banerjee and Lavie (2005): equal words first, then words with equal stems, then synonyms if there
are any. It is not trained, and needs no extract of a long document.
"""

from collections.abc import Callable, Collection, Hashable, Set
from dataclasses import dataclass

from salience.text.words import Words
from salience.word_links.choices import METEOR
from salience.word_links.links import CONTENT, AlignedPair, Pair, PhraseLink
from salience.word_links.staged import Stage, staged_alignment
from salience.word_links.wordnet import WordNet

Word = tuple[str, str]
"""A word in lower case, and its stem."""


def meteor(
    pair: Pair,
    *,
    tags: Set[str] | None = None,
    synonyms: Callable[[str], Collection[Hashable]] | None = None,
) -> list[PhraseLink]:
    """The alignment of METEOR, of words with these tags; synonyms share one of `synonyms`."""
    near = synonyms
    stages: list[Stage[Word]] = [lambda word: word[:1], lambda word: word[1:]]
    if near is not None:
        stages.append(lambda word: near(word[0]))
    here, there = (_words(words, tags) for words in (pair.document, pair.abstract))
    found = staged_alignment([*here.values()], [*there.values()], stages).links
    places = [*here], [*there]
    links = sorted((places[1][j], places[0][i]) for i, j in found)
    return [PhraseLink((i, i + 1), (j, j + 1)) for j, i in links]


@dataclass(frozen=True)
class Meteor:
    """The alignment of content words by METEOR, with synonyms of WordNet where it is given."""

    wordnet: WordNet | None = None

    def align(self, pair: Pair, *, least: float = 0.0) -> list[PhraseLink]:
        """The links, all of probability 1."""
        synonyms = None if self.wordnet is None else self.wordnet.synsets
        return meteor(pair, tags=CONTENT, synonyms=synonyms)


def meteor_aligned(pair: Pair) -> AlignedPair:
    """A pair with the alignment of METEOR, function words left out."""
    return AlignedPair(pair, tuple(Meteor().align(pair)), METEOR)


def _words(words: Words, tags: Set[str] | None) -> dict[int, Word]:
    """The words with these tags, by their places."""
    every = enumerate(zip(words.keys, words.lemmas, words.tags, strict=True))
    return {i: (key, lemma) for i, (key, lemma, tag) in every if tags is None or tag in tags}
