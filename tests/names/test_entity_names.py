"""The name of an entity as a key."""

import pytest

from salience.names.entity_names import name_id, normalise, usual_name


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


@pytest.mark.parametrize(
    ("name", "type_", "usual"),
    [
        ("EU", "ORG", "European Union"),
        ("the U.S.", "LOC", "United States"),
        ("Washington, D.C.", "", "Washington"),
        ("America", "PER", "America"),
        ("La", "", "La"),
        ("EU Commission", "ORG", "EU Commission"),
    ],
)
def test_usual_names(name, type_, usual):
    assert usual_name(name, type_) == usual
    assert name_id(name, type_) == f"name:{normalise(usual)}|{type_}"
