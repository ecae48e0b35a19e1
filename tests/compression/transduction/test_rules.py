"""Rules of tree transduction: written and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.transduction.rules import DELETED, Fragment, Rule
from salience.errors import CorpusError


@pytest.mark.parametrize(
    "text",
    [
        "[WHNP RB:e WP:1] -> [WHNP WP:1]",
        "[S NP:1 VP:e] -> NP:1",
        "[S [S WHNP:1 S:2] [CC and] S:3] -> [S WHNP:1 [S S:2 S:3]]",
        "[PP IN:1 NP:2] -> [PP NP:2 IN:1]",
        "[VBN involved] -> [VBN involved]",
    ],
)
def test_figure_3_is_read_and_written(text: str) -> None:
    assert str(Rule.read(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[S NP:1 VP:e]",
        "[S NP:1 VP:2] -> NP:1",
        "[S NP:1 VP:e] -> [S NP:1 VP:e]",
        "[S NP:2] -> NP:2",
        "[S NP:1] -> [S NP:1 NP:1]",
        "[S NP:1 -> NP:1",
        "S NP:1] -> NP:1",
        "[[S a] NP:1] -> NP:1",
        "[] -> []",
        "[NP] -> [NP]",
        "[NP a b] -> [NP a b]",
        "[NP a] -> [NP a] -> [NP a]",
        "[" * 5000,
        "[X " * 5000 + "[Y a]" + "]" * 5000 + " -> [Y a]",
    ],
)
def test_what_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(CorpusError, match="correct it"):
        Rule.read(text)


@given(st.text(min_size=1), st.text(min_size=1))
def test_any_word_and_category_survive(word: str, category: str) -> None:
    leaves = (Fragment(":", word=word), Fragment(category, variable=DELETED))
    rule = Rule(Fragment(category, leaves), Fragment(":", word=word))
    assert Rule.read(str(rule)) == rule
    assert str(rule).splitlines() == [str(rule)]
