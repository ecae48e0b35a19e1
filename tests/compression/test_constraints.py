"""What stays together: no choice that the constraints leave says what the sentence does not say."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from salience.compression.compressor import Compressor
from salience.compression.constraints import Constraints, constraints
from salience.compression.models import document_compressions, load_compressor
from salience.compression.realiser import realised
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.transducer import Transducer
from salience.pipeline.word_texts import parsed_words
from salience.text.words import Words
from salience.trees.conversion import constituents
from tests.support import ROOT
from tests.support.shipped import shipped_pipeline

LINES = (ROOT / "tests/cases/false_statements.jsonl").read_text(encoding="utf-8").splitlines()
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
SYSTEMS = {
    "significance": load_compressor(),
    "neighbours": Compressor({"bias": -1.0}),
    "transducer": Transducer(Grammar({}), {"words deleted": 1.0}),
}


@pytest.fixture(scope="module")
def parsed() -> list[Words]:
    return parsed_words([case["text"] for case in CASES], shipped_pipeline())


def is_false(case: dict[str, Any], words: Words, kept: Sequence[int]) -> bool:
    """Whether what is said stays without what it needs."""
    texts = {words.keys[i] for i in kept}
    return texts.issuperset(case["says"]) and not texts.issuperset(case["needs"])


def choices(found: Constraints) -> Iterator[tuple[int, ...]]:
    for stay in product((False, True), repeat=len(found.units) - 1):
        units = {0, *(i for i, stays in enumerate(stay, 1) if stays)}
        if all(found.parents[unit] in units for unit in units if unit):
            yield tuple(sorted(word for unit in units for word in found.units[unit]))


def test_there_are_two_hundred_cases_with_their_words(parsed: list[Words]) -> None:
    assert len(CASES) >= 200
    for case, words in zip(CASES, parsed, strict=True):
        assert {*case["says"], *case["needs"]} <= {*words.keys}, case["text"]


def test_no_choice_is_false(parsed: list[Words]) -> None:
    for case, words in zip(CASES, parsed, strict=True):
        for kept in choices(constraints(words)):
            assert not is_false(case, words, kept), (case["text"], kept)


def beginning(words: Words, n: int, last: str, tag: str) -> Words:
    """The first words and a last one; a word whose head is no longer there hangs on none."""
    heads = tuple(head if head < n else i for i, head in enumerate(words.heads[:n]))
    texts, lemmas = ((*column[: n - 1], last) for column in (words.texts, words.lemmas))
    rest = words.relations[:n], (0,), words.spans[:n], (*words.fine_tags[: n - 1], tag)
    return Words(texts, lemmas, words.tags[:n], heads, *rest)


LAST = [(None, None), ("(", "-LRB-"), (",", ","), ("which", "WDT"), ("though", "IN"), ("and", "CC")]
"""Words that a sentence is cut off behind, with their tags."""


@pytest.mark.parametrize(("last", "tag"), LAST)
def test_a_sentence_may_end_anywhere(
    parsed: list[Words], last: str | None, tag: str | None
) -> None:
    for words in parsed:
        for n in range(1, len(words)):
            read = beginning(words, n, last or words.texts[n - 1], tag or words.fine_tags[n - 1])
            found = constraints(read)
            assert sorted(word for unit in found.units for word in unit) == [*range(n)]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("rate", [0.7, 0.5])
def test_no_system_leaves_what_may_not_be_left(
    system: str, rate: float, parsed: list[Words]
) -> None:
    for case, words in zip(CASES, parsed, strict=True):
        [tree] = constituents(words)
        [made] = document_compressions(
            SYSTEMS[system],
            [(words, tree)],
            rate=rate,
            n_words=None,
            must=[()],
            salience=[{}],
        )
        assert constraints(words).allows(made.kept), case["text"]
        assert not is_false(case, words, made.kept), case["text"]


def test_parts_are_a_tree_of_all_words(parsed: list[Words]) -> None:
    for words in parsed:
        found = constraints(words)
        assert sorted(word for unit in found.units for word in unit) == [*range(len(words))]
        assert all(-1 < parent < i for i, parent in enumerate(found.parents[1:], 1))


SHORTENED = (ROOT / "tests/cases/shortened.jsonl").read_text(encoding="utf-8").splitlines()


def test_what_goes_and_what_stays_by_the_grammar_of_the_sentence() -> None:
    """Of each kind, sentences that lose a part and sentences like them that keep it."""
    cases = [json.loads(line) for line in SHORTENED]
    texts = [case["text"] for case in cases]
    assert sum(case["text"] == case["shortened"] for case in cases) > 25
    for case, words in zip(cases, parsed_words(texts, shipped_pipeline()), strict=True):
        allowed = constraints(words)
        assert realised(case["text"], words, allowed.closed(())) == case["shortened"]


def least(text: str) -> list[str]:
    """The fewest words that may stay."""
    [words] = parsed_words([text], shipped_pipeline())
    return [words.texts[i] for i in constraints(words).closed(())]


def test_what_is_set_off_goes() -> None:
    text = "In May, Ann Lee (42), who was ill, met the king."
    assert " ".join(least(text)) == "Ann Lee met the king ."
    text = "On Monday, the king, who was old, met Ann Lee, who is a clerk."
    assert " ".join(least(text)) == "the king met Ann Lee ."


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("The man reached the yard, and the guard shot him.", "shot"),  # a second statement
        ("Although the mayor said that he would resign, this did not happen.", "said"),
        ("When Ann Lee arrived in Rome, she met the mayor.", "arrived"),
        ("In humans, the drug reduced the pain of the patients.", "humans"),
        ("The firm sold forty cars in Lima.", "Lima"),
        ("The president pointed the way to peace.", "peace"),
        ("She left [with] the children on Monday.", "with"),
        ("The firm will, once approved by the court, pay the town.", "once"),  # a condition
        ("She met her brother, a clerk, and the mayor.", "clerk"),  # perhaps a list
        (
            "The ear has a canal, which helps with balance, movement and hearing, and a drum.",
            "which",
        ),
        ("Ann won most, followed by Bo, with two.", "followed"),
        ("The governor, who offered Lee, then a clerk, the house, was rich.", "who"),
        ("They were stopping the war, lending money.", "lending"),
        (
            "The victory strengthened Bo, with many friends, including John, turning to him.",
            "turning",
        ),
        ("Let it stand, covered, in the sun.", "covered"),
        ("She spoke of the war; in 1909, the king met the mayor.", ";"),
        ("The plan depends on an end of the war, (2) a treaty and (3) money.", "2"),
        ("Ann (a clerk), Bo (whose flat is not sold) and Cy met in Rome.", "clerk"),  # all or none
        ("The port, which the French built in 1901", "which"),  # no sentence
        ("Although none of them was known, at least to me, the singers sang well.", "Although"),
    ],
)
def test_what_refers_frames_names_or_may_be_part_of_a_list_stays(text: str, stays: str) -> None:
    assert stays in least(text)


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("The mayor, who was elected in May, opened the bridge.", "May"),  # no modal verb
        ('The 6" pipe broke, and the firm, which is from Oslo, closed the mine.', "Oslo"),
    ],
)
def test_a_month_and_an_inch_mark_keep_nothing(text: str, goes: str) -> None:
    assert goes not in least(text)


def test_signs_of_an_emoji_stay_together() -> None:
    [words] = parsed_words(["Ann \U0001f469\u200d\U0001f680 left on Monday."], shipped_pipeline())
    pieces = {i for i, text in enumerate(words.texts) if not text.isascii()}
    assert all(pieces <= {*unit} or not pieces & {*unit} for unit in constraints(words).units)
