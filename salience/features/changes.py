"""How one attribute of an entity could be different, in words: what counterfactuals try."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from salience.features.rows import EntityRow, missing

FURTHEST = 100
"""No number beyond this is tried."""

KINDS = ("place", "headline", "mentions", "count")
"""The kinds of changes, in the order in which counterfactuals list them."""

_MENTIONS = ("named", "nominal", "pronominal")


@dataclass(frozen=True, slots=True)
class Change:
    """How one attribute can change: `tried` yields other values with words, the nearest first."""

    kind: Literal["place", "headline", "mentions", "count"]
    tried: Callable[[Any, int | None], Iterator[tuple[Any, str]]]
    also: Callable[[EntityRow, str, Any], dict[str, Any]] = lambda row, name, value: {}


def place_change(
    words: str, place: Callable[[int], str], *, least: int, moves_back: bool = True
) -> Change:
    """The change of a place in the text, from `least` on; `words` say what is there."""

    def tried(now: Any, most: int | None) -> Iterator[tuple[Any, str]]:
        at = None if missing(now) else int(now)
        instead = "" if at is None else f", not {place(at)}"
        if most is None:
            most = FURTHEST if moves_back else at or least
        for value in _nearest(at, least, most):
            yield value, f"{words} {place(value)}{instead}"

    return Change("place", tried)


def mentions_change(singular: str, plural: str, *, least: int) -> Change:
    """The change of a number of mentions, with which their share of all mentions changes."""
    return Change("mentions", _counts(singular, plural, least), _share_also)


def count_change(singular: str, plural: str, *, least: int) -> Change:
    """The change of another number, with the words for one and for several."""
    return Change("count", _counts(singular, plural, least))


def _headline_also(row: EntityRow, name: str, value: Any) -> dict[str, Any]:
    """A word in the headline needs a headline."""
    return {"has_headline": 1} if "has_headline" in row else {}


def _name_also(row: EntityRow, name: str, value: Any) -> dict[str, Any]:
    share = {"in_title": 1.0 if value else 0.0} if "in_title" in row else {}
    return share | _headline_also(row, name, value)


def _tags(absent: str, present: str) -> Callable[[Any, int | None], Iterator[tuple[Any, str]]]:
    """What tries tags in a headline: none where there are some, else those of a proper noun."""
    return lambda now, most: iter([("", absent) if now else ("PROPN", present)])


HEADLINE_CHANGE = Change(
    "headline",
    _tags("not mentioned in the headline", "mentioned by name in the headline"),
    _name_also,
)
"""Named in the headline, or not mentioned there; the other attributes of headlines follow."""

HEADLINE_WORDS_CHANGE = Change(
    "headline",
    _tags("no word of its mentions in the headline", "a word of its name in the headline"),
    _headline_also,
)
"""With a proper noun among the words of the headline, or with no word of it."""


def _counts(singular: str, plural: str, least: int) -> Callable[[Any, int | None], Any]:
    def tried(now: Any, most: int | None) -> Iterator[tuple[Any, str]]:
        if missing(now):
            return
        for value in _nearest(int(now), least, FURTHEST if most is None else most):
            more = value - int(now)
            way = "more" if more > 0 else "fewer"
            yield value, f"{abs(more)} {way} {singular if abs(more) == 1 else plural}"

    return tried


def _share_also(row: EntityRow, name: str, value: Any) -> dict[str, Any]:
    if not row.get("share"):
        return {}
    before, more = sum(row.get(kind) or 0 for kind in _MENTIONS), value - row[name]
    every = before / row["share"] + more  # none, if it had the only mention
    return {"share": min(round((before + more) / every, 6), 1.0) if every > 0 else 0.0}


def _nearest(now: int | None, least: int, most: int) -> list[int]:
    """The other whole numbers from `least` to `most` or `FURTHEST`, the nearest first."""
    others = (n for n in range(least, min(most, FURTHEST) + 1) if n != now)
    return sorted(others, key=lambda n: (abs(n - (now or 0)), n))
