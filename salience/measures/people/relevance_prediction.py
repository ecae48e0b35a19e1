"""Whether people judge a document by its summary as they judge the document itself.

Dorr, Monz, President, Schwartz and Zajic (2005), "A Methodology for Extrinsic Evaluation of Text
Summarization: Does ROUGE Correlate?", sections 3 and 4.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd
from scipy.stats import f_oneway

from salience.errors import CorpusError
from salience.evaluation.bootstrap import DocumentCounts
from salience.features.table_rules import GIVEN, TRUE_OR_FALSE, require
from salience.text.formatting import fit
from salience.types import Record

COLUMNS = ("rater", "task", "document", "shown", "relevant")
"""Who judged, for which task, which document, by what (`text`, or the name of a summary), how."""


@dataclass(frozen=True, slots=True)
class Predictions:
    """How many judgments by a summary and by the document, of the same people, were relevant."""

    both: int
    summary_only: int
    document_only: int
    neither: int

    @property
    def n(self) -> int:
        """The number of judgments."""
        return self.both + self.summary_only + self.document_only + self.neither

    @property
    def relevance_prediction(self) -> float:
        """The share of judgments that are the same: 0.5 is chance where half is relevant."""
        return (self.both + self.neither) / self.n

    @property
    def kappa(self) -> float:
        """Cohen's kappa of the judgments; NaN where it is not defined. The paper has none."""
        by_summary = (self.both + self.summary_only) / self.n
        by_document = (self.both + self.document_only) / self.n
        chance = by_summary * by_document + (1 - by_summary) * (1 - by_document)
        return float("nan") if chance == 1 else (self.relevance_prediction - chance) / (1 - chance)

    @property
    def precision(self) -> float:
        """Of what the summary shows as relevant, the share that is; NaN if it shows nothing."""
        shown = self.both + self.summary_only
        return self.both / shown if shown else float("nan")

    @property
    def recall(self) -> float:
        """Of what is relevant, the share that the summary shows as such; NaN if nothing is."""
        relevant = self.both + self.document_only
        return self.both / relevant if relevant else float("nan")


def relevance_prediction(
    judgments: pd.DataFrame, *, document: str = "text"
) -> dict[str, Predictions]:
    """Compare what people judge relevant by a summary and by the document itself.

    Each person is held against themselves: that two people find different things relevant does not
    count against a summary.

    Args:
        judgments: A row for each judgment, with `COLUMNS`; a document may be relevant for a `task`.
        document: What `shown` is where the document itself was shown.

    Returns:
        By the name of the summary, the judgments of those who saw both.

    Raises:
        CorpusError: If a column or a value is missing or wrong, somebody judged the same twice, or
            nobody judged by both.

    Example:
        >>> judgments = pd.DataFrame(
        ...     [("ann", "fire", "d1", "text", True), ("ann", "fire", "d1", "headline", False),
        ...      ("ann", "fire", "d2", "text", False), ("ann", "fire", "d2", "headline", False)],
        ...     columns=COLUMNS)
        >>> found = relevance_prediction(judgments)["headline"]
        >>> found.relevance_prediction, found.recall
        (0.5, 0.0)
    """
    predictions = {}
    for name, rows in _joined(judgments, document).groupby("shown", sort=False):
        summary, text = rows["relevant"].astype(bool), rows["by_document"].astype(bool)
        cells = (summary & text, summary & ~text, ~summary & text, ~summary & ~text)
        predictions[str(name)] = Predictions(*(int(cell.sum()) for cell in cells))
    return predictions


def anova(judgments: pd.DataFrame, *, document: str = "text") -> float:
    """The p-value that summaries serve equally well: a single factor analysis of variance.

    Its data are each rater's share of equal judgments by each summary: the paper (section 4) does
    not say of which. NaN for one summary, one rater, or equal shares.
    """
    joined = _joined(judgments, document)
    equal = joined["relevant"] == joined["by_document"]
    shares = equal.groupby([joined["shown"], joined["rater"]]).mean()
    groups = [group.to_numpy(float) for _, group in shares.groupby(level=0)]
    if len(groups) < 2 or min(map(len, groups)) < 2 or shares.nunique() == 1:
        return float("nan")
    return float(f_oneway(*groups).pvalue)


