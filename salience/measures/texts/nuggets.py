"""F of nuggets of information, of which some are vital and some are only okay.

The measure of definition questions in TREC 2003 and 2004 (Voorhees 2003), as Lin and
Demner-Fushman (2005) give it in Figure 2. A nugget may be an entity: one that most people name in
their summaries is vital, one that only some name is okay.
"""

from collections.abc import Collection, Hashable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np

from salience.arrays import Float64Array
from salience.corpus.json_lines import read_json_lines
from salience.errors import CorpusError
from salience.evaluation.bootstrap import DocumentCounts
from salience.measures.texts.tables import score_text
from salience.text.formatting import fit, interval_text
from salience.types import Record

COUNTS = ("documents", "recall", "precision", "f")
"""What is counted in a document: 1, and its scores; 0 of all if no nugget is vital."""

ALLOWANCE = 100
"""Characters that a text may have for each nugget in it."""

BETA = 3.0
"""How much more recall counts than precision, as in TREC 2004; it was 5 the year before."""

MOST_BETA = 1000.0
"""With more than this F is recall."""

Kind = Literal["vital", "okay"]
N = TypeVar("N", bound=Hashable)


def nugget_counts(
    found: Collection[N],
    key: Mapping[N, Kind],
    text: str,
    *,
    beta: float = BETA,
    allowance: int = ALLOWANCE,
) -> Float64Array:
    """Count what nuggets a text has, and what it costs to read.

    Recall is of the vital nuggets. Precision is 1 up to a length that is allowed for each nugget
    found, and above it the share of the text (without white space) that is within it.

    Args:
        found: The nuggets that are in the text.
        key: All nuggets, and what they are.
        text: The text.
        beta: How much more recall counts than precision.
        allowance: How many characters a nugget may take.

    Returns:
        `COUNTS`, for `nugget_scores`; zeros without a vital nugget.

    Raises:
        CorpusError: If beta, the allowance or the kind of a nugget is wrong.

    Example:
        >>> key = {1: "vital", 2: "vital", 3: "okay"}
        >>> nugget_counts([1, 3], key, "x" * 400).round(3).tolist()
        [1.0, 0.5, 0.5, 0.5]
    """
    if not 0 < beta <= MOST_BETA or allowance <= 0:
        raise CorpusError(
            f"beta must be above 0 and at most {MOST_BETA:g}, and the allowance above 0, but they "
            f"are {beta} and {allowance}. Take {BETA} and {ALLOWANCE}."
        )
    if others := sorted({str(kind) for kind in key.values()} - {"vital", "okay"}):
        raise CorpusError(f"a nugget is vital or okay, but one is {others[0]!r}. Change the key.")
    vital = [nugget for nugget, kind in key.items() if kind == "vital"]
    if not vital:
        return np.zeros(len(COUNTS))
    there = set(found) & set(key)
    recall = sum(nugget in there for nugget in vital) / len(vital)
    length = len("".join(text.split()))
    precision = min(1.0, allowance * len(there) / length) if length else float(bool(there))
    below = beta**2 * precision + recall
    f = (beta**2 + 1) * precision * recall / below if below else 0.0
    return np.array([1.0, recall, precision, f])


def nugget_scores(total: Float64Array) -> dict[str, float]:
    """Mean F, recall and precision of documents, from added counts; NaN without documents.

    Example:
        >>> nugget_scores(np.array([2.0, 1.0, 2.0, 1.2]))["f"]
        0.6
    """
    documents, *sums = map(float, total)
    recall, precision, f = ((s / documents if documents else float("nan")) for s in sums)
    return {"f": f, "recall": recall, "precision": precision}


def score_nuggets(
    path: str | Path,
    *,
    beta: float = BETA,
    allowance: int = ALLOWANCE,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> list[Record]:
    """Nugget F of each system of a file of JSON lines, with intervals over documents."""
    advice = "A line has text, found (a list of nuggets) and key (vital or okay by nugget)."
    counts: dict[str, list[np.ndarray]] = {}
    lines = read_json_lines(path, _judged, "a text with its nuggets", advice)
    for _, (system, nuggets, key, text) in lines:
        count = nugget_counts(nuggets, key, text, beta=beta, allowance=allowance)
        counts.setdefault(system, []).append(count)
    if not counts:
        raise CorpusError(f"{path} has no texts. {advice}")
    rows: list[Record] = []
    for system, some in counts.items():
        added = DocumentCounts(COUNTS, np.array(some).T)
        scores, ends = added.bootstrap(nugget_scores, n_bootstrap, seed)
        said = {"documents": int(added.total()[0]), "scores": scores, "intervals": ends}
        rows.append({"system": system} | said)
    return rows


def _judged(record: dict[str, Any]) -> tuple[str, list[str], dict[str, Any], str]:
    text, found, key = record["text"], record["found"], record["key"]
    if not isinstance(text, str) or not isinstance(found, list) or not isinstance(key, dict):
        raise TypeError("text must be a text, found a list and key an object")
    return str(record.get("system", "all")), list(map(str, found)), key, text


def nugget_table(rows: list[Record]) -> str:
    """The same as a plain table."""
    heads = f"{'documents':>9} {'F':>7} {'interval':>15} {'recall':>7} {'precision':>9}"
    lines = [f"{'system':24} {heads}"]
    for row in rows:
        f, recall, precision = map(score_text, row["scores"].values())
        ends = interval_text(row["intervals"].get("f"), score_text)
        cells = f"{row['documents']:>9,} {f:>7} {ends:>15} {recall:>7} {precision:>9}"
        lines.append(f"{fit(row['system'], 24)} {cells}")
    return "\n".join(lines)
