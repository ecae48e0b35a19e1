"""How alike the style of two texts is: their parts of speech, and the length of their sentences.

Amigó et al. (2005), section 3.1. They hold the two to be no measures of quality, but to tell how
abstract a summary is, and whether systems write as people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from salience.arrays import Float64Array
from salience.measures.texts.measure import Count, Measure, Settings
from salience.measures.texts.syntax import parsed_words
from salience.measures.texts.tokens import Text
from salience.text.words import Words


def _tags(words: Words) -> dict[str, float]:
    tags = Counter(words.fine_tags or words.tags)
    return {tag: n / len(words) for tag, n in tags.items()}


def _sentence_length(words: Words) -> dict[str, float]:
    return {"length": len(words) / max(len(words.sentences), 1)}


def likeness(a: dict[str, float], b: dict[str, float]) -> float:
    """1 / (1 + the Euclidean distance): the paper has its inverse, which has no end.

    The order of texts, of which alone QARLA makes use, is the same.
    """
    names = sorted({*a, *b})
    return float(1 / (1 + np.linalg.norm([a.get(n, 0.0) - b.get(n, 0.0) for n in names])))


def _measure(name: str, title: str, style: Callable[[Words], dict[str, float]]) -> Measure:
    def counter(settings: Settings, corpus: Sequence[Sequence[Text]]) -> Count:
        def count(candidate: Text, references: Sequence[Text]) -> Float64Array:
            here = style(parsed_words(candidate, name))
            others = [style(parsed_words(reference, name)) for reference in references]
            return np.array([1.0, max(likeness(here, other) for other in others)])

        return count

    return Measure(
        name=name,
        title=title,
        source="Amigó et al. 2005, 3.1",
        needs=("parse",),
        uses=("parser",),
        counts=("documents", "likeness"),
        counter=counter,
        scores=lambda total: {name: float(total[1] / total[0])},
    )


MEASURES = (
    _measure("gramsim", "likeness of parts of speech", _tags),
    _measure("avls", "likeness of sentence lengths", _sentence_length),
)
"""GRAMSIM, of fine tags where they are known, and AVLS, for which the paper has no formula."""
