"""The files of a salience model: what they hold beside what all model folders hold."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from salience.arrays import UInt64Array
from salience.centrality.cooccurrence import Cooccurrence
from salience.features.coded import hash_columns
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import chosen
from salience.model.classifier import SalienceClassifier
from salience.storage.saved_model import Contents

_GRAPH = "cooccurrence_"
_TRAINED = "trained_on"
_SETTINGS = "settings"

Parts = tuple[
    EntityFeaturizer, SalienceClassifier, Cooccurrence | None, dict[str, Any], UInt64Array
]


def to_contents(
    featurizer: EntityFeaturizer,
    classifier: SalienceClassifier,
    cooccurrence: Cooccurrence | None,
    card: Mapping[str, Any],
    trained_on: UInt64Array,
) -> Contents:
    """What is saved of a model.

    Only columns with a training feature have a weight in the files; all other weights are 0.
    """
    used = np.unique(classifier.columns_)
    arrays = {
        "bias": np.array(classifier.intercept_),
        "weights": classifier.coef_[used],
        # Sorted by column: the steps between them are small, and compress well.
        "column_steps": np.diff(classifier.columns_, prepend=np.int32(0)),
        "features": np.frombuffer(json.dumps(classifier.features_).encode(), np.uint8),
    }
    if cooccurrence is not None:
        arrays |= {_GRAPH + name: array for name, array in cooccurrence.to_arrays().items()}
    if len(trained_on):
        arrays[_TRAINED] = trained_on
    settings = {
        "groups": list(chosen(featurizer.groups)),
        "n_features": classifier.n_features,
        "C": classifier.C,
        "threshold": classifier.threshold,
    }
    return Contents(arrays, settings, card, {_SETTINGS: _settings_digest(settings)})


def _settings_digest(meta: Mapping[str, Any]) -> str:
    """The SHA-256 of the settings that decide scores and predictions."""
    values = [meta[name] for name in ("groups", "n_features", "C", "threshold")]
    settings = json.dumps(values, separators=(",", ":"))
    return hashlib.sha256(settings.encode()).hexdigest()


def from_contents(contents: Contents) -> Parts:
    """The parts of a model; what `to_contents` did not make is one of `saved_model.DAMAGE`."""
    fields, arrays = contents.fields, contents.arrays
    expected = contents.checksums.get(_SETTINGS)  # models of old versions have none
    if expected is not None and _settings_digest(fields) != expected:
        raise ValueError(
            "groups, n_features, C, threshold are not those that were saved; to set another "
            "threshold, take `salience threshold`, or `with_threshold` in Python"
        )
    featurizer = EntityFeaturizer(tuple(fields["groups"])).fit([])
    classifier = SalienceClassifier(fields["n_features"], fields["C"], fields["threshold"])
    _restore(classifier, contents)
    graph = {k.removeprefix(_GRAPH): v for k, v in arrays.items() if k.startswith(_GRAPH)}
    if ("centrality" in chosen(featurizer.groups)) != bool(graph):
        raise ValueError("co-occurrence must be there if the group 'centrality' is, and only then")
    cooccurrence = Cooccurrence.from_arrays(graph) if graph else None
    trained_on = arrays.get(_TRAINED, np.array([], np.uint64))
    if trained_on.dtype != np.uint64 or trained_on.ndim != 1:
        raise ValueError("documents of the training must be numbers of 64 bits")
    return featurizer, classifier, cooccurrence, dict(contents.card or {}), trained_on


def _restore(classifier: SalienceClassifier, contents: Contents) -> None:
    """Set the fitted attributes of a classifier."""
    classifier.check_parameters()
    features = json.loads(contents.numbers("features", whole=True).tobytes())
    steps = contents.numbers("column_steps", least=0, most=2**31 - 1, whole=True)
    columns = np.cumsum(steps, dtype=np.int64)
    used = np.unique(columns)
    weights, bias = contents.numbers("weights"), float(contents.numbers("bias", ndim=0))
    if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
        raise ValueError("features must be a list of texts")
    if len(features) != len(columns) or weights.shape != used.shape:
        raise ValueError(
            f"{len(features)} features in {len(columns)} columns, {len(used)} different ones, "
            f"can't have {weights.size} weights"
        )
    if len(used) and used[-1] >= classifier.n_features:
        raise ValueError(f"columns must be from 0 to {classifier.n_features - 1}")
    sample = features[:100]
    if hash_columns(sample, classifier.n_features).tolist() != columns[:100].tolist():
        raise ValueError(f"features are not where n_features={classifier.n_features} puts them")
    if weights.dtype not in (np.float32, np.float64):
        raise ValueError(f"weights must be float32 or float64, but are {weights.dtype}")
    classifier.classes_ = np.array([False, True])
    classifier.intercept_ = bias
    classifier.coef_ = np.zeros(classifier.n_features, weights.dtype)
    classifier.coef_[used] = weights
    classifier.columns_ = columns.astype(np.int32)
    classifier.features_ = tuple(features)
