"""chrF (Popović 2015) and TER (Snover et al. 2006), as sacreBLEU computes them, where installed.

Their texts are compared as sacreBLEU has it by default: chrF tells upper from lower case, TER does
not. Values are its own divided by 100.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from salience.arrays import Float64Array
from salience.errors import MissingExtraError
from salience.measures.texts.measure import Measure, Settings, alone
from salience.measures.texts.tokens import Text
from salience.text.words import Words

_COUNTS = {
    "CHRF": tuple(
        f"{what}_{n}" for n in range(1, 7) for what in ("candidate", "reference", "matches")
    ),
    "TER": ("edits", "reference"),
}


@cache
def _metric(name: str) -> Any:
    try:
        from sacrebleu import metrics
    except ImportError:
        raise MissingExtraError(
            "chrf and ter need sacrebleu. Install it: pip install sacrebleu; or take bleu and wer."
        ) from None
    return getattr(metrics, name)()


def _measure(name: str, metric: str, title: str, source: str, rises: bool) -> Measure:
    def count(settings: Settings, candidate: Text, references: Sequence[Text]) -> Float64Array:
        others = [[_plain(reference)] for reference in references]
        [counts] = _metric(metric)._extract_corpus_statistics([_plain(candidate)], others)
        return np.array(counts, np.float64)

    def scores(total: Float64Array) -> dict[str, float]:
        if metric == "TER" and not total[1]:
            return {name: math.nan}
        return {name: _metric(metric)._compute_score_from_stats(total.tolist()).score / 100}

    return Measure(
        name=name,
        title=title,
        source=source,
        range=(0.0, 1.0 if rises else math.inf),
        rises=rises,
        needs=("sacrebleu",),
        uses=(),
        counts=_COUNTS[metric],
        counter=alone(count),
        scores=scores,
    )


def _plain(text: Text) -> str:
    if isinstance(text, str):
        return text
    words = text.texts if isinstance(text, Words) else [w for tree in text for w in tree.words]
    return " ".join(words)


MEASURES = (
    _measure("chrf", "CHRF", "runs of one to six characters", "Popović 2015", rises=True),
    _measure("ter", "TER", "edits of words, moves of runs too", "Snover et al. 2006", rises=False),
)
"""chrF and TER."""
