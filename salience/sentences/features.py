"""The eight features of Table 1 of Gillick (2009), and a ninth, as strings.

The ninth says how much more often the word on the right begins a sentence than it has a capital
within one (Kiss and Strunk 2006 look for such words too): *He* against *Senate*. Where the paper is
silent:

- The length (3) counts letters and digits, up to 10.
- A word on the right that begins with no letter, such as a number, is neither upper nor lower (4,
  8).
- A word that the training text does not have (5, 6) has a value of its own, since log(0) is none.
- Counts (5, 6) are of words as `candidates` cuts them; that of the word on the left (5) minds its
  case and asks how often it stands without a period after it.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Self

from murmurhash.mrmr import hash as murmurhash

from salience.sentences.candidates import CLOSING, OPENING, left_word, right_word

LONGEST_LEFT = 10
_AFTER = CLOSING + ",;:!?"
_PLAIN_END = re.compile(r"[a-z]{4}\.")
"""The end of a word that is hardly an abbreviation, with its period."""
_LEAST = 4
"""Words with fewer capitals than that have no ninth feature."""
_STRONGEST = 7
_ENDINGS = (*".?!:…", "")


def word_hash(word: str) -> int:
    """The number of 32 bits that stands for a word or a feature in a model."""
    return int(murmurhash(word.encode("utf-8", "surrogatepass"), 0)) % 2**32


@dataclass(frozen=True, slots=True)
class WordCounts:
    """Logarithms of how often words occur in the training text, by `word_hash`."""

    plain: Mapping[int, int] = field(default_factory=dict)
    lower: Mapping[int, int] = field(default_factory=dict)
    begins: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def from_texts(cls, texts: Sequence[str]) -> Self:
        """Count the words of texts."""
        plain: Counter[str] = Counter()
        lower: Counter[str] = Counter()
        for text in texts:
            for token in text.split():
                bare = token.rstrip(_AFTER)
                if bare and not bare.endswith("."):
                    plain[left_word(bare)] += 1
                word = right_word(bare) if bare else ""
                if word[:1].islower():
                    lower[word] += 1
        return cls(_logarithms(plain), _logarithms(lower), sentence_starters(texts))


def sentence_starters(texts: Iterable[str]) -> dict[int, int]:
    """`WordCounts.begins` of texts, whose sentences need not be known.

    A word begins a sentence after a word of four letters or more and its period; it stands within
    one where no mark is before it.
    """
    first: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for line in chain.from_iterable(map(str.splitlines, texts)):
        for before, token in pairwise(line.split()):
            word = right_word(token.rstrip(_AFTER)) if token[-1] not in OPENING else ""
            if word[:1].isupper():
                ended = before.rstrip(CLOSING)
                if _PLAIN_END.fullmatch(ended[-5:]):
                    first[word.lower()] += 1
                elif ended[-1:] not in _ENDINGS:
                    within[word.lower()] += 1
    return {
        word_hash(word): max(-_STRONGEST, min(_STRONGEST, round(math.log2(ratio))))
        for word in first.keys() | within.keys()
        if first[word] + within[word] >= _LEAST
        for ratio in [(first[word] + 0.5) / (within[word] + 0.5)]
    }


def features(left: str, right: str, counts: WordCounts) -> list[str]:
    """The nine features of a candidate, with their numbers; the first eight are of Table 1."""
    lower = word_hash(right.lower())
    case = "upper" if right[:1].isupper() else "lower" if right[:1].islower() else "neither"
    return [
        f"1 {left}",
        f"2 {right}",
        f"3 {min(sum(map(str.isalnum, left)), LONGEST_LEFT)}",
        f"4 {case}",
        f"5 {counts.plain.get(word_hash(left.removesuffix('.')))}",
        f"6 {counts.lower.get(lower)}",
        f"7 {left} {right}",
        f"8 {left} {case}",
        f"9 {counts.begins.get(lower)}",
    ]


def _logarithms(counts: Counter[str]) -> dict[int, int]:
    return {word_hash(word): int(math.log(n)) for word, n in counts.items()}
