"""What texts of marks cost grows with their length, and not with its square.

Steps of Python in this library are counted, and the memory of arrays, in place of seconds.
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest
from spacy.language import Language

from salience import Document
from salience.compression.compressor import Compressor
from salience.compression.documents import Compressing
from salience.engine.documents import parse_documents
from salience.errors import Reject
from salience.measures.texts.registry import measure_named
from salience.measures.texts.scoring import count_texts
from salience.text.words import plain_words
from salience.word_links.choices import DEFAULT
from salience.word_links.links import Pair
from salience.wordalign.documents import Aligning
from salience.wordalign.extracts import extract
from salience.wordalign.files import load_aligner
from tests.hostile import SEED
from tests.support.hostile_texts import hostile_texts
from tests.support.shipped import shipped_pipeline

SIZE, TIMES = 800, 4  # more words than are aligned without an extract
MOST = 1.5 * TIMES  # a square would be 16 times as much
KINDS = ("brackets", "commas", "pictures")


@pytest.fixture(scope="module")
def nlp() -> Language:
    return shipped_pipeline(fast=True)


def steps(work: Callable[[], object]) -> int:
    """How many byte codes of this library some work takes."""
    count = 0

    def called(frame: FrameType, event: str, _: Any) -> Any:
        if "/salience/" not in frame.f_code.co_filename:
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return stepped

    def stepped(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += 1
        return stepped

    before = sys.gettrace()
    sys.settrace(called)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def grows_with_the_length(work: Callable[[int], object]) -> None:
    """That work on a text of so many characters takes no more steps than in proportion."""
    work(SIZE)  # what is loaded when it is first needed
    steps(lambda: work(SIZE // 8))  # and what is traced
    once = steps(lambda: work(SIZE))
    assert steps(lambda: work(TIMES * SIZE)) < MOST * once


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", ["compress", "wordalign"])
def test_the_cost_grows_with_the_length(nlp: Language, command: str, kind: str) -> None:
    compressing = Compressing(nlp, Compressor({"bias": 1.0}))
    task: Any = compressing if command == "compress" else Aligning(nlp, load_aligner(DEFAULT))
    part = 2 if command == "compress" else 1  # extracts begin with many words, compressions do not

    def work(size: int) -> None:
        text = hostile_texts()[kind](size // part)
        [outcome] = task([Document("d", text, abstracts=("Ada Byrne met reporters in Oslo.",))])
        assert not isinstance(outcome, Reject)

    grows_with_the_length(work)


@pytest.mark.filterwarnings("ignore:.*does not look like English")
def test_the_cost_of_types_grows_with_the_length(nlp: Language) -> None:
    def work(size: int) -> None:
        text = "Towns such as " + hostile_texts()["names in a row"](size)
        assert len(list(parse_documents([Document("d", text)], nlp=nlp))) == 1

    grows_with_the_length(work)


@pytest.mark.parametrize("kind", (*KINDS, "one name", "of", "names", "marks and spaces"))
def test_the_cost_of_meteor_grows_with_the_length(kind: str) -> None:
    rng = random.Random(SEED)  # noqa: S311

    def work(size: int) -> None:
        words = hostile_texts()[kind](5 * size).split()
        other = rng.sample(words, len(words))
        counts = count_texts(measure_named("meteor"), [" ".join(words)], [[" ".join(other)]])
        assert np.isfinite(counts.values).all()

    grows_with_the_length(work)


@pytest.mark.parametrize("word", ["(", "Oslo", "w{}"])
def test_an_extract_takes_room_in_proportion(word: str) -> None:
    def peak(n: int) -> int:
        text = plain_words(" ".join(word.format(i) for i in range(n)), range(n))
        pair = Pair("d", text, plain_words("Oslo w1 grew"))
        tracemalloc.start()
        try:
            extract(pair)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(TIMES * SIZE) < MOST * peak(SIZE)


@pytest.mark.parametrize(
    "kind", ["brackets", "brackets of four kinds", "smileys", "quotation marks"]
)
def test_a_pipeline_called_by_itself_takes_no_minutes_for_marks(nlp: Language, kind: str) -> None:
    """spaCy's own tokenizer takes 10 s for 10,000 of them, and 16 times as long for 40,000."""
    text = hostile_texts()[kind](40_000)
    begun = time.process_time()
    assert nlp.make_doc(text).text == text
    assert time.process_time() - begun < 10
