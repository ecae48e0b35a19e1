"""The files of a salience model: what they hold beside what all model folders hold."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salience.arrays import UInt64Array
from salience.centrality.cooccurrence import Cooccurrence
from salience.features.coded import hash_columns
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import chosen
from salience.model.classifier import SalienceClassifier
from salience.storage.model_folder import (
    ARRAYS,
    CHECKSUMS,
    DAMAGE,
    META,
    damaged,
    model_files,
    read_whole,
    unpack,
)

FORMAT = "salience-model"
_GRAPH = "cooccurrence_"
_TRAINED = "trained_on"
_DECIDING = ("groups", "n_features", "C", "threshold")
_SETTINGS = "settings"

Parts = tuple[
    EntityFeaturizer, SalienceClassifier, Cooccurrence | None, dict[str, Any], UInt64Array
]


def to_files(
    featurizer: EntityFeaturizer,
    classifier: SalienceClassifier,
    cooccurrence: Cooccurrence | None,
    card: Mapping[str, Any],
    trained_on: UInt64Array,
) -> dict[str, bytes]:
    """The files of a model by name; the same bytes for the same model.

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
    checksums = {_SETTINGS: _settings_digest(settings)}
    return model_files(FORMAT, arrays, settings, card=card, checksums=checksums)


def _settings_digest(meta: Mapping[str, Any]) -> str:
    """The SHA-256 of the settings that decide scores and predictions."""
    settings = json.dumps([meta[name] for name in _DECIDING], separators=(",", ":"))
    return hashlib.sha256(settings.encode()).hexdigest()


def _check_settings(meta: Mapping[str, Any]) -> None:
    """Raise a ValueError if the settings were changed. Models of old versions have no checksum."""
    expected = meta[CHECKSUMS].get(_SETTINGS)
    if expected is not None and _settings_digest(meta) != expected:
        raise ValueError(
            f"{', '.join(_DECIDING)} are not those that were saved; to set another threshold, take "
            "`salience threshold`, or `with_threshold` in Python"
        )


def from_files(files: Mapping[str, bytes], source: str) -> Parts:
    """The parts of the model whose files these are.

    Raises:
        ModelError: If they are damaged or of a newer version.
    """
    meta = read_whole(files, source, FORMAT)
    where = f"{source}/{META}"
    try:
        _check_settings(meta)
        featurizer = EntityFeaturizer(tuple(meta["groups"])).fit([])
        classifier = SalienceClassifier(meta["n_features"], meta["C"], meta["threshold"])
        card = dict(meta["card"])
        where = f"{source}/{ARRAYS}"
        arrays = unpack(files)
        _restore(classifier, arrays)
        graph = {k.removeprefix(_GRAPH): v for k, v in arrays.items() if k.startswith(_GRAPH)}
        if ("centrality" in chosen(featurizer.groups)) != bool(graph):
            raise ValueError(
                "co-occurrence must be there if the group 'centrality' is, and only then"
            )
        cooccurrence = Cooccurrence.from_arrays(graph) if graph else None
        trained_on = arrays.get(_TRAINED, np.array([], np.uint64))
        if trained_on.dtype != np.uint64 or trained_on.ndim != 1:
            raise ValueError("documents of the training must be numbers of 64 bits")
    except DAMAGE as error:
        raise damaged(where, f"{type(error).__name__}: {error}") from error
    return featurizer, classifier, cooccurrence, card, trained_on


def _restore(classifier: SalienceClassifier, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Set the fitted attributes of a classifier."""
    classifier.check_parameters()
    features = json.loads(arrays["features"].tobytes())
    columns = np.cumsum(arrays["column_steps"], dtype=np.int32)
    used = np.unique(columns)
    weights = arrays["weights"]
    bias = float(arrays["bias"])
    if len(features) != len(columns) or weights.shape != used.shape:
        raise ValueError(
            f"{len(features)} features in {len(columns)} columns, {len(used)} different ones, "
            f"can't have {weights.size} weights"
        )
    if len(used) and not 0 <= used[0] <= used[-1] < classifier.n_features:
        raise ValueError(f"columns must be from 0 to {classifier.n_features - 1}")
    sample = features[:100]
    if hash_columns(sample, classifier.n_features).tolist() != columns[:100].tolist():
        raise ValueError(f"features are not where n_features={classifier.n_features} puts them")
    if weights.dtype not in (np.float32, np.float64):
        raise ValueError(f"weights must be float32 or float64, but are {weights.dtype}")
    if not (np.isfinite(weights).all() and np.isfinite(bias)):
        raise ValueError("weights must be finite")
    classifier.classes_ = np.array([False, True])
    classifier.intercept_ = bias
    classifier.coef_ = np.zeros(classifier.n_features, weights.dtype)
    classifier.coef_[used] = weights
    classifier.columns_ = columns
    classifier.features_ = tuple(features)
