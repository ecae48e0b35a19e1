"""Scores as text for a terminal that is 80 characters wide."""

import textwrap
from collections.abc import Mapping, Sequence

import pandas as pd

from salience.evaluation.bootstrap import Interval
from salience.evaluation.human_references import HumanReference
from salience.evaluation.salience_scores import Scores
from salience.evaluation.significance import Difference
from salience.pages.terminal import WIDTH
from salience.text.formatting import fit, interval_text, percent

_NAME = 20
_GLUE = "\0"
"""Stands for a space where a line must not be broken."""
_SCORES = {"P": "precision", "R": "recall", "F1": "f1", "AUC": "auc", "AP": "ap"}
_BY_DOCUMENT = {
    "P": "macro_precision",
    "R": "macro_recall",
    "F1": "macro_f1",
    "P@1": "p_at_1",
    "R-prec": "r_precision",
    "MAP": "map",
    "nDCG@10": "ndcg_at_10",
}


def scores_table(rows: Sequence[tuple[str, Scores]], at: Mapping[str, str] | None = None) -> str:
    """Systems measured on the same labels, in percent, each with its 95 % intervals below it."""
    lines = [*_labelled(rows[0][1]), " " * _NAME + "".join(f"{name:>12}" for name in _SCORES)]
    for name, scores in rows:
        values = [getattr(scores, attribute) for attribute in _SCORES.values()]
        lines.append(fit(name, _NAME) + "".join(f"{percent(value):>12}" for value in values))
        shown = (f"{interval_text(scores.intervals.get(key)):>12}" for key in _SCORES.values())
        below = fit((at or {}).get(name, ""), _NAME - 2)
        lines.append(f"  {below}{''.join(shown)}")
    return "\n".join([*map(str.rstrip, lines), *_signatures(rows)])


def document_table(rows: Sequence[tuple[str, Scores]]) -> str:
    """Means over documents of each system's scores, in percent, and of Spearman's correlation."""
    first = rows[0][1]
    head = "".join(f"{name:>{_column_width(name)}}" for name in _BY_DOCUMENT)
    lines = [
        f"means over the documents where a score is defined; {first.documents_with_salient:,} of "
        f"{first.documents:,} with salient entities",
        f"{'':{_NAME}}{head} Spearman",
    ]
    for name, scores in rows:
        means = scores.by_document
        values = "".join(
            f"{percent(means[key]):>{_column_width(label)}}" for label, key in _BY_DOCUMENT.items()
        )
        spearman = means["spearman"]
        shown = "none" if spearman is None else f"{spearman:.2f}"
        lines.append(f"{fit(name, _NAME)}{values}{shown:>9}")
    return "\n".join(lines)


def difference_table(differences: Mapping[str, Difference], first: str = "model") -> str:
    """How much better the first system is than each other, in percentage points, with p-values."""
    return _differences(differences, fit(first, _NAME - 5).rstrip() + " less")


def gain_table(gains: Mapping[str, Difference], over: str) -> str:
    """What rows of a table gain, in percentage points, and the least p that its tests can show."""
    n = sum(p is not None for d in gains.values() for p in (d.p_f1, d.p_ap))
    least = min(1.0, n / (min((d.n_shuffles for d in gains.values()), default=0) + 1))
    return _differences(gains, f"over {over}", f", so that the least p is {least:.4f}")


def _differences(differences: Mapping[str, Difference], head: str, more: str = "") -> str:
    columns = "".join(f"{s:>9}{'p':>9}{'p Holm':>9}" for s in ("F1", "AP"))
    lines = [f"{head:{_NAME}}{columns}"]
    for name, d in differences.items():
        lines.append(
            f"{fit(name, _NAME)}{_points(d.f1):>9}{_p(d.p_f1)}{_p(d.holm_f1)}"
            f"{_points(d.ap):>9}{_p(d.p_ap)}{_p(d.holm_ap)}"
        )
    return "\n".join([*lines, *_how_tested(differences, more)])


def calibration_lines(rows: Sequence[tuple[str, Scores]]) -> str:
    """Brier score and calibration error of models: whether their probabilities can be trusted."""
    lines = [f"{'probabilities':{_NAME}}{'Brier score':>17}{'expected calibration error':>34}"]
    for name, scores in rows:
        shown = "".join(
            f" {_with_interval(getattr(scores, key), scores.intervals.get(key)):24}"
            for key in ("brier", "ece")
        )
        lines.append((fit(name, _NAME) + shown).rstrip())
    return "\n".join(lines)


