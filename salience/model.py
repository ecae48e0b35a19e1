"""A trained salience model: features, weights, and what they say of an entity."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from salience import storage
from salience.classifier import SalienceClassifier
from salience.errors import CorpusError, ResourceError
from salience.features import DUNIETZ_GILLICK, Attributes, EntityFeaturizer, Table, columns
from salience.graph import Cooccurrence, table_ranks
from salience.records import to_frame
from salience.types import LabelledDocument

__all__ = [
    "Contribution",
    "Explanation",
    "SalienceClassifier",
    "SalienceModel",
    "load_model",
    "train",
]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one feature adds to the logit of an entity.

    Attributes:
        feature: Such as `1st-loc=2`.
        value: Its weight; 0 if neither it nor a feature with its column was seen in training.
        collides_with: Other training features that were hashed into the same column, and so share
            the weight.
    """

    feature: str
    value: float
    collides_with: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an entity has its probability: `math.fsum` of bias and contributions is the logit.

    Attributes:
        bias: The logit of an entity without features.
        contributions: One per feature, the largest first, whatever its sign.
        logit: Their sum.
        probability: `1 / (1 + exp(-logit))`.
    """

    bias: float
    contributions: tuple[Contribution, ...]
    logit: float
    probability: float

    def __str__(self) -> str:
        lines = [f"{self.bias:+8.3f}  bias"]
        for part in self.contributions:
            shared = f"  (shared with {', '.join(part.collides_with)})" * bool(part.collides_with)
            lines.append(f"{part.value:+8.3f}  {part.feature}{shared}")
        return "\n".join([*lines, f"{self.logit:+8.3f}  logit: probability {self.probability:.3f}"])


@dataclass(frozen=True, slots=True, eq=False)
class SalienceModel:
    """A trained model, from `train` or `load_model`.

    Attributes:
        featurizer: Makes feature strings of attributes.
        classifier: Makes probabilities of feature strings.
        cooccurrence: Counts of the training documents, if the group `centrality` is on.
        card: What a reader should know of the model; must be able to be JSON.
    """

    featurizer: EntityFeaturizer
    classifier: SalienceClassifier
    cooccurrence: Cooccurrence | None = None
    card: Mapping[str, Any] = field(default_factory=dict)

    def predict(self, table: Table) -> NDArray[np.float64]:
        """The probability of being salient of every entity.

        Args:
            table: Entities with their attributes, of one document or of many. The probabilities
                are the same, to the last bit, whatever stands beside an entity; only if the group
                `centrality` is on, all entities of its document must be there, and tables of
                several documents need different ids for them.

        Raises:
            CorpusError: If an attribute is missing.
        """
        features = self.featurizer.transform(self.complete(table))
        return np.asarray(self.classifier.predict_proba(features)[:, 1])

    def explain(self, entity: Attributes) -> Explanation:
        """What each feature of one entity contributes to its probability.

        Args:
            entity: A mapping with its attributes: a row of `salience.attributes`. If the group
                `centrality` is on, it must be a row of `complete`, since the rank depends on the
                whole document.

        Raises:
            CorpusError: If an attribute is missing.

        Example:
            >>> from salience import Document, attributes, load_model, score
            >>> model = load_model()
            >>> [scored] = score([Document("d", "Ada Byrne met reporters.")], model)
            >>> explanation = model.explain(attributes(scored.parsed)[0])
            >>> round(explanation.probability, 6) == scored.scores[0]
            True
        """
        if self.cooccurrence is not None and "centrality" not in entity:
            raise CorpusError(
                "the entity has no 'centrality', which depends on its whole document. "
                "Pass a row of model.complete(all rows of the document)."
            )
        [features] = self.featurizer.transform([entity])
        weights = self.classifier.weights(features)
        contributions = sorted(
            (Contribution(f, weights[f], self.classifier.collisions(f)) for f in features),
            key=lambda part: (-abs(part.value), part.feature),
        )
        bias = self.classifier.intercept_
        logit = math.fsum((bias, *(weights[f] for f in features)))
        return Explanation(bias, tuple(contributions), logit, float(expit(logit)))

    def complete(self, table: Table) -> Table:
        """The table with the rank `centrality` of each entity, if the model uses it.

        A table that has it already is returned as it is.
        """
        if self.cooccurrence is None or not len(table) or "centrality" in _names(table):
            return table
        ranks = table_ranks(table, self.cooccurrence)
        if isinstance(table, pd.DataFrame):
            return table.assign(centrality=ranks)
        return [{**row, "centrality": rank} for row, rank in zip(table, ranks, strict=True)]

    def to_files(self) -> dict[str, bytes]:
        """The files of the model's folder, by name; the same bytes for the same model."""
        return storage.to_files(self.featurizer, self.classifier, self.cooccurrence, self.card)

    @classmethod
    def from_files(cls, files: Mapping[str, bytes], source: str = "model") -> Self:
        """The model whose files these are.

        Raises:
            ModelError: If they are damaged or of a newer version; it names `source`.
        """
        return cls(*storage.from_files(files, source))

    def save(self, path: str | Path) -> None:
        """Write the model as a folder: `meta.json`, a card to be read, and `arrays.npz`.

        The folder appears when it is complete. A model that is there already is replaced.

        Raises:
            ModelError: If it can't be written, or would replace something that is not a model.
        """
        storage.write_folder(Path(path), self.to_files())


