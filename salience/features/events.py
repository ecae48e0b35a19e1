"""Kinds of events: what the word that governs a mention speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from salience.resources import word_list

ROLES = {
    "subject": "the subject of a word",
    "object": "the object of a word",
    "beside": "beside a word",
}
"""What an entity is to an event, each with its words for people."""
_OF_RELATIONS = {
    **dict.fromkeys(("nsubj", "csubj"), "subject"),
    **dict.fromkeys(("obj", "iobj"), "object"),
}


@cache
def kinds_of_events() -> Mapping[str, str]:
    """The kind of event that a verb or a noun speaks of, by its lemma: `words/event_kinds.txt`."""
    lines = (line.split("\t") for line in word_list("event_kinds"))
    return {word: kind for kind, words in lines for word in words.split()}


def event_of(governor: str) -> str:
    """The role of a mention and the kind of its event, given the attribute `governor`.

    Empty if the word is not on the list, or there is none.
    """
    relation, _, lemma = governor.partition(":")
    kind = kinds_of_events().get(lemma, "")
    return kind and f"{_OF_RELATIONS.get(relation, 'beside')}:{kind}"
