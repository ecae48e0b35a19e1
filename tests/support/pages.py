"""What a reader of a page would see: its text, its tags, its contrasts."""

from __future__ import annotations

from html.parser import HTMLParser

import numpy as np
from hypothesis import strategies as st
from matplotlib.colors import to_rgb

TEXTS = st.text(st.one_of(st.characters(), st.sampled_from("<>&\"'\r\n\x00\ud800\u202e")))
"""Any text, more often than not with what means something in HTML or can't be printed."""


class Reader(HTMLParser):
    """What a browser would read: the text, and the tags with their attributes."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(source)
        self.close()

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def luminance(colour: object) -> float:
    """Relative luminance (WCAG 2.2)."""
    rgb: np.ndarray = np.array(to_rgb(colour))  # type: ignore[arg-type]
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
