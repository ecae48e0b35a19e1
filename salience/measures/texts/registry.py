"""All measures of texts, by name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from salience.errors import MisuseError
from salience.measures.texts import bleu, error_rates, meteor, rouge, syntax
from salience.measures.texts.measure import Measure

MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for module in (rouge, meteor, bleu, error_rates, syntax)
    for measure in module.MEASURES
}
"""Measures by name, in the order in which tables have them."""


def measure_named(name: str) -> Measure:
    """The measure of a name.

    Raises:
        MisuseError: If there is none.

    Example:
        >>> measure_named("rouge2").title
        'bigrams in common'
    """
    if name not in MEASURES:
        near = get_close_matches(name, MEASURES, 1)
        hint = f" Do you mean {near[0]}?" if near else ""
        raise MisuseError(f"{name!r} is no measure: {', '.join(MEASURES)}.{hint}")
    return MEASURES[name]
