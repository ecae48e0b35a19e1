"""What the learned resolver has learned, and its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from salience.arrays import Float32Array, Int64Array
from salience.coref.feature_templates import BITS, fingerprint
from salience.errors import ModelError
from salience.storage.saved_model import Contents, SavedModel

TEMPLATES = "pair_templates"
"""The fingerprint of the pair templates among the checksums of a model."""


@dataclass(frozen=True, slots=True)
class CorefModel(SavedModel):
    """Weights of features that say which mentions corefer.

    Attributes:
        weights: By number of a feature (`salience.coref.pair_features`), 2 ** `BITS` of them.
        frequent: Hashes of the words that are features, sorted.
        threshold: A mention is linked if that is at least so probable.
        card: Training sets, licences, scores.
    """

    FORMAT: ClassVar = "salience-coref-model"
    ALLOWANCE: ClassVar = 2**25

    weights: Float32Array
    frequent: Int64Array
    threshold: float
    card: Mapping[str, Any] = field(default_factory=dict)

    def contents(self) -> Contents:
        """What is saved: weights as numbers of 16 bits, and the fingerprint of their templates."""
        arrays: dict[str, NDArray[Any]] = {
            "weights": self.weights.astype(np.float16),
            "frequent": self.frequent,
        }
        values = {"threshold": self.threshold}
        return Contents(arrays, values, self.card, {TEMPLATES: fingerprint()})

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:
        """The model that holds this.

        Raises:
            ModelError: If the weights belong to other pair templates than those of this version, or
                do not say to which.
            ValueError: If it is damaged.
        """
        _check_templates(contents.checksums.get(TEMPLATES))
        weights = contents.numbers("weights").astype(np.float32)
        if weights.shape != (1 << BITS,):
            raise ValueError(f"there must be {1 << BITS} weights")
        frequent = contents.numbers("frequent", least=-(2**63), most=2**63 - 1, whole=True)
        if (np.diff(frequent) <= 0).any():
            raise ValueError("frequent words must be in rising order")
        threshold = contents.number("threshold", least=0, most=1)
        return cls(weights, frequent.astype(np.int64), threshold, contents.card or {})


def _check_templates(found: str | None) -> None:
    """Check that the weights belong to the templates of this version, in their order."""
    if found == (expected := fingerprint()):
        return
    if found is None:
        what = "it has no fingerprint of its pair templates, so that its weights may be for others"
    else:
        what = f"it is for other pair templates: their fingerprint is {found}, not {expected}"
    raise ModelError(
        f"{what}. Train the model again; of a saved pipeline, make it again with "
        "load_pipeline() and save it."
    )
