"""Texts on which choices are made or results reported.

What shares a run of words with them trains nothing.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RUN = 12
"""So many words in a row, whatever is between them, are no chance."""

TEXTS = ("names/look", "names/report", "coref/wiki-fair", "gum/dev", "gum/train")
SENTENCES = ("coref/docred-dev", "coref/meantime")


def records(path: Path) -> Iterator[dict]:
    """The lines of a JSONL file, compressed or not."""
    opened: Any = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf8") as file:
        yield from map(json.loads, file)


def runs(text: str) -> set[int]:
    """Hashes of the runs of `RUN` words in a text; they are the same within one process.

    >>> len(runs("one two three four five six seven eight nine ten eleven twelve, thirteen"))
    2
    """
    words = re.findall(r"\w+", text.lower())
    return {hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1)}


def measured_runs(corpus: Path) -> set[int]:
    """The runs of words of all texts of the corpus folder that are measured."""
    found: set[int] = set()
    for name in TEXTS:
        for record in records(corpus / f"{name}.jsonl"):
            found |= runs(record["text"])
    for name in SENTENCES:
        for record in records(corpus / f"{name}.jsonl"):
            found |= runs(" ".join(word for words in record["sentences"] for word in words))
    lines = (corpus / "ud-ewt/dev.conllu").read_text(encoding="utf8").splitlines()
    texts = [line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")]
    return found | runs(" ".join(texts))
