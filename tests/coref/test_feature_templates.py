"""Features are hashed to numbers by template, value and type of mention."""

import numpy as np

from salience.coref.feature_templates import (
    BITS,
    LINK_TEMPLATES,
    LINK_TEMPLATES_OF_BOTH_TYPES,
    NEW_TEMPLATES,
    feature_numbers,
)


def test_no_template_stands_twice_in_a_table():
    for table in (NEW_TEMPLATES, LINK_TEMPLATES, LINK_TEMPLATES_OF_BOTH_TYPES):
        assert len(set(table)) == len(table)


def test_the_number_of_a_feature_depends_on_value_type_and_template():
    values = {"a": np.array([7, 7, 8, 7]), "b": np.array([7, 7, 8, 7])}
    types = np.array([0, 0, 0, 1])
    numbers = feature_numbers(values, [(("a", "b"), types)], 1)
    assert numbers.shape == (4, 2) and numbers.max() < 1 << BITS
    assert numbers[0].tolist() == numbers[1].tolist()
    assert len(set(numbers.flatten().tolist())) == 6
    assert feature_numbers(values, [(("b",), types)], 2).tolist() == numbers[:, 1:].tolist()
