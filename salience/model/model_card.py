"""The card of a model that was changed: which model it came from, and what was changed."""

from collections.abc import Mapping
from typing import Any

_OWN = ("name", "version", "scores")


def changed_card(card: Mapping[str, Any], change: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """The card of a model that was changed; what the old one was called goes to `from`."""
    own = {key: card[key] for key in _OWN if key in card}
    kept = {key: value for key, value in card.items() if key not in _OWN}
    if own and "from" not in card:
        kept["from"] = own
    return {**kept, "changes": [*card.get("changes", []), {"change": change, **about}]}


def model_title(card: Mapping[str, Any]) -> str:
    """Name and version of a model; of a changed one, those of the model that it came from."""
    origin = card.get("from")
    named = origin if isinstance(origin, Mapping) and "name" not in card else card
    title = " ".join(str(named[key]) for key in ("name", "version") if key in named)
    return f"{title}, changed" if title and named is origin else title
