"""Sentences as numbers for the teacher: words, characters, labels, and batches of one length."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Self

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

Numbers = NDArray[np.int64]
CHARACTERS = 20  # Of a longer word its first and last ten.
FREQUENT, COMMON = 3, 10  # So often a word, or a character, must be seen to have a vector.
UNKNOWN = -100  # What cross_entropy leaves out.


@dataclass(slots=True)
class Sentence:
    """Words with what is known of them; `heads` count from 0, and a root is its own head."""

    words: list[str]
    heads: list[int] = field(default_factory=list)
    deps: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    morphs: list[str] = field(default_factory=list)


def sentences(doc: Doc) -> Iterator[Sentence]:
    for sent in doc.sents:
        tokens = [t for t in sent if not t.is_space]
        at = {t.i: k for k, t in enumerate(tokens)}
        rows = [(t.text, at[t.head.i], t.dep_, t.tag_, f"{t.pos_}|{t.morph}") for t in tokens]
        if rows:
            yield Sentence(*map(list, zip(*rows, strict=True)))  # type: ignore[arg-type]


@dataclass(slots=True)
class Labels:
    deps: list[str]
    tags: list[str]
    morphs: list[str]

    @classmethod
    def learn(cls, data: list[Sentence]) -> Self:
        found = ({x for s in data for x in getattr(s, name)} for name in cls.__slots__)
        return cls(*(sorted(labels - {""}) for labels in found))


class Lexicon:
    """Rows of words: GloVe's row, the trained row (0: rare), and characters (0: none, 1: rare)."""

    def __init__(self, glove: dict[str, int], frequent: list[str], characters: list[str]) -> None:
        self.frequent, self.characters = frequent, characters
        self._glove = glove
        self._frequent = {word: i for i, word in enumerate(frequent, 1)}
        self._characters = {character: i for i, character in enumerate(characters, 2)}
        self._known: dict[str, int] = {}
        self._rows: list[list[int]] = []

    @classmethod
    def learn(cls, glove: dict[str, int], data: Iterable[Sentence]) -> Self:
        words = Counter(word for sentence in data for word in sentence.words)
        lower: Counter[str] = Counter()
        for word, n in words.items():
            lower[_lower(word)] += n
        characters = Counter(character for word in words for character in word)
        return cls(
            glove,
            sorted(word for word, n in lower.items() if n >= FREQUENT),
            sorted(character for character, n in characters.items() if n >= COMMON),
        )

    def number(self, word: str) -> int:
        if word not in self._known:
            low = _lower(word)
            short = word if len(word) <= CHARACTERS else word[:10] + word[-10:]
            row = [self._glove.get(low, 0), self._frequent.get(low, 0)]
            row += [self._characters.get(character, 1) for character in short]
            self._known[word] = len(self._rows)
            self._rows.append(row + [0] * (CHARACTERS + 2 - len(row)))
        return self._known[word]

    def table(self) -> Numbers:
        return np.array(self._rows)


@dataclass(slots=True)
class Batch:
    """Sentences of one length as (sentences, words) numbers; labels are UNKNOWN where unknown."""

    words: Numbers
    heads: Numbers
    deps: Numbers
    tags: Numbers
    morphs: Numbers


def batch_of(group: list[Sentence], lexicon: Lexicon, labels: Labels) -> Batch:
    unknown = [UNKNOWN] * len(group[0].words)

    def column(name: str) -> Numbers:
        numbers = {label: i for i, label in enumerate(getattr(labels, name))}
        rows = [[numbers.get(x, UNKNOWN) for x in getattr(s, name)] for s in group]
        return np.array([row or unknown for row in rows])

    words = np.array([[lexicon.number(word) for word in s.words] for s in group])
    heads = np.array([s.heads or unknown for s in group])
    return Batch(words, heads, *map(column, Labels.__slots__))


def by_length(data: Iterable[Sentence], words: int) -> list[list[int]]:
    """Groups of indices of sentences of one length, of about `words` words each."""
    lengths: dict[int, list[int]] = defaultdict(list)
    for i, sentence in enumerate(data):
        lengths[len(sentence.words)].append(i)
    sizes = {length: min(128, max(1, words // length)) for length in lengths}
    return [
        indices[i : i + sizes[length]]
        for length, indices in lengths.items()
        for i in range(0, len(indices), sizes[length])
    ]


def _lower(word: str) -> str:
    return word.lower().replace("’", "'")  # as GloVe has it


def updates(
    data: list[Sentence], words: int, group: int, random: Random
) -> Iterator[list[list[Sentence]]]:
    """One epoch: for each update groups of about `group` words, together about `words` words."""
    data = data[:]
    random.shuffle(data)
    groups = by_length(data, group)
    random.shuffle(groups)
    chosen: list[list[Sentence]] = []
    for indices in groups:
        chosen.append([data[i] for i in indices])
        if sum(len(s.words) for some in chosen for s in some) >= words:
            yield chosen
            chosen = []
    if chosen:
        yield chosen
