"""Sentences of plain text: cases of language, and what holds of any text."""

import json
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.errors import CorpusError
from salience.sentences import boundaries, split
from salience.text.normalise import normalised

CASES = Path(__file__).parents[1] / "cases/sentences.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
HARD = ["Mr.", "U.S.", "p.m.", "he", "He", "3.5", "(", ")", '"', "”", ".", "?!", "...", "…", "[3]"]
PARTS = st.sampled_from(
    [*HARD, " ", " ", " ", "\n", "\n\n", "\r\n", "\t", "\u2028", "\x1c", "\xa0"]
)
TEXTS = st.lists(PARTS, max_size=40).map("".join) | st.text(max_size=60)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["note"])
def test_case(row):
    if row.get("known_failure"):
        assert sentences(row["text"]) != row["sentences"], "it holds now: no failure any more"
    else:
        assert sentences(row["text"]) == row["sentences"]


@given(TEXTS)
@settings(max_examples=300)
def test_sentences_have_all_characters_but_white_space_between_them(text):
    spans, clean = split(text), normalised(text)
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    at = 0
    for start, end in [*(clean.place(*span) for span in spans), (len(clean.text),) * 2]:
        assert clean.text[start:end] == clean.text[start:end].strip()
        assert not clean.text[at:start].strip()
        at = end


@given(TEXTS)
@settings(max_examples=100)
def test_boundaries_are_in_order_with_probabilities(text):
    found = boundaries(text)
    assert [b.start for b in found] == sorted({b.start for b in found})
    assert all(0 <= b.probability <= 1 for b in found)
    assert not found or found[0].probability == 1


def test_what_a_paragraph_is_split_into_does_not_depend_on_those_around_it():
    rows = [row["text"] for row in ROWS if "\n" not in row["text"]]
    assert sentences("\n\n".join(rows)) == [s for text in rows for s in sentences(text)]


@pytest.mark.parametrize(
    "text", ["." * 200_000, ". " * 20_000, "x" * 200_000 + ". Y", '."' * 20_000]
)
def test_long_runs_are_split(text):
    assert "".join(sentences(text)) == "".join(sentences(text)).strip()
    assert split(text)[-1][1] == len(text.rstrip())


@pytest.mark.parametrize("find", [split, boundaries])
@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (None, "a NoneType"),
        (b"Oslo.", "a bytes"),
        (["Oslo."], "a list"),
        (pd.DataFrame({"text": ["Oslo."]}), "a DataFrame"),
    ],
)
def test_what_is_no_text_is_refused(find, given, kind):
    with pytest.raises(CorpusError, match=f"^text is {kind}, .* one string. Give each"):
        find(given)
