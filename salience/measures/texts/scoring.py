"""Texts of a corpus measured against their references, with intervals over documents."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from salience.engine.interrupts import OverdueError, time_limit
from salience.errors import CorpusError
from salience.evaluation.bootstrap import DocumentCounts, Interval, or_none
from salience.measures.texts.measure import Measure, Settings
from salience.measures.texts.registry import measure_named
from salience.measures.texts.tokens import Text, composed
from salience.tables.signature import signature
from salience.types import Record


@dataclass(frozen=True, slots=True)
class TextScores:
    """What a measure found: scores, its own first and NaN where undefined, and counts."""

    measure: str
    scores: Mapping[str, float]
    intervals: Mapping[str, Interval]
    counts: DocumentCounts = field(repr=False)
    signature: str = field(repr=False)

    def to_dict(self) -> Record:
        """The scores as a JSON object, null where they are undefined."""
        return {
            "measure": self.measure,
            "documents": self.counts.documents,
            "scores": {name: or_none(float(value)) for name, value in self.scores.items()},
            "intervals": {name: list(ends) for name, ends in self.intervals.items()},
            "signature": self.signature,
        }

    @property
    def value(self) -> float:
        """The score of the measure itself."""
        return next(iter(self.scores.values()))


def count_texts(
    measure: Measure,
    candidates: Sequence[Text],
    references: Sequence[Sequence[Text]],
    settings: Settings | None = None,
    *,
    timeout: float | None = None,
) -> DocumentCounts:
    """Count what a measure counts in each document.

    Args:
        measure: The measure.
        candidates: A text of each document.
        references: The references of each document; at least one.
        settings: How texts are compared; as the measure has it by default.
        timeout: Seconds for a document; the counts of one that takes longer are NaN.

    Raises:
        CorpusError: If there are not as many references as candidates, or a document has none.

    Example:
        >>> counts = count_texts(measure_named("rouge1"), ["a b", "c"], [["a c"], ["c", "d"]])
        >>> counts.values[counts.names.index("f1")].tolist()
        [0.5, 1.0]
    """
    if len(candidates) != len(references):
        raise CorpusError(
            f"each of the {len(candidates)} texts needs its references, but there are those of "
            f"{len(references)} documents. Join them first."
        )
    for i, some in enumerate(references):
        if not some:
            raise CorpusError(f"document {i + 1} has no reference. Give one, or leave it out.")
    candidates, references = [*map(composed, candidates)], [[*map(composed, s)] for s in references]
    count = measure.counter(measure.settings(settings), references)
    values = np.full((len(measure.counts), len(candidates)), np.nan)
    for i, (text, some) in enumerate(zip(candidates, references, strict=True)):
        with suppress(OverdueError), time_limit(timeout):
            values[:, i] = count(text, some)
    return DocumentCounts(measure.counts, values)


def score_texts(
    name: str | Measure,
    candidates: Sequence[Text],
    references: Sequence[Sequence[Text]],
    settings: Settings | None = None,
    *,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> TextScores:
    """Measure texts against their references.

    Args:
        name: A measure, or its name.
        candidates: A text of each document.
        references: The references of each document; at least one.
        settings: How texts are compared; as the measure has it by default.
        n_bootstrap: Bootstrap samples of documents; 0 for no intervals.
        seed: Of the samples.

    Raises:
        CorpusError: If there are no texts, not as many references, or a document has none.
        MisuseError: If there is no such measure.

    Example:
        >>> texts, references = ["the cats sat"], [["the cat sat", "a cat sat"]]
        >>> found = score_texts("rouge2", texts, references, Settings(stem=True))
        >>> found.value, found.scores["recall"]
        (1.0, 1.0)
    """
    measure = measure_named(name) if isinstance(name, str) else name
    if not candidates:
        raise CorpusError("there is no text to measure. Give at least one, with its references.")
    counts = count_texts(measure, candidates, references, settings)
    return scores_of_counts(measure, counts, references, settings, n_bootstrap, seed)


def scores_of_counts(
    measure: Measure,
    counts: DocumentCounts,
    references: Sequence[Sequence[Text]],
    settings: Settings | None,
    n_bootstrap: int,
    seed: int,
) -> TextScores:
    """The scores of what `count_texts` has counted."""
    scores, ends = counts.bootstrap(measure.scores, n_bootstrap, seed)
    used = measure.settings(settings)
    numbers = sorted({len(some) for some in references})
    values = {name: getattr(used, name) for name in measure.uses}
    # As signatures were before there was that setting.
    parts = {
        name: "+".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value or name != "without_stop_words"
    }
    said = signature(
        metric=measure.name,
        documents=len(references),
        references="-".join(map(str, dict.fromkeys((numbers[0], numbers[-1])))),
        **parts,
        bootstrap=f"{n_bootstrap}@seed={seed}",
    )
    return TextScores(measure.name, scores, ends, counts, said)
