"""The pictures of the gallery: all are on its page with a description, and they are small."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from resources.recipes import gallery
from salience import plots
from tests.support import ROOT

PAGE = (ROOT / "docs/gallery.md").read_text("utf-8")
SHOWN = re.findall(r"!\[([^]]+)\]\(gallery/([\w-]+)\.png\)", PAGE)
PLOTS = {
    name
    for name, value in inspect.getmembers(plots, inspect.isfunction)
    if value.__module__ == plots.__name__ and name[0] != "_"
}


def test_every_page_and_every_plot_is_shown_once_and_described() -> None:
    names = [name for _, name in SHOWN]
    assert sorted(names) == sorted([*gallery.STEPS, *(name.replace("_", "-") for name in PLOTS)])
    assert all(len(words) > 20 for words, _ in SHOWN)
    assert {path.stem for path in gallery.FOLDER.iterdir()} == set(names), "made, and no others"
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == PLOTS


@pytest.mark.parametrize("path", sorted(gallery.FOLDER.iterdir()), ids=lambda path: path.name)
def test_pictures_are_small(path: Path) -> None:
    assert path.stat().st_size <= gallery.MOST
    with Image.open(path) as picture:
        assert picture.format == "PNG" and 300 < picture.width <= gallery.WIDTH


def test_a_large_picture_is_refused(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (700, 700, 3), np.uint8)
    with pytest.raises(ValueError, match=r"noise.png has \d+,\d+ bytes, more than 200,000"):
        gallery.save({"noise": Image.fromarray(noise)}, tmp_path)
    gallery.save({"plain": Image.new("RGB", (700, 700))}, tmp_path / "new")
    assert (tmp_path / "new/plain.png").stat().st_size < 5_000