def load_model(name_or_path: str | Path = "en-salience") -> SalienceModel:
    """Load a salience model.

    Args:
        name_or_path: Name of a model that ships, with or without its version; or the folder of a
            model that was saved. A name that ships goes before a folder of that name.

    Raises:
        ResourceError: If no model of that name ships, and there is no such folder.
        ModelError: If a path is given and there is no such folder; if the folder is not that of a
            model, or is damaged, or of a newer version.
    """
    from salience.resources import model_path

    path = Path(name_or_path)
    if isinstance(name_or_path, str) and path.name == name_or_path:
        try:
            path = model_path(name_or_path)
        except ResourceError:
            if not path.is_dir():
                raise
    return SalienceModel.from_files(storage.read_folder(path), str(path))


def train(
    labelled: pd.DataFrame | Iterable[LabelledDocument],
    *,
    groups: Sequence[str] = DUNIETZ_GILLICK,
    C: float = 1.0,
    n_features: int = 100_000,
    threshold: float = 0.3,
    sample_weight: ArrayLike | None = None,
    graded: bool = False,
    card: Mapping[str, Any] | None = None,
) -> SalienceModel:
    """Train a model on labelled entities (Dunietz and Gillick 2014, section 3).

    Args:
        labelled: Labelled documents, or their table: a row per entity with the attributes and
            `salient`.
        groups: Feature groups; see `EntityFeaturizer`. With `centrality`, co-occurrence is counted
            in these documents and kept in the model, and each is left out of the counts for its
            own ranks.
        C: Inverse strength of the regularization.
        n_features: Number of columns that features are hashed into.
        threshold: Entities with at least this probability are called salient.
        sample_weight: A weight for each row.
        graded: Whether to learn how many of several abstracts mention an entity, and not only
            whether one does; see `graded_rows`.
        card: What a reader should know of the model; `training`, with the numbers of documents
            and entities, is added. An entity may have several rows, say for weights; it is
            salient if one of them is.

    Raises:
        SalienceError: If a parameter is out of its range.
        CorpusError: If a column is missing, or if not both salient and other entities are there.

    Example:
        >>> row = {"document": "d", "entity": 0, "id": "x", "head_count": 1, "named": 1,
        ...        "nominal": 0, "pronominal": 0, "headline": "", "head": "x"}
        >>> table = pd.DataFrame(
        ...     [row | {"entity": i, "first_sentence": n, "salient": n < 2}
        ...      for i, n in enumerate((0, 0, 1, 4, 7, 9, 9))])
        >>> model = train(table)
        >>> early, late = model.predict([row | {"first_sentence": n} for n in (0, 8)])
        >>> bool(early > late)
        True
        >>> model.card["training"]
        {'documents': 1, 'entities': 7, 'salient': 3}
    """
    table = labelled if isinstance(labelled, pd.DataFrame) else to_frame(labelled)
    if not len(table):
        raise CorpusError("there are no labelled entities to train on. Label documents first.")
    documents, entities, salient = columns(table, ("document", "entity", "salient"), "train")
    featurizer = EntityFeaturizer(groups).fit(table)
    cooccurrence = None
    if "centrality" in groups:
        cooccurrence = Cooccurrence.from_table(table)
        table = table.assign(centrality=table_ranks(table, cooccurrence, held_out=True))
    classifier = SalienceClassifier(n_features, C, threshold)
    if graded:
        rows, weights = graded_rows(table, sample_weight)
        classifier.fit(featurizer.transform(rows), rows["salient"], weights)
    else:
        classifier.fit(featurizer.transform(table), salient, sample_weight)
    keys = list(zip(documents, entities, strict=True))
    training = {
        "documents": len(set(documents)),
        "entities": len(set(keys)),
        "salient": len({key for key, yes in zip(keys, salient, strict=True) if yes}),
    }
    return SalienceModel(
        featurizer, classifier, cooccurrence, {"training": training, **(card or {})}
    )


def graded_rows(
    table: pd.DataFrame, weight: ArrayLike | None = None
) -> tuple[pd.DataFrame, NDArray[np.float64]]:
    """Rows and weights by which a model learns grades as targets between 0 and 1.

    An entity that `grade` of the document's `abstracts` mention stands twice: as salient with the
    weight grade / abstracts, and as not salient with the rest. Rows without weight are left out.

    Args:
        table: Labelled entities with `salient`, `grade` and `abstracts`.
        weight: A weight for each row, by which those of its two are multiplied.

    Raises:
        CorpusError: If a column is missing, or a grade is not between 0 and the abstracts.

    Example:
        >>> rows, weights = graded_rows(pd.DataFrame(
        ...     {"salient": [True, False], "grade": [1, 0], "abstracts": [4, 4]}))
        >>> list(zip(rows["salient"], weights.tolist()))
        [(True, 0.25), (False, 0.75), (False, 1.0)]
    """
    if "rating" in table and "grade" not in table:
        raise CorpusError(
            "ratings have no grade, and graded training needs one: how many abstracts mention an "
            "entity. Train without grades, or on files that `salience label` wrote."
        )
    grade, abstracts = (
        np.asarray(column, dtype=float)
        for column in columns(table, ("grade", "abstracts"), "graded training")
    )
    good = (grade >= 0) & (grade <= abstracts) & (abstracts > 0)
    if not good.all():
        row = int(np.argmin(good))
        raise CorpusError(
            f"row {row + 1} has grade {grade[row]:g} of {abstracts[row]:g} abstracts. A grade must "
            "be a number between 0 and the abstracts, of which there is at least one: label the "
            "documents again, or train without grades."
        )
    share = grade / abstracts
    both = pd.concat([table.assign(salient=True), table.assign(salient=False)], ignore_index=True)
    weights = np.concatenate([share, 1 - share])
    if weight is not None:
        weights *= np.tile(np.asarray(weight, dtype=float), 2)
    kept = weights > 0
    return both[kept].reset_index(drop=True), weights[kept]


def _names(table: Table) -> Iterable[Any]:
    return table.columns if isinstance(table, pd.DataFrame) else table[0]
