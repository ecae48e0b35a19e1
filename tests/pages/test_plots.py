"""Plots show the figures of their tables: what is drawn is compared with the other modules."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("agg")
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.text import Text

from salience import compare, evaluate, plots
from salience.errors import CorpusError, MissingExtraError
from salience.evaluation import named_system
from tests.support.pages import contrast, luminance

RANDOM = np.random.default_rng(7)
N = 400
SCORED = pd.DataFrame(
    {
        "document": RANDOM.integers(0, 30, N),
        "salient": RANDOM.random(N) < 0.3,
        "score": RANDOM.random(N).round(2),
        "first_sentence": pd.array(RANDOM.integers(0, 15, N), "Int64"),
    }
)
SCORED.loc[:3, "first_sentence"] = pd.NA
BINS = pd.DataFrame(
    {
        "mean_score": [0.1, np.nan, 0.8],
        "share": [0.2, np.nan, 0.7],
        "share_low": [0.1, np.nan, 0.4],
        "share_high": [0.3, np.nan, 0.9],
        "entities": [90, 0, 10],
    }
)
SYSTEMS = pd.DataFrame(
    {
        "system": ["all", "without mentions", "positional"],
        "f1": [0.58, 0.57, 0.38],
        "f1_low": [0.56, 0.55, 0.36],
        "f1_high": [0.6, 0.59, 0.4],
        "holm_f1": [None, 0.4, 0.001],
        "ap": [0.6, 0.5, 0.4],
    }
)
WEIGHTS = pd.DataFrame(
    {
        "group": ["mentions", "head-lex", "mentions", "head-lex", "share"],
        "feature": ["mentions=1", "head-lex=rain", "mentions=4", "head-lex=mayor", "share=2"],
        "weight": [-0.4, 0.1, 0.9, -1.5, 0.0],
    }
)
CURVE = pd.DataFrame(
    {
        "documents": [1000, 10, 100],
        "f1": [0.5, 0.3, 0.4],
        "f1_low": [0.45, 0.25, 0.35],
        "f1_high": [0.55, 0.35, 0.45],
        "ap": [0.6, 0.4, 0.5],
    }
)
REASONS = pd.DataFrame(
    {
        "words": [
            "any entity, before its features",
            "50% or more of the name in the headline",
            "from first to last mention 90% of the text or more",
            "first mentioned in the first sentence",
        ],
        "value": [-3.5, 0.9, 0.4, -0.2],
    }
)
PHRASES = pd.DataFrame(
    {
        "table": ["counts"] * 4 + ["EM"] * 4,
        "phrase": ["la", "sur", "chat", "noir"] * 2,
        "times": [7.0, 9.0, 1.0, 7.0] * 2,
        "bits": [1.2, 2.5, 0.0, 0.01, 0.3, 0.0, np.nan, 0.0],
    }
)
ALL = {
    plots.precision_recall: SCORED,
    plots.reliability: BINS,
    plots.ablation: SYSTEMS,
    plots.group_weights: WEIGHTS,
    plots.contributions: REASONS,
    plots.learning_curve: CURVE,
    plots.salience_by_position: SCORED,
    plots.phrase_entropies: PHRASES,
}
every_plot = pytest.mark.parametrize("plot", ALL, ids=lambda plot: plot.__name__)


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def line(ax: Axes, label: str) -> np.ndarray:
    """x and y of the line whose label starts so, of shape (2, n)."""
    [found] = [one for one in ax.lines if str(one.get_label()).startswith(label)]
    return np.array(found.get_data(), np.float64)


def dots(ax: Axes, label: str = "") -> np.ndarray:
    """Places of the markers of scatters, in order, of shape (n, 2)."""
    kept = [
        c
        for c in ax.collections
        if hasattr(c, "get_sizes") and str(c.get_label()).startswith(label)
    ]
    return np.concatenate([np.asarray(c.get_offsets()) for c in kept])


def bars(ax: Axes) -> np.ndarray:
    """Both ends of every interval, of shape (n, 2, 2)."""
    [found] = [c for c in ax.collections if c.get_label() == "95 % interval"]
    return np.array(found.get_segments())  # type: ignore[attr-defined]


def ticks(ax: Axes, axis: str) -> list[str]:
    return [text.get_text() for text in getattr(ax, f"get_{axis}ticklabels")()]


def test_precision_and_recall_are_those_of_evaluate() -> None:
    for threshold in (0.1, 0.5, 0.98):
        scores = evaluate(SCORED, threshold=threshold, n_bootstrap=0)
        ax = plots.precision_recall(SCORED, threshold)
        mark = line(ax, "threshold")
        assert mark.ravel() == pytest.approx([scores.recall, scores.precision])
        curve = line(ax, "AP")
        assert np.abs(curve - mark).sum(axis=0).min() == pytest.approx(0, abs=1e-9)
        assert curve.shape[1] == SCORED["score"].nunique()
        assert scores.ap is not None
        assert f"AP {100 * scores.ap:.1f} %" in [str(one.get_label()) for one in ax.lines]
        expected = f"threshold {threshold:.2f}: P {100 * scores.precision:.1f} %, R "
        assert any(str(one.get_label()).startswith(expected) for one in ax.lines)


def test_a_threshold_that_no_score_reaches_has_no_mark() -> None:
    ax = plots.precision_recall(SCORED, 1.5)
    assert np.isnan(line(ax, "threshold 1.50: no entity")[1]).all()
    assert len(plots.precision_recall(SCORED).lines) == 2


def test_labels_without_a_salient_entity_have_no_recall() -> None:
    with pytest.raises(CorpusError, match="no entity of the table is salient"):
        plots.precision_recall(SCORED.assign(salient=False))


def test_reliability_shows_every_bin_with_entities() -> None:
    ax = plots.reliability(BINS)
    assert dots(ax, "a bin") == pytest.approx(np.array([[0.1, 0.2], [0.8, 0.7]]))
    assert bars(ax)[:, :, 1] == pytest.approx(np.array([[0.1, 0.3], [0.4, 0.9]]))
    assert line(ax, "as predicted").tolist() == [[0, 1], [0, 1]]
    [few, many] = sorted(ax.collections[-1].get_sizes())  # type: ignore[attr-defined]
    assert many > few


def test_ablation_shows_intervals_and_what_differs() -> None:
    ax = plots.ablation(SYSTEMS)
    assert ticks(ax, "y") == list(SYSTEMS["system"]) and ax.yaxis_inverted()
    assert dots(ax, "the first") == pytest.approx(np.array([[0.58, 0]]))
    assert dots(ax, "p <") == pytest.approx(np.array([[0.38, 2]]))
    assert dots(ax, "p ≥") == pytest.approx(np.array([[0.57, 1]]))
    assert bars(ax)[:, :, 0] == pytest.approx(SYSTEMS[["f1_low", "f1_high"]].to_numpy())
    assert ax.lines[0].get_xdata()[0] == 0.58  # type: ignore[index]
    assert ax.get_xlabel().startswith("F1")


def test_a_system_without_a_p_value_is_not_shown_as_different() -> None:
    ax = plots.ablation(SYSTEMS.assign(holm_f1=[None, None, 0.001]))
    assert dots(ax, "no p") == pytest.approx(np.array([[0.57, 1]]))
    untested = plots.ablation(SYSTEMS.drop(columns="holm_f1"))
    assert len(dots(untested)) == 3 and "p" not in untested.get_xlabel()


def test_ablation_by_a_score_without_intervals_has_none() -> None:
    ax = plots.ablation(SYSTEMS, score="ap")
    assert dots(ax)[:, 0].tolist() == [0.6, 0.5, 0.4]
    assert ax.get_legend() is None and ax.get_xlabel() == "AP"


def test_a_comparison_is_drawn_with_its_p_values() -> None:
    table = pd.DataFrame(
        {
            "document": np.repeat(np.arange(20), 3),
            "entity": np.tile(np.arange(3), 20),
            "salient": np.tile([True, False, False], 20),
            "first_sentence": np.tile([0, 1, 2], 20),
            **{"named": 1, "nominal": 0, "pronominal": 0},
        }
    )
    systems = [named_system(name) for name in ("first-sentence", "every-entity")]
    drawn = plots.ablation(compare(table, systems).frame())
    assert any(text.startswith("p <") for text in drawn.get_legend_handles_labels()[1])


def test_weights_stand_in_rows_of_their_group_the_strongest_on_top() -> None:
    ax = plots.group_weights(WEIGHTS)
    assert ticks(ax, "y") == ["head-lex (2)", "mentions (2)"]
    drawn = sorted((round(row), weight) for weight, row in dots(ax).tolist())
    assert drawn == [(0, -1.5), (0, 0.1), (1, -0.4), (1, 0.9)]
    assert [text.get_text() for text in ax.texts] == ["head-lex=mayor\n-1.50", "mentions=4\n+0.90"]


def test_a_learning_curve_goes_from_few_documents_to_many() -> None:
    ax = plots.learning_curve(CURVE)
    assert line(ax, "F1").tolist() == [[10, 100, 1000], [0.3, 0.4, 0.5]]
    assert line(ax, "AP").tolist() == [[10, 100, 1000], [0.4, 0.5, 0.6]]
    band = ax.collections[0].get_paths()[0].vertices
    assert {(10, 0.25), (10, 0.35), (1000, 0.55)} <= set(map(tuple, np.round(band, 9)))
    assert ax.get_xscale() == "log" and ticks(ax, "x") == ["10", "100", "1,000"]
    sizes = np.geomspace(20, 20_000, 30).astype(int)
    many = plots.learning_curve(pd.DataFrame({"documents": sizes, "f1": 0.5}))
    assert {"100", "1,000", "10,000"} < set(ticks(many, "x")) and len(ticks(many, "x")) < 10
    assert plots.learning_curve(CURVE[1:].assign(documents=[10, 20])).get_xscale() == "linear"


def test_salience_by_position_is_a_mean_by_sentence() -> None:
    ax = plots.salience_by_position(SCORED)
    names = ["title", *map(str, range(1, 11)), "11+"]
    assert ticks(ax, "x") == names
    place = SCORED["first_sentence"].map(
        lambda s: "title" if pd.isna(s) else "11+" if s > 9 else str(int(s) + 1)
    )
    means = SCORED.groupby(place)[["salient", "score"]].mean().loc[names]
    assert line(ax, "share")[1] == pytest.approx(means["salient"].to_numpy())
    assert line(ax, "mean")[1] == pytest.approx(means["score"].to_numpy())
    low, high = bars(ax)[:, :, 1].T
    assert ((low <= means["salient"]) & (means["salient"] <= high)).all() and (low < high).any()
    without = plots.salience_by_position(SCORED.drop(columns="score"))
    assert len(without.lines) == 1


def test_intervals_are_those_of_the_library() -> None:
    """Of the share of all entities, the bootstrap of `evaluate` gives the same as precision."""
    table = SCORED.assign(score=1.0, first_sentence=0)
    scores = evaluate(table, threshold=0.5)
    [[low, high]] = bars(plots.salience_by_position(table))[:, :, 1]
    assert (low, high) == pytest.approx(scores.intervals["precision"])


def test_entropies_are_shares_by_range_of_each_table() -> None:
    heights = {
        str(bars.get_label()): [bar.get_height() for bar in bars]
        for bars in plots.phrase_entropies(PHRASES).containers
    }
    assert heights["counts"] == pytest.approx([0.5, 0, 0, 0.25, 0, 0.25])
    assert heights["EM"] == pytest.approx([2 / 3, 1 / 3, 0, 0, 0, 0])


@every_plot
def test_a_plot_draws_in_the_axes_it_is_given_and_makes_no_figure(plot) -> None:  # type: ignore[no-untyped-def]
    before = plt.get_fignums()
    figure, (left, right) = plt.subplots(1, 2)
    assert plot(ALL[plot], ax=right) is right
    assert right.has_data() and not left.has_data()
    assert plt.get_fignums() == [*before, figure.number]
    assert plot(ALL[plot]).figure.number != figure.number


@every_plot
@pytest.mark.parametrize("style", ["default", "dark_background"])
def test_all_of_a_plot_is_inside_its_figure_and_stands_out(plot, style: str) -> None:  # type: ignore[no-untyped-def]
    with plt.style.context(style):
        ax = plot(ALL[plot])
        ax.figure.canvas.draw()
        whole = ax.figure.bbox
        legend = ax.get_legend()
        labels = [text for text in (*ax.texts, ax.xaxis.label, ax.yaxis.label) if text.get_text()]
        shown = [*labels, *([legend] if legend else [])]
        for box in (one.get_window_extent() for one in shown):
            assert whole.x0 <= box.x0 and box.x1 <= whole.x1
            assert whole.y0 <= box.y0 and box.y1 <= whole.y1
        assert ax.get_xlabel() and all(text.get_fontsize() >= 8 for text in ax.texts)
        back = luminance(ax.get_facecolor())
        for artist in ax.lines:
            assert contrast(luminance(artist.get_color()), back) >= 3, to_hex(artist.get_color())


@pytest.mark.parametrize(
    "plot",
    [
        plots.ablation,
        plots.group_weights,
        plots.contributions,
        plots.phrase_entropies,
    ],
)
def test_a_name_with_dollars_is_drawn_as_it_is(plot) -> None:  # type: ignore[no-untyped-def]
    evil = "$\\frac{$"
    table = ALL[plot].rename(columns={"ap": evil})
    names = table.select_dtypes(exclude=["number", "bool"]).columns.difference(["holm_f1"])
    table = table.assign(**{name: [f"{evil}{i % 3}" for i in range(len(table))] for name in names})
    option = {plots.ablation: {"score": evil}}
    ax = plot(table, **option.get(plot, {}))
    ax.figure.canvas.draw()
    shown = [t.get_text() for t in ax.figure.findobj(Text) if "frac" in t.get_text()]
    assert shown and all(evil in text for text in shown)


@pytest.mark.parametrize("plot", [plots.precision_recall, plots.salience_by_position])
@pytest.mark.parametrize(
    "column, value, message",
    [
        ("salient", "False", "'salient' must be true or false, but is 'False' in row 3"),
        ("salient", None, "'salient' must be true or false, but is None in row 3"),
        ("score", np.nan, "'score' must be a number from 0 to 1, but is nan in row 3"),
        ("score", 1.5, "'score' must be a number from 0 to 1, but is 1.5 in row 3"),
        ("document", None, "'document' is missing in row"),
    ],
)
def test_what_is_no_label_score_or_document_is_not_drawn(plot, column, value, message) -> None:  # type: ignore[no-untyped-def]
    table = SCORED.astype({column: object})
    table.loc[3, column] = value
    with pytest.raises(CorpusError, match=message):
        plot(table)


def test_features_of_the_same_words_are_one_bar() -> None:
    more = pd.DataFrame({"words": [REASONS["words"][1]] * 2, "value": [3.0, -0.2]})
    ax = plots.contributions(pd.concat([REASONS, more], ignore_index=True))
    words = [REASONS["words"][i] for i in (1, 0, 2, 3)]
    assert ticks(ax, "y") == [*words, "logit"]
    values = [bar.get_width() for bar in ax.patches]
    assert values == pytest.approx([3.7, -3.5, 0.4, -0.2, 0.4])


def test_long_names_are_cut() -> None:
    ax = plots.group_weights(WEIGHTS.assign(group="a group of weights " * 9))
    [name] = ticks(ax, "y")
    assert len(name) == 34 and name.endswith("… (4)")
    ax = plots.ablation(SYSTEMS.assign(system="a system " * 9))
    assert {len(name) for name in ticks(ax, "y")} == {40}


@every_plot
def test_a_table_without_rows_gives_an_empty_plot_or_says_why_not(plot) -> None:  # type: ignore[no-untyped-def]
    if plot is plots.precision_recall:
        with pytest.raises(CorpusError, match="salient"):
            plot(ALL[plot][:0])
    else:
        plot(ALL[plot][:0]).figure.canvas.draw()


@every_plot
def test_a_missing_column_is_named(plot) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CorpusError, match=rf"no column '\w+', which 'plots.{plot.__name__}' needs"):
        plot(pd.DataFrame({"other": [1]}))


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'salience\[plots\]'"):
        plots.precision_recall(SCORED)
