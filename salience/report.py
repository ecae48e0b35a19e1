"""Results as text for a terminal of 80 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

from salience.types import ScoredDocument

WIDTH = 80
_ENTITY = 38
_BAR = 10
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def score_table(
    scored: ScoredDocument,
    *,
    marks: Collection[int] = (),
    limit: int = 20,
    colour: bool = False,
) -> str:
    """The entities of a document, most salient first, with a line where the threshold lies.

    Args:
        scored: The document.
        marks: Indices of entities that get a `*`.
        limit: Leave out entities below the threshold after so many rows.
        colour: Set salient entities in bold and others dim, with ANSI codes.

    Example:
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> mention = Mention(0, 3, "Ann", "named", "Ann", 0, 0)
        >>> parsed = ParsedDocument(Document("d1", "Ann sang."), (Entity((mention,), "Ann", "PER",
        ...     "name:ann|PER"),), (1,), frozenset(), 1)
        >>> print(score_table(ScoredDocument(parsed, (0.84,), 0.3)))
        d1
           # salience              entity                                 type mentions
           1     0.84  ████████    Ann                                    PER         1
        ---- 0.30 ----------------------------------------------------------- threshold
    """
    document, entities = scored.parsed.document, scored.parsed.entities
    order = sorted(range(len(entities)), key=lambda i: (-scored.scores[i], i))
    lines = [_fit(document.title or document.id, WIDTH).rstrip()]
    if not entities:
        return f"{lines[0]}\n  no named entity"
    lines.append(f"{'#':>4} {'salience':>8}  {'':{_BAR}}  {'entity':{_ENTITY}} type mentions")
    n_salient = sum(score >= scored.threshold for score in scored.scores)
    shown = order[: max(limit, n_salient)]
    for rank, i in enumerate(shown, 1):
        if rank == n_salient + 1:
            lines.append(_line(scored.threshold))
        entity, score = entities[i], scored.scores[i]
        mark = "*" if i in marks else " "
        bar = "█" * round(score * _BAR)
        row = (
            f"{rank:>4} {score:>8.2f}  {bar:{_BAR}} {mark}{_fit(entity.name, _ENTITY)} "
            f"{entity.type:4} {len(entity.mentions):>8}"
        )
        lines.append(f"{_BOLD if rank <= n_salient else _DIM}{row}{_PLAIN}" if colour else row)
    if n_salient == len(shown):
        lines.append(_line(scored.threshold))
    if len(shown) < len(order):
        lines.append(f"     {len(order) - len(shown)} more, with less salience")
    return "\n".join(lines)


def text_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Columns in line: the first to the left, the others to the right.

    Example:
        >>> print(text_table(["row", "F1"], [["all", "0.61"], ["first sentence", "0.5"]]))
        row               F1
        all             0.61
        first sentence   0.5
    """
    lines = [list(header), *map(list, rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell + " " * (width - _width(cell)) if i == 0 else " " * (width - _width(cell)) + cell
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _line(threshold: float) -> str:
    return f"---- {threshold:.2f} ".ljust(WIDTH - 11, "-") + " threshold"


def _fit(text: str, width: int) -> str:
    """A text on one line of so many columns, cut or filled; nothing in it steers the terminal."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if _width(text) > width:
        while _width(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """Columns of a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
