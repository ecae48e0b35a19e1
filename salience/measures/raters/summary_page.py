"""A page in which a person rates summaries beside those of other people, and saves the scores."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from salience.errors import SalienceError
from salience.measures.raters.ratings import SCALES
from salience.pages.html import render
from salience.pages.rating_page import cell_text
from salience.text.formatting import one_line

QUESTIONS = dict(
    zip(
        SCALES,
        (
            ("Overall quality", "How well does it do what a summary is for?"),
            ("Linguistic quality", "Is it grammatical, clear and well ordered?"),
            ("Information content", "Does it say what the summaries beside it say?"),
        ),
        strict=True,
    )
)
"""By the scale of `ratings.SCALES`, its name and what is asked."""


@dataclass(frozen=True, slots=True)
class SummaryToRate:
    """A summary that a person shall rate.

    Attributes:
        topic: The id of the document, or of the documents, that it is of.
        system: Who made it; the page does not show it.
        text: The summary.
        references: Summaries by people, which are shown beside it.
        title: What the topic is called; the id without one.
    """

    topic: str
    system: str
    text: str
    references: tuple[str, ...]
    title: str | None = None


def drawn(items: Iterable[SummaryToRate], n: int | None, *, seed: int = 0) -> list[SummaryToRate]:
    """Summaries of `n` topics, or of all, in random order, so that their place tells nothing.

    All systems of a topic are drawn with it, so that each is rated on the same topics. Ids and
    seed alone decide, whatever the order of the items.
    """

    def place(*ids: str) -> bytes:
        text = json.dumps([seed, *ids])
        return hashlib.sha256(text.encode()).digest()

    found = list(items)
    topics = sorted({item.topic for item in found}, key=place)[:n]
    kept = [item for item in found if item.topic in set(topics)]
    return sorted(kept, key=lambda item: place(item.topic, item.system))


def summary_page(items: Sequence[SummaryToRate]) -> str:
    """The page: one summary at a time beside the references, with three scales from 1 to 10.

    The documents are not shown: reading them takes most of the time of an evaluation, and the
    references say what matters in them (Gillick and Liu 2010, section 2.2). The systems are not
    shown either. The page keeps what was rated until it is saved, and how long each summary was
    looked at. It needs its script, which loads nothing and sends nothing.

    What it saves is CSV with topic, system, the scales, seconds and the whole text, which
    `salience raters` reads.

    Args:
        items: The summaries in the order in which they are shown, see `drawn`.

    Raises:
        SalienceError: If there is nothing to rate, or a summary comes twice.
    """
    if not items:
        raise SalienceError("there is no summary to rate. Give files of summaries.")
    counts = Counter((item.topic, item.system) for item in items)
    twice, number = counts.most_common(1)[0]
    if number > 1:
        raise SalienceError(
            f"system {twice[1]!r} has two summaries of topic {twice[0]!r}. Leave one out."
        )
    shown = [
        {
            "topic": cell_text(item.topic),
            "system": cell_text(item.system),
            "cell": cell_text(item.text, None),
            "text": item.text,
            "references": item.references,
            "title": one_line(item.title or item.topic),
        }
        for item in items
    ]
    digest = hashlib.sha256(json.dumps([*map(str, items)]).encode()).hexdigest()[:16]
    return render(
        "measures/raters/templates/summary_page.html",
        title="How good is each summary?",
        page=digest,
        scales=QUESTIONS,
        scores=range(1, 11),
        items=shown,
    )
