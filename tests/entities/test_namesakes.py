"""What names say of clusters."""

import pytest

from salience.entities.namesakes import cut_by_names, namesake_keys
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions
from tests.support.coref import people_doc


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("the Academy", "ACADEMY", True),
        ("Škvor Prize", "Skvor Prize", True),
        ("Wol-Mart", "Wolmart", True),
        ("T-17", "Harlow T-17 Flying Castle", True),
        ("T-1", "Harlow T-17 Flying Castle", False),
        ("Harlow", "Harlow T-17 Flying Castle", False),
        ("Tram", "Trams", False),
    ],
)
def test_namesakes(a, b, same):
    assert (namesake_keys(a)[0] in namesake_keys(b)) is same


def test_a_name_of_signs_has_no_key():
    assert namesake_keys("!") == namesake_keys("") == ()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("Ann Lee, she, Lee, Ann Lee", "1111"),
        ("Wren Foxx, he, Jamie Foxx, he, Foxx, Wren Foxx, he", "1122211"),
        ("Ann Lee, Lee, Eva Lee, she, Ann, she", "112211"),
        ("Ann Lee, Lee, Mrs. Lee", "111"),
        # A pen name has nothing in common with the name.
        ("Ann Lee, Marie Noire, she", "111"),
        ("she, it", "11"),
    ],
)
def test_people_of_one_family_are_cut_apart_by_their_given_names(names, expected):
    doc = people_doc([[name.split()] for name in names.split(", ")])
    columns = DocColumns(doc)
    mentions = find_mentions(columns)
    parts = cut_by_names(columns, mentions)
    numbers = {m: str(n) for n, part in enumerate(parts, start=1) for m in part}
    assert "".join(numbers[m] for m in mentions) == expected


def test_of_a_large_family_everyone_is_apart():
    names = [f"{a}{b} Lee".title() for a in "bdfkm" for b in ("al", "em", "ir", "os", "un")]
    doc = people_doc([[name.split()] for name in [*names, names[-1]]])
    columns = DocColumns(doc)
    parts = cut_by_names(columns, find_mentions(columns))
    assert [len(part) for part in parts] == [1] * 24 + [2]
