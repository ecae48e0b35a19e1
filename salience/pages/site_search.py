"""The files of a site in which its page of search looks: small ones, of which it loads a few."""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from salience.text.formatting import shown

_MOST_CHARACTERS, _ROWS = 30_000, 100
Term = tuple[str, int, bool]


class SearchFiles:
    """Writes the files, as scripts: a page that was opened from disk can load nothing else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._first: dict[str, list[str]] = {}

    def index(self, kind: str, terms: Iterable[Term]) -> None:
        """Write where terms occur, as steps from number to number in base 36; `!` marks a title."""
        self._first[kind] = []
        held: dict[str, str] = {}
        size = 0
        for term, group in groupby(terms, itemgetter(0)):
            held[term] = " ".join(_steps(group))
            size += len(term) + len(held[term])
            if size > _MOST_CHARACTERS:
                self._put(kind, held)
                held, size = {}, 0
        self._put(kind, held)

    def rows(self, kind: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write what is shown of rows by their numbers, which come first and rise."""
        for number, group in groupby(rows, lambda row: row[0] // _ROWS):
            self._write(f"{kind}{number}", {row[0]: row[1:] for row in group})

    def known(self) -> Markup:
        """What the page has to know: the first term of each file of terms, as a script has it."""
        return _script({"first": self._first, "rows": _ROWS})

    def _put(self, kind: str, held: dict[str, str]) -> None:
        if held:
            self._write(f"{kind}{len(self._first[kind])}", held)
            self._first[kind].append(next(iter(held)))

    def _write(self, name: str, value: object) -> None:
        (self._folder / f"{name}.js").write_text(f'loaded("{name}",{_script(value)})', "utf-8")


def _script(value: object) -> Markup:
    """A value as JavaScript, in which no text can end the script."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return Markup(shown(text).replace("<", "\\u003c"))  # noqa: S704


def _steps(group: Iterable[Term]) -> Iterator[str]:
    last = 0
    for number, places in groupby(group, itemgetter(1)):
        yield np.base_repr(number - last, 36).lower() + "!" * any(place[2] for place in places)
        last = number
