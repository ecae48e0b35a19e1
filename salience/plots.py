"""Plots of the library's tables, with matplotlib (`pip install 'salience[plots]'`).

Each function takes a table and returns the Axes that it drew in: those given as `ax`, else those of
a new figure. None shows or saves anything. Shares are drawn in percent. Colours are Okabe and Ito's
(2008), those that stand out from white and from black; markers differ too, so that no plot needs
its colours. Text and frame are in the colours of the matplotlib style, so a dark one works.

A table without a column that is drawn is a `CorpusError`, and so are labels and scores that
`evaluate` would refuse; without matplotlib there is a `MissingExtraError`. A `$` in a name is shown
as it is, and long names are cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.metrics import average_precision_score, precision_recall_curve

from salience.arrays import Float64Array
from salience.errors import CorpusError, MissingExtraError
from salience.evaluation.bootstrap import LEVEL, shares
from salience.features.table_rules import check_scored, refuse_column
from salience.text.formatting import one_line
from salience.wordalign.phrases.analysis import shares_by_range

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#808080"
_SERIES = (BLUE, ORANGE, GREY)
_HATCHES = ("", "", "//", "..")
_CLOSE = {"columnspacing": 1, "handletextpad": 0.4}
_LONGEST = 40  # characters of a name
_TICKS = 10
LAST_SENTENCE = 10
"""`salience_by_position` puts all later sentences together."""

ALPHA = 0.05
_SAMPLES = 1000
_INTERVAL = f"{LEVEL} % interval"
_NAMES = {"f1": "F1", "ap": "AP", "auc": "AUC", "brier": "Brier score", "ece": "ECE"}


def precision_recall(
    table: pd.DataFrame, threshold: float | None = None, *, ax: Axes | None = None
) -> Axes:
    """Precision at every recall, over all entities.

    Args:
        table: A row per entity, with `salient` and `score`, as `evaluate` takes it.
        threshold: Mark where entities with at least this score are predicted to be salient.

    Raises:
        CorpusError: If a column is missing, a label or score is none, or no entity is salient.

    Example:
        >>> table = pd.DataFrame({"salient": [True, False], "score": [0.8, 0.3]})
        >>> precision_recall(table, threshold=0.5).get_ylabel()
        'precision'
    """
    _check_scored(table, ("salient", "score"), "precision_recall")
    y, score = table["salient"].to_numpy().astype(bool), table["score"].to_numpy(np.float64)
    if not y.any():
        raise CorpusError("no entity of the table is salient, so there is no recall to draw.")
    ax = _axes(ax)
    precision, recall, _ = precision_recall_curve(y, score)
    label = f"AP {_percent(average_precision_score(y, score))}"
    # The last point, precision 1 at recall 0, belongs to no threshold.
    ax.plot(recall[:-1], precision[:-1], color=BLUE, drawstyle="steps-post", label=label)
    ax.axhline(y.mean(), color=GREY, linestyle="--", label=f"every entity, {_percent(y.mean())}")
    if threshold is not None:
        predicted = score >= threshold
        hits = (predicted & y).sum()
        at_recall, at = hits / y.sum(), hits / predicted.sum() if predicted.any() else np.nan
        where = f"P {_percent(at)}, R {_percent(at_recall)}" if predicted.any() else "no entity"
        label = f"threshold {threshold:.2f}: {where}"
        ax.plot([at_recall], [at], "o", color=ORANGE, markersize=9, label=label, zorder=3)
    ax.set(xlabel="recall", ylabel="precision", xlim=(0, 1.02), ylim=(0, 1.02))
    return _finished(ax, "xy", legend="inside")


def reliability(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How often entities of a probability are salient: on the diagonal where it can be trusted.

    Args:
        table: A row per bin, with `mean_score`, `share`, `share_low`, `share_high` and `entities`
            (the area of the markers). Bins without entities are left out.

    Example:
        >>> bins = pd.DataFrame({"mean_score": [0.1, 0.8], "share": [0.2, 0.7], "entities": [50, 9],
        ...     "share_low": [0.1, 0.4], "share_high": [0.3, 0.9]})
        >>> reliability(bins).get_xlabel()
        'mean probability'
    """
    _check(table, ("mean_score", "share", "share_low", "share_high", "entities"), "reliability")
    ax = _axes(ax, (5.2, 4.8))
    filled = table[table["entities"] > 0]
    x, share = filled["mean_score"], filled["share"]
    ax.plot([0, 1], [0, 1], color=GREY, linestyle="--", label="as predicted")
    ax.vlines(x, filled["share_low"], filled["share_high"], color=BLUE, label=_INTERVAL)
    area = 20 + 180 * filled["entities"] / filled["entities"].max()
    ax.scatter(x, share, s=area, color=BLUE, label="a bin; its area: entities", zorder=3)
    ax.set(xlabel="mean probability", ylabel="share that is salient")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    return _finished(ax, "xy", legend="above")


