"""Systems measured on the same documents by several measures, with tests of their differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from salience.errors import CorpusError
from salience.evaluation.bootstrap import DocumentCounts, or_none
from salience.evaluation.paired_tests import approximate_randomization, holm
from salience.measures.texts.measure import Measure, Settings
from salience.measures.texts.scoring import TextScores, count_texts, scores_of_counts
from salience.measures.texts.tokens import Text
from salience.types import Record


@dataclass(frozen=True, slots=True)
class MeasuredSystem:
    """What a measure says of a system, and how the first system differs from it: `first_less_this`
    and `p` are None of the first; `places` are those of the documents that were measured.
    """

    system: str
    measure: Measure
    result: TextScores
    first_less_this: float | None = None
    p: float | None = None
    holm: float | None = None
    shuffles: tuple[int, int] | None = None
    places: Sequence[int] = field(default=(), repr=False)

    @property
    def _difference(self) -> float | None:
        return None if self.first_less_this is None else or_none(self.first_less_this)

    def to_dict(self) -> Record:
        """A JSON object; intervals and the parts of a score by its name."""
        record: Record = {"system": self.system, "measure": self.measure.name}
        record |= {"higher_is_better": self.measure.rises} | self.result.to_dict()
        if self.p is not None:
            record["first_less_this"] = {
                "difference": self._difference,
                "p": self.p,
                "holm": self.holm,
                "shuffles": "@seed=".join(map(str, self.shuffles or ())),
            }
        return record

    def rows(self) -> list[Record]:
        """The same as rows of a table, one for each part of the score; tests are of the first."""
        tests = {"first_less_this": self._difference, "p": self.p, "holm": self.holm}
        said = {"higher_is_better": self.measure.rises, "documents": self.result.counts.documents}
        rows: list[Record] = []
        for name, value in _defined(self.result.scores).items():
            low, high = self.result.intervals.get(name) or (None, None)
            row: Record = {"system": self.system, "measure": self.measure.name, "part": name}
            row |= {"value": value, "low": low, "high": high} | said
            row |= dict.fromkeys(tests) if rows else tests
            rows.append(row | {"signature": self.result.signature})
        return rows


def compare_texts(
    systems: Mapping[str, Sequence[Text]],
    references: Sequence[Sequence[Text]],
    measures: Sequence[Measure],
    settings: Settings | None = None,
    *,
    n_bootstrap: int = 1000,
    n_shuffles: int = 1000,
    seed: int = 0,
    timeout: float | None = None,
) -> list[MeasuredSystem]:
    """Measure the texts of systems, and test how the first of them differs from the others.

    Args:
        systems: By name, a text for each document.
        references: The references of each document, in the same order.
        measures: What is measured.
        settings: How texts are compared; as each measure has it by default.
        n_bootstrap: Samples for intervals; 0 for none.
        n_shuffles: Shuffles of a test.
        seed: Of both.
        timeout: Seconds by the clock that a text may take; a measure leaves out a document that
            takes longer with any system.

    Returns:
        A row for each measure and system.

    Raises:
        CorpusError: As `salience.measures.texts.scoring.score_texts`; if all documents take longer.

    Example:
        >>> from salience.measures import measure_named
        >>> systems = {"same": ["a b c", "d e"], "other": ["a c", "e d"]}
        >>> rows = compare_texts(systems, [["a b c"], ["d e"]], [measure_named("rouge2")])
        >>> [(row.system, row.result.value, row.first_less_this) for row in rows]
        [('same', 1.0, None), ('other', 0.0, 1.0)]
    """
    rows: list[MeasuredSystem] = []
    for measure in measures:
        counted = {
            name: count_texts(measure, texts, references, settings, timeout=timeout).values
            for name, texts in systems.items()
        }
        is_done = ~np.isnan(list(counted.values())).any(axis=(0, 1))
        places = np.flatnonzero(is_done).tolist()
        if not places:
            raise CorpusError(
                f"{measure.name} has no text to measure. Give at least one, with its references, "
                "and time enough for it."
            )
        used = [references[i] for i in places]
        first: DocumentCounts | None = None
        for name, values in counted.items():
            counts = DocumentCounts(measure.counts, values[:, is_done])
            result = scores_of_counts(measure, counts, used, settings, n_bootstrap, seed)
            row = MeasuredSystem(name, measure, result, places=places)
            if first is None:
                first = counts
            else:
                test = approximate_randomization(
                    first, counts, measure.value, n_shuffles=n_shuffles, seed=seed
                )
                p, shuffles = test.p, (test.n, test.seed)
                row = replace(row, first_less_this=test.difference, p=p, shuffles=shuffles)
            rows.append(row)
    return rows


def with_holm(rows: Sequence[MeasuredSystem]) -> list[MeasuredSystem]:
    """Rows with `holm`: p-values corrected for all of them."""
    corrected = iter(holm([row.p for row in rows if row.p is not None]))
    return [row if row.p is None else replace(row, holm=next(corrected)) for row in rows]


def document_scores(
    rows: Sequence[MeasuredSystem], documents: Mapping[str, Sequence[str]]
) -> list[Record]:
    """The scores of each document and system, as if it were alone; None is what is not defined."""
    scores: dict[tuple[str, str], Record] = {}
    for row in rows:
        name, counts = row.measure.name, row.result.counts.values
        for id, count in zip(documents[name], counts.T, strict=True):
            here = scores.setdefault((id, row.system), {"document": id, "system": row.system})
            (main, value), *parts = _defined(row.measure.scores(count)).items()
            here[name] = value
            here |= {f"{name}_{part}": value for part, value in parts if part != main}
    return list(scores.values())


def _defined(scores: Mapping[str, float]) -> dict[str, float | None]:
    """Scores as JSON has them: null for NaN."""
    return {name: or_none(float(value)) for name, value in scores.items()}
