"""CoNLL files as tests write them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import IO

from salience.corpus.conll2012 import ConllDocument, Span

_WITH_PART = re.compile(r"(.*); part ([0-9]{3,9})")


def write_conll(documents: Iterable[ConllDocument], file: IO[str]) -> None:
    """Write documents with the columns document, part, number in the sentence, word, coreference.

    An empty word, such as an elided one, becomes `_`.
    """
    for document in documents:
        with_part = _WITH_PART.fullmatch(document.id)
        name, part = with_part.groups() if with_part else (document.id, "0")
        marks = _marks(document.clusters)
        print(f"#begin document ({name}); part {int(part):03}", file=file)
        at = 0
        for sentence in document.sentences:
            for number, word in enumerate(sentence):
                first = "_".join(name.split()) or "-"
                print(first, int(part), number, word or "_", marks.get(at, "-"), file=file)
                at += 1
            print(file=file)
        print("#end document", file=file)


def _marks(clusters: Iterable[Iterable[Span]]) -> dict[int, str]:
    """The last column of the words that have one: long mentions open first and close last."""
    opened: dict[int, list[tuple[int, str]]] = defaultdict(list)
    closed: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for n, cluster in enumerate(clusters):
        for start, end in cluster:
            if end == start + 1:
                opened[start].append((-end, f"({n})"))
            else:
                opened[start].append((-end, f"({n}"))
                closed[end - 1].append((-start, f"{n})"))
    return {
        at: "|".join(mark for _, mark in [*sorted(closed[at]), *sorted(opened[at])])
        for at in sorted({*opened, *closed})
    }
