"""Whether people judge a document by its summary as they judge the document itself.

Dorr, Monz, President, Schwartz and Zajic (2005), "A Methodology for Extrinsic Evaluation of Text
Summarization: Does ROUGE Correlate?", sections 3 and 4.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import f_oneway

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.evaluation.agreement import agreement_scores
from salience.evaluation.bootstrap import DocumentCounts
from salience.features.table_rules import GIVEN, TRUE_OR_FALSE, require
from salience.text.formatting import fit
from salience.types import Record

COLUMNS = ("rater", "task", "document", "shown", "relevant")
"""Who judged, for which task, which document, by what (`text`, or the name of a summary), how."""


class Counted(NamedTuple):
    """How many judgments by a summary and by the document, of the same people, were relevant."""

    both: int
    summary_only: int
    document_only: int
    neither: int


def rates(counts: Float64Array) -> dict[str, float]:
    """What the numbers of `Counted` say (Table 6), and Cohen's kappa; NaN if it is not defined."""
    both, summary_only, document_only, _ = counts.tolist()
    shown, relevant = both + summary_only, both + document_only
    scores = agreement_scores(np.array([both, relevant, shown, counts.sum()]))
    return {
        "relevance_prediction": scores["agreement"],
        "kappa": scores["kappa"],
        "precision": both / shown if shown else float("nan"),
        "recall": both / relevant if relevant else float("nan"),
    }


def relevance_prediction(
    judgments: pd.DataFrame, *, document: str = "text", n_bootstrap: int = 1000, seed: int = 0
) -> list[Record]:
    """Compare what people judge relevant by a summary and by the document itself.

    Each person is held against themselves. A record for each summary has the figures of `rates`,
    the numbers of `Counted`, and the mean `seconds` of a judgment, NaN if they are not known.
    """
    times = judgments.get("seconds", pd.Series(np.nan, judgments.index))
    rows: list[Record] = []
    for name, own in _joined(judgments, document).groupby("shown", sort=False):
        summary, text = own["relevant"].astype(bool), own["by_document"].astype(bool)
        cells = (summary & text, summary & ~text, ~summary & text, ~summary & ~text)
        by_document = pd.DataFrame(dict(zip(Counted._fields, cells, strict=True))).groupby(
            [own["task"], own["document"]], sort=False
        )
        counts = DocumentCounts(Counted._fields, by_document.sum().to_numpy(np.float64).T)
        figures, ends = counts.bootstrap(rates, n_bootstrap, seed)
        judged = Counted(*map(int, counts.total()))._asdict()
        share, *others = figures
        row: Record = {"shown": str(name), "judgments": judged, share: figures[share]}
        row |= {"interval": ends.get(share)} | {other: figures[other] for other in others}
        seconds = pd.to_numeric(times[judgments["shown"] == name], errors="coerce")
        rows.append(row | {"seconds": float(seconds.mean())})
    return rows


def anova(judgments: pd.DataFrame, *, document: str = "text") -> float:
    """The p-value that summaries serve equally well, by variance of raters' equal judgments
    (section 4).
    """
    joined = _joined(judgments, document)
    equal = joined["relevant"] == joined["by_document"]
    shares = equal.groupby([joined["shown"], joined["rater"]]).mean()
    groups = [group.to_numpy(float) for _, group in shares.groupby(level=0)]
    if len(groups) < 2 or min(map(len, groups)) < 2 or shares.nunique() == 1:
        return float("nan")
    return float(f_oneway(*groups).pvalue)


def as_judgments(table: pd.DataFrame) -> pd.DataFrame:
    """A table of texts, as files have it, with `relevant` as true or false where it is."""
    values = {"true": True, "false": False, "1": True, "0": False}
    if "relevant" not in table:
        return table
    said = table["relevant"].map(lambda value: str(value).strip().lower())
    return table.assign(relevant=said.map(lambda text: values.get(text, text)))


def relevance_table(rows: list[Record], p: float) -> str:
    """Relevance prediction as a plain table, with the p-value of `anova`."""
    lines = [
        f"{'shown':24} {'judged':>7} {'same':>5} {'95 %':>12} {'hid':>5} {'kappa':>6} {'s':>6}"
    ]
    for row in rows:
        counts, ends = row["judgments"], row["interval"] or ()
        kappa, seconds = (
            "" if row[name] != row[name] else f"{row[name]:.{digits}f}"
            for name, digits in (("kappa", 2), ("seconds", 1))
        )
        lines.append(
            f"{fit(row['shown'], 24)} {sum(counts.values()):>7,} "
            f"{row['relevance_prediction']:>5.0%} {' to '.join(f'{end:.0%}' for end in ends):>12} "
            f"{counts['document_only']:>5,} {kappa:>6} {seconds:>6}".rstrip()
        )
    if p == p:
        lines.append(f"analysis of variance, raters' shares by what was shown: p {p:.3f}")
    return "\n".join(lines)


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
