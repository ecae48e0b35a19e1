"""A trained salience model: features, weights, and what they say of an entity."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from salience.arrays import Float64Array, UInt64Array
from salience.centrality.cooccurrence import Cooccurrence
from salience.centrality.graph import COUNTED, table_ranks
from salience.errors import CorpusError, SalienceError
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import chosen
from salience.features.rows import EntityRow, EntityTable, is_frame
from salience.features.table_rules import take_columns
from salience.model.classifier import SalienceClassifier
from salience.model.counterfactuals import Counterfactual, counterfactuals
from salience.model.explanations import Explanation, explain, weights
from salience.model.model_card import model_title
from salience.storage.saved_model import Contents, SavedModel, check_card
from salience.text.formatting import one_line
from salience.types import LabelledDocument

if TYPE_CHECKING:
    import pandas as pd

_GRAPH = "cooccurrence_"


@dataclass(frozen=True, slots=True, eq=False)
class SalienceModel(SavedModel):
    """A trained model, from `train` or `load_model`.

    Attributes:
        featurizer: Makes feature strings of attributes.
        classifier: Makes probabilities of feature strings.
        cooccurrence: In how many documents entities occur together, if `centrality` is on.
        card: What a reader should know of the model; it can be written as JSON.
        nominal_threshold: Entities without a name (`nominal`) are salient from this probability on;
            None if it is the threshold of the classifier.
        trained_on: Hashes of the texts of the training documents, so that a test on one of them is
            noticed; see `salience.tables.splits.content_hashes`.
    """

    FORMAT: ClassVar = "salience-model"
    ALLOWANCE: ClassVar = 2**36

    featurizer: EntityFeaturizer
    classifier: SalienceClassifier
    cooccurrence: Cooccurrence | None = None
    card: Mapping[str, Any] = field(default_factory=dict)
    trained_on: UInt64Array = field(default_factory=lambda: np.array([], np.uint64))
    nominal_threshold: float | None = None

    def __repr__(self) -> str:
        groups = ", ".join(chosen(self.featurizer.groups))
        name = one_line(model_title(self.card), 40) or "without a name"
        return f"<SalienceModel {name}: {groups}; threshold {self.classifier.threshold:g}>"

    def predict(self, table: EntityTable) -> Float64Array:
        """The probability of being salient of every entity.

        Salient means what it meant in the training labels: with the model that ships, that a
        person's summary mentions the entity, as fitted to six genres of GUM. Where summaries say
        more, fit the probabilities with `salience.recalibrate`.

        Args:
            table: Entities with their attributes, of one document or of many. An entity has the
                same probability whatever other rows there are; but with the group `centrality` all
                entities of its document must be there.

        Raises:
            CorpusError: If an attribute is missing.
        """
        features = self.featurizer.transform(self.complete(table))
        return np.asarray(self.classifier.predict_proba(features)[:, 1])

    @property
    def reads(self) -> frozenset[str]:
        """The names of the attributes that `predict` needs in each row.

        Example:
            >>> load_model().reads >= {"named", "nominal", "order", "pronominal"}
            True
        """
        counted = () if self.cooccurrence is None else COUNTED
        return (self.featurizer.reads - {"centrality"}).union(counted)

    def explain(self, entity: EntityRow | pd.Series[Any] | pd.DataFrame) -> Explanation:
        """What each feature of one entity contributes to its probability.

        Args:
            entity: Its attributes: a row of `salience.attributes`, or of a table, such as
                `table.iloc[0]`; with the group `centrality` a row of `complete`.

        Raises:
            CorpusError: If it is not such a row, or an attribute is missing.

        Example:
            >>> from salience import Document, attributes, load_model, score
            >>> model = load_model()
            >>> [scored] = score([Document("d", "Ada Byrne met reporters.")], model=model)
            >>> explanation = model.explain(attributes(scored.parsed)[0])
            >>> round(explanation.probability, 6) == scored.scores[0]
            True
        """
        return explain(self._row(entity), self.featurizer, self.classifier)

    def counterfactuals(
        self,
        entity: EntityRow | pd.Series[Any] | pd.DataFrame,
        threshold: float | None = None,
        *,
        most: Mapping[str, int] | None = None,
    ) -> tuple[Counterfactual, ...]:
        """The smallest change of each attribute that takes an entity across the threshold.

        Args:
            entity: Its attributes, as for `explain`.
            threshold: Without it, the model's own.
            most: By attribute, the greatest value that the document allows: `order` is at most
                its number of entities. Without it an entity is not tried further back.

        Returns:
            At most one change per attribute, each tried with this model.

        Raises:
            CorpusError: If it is not a row of attributes, or an attribute is missing.

        Example:
            >>> import pandas as pd
            >>> row = {"document": "d", "id": "x", "in_title": 0.0}
            >>> rows = [row | {"entity": i, "order": i + 1, "salient": i < 3} for i in range(7)]
            >>> model = train(pd.DataFrame(rows), groups=["order", "title"])
            >>> print(*model.counterfactuals(row | {"order": 8}))
            in the order of first mentions, entity 3, not entity 8: 0.546
        """
        if threshold is None:
            threshold = self.classifier.threshold
        row = self._row(entity)
        return counterfactuals(row, self.featurizer, self.classifier, threshold, most=most)

    def weights(self) -> pd.DataFrame:
        """The weight of every training feature, the strongest first, whatever its sign.

        Returns:
            `group`, `feature` (such as `1st-loc=2`), `weight`, and `collides_with`, the other
            features, with commas, that were hashed into the same column and so share the weight.

        Example:
            >>> table = load_model().weights()
            >>> list(table.columns), bool(table["weight"].abs().is_monotonic_decreasing)
            (['group', 'feature', 'weight', 'collides_with'], True)
        """
        return weights(self.classifier)

    def complete(self, table: EntityTable) -> EntityTable:
        """The table with the rank `centrality` of each entity, if the model uses it.

        A table that has it already is returned as it is.
        """
        if self.cooccurrence is None or not len(table):
            return table
        if "centrality" in (table.columns if is_frame(table) else table[0]):
            return table
        ranks = table_ranks(table, self.cooccurrence)
        if is_frame(table):
            return table.assign(centrality=ranks)
        return [{**row, "centrality": rank} for row, rank in zip(table, ranks, strict=True)]

    def _row(self, entity: EntityRow | pd.Series[Any] | pd.DataFrame) -> EntityRow:
        """The attributes of one entity, whichever kind of row it is."""
        row: Any = entity
        if is_frame(row) and len(row) == 1:
            row = row.iloc[0]
        if hasattr(row, "to_dict") and not is_frame(row):  # a Series
            row = row.to_dict()
        if not isinstance(row, Mapping):
            what = f"{len(row)} rows" if is_frame(row) else type(row).__name__
            raise CorpusError(
                f"the entity must be a row of attributes, but is {what}. Pass a row of "
                "salience.attributes(parsed), in which a document's entities are in their order."
            )
        if self.cooccurrence is not None and "centrality" not in row:
            raise CorpusError(
                "the entity has no 'centrality', which depends on its whole document. "
                "Pass a row of model.complete(all rows of the document)."
            )
        return row

    def contents(self) -> Contents:
        """What is saved: only columns with a training feature have a weight, all others are 0."""
        classifier = self.classifier
        arrays = classifier.to_arrays()
        if self.cooccurrence is not None:
            counts = self.cooccurrence.to_arrays()
            arrays |= {_GRAPH + name: array for name, array in counts.items()}
        if len(self.trained_on):
            arrays["trained_on"] = self.trained_on
        settings = {
            "groups": list(chosen(self.featurizer.groups)),
            "n_features": classifier.n_features,
            "C": classifier.C,
            "threshold": classifier.threshold,
        }
        if self.nominal_threshold is not None:
            settings["nominal_threshold"] = self.nominal_threshold
        return Contents(arrays, settings, self.card, {"settings": _digest(settings)})

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        fields, arrays = contents.fields, contents.arrays
        expected = contents.checksums.get("settings")  # models of old versions have none
        if expected is not None and _digest(fields) != expected:
            raise ValueError(
                "groups, n_features, C, thresholds are not those that were saved; to set another "
                "threshold, take `salience threshold`, or `with_threshold` in Python"
            )
        featurizer = EntityFeaturizer(tuple(fields["groups"])).fit([])
        classifier = SalienceClassifier.from_contents(contents)
        graph = {k.removeprefix(_GRAPH): v for k, v in arrays.items() if k.startswith(_GRAPH)}
        if ("centrality" in chosen(featurizer.groups)) != bool(graph):
            raise ValueError(
                "co-occurrence must be there if the group 'centrality' is, and only then"
            )
        cooccurrence = Cooccurrence.from_arrays(graph) if graph else None
        trained_on = arrays.get("trained_on", np.array([], np.uint64))
        if trained_on.dtype != np.uint64 or trained_on.ndim != 1:
            raise ValueError("documents of the training must be numbers of 64 bits")
        own = "nominal_threshold" in fields  # models of old versions have none
        nominal = contents.number("nominal_threshold", least=0, most=1) if own else None
        card = dict(contents.card or {})
        return cls(featurizer, classifier, cooccurrence, card, trained_on, nominal)


def _digest(settings: Mapping[str, Any]) -> str:
    """The SHA-256 of the settings that decide scores and predictions."""
    names = ("groups", "n_features", "C", "threshold", "nominal_threshold")
    values = [settings[name] for name in names if name in settings]
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()


def load_model(name_or_path: str | Path = "en-salience") -> SalienceModel:
    """Load a salience model.

    Args:
        name_or_path: Name of a model that ships, with or without its version, else the folder of a
            model that was saved; `./name` is always a folder.

    Raises:
        ResourceError: If no model of that name ships, and there is no such folder.
        ModelError: If the folder is not that of a model, or is damaged, or of a newer version.

    Example:
        >>> load_model("en-salience").card["name"]
        'en-salience'
    """
    return SalienceModel.load(name_or_path)


def train(
    labelled: pd.DataFrame | Iterable[LabelledDocument],
    *,
    groups: str | Sequence[str] = "default",
    C: float = 1.0,
    n_features: int = 100_000,
    threshold: float = 0.3,
    sample_weight: ArrayLike | None = None,
    graded: bool = False,
    cooccurrence: Cooccurrence | None = None,
    card: Mapping[str, Any] | None = None,
) -> SalienceModel:
    """Train a model on labelled entities (Dunietz and Gillick 2014, section 3).

    Args:
        labelled: Labelled documents, or their table: a row per entity with the attributes and
            `salient`. An entity may have several rows, say for weights; it is salient if one of
            them is.
        groups: Feature groups; see `EntityFeaturizer`. `"dunietz-gillick"` are the paper's.
        C: Inverse strength of the regularization.
        n_features: Number of columns that features are hashed into.
        threshold: Entities with at least this probability are predicted to be salient.
        sample_weight: A weight for each row.
        graded: Whether to learn how many of several abstracts mention an entity.
        cooccurrence: Counts for the group `centrality`; without it those of these documents.
        card: What a reader should know of the model; `training` and `pipeline` are added.

    Raises:
        SalienceError: If a parameter is out of its range.
        CorpusError: If a column is missing, a label or weight is none, or all labels are the same.
        ModelError: If the card can't be written as JSON.

    Example:
        >>> import pandas as pd
        >>> row = {"document": "d", "id": "x", "in_title": 0.0}
        >>> table = pd.DataFrame(
        ...     [row | {"entity": i, "order": i + 1, "salient": i < 3} for i in range(7)])
        >>> model = train(table, groups=["order", "title"])
        >>> early, late = model.predict([row | {"order": n} for n in (1, 8)])
        >>> bool(early > late)
        True
        >>> model.card["training"]
        {'documents': 1, 'entities': 7, 'salient': 3}
    """
    from salience.features.table_rules import check_labelled
    from salience.model.graded_targets import graded_rows
    from salience.tables.record_tables import to_frame
    from salience.tables.splits import content_hashes

    table = labelled if is_frame(labelled) else to_frame(labelled)
    if not len(table):
        raise CorpusError("there are no labelled entities to train on. Label documents first.")
    take_columns(table[:1], ("document", "entity", "salient"), "train")
    check_labelled(table, "train")
    check_card(card or {})
    featurizer = EntityFeaturizer(groups := chosen(groups))
    table, cooccurrence = _with_centrality(table, groups, cooccurrence)
    classifier = SalienceClassifier(n_features, C, threshold)
    rows, weights = graded_rows(table, sample_weight) if graded else (table, sample_weight)
    classifier.fit(featurizer.coded(rows), rows["salient"].to_numpy().astype(bool), weights)
    about = {**_training(table), **(card or {})}
    return SalienceModel(featurizer, classifier, cooccurrence, about, content_hashes(table))


def _with_centrality(
    table: pd.DataFrame, groups: Sequence[str], cooccurrence: Cooccurrence | None
) -> tuple[pd.DataFrame, Cooccurrence | None]:
    """The table with ranks, and the counts they are from, if the group `centrality` is on."""
    if "centrality" in groups:
        if cooccurrence is None:
            cooccurrence = Cooccurrence.from_table(table)
        return table.assign(centrality=table_ranks(table, cooccurrence)), cooccurrence
    if cooccurrence is not None:
        raise SalienceError(
            f"cooccurrence is for the group 'centrality', which is not in groups={groups!r}. Add "
            "it, or leave the counts out."
        )
    return table, None


def _training(table: pd.DataFrame) -> dict[str, Any]:
    """What the card says of the training table; an entity with several rows counts once."""
    keys = table[["document", "entity"]]
    salient = table["salient"].to_numpy().astype(bool)
    counts = {
        "documents": table["document"].nunique(),
        "entities": int((~keys.duplicated()).sum()),
        "salient": int((~keys[salient].duplicated()).sum()),
    }
    names = sorted(table["pipeline"].dropna().unique()) if "pipeline" in table else []
    return {"training": counts, **({"pipeline": ", ".join(names)} if names else {})}