def reference_lines(human: HumanReference, rows: Sequence[tuple[str, Scores]] = ()) -> str:
    """How well one abstract of a document predicts another, and how well systems predict one."""
    kappa = _with_interval(human.kappa, human.intervals.get("kappa"), 2)
    lines = [
        f"against one abstract of {human.documents:,} documents with {human.abstracts:.1f} on "
        "average",
        f"{'another abstract':{_NAME}} {_f1(human.f1, human.intervals.get('f1'))}, kappa {kappa}",
    ]
    lines += [
        f"{fit(name, _NAME)} {_f1(s.one_abstract_f1, s.intervals.get('one_abstract_f1'))}"
        for name, s in rows
    ]
    return "\n".join([*lines, human.signature]).rstrip()


def experiment_table(rows: Sequence[tuple[str, Scores]]) -> str:
    """Table 3 of Dunietz and Gillick (2014): in percent, and the best threshold of each row."""
    head = f"{'P':>5}{'R':>6}{'F1':>6}{'95 % of F1':>12}{'best F1':>8}{'at':>5}{'AP':>6}"
    lines = [*_labelled(rows[0][1]), f"{'row':{_NAME}}{head}"]
    for name, s in rows:
        interval = interval_text(s.intervals.get("f1"))
        best = "none" if s.best_threshold is None else f"{s.best_threshold:.2f}"
        lines.append(
            f"{fit(name, _NAME)}{percent(s.precision):>5}{percent(s.recall):>6}"
            f"{percent(s.f1):>6}{interval:>12}{percent(s.best_f1):>8}{best:>5}{percent(s.ap):>6}"
        )
    return "\n".join([*lines, *_signatures(rows)])


def curve_table(curve: pd.DataFrame) -> str:
    """A learning curve, in percent."""
    head = "".join(f"{label:>8}{f'95 % of {label}':>15}" for label in ("F1", "AP"))
    lines = [f"{'documents':>9}{head}"]
    for row in curve.to_dict("records"):
        values = "".join(
            f"{percent(None if pd.isna(row[key]) else row[key]):>8}"
            f"{interval_text(None if pd.isna(low) else (low, row[f'{key}_high'])):>15}"
            for key in ("f1", "ap")
            for low in [row[f"{key}_low"]]
        )
        lines.append(f"{row['documents']:>9,}{values}".rstrip())
    if "signature" in curve and len(curve):
        lines.append(str(curve["signature"].iloc[0]))
    return "\n".join(lines)


def _signatures(rows: Sequence[tuple[str, Scores]]) -> list[str]:
    """The signature that all rows share, then each threshold with the systems that have it."""
    at: dict[str, list[str]] = {}
    common = ""
    for name, scores in rows:
        shared, _, system = scores.signature.partition("|system=")
        common, threshold = _without_threshold(shared)
        label = fit(system or name, WIDTH).rstrip()
        at.setdefault(threshold, []).append(label.replace(" ", _GLUE))
    lines = [f"{threshold}: {', '.join(names)}" for threshold, names in at.items()]
    wrapped = (part for line in lines for part in textwrap.wrap(line, WIDTH))
    return [common, *(part.replace(_GLUE, " ") for part in wrapped)]


def _without_threshold(signature: str) -> tuple[str, str]:
    parts = signature.split("|")
    threshold = next((part for part in parts if part.startswith("threshold=")), "threshold=none")
    return "|".join(part for part in parts if part != threshold), threshold


def _f1(value: float | None, low_high: Interval | None) -> str:
    return f"F1 {percent(value)}" + (f" ({interval_text(low_high)})" if low_high else "")


def _how_tested(differences: Mapping[str, Difference], more: str) -> list[str]:
    n = sum(p is not None for d in differences.values() for p in (d.p_f1, d.p_ap))
    how = [f"shuffles={d.n_shuffles}@seed={d.seed}" for d in differences.values()]
    note = f"{', '.join(how[:1])}; Holm: corrected for all {n}{more}"
    approximate = "p: paired approximate randomization over documents"
    return textwrap.wrap(f"{approximate}, {note}", WIDTH) if how else []


def _labelled(scores: Scores) -> list[str]:
    share = f"{scores.salient / scores.entities:.1%}" if scores.entities else "none"
    lines = [f"documents {scores.documents:,}, entities {scores.entities:,}, salient {share}"]
    if scores.coverage is not None:
        interval = scores.intervals.get("coverage")
        lines.append(
            f"end to end: the pipeline found {percent(scores.coverage)}%"
            + (f" ({interval_text(interval)})" if interval else "")
            + " of what is salient"
        )
    return lines


def _with_interval(value: float | None, low_high: Interval | None, digits: int = 3) -> str:
    shown = "none" if value is None else f"{value:.{digits}f}"
    if low_high:
        shown += f" ({interval_text(low_high, lambda bound: f'{bound:.{digits}f}')})"
    return shown


def _points(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:+.1f}"


def _p(value: float | None) -> str:
    return f"{'none':>9}" if value is None else f"{value:>9.4f}"


def _column_width(label: str) -> int:
    return max(7, len(label) + 1)
