"""Scores of coreference: MUC, B³, CEAF, LEA, mention detection, and their CoNLL mean.

They follow Pradhan et al. (2014, "Scoring coreference partitions of predicted mentions: a
reference implementation", ACL), where nothing is done to key or response: a mention that only one
of them has counts as missed or as wrong. LEA is Moosavi and Strube's (2016, "Which coreference
evaluation metric do you trust?", ACL).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linear_sum_assignment

from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts, Interval
from salience.tables.signature import signature
from salience.text.formatting import interval_text
from salience.types import Figures

Clusters = Iterable[Iterable[Hashable]]
"""Entities of one document, each with its mentions: whatever can be compared and hashed."""

MEASURES = ("mentions", "muc", "b_cubed", "ceafe", "ceafm", "lea")
CONLL = ("muc", "b_cubed", "ceafe")
_NAMES = ("mentions", "MUC", "B³", "CEAFe", "CEAFm", "LEA")
_COUNTED = tuple(
    f"{measure} {count}"
    for measure in MEASURES
    for count in ("of the key found", "in the key", "of the response found", "in the response")
)


@dataclass(frozen=True, slots=True)
class CorefScores(Figures):
    """Recall, precision and F1 by measure, from 0 to 1; `conll` as CoNLL has it."""

    documents: int
    recall: Mapping[str, float]
    precision: Mapping[str, float]
    f1: Mapping[str, float]
    conll: float
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    signature: str = ""

    def __str__(self) -> str:
        lines = [f"{'':9}{'P':>7}{'R':>7}{'F1':>7}{'95 % of F1':>14}"]
        for measure, name in zip(MEASURES, _NAMES, strict=True):
            values = (self.precision[measure], self.recall[measure], self.f1[measure])
            shown = "".join(f"{100 * value:7.1f}" for value in values)
            lines.append(f"{name:9}{shown}{self._interval(measure):>14}".rstrip())
        mean = f"{'CoNLL F1':9}{'':14}{100 * self.conll:7.1f}{self._interval('conll'):>14}"
        return "\n".join([*lines, mean.rstrip(), self.signature])

    def _interval(self, name: str) -> str:
        return interval_text(self.intervals.get(name))


def score_coref(
    pairs: Iterable[tuple[Clusters, Clusters]],
    *,
    singletons: bool = True,
    n_bootstrap: int = 1000,
    seed: int = 0,
) -> CorefScores:
    """Compare key and response of many documents.

    The counts of all documents are added up before they are divided, as in the reference scorer.

    Args:
        pairs: Per document the clusters of the key and those of the response.
        singletons: Whether clusters of one mention count; else they are dropped on both sides.
        n_bootstrap: Samples of documents for the intervals; 0 for none. One document has none.
        seed: Of the samples.

    Example:
        >>> key, response = ["abc", "defg"], ["ab", "cd", "fghi"]  # the example of the paper
        >>> print(score_coref([(key, response)], n_bootstrap=0))
                       P      R     F1    95 % of F1
        mentions    75.0   85.7   80.0
        MUC         40.0   40.0   40.0
        B³          50.0   41.7   45.5
        CEAFe       43.3   65.0   52.0
        CEAFm       50.0   57.1   53.3
        LEA         33.3   23.8   27.8
        CoNLL F1                  45.8
        salience=...|documents=1|singletons=kept|bootstrap=0@seed=0
    """
    each = [count_coref(key, response, singletons=singletons) for key, response in pairs]
    counts = DocumentCounts(_COUNTED, np.array(each).reshape(len(each), len(_COUNTED)).T)
    recall, precision, f1 = _divided(counts.total())
    scores, low_high = counts.bootstrap(_f1s, n_bootstrap, seed)
    return CorefScores(
        documents=counts.documents,
        recall=_named(recall),
        precision=_named(precision),
        f1=_named(f1),
        conll=scores["conll"],
        intervals=low_high,
        signature=signature(
            documents=counts.documents,
            singletons="kept" if singletons else "dropped",
            bootstrap=f"{n_bootstrap}@seed={seed}",
        ),
    )


def count_coref(key: Clusters, response: Clusters, *, singletons: bool = True) -> Float64Array:
    """The counts of a document, of shape (6, 4), which are added up over documents."""
    sides = [_partition(clusters, singletons) for clusters in (key, response)]
    in_key, in_response = (
        {m: n for n, cluster in enumerate(side) for m in cluster} for side in sides
    )
    shared = Counter((in_key[m], in_response[m]) for m in in_key if m in in_response)
    sizes = [list(map(len, side)) for side in sides]
    both = sum(shared.values())
    forth, back = shared, Counter({(r, k): n for (k, r), n in shared.items()})
    ceafe = _assigned({(k, r): 2 * n / (sizes[0][k] + sizes[1][r]) for (k, r), n in shared.items()})
    ceafm = _assigned(shared)
    n_mentions, n_clusters = [sum(side) for side in sizes], [len(side) for side in sizes]
    return np.array(
        [
            [both, n_mentions[0], both, n_mentions[1]],
            [*_muc(forth, sizes[0]), *_muc(back, sizes[1])],
            [_b_cubed(forth, sizes[0]), n_mentions[0], _b_cubed(back, sizes[1]), n_mentions[1]],
            [ceafe, n_clusters[0], ceafe, n_clusters[1]],
            [ceafm, n_mentions[0], ceafm, n_mentions[1]],
            [_lea(forth, *sizes), n_mentions[0], _lea(back, *sizes[::-1]), n_mentions[1]],
        ],
        np.float64,
    )


def _partition(clusters: Clusters, singletons: bool) -> list[list[Hashable]]:
    """Clusters without repeated mentions; clusters that are left empty are dropped."""
    seen: set[Hashable] = set()
    kept = []
    for cluster in clusters:
        new = [m for m in dict.fromkeys(cluster) if m not in seen]
        seen.update(new)
        if len(new) > (not singletons):
            kept.append(new)
    return kept


def _muc(shared: Mapping[tuple[int, int], int], sizes: Sequence[int]) -> tuple[int, int]:
    """Links found and needed; a mention missing on the other side counts as its own part."""
    # Of a cluster of which n mentions are there, in p parts, n - p links are found.
    return sum(shared.values()) - len(shared), sum(size - 1 for size in sizes)


def _b_cubed(shared: Mapping[tuple[int, int], int], sizes: Sequence[int]) -> float:
    return sum(n * n / sizes[k] for (k, _), n in shared.items())


def _lea(
    shared: Mapping[tuple[int, int], int], sizes: Sequence[int], others: Sequence[int]
) -> float:
    """Links that are found, of each cluster, weighted by its size; a singleton links to itself."""
    total = 0.0
    for (k, r), n in shared.items():
        if sizes[k] == 1:
            total += others[r] == 1
        else:  # the size, times the share of the links
            total += sizes[k] * (n * (n - 1)) / (sizes[k] * (sizes[k] - 1))
    return total


def _assigned(similarity: Mapping[tuple[int, int], float]) -> float:
    """The similarity of the best pairs of clusters, one to one."""
    rows = {k: i for i, k in enumerate(dict.fromkeys(k for k, _ in similarity))}
    columns = {r: j for j, r in enumerate(dict.fromkeys(r for _, r in similarity))}
    matrix = np.zeros((len(rows), len(columns)))
    for (k, r), value in similarity.items():
        matrix[rows[k], columns[r]] = value
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())


def _divided(counts: Float64Array) -> tuple[Float64Array, Float64Array, Float64Array]:
    """Recall, precision and F1 of each measure, from the counts of all; 0 for 0/0."""
    counts = counts.reshape(len(MEASURES), 4)

    def ratio(above: Float64Array, below: Float64Array) -> Float64Array:
        return np.divide(above, below, out=np.zeros_like(above), where=below > 0)

    recall, precision = ratio(counts[:, 0], counts[:, 1]), ratio(counts[:, 2], counts[:, 3])
    return recall, precision, ratio(2 * recall * precision, recall + precision)


def _f1s(counts: Float64Array) -> dict[str, float]:
    f1 = _named(_divided(counts)[2])
    return {**f1, "conll": float(np.mean([f1[measure] for measure in CONLL]))}


def _named(values: Float64Array) -> dict[str, float]:
    return dict(zip(MEASURES, map(float, values), strict=True))
