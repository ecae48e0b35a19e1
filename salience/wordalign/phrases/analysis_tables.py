"""What phrase tables have learned, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from salience.text.formatting import fit
from salience.wordalign.phrases.analysis import USABLE, Analysis

_NAME, _COLUMN = 36, 18


def analysis_rows(found: Analysis) -> Iterator[tuple[str, list[str]]]:
    """The figures of tables as texts: what is measured, and its value of each table."""

    def figures(name: str, form: str) -> list[str]:
        return [_figure(getattr(row, name), form) for row in found.certainty]

    yield "pairs of phrases", figures("entries", ",")
    yield "mean entropy, bits", figures("mean_bits", ".2f")
    for part in next(iter(found.ranges.values())):
        shares = [_figure(of[part], ".0%") for of in found.ranges.values()]
        yield f"phrases of an entropy of {part} bits", shares
    yield f"pairs less probable than {USABLE:g}", figures("unusable", ".0%")
    yield "stretches with only one segmentation", figures("single", ".0%")
    yield "stretches settled on one segmentation", figures("settled", ".0%")
    yield "pairs certain where they occur", figures("certain", ".0%")


def analysis_text(found: Analysis) -> str:
    """The analysis of phrase tables: figures, common phrases, pairs that force segmentations."""
    names = [row.table for row in found.certainty]
    lines = [_line("", names), *(_line(*row) for row in analysis_rows(found))]
    if found.common:
        lines += ["", "The most common phrases, and the entropy of what they become, in bits"]
        lines += [_line(f"  {phrase}", common_values(of)) for phrase, of in found.common.items()]
    if found.forcing:
        lines += ["", f"Pairs that most often force a segmentation ({names[-1]})"]
        lines += [
            _line(f"  {one.source} > {one.target}", [f"{one.certain:,} of {one.possible:,} places"])
            for one in found.forcing
        ]
    return "\n".join(map(str.rstrip, lines))


def common_values(bits: Mapping[str, float]) -> list[str]:
    """Entropies as texts; a phrase that a table has no more has a dash."""
    return [_figure(value, ".2f") for value in bits.values()]


def _figure(value: float, form: str) -> str:
    """A number as text; a dash for NaN, such as the share of nothing."""
    return format(value, form) if value == value else "-"


def _line(name: str, values: list[str]) -> str:
    return fit(name, _NAME + 2) + "".join(f"{value:>{_COLUMN}}" for value in values)