def usefulness(
    judgments: pd.DataFrame, *, document: str = "text", n_bootstrap: int = 1000, seed: int = 0
) -> list[Record]:
    """How well people judge by each kind of summary, with the interval over documents.

    Returns:
        By `shown`: what `relevance_prediction` counts, the share of judgments that are the same,
        its interval, kappa, precision and recall (Table 6), and the mean time, NaN if not known.
    """
    joined = _joined(judgments, document)
    joined["same"] = joined["relevant"] == joined["by_document"]
    times = judgments.get("seconds", pd.Series(np.nan, judgments.index))
    seconds = pd.to_numeric(times, errors="coerce").groupby(judgments["shown"]).mean()
    rows: list[Record] = []
    for name, counts in relevance_prediction(judgments, document=document).items():
        own = joined[joined["shown"] == name].groupby(["task", "document"], sort=False)["same"]
        values = np.array([own.sum(), own.size()], np.float64)
        _, ends = DocumentCounts(("equal", "judgments"), values).bootstrap(
            lambda total: {"share": float(total[0] / total[1])}, n_bootstrap, seed
        )
        row: Record = {"shown": name, "judgments": asdict(counts)}
        row |= {"relevance_prediction": counts.relevance_prediction, "interval": ends.get("share")}
        row |= {figure: getattr(counts, figure) for figure in ("kappa", "precision", "recall")}
        rows.append(row | {"seconds": float(seconds[name])})
    return rows


def as_judgments(table: pd.DataFrame) -> pd.DataFrame:
    """A table of texts, as files have it, with `relevant` as true or false where it is."""
    values = {"true": True, "false": False, "1": True, "0": False}
    if "relevant" not in table:
        return table
    said = table["relevant"].map(lambda value: str(value).strip().lower())
    return table.assign(relevant=said.map(lambda text: values.get(text, text)))


def usefulness_table(rows: list[Record], p: float) -> str:
    """Usefulness as a plain table, with the p-value of `anova`."""
    heads = f"{'shown':24} {'judged':>7} {'same':>5} {'95 %':>12} {'hid':>5} {'kappa':>6} {'s':>6}"
    lines = [heads]
    for row in rows:
        counts, ends = row["judgments"], row["interval"] or ()
        kappa, seconds = (
            "" if row[name] != row[name] else f"{row[name]:.{digits}f}"
            for name, digits in (("kappa", 2), ("seconds", 1))
        )
        lines.append(
            f"{fit(row['shown'], 24)} {sum(counts.values()):>7,} "
            f"{row['relevance_prediction']:>5.0%} {' to '.join(f'{end:.0%}' for end in ends):>12} "
            f"{counts['document_only']:>5,} {kappa:>6} {seconds:>6}"
        )
    if p == p:
        lines.append(f"analysis of variance, raters' shares by what was shown: p {p:.3f}")
    return "\n".join(line.rstrip() for line in lines)


def _joined(judgments: pd.DataFrame, document: str) -> pd.DataFrame:
    """Judgments by summaries, each with that of the same person by the document."""
    rules = dict.fromkeys(COLUMNS[:-1], GIVEN) | {"relevant": TRUE_OR_FALSE}
    require(judgments, rules, wanted_by="relevance prediction")
    twice = judgments.duplicated(list(COLUMNS[:-1])).to_numpy()
    if twice.any():
        row = judgments.iloc[int(np.argmax(twice))]
        raise CorpusError(
            f"{row['rater']!r} judged document {row['document']!r} by {row['shown']!r} twice for "
            f"task {row['task']!r}. Leave one out."
        )
    keys = ["rater", "task", "document"]
    by_text = judgments[judgments["shown"] == document].set_index(keys)["relevant"]
    others = judgments[judgments["shown"] != document]
    joined = others.join(by_text.rename("by_document"), on=keys, how="inner")
    if joined.empty:
        raise CorpusError(
            f"nobody judged a document both by a summary and by {document!r}. Let the same people "
            "judge both, the document last."
        )
    return joined
