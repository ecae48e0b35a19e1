"""The marked blocks of README, the documentation and the recipes' pages, which programs write.

A block stands between `<!-- begin: name -->` and `<!-- end: name -->`, on lines of their own.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(<!-- begin: (\S+) -->\n).*?(<!-- end: \2 -->)", re.DOTALL)


def pages() -> list[Path]:
    found = (sorted(ROOT.glob(x)) for x in ("docs/*.md", "resources/recipes/*/README.md"))
    return [ROOT / "README.md", *chain.from_iterable(found)]


def places(pages: Iterable[Path]) -> dict[str, Path]:
    """The page of each marked block; a block that has markers twice is an error."""
    found: dict[str, Path] = {}
    for page in pages:
        for match in BLOCK.finditer(page.read_text(encoding="utf8")):
            if match[2] in found:
                raise ValueError(
                    f"block {match[2]!r} has markers in {found[match[2]]} and {page}: leave one"
                )
            found[match[2]] = page
    return found


def refresh(pages: Iterable[Path], blocks: Mapping[str, Callable[[], str]]) -> None:
    """Write the blocks between their markers, one after the other; one without a place, or a place
    without a block, is an error.
    """
    place = places(pages)
    if lost := blocks.keys() - place.keys():
        names = ", ".join(sorted(lost))
        raise ValueError(f"no page has markers for {names}: add <!-- begin: … --> and end to one")
    if unknown := place.keys() - blocks.keys():
        names = ", ".join(f"{name} in {place[name]}" for name in sorted(unknown))
        raise ValueError(f"no block is made for the markers of {names}: take them out")
    for name, made in blocks.items():
        text = place[name].read_text(encoding="utf8")
        place[name].write_text(fill(text, name, made()), encoding="utf8")


def fill(text: str, name: str, block: str) -> str:
    return BLOCK.sub(lambda m: f"{m[1]}{block.rstrip()}\n{m[3]}" if m[2] == name else m[0], text)
