"""`words/small_words.txt`: the words that running text writes in small letters.

    python -m resources.recipes.small_words CORPORA

reads `raw/openstax.jsonl.gz` and `raw/frus.jsonl.gz` there. Counted are words inside of sentences:
those after a word in small letters, or after a comma or semicolon. Given names are left out, and so
is a word that is a listed one with *s*, *ed* or *ing*.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from salience.language import ENGLISH
from salience.resources import resource_dir
from salience.text.letter_case import stems

SETS = ("openstax", "frus")
LEAST, SHARE = 4, 0.8
"""So often a word is there in small letters, and in so large a share of all its places."""

_WORDS = re.compile(r"(?<=[a-z,;] )([A-Za-z][a-z]+)\b(?!['’.-]\w)").findall
_HEAD = (
    "# Words that running text writes in small letters, without their forms in -s, -ed and -ing\n"
)


def counted(texts: Iterator[str]) -> list[str]:
    """The words of texts that are mostly written small, sorted."""
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for text in texts:
        for word in _WORDS(text):
            (small if word.islower() else capital)[word.lower()] += 1
    found = {
        word
        for word, n in small.items()
        if n >= LEAST and n >= SHARE * (n + capital[word]) and len(word) > 2
    }
    found -= ENGLISH.given_genders.keys()
    return sorted(word for word in found if found.isdisjoint(stems(word)[1:]))


def _texts(corpora: Path) -> Iterator[str]:
    for name in SETS:
        with gzip.open(corpora / "raw" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


if __name__ == "__main__":
    words = counted(_texts(Path(sys.argv[1])))
    path = resource_dir() / "words" / "small_words.txt"
    path.write_text(_HEAD + "\n".join(words) + "\n", encoding="utf-8")
