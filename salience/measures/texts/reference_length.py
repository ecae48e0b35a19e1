"""How long a reference is, if there are several (Leusch et al. 2005, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from salience.errors import MisuseError
from salience.measures.texts.measure import Lengths


def distance_and_length(
    candidate: int, distances: Sequence[float], lengths: Sequence[int], rule: Lengths
) -> tuple[float, float]:
    """The distance of a text from its references, and the length that it is divided by, by a rule.

    `nearest` takes the mean length of those with the least distance, `best` the distance and length
    of the least rate; the other rules are those of `reference_length`, with the least distance.
    """
    if rule == "best":
        rates = [
            (d / length if length else np.inf * d if d else 0.0, length, d)
            for d, length in zip(distances, lengths, strict=True)
        ]
        _, length, distance = min(rates)
        return distance, length
    least = min(distances)
    if rule == "nearest":
        pairs = zip(distances, lengths, strict=True)
        return least, float(np.mean([length for d, length in pairs if d == least]))
    return least, reference_length(candidate, lengths, rule)


def reference_length(candidate: int, lengths: Sequence[int], rule: Lengths) -> float:
    """The length of references that are compared all at once, as BLEU and NIST do."""
    if rule == "average":
        return float(np.mean(lengths))
    if rule == "closest":
        return min(lengths, key=lambda length: (abs(length - candidate), length))
    raise MisuseError(
        f"the length of the {rule} reference is for measures of one reference at a time, such as "
        "wer. With bleu and nist, take average or closest."
    )
