"""Figures with their intervals, and tables of them, as the pages show them in Markdown.

What the counts of documents say, with intervals over documents, are the cells of `f1` and `shares`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.evaluation import bootstrap
from salience.evaluation.bootstrap import DocumentCounts, Interval

SAMPLES, SEED = 1000, 0
Scores = Callable[[Float64Array], dict[str, float]]
"""From counts that were added up over documents to figures by name."""


def heading(*columns: str) -> str:
    return f"{row(*columns)}\n|{'---|' * len(columns)}"


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def lines(rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for number, cells in enumerate(rows):
        if not number:
            yield heading(*cells)
        yield row(*cells.values())


def table(rows: Iterable[Mapping[str, object]]) -> str:
    return "\n".join(lines(rows))


def show(rows: Iterable[Mapping[str, object]]) -> None:
    """Print a table, each row as soon as it is made."""
    for line in lines(rows):
        print(line, flush=True)


def percent(share: float | None, interval: Interval, digits: int = 1) -> str:
    """A share with its interval, in percent; one that can't be told counts as 0."""
    return plain(100 * (share or 0), (100 * interval[0], 100 * interval[1]), digits)


def plain(value: float, interval: Interval, digits: int) -> str:
    low, high = interval
    return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def precision_recall_f1(p: float, r: float, f1: float, interval: Interval) -> str:
    """Three shares in percent, F1 bold and with its interval."""
    said, space, ends = percent(f1, interval).partition(" ")
    return f"{100 * p:.1f} / {100 * r:.1f} / **{said}**{space}{ends}"


def points(difference: float, interval: Interval) -> str:
    low, high = interval
    return f"{100 * difference:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def fenced(output: str) -> str:
    return f"```\n{output.rstrip()}\n```"


def bootstrapped(
    counts: Iterable[Sequence[float]], scores: Scores, samples: int = SAMPLES
) -> tuple[dict[str, float], dict[str, Interval]]:
    values = np.array(list(counts), np.float64).T
    names = tuple(map(str, range(len(values))))
    figures, intervals = DocumentCounts(names, values).bootstrap(scores, samples, SEED)
    return dict(figures), intervals


def shares(counts: Iterable[Sequence[float]], scores: Scores) -> dict[str, str]:
    """Shares of the counts of documents, in percent and with intervals.

    >>> shares([(1, 2), (1, 2)], lambda total: {"found": float(total[0] / total[1])})
    {'found': '50.0 (50.0–50.0)'}
    """
    figures, intervals = bootstrapped(counts, scores)
    return {name: percent(value, intervals[name]) for name, value in figures.items()}


def f1(counts: Iterable[Sequence[float]]) -> str:
    """Precision, recall and F1 of documents' numbers of things: right, predicted, and gold."""
    figures, intervals = bootstrapped(
        counts, lambda total: dict(zip("prf", bootstrap.precision_recall_f1(*total), strict=True))
    )
    return precision_recall_f1(*figures.values(), intervals["f"])  # type: ignore[call-arg]
