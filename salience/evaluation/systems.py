"""Systems with one interface, to be compared: models, baselines, scores of other programs.

A system is a name and a function from a table of entities to a score from 0 to 1 per row. Baselines
learn nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from salience.arrays import Float64Array
from salience.errors import CorpusError, SalienceError
from salience.evaluation.names import NAMES
from salience.features.rows import EntityTable
from salience.features.table_rules import found_rows, take_columns
from salience.model.salience_model import SalienceModel
from salience.tables.records import DIGITS
from salience.tables.score_files import join_scores, read_scores

MENTIONS = ("named", "nominal", "pronominal")
"""The attributes that count mentions, by kind."""


def positional(table: EntityTable) -> Float64Array:
    """1 for an entity that is mentioned in the first sentence (Dunietz and Gillick 2014, 3.1)."""
    return (first_sentences(table) == 1).astype(np.float64)


def first_sentences(table: EntityTable) -> Float64Array:
    """The earlier the first mention, the higher: 1 / (k + 1) in the k-th sentence, from 0."""
    [first] = take_columns(table, ["first_sentence"], "the position")
    return np.array([0.0 if pd.isna(k) else 1 / (k + 1) for k in first])


def everything(table: EntityTable) -> Float64Array:
    """1 for every entity, which gives the F1 of 23.9 of the paper's majority baseline."""
    return np.ones(len(table))


def mentions(table: EntityTable) -> Float64Array:
    """The number of mentions of any kind."""
    return _below_1(np.sum(take_columns(table, MENTIONS, "the number of mentions"), axis=0))


def named_mentions(table: EntityTable) -> Float64Array:
    """The number of mentions by name: what is left of `mentions` without coreference."""
    return _below_1(np.array(take_columns(table, ["named"], "the number of names")[0], np.float64))


def head_tf_idf(table: EntityTable) -> Float64Array:
    """TF-IDF of the head word of the first mention, over the documents of this very table."""
    documents, heads, counts = take_columns(table, ("document", "head", "head_count"), "TF-IDF")
    held = pd.Series([head for _, head in set(zip(documents, heads, strict=True))], dtype=object)
    known = held.value_counts()
    df = known.reindex(heads).to_numpy(np.float64)
    return _below_1(
        np.array(counts, np.float64) * (1 + np.log((1 + len(set(documents))) / (1 + df)))
    )


def pagerank(table: EntityTable) -> Float64Array:
    """PageRank in the graph of the document; see `salience.features.document_pagerank`."""
    return np.array(take_columns(table, ["pagerank"], "PageRank")[0], np.float64)


def _below_1(x: Float64Array) -> Float64Array:
    """Counts n as n / (n + 1): they keep their order, and need nothing to be scaled by."""
    x = np.asarray(x, np.float64)
    return x / (x + 1)


@dataclass(frozen=True, slots=True)
class System:
    """Something that scores entities.

    Attributes:
        name: What tables call it.
        score: From a table as `read_table` gives it to a score from 0 to 1 per row.
        threshold: Entities with at least this score are predicted to be salient; None for the best.
        at: Says what a threshold means.
        probabilities: Whether scores are meant as probabilities, so that calibration is measured.
        version: Of a model, for the signature.

    Example:
        >>> system = BASELINES["mentions"]
        >>> system.score([{"named": 2, "nominal": 1, "pronominal": 1}])
        array([0.8])
        >>> system.at(0.8)
        'from 4'
    """

    name: str
    score: Callable[[pd.DataFrame], ArrayLike]
    threshold: float | None = None
    at: Callable[[float], str] = "at {:.2g}".format
    probabilities: bool = False
    version: str | None = None

    @property
    def signed(self) -> str:
        """Its name in signatures, with its version."""
        return self.name if self.version is None else f"{self.name}@{self.version}"


def _from(threshold: float) -> str:
    return f"from {threshold / (1 - threshold):.0f}" if threshold < 1 else "never"


def _first(threshold: float) -> str:
    return f"first {1 / threshold:.0f}" if threshold else "everywhere"


BASELINES: Mapping[str, System] = {
    system.name: system
    for system in (
        System("every-entity", everything, 0.5),
        System("first-sentence", positional, 0.5),
        System("first-k-sentences", first_sentences, at=_first),
        System("mentions", mentions, at=_from),
        System("named-mentions", named_mentions, at=_from),
        System("head-tf-idf", head_tf_idf),
        System("pagerank", pagerank),
    )
}
"""By name, the systems that learn nothing and need only the labels."""


def model_system(model: SalienceModel, name: str, threshold: float | None = None) -> System:
    """A model as a system that others are compared with.

    Scores have the decimals that files of scores have, so that a file of them is the same system:
    what differs by less than these is equal.

    Args:
        model: The model.
        name: What tables call it.
        threshold: Entities with at least this score are predicted to be salient; the model's own
            without it.

    Example:
        >>> from salience import load_model
        >>> model_system(load_model(), "mine", threshold=0.3).threshold
        0.3
    """
    own = model.classifier.threshold if threshold is None else threshold
    version = model.card.get("version")
    return System(
        name,
        lambda table: np.round(model.predict(table), DIGITS),
        own,
        probabilities=True,
        version=None if version is None else str(version),
    )


def named_system(name: str) -> System:
    """A baseline that learns nothing and needs only the labels.

    Args:
        name: `every-entity`, `first-sentence`, `first-k-sentences`, `mentions`, `named-mentions`,
            `head-tf-idf` or `pagerank`.

    Raises:
        SalienceError: If there is none of that name.

    Example:
        >>> named_system("mentions").name
        'mentions'
    """
    if name not in BASELINES:
        raise SalienceError(f"no system {name!r}. Choose out of: {', '.join(NAMES)}.")
    return BASELINES[name]


def all_systems(columns: Iterable[str]) -> list[System]:
    """The baselines that can be run on a table with these columns: older labels lack PageRank's."""
    return [s for s in BASELINES.values() if s.name != "pagerank" or "pagerank" in columns]


def given_system(name: str, path: str | Path, labels: pd.DataFrame) -> tuple[System, str]:
    """A system that gives labelled entities the scores of a file, and what was joined, in words."""
    labels = labels[found_rows(labels)]
    joined = join_scores(labels, read_scores(path))
    scored = ~np.isnan(joined.scores)
    if not scored.any():
        raise CorpusError(
            f"{path}: no row is of an entity of the labels; the first unknown is "
            f"{joined.example}. Use the ids of the documents that were labelled."
        )
    values, step = np.unique(joined.scores[scored], return_inverse=True)
    ranks = np.zeros(len(labels))
    ranks[scored] = (step + 1) / (len(values) + 1)
    keys = zip(labels["document"].astype(str), labels["entity"], strict=True)
    rank_of = dict(zip(keys, ranks.tolist(), strict=True))

    def score(table: pd.DataFrame) -> Float64Array:
        rows = zip(table["document"].astype(str), table["entity"], strict=True)
        return np.array([rank_of[row] for row in rows])

    def at(rank: float) -> str:
        place = round(rank * (len(values) + 1)) - 1
        return "everything" if place < 0 else f"at {values[min(place, len(values) - 1)]:.2g}"

    message = f"{name}: {scored.sum():,} of {len(labels):,} entities have a score"
    if not scored.all():
        message += f"; the other {(~scored).sum():,} are ranked last"
    if joined.unknown_entities or joined.unknown_documents:
        message += (
            f". Left out: {joined.unknown_entities:,} rows of no entity of the labels and those of "
            f"{joined.unknown_documents:,} documents that are not there, such as {joined.example}"
        )
    return System(name, score, at=at), message
