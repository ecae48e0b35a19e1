"""Raw texts that the large recogniser labels: which documents, and in which pieces.

A document that shares a run of twelve words with a text on which something is measured is left out.
So are the texts that are kept back, and those of the sets `releases` of names.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from resources.recipes.kept_back import is_kept_back
from resources.recipes.names.table import RELEASES, SECOND
from resources.recipes.pipeline.silver import pieces
from resources.recipes.reading import rows

SOURCES = {
    "pairs/wikinews.jsonl": 1.0,
    "pairs/wikipedia.jsonl": 1.0,
    "raw/wikipedia-intros.jsonl": 0.6,
    "pairs/us-18f.jsonl": 0.6,
    "pairs/us-digitalgov.jsonl": 0.6,
    "raw/openstax.jsonl.gz": 0.4,
    "pairs/us-doj.jsonl.gz": 0.35,
    "raw/senate-releases.jsonl.gz": 0.16,
    "raw/au-pm.jsonl.gz": 0.12,
    "raw/frus.jsonl.gz": 0.2,
    "pairs/frus.jsonl": 0.5,
}
"""Files, and the share of their documents that is read."""
# The text of the first begins with its title; the headlines of the second are not the senators'.
UNTITLED = frozenset(("raw/wikipedia-intros.jsonl", "raw/senate-releases.jsonl.gz"))
MEASURED = (
    "names/look.jsonl",
    "names/report.jsonl",
    "coref/wiki-fair.jsonl",
    "gum/dev.jsonl",
    "gum/train.jsonl",
)
RUN = 12  # words that no document may share with a text that is measured
LONGEST, FIRST, INNER = 1300, 4, 8  # characters of a piece; pieces of a long document


def runs(text: str) -> Iterator[int]:
    """A number for each run of `RUN` words.

    >>> one, two = (set(runs("It rained again " * 4 + end)) for end in ("today", "here"))
    >>> len(one), len(one & two)
    (2, 1)
    """
    words = re.findall(r"\w+", text.lower())
    return (hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1))


def measured_texts(corpus: Path) -> Iterator[str]:
    """Texts on which something is measured, but for those of EWT dev."""
    for name in MEASURED:
        yield from (record["text"] for record in rows(corpus / name))
    for record in rows(corpus / "coref/docred-dev.jsonl"):
        yield " ".join(word for sentence in record["sentences"] for word in sentence)


def marked_ids() -> frozenset[str]:
    """The ids of raw documents in which readers marked names."""
    return frozenset(record["id"] for path in (RELEASES, SECOND) for record in rows(path))


def opening(name: str, record: dict[str, Any]) -> str:
    """What comes before the text of a document: its title and its abstract."""
    title = "" if name in UNTITLED else record["title"]
    return "\n\n".join(part for part in (title, record.get("abstract")) if part)


def some(found: list[str], random: Random) -> list[str]:
    """All pieces of a document; of a long one the first, and neighbours further on."""
    if len(found) <= FIRST + INNER:
        return found
    start = max(FIRST, random.randrange(len(found) - FIRST - INNER + 1))
    return found[:FIRST] + found[start : start + INNER]


def raw_pieces(corpus: Path, measured: Iterable[str]) -> Iterator[str]:
    """Pieces of the raw documents that share nothing with `measured` and other measured texts."""
    seen = {run for texts in (measured, measured_texts(corpus)) for t in texts for run in runs(t)}
    marked = marked_ids()
    for name, share in SOURCES.items():
        random = Random(name)  # noqa: S311
        for record in rows(corpus / name):
            if random.random() >= share:
                continue
            before, text = opening(name, record), record["text"]
            if record.get("id") in marked or is_kept_back(text):
                continue
            if seen.isdisjoint(runs(f"{before}\n\n{text}")):
                yield from some(list(pieces(before, text, LONGEST)), random)
