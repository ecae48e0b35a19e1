"""The name of an entity as a key."""

import pytest

from salience.names.entity_names import normalise


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("the  United Nations", "united nations"),
        ("Ｎａｔｏ’s", "nato"),
        ("Prof. Dr. Ann Lee", "ann lee"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("A", "a"),
        ("'", ""),
    ],
)
def test_normalised_names(name, key):
    assert normalise(name) == key
