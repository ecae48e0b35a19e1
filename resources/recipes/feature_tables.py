"""Write the tables of docs/features.md from the records of attributes and feature groups.

    python -m resources.recipes.feature_tables

A test says when the tables are not what this program writes.
"""

from collections.abc import Iterable

from resources.recipes import markdown
from resources.recipes.page_blocks import ROOT, refresh
from salience.features.attributes import ATTRIBUTES
from salience.features.groups import GROUPS, SETS


def groups_table() -> str:
    """Those of the named sets first."""
    in_sets = dict.fromkeys(name for groups in SETS.values() for name in groups)
    return markdown.table(
        {
            "group": f"`{name}`",
            "in the set": _code(set_ for set_, groups in SETS.items() if name in groups),
            "what it says of an entity": GROUPS[name].description,
        }
        for name in dict.fromkeys((*in_sets, *GROUPS))
    )


def attributes_table() -> str:
    return markdown.table(
        {"attribute": f"`{name}`", "what it is": attribute.description}
        for name, attribute in ATTRIBUTES.items()
    )


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


FEATURE_TABLES = {"groups": groups_table, "attributes": attributes_table}

if __name__ == "__main__":
    refresh([ROOT / "docs/features.md"], FEATURE_TABLES)
