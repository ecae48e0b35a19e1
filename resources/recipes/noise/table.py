"""What is found in spoiled texts of what is found in the plain ones.

    python -m resources.recipes.noise.table CORPORA

Of 100 texts of five sources, spoiled in each of the ways of `ways.py`, it prints how many have the
same clean text, which share of the entities is found in both with the same name, type and number of
mentions, and how many texts have all of them in the same order, and the same summary.
"""

import random
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import typer

import salience
from resources.recipes.markdown import show
from resources.recipes.noise.ways import WAYS, Spoil, texts
from salience.text.normalise import normalised


class Found(NamedTuple):
    """What is found in a text."""

    text: str
    rows: list[tuple[str, str, int]]
    """Names, types and numbers of mentions of the entities, the most salient first."""
    summary: str


class Finder:
    """What is found in texts: by their clean texts, each of which is read once."""

    def __init__(self) -> None:
        self.by_text: dict[str, Found] = {}

    def found(self, texts: Sequence[str]) -> list[Found]:
        clean = [normalised(text).text.rstrip() for text in texts]
        new = {c: text for c, text in zip(clean, texts, strict=True) if c not in self.by_text}
        documents = [salience.Document(str(n), text) for n, text in enumerate(new.values())]
        scored, summaries = salience.score(documents), salience.summarize(documents)
        for key, result, summary in zip(new, scored, summaries, strict=True):
            rows = [
                (entity.name, entity.type, len(entity.mentions)) for entity, _ in result.ranked()
            ]
            self.by_text[key] = Found(key, rows, summary.text)
        return [self.by_text[key] for key in clean]


def kept(plain: Sequence[Found], spoiled: Sequence[Found]) -> dict[str, str]:
    """How much of what is found in plain texts is found in spoiled ones."""
    names = [0, 0]
    rows = [0, 0]
    for a, b in zip(plain, spoiled, strict=True):
        for counts, length in ((names, 2), (rows, 3)):
            one, other = (Counter(row[:length] for row in found.rows) for found in (a, b))
            counts[0] += (one & other).total()
            counts[1] += (one | other).total()
    same = {
        field: sum(
            getattr(a, field) == getattr(b, field) for a, b in zip(plain, spoiled, strict=True)
        )
        for field in Found._fields
    }
    return {
        "same clean text": str(same["text"]),
        "names and types": f"{100 * names[0] / names[1]:.1f} %",
        "with mentions": f"{100 * rows[0] / rows[1]:.1f} %",
        "same order": str(same["rows"]),
        "same summary": str(same["summary"]),
    }


def spoiled(spoil: Spoil, every: Sequence[tuple[str, str, str]]) -> list[str]:
    return [
        spoil(random.Random(zlib.crc32(id_.encode())), text)  # noqa: S311
        for _, id_, text in every
    ]


def main(corpora: Path) -> None:
    """Prints the table."""
    every = list(texts(corpora))
    finder = Finder()
    plain = finder.found([text for _, _, text in every])
    show(
        {"spoiled": way, **kept(plain, finder.found(spoiled(spoil, every)))}
        for way, spoil in WAYS.items()
    )


if __name__ == "__main__":
    typer.run(main)
