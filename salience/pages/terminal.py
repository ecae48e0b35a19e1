"""Results as text for a terminal that is 80 characters wide."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from salience.text.formatting import fit, interval_text, one_line, percent
from salience.types import ParsedDocument, ScoredDocument

if TYPE_CHECKING:
    from salience.evaluation.agreement import Agreement, KrippendorffAlpha
    from salience.model.explanations import Explanation

WIDTH = 80
_ENTITY, _LEAST, _KIND = 38, 18, 11
_BAR, _SHARE = 10, 7
_NAME = 16
_THRESHOLDS = {2: "1, 2 of 1 to 4", 1: "1 of 1 to 4", None: "as labelled"}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def score_table(
    scored: ScoredDocument,
    *,
    marks: Collection[int] = (),
    limit: int = 20,
    shares: bool = False,
    colour: bool = False,
    width: int = WIDTH,
) -> str:
    """The entities of a document, most salient first, with a line at the threshold."""
    document, entities = scored.parsed.document, scored.parsed.entities
    title = fit(document.title or document.id, width).rstrip()
    if scored.topic:
        title += f"\n     hardly about any name: about {fit(scored.topic, _ENTITY).rstrip()}"
    if not entities:
        return f"{title}\n  no named entity"
    kind = min(max([4, *(len(entity.type) for entity in entities)]), _KIND)
    room = max(_ENTITY + 4 - kind - (WIDTH - width) - _SHARE * shares, _LEAST)
    share = f"{'share':>{_SHARE}}" if shares else ""
    head = (
        f"{'#':>4} {'salience':>8}{share}  {'':{_BAR}}  {'entity':{room}} {'type':{kind}} mentions"
    )
    order = scored.order()
    n_salient = sum(map(scored.is_salient, order))
    shown = order[: max(limit, n_salient)]
    rows = [
        _score_row(scored, i, f"{position:>4}", "*" if i in marks else " ", shares, room, kind)
        for position, i in enumerate(shown, 1)
    ]
    if colour:
        styles = [_BOLD] * n_salient + [_DIM] * (len(rows) - n_salient)
        rows = [f"{style}{row}{_PLAIN}" for style, row in zip(styles, rows, strict=True)]
    hidden = scored.n_salient - n_salient
    if not hidden:
        line = f"---- {thresholds_text(scored)} ".ljust(room + kind + len(share) + 27, "-")
        rows.insert(n_salient, f"{line} threshold")
    if len(shown) < len(entities):
        why = "with less salience" if len(order) == len(entities) else "not shown"
        salient = f", {hidden} of them salient" if hidden else ""
        rows.append(f"     {len(entities) - len(shown)} more, {why}{salient}")
    return "\n".join([title, head, *rows])


def _score_row(
    scored: ScoredDocument, i: int, number: str, mark: str, shares: bool, room: int, kind: int
) -> str:
    """The row of an entity, with so much room for its name and its type."""
    shown, score = scored.parsed.entities[i], scored.scores[i]
    share = f"{scored.shares()[i]:{_SHARE}.3f}" if shares else ""
    probability = score_text(score, scored.threshold_of(i))
    return (
        f"{number} {probability:>8}{share}  {_bar(score):{_BAR}} "
        f"{mark}{fit(shown.name, room)} {fit(shown.type, kind)} "
        f"{len(shown.mentions) or 'headline':>8}"
    )


def main_reasons(explanation: Explanation) -> list[tuple[str, str, str]]:
    """Of the three strongest reasons: whether it is `for` or `against`, a bar, the words."""
    reasons = explanation.main_reasons()
    most = max((abs(reason.value) for reason in reasons), default=0)
    return [
        ("for" if reason.value > 0 else "against", _bar(abs(reason.value) / most), reason.words)
        for reason in reasons
    ]


def name_table(parsed: ParsedDocument, *, width: int = WIDTH) -> str:
    """The entities of a document in the order of the text, with types and ids."""
    title = fit(parsed.document.title or parsed.document.id, width).rstrip()
    if not parsed.entities:
        return f"{title}\n  no named entity"
    kind = min(max([4, *(len(entity.type) for entity in parsed.entities)]), _KIND)
    room = max(_LEAST, (width - kind - 14) // 2 - 1)
    rest = max(_LEAST, width - kind - room - 14)
    rows = [
        f"  {fit(entity.name, room)} {fit(entity.type, kind)} "
        f"{len(entity.mentions) or 'headline':>8}  {fit(entity.id, rest).rstrip()}"
        for entity in parsed.entities
    ]
    return "\n".join([title, f"  {'entity':{room}} {'type':{kind}} mentions  id", *rows])


def value_lines(parsed: ParsedDocument) -> list[str]:
    """The dates, times and amounts of a document by type, each text once, in order."""
    texts: dict[str, dict[str, None]] = {}
    for value in parsed.values:
        texts.setdefault(one_line(value.type), {})[one_line(value.text)] = None
    return summary_lines((type_, "; ".join(texts[type_])) for type_ in sorted(texts))


def agreement_table(rows: Sequence[Agreement], names: tuple[str, str]) -> str:
    """Table 1 of Dunietz and Gillick (2014), for two label sets: kappa, and the rest in percent."""
    first = rows[0]
    lines = [
        *(fit(f"{x}: {name}", WIDTH).rstrip() for x, name in zip("AB", names, strict=True)),
        f"in both: documents {first.documents:,}, entities {first.entities:,}; in one only: "
        f"documents {first.documents_only_a:,} + {first.documents_only_b:,}, "
        f"entities {first.only_a:,} + {first.only_b:,}",
        f"{'salient':15}{'kappa':>7}{'95 % of kappa':>17}{'agree':>7}{'F1':>7}"
        f"{'95 % of F1':>13}{'in A':>7}{'in B':>7}",
    ]
    lines += map(_agreement_row, rows)
    return "\n".join([*lines, *(row.signature for row in rows)])


def alpha_table(
    rows: Sequence[KrippendorffAlpha],
    pairs: Mapping[str, Sequence[Agreement]],
    letters: Mapping[str, str],
) -> str:
    """Krippendorff's alpha of several label sets, and Cohen's kappa of pairs, as in Table 1."""
    lines = [fit(f"{letter}: {name}", WIDTH).rstrip() for name, letter in letters.items()]
    lines += [
        f"in two or more: documents {rows[0].documents:,}, entities {rows[0].entities:,}",
        f"{'Krippendorff':19}{'alpha':>7}{'95 % of alpha':>17}",
    ]
    for row in rows:
        scale = "1 to 4, ordinal" if row.scale == "ratings" else _THRESHOLDS[row.threshold]
        interval = f"{row.interval[0]:.2f} to {row.interval[1]:.2f}" if row.interval else ""
        lines.append(f"{scale:19}{_two_decimals(row.alpha):>7}{interval:>17}")
    thresholds = {row.threshold: None for results in pairs.values() for row in results}
    heads = "".join(f"{_THRESHOLDS[threshold]:>20}" for threshold in thresholds)
    width = max([18, *(2 + len(name) for name in pairs)])
    lines.append(f"{'kappa':{width}}{heads}{'entities':>10}")
    for name, results in pairs.items():
        kappas = {row.threshold: _kappa(row) for row in results}
        values = "".join(f"{kappas.get(threshold, ''):>20}" for threshold in thresholds)
        lines.append(f"{name:{width}}{values}{results[0].entities:>10,}")
    return "\n".join(lines)


def _kappa(row: Agreement) -> str:
    ends = row.intervals.get("kappa")
    return _two_decimals(row.kappa) + (f" [{ends[0]:.2f}, {ends[1]:.2f}]" if ends else "")


def _two_decimals(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f}"


def _agreement_row(row: Agreement) -> str:
    interval = row.intervals.get("kappa")
    # Always "to": kappa is negative in some rows, and all rows look alike.
    of_kappa = f"{interval[0]:.2f} to {interval[1]:.2f}" if interval else ""
    of_f1 = interval_text(row.intervals.get("f1"))
    in_a, in_b = (
        percent(n / row.entities if row.entities else None) for n in (row.salient_a, row.salient_b)
    )
    return (
        f"{_THRESHOLDS[row.threshold]:15}{_two_decimals(row.kappa):>7}{of_kappa:>17}{percent(row.agreement):>7}"
        f"{percent(row.f1):>7}{of_f1:>13}{in_a:>7}{in_b:>7}"
    )


def summary_lines(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Rows of a name and a text, with the texts below each other and long ones in several lines."""
    return [
        line
        for name, text in rows
        for line in textwrap.wrap(
            f"{name:{_NAME}}{text}", WIDTH, subsequent_indent=" " * _NAME, break_on_hyphens=False
        )
    ]


def threshold_text(threshold: float) -> str:
    """A threshold with two decimals, rounded up, so that no printed score contradicts it."""
    return f"{_hundredths(threshold) / 100:.2f}"


def thresholds_text(scored: ScoredDocument) -> str:
    """The threshold of a document, and that of entities without a name if they have their own."""
    own, shown = scored.nominal_threshold, threshold_text(scored.threshold)
    if own is None or not any(entity.is_nominal for entity in scored.parsed.entities):
        return shown
    return f"{shown}, without a name {threshold_text(own)}"


def score_text(score: float, threshold: float) -> str:
    """A score with two decimals, rounded so that it stays on its side of the printed threshold."""
    at, nearest = _hundredths(threshold), round(100 * score)
    return f"{(max(nearest, at) if score >= threshold else min(nearest, at - 1)) / 100:.2f}"


def _hundredths(threshold: float) -> int:
    # Rounded first, as 100 * 0.07 is a little more than 7. A threshold above 0 is at least 0.01, so
    # that scores below it can be told from it.
    return max(math.ceil(round(100 * threshold, 6)), int(threshold > 0))


def _bar(share: float) -> str:
    """A bar as long as a share, in eighths of a character."""
    full, rest = divmod(round(share * _BAR * 8), 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