def ablation(table: pd.DataFrame, *, score: str = "f1", ax: Axes | None = None) -> Axes:
    """Systems below each other by one score, with intervals and a line at the first of them.

    Args:
        table: A row per system, with `system`, the score (0 to 1) and, where there are any, its
            interval as `<score>_low` and `<score>_high` and the p-value of its difference from the
            first row as `holm_<score>`, which the markers show.
        score: The column that is drawn.

    Example:
        >>> systems = pd.DataFrame({"system": ["all", "without mentions"], "f1": [0.58, 0.51]})
        >>> [text.get_text() for text in ablation(systems).get_yticklabels()]
        ['all', 'without mentions']
    """
    _check(table, ("system", score), "ablation")
    ax = _axes(ax, (6.4, 1.4 + 0.36 * len(table)))
    rows, values = np.arange(len(table)), _numbers(table, score)
    names = (f"{score}_low", f"{score}_high", f"holm_{score}")
    low, high, p = (_numbers(table, name) for name in names)
    if len(table):
        ax.axvline(values[0], color=GREY, linestyle="--")
    if not np.isnan(low).all():
        ax.hlines(rows, low, high, color=BLUE, label=_INTERVAL)
    tested = not np.isnan(p).all()
    back, others = ax.get_facecolor(), rows > 0
    kinds: dict[str | None, tuple[Any, str, Any, str]] = {None: (rows >= 0, "o", BLUE, BLUE)}
    if tested:
        kinds = {
            "the first": (~others, "D", GREY, GREY),
            f"p < {ALPHA}": (others & (p < ALPHA), "o", BLUE, BLUE),
            f"p ≥ {ALPHA}": (others & (p >= ALPHA), "o", back, BLUE),
            "no p": (others & np.isnan(p), "s", back, BLUE),
        }
    for label, (chosen, marker, face, edge) in kinds.items():
        if chosen.any():
            style = {"marker": marker, "color": face, "edgecolor": edge, "label": label}
            ax.scatter(values[chosen], rows[chosen], s=45, zorder=3, **style)
    _rows(ax, table["system"])
    against = " (p: of the difference from the first)" if tested else ""
    ax.set_xlabel(f"{_NAMES.get(score, score)}{against}", parse_math=False)
    return _finished(ax, "x", legend="above" if ax.get_legend_handles_labels()[0] else None)


