"""Features of rules: the paper's worked example, and what must hold of any rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salience.compression.transduction.described import DELETED_WORDS, RuleItem
from salience.compression.transduction.rules import Fragment, Rule

# Table 2, row by row. "words deleted" stands for "source terminals", for which 1 is printed.
TABLE_2 = {
    "type=extracted": 1,
    "X=NP": 1,
    "Y=NNS": 1,
    "X=NP Y=NNS": 1,
    "α=[NP CD ADJP [NNS activists]]": 1,
    "γ=[NNS activists]": 1,
    "rule=[NP CD:e ADJP:e [NNS activists]] -> [NNS activists]": 1,
    "unlex α=[NP CD ADJP NNS]": 1,
    "unlex γ=NNS": 1,
    "unlex rule=[NP CD:e ADJP:e NNS] -> NNS": 1,
    "rules": 1,
    "words": 1,
    "words deleted": 3,
    "words=activists -> activists": 1,
    "word in both=activists": 1,
    "leafs=CD ADJP NNS -> NNS": 1,
    "leaf in source=CD": 1,
    "leaf in source=ADJP": 1,
    "leaf in both=NNS": 1,
    "length": 2,
    "shorter": 1,
}


def test_table_2_has_its_21_features() -> None:
    rule = Rule.read("[NP CD:e ADJP:e [NNS activists]] -> [NNS activists]")
    # "[two] [very angry] activists"
    assert RuleItem(rule, extracted=True).features() | {DELETED_WORDS: 3} == TABLE_2
    assert len(TABLE_2) == 21


@pytest.mark.parametrize(
    ("text", "there", "missing"),
    [
        ("[NP DT:1 NN:2] -> [NP DT:1 NN:2]", ["α=γ", "unlex α=γ"], ["shorter", "length", "words"]),
        ("[NN dog] -> [NN dog]", ["α=γ", "unlex α=γ", "words"], ["leaf in source=NN"]),
        # Only what is left out differs: the same label may be in both and in the source only.
        (
            "[NP NN:e NN:1] -> [NP NN:1]",
            ["leaf in both=NN", "leaf in source=NN", "shorter"],
            ["α=γ"],
        ),
        ("[NN Dog] -> [NN dog]", ["unlex α=γ", "word in source=Dog"], ["α=γ", "word in both=dog"]),
    ],
)
def test_features_that_are_there_and_not(text: str, there: list[str], missing: list[str]) -> None:
    found = RuleItem(Rule.read(text), copy=True).features()
    assert set(there) <= set(found)
    assert not set(missing) & set(found)


def test_types_are_not_exclusive() -> None:
    rule = Rule.read("[NP DT:1 NN:2] -> [NP DT:1 NN:2]")
    found = RuleItem(rule, extracted=True, copy=True, delete=True).features()
    assert {name for name in found if name.startswith("type")} == {
        "type=extracted",
        "type=copy",
        "type=delete",
    }


_LABELS = st.sampled_from(["NP", "NN", "S", "JJ"])


@given(st.lists(st.tuples(_LABELS, st.booleans()), min_size=1, max_size=6))
def test_lengths_add_up(children: list[tuple[str, bool]]) -> None:
    numbers = iter(range(1, 9))
    source = tuple(
        Fragment(label, variable=next(numbers) if keep else 0) for label, keep in children
    )
    target = tuple(leaf for leaf in source if leaf.variable)
    if not target:
        return
    rule = Rule(Fragment("X", source), Fragment("X", target))
    found = RuleItem(rule).features()
    assert found.get("length", 0.0) == len(source) - len(target)
    assert ("shorter" in found) == (len(target) < len(source)) == ("α=γ" not in found)
    assert all(found.values())
