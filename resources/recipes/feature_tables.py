"""Write the tables of docs/features.md from the records of attributes and feature groups.

    python -m resources.recipes.feature_tables

A test says when the tables are not what this program writes.
"""

from __future__ import annotations

from resources.recipes.page_blocks import ROOT, refresh
from salience.features.descriptions import attributes_table, groups_table

FEATURE_TABLES = {"groups": groups_table, "attributes": attributes_table}

if __name__ == "__main__":
    refresh([ROOT / "docs/features.md"], FEATURE_TABLES)
