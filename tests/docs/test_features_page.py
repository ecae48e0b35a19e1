"""The tables of attributes and feature groups in the documentation are made from their records."""

from __future__ import annotations

import re

import pytest

from resources.recipes.feature_tables import attributes_table, groups_table
from tests.support import ROOT

PAGE = ROOT / "docs/features.md"


@pytest.mark.parametrize(
    ("name", "table"), [("groups", groups_table()), ("attributes", attributes_table())]
)
def test_a_table_is_the_one_that_the_records_make(name: str, table: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    [block] = re.findall(rf"<!-- begin: {name} -->\n(.*?)\n<!-- end: {name} -->", page, re.DOTALL)
    assert block == table, f"write {PAGE.name} again: python -m resources.recipes.feature_tables"
