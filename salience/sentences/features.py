"""The eight features of Table 1 of Gillick (2009), as strings.

Where the paper is silent:

- The length (3) counts letters and digits, up to 10.
- A word on the right that begins with no letter, such as a number, is neither upper nor lower (4,
  8).
- A word that the training text does not have (5, 6) has a value of its own, since log(0) is none.
- Counts (5, 6) are of words as `candidates` cuts them; that of the word on the left (5) minds its
  case and asks how often it stands without a period after it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from murmurhash.mrmr import hash as murmurhash

from salience.sentences.candidates import CLOSING, left_word, right_word

ALL = (1, 2, 3, 4, 5, 6, 7, 8)
"""The numbers of the features in Table 1."""
LONGEST_LEFT = 10
_AFTER = CLOSING + ",;:!?"


def word_hash(word: str) -> int:
    """The number of 32 bits that stands for a word or a feature in a model.

    Example:
        >>> word_hash("1 Mr.")
        166199254
    """
    return int(murmurhash(word.encode("utf-8", "surrogatepass"), 0)) % 2**32


@dataclass(frozen=True, slots=True)
class WordCounts:
    """How often words occur in the training text: the logarithm, rounded down.

    Attributes:
        plain: Of each word as it stands without a period after it; words by `word_hash`.
        lower: Of each word in lower case.
    """

    plain: Mapping[int, int] = field(default_factory=dict)
    lower: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """Count the words of texts.

        Example:
            >>> counts = WordCounts.of(["The lake. The sea, the sky of the north."])
            >>> counts.lower[word_hash("the")], word_hash("lake") in counts.plain
            (0, False)
        """
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
        return cls(_logarithms(plain), _logarithms(lower))


def features(left: str, right: str, counts: WordCounts) -> list[str]:
    """The features of a candidate, in the order of Table 1.

    Args:
        left: The word on the left, with its period.
        right: The word on the right.
        counts: Of the training text.

    Example:
        >>> features("Mr.", "Lee", WordCounts())
        ['1 Mr.', '2 Lee', '3 2', '4 upper', '5 None', '6 None', '7 Mr. Lee', '8 Mr. upper']
    """
    case = "upper" if right[:1].isupper() else "lower" if right[:1].islower() else "neither"
    return [
        f"1 {left}",
        f"2 {right}",
        f"3 {min(sum(map(str.isalnum, left)), LONGEST_LEFT)}",
        f"4 {case}",
        f"5 {counts.plain.get(word_hash(left.removesuffix('.')))}",
        f"6 {counts.lower.get(word_hash(right.lower()))}",
        f"7 {left} {right}",
        f"8 {left} {case}",
    ]


def _logarithms(counts: Counter[str]) -> dict[int, int]:
    return {word_hash(word): int(math.log(n)) for word, n in counts.items()}
