"""Figures with their intervals, and tables of them, as the pages show them in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts, Interval

SAMPLES, SEED = 1000, 0


def heading(*columns: str) -> str:
    """The first two lines of a table.

    >>> print(heading("set", "F1"))
    | set | F1 |
    |---|---|
    """
    return f"{row(*columns)}\n|{'---|' * len(columns)}"


def row(*cells: object) -> str:
    """A line of a table.

    >>> row("GUM dev", 30)
    '| GUM dev | 30 |'
    """
    return f"| {' | '.join(map(str, cells))} |"


def table(rows: Sequence[Mapping[str, object]]) -> str:
    """A table whose columns are the keys of the first row.

    >>> print(table([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]))
    | a | b |
    |---|---|
    | 1 | x |
    | 2 | y |
    """
    return "\n".join([heading(*rows[0]), *(row(*cells.values()) for cells in rows)])


def percent(share: float | None, interval: Interval, digits: int = 1) -> str:
    """A share with its interval, in percent; one that can't be told counts as 0.

    >>> percent(0.5, (0.4, 0.6))
    '50.0 (40.0–60.0)'
    """
    return plain(100 * (share or 0), (100 * interval[0], 100 * interval[1]), digits)


def plain(value: float, interval: Interval, digits: int) -> str:
    """A figure with its interval."""
    low, high = interval
    return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def precision_recall_f1(p: float, r: float, f1: float, interval: Interval) -> str:
    """Three shares in percent, F1 bold and with its interval.

    >>> precision_recall_f1(0.5, 0.25, 1 / 3, (0.3, 0.4))
    '50.0 / 25.0 / **33.3** (30.0–40.0)'
    """
    said, space, ends = percent(f1, interval).partition(" ")
    return f"{100 * p:.1f} / {100 * r:.1f} / **{said}**{space}{ends}"


def points(difference: float, interval: Interval) -> str:
    """A difference of two shares with its interval, in percentage points.

    >>> points(0.1, (-0.05, 0.25))
    '+10.0 (-5.0 to +25.0)'
    """
    low, high = interval
    return f"{100 * difference:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def fenced(output: str) -> str:
    """What a program printed, as Markdown shows it."""
    return f"```\n{output.rstrip()}\n```"


def bootstrapped(
    counts: Iterable[Sequence[float]],
    measures: Callable[[Float64Array], dict[str, float]],
    samples: int = SAMPLES,
) -> tuple[dict[str, float], dict[str, Interval]]:
    """Figures of the summed counts of documents, and their 95 % intervals over documents.

    >>> counts = [(1, 2), (1, 2)]
    >>> bootstrapped(counts, lambda total: {"share": float(total[0] / total[1])})
    ({'share': 0.5}, {'share': (0.5, 0.5)})
    """
    values = np.array(list(counts), np.float64).T
    names = tuple(map(str, range(len(values))))
    found, intervals = DocumentCounts(names, values).bootstrap(measures, samples, SEED)
    return dict(found), intervals
