"""What holds of every measure of texts, and cases of papers, with their figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from salience.errors import CorpusError, MisuseError
from salience.measures.texts.measure import Measure, Settings
from salience.measures.texts.registry import MEASURES, measure_named
from salience.measures.texts.scoring import count_texts, score_texts
from salience.measures.texts.tokens import Text
from salience.text.words import plain_words
from salience.trees.brackets import read_trees
from salience.trees.tree import Tree

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


def corpus_for(measure: Measure) -> tuple[list[Text], list[list[Text]]]:
    """The texts and the references as the measure needs them."""
    texts = [text_of(measure, text) for text in TEXTS]
    return texts, [[text_of(measure, text) for text in some] for some in REFERENCES]


each_measure = pytest.mark.parametrize("measure", MEASURES.values(), ids=list(MEASURES))


def text_of(measure: Measure, written: Any) -> Text:
    """A text as the measure needs it: words with head and relation, or trees in brackets."""
    if "parse" in measure.needs:
        words = [(w, 0, "dep") for w in written.split()] if isinstance(written, str) else written
        texts, heads, relations = zip(*words, strict=True) if words else ((), (), ())
        plain = plain_words(" ".join(texts))
        return replace(plain, heads=heads, relations=relations)
    if "trees" in measure.needs:
        if not written.startswith("("):
            written = f"(S {' '.join(f'({w} {w})' for w in written.split())})" * bool(
                written.strip()
            )
        return tuple(read_trees(written))
    return written


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['measure']}: {case['source']}")
def test_cases(case: dict[str, Any]) -> None:
    measure = measure_named(case["measure"])
    how = Settings(**case.get("settings", {}))
    text, *references = (text_of(measure, t) for t in (case["candidate"], *case["references"]))
    found = score_texts(measure, [text], [references], how)
    assert found.scores[case["part"]] == pytest.approx(case["score"], abs=1e-6)


@each_measure
def test_a_text_that_is_a_reference_scores_best(measure: Measure) -> None:
    texts, references = corpus_for(measure)
    best = score_texts(measure, [some[0] for some in references], references).value
    other = score_texts(measure, texts, references).value
    assert best >= other if measure.rises else best <= other
    end = measure.range[measure.rises]
    assert best == pytest.approx(end, abs=0.01) or end == np.inf  # METEOR has 1 only in the limit


@each_measure
def test_scores_lie_in_their_range(measure: Measure) -> None:
    low, high = measure.range
    texts, references = corpus_for(measure)
    for candidates in (texts, [text_of(measure, " ")] * 3, texts[::-1]):
        found = score_texts(measure, candidates, references)
        assert low <= found.value <= high
        for least, most in found.intervals.values():
            assert low <= least <= most <= high


@each_measure
def test_the_order_of_references_does_not_matter(measure: Measure) -> None:
    texts, references = corpus_for(measure)
    found = score_texts(measure, texts, references)
    other = score_texts(measure, texts, [some[::-1] for some in references])
    assert found.scores == pytest.approx(other.scores)


@each_measure
def test_counts_of_parts_add_up(measure: Measure) -> None:
    if measure.name == "nist":
        pytest.skip("what an n-gram tells depends on all documents")
    texts, references = corpus_for(measure)
    whole = count_texts(measure, texts, references)
    assert whole.values.shape == (len(measure.counts), 3)
    first = count_texts(measure, texts[:1], references[:1])
    rest = count_texts(measure, texts[1:], references[1:])
    assert np.allclose(np.hstack([first.values, rest.values]), whole.values)


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


@pytest.mark.parametrize("name", ["hwcm", "dtkm", "stm", "tkm", "relation-f"])
def test_measures_of_parses_refuse_plain_texts(name: str) -> None:
    with pytest.raises(MisuseError, match=r"measures of parses need parsed texts .* of type str"):
        score_texts(name, ["a"], [["a"]])


def test_the_depth_must_be_one() -> None:
    words = plain_words("a")
    with pytest.raises(MisuseError, match="from 1 to 9"):
        score_texts("hwcm", [words], [[words]], Settings(depth=10))


def test_measures_of_words_take_parsed_texts_too() -> None:
    words, tree = plain_words("the cat sat"), (Tree("S", (Tree("N", word="cat"),)),)
    assert score_texts("rouge1", [words], [["the cat sat", tree]]).value == 1.0
    assert score_texts("rouge1", [tree], [["cat"]]).value == 1.0
