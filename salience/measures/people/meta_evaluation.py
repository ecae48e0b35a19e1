"""Which measure to trust: measures held against people's ratings, and against people's texts."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from salience.arrays import Float64Array
from salience.errors import CorpusError
from salience.grouping import grouped
from salience.measures.people.correlation import (
    METHODS,
    Correlation,
    Method,
    Pair,
    partition_correlations,
    with_intervals,
)
from salience.measures.people.qarla import Similarities, best_set, jack, king, orange, queen
from salience.measures.texts.comparison import MeasuredSystem
from salience.measures.texts.measure import Measure, Settings
from salience.measures.texts.tokens import Text, composed
from salience.types import Record

Ratings = Mapping[tuple[str, str], float]
"""By document and system, what people gave the text."""


@dataclass(frozen=True, slots=True)
class MeasureAgainstRatings:
    """How far a measure goes with ratings of a `text`, a `system` or `groups of 4` texts (`level`);
    the sign of measures that fall is changed. Intervals are over documents; of groups, over
    partitions.
    """

    measure: str
    scale: str
    level: str
    correlations: Mapping[Method, Correlation]

    def to_dict(self) -> Record:
        """The same as a JSON object."""
        record: Record = {"measure": self.measure, "scale": self.scale, "level": self.level}
        for method, c in self.correlations.items():
            said = c.to_dict()
            record |= {method: said["value"], f"{method}_interval": said["interval"]}
        return record | {"items": next(iter(self.correlations.values())).n}


def against_ratings(
    rows: Sequence[MeasuredSystem],
    documents: Mapping[str, Sequence[str]],
    ratings: Ratings,
    scale: str,
    *,
    lengths: Ratings | None = None,
    group: int | None = None,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> list[MeasureAgainstRatings]:
    """Correlate measures with ratings of the same texts, one by one and by system.

    `documents` has by measure the ids of those that it has counted; texts without a rating are left
    out. A system has the score of the rated documents together, and their mean rating. `lengths`
    say what the rating of a text weighs in that mean (Leusch et al. 2005, section 4). With `group`
    also means of random groups of so many texts are correlated, by Pearson, over 1,000 partitions:
    their mean and middle 95 % (Dorr et al. 2005, 5); a measure of too few texts has none.
    """
    results, most = [], 0
    for name, measured in grouped((row.measure.name, row) for row in rows).items():
        texts, systems = _pairs(measured, documents[name], ratings, lengths)
        n = len(documents[name])
        for level, pair in (("text", texts), ("system", systems)):
            correlations = with_intervals(pair, n, METHODS, n_bootstrap, seed)
            results.append(MeasureAgainstRatings(name, scale, level, correlations))
        if group is not None:
            means = _of_groups(*texts(np.ones(n)), group, seed)
            results.append(MeasureAgainstRatings(name, scale, f"groups of {group}", means))
            most = max(most, means["pearson"].n)
    if group is not None and most < 2:
        raise CorpusError(
            f"no measure has the rated texts of two groups of {group}. Give more texts, or smaller "
            "groups."
        )
    return results


def _of_groups(
    measure: Float64Array, people: Float64Array, size: int, seed: int
) -> dict[Method, Correlation]:
    """The mean correlation over partitions, NaN of fewer than two groups, and its spread."""
    mean = Correlation("pearson", np.nan, np.nan, len(measure) // size)
    if mean.n >= 2:
        some = partition_correlations(measure, people, size, seed=seed)
        if len(some := some[~np.isnan(some)]):
            low, high = np.quantile(some, [0.025, 0.975]).tolist()
            mean = replace(mean, value=float(some.mean()), interval=(low, high))
    return {"pearson": mean}


def _pairs(
    measured: Sequence[MeasuredSystem],
    documents: Sequence[str],
    ratings: Ratings,
    lengths: Ratings | None,
) -> tuple[Callable[[Float64Array], Pair], Callable[[Float64Array], Pair]]:
    """Scores (greater is better) and ratings of texts and of systems, by weights of documents."""
    measure = measured[0].measure
    sign = 1 if measure.rises else -1
    keys = [[(id, m.system) for id in documents] for m in measured]
    given = np.array([[ratings.get(key, np.nan) for key in row] for row in keys])
    long = np.array([[lengths[key] if lengths else 1.0 for key in row] for row in keys])
    if np.isfinite(given).sum() < 2:
        raise CorpusError(
            "fewer than two of the texts that were measured have a rating. Give ratings whose "
            "topic is the id of a document and whose system is the name of a file."
        )
    counts = [m.result.counts.values for m in measured]
    scores = np.array([[sign * measure.value(count) for count in each.T] for each in counts])

    def texts(weights: Float64Array) -> Pair:
        known = np.isfinite(given) & np.isfinite(scores)
        times = np.broadcast_to(weights.astype(int), known.shape)[known]
        return np.repeat(scores[known], times), np.repeat(given[known], times)

    def systems(weights: Float64Array) -> Pair:
        made, means = [], []
        for count, rated, lengths in zip(counts, given, long, strict=True):
            known = np.isfinite(rated)
            if not (weights * known).any():
                continue
            score = sign * measure.value(count @ (weights * known))
            if np.isfinite(score):
                made.append(score)
                weighed = (weights * lengths)[known]
                means.append(float(np.average(rated[known], weights=weighed)))
        return np.array(made), np.array(means)

    return texts, systems


def similarities(
    measure: Measure,
    systems: Mapping[str, Sequence[Text]],
    references: Sequence[Sequence[Text]],
    settings: Settings | None = None,
) -> list[Similarities | None]:
    """How alike the texts of each document are; None where fewer than two people wrote one."""
    return [
        _similarities(measure, [made[i] for made in systems.values()], people, settings)
        if len(people) >= 2
        else None
        for i, people in enumerate(references)
    ]


def qarla_scores(by_document: Sequence[Similarities | None]) -> dict[str, float]:
    """QARLA and ORANGE of a measure, means over documents with two people's texts or more; QUEEN
    (here the highest of a system) and JACK need three, KING four.
    """
    alike = [each for each in by_document if each is not None]
    several = [each for each in alike if each.models.shape[1] >= 3]
    most = [each for each in several if each.models.shape[1] >= 4]
    scores = {"documents": float(len(alike))}
    if most:
        scores["king"] = float(np.mean([king(each) for each in most]))
    if several:
        scores["queen"] = float(np.mean([queen(each) for each in several], axis=0).max())
        scores["jack"] = float(np.mean([jack(each) for each in several]))
    if alike:
        scores["orange"] = float(np.mean([_orange(each) for each in alike]))
    return scores


def best_measures(
    by_measure: Mapping[str, Mapping[str, Similarities | None]],
) -> tuple[tuple[str, ...], dict[str, float]] | None:
    """The set of measures with the highest KING, and its scores; None if too few people wrote."""
    stacked = []
    for id in next(iter(by_measure.values())):
        some = [alike for each in by_measure.values() if (alike := each.get(id)) is not None]
        if len(some) == len(by_measure) and some[0].models.shape[1] >= 4:
            names = ("models", "peers", "among_peers")
            sides = ([getattr(alike, name) for alike in some] for name in names)
            stacked.append(Similarities(*map(np.concatenate, sides)))
    if not stacked:
        return None
    best = best_set(stacked)
    scores = qarla_scores([each.by_measures(best) for each in stacked])
    return tuple(list(by_measure)[i] for i in best), scores


def _similarities(
    measure: Measure, peers: Sequence[Text], people: Sequence[Text], settings: Settings | None
) -> Similarities:
    """How alike the texts of a document are; not defined is not alike."""
    peers, people = [*map(composed, peers)], [*map(composed, people)]
    count = measure.counter(measure.settings(settings), [[*people, *peers]])
    sign = 1 if measure.rises else -1

    def grid(texts: Sequence[Text], others: Sequence[Text]) -> Float64Array:
        values = [[sign * measure.value(count(a, [b])) for b in others] for a in texts]
        return np.nan_to_num(np.array([values]), nan=-np.inf)

    return Similarities(grid(people, people), grid(peers, people), grid(peers, peers))


def _orange(alike: Similarities) -> float:
    n = alike.models.shape[1]
    others = alike.models[0][~np.eye(n, dtype=bool)].reshape(n, n - 1).mean(axis=1)
    return orange(others, alike.peers[0].mean(axis=1))


def trust_table(
    rated: Sequence[MeasureAgainstRatings],
    texts: Mapping[str, Mapping[str, float]],
    best: tuple[tuple[str, ...], dict[str, float]] | None = None,
) -> str:
    """What `against_ratings` and, by measure, `qarla_scores` give, with `best_measures`."""
    lines = [*_rated_lines(rated), *_text_lines(texts)]
    if best is not None:
        names, scores = best
        lines += textwrap.wrap(f"best set by KING, {scores['king']:.2f}: {', '.join(names)}", 80)
    return "\n".join(line.rstrip() for line in lines)


def _rated_lines(rated: Sequence[MeasureAgainstRatings]) -> Iterator[str]:
    for scale, level in dict.fromkeys((row.scale, row.level) for row in rated):
        rows = [row for row in rated if (row.scale, row.level) == (scale, level)]
        items = max(c.n for row in rows for c in row.correlations.values())
        methods = rows[0].correlations
        yield f"{scale}, by {level} ({items:,})"
        yield f"{'measure':13} " + "".join(f"{method.capitalize():21}" for method in methods)
        for row in rows:
            cells = (_cell(row.correlations[method]) for method in methods)
            yield f"{row.measure:13} " + "".join(f"{cell:21}" for cell in cells)
        yield ""


def _cell(correlation: Correlation) -> str:
    if correlation.value != correlation.value:
        return "    -"
    ends = correlation.interval
    return f"{correlation.value:5.2f}" + (" [{:.2f}, {:.2f}]".format(*ends) if ends else "")


def _text_lines(texts: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    documents = max((int(scores["documents"]) for scores in texts.values()), default=0)
    if not documents:
        yield "no document has texts by two people or more, to tell them from systems' texts"
        return
    yield f"people's texts against systems' ({documents:,} documents); of ORANGE less is better"
    names = ("king", "queen", "jack", "orange")
    yield f"{'measure':13}" + "".join(f"{name.upper():>8}" for name in names)
    for measure, scores in texts.items():
        cells = (f"{scores[name]:.2f}" if name in scores else "-" for name in names)
        yield f"{measure:13}" + "".join(f"{cell:>8}" for cell in cells)
