"""Figures in the sentences of the pages, each taken from a table of a marked block.

No measured figure is typed into prose: it stands between comments that say where it is from, and
that readers of the page don't see. `rebuild … readme` writes it; a test compares page and table.

    <!-- figure: gum; the model that ships; AP (95 %) -->65.9 (56.9–75.1)<!-- end -->
    <!-- value: gum; the model that ships; AP (95 %) -->65.9<!-- end -->
    <!-- verdict: sentences-compared; GUM dev; pySBD; difference -->within chance<!-- end -->
    <!-- from: Gillick (2009), section 5 -->0.25<!-- end -->

Block, row and column name a cell; where a block has several tables, what stands in bold above the
table comes second. Names may be cut short if they still fit one thing only. `figure` is the cell,
or what is bold in it, with its interval; `value` leaves the interval out. `verdict` is read from a
difference with its interval, or from a p-value. `from` is for what no table here has: it names a
paper, or a file of the project that has the same figure.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from resources.recipes.page_blocks import BLOCK, ROOT

FIGURE = re.compile(
    r"(<!-- (figure|value|verdict|from): ([^>]+?) -->)(.*?)(<!-- end -->)", re.DOTALL
)
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_TYPED = re.compile(
    r"(?<![\w.,/-])\d[\d,]*(?:\.\d+(?![\w.])|(?:\.\d+)?(?= ?%| percent\b| points?\b))"
)
_NOT_MEASURED = re.compile(
    r"CC[ -]BY(?:-\w+)* \d\.\d"
    r"|(?:OGL|Apache|Python|WordNet|version|UD_English-EWT|gum) \d[\d.]*(?: to \d[\d.]*)?"
    r"|(?:95|100) ?%|95 percent"
)
_SPAN = re.compile(r"^\S+ \(([-+]?[\d.]+) to ([-+]?[\d.]+)\)$")
_P = re.compile(r"^(?:([-+])\S+ \(p )?<?([\d.]+)\)?$")


@dataclass(frozen=True)
class Table:
    title: str  # what stands in bold in the last lines above it
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Tables = Mapping[str, list[Table]]


def tables_of(pages: Iterable[Path]) -> dict[str, list[Table]]:
    """The tables of each marked block."""
    texts = (page.read_text(encoding="utf8") for page in pages)
    return {block[2]: list(_tables(block[0])) for text in texts for block in BLOCK.finditer(text)}


def _tables(text: str) -> Iterator[Table]:
    title = ""
    for part in text.split("\n\n"):
        lines = [line for line in part.strip().splitlines() if line.startswith("|")]
        if len(lines) > 1 and set(lines[1]) <= set("|-: "):
            head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
            yield Table(title, tuple(head), tuple(map(tuple, rows)))
        elif bold := re.search(r"\*\*(.+?)\*\*", part):
            title = bold[1]


def cell(tables: Tables, place: str) -> str:
    """The cell that a comment names.

    Raises:
        LookupError: If there is none, or more than one.
    """
    block, *titles, row, column = (word.strip() for word in place.split(";"))
    if block not in tables:
        raise LookupError(
            f"{place!r}: no page has a block {block!r}; there are {', '.join(tables)}"
        )
    found = tables[block]
    if titles:
        found = [
            table
            for table in found
            if table.title == _one(titles[0], [t.title for t in found], place)
        ]
    found = [table for table in found if any(_begins(row, cells[0]) for cells in table.rows)]
    found = [table for table in found if any(_begins(column, name) for name in table.columns)]
    if len(found) != 1:
        raise LookupError(
            f"{place!r}: {len(found)} tables have this row and column; name one by its title"
        )
    [table] = found
    cells = next(r for r in table.rows if r[0] == _one(row, [r[0] for r in table.rows], place))
    return cells[table.columns.index(_one(column, table.columns, place))]


def _begins(name: str, text: str) -> bool:
    return text.replace("*", "").replace("`", "").startswith(name.replace("`", ""))


def _one(name: str, names: Iterable[str], place: str) -> str:
    found = [text for text in dict.fromkeys(names) if _begins(name, text)]
    exact = [text for text in found if text.strip("*`") == name.strip("*`")]
    if len(exact or found) != 1:
        raise LookupError(f"{place!r}: {name!r} fits {found or 'nothing'}; give the name of one")
    return (exact or found)[0]


def said(tables: Tables, kind: str, place: str, now: str) -> str:
    """What stands between the comments of a figure.

    Raises:
        LookupError: If no table has it, or the file that it is from does not.
    """
    if kind == "from":
        path = ROOT / place.split(",")[0]
        if "/" in place.split(",")[0] and now not in path.read_text(encoding="utf8"):
            raise LookupError(f"{path} does not have {now!r}")
        return now
    whole = re.sub(r".*\*\*(.+?)\*\*", r"\1", cell(tables, place))
    if kind == "verdict":
        return verdict(whole)
    return whole.split(" (")[0] if kind == "value" else whole


def verdict(text: str) -> str:
    """What a difference with its interval or its p-value, or a p-value alone, comes to.

    >>> verdict("+3.0 (+1.7 to +4.5)"), verdict("-0.4 (-1.6 to +0.6)"), verdict("0.012")
    ('higher, beyond chance', 'within chance', 'beyond chance')
    >>> verdict("-17.0 (p <0.001)"), verdict("+0.2 (p 0.537)")
    ('lower, beyond chance', 'within chance')
    """
    if span := _SPAN.match(text):
        low, high = float(span[1]), float(span[2])
        sign, by_chance = "+" if low > 0 else "-", low <= 0 <= high
    elif p := _P.match(text):
        sign, by_chance = p[1], float(p[2]) >= 0.05
    else:
        raise LookupError(f"{text!r} is neither a difference with its interval or p, nor a p-value")
    if by_chance:
        return "within chance"
    return {"+": "higher, ", "-": "lower, "}.get(sign, "") + "beyond chance"


def refresh(pages: Iterable[Path]) -> None:
    """Write every figure in prose as its table has it."""
    tables = tables_of(pages := list(pages))
    for page in pages:
        text = page.read_text(encoding="utf8")
        page.write_text(filled(text, tables), encoding="utf8")


def filled(text: str, tables: Tables) -> str:
    """The text of a page with its figures as the tables have them."""
    return FIGURE.sub(lambda m: f"{m[1]}{said(tables, m[2], m[3], m[4])}{m[5]}", text)


def typed(text: str) -> list[str]:
    """What looks like a measured figure in the prose of a page and does not say where it is from.

    >>> typed("It has 65.9, 12 % more. `0.3` and <!-- from: a paper -->9.8<!-- end --> are known.")
    ['65.9', '12']
    """
    for pattern in (BLOCK, FIGURE, _CODE, re.compile(r"<[^>]+>|\]\([^)]*\)"), _NOT_MEASURED):
        text = pattern.sub(" ", text)
    return _TYPED.findall(text)
