"""Write the tables of docs/features.md from the records of attributes and feature groups.

    python -m resources.recipes.feature_tables

A test says when the tables are not what this program writes.
"""

from __future__ import annotations

from resources.recipes.rebuild import FEATURE_TABLES, ROOT, refresh

if __name__ == "__main__":
    refresh([ROOT / "docs/features.md"], FEATURE_TABLES)
