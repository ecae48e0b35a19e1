"""What holds of every measure of texts, and cases of papers, with their figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from salience.errors import CorpusError, MisuseError
from salience.metrics.texts.measure import Measure, Settings
from salience.metrics.texts.registry import MEASURES
from salience.metrics.texts.scoring import count_texts, score_texts

CASES = [
    json.loads(line)
    for line in Path("tests/cases/texts.jsonl").read_text(encoding="utf-8").splitlines()
]
TEXTS = ["the cat sat on the mat", "a dog barked at a cat all night", "it rained"]
REFERENCES = [
    ["a cat sat on a mat", "the cat was on the mat"],
    ["all night a dog barked", "dogs barked at the cat"],
    ["it rained all day", "it snowed and it rained"],
]
each_measure = pytest.mark.parametrize("measure", MEASURES.values(), ids=list(MEASURES))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['measure']}: {case['source']}")
def test_cases(case: dict[str, Any]) -> None:
    how = Settings(**case.get("settings", {}))
    found = score_texts(case["measure"], [case["candidate"]], [case["references"]], how)
    assert found.scores[case["part"]] == pytest.approx(case["score"], abs=1e-6)


@each_measure
def test_a_text_that_is_a_reference_scores_best(measure: Measure) -> None:
    same = [references[0] for references in REFERENCES]
    best = score_texts(measure, same, REFERENCES).value
    other = score_texts(measure, TEXTS, REFERENCES).value
    assert best >= other if measure.rises else best <= other
    end = measure.range[measure.rises]
    assert best == pytest.approx(end, abs=0.01) or end == np.inf  # METEOR has 1 only in the limit


@each_measure
def test_scores_lie_in_their_range(measure: Measure) -> None:
    low, high = measure.range
    for texts in (TEXTS, [" "] * 3, TEXTS[::-1]):
        found = score_texts(measure, texts, REFERENCES)
        assert low <= found.value <= high
        for least, most in found.intervals.values():
            assert low <= least <= most <= high


@each_measure
def test_the_order_of_references_does_not_matter(measure: Measure) -> None:
    found = score_texts(measure, TEXTS, REFERENCES)
    other = score_texts(measure, TEXTS, [references[::-1] for references in REFERENCES])
    assert found.scores == pytest.approx(other.scores)


@each_measure
def test_counts_of_parts_add_up(measure: Measure) -> None:
    if measure.name == "nist":
        pytest.skip("what an n-gram tells depends on all documents")
    whole = count_texts(measure, TEXTS, REFERENCES)
    assert whole.values.shape == (len(measure.counts), 3)
    first = count_texts(measure, TEXTS[:1], REFERENCES[:1])
    rest = count_texts(measure, TEXTS[1:], REFERENCES[1:])
    assert np.allclose((first + rest).values, whole.values)


def test_references_must_be_there() -> None:
    with pytest.raises(CorpusError, match="document 2 has no reference"):
        score_texts("rouge1", ["a", "b"], [["a"], []])
    with pytest.raises(CorpusError, match="those of 1 documents"):
        score_texts("rouge1", ["a", "b"], [["a"]])
    with pytest.raises(CorpusError, match="no text"):
        score_texts("rouge1", [], [])


def test_an_unknown_measure_has_a_near_name() -> None:
    with pytest.raises(MisuseError, match="mean rouge2"):
        score_texts("rogue2", ["a"], [["a"]])


def test_the_signature_says_how_texts_were_compared() -> None:
    found = score_texts("rouge2", TEXTS, [*REFERENCES[:2], ["it rained"]], Settings(jackknife=True))
    assert "metric=rouge2|documents=3|references=1-2" in found.signature
    assert "tokenization=words|lower=True|stem=False|several=best|jackknife=True" in found.signature
