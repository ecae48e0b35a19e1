"""Who rates which summaries, in which order; and a page in which a person rates summaries beside
those of other people, and saves the scores.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from salience.errors import MisuseError, SalienceError
from salience.grouping import grouped
from salience.pages.html import render
from salience.pages.rating_page import cell_text
from salience.text.formatting import one_line


@dataclass(frozen=True, slots=True)
class SummaryToRate:
    """A summary to rate beside references; `other` is the system and text it is compared with.

    `description` says what a summary shall tell of the topic.
    """

    topic: str
    system: str
    text: str
    references: tuple[str, ...]
    title: str | None = None
    description: str | None = None
    other: tuple[str, str] | None = None


def paired(items: Iterable[SummaryToRate], *, seed: int = 0) -> list[SummaryToRate]:
    """Each two summaries of a topic, head to head; which one is the first is drawn."""
    pairs = []
    for topic, some in grouped((item.topic, item) for item in items).items():
        for two in combinations(sorted(some, key=lambda item: item.system), 2):
            names = [item.system for item in two]
            first, second = two if place(seed, topic, *names)[0] % 2 else two[::-1]
            pairs.append(replace(first, other=(second.system, second.text)))
    return pairs


def drawn(items: Iterable[SummaryToRate], n: int | None, *, seed: int = 0) -> list[SummaryToRate]:
    """All summaries of `n` topics, or of all topics, in an order that ids and seed alone decide."""
    given = list(items)
    topics = _topics(given, seed)[:n]
    kept = [item for item in given if item.topic in set(topics)]
    return sorted(kept, key=lambda item: place(seed, *_ids(item)))


def assigned(
    items: Sequence[SummaryToRate], raters: int, each: int, *, seed: int = 0
) -> list[list[SummaryToRate]]:
    """The summaries of each rater: `each` raters share a topic, with all that was made of it.

    Raters have equally many topics, or one more, and share them with as many others as can be.
    """
    if not 1 <= each <= raters:
        raise MisuseError(
            f"{raters} raters can't give {each} ratings of each item. Take from 1 to {raters}, or "
            "more raters."
        )
    topics: list[set[str]] = [set() for _ in range(raters)]
    together: Counter[tuple[int, int]] = Counter()
    for topic in _topics(items, seed):
        chosen: list[int] = []
        for _ in range(each):
            costs = {
                r: (len(topics[r]), sum(together[r, o] for o in chosen), place(seed, topic, str(r)))
                for r in range(raters)
                if r not in chosen
            }
            rater = min(costs, key=costs.__getitem__)
            together.update(pair for o in chosen for pair in ((o, rater), (rater, o)))
            chosen.append(rater)
        for rater in chosen:
            topics[rater].add(topic)
    return [[item for item in items if item.topic in own] for own in topics]


def repeated(items: Sequence[SummaryToRate], n: int, *, seed: int = 0) -> list[SummaryToRate]:
    """Items, of which `n` of the first third come again in the last third, to test the rater."""
    third = len(items) // 3
    if n > third:
        raise MisuseError(
            f"of {len(items)} items {third} can come twice, far enough from each other, but {n} "
            "shall. Take fewer, or more topics."
        )
    again = sorted(items[:third], key=lambda item: place(seed, "again", *_ids(item)))[:n]
    late = [*items[len(items) - third :], *again]
    late.sort(key=lambda item: place(seed, "late", *_ids(item)))
    return [*items[: len(items) - third], *late]


def _topics(items: Iterable[SummaryToRate], seed: int) -> list[str]:
    return sorted({item.topic for item in items}, key=lambda topic: place(seed, topic))


def _ids(item: SummaryToRate) -> tuple[str, ...]:
    return (item.topic, item.system, *([item.other[0]] if item.other else []))


def place(seed: int, *ids: str) -> bytes:
    """Where something comes in a random order that its ids and the seed decide."""
    return hashlib.sha256(json.dumps([seed, *ids]).encode()).digest()


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
