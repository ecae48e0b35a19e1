"""Attributes and feature groups as people read them, made from their records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from salience.features.attributes import ATTRIBUTES
from salience.features.groups import GROUPS, SETS


def groups_table() -> str:
    """The feature groups as a Markdown table: those of the named sets first."""
    in_sets = dict.fromkeys(name for groups in SETS.values() for name in groups)
    return _table(
        ("group", "in the set", "reads", "what it says of an entity"),
        (
            (
                f"`{name}`",
                _code(set_ for set_, groups in SETS.items() if name in groups),
                _code(GROUPS[name].reads),
                GROUPS[name].description,
            )
            for name in dict.fromkeys((*in_sets, *GROUPS))
        ),
    )


def attributes_table() -> str:
    """The attributes as a Markdown table, in the order of their columns."""
    rows = ((f"`{name}`", attribute.description) for name, attribute in ATTRIBUTES.items())
    return _table(("attribute", "what it is"), rows)


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = [head, *rows]
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in cells]
    lines.insert(1, "|---" * len(head) + "|")
    return "\n".join(lines)
