"""HTML pages that stand alone: texts in them are only text, whoever wrote them."""

from __future__ import annotations

import base64
import hashlib
import heapq
import html
from collections.abc import Iterable
from dataclasses import dataclass

from salience.text.formatting import one_line, shown
from salience.types import Mention

COLOURS = 6
"""Entities have the classes `c0`, `c1` and so on, over and over."""

_LIGHT = """
  color-scheme: light dark; --back: #fff; --pane: #f6f7f9; --text: #1b1f24; --dim: #5a6370;
  --line: #d4d9e0; --link: #0a57a4; --warn: #fff3cd;
  --c0: #00639c; --c1: #b84a00; --c2: #00734f; --c3: #a03a78; --c4: #7d5a00; --c5: #55595f;
"""
_DARK = """
  --back: #14171b; --pane: #1c2026; --text: #e4e7eb; --dim: #9aa4b1; --line: #363d47;
  --link: #7db8f0; --warn: #45390f;
  --c0: #56b4e9; --c1: #ff8a3d; --c2: #2fc79b; --c3: #e59bc6; --c4: #f0b429; --c5: #b6bcc4;
"""


def palette(root: str) -> str:
    """The colours, light or dark as the reader has it, as CSS variables of what a selector names.

    Colour-blind readers can tell them apart too.

    Example:
        >>> "--c0: #00639c" in palette(":root")
        True
    """
    dark = f"@media (prefers-color-scheme: dark) {{ {root} {{{_DARK}}} }}"
    return f"{root} {{{_LIGHT}}}\n{dark}\n"


_THEMES = (
    ('[data-jp-theme-light="true"]', "light"),
    ('[data-jp-theme-light="false"]', "dark"),
    ('[data-vscode-theme-kind$="light"]', "light"),
    ('[data-vscode-theme-kind$="dark"]', "dark"),
    ('[data-vscode-theme-kind="vscode-high-contrast"]', "dark"),
)


def notebook_palette(root: str) -> str:
    """The same colours as the theme of JupyterLab or VS Code has it, whatever the system has.

    Example:
        >>> notebook_palette(".x").splitlines()[0]
        '[data-jp-theme-light="true"] .x {'
    """
    colours = {"light": _LIGHT, "dark": _DARK}
    return "".join(
        f"{theme} {root} {{{colours[kind]}color-scheme: {kind}; }}\n" for theme, kind in _THEMES
    )


STYLE = (
    palette(":root")
    + """
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 80rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 0; }
h3 { font-size: .85rem; margin: .2rem 0 .4rem; color: var(--dim); font-weight: 600; }
h1, h2, h3, p, dd, label { overflow-wrap: anywhere; }
a { color: var(--link); }
.dim { color: var(--dim); } .dim, table, dl { font-size: .9rem; }
.warn { background: var(--warn); padding: .4rem .7rem; border-left: .3rem solid var(--c4); }
.pane {
  background: var(--pane); border: 1px solid var(--line); border-radius: .4rem;
  padding: .6rem .9rem; overflow: auto; max-height: 34rem;
}
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; margin: 0; }
article { border-top: 2px solid var(--line); margin-top: 2rem; padding-top: 1rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.pair { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1rem; }
@media (max-width: 50rem) { .pair { grid-template-columns: minmax(0, 1fr); }
  .pair .pane { max-height: 24rem; } }
@media print { .pane, .pair .pane { max-height: none; overflow: visible; } }
mark { background: none; color: inherit; border-bottom: 1px dotted var(--dim); }
mark.s { border-bottom: 2px solid var(--c); padding: 0 .1em; border-radius: .15em .15em 0 0; }
mark.linked { background: color-mix(in srgb, var(--c) 22%, transparent); font-weight: 600; }
mark.miss { border-bottom: 2px dashed var(--dim); }
mark:target { outline: 3px solid var(--c, var(--dim)); }
sup { font-size: .7em; line-height: 0; }
mark a { font-size: .7em; vertical-align: super; line-height: 0; text-decoration: none;
  padding: 0 .15em; font-weight: 700; color: var(--c, var(--dim)); }
"""
    + "".join(f".c{i} {{ --c: var(--c{i}); }}\n" for i in range(COLOURS))
)
"""What all pages look like."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text and what stands around it, as HTML."""

    start: int
    end: int
    before: str
    after: str


