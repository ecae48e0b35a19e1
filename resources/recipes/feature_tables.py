"""Write the tables of docs/features.md: the records of attributes and feature groups.

python resources/recipes/feature_tables.py
"""

from __future__ import annotations

from rebuild import ROOT, refresh

from salience.features.descriptions import attributes_table, groups_table

if __name__ == "__main__":
    refresh(ROOT / "docs/features.md", {"groups": groups_table(), "attributes": attributes_table()})
