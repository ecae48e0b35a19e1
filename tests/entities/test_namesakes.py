"""What names say of clusters."""

import pytest

from salience.entities.entity_clusters import namesake_keys


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