def escaped(text: str) -> str:
    """A text as HTML, in which nothing is markup; for attributes in double quotes too.

    Example:
        >>> escaped("<b>A & \\"B\\"\\x00</b>")
        '&lt;b&gt;A &amp; &quot;B&quot;\ufffd&lt;/b&gt;'
    """
    # A lone CR and CRLF would become LF, as the HTML standard has it; both are shown as one.
    return html.escape(shown(text.replace("\r\n", "\n").replace("\r", "\n")))


def with_spans(text: str, spans: Iterable[Span]) -> str:
    """A text as HTML with spans around parts of it.

    Spans may lie in each other. Of one that overlaps with an earlier one, only the rest is kept.
    One that is empty or outside of the text is left out, and so is a second one of the same place.

    Example:
        >>> with_spans("Ada & Bo", [Span(0, 3, "<b>", "</b>"), Span(1, 5, "<i>", "</i>")])
        '<b>Ada</b><i> &amp;</i> Bo'
    """
    parts: list[str] = []
    open_ends: list[tuple[int, str]] = []
    at = 0

    def write_to(place: int) -> None:
        """Write the text up to a place, and close what ends before it or there."""
        nonlocal at
        while open_ends and open_ends[-1][0] <= place:
            end, after = open_ends.pop()
            parts.extend((escaped(text[at:end]), after))
            at = end
        parts.append(escaped(text[at:place]))
        at = place

    inside = [span for span in spans if 0 <= span.start < span.end <= len(text)]
    once = {(span.start, span.end): span for span in reversed(inside)}
    waiting = [(start, -end, n) for n, (start, end) in enumerate(once)]
    heapq.heapify(waiting)
    kept = list(once.values())
    while waiting:
        start, minus_end, n = heapq.heappop(waiting)
        write_to(start)
        if open_ends and -minus_end > open_ends[-1][0]:
            heapq.heappush(waiting, (open_ends[-1][0], minus_end, n))
            continue
        parts.append(kept[n].before)
        open_ends.append((-minus_end, kept[n].after))
    write_to(len(text))
    return "".join(parts)


def outer(mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions of an entity that lie in no other of them: one number is enough at a place.

    Example:
        >>> ada = Mention(0, 3, "Ada", "named", "Ada", 0, 0)
        >>> byrne = Mention(0, 9, "Ada Byrne", "named", "Byrne", 4, 0)
        >>> [mention.text for mention in outer([ada, byrne])]
        ['Ada Byrne']
    """
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end)):
        if not kept or mention.end > kept[-1].end:
            kept.append(mention)
    return kept


def text_place(document: str, mention: Mention) -> str:
    """The id of a mention in a page, where links lead.

    Args:
        document: The id of the document's article in the page.
        mention: Of its text.

    Example:
        >>> text_place("d1", Mention(0, 3, "Ada", "named", "Ada", 0, 0))
        'd1t0-3'
    """
    return f"{document}t{mention.start}-{mention.end}"


def page(title: str, body: str, *, style: str = "", script: str = "") -> str:
    """A whole page that loads nothing, and runs no script but its own.

    Args:
        title: Plain text.
        body: HTML.
        style: CSS beside `STYLE`.
        script: JavaScript. Its hash in the policy keeps every other script from running.
    """
    styles = STYLE + style
    policy = f"default-src 'none'; style-src '{_hash(styles)}'"
    if script:
        policy += f"; script-src '{_hash(script)}'"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escaped(one_line(title))}</title>",
            f"<style>{styles}</style></head>",
            f"<body>\n{body}",
            f"<script>{script}</script></body></html>\n" if script else "</body></html>\n",
        ]
    )


def _hash(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
