"""What is looked up is what a look at everything finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.labels import name_rules
from salience.labels.entity_alignment import align_all
from salience.names.index import Covering, Persons
from salience.names.proper_names import Name, read_name, same_name
from tests.support.builders import marked

_WORDS = st.sampled_from(
    [
        "Ada",
        "Bill",
        "William",
        "Liz",
        "Lee",
        "Smith",
        "J.",
        "John",
        "F.",
        "Kennedy",
        "Jack",
        "Mr.",
        "Mrs.",
        "Jr.",
        "of",
    ]
)
_NAMES = st.lists(_WORDS, max_size=8).map(lambda words: read_name(words, "PER"))
_SPANS = st.tuples(st.integers(0, 6), st.integers(1, 4)).map(lambda s: (s[0], s[0] + s[1]))


@given(st.lists(_NAMES, max_size=6), _NAMES)
def test_no_name_of_the_same_person_is_overlooked(names: list[Name], name: Name) -> None:
    near = Persons(names).near(name)
    same = {i for i, other in enumerate(names) if same_name(name, other, "PER")}
    assert same <= set(near) and near == sorted(set(near))


def test_people_who_share_only_a_given_name_are_not_compared() -> None:
    names = [read_name(["John", family], "PER") for family in ("Lee", "Smith", "Kennedy")]
    assert Persons(names).near(read_name(["John", "Smith"], "PER")) == [1]


@given(st.lists(_SPANS, max_size=6), _SPANS)
def test_what_covers_words_is_all_that_does(
    spans: list[tuple[int, int]], words: tuple[int, int]
) -> None:
    start, end = words
    found = Covering((a, b, i) for i, (a, b) in enumerate(spans)).around(start, end)
    around = [(b - a, i) for i, (a, b) in enumerate(spans) if a <= start and end <= b]
    assert list(found) == around


def test_many_names_are_not_compared_each_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counted(a: Name, b: Name, type_: str) -> bool:
        nonlocal compared
        compared += 1
        return same_name(a, b, type_)

    monkeypatch.setattr(name_rules, "same_name", counted)
    families = [f"{a}{b}{c}" for a in "BDFGKL" for b in "aeiou" for c in ("rk", "lm", "nd")]
    ours, theirs = (
        marked("d", "\n".join(f"{{e{i} John {f}{end}}} ." for i, f in enumerate(families)))
        for end in ("son", "man")
    )
    assert align_all(ours, [theirs]).aligned == ()
    assert compared == 0
