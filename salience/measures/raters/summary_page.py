"""A page in which a person rates summaries beside those of other people, and saves the scores."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence

from salience.errors import SalienceError
from salience.measures.raters.assignment import SummaryToRate
from salience.pages.html import render
from salience.pages.rating_page import cell_text
from salience.text.formatting import one_line

QUESTIONS = {
    "overall": ("Overall quality", "How well does it do what a summary is for?"),
    "linguistic": ("Linguistic quality", "Is it grammatical, clear and well ordered?"),
    "content": ("Information content", "Does it say what the summaries beside it say?"),
}
"""By the scale of `ratings.SCALES`, its name and what is asked."""


SCORES: Mapping[str, str] = {str(score): str(score) for score in range(1, 11)}
PREFERENCES: Mapping[str, str] = {"1": "the left one", "0": "neither", "-1": "the right one"}
"""What can be chosen for a summary, and for two: by what is saved, what is shown."""


def summary_page(items: Sequence[SummaryToRate], *, name: str = "ratings") -> str:
    """The page: one summary, or two, beside the references, without names of systems (Gillick and
    Liu 2010, 2.2). What it saves, `salience raters` reads.
    """
    if not items:
        raise SalienceError("there is no summary to rate. Give files of summaries.")
    in_pairs = items[0].other is not None
    different = dict.fromkeys(items)
    counts = Counter((item.topic, item.system, item.other and item.other[0]) for item in different)
    (topic, system, _), number = counts.most_common(1)[0]
    if number > 1:
        raise SalienceError(f"system {system!r} has two summaries of topic {topic!r}. Drop one.")
    shown = [
        {
            "topic": cell_text(item.topic),
            "systems": [cell_text(name) for name in (item.system, *(item.other or ())[:1])],
            "texts": [item.text, *(item.other or ())[1:]],
            "cell": cell_text(item.text, None),
            "references": item.references,
            "title": one_line(item.title or item.topic),
            "description": item.description,
        }
        for item in items
    ]
    return render(
        "measures/raters/templates/summary_page.html",
        title="Which summary is better?" if in_pairs else "How good is each summary?",
        page=page_id([*map(str, items)]),
        name=name,
        scales=QUESTIONS,
        choices=PREFERENCES if in_pairs else SCORES,
        in_pairs=in_pairs,
        items=shown,
    )


def page_id(items: Sequence[object]) -> str:
    """By what a browser knows what it keeps of a page: the same for the same items alone."""
    return hashlib.sha256(json.dumps(items).encode()).hexdigest()[:16]
