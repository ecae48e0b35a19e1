"""What a phrase table has learned, and how certain it is of it (DeNero et al. 2006, section 3).

The figures are values, and texts for a terminal.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from salience.arrays import BoolArray, Float64Array
from salience.text.formatting import fit
from salience.wordalign.phrases.generative import UNIFORM, EMSettings, edge_posteriors
from salience.wordalign.phrases.lattices import Lattices
from salience.wordalign.phrases.phrase_table import PhraseTable, sums_by_id

ENTROPY_BORDERS = (0.01, 0.5, 1.0, 1.5, 2.0)
"""The borders of the paper's Figure 2, in bits."""
USABLE = 1e-5
"""Below it no entry was used in decoding (section 3.2)."""
NEARLY = 0.99
"""From this probability on a pair of phrases is nearly certain."""
_NAME, _COLUMN = 36, 18


def entropies(table: PhraseTable) -> Float64Array:
    """The entropy of each source phrase in bits; NaN where all probabilities are 0."""
    n = len(table.sources)
    sums = sums_by_id(table.source_ids, table.probabilities, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = table.probabilities / sums[table.source_ids]
        terms = np.where(shares > 0, -shares * np.log2(shares), 0.0)
    bits = sums_by_id(table.source_ids, terms, n)
    bits[sums <= 0] = np.nan
    return np.maximum(bits, 0.0)


def mean_entropy(table: PhraseTable) -> float:
    """The mean entropy of the 10,000 most common source phrases in bits, weighted by how common
    they are (section 3.2); NaN for an empty table.
    """
    common = most_common(table, 10_000)
    if not common:
        return float("nan")
    return float(np.average([row.bits for row in common], weights=[row.times for row in common]))


def shares_by_range(bits: Float64Array) -> dict[str, float]:
    """The share of entropies in each range, as in the paper's Figure 2; a border belongs to the
    range below it, NaN to none.
    """
    bits = bits[np.isfinite(bits)]
    edges = [0.0, *ENTROPY_BORDERS]
    names = [*(f"{low:g}-{high:g}" for low, high in pairwise(edges)), f"> {edges[-1]:g}"]
    counts = np.bincount(np.searchsorted(ENTROPY_BORDERS, bits), minlength=len(names))
    return {name: float(n / max(len(bits), 1)) for name, n in zip(names, counts, strict=True)}


class Forcing(NamedTuple):
    """A pair of phrases, in how many places it is nearly certain, and in how many it is allowed."""

    source: str
    target: str
    certain: int
    possible: int


def forcing_pairs(
    table: PhraseTable, lattices: Lattices, n: int = 10, settings: EMSettings = UNIFORM
) -> list[Forcing]:
    """The pairs of phrases that most often force how a text is divided (section 3.1), `n` at most.

    Equals stand in the order of the table.
    """
    posteriors, _ = edge_posteriors(table, lattices, settings)
    certain, possible = (
        sums_by_id(lattices.rows, counted.astype(np.float64), len(table))
        for counted in (posteriors >= NEARLY, np.ones(len(posteriors)))
    )
    rows = np.flatnonzero(certain)
    rows = rows[np.argsort(-certain[rows], kind="stable")][:n]
    return [
        Forcing(*table.entry(row)[:2], int(certain[row]), int(possible[row]))
        for row in rows.tolist()
    ]


class PhraseRow(NamedTuple):
    """A source phrase in one of several tables; `bits` is NaN where no target has a probability."""

    table: str
    phrase: str
    times: float
    bits: float


def phrase_rows(tables: Mapping[str, PhraseTable]) -> list[PhraseRow]:
    """All source phrases of several tables, as rows for `salience.plots`: table after table.

    Args:
        tables: Tables by their names.

    Returns:
        For `pandas.DataFrame`; of each table the most common phrases first.

    Example:
        >>> from salience.wordalign import LinkedTexts, extract_phrases
        >>> texts = [LinkedTexts(["US"], [word], [(0, 0)]) for word in ("USA", "America")]
        >>> phrase_rows({"heuristic": extract_phrases(texts)})
        [PhraseRow(table='heuristic', phrase='US', times=2.0, bits=1.0)]
    """
    rows = []
    for name, table in tables.items():
        bits = entropies(table).tolist()
        order = np.argsort(-table.source_counts, kind="stable")  # sources are sorted already
        rows += [
            PhraseRow(name, table.sources[i], float(table.source_counts[i]), bits[i]) for i in order
        ]
    return rows


def most_common(table: PhraseTable, n: int = 10) -> list[PhraseRow]:
    """The most common source phrases that may become something, as in the paper's Figure 3."""
    return [row for row in phrase_rows({"": table}) if np.isfinite(row.bits)][:n]


class CertaintyRow(NamedTuple):
    """How certain one of several tables is (sections 3.1 and 3.2). Shares of nothing are NaN."""

    table: str
    entries: int
    mean_bits: float
    unusable: float  # of entries: too improbable to be ever used (`USABLE`)
    single: float  # of texts: with a single segmentation, so that links alone decide
    settled: float  # of texts: one segmentation has nearly all probability
    certain: float  # of the phrase pairs that texts allow: nearly certain there


def certainty_rows(
    tables: Mapping[str, PhraseTable], lattices: Lattices, settings: EMSettings = UNIFORM
) -> list[CertaintyRow]:
    """How certain several tables are, as rows for `salience.plots`; certain is from `NEARLY` on."""
    n = len(lattices.first)
    text = np.searchsorted(lattices.first, lattices.starts, side="right") - 1
    path_edges = np.diff(np.append(lattices.first, len(lattices.levels))) - 1
    single = _share(np.bincount(text, minlength=n) == path_edges)
    rows = []
    for name, table in tables.items():
        posteriors, _ = edge_posteriors(table, lattices, settings)
        certain_words = np.where(posteriors >= NEARLY, lattices.lengths, 0)
        settled = _share(sums_by_id(text, certain_words, n) == lattices.source_lengths)
        few, certain = _share(table.probabilities < USABLE), _share(posteriors >= NEARLY)
        rows.append(
            CertaintyRow(name, len(table), mean_entropy(table), few, single, settled, certain)
        )
    return rows


class Analysis(NamedTuple):
    """The paper's analysis of one or several tables of the same phrases."""

    certainty: list[CertaintyRow]
    ranges: dict[str, dict[str, float]]  # by table, the share of phrases in each range of entropy
    common: dict[str, dict[str, float]]  # the most common phrases; of each its entropy by table
    forcing: list[Forcing]  # pairs that most often force a segmentation, with the last table


def analysed(
    tables: Mapping[str, PhraseTable], lattices: Lattices, settings: EMSettings = UNIFORM
) -> Analysis:
    """What section 3 of the paper asks of phrase tables; the first of them says what is common."""
    first, last = next(iter(tables.values())), list(tables.values())[-1]
    bits = {
        name: dict(zip(table.sources, entropies(table).tolist(), strict=True))
        for name, table in tables.items()
    }
    return Analysis(
        certainty_rows(tables, lattices, settings),
        {name: shares_by_range(entropies(table)) for name, table in tables.items()},
        {
            row.phrase: {name: own.get(row.phrase, np.nan) for name, own in bits.items()}
            for row in most_common(first)
        },
        forcing_pairs(last, lattices, settings=settings),
    )


def _share(values: BoolArray) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


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
