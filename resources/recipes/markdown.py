"""Tables and figures in Markdown, as the recipes print them and the pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from salience.evaluation.bootstrap import Interval


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


def percent(share: float, interval: Interval) -> str:
    """A share with its interval, in percent.

    >>> percent(0.5, (0.4, 0.6))
    '50.0 (40.0–60.0)'
    """
    low, high = interval
    return f"{100 * share:.1f} ({100 * low:.1f}–{100 * high:.1f})"


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
