"""Phrases of the source, what they became in the target, and how likely each is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from salience.arrays import Float64Array, Int64Array
from salience.wordalign.phrases.extraction import MAX_LENGTH, LinkedTexts, compatible_pairs, phrases


class Entry(NamedTuple):
    """A row of a phrase table: how often the phrases were extracted together, and P(target |
    source).
    """

    source: str
    target: str
    times: float
    probability: float


@dataclass(frozen=True, eq=False)
class PhraseTable:
    """Probabilities of target phrases, given a source phrase.

    Attributes:
        sources: The different source phrases, sorted.
        targets: The different target phrases, sorted.
        source_ids: Of each row its place in `sources`, in rising order.
        target_ids: Of each row its place in `targets`.
        counts: How often each row was extracted, of shape `(rows,)`.
        probabilities: Of the target given the source, of shape `(rows,)`. They need not add up to 1
            for a source, as a smoothed table keeps a part for what was never seen.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    source_ids: Int64Array
    target_ids: Int64Array
    counts: Float64Array
    probabilities: Float64Array

    def __repr__(self) -> str:
        return f"<PhraseTable, {len(self):,} rows>"

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.counts)

    def __iter__(self) -> Iterator[Entry]:
        """The rows: by source, then by target."""
        for i in range(len(self)):
            yield self.entry(i)

    def entry(self, row: int) -> Entry:
        """A row with its texts."""
        return Entry(
            self.sources[self.source_ids[row]],
            self.targets[self.target_ids[row]],
            float(self.counts[row]),
            float(self.probabilities[row]),
        )

    def lookup(self, source: str) -> list[Entry]:
        """What a source phrase became: the likeliest first, equals in the order of the texts.

        Example:
            >>> texts = [LinkedTexts(["US"], ["America"], [(0, 0)])] * 3
            >>> texts += [LinkedTexts(["US"], ["USA"], [(0, 0)])]
            >>> [(e.target, e.probability) for e in extract_phrases(texts).lookup("US")]
            [('America', 0.75), ('USA', 0.25)]
            >>> extract_phrases(texts).lookup("Peru")
            []
        """
        row = self._place.get(source)
        if row is None:
            return []
        rows = range(*np.searchsorted(self.source_ids, [row, row + 1]))
        return sorted(map(self.entry, rows), key=lambda entry: (-entry.probability, entry.target))

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {source: i for i, source in enumerate(self.sources)}

    @cached_property
    def rows(self) -> Mapping[tuple[str, str], int]:
        """The row of each pair of phrases."""
        return {(entry.source, entry.target): row for row, entry in enumerate(self)}

    @cached_property
    def source_counts(self) -> Float64Array:
        """How often each source phrase was extracted, of shape `(sources,)`."""
        return sums_by_id(self.source_ids, self.counts, len(self.sources))

    @cached_property
    def backward(self) -> Float64Array:
        """Of each row the share that it has of the pairs with its target, of shape `(rows,)`."""
        return conditional(self.counts, self.target_ids, len(self.targets))

    @cached_property
    def p_values(self) -> Float64Array:
        """Of each row how likely chance alone makes it as often, of shape `(rows,)`: Fisher's exact
        test of Johnson et al. (2007, section 2.1).

        Example:
            >>> table = table_from_counts({("a", "x"): 3, ("a", "y"): 1, ("b", "y"): 4})
            >>> table.p_values.round(3).tolist()
            [0.071, 1.0, 0.071]
        """
        from scipy.stats import hypergeom

        source = self.source_counts[self.source_ids]
        target = sums_by_id(self.target_ids, self.counts, len(self.targets))[self.target_ids]
        at_least = np.ceil(self.counts) - 1
        return np.asarray(hypergeom.sf(at_least, self.counts.sum(), source, target))

    def with_probabilities(self, probabilities: Float64Array) -> Self:
        """The same rows with other probabilities."""
        return replace(self, probabilities=probabilities)


def extract_phrases(
    texts: Iterable[LinkedTexts], max_length: int = MAX_LENGTH, *, tight: bool = False
) -> PhraseTable:
    """The table of the surface heuristic: relative frequencies of all compatible pairs.

    It is the `phi_H` of DeNero et al. (2006, section 2): a pair's probability is its share of the
    pairs with the same source phrase. Each occurrence of a pair counts. No word of a pair is linked
    with a word outside of it, and one link at least is inside.

    Args:
        texts: Texts with links between their words; those without links add nothing.
        max_length: The most words of a phrase.
        tight: Whether both phrases must begin and end with linked words.

    Example:
        >>> texts = LinkedTexts(["US", "troops"], ["American", "troops"], [(0, 0), (1, 1)])
        >>> [(entry.source, entry.target) for entry in extract_phrases([texts])]
        [('US', 'American'), ('US troops', 'American troops'), ('troops', 'troops')]
    """
    counts: Counter[tuple[str, str]] = Counter()
    for pair in texts:
        for span in compatible_pairs(pair, max_length, tight=tight):
            counts[phrases(pair, span)] += 1
    return table_from_counts(counts)


def table_from_counts(counts: Mapping[tuple[str, str], float]) -> PhraseTable:
    """A table from counts of pairs of phrases, with relative frequencies."""
    rows = sorted(counts)
    sources = tuple(dict.fromkeys(source for source, _ in rows))
    targets = tuple(sorted({target for _, target in rows}))
    source_place = {text: i for i, text in enumerate(sources)}
    target_place = {text: i for i, text in enumerate(targets)}
    source_ids = np.array([source_place[source] for source, _ in rows], dtype=np.int64)
    numbers = np.array([counts[row] for row in rows], dtype=np.float64)
    return PhraseTable(
        sources,
        targets,
        source_ids,
        np.array([target_place[target] for _, target in rows], dtype=np.int64),
        numbers,
        conditional(numbers, source_ids, len(sources)),
    )


def conditional(
    counts: Float64Array,
    source_ids: Int64Array,
    n_sources: int,
    reserved: Float64Array | None = None,
) -> Float64Array:
    """Each count divided by the sum of its source's, and what is `reserved` for the unseen there.

    Of shape `(rows,)`; 0 where a source has no counts at all.
    """
    sums = sums_by_id(source_ids, counts, n_sources)
    if reserved is not None:
        sums = sums + reserved
    below = sums[source_ids]
    return np.divide(counts, below, out=np.zeros_like(counts), where=below > 0)


def sums_by_id(ids: Int64Array, values: Float64Array, n: int) -> Float64Array:
    """The sum of the values of each id from 0 to n - 1, of shape `(n,)`."""
    return np.bincount(ids, values, minlength=n).astype(np.float64)
