"""Which pairs of a phrase table are worth a reader's time, and how open a table is."""

import pytest

from salience.wordalign.phrases.analysis import entropies, shares_by_range
from salience.wordalign.phrases.changes import are_names, is_changed, shortest
from salience.wordalign.phrases.phrase_table import table_from_counts


@pytest.mark.parametrize(
    ("source", "target", "changed"),
    [
        ("United States", "US", True),
        ("Votes", "vote", False),
        ("a ,", "b", False),
        ("30 people", "30", True),
        ("30 people", "45", False),
    ],
)
def test_other_forms_other_numbers_and_marks_are_no_change(
    source: str, target: str, changed: bool
) -> None:
    assert is_changed(source, target) is changed


def test_names_begin_and_end_with_a_capital_letter() -> None:
    assert are_names("United States", "US")
    assert not are_names("the US", "US") and not are_names("US ,", "US")


def test_a_pair_with_the_same_words_around_another_is_not_the_shortest() -> None:
    pairs = [("in US courts", "in American courts"), ("US", "American"), ("a b", "a c")]
    assert [*shortest(pairs)] == [False, True, True]


def test_a_histogram_has_the_shares_of_source_phrases() -> None:
    table = table_from_counts({("a", "x"): 1, ("a", "y"): 1, ("b", "x"): 5})
    shares = {"0-0.01": 0.5, "0.01-0.5": 0, "0.5-1": 0.5, "1-1.5": 0, "1.5-2": 0, "> 2": 0}
    assert shares_by_range(entropies(table)) == shares
