"""What is known of a bigram of documents: the features that say what it is worth to a summary.

Berg-Kirkpatrick and others (2011, table 1) have the first three parts, of ten documents on a topic:

- `documents`: in how many of them the bigram is.
- `stop`: which of its two words are stop words.
- `position`: the earliest sentence of a document that has it, in four ranges.
- `count`: how many sentences have the bigram.
- `words`: how many sentences have the more frequent of its words that are no stop words.
- `headline`: which of its two words are in a headline.
- `salience`: the probability of the most salient entity that its first sentence names.
- `name`: the probability of the most salient entity whose name has one of its words.
- `tags`: the universal tags of its two words.

The features are a bias, each part, and all that two or three parts make together.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from salience.engine.sources import Source, names_of, salience_of
from salience.errors import MisuseError
from salience.summaries.choices import PARTS, Part
from salience.summaries.concepts import LEAST_DOCUMENTS
from salience.summaries.sentences import Sentence

PAPER: tuple[Part, ...] = ("documents", "stop", "position")
DEFAULT: tuple[Part, ...] = ("count", "stop", "words", "headline", "name", "tags")

Key = tuple[str, str]

_STARTS: dict[str, tuple[float, ...]] = {
    **dict.fromkeys(("count", "documents"), (1, 2, 3, 4, 5, 6, 8, 10)),
    "position": (0, 1, 3, 10),
    "words": (1, 2, 3, 5, 8, 13, 21),
    "salience": (0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7),
    "name": (0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7),
}
"""Where the ranges of a number start."""


@dataclass(frozen=True)
class Topic:
    """Documents that are summarized together, or one; `names` has by word the probability of the
    most salient entity with it in its name.
    """

    sentences: Sequence[Sentence]
    headlines: Sequence[str] = ()
    salience: Mapping[str, float] = field(default_factory=dict)
    names: Mapping[str, float] = field(default_factory=dict)


def topic_of(sentences: Sequence[Sentence], sources: Sequence[Source]) -> Topic:
    """Documents on one topic, with what learned weights depend on."""
    headlines = [title for source in sources if (title := source.read.title)]
    return Topic(sentences, headlines, salience_of(sources), names_of(sources))


class Known(NamedTuple):
    """A bigram by its stems, what its features are made of, and the sentences that have it."""

    key: Key
    parts: tuple[str, ...]
    sentences: tuple[int, ...]


def known_parts(names: Sequence[str]) -> tuple[Part, ...]:
    """Parts by their names; a `MisuseError` says which name is none."""
    found: list[Part] = []
    for name in (name.strip() for name in names):
        part = next((part for part in PARTS if part == name), None)
        if part is None or part in found:
            why = "comes twice" if part else "is no part"
            raise MisuseError(
                f"{name!r} {why}: {', '.join(PARTS)}. Name some of them, with commas."
            )
        found.append(part)
    return tuple(found)


@lru_cache(maxsize=100_000)
def joined(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The features that parts make: a bias, each part, every two and every three of them."""
    sets = (chosen for n in (1, 2, 3) for chosen in combinations(parts, n))
    return ("bias", *(" ".join(chosen) for chosen in sets))


def known_bigrams(topic: Topic, parts: Sequence[Part] = DEFAULT) -> list[Known]:
    """The bigrams of documents with what is known of them, in order of their first occurrence."""
    sentences = topic.sentences
    look = _Look(topic)
    places: dict[Key, list[int]] = defaultdict(list)
    first: dict[Key, int] = {}
    for i, sentence in enumerate(sentences):
        for at, key in enumerate(pairwise(sentence.stems)):
            if not places[key] or places[key][-1] != i:
                places[key].append(i)
            first.setdefault(key, at)
    least = min(LEAST_DOCUMENTS, look.most)
    return [
        Known(
            key,
            tuple(f"{part}={getattr(look, part)(key, found, first[key])}" for part in parts),
            tuple(found),
        )
        for key, found in places.items()
        if look.spread(found) >= least
    ]


def cut_features(kinds: Sequence[str]) -> tuple[str, ...]:
    """The features of a cut: a bias, and what it is (table 2)."""
    return ("cut", *(f"cut {kind}" for kind in kinds))


class _Look:
    """The parts of a bigram, by name: of its stems, its sentences, and its place in the first."""

    def __init__(self, topic: Topic) -> None:
        self._sentences = topic.sentences
        self._salience = topic.salience
        self._names = topic.names
        self._headline = set(re.findall(r"\w+", " ".join(topic.headlines).lower()))
        self._having = Counter(stem for one in topic.sentences for stem in set(one.stems))
        self.most = self.spread(range(len(topic.sentences)))

    def spread(self, found: Sequence[int]) -> int:
        return len({self._sentences[i].document for i in found})

    def count(self, key: Key, found: Sequence[int], at: int) -> str:
        return _range("count", len(found))

    def documents(self, key: Key, found: Sequence[int], at: int) -> str:
        return _range("documents", self.spread(found))

    def stop(self, key: Key, found: Sequence[int], at: int) -> str:
        first, second = self._sentences[found[0]].stops[at : at + 2]
        return f"{first:d}{second:d}"

    def position(self, key: Key, found: Sequence[int], at: int) -> str:
        return _range("position", min(self._sentences[i].order for i in found))

    def words(self, key: Key, found: Sequence[int], at: int) -> str:
        stops = self._sentences[found[0]].stops[at : at + 2]
        content = [stem for stem, stop in zip(key, stops, strict=True) if not stop]
        return _range("words", max(self._having[stem] for stem in content or key))

    def headline(self, key: Key, found: Sequence[int], at: int) -> str:
        words = self._sentences[found[0]].words[at : at + 2]
        first, second = (
            not self._headline.isdisjoint(forms) for forms in zip(key, words, strict=True)
        )
        return f"{first:d}{second:d}"

    def salience(self, key: Key, found: Sequence[int], at: int) -> str:
        named = self._sentences[found[0]].entities
        return _range("salience", max((self._salience.get(e, 0.0) for e in named), default=0.0))

    def name(self, key: Key, found: Sequence[int], at: int) -> str:
        words = self._sentences[found[0]].words[at : at + 2]
        return _range("name", max(self._names.get(word, 0.0) for word in (*key, *words)))

    def tags(self, key: Key, found: Sequence[int], at: int) -> str:
        return "-".join(self._sentences[found[0]].tags[at : at + 2])


def _range(part: str, value: float) -> str:
    """The start of the range that a value is in."""
    return f"{max(start for start in _STARTS[part] if start <= value):g}"
