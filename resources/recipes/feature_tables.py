"""Write the tables of docs/features.md from the records of attributes and feature groups.

    python -m resources.recipes.feature_tables

A test says when the tables are not what this program writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from resources.recipes.page_blocks import ROOT, refresh
from salience.features.attributes import ATTRIBUTES
from salience.features.groups import GROUPS, SETS


def groups_table() -> str:
    """The feature groups as a Markdown table: those of the named sets first."""
    in_sets = dict.fromkeys(name for groups in SETS.values() for name in groups)
    rows = (
        (
            f"`{name}`",
            _code(set_ for set_, groups in SETS.items() if name in groups),
            _code(GROUPS[name].reads),
            GROUPS[name].description,
        )
        for name in dict.fromkeys((*in_sets, *GROUPS))
    )
    return _table(("group", "in the set", "reads", "what it says of an entity"), rows)


def attributes_table() -> str:
    """The attributes as a Markdown table, in the order of their columns."""
    rows = ((f"`{name}`", attribute.description) for name, attribute in ATTRIBUTES.items())
    return _table(("attribute", "what it is"), rows)


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in (head, *rows)]
    lines.insert(1, "|---" * len(head) + "|")
    return "\n".join(lines)


FEATURE_TABLES = {"groups": groups_table, "attributes": attributes_table}

if __name__ == "__main__":
    refresh([ROOT / "docs/features.md"], FEATURE_TABLES)
