"""What a phrase table has learned, and how certain it is of it (DeNero et al. 2006, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.wordalign.phrases.generative import UNIFORM, EMSettings, edge_posteriors
from salience.wordalign.phrases.lattices import Lattices
from salience.wordalign.phrases.phrase_table import PhraseTable, sums_by_id

ENTROPY_BORDERS = (0.01, 0.5, 1.0, 1.5, 2.0)
"""The borders of the paper's Figure 2, in bits."""
USABLE = 1e-5
"""Below it no entry was used in decoding (section 3.2)."""


class PhraseEntropy(NamedTuple):
    """How uncertain it is what a source phrase becomes, in bits; 0 where it is always the same."""

    source: str
    times: float
    bits: float


def entropies(table: PhraseTable) -> Float64Array:
    """The entropy of each source phrase in bits, of shape `(sources,)`.

    Probabilities of a source that don't add up to 1 are divided by their sum. NaN where all are 0.

    Example:
        >>> from salience.wordalign.phrases.phrase_table import table_from_counts
        >>> entropies(table_from_counts({("a", "x"): 1, ("a", "y"): 1, ("b", "x"): 5})).tolist()
        [1.0, 0.0]
    """
    n = len(table.sources)
    sums = sums_by_id(table.source_ids, table.probabilities, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = table.probabilities / sums[table.source_ids]
        terms = np.where(shares > 0, -shares * np.log2(shares), 0.0)
    bits = sums_by_id(table.source_ids, terms, n)
    bits[sums <= 0] = np.nan
    return np.maximum(bits, 0.0)


def most_common(table: PhraseTable, n: int = 10) -> list[PhraseEntropy]:
    """The most common source phrases with their entropy, as in the paper's Figure 3.

    Those without a target of a probability above 0 are left out. Equals stand in the order of
    their texts.
    """
    bits = entropies(table)
    known = [i for i in range(len(bits)) if np.isfinite(bits[i])]
    known.sort(key=lambda i: (-table.source_counts[i], table.sources[i]))
    return [
        PhraseEntropy(table.sources[i], float(table.source_counts[i]), float(bits[i]))
        for i in known[:n]
    ]


def mean_entropy(table: PhraseTable, n: int = 10_000) -> float:
    """The mean entropy of the most common source phrases in bits, weighted by how common they are.

    It is the figure of section 3.2; NaN for an empty table.
    """
    common = most_common(table, n)
    if not common:
        return float("nan")
    return float(np.average([c.bits for c in common], weights=[c.times for c in common]))


def entropy_histogram(
    table: PhraseTable, borders: Sequence[float] = ENTROPY_BORDERS
) -> dict[str, float]:
    """The share of source phrases in each range of entropy, as in the paper's Figure 2.

    Example:
        >>> from salience.wordalign.phrases.phrase_table import table_from_counts
        >>> table = table_from_counts({("a", "x"): 1, ("a", "y"): 1, ("b", "x"): 5})
        >>> entropy_histogram(table, [0.5, 1.5])
        {'0-0.5': 0.5, '0.5-1.5': 0.5, '> 1.5': 0.0}
    """
    return shares_by_range(entropies(table), borders)


def shares_by_range(
    bits: Float64Array, borders: Sequence[float] = ENTROPY_BORDERS
) -> dict[str, float]:
    """The share of entropies in each range; a border belongs to the range below it, NaN to none.

    Example:
        >>> shares_by_range(np.array([0.0, 1.0, np.nan]), [1.0])
        {'0-1': 1.0, '> 1': 0.0}
    """
    bits = bits[np.isfinite(bits)]
    edges = [0.0, *borders]
    names = [*(f"{low:g}-{high:g}" for low, high in pairwise(edges)), f"> {edges[-1]:g}"]
    counts = np.bincount(np.searchsorted(borders, bits), minlength=len(names))
    return {name: float(n / max(len(bits), 1)) for name, n in zip(names, counts, strict=True)}


def unusable(table: PhraseTable, below: float = USABLE) -> float:
    """The share of entries with a probability too small to be ever used (section 3.2)."""
    return float(np.mean(table.probabilities < below)) if len(table) else float("nan")


class Forced(NamedTuple):
    """How much training has decided which way texts are divided.

    Attributes:
        texts: The texts that have an aligned segmentation.
        single: The share with a single compatible one: links alone decide.
        settled: The share in which one segmentation has nearly all probability.
        phrases: The share of phrase pairs, among all that texts allow, that are nearly certain
            there.
    """

    texts: int
    single: float
    settled: float
    phrases: float


def forced_segmentations(
    table: PhraseTable,
    lattices: Lattices,
    settings: EMSettings = UNIFORM,
    nearly: float = 0.99,
) -> Forced:
    """How many texts a table forces into one segmentation (section 3.1); certain is from `nearly`
    on.
    """
    posteriors, _ = edge_posteriors(table, lattices, settings)
    n = len(lattices.first)
    if not n:
        return Forced(0, float("nan"), float("nan"), float("nan"))
    text = np.searchsorted(lattices.first, lattices.starts, side="right") - 1
    return Forced(
        n,
        float(np.mean(np.bincount(text, minlength=n) == _path_edges(lattices))),
        float(
            np.mean(_certain_words(lattices, posteriors, text, nearly) == lattices.source_lengths)
        ),
        float(np.mean(posteriors >= nearly)),
    )


class Forcing(NamedTuple):
    """A pair of phrases, in how many places it is nearly certain, and in how many it is allowed."""

    source: str
    target: str
    certain: int
    possible: int


def forcing_pairs(
    table: PhraseTable,
    lattices: Lattices,
    n: int = 10,
    settings: EMSettings = UNIFORM,
    nearly: float = 0.99,
) -> list[Forcing]:
    """The pairs of phrases that most often force how a text is divided (section 3.1), `n` at most.

    Equals stand in the order of the table.
    """
    posteriors, _ = edge_posteriors(table, lattices, settings)
    certain, possible = (
        sums_by_id(lattices.rows, counted.astype(np.float64), len(table))
        for counted in (posteriors >= nearly, np.ones(len(posteriors)))
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
        >>> from salience.wordalign.phrases.phrase_table import table_from_counts
        >>> phrase_rows({"heuristic": table_from_counts({("a", "x"): 1, ("a", "y"): 1})})
        [PhraseRow(table='heuristic', phrase='a', times=2.0, bits=1.0)]
    """
    rows = []
    for name, table in tables.items():
        bits = entropies(table).tolist()
        order = np.argsort(-table.source_counts, kind="stable")  # sources are sorted already
        rows += [
            PhraseRow(name, table.sources[i], float(table.source_counts[i]), bits[i]) for i in order
        ]
    return rows


class CertaintyRow(NamedTuple):
    """How certain one of several tables is: see `mean_entropy`, `unusable` and `Forced`."""

    table: str
    entries: int
    mean_bits: float
    unusable: float
    single: float
    settled: float
    certain: float


def certainty_rows(
    tables: Mapping[str, PhraseTable], lattices: Lattices, settings: EMSettings = UNIFORM
) -> list[CertaintyRow]:
    """How certain several tables are, as rows for `salience.plots`."""
    rows = []
    for name, table in tables.items():
        forced = forced_segmentations(table, lattices, settings)
        few = unusable(table)
        figures = (mean_entropy(table), few, forced.single, forced.settled, forced.phrases)
        rows.append(CertaintyRow(name, len(table), *figures))
    return rows


class Analysis(NamedTuple):
    """The paper's analysis of one or several tables of the same phrases.

    Attributes:
        ranges: By table, the share of phrases in each range of entropy.
        common: The most common phrases; of each its entropy by table.
        forcing: The pairs that most often force a segmentation with the last of the tables.
    """

    certainty: list[CertaintyRow]
    ranges: dict[str, dict[str, float]]
    common: dict[str, dict[str, float]]
    forcing: list[Forcing]


def analysed(
    tables: Mapping[str, PhraseTable],
    lattices: Lattices,
    n: int = 10,
    settings: EMSettings = UNIFORM,
) -> Analysis:
    """What section 3 of the paper asks of phrase tables; the first of them says what is common."""
    first, last = next(iter(tables.values())), list(tables.values())[-1]
    bits = {
        name: dict(zip(table.sources, entropies(table).tolist(), strict=True))
        for name, table in tables.items()
    }
    return Analysis(
        certainty_rows(tables, lattices, settings),
        {name: entropy_histogram(table) for name, table in tables.items()},
        {
            phrase.source: {name: of.get(phrase.source, np.nan) for name, of in bits.items()}
            for phrase in most_common(first, n)
        },
        forcing_pairs(last, lattices, n, settings),
    )


def _path_edges(lattices: Lattices) -> Int64Array:
    """The states of each text less one: the edges that it has if it has one path only."""
    return np.diff(np.append(lattices.first, len(lattices.levels))) - 1


def _certain_words(
    lattices: Lattices, posteriors: Float64Array, text: Int64Array, nearly: float
) -> Float64Array:
    """The source words of each text that stand in a phrase which is nearly certain."""
    lengths = np.where(posteriors >= nearly, lattices.lengths, 0)
    return sums_by_id(text, lengths, len(lattices.first))