def group_weights(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The weight of every feature, a dot each, by feature group; the strongest has its name.

    Args:
        table: A row per feature, with `group`, `feature` and `weight`. Weights of 0 are left out.

    Example:
        >>> weights = pd.DataFrame({"group": ["1st-loc", "1st-loc", "head-lex"], "feature":
        ...     ["1st-loc=2", "1st-loc=5", "head-lex=mayor"], "weight": [1.2, -0.7, 0.1]})
        >>> [text.get_text() for text in group_weights(weights).get_yticklabels()]
        ['1st-loc (2)', 'head-lex (1)']
    """
    _check(table, ("group", "feature", "weight"), "group_weights")
    size = table["weight"].abs()
    ordered = table.assign(strongest=-size)[size > 0].sort_values(["strongest", "feature"])
    groups = list(ordered.groupby("group", sort=False))
    ax = _axes(ax, (6.4, 1.2 + 0.55 * len(groups)))
    random = np.random.default_rng(0)
    ax.axvline(0, color=GREY, linewidth=1)
    for row, (_, part) in enumerate(groups):
        spread = random.uniform(-0.2, 0.2, len(part)) if len(part) > 1 else np.zeros(1)
        weights = part["weight"].to_numpy(np.float64)
        for sign, colour in ((1, BLUE), (-1, ORANGE)):
            chosen = np.sign(weights) == sign
            ax.scatter(weights[chosen], (row + spread)[chosen], s=18, color=colour, alpha=0.6)
        first = f"{one_line(str(part['feature'].iloc[0]), 24)}\n{weights[0]:+.2f}"
        style: dict[str, Any] = {"va": "center", "size": "small", "parse_math": False}
        ax.text(1.02, row, first, transform=ax.get_yaxis_transform(), **style)
    _rows(ax, [f"{one_line(str(name), _LONGEST - 10)} ({len(part):,})" for name, part in groups])
    ax.set_xlabel("weight (positive: more probably salient); right: the strongest")
    return _finished(ax, "x", percent=False)


def contributions(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """What an entity's features add to its logit, the strongest on top; their sum below.

    Args:
        table: A row per feature, with `words` and `value`: `explanation.to_frame()`. Features with
            the same words are one bar.

    Example:
        >>> table = pd.DataFrame({"words": ["bias", "in the headline"], "value": [-1.5, 0.8]})
        >>> [text.get_text() for text in contributions(table).get_yticklabels()]
        ['bias', 'in the headline', 'logit']
    """
    _check(table, ("words", "value"), "contributions")
    bars = table.assign(value=_numbers(table, "value")).groupby("words", sort=False)["value"].sum()
    bars = bars.sort_values(key=abs, ascending=False, kind="stable")
    value = np.append(bars, bars.sum())
    ax = _axes(ax, (6.4, 0.8 + 0.3 * len(value)))
    colours = [*(BLUE if v >= 0 else ORANGE for v in value[:-1]), GREY]
    ax.barh(np.arange(len(value)), value, color=colours, height=0.7)
    ax.axvline(0, color=GREY, linewidth=1)
    _rows(ax, [*bars.index, "logit"], 2 * _LONGEST)
    ax.set_xlabel("added to the logit")
    return _finished(ax, "x", percent=False)


def learning_curve(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """F1 and AP by the number of training documents, with intervals.

    The axis of documents is logarithmic if their numbers differ tenfold.

    Args:
        table: A row per number of documents, with `documents`, and `f1`, `ap` or both, each with
            its interval as `<score>_low` and `<score>_high` where there is one.

    Example:
        >>> curve = pd.DataFrame({"documents": [10, 100], "f1": [0.4, 0.5], "f1_low": [0.3, 0.4],
        ...     "f1_high": [0.5, 0.6]})
        >>> learning_curve(curve).get_xscale()
        'log'
    """
    scores = [name for name in ("f1", "ap") if name in table.columns]
    _check(table, ("documents", *(scores or ["f1"])), "learning_curve")
    ax = _axes(ax)
    ordered = table.sort_values("documents")
    documents = ordered["documents"]
    styles = {"f1": (BLUE, "o-"), "ap": (ORANGE, "s--")}
    for name in scores:
        colour, style = styles[name]
        ends = (_numbers(ordered, f"{name}_low"), _numbers(ordered, f"{name}_high"))
        ax.fill_between(documents, *ends, color=colour, alpha=0.2, linewidth=0)
        ax.plot(documents, ordered[name], style, color=colour, label=_NAMES[name])
    if len(documents) and documents.max() >= 10 * documents.min() > 0:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter(lambda n, _: f"{n:,.0f}")
        if len(documents) <= _TICKS:
            ax.set_xticks(documents, [f"{n:,}" for n in documents])
        ax.minorticks_off()
    ax.set(xlabel="training documents", ylabel=f"score, with its {_INTERVAL}")
    return _finished(ax, "y", legend="inside")


def salience_by_position(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The share of entities that is salient, by the sentence of their first mention.

    The interval is the bootstrap's over documents, which has no width where a share is 0 or 1.

    Args:
        table: A row per entity, with `document`, `first_sentence` (from 0; missing for an entity
            of the title alone) and `salient`; if it has `score`, its mean is drawn beside.

    Example:
        >>> table = pd.DataFrame({"document": ["a", "a", "b"], "first_sentence": [0, 14, 0],
        ...     "salient": [True, False, False]})
        >>> [text.get_text() for text in salience_by_position(table).get_xticklabels()]
        ['1', '11+']
    """
    _check_scored(table, ("document", "first_sentence", "salient"), "salience_by_position")
    first = pd.to_numeric(table["first_sentence"]).astype("Float64")
    place = first.clip(upper=LAST_SENTENCE).fillna(-1).astype(int).to_numpy()
    places = np.unique(place)
    ax = _axes(ax)
    where = np.arange(len(places))
    documents, ids = pd.factorize(table["document"], sort=True)
    shape = len(places), len(ids)
    cells = np.ravel_multi_index((np.searchsorted(places, place), documents), shape)
    salient, entities = (
        np.bincount(cells, weights, len(places) * len(ids)).reshape(shape).astype(np.float64)
        for weights in (table["salient"].to_numpy().astype(np.float64), None)
    )
    share, low, high = shares(salient, entities, _SAMPLES, seed=0)
    low, high = (np.where(np.isnan(end), share, end) for end in (low, high))
    ax.vlines(where, low, high, color=BLUE, label=_INTERVAL)
    ax.plot(where, share, "o", color=BLUE, label="share that is salient")
    if "score" in table.columns:
        score = np.bincount(cells // len(ids), _numbers(table, "score")) / entities.sum(axis=1)
        ax.plot(where, score, "D", color=ORANGE, fillstyle="none", label="mean probability")
    names = {-1: "title", LAST_SENTENCE: f"{LAST_SENTENCE + 1}+"}
    ax.set_xticks(where, [names.get(int(p), str(p + 1)) for p in places])
    ax.set(xlabel="sentence of the first mention", ylabel="share of the entities")
    ax.set_ylim(bottom=0)
    return _finished(ax, "y", legend="above")


def phrase_entropies(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many phrases are open and how many are settled (Figure 2 of DeNero et al. 2006).

    Args:
        table: A row per phrase table and source phrase, with `table` and `bits`, as
            `salience.wordalign.phrase_rows` makes them. Phrases without an entropy are left out.

    Example:
        >>> phrases = pd.DataFrame({"table": ["counts", "counts"], "bits": [0.0, 1.2]})
        >>> [float(bar.get_height()) for bar in phrase_entropies(phrases).patches]
        [0.5, 0.0, 0.0, 0.5, 0.0, 0.0]
    """
    _check(table, ("table", "bits"), "phrase_entropies")
    ax = _axes(ax)
    parts = list(table.groupby("table", sort=False))
    width = 0.8 / max(len(parts), 1)
    ranges = list(shares_by_range(np.empty(0)))
    for i, (name, part) in enumerate(parts):
        shared = shares_by_range(_numbers(part, "bits"))
        where = np.arange(len(shared)) + (i - (len(parts) - 1) / 2) * width
        colour = _SERIES[i % len(_SERIES)]
        bars: dict[str, Any] = {"color": colour if i % 2 == 0 else "none", "edgecolor": colour}
        bars |= {"hatch": _HATCHES[i % len(_HATCHES)], "label": one_line(str(name), _LONGEST)}
        ax.bar(where, list(shared.values()), 0.85 * width, **bars)
    ax.set_xticks(range(len(ranges)), [name.replace("-", "–") for name in ranges])
    ax.set(xlabel="entropy of what a phrase becomes, in bits", ylabel="share of the phrases")
    return _finished(ax, "y", legend="above" if parts else None)


def _axes(ax: Axes | None, size: tuple[float, float] | None = None) -> Axes:
    """The given Axes, or those of a new figure."""
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise MissingExtraError(
            "plots need matplotlib. Install it: pip install 'salience[plots]'."
        ) from error
    return ax if ax is not None else pyplot.subplots(figsize=size, layout="constrained")[1]


def _finished(ax: Axes, along: str, *, percent: bool = True, legend: str | None = None) -> Axes:
    """The same Axes with what all plots share: a grid, a frame, a legend `inside` or `above`.

    Values are along `x`, `y` or both; they may be shares, shown in percent.
    """
    for axis in (getattr(ax, f"{name}axis") for name in along):
        axis.grid(True, color=GREY, alpha=0.25, linewidth=0.8)
        if percent:
            axis.set_major_formatter(lambda share, _: f"{round(100 * share, 6):g} %")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if legend == "inside":
        ax.legend(frameon=False, handlelength=3.2)
    if legend == "above":
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3, frameon=False, **_CLOSE)
    made = ax.get_legend()
    for text in made.get_texts() if made else ():
        text.set_parse_math(False)
    return ax


def _rows(ax: Axes, names: Iterable[object], longest: int = _LONGEST) -> None:
    """Name the rows of a plot, the first on top."""
    shown = [one_line(str(name), longest) for name in names]
    ax.set_yticks(range(len(shown)), shown, parse_math=False)
    ax.set_ylim(max(len(shown), 1) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)


def _numbers(table: pd.DataFrame, name: str) -> Float64Array:
    """A column as numbers; NaN throughout if the table has none of that name."""
    if name not in table.columns:
        return np.full(len(table), np.nan)
    return pd.to_numeric(table[name]).to_numpy(np.float64, na_value=np.nan)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _check_scored(table: pd.DataFrame, names: Iterable[str], function: str) -> None:
    """Check labels and scores as `evaluate` does; columns that are not drawn may be missing."""
    _check(table, names, function)
    absent = {name: 0 for name in ("document", "score") if name not in table.columns}
    check_scored(table.assign(**absent), f"plots.{function}")


def _check(table: pd.DataFrame, names: Iterable[str], function: str) -> None:
    there = ", ".join(map(str, table.columns)) or "none"
    for name in names:
        if name not in table.columns:
            refuse_column(name, f"plots.{function}", advice=f"Its columns are: {there}.")
