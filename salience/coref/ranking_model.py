"""What the learned resolver has learned, and its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from salience.arrays import Float32Array, Int64Array
from salience.coref.feature_templates import BITS, fingerprint
from salience.errors import ModelError
from salience.storage.model_folder import (
    CHECKSUMS,
    DAMAGE,
    damaged,
    load_files,
    model_files,
    read_whole,
    unpack,
    write_folder,
)

FORMAT = "salience-coref-model"
TEMPLATES = "pair_templates"
"""The fingerprint of the pair templates among the checksums of a model."""


@dataclass(frozen=True, slots=True)
class CorefModel:
    """Weights of features that say which mentions corefer.

    Attributes:
        weights: By number of a feature (`salience.coref.pair_features`), 2 ** `BITS` of them.
        frequent: Hashes of the words that are features, sorted.
        threshold: A mention is linked if that is at least so probable.
        card: Training sets, licences, scores.

    Example:
        >>> model = CorefModel(np.zeros(1 << BITS, np.float32), np.array([], np.int64), 0.5)
        >>> CorefModel.from_files(model.to_files()).threshold
        0.5
    """

    weights: Float32Array
    frequent: Int64Array
    threshold: float
    card: Mapping[str, Any] = field(default_factory=dict)

    def to_files(self) -> dict[str, bytes]:
        """The files of the model by name; the same bytes for the same model.

        Weights are kept as numbers of 16 bits, with the fingerprint of the templates that they
        belong to.
        """
        arrays: dict[str, NDArray[Any]] = {
            "weights": self.weights.astype(np.float16),
            "frequent": self.frequent,
        }
        return model_files(
            FORMAT,
            arrays,
            {"threshold": self.threshold},
            card=self.card,
            checksums={TEMPLATES: fingerprint()},
        )

    @classmethod
    def from_files(cls, files: Mapping[str, bytes], source: str = "model") -> Self:
        """The model whose files these are.

        Raises:
            ModelError: If they are damaged or of a newer version, or if the weights belong to
                other pair templates than those of this version, or do not say to which.
        """
        meta = read_whole(files, source, FORMAT)
        _check_templates(meta, source)
        try:
            arrays = unpack(files)
            weights = arrays["weights"].astype(np.float32)
            if weights.shape != (1 << BITS,) or not np.isfinite(weights).all():
                raise ValueError(f"there must be {1 << BITS} finite weights")
            frequent = arrays["frequent"].astype(np.int64)
            if frequent.ndim != 1 or (np.diff(frequent) <= 0).any():
                raise ValueError("frequent words must be in rising order")
            threshold = float(meta["threshold"])
            if not 0 <= threshold <= 1:
                raise ValueError(f"threshold must be from 0 to 1, got {threshold!r}")
            return cls(weights, frequent, threshold, dict(meta["card"]))
        except DAMAGE as error:
            raise damaged(source, f"{type(error).__name__}: {error}") from error

    def save(self, path: str | Path) -> None:
        """Write the model as a folder; a model that is there already is replaced.

        Raises:
            ModelError: If something else is there, or it can't be written.
        """
        write_folder(Path(path), self.to_files())


def _check_templates(meta: Mapping[str, Any], source: str) -> None:
    """Check that the weights belong to the templates of this version, in their order."""
    expected, found = fingerprint(), meta[CHECKSUMS].get(TEMPLATES)
    if found == expected:
        return
    if found is None:
        what = "has no fingerprint of its pair templates, so that its weights may be for others"
    else:
        what = f"has weights for other pair templates: their fingerprint is {found}, not {expected}"
    raise ModelError(
        f"{source} {what}. Train the model again; of a saved pipeline, make it again with "
        "load_pipeline() and save it."
    )


def load_coref_model(name_or_path: str | Path = "en-coref") -> CorefModel:
    """The model that ships by that name, else the one in that folder; see `find_model`.

    Raises:
        ResourceError: If no such model ships and there is no such folder.
        ModelError: If it is damaged, of a newer version, or trained with other pair templates.

    Example:
        >>> load_coref_model("no-such-model")
        Traceback (most recent call last):
            ...
        salience.errors.ResourceError: no model 'no-such-model' ships with salience...
    """
    return CorefModel.from_files(*load_files(name_or_path))
