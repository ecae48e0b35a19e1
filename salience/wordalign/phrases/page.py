"""A phrase table as a page for a browser: to be searched, with an example of each pair."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from salience.pages.html import render
from salience.wordalign.phrases.analysis import Analysis, analysis_rows, common_values
from salience.wordalign.phrases.changes import is_changed, shortest
from salience.wordalign.phrases.extraction import LinkedTexts, PhrasePair, compatible_pairs, phrases
from salience.wordalign.phrases.phrase_table import Entry

MAX_PAIRS = 5_000
"""A page shows the first pairs up to this limit, so that browsers can hold it."""
AROUND = 8
"""Words of an example on either side of a phrase."""
Place = tuple[str, LinkedTexts, PhrasePair]
"""Where a pair of phrases is found: in which document, and at which of its words."""


def first_places(
    read: Iterable[tuple[str, LinkedTexts]], max_length: int, *, tight: bool
) -> dict[tuple[str, str], Place]:
    """Where each pair of phrases is found first, in documents with their ids."""
    places: dict[tuple[str, str], Place] = {}
    for document, texts in read:
        for pair in compatible_pairs(texts, max_length, tight=tight):
            places.setdefault(phrases(texts, pair), (document, texts, pair))
    return places


def phrase_page(
    pairs: Sequence[Entry],
    places: Mapping[tuple[str, str], Place],
    analysis: Analysis | None = None,
) -> str:
    """A page of the first pairs, in the order given, each with an example that unfolds."""
    new = shortest((pair.source, pair.target) for pair in pairs)
    rows = [
        _row(pair, short, places.get((pair.source, pair.target)))
        for pair, short in zip(pairs[:MAX_PAIRS], new, strict=False)
    ]
    return render(
        "wordalign/phrases/templates/phrase_page.html",
        title="Phrases and what they became",
        pairs=rows,
        all_pairs=len(pairs),
        tables=[] if analysis is None else [row.table for row in analysis.certainty],
        figures=[] if analysis is None else list(analysis_rows(analysis)),
        common=[]
        if analysis is None
        else [(phrase, common_values(bits)) for phrase, bits in analysis.common.items()],
        forcing=[] if analysis is None else analysis.forcing,
    )


def _row(pair: Entry, short: bool, place: Place | None) -> dict[str, Any]:
    return {
        "pair": pair,
        "changed": short and is_changed(pair.source, pair.target),
        "share": f"{pair.probability:.0%}",
        "example": None if place is None else _example(place),
    }


def _example(place: Place) -> dict[str, Any]:
    document, texts, (a, b, c, d) = place
    return {
        "document": document,
        "source": _around(texts.source, a, b),
        "target": _around(texts.target, c, d),
    }


def _around(words: Sequence[str], start: int, end: int) -> tuple[str, str, str]:
    """The words before a phrase, the phrase, and the words after it."""
    first, last = max(start - AROUND, 0), min(end + AROUND, len(words))
    before = ["…"] * (first > 0) + list(words[first:start])
    after = list(words[end:last]) + ["…"] * (last < len(words))
    return " ".join(before), " ".join(words[start:end]), " ".join(after)
