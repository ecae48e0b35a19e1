"""Kinds of events come from a list, of which every line must be usable."""

from __future__ import annotations

from collections import Counter

from salience.features.events import event_of, kinds_of_events
from salience.resources import word_list


def test_every_word_is_a_lemma_of_one_kind() -> None:
    lines = [line.split("\t") for line in word_list("event_kinds")]
    assert all(len(line) == 2 and line[0].isalpha() for line in lines)
    words = Counter(word for _, several in lines for word in several.split())
    assert set(words.values()) == {1} and all(w.isalpha() and w.islower() for w in words)
    assert set(kinds_of_events()) == set(words)


def test_the_role_is_that_of_the_mention() -> None:
    found = {r: event_of(f"{r}:say") for r in ("nsubj", "csubj", "obj", "iobj", "obl", "appos")}
    roles = ("subject", "subject", "object", "object", "beside", "beside")
    assert found == dict(zip(found, (f"{role}:saying" for role in roles), strict=True))


def test_what_is_no_event_has_none() -> None:
    for governor in ("", "root", "nsubj", "nsubj:", "nsubj:be:", "nmod:mayor", ":say:"):
        assert event_of(governor) == ""
