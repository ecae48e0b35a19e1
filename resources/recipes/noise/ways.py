"""Ways to spoil a text that change none of its words, and the texts that are spoiled."""

import random
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from resources.recipes.noise.texts import INSIDE, fill, is_held_out
from resources.recipes.reading import rows

Spoil = Callable[[random.Random, str], str]

SOURCES: Mapping[str, tuple[str, ...]] = {
    "news": ("pairs/wikinews.jsonl",),
    "posts of agencies": ("pairs/us-18f.jsonl", "pairs/us-digitalgov.jsonl"),
    "releases of a ministry": ("pairs/us-doj.jsonl.gz",),
    "articles of an encyclopedia": ("pairs/wikipedia.jsonl",),
    "releases of senators": ("raw/senate-releases.jsonl.gz",),
}
EACH = 20
LENGTHS = range(1_000, 8_000)
"""The first so many texts of each source that have so many characters, and no line that goes on in
small letters; of documents that trained nothing here."""
_BROKEN = re.compile(r"[a-z,]\n\s*[a-z]")
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}


def texts(corpora: Path) -> Iterator[tuple[str, str, str]]:
    """Sources, ids and texts."""
    for source, names in SOURCES.items():
        every = (row for name in names for row in rows(corpora / name))
        clean = (
            row
            for row in every
            if is_held_out(row["id"])
            and len(row["text"]) in LENGTHS
            and not _BROKEN.search(row["text"])
        )
        for _, row in zip(range(EACH), clean, strict=False):
            yield source, row["id"], row["text"]


def wrap(_: random.Random, text: str, width: int) -> str:
    fill = partial(textwrap.fill, width=width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(map(fill, text.split("\n")))


def quote(rng: random.Random, text: str) -> str:
    return re.sub("^", "> ", wrap(rng, text, 72), flags=re.MULTILINE)


def divide(_: random.Random, text: str) -> str:
    """Wraps a text, and divides words at the ends of its lines."""
    lines = (fill(paragraph, lambda: 72, divide=True) for paragraph in text.split("\n"))
    return "\n".join(lines).replace(INSIDE, "\n")


def soften(rng: random.Random, text: str) -> str:
    return _some(rng, text, r"(?<=[a-z]{3})(?=[a-z]{3})", "\u00ad", 0.1)


def mark(rng: random.Random, text: str) -> str:
    """Sets marks of references behind some words and marks of sentences."""
    numbers = iter(range(1, 100_000))
    return re.sub(
        r"(?<=[a-z]{3})[.,]?(?= [A-Z]|\n|\Z)|(?<=[A-Z][a-z]{3})(?= )",
        lambda m: f"{m[0]}[{next(numbers)}]" if rng.random() < 0.2 else m[0],
        text,
    )


def _some(rng: random.Random, text: str, what: str, other: str, share: float) -> str:
    return re.sub(what, lambda m: other if rng.random() < share else m[0], text)


def _every(what: str, other: str, share: float = 1) -> Spoil:
    return lambda rng, text: _some(rng, text, what, other, share)


WAYS: Mapping[str, Spoil] = {
    "wrapped at 60": partial(wrap, width=60),
    "wrapped at 72": partial(wrap, width=72),
    "wrapped at 80": partial(wrap, width=80),
    "two spaces everywhere": _every(" ", "  "),
    "two spaces at one place in ten": _every(" ", "  ", 0.1),
    "two spaces after sentences": _every(r"(?<=[.!?]) ", "  "),
    "no-break spaces": _every(" ", "\u00a0"),
    r"`\r\n`": _every("\n", "\r\n"),
    "soft hyphens": soften,
    "words divided": divide,
    "ligatures": lambda _, text: re.sub("ffi|ffl|ff|fi|fl", lambda m: _LIGATURES[m[0]], text),
    "reference marks": mark,
    "quoted in a mail": quote,
}
