"""Where sentences begin at quotation marks: cases, and what holds of any text."""

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.sentences.quotations import quotation_starts

CASES = Path(__file__).parents[1] / "cases/quotations.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
MARKS = st.lists(st.sampled_from([*"\"'“”‘’.?,([ \n", "A", "a", "No", "Mr."]), max_size=40)


def marked(text: str) -> str:
    """The text with `|` where a sentence begins and `~` where none does."""
    marks = {True: "|", False: "~", None: ""}
    found = quotation_starts(text)
    return "".join(marks[found.get(i)] + letter for i, letter in enumerate(text))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["note"])
def test_case(row):
    assert marked(re.sub("[|~]", "", row["text"])) == row["text"]


@given(MARKS.map("".join))
@settings(max_examples=300)
def test_no_sentence_begins_without_a_word_or_behind_another_beginning(text):
    found = quotation_starts(text)
    begins = [start for start, is_first in found.items() if is_first]
    assert all(text[:start].strip() and text[start:].strip() for start in begins)
    assert not any(found.get(start + 1) for start in begins if text[start] in "\"'“‘")


@pytest.mark.parametrize("part", ["\n", '"', "'", ' "A', '\n"A', '. "A', ',"', '."', "“‘\"'(["])
def test_marks_take_no_minutes(part):
    start = time.process_time()
    quotation_starts(part * 20_000)
    assert time.process_time() - start < 10
