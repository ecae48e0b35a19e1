"""`words/small_words.txt`: the words that running text writes in small letters.

    python -m resources.recipes.small_words CORPORA

Counted are words inside of sentences: those after a word in small letters, a comma or a semicolon.
Given names are left out, and so is a word that is a listed one with *s*, *ed* or *ing*.
"""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import typer

from resources.recipes.reading import rows
from salience.language import ENGLISH
from salience.resources import resource_dir

SETS = ("openstax", "frus")
LEAST, SHARE = 4, 0.8
"""So often a word is there in small letters, and in so large a share of all its places."""

_WORDS = re.compile(r"(?<=[a-z,;] )([A-Za-z][a-z]+)\b(?!['’.-]\w)").findall
_HEAD = (
    "# Words that running text writes in small letters, without their forms in -s, -ed and -ing\n"
)


def counted(texts: Iterable[str]) -> list[str]:
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
    return sorted(word for word in found if found.isdisjoint(ENGLISH.without_inflection(word)[1:]))


def main(corpora: Path) -> None:
    files = (corpora / "raw" / f"{name}.jsonl.gz" for name in SETS)
    words = counted(row["text"] for file in files for row in rows(file))
    path = resource_dir() / "words" / "small_words.txt"
    path.write_text(_HEAD + "\n".join(words) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
