"""All measures of texts, by name."""

from collections.abc import Mapping
from difflib import get_close_matches

from salience.errors import MisuseError
from salience.measures.texts import bleu, chrf_ter, error_rates, meteor, rouge, syntax
from salience.measures.texts.measure import Measure

MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for module in (rouge, meteor, bleu, error_rates, chrf_ter, syntax)
    for measure in module.MEASURES
}
"""Measures by name, in the order in which tables have them."""


def measure_named(name: str) -> Measure:
    """The measure of a name; letter case, hyphens and the like do not count: `ROUGE-2`.

    Raises:
        MisuseError: If there is none.

    Example:
        >>> measure_named("rouge2").title, measure_named("ROUGE-2").name, measure_named("BLEU").name
        ('bigrams in common', 'rouge2', 'bleu')
    """
    wanted = _plain(name)
    for measure in MEASURES.values():
        if _plain(measure.name) == wanted:
            return measure
    near = get_close_matches(name.lower(), MEASURES, 1)
    hint = f" Do you mean {near[0]}?" if near else ""
    raise MisuseError(f"{name!r} is no measure: {', '.join(MEASURES)}.{hint}")


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()
