"""The marked blocks of pages: each has one place, and is filled there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from resources.recipes import page_blocks


def page(path: Path, *names: str) -> Path:
    """A page with marked blocks of these names."""
    path.write_text("".join(f"<!-- begin: {x} -->\nold\n<!-- end: {x} -->\n" for x in names))
    return path


def test_blocks_are_filled_wherever_they_are(tmp_path: Path) -> None:
    pages = page(tmp_path / "one.md", "a", "b"), page(tmp_path / "two.md", "c")
    page_blocks.refresh(pages, {"c": lambda: "3\n", "b": lambda: "2", "a": lambda: "1"})
    texts = [re.findall(r"^\w+", path.read_text(), re.MULTILINE) for path in pages]
    assert texts == [["1", "2"], ["3"]]


@pytest.mark.parametrize(
    ("names", "made", "error"),
    [
        (("a", "a"), "a", r"'a' has markers in .*one\.md and .*two\.md"),
        (("a", "b"), "a", r"no block is made for the markers of b in .*two\.md"),
        (("a", "b"), "abcd", r"no page has markers for c, d"),
    ],
)
def test_a_block_has_one_place_and_a_place_one_block(
    tmp_path: Path, names: tuple[str, ...], made: str, error: str
) -> None:
    pages = page(tmp_path / "one.md", names[0]), page(tmp_path / "two.md", *names[1:])
    before = [path.read_text() for path in pages]
    with pytest.raises(ValueError, match=error):
        page_blocks.refresh(pages, dict.fromkeys(made, str))
    assert [path.read_text() for path in pages] == before
