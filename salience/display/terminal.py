"""Results as text for a terminal of 80 columns."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Collection, Iterable, Sequence

from salience.metrics.agreement import Agreement
from salience.text.formatting import fit, percent
from salience.types import ScoredDocument

WIDTH = 80
_ENTITY, _LEAST, _KIND = 38, 18, 11
_BAR = 10
_NAME = 16
_THRESHOLDS = {2: "1, 2 of 1 to 4", 1: "1 of 1 to 4", None: "as labelled"}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def score_table(
    scored: ScoredDocument,
    *,
    marks: Collection[int] = (),
    limit: int = 20,
    colour: bool = False,
    width: int = WIDTH,
) -> str:
    """The entities of a document, most salient first, with a line where the threshold lies.

    Args:
        scored: The document.
        marks: Indices of entities that get a `*`.
        limit: Leave out entities below the threshold after so many rows.
        colour: Set salient entities in bold and others dim, with ANSI codes.
        width: Columns to fit into; under 60, lines are longer.

    Example:
        >>> from salience.text.formatting import fit, percent
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> mention = Mention(0, 3, "Ann", "named", "Ann", 0, 0)
        >>> parsed = ParsedDocument(Document("d1", "Ann sang."), (Entity((mention,), "Ann", "PER",
        ...     "name:ann|PER"),), (1,), frozenset(), 1)
        >>> print(score_table(ScoredDocument(parsed, (0.84,), 0.3)))
        d1
           # salience              entity                                 type mentions
           1     0.84  ████████▍   Ann                                    PER         1
        ---- 0.30 ----------------------------------------------------------- threshold
    """
    document, entities = scored.parsed.document, scored.parsed.entities
    kind = min(max([4, *(len(entity.type) for entity in entities)]), _KIND)
    room = max(_ENTITY + 4 - kind - (WIDTH - width), _LEAST)
    lines = [fit(document.title or document.id, width).rstrip()]
    if not entities:
        return f"{lines[0]}\n  no named entity"
    lines.append(
        f"{'#':>4} {'salience':>8}  {'':{_BAR}}  {'entity':{room}} {'type':{kind}} mentions"
    )
    n_salient = sum(score >= scored.threshold for score in scored.scores)
    shown = scored.order()[: max(limit, n_salient)]
    for rank, i in enumerate(shown, 1):
        if rank == n_salient + 1:
            lines.append(_line(scored.threshold, room + kind))
        entity, score = entities[i], scored.scores[i]
        mark = "*" if i in marks else " "
        row = (
            f"{rank:>4} {score_text(score, scored.threshold):>8}  {_bar(score):{_BAR}} "
            f"{mark}{fit(entity.name, room)} "
            f"{fit(entity.type, kind)} {len(entity.mentions):>8}"
        )
        lines.append(f"{_BOLD if rank <= n_salient else _DIM}{row}{_PLAIN}" if colour else row)
    if n_salient == len(shown):
        lines.append(_line(scored.threshold, room + kind))
    if len(shown) < len(entities):
        lines.append(f"     {len(entities) - len(shown)} more, with less salience")
    return "\n".join(lines)


def agreement_table(rows: Sequence[Agreement], names: tuple[str, str]) -> str:
    """Table 1 of Dunietz and Gillick (2014), for two label sets: kappa, and the rest in percent.

    Example:
        >>> from salience.metrics.agreement import agree
        >>> import pandas as pd
        >>> table = pd.DataFrame({"document": [1, 1, 2, 2], "start": [0, 9] * 2, "end": 20,
        ...     "rating": [1, 4] * 2})
        >>> print(agreement_table(agree(table, table, n_bootstrap=2), ("ada.jsonl", "noor.jsonl")))
        A: ada.jsonl
        B: noor.jsonl
        in both: documents 2, entities 4; in one only: documents 0 + 0, entities 0 + 0
        salient          kappa    95 % of kappa  agree     F1   95 % of F1   in A   in B
        1, 2 of 1 to 4    1.00     1.00 to 1.00  100.0  100.0  100.0-100.0   50.0   50.0
        1 of 1 to 4       1.00     1.00 to 1.00  100.0  100.0  100.0-100.0   50.0   50.0
        salience=...|documents=2|entities=4|threshold=2|bootstrap=2@seed=0
        salience=...|documents=2|entities=4|threshold=1|bootstrap=2@seed=0
    """
    first = rows[0]
    shown = [
        fit(f"{letter}: {name}", WIDTH).rstrip() for letter, name in zip("AB", names, strict=True)
    ]
    lines = [
        *shown,
        f"in both: documents {first.documents:,}, entities {first.entities:,}; in one only: "
        f"documents {first.documents_only_a:,} + {first.documents_only_b:,}, "
        f"entities {first.only_a:,} + {first.only_b:,}",
        f"{'salient':15}{'kappa':>7}{'95 % of kappa':>17}{'agree':>7}{'F1':>7}"
        f"{'95 % of F1':>13}{'in A':>7}{'in B':>7}",
    ]
    for row in rows:
        kappa = "none" if row.kappa is None else f"{row.kappa:.2f}"
        low_high = row.intervals.get("kappa")
        of_kappa = f"{low_high[0]:.2f} to {low_high[1]:.2f}" if low_high else ""
        low_high = row.intervals.get("f1")
        of_f1 = f"{percent(low_high[0])}-{percent(low_high[1])}" if low_high else ""
        shares = [
            n / row.entities if row.entities else None for n in (row.salient_a, row.salient_b)
        ]
        lines.append(
            f"{_THRESHOLDS[row.threshold]:15}{kappa:>7}{of_kappa:>17}{percent(row.agreement):>7}"
            f"{percent(row.f1):>7}{of_f1:>13}" + "".join(f"{percent(s):>7}" for s in shares)
        )
    return "\n".join([*lines, *(row.signature for row in rows)])


def summary_lines(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Rows of a name and a text, with the texts below each other and long ones in several lines.

    Example:
        >>> print("\\n".join(summary_lines([("salient", "5, 12.5 % of the entities")])))
        salient         5, 12.5 % of the entities
    """
    return [
        line
        for name, text in rows
        for line in textwrap.wrap(
            f"{name:{_NAME}}{text}",
            WIDTH,
            subsequent_indent=" " * _NAME,
            break_on_hyphens=False,
        )
    ]


def threshold_text(threshold: float) -> str:
    """A threshold with two decimals, rounded up: no score that reaches it is greater than it is.

    Example:
        >>> threshold_text(0.24), threshold_text(0.2412)
        ('0.24', '0.25')
    """
    return f"{_hundredths(threshold) / 100:.2f}"


def score_text(score: float, threshold: float) -> str:
    """A score with two decimals, rounded so that it is on its side of `threshold_text`.

    Example:
        >>> [score_text(score, 0.24) for score in (0.2373, 0.2349, 0.24, 0.2512)]
        ['0.23', '0.23', '0.24', '0.25']
    """
    at, nearest = _hundredths(threshold), round(100 * score)
    return f"{(max(nearest, at) if score >= threshold else min(nearest, at - 1)) / 100:.2f}"


def _hundredths(threshold: float) -> int:
    # 100 * 0.07 is a little more than 7. Of a threshold above 0, something is left below it.
    return max(math.ceil(round(100 * threshold, 6)), int(threshold > 0))


def _line(threshold: float, room: int) -> str:
    return f"---- {threshold_text(threshold)} ".ljust(room + 27, "-") + " threshold"


def _bar(share: float) -> str:
    """A bar as long as a share, in eighths of a column."""
    full, rest = divmod(round(share * _BAR * 8), 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[rest] * bool(rest)
