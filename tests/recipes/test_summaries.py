"""The recipe of summaries: its own measures, and that what takes too long ends."""

import pandas as pd
import pytest

from resources.recipes.summaries import scaling
from resources.recipes.summaries.table import Topic, by_beginning, repeated, share
from salience import load_model, load_pipeline
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources
from salience.summaries.sentences import Sentence
from salience.types import Document


def sentence(text):
    words = tuple(text.split())
    return Sentence(text, words=words, stems=words, stops=tuple(word == "the" for word in words))


def test_repeated_words_are_those_of_an_earlier_sentence():
    assert repeated([sentence("the cat sat"), sentence("the cat cat ran")]) == (2, 5)
    assert repeated([sentence("a a b")]) == (0, 3)


TEXTS = (
    "HALLIN, May 2 - Yes.  He met Ada Byrne there and left.\nShe spoke of trams.",
    "Oslo is where Tom Lee lives.",
)


@pytest.fixture(scope="module")
def topic():
    read = ReadingSources(load_pipeline(fast=True), load_model())
    documents = [Document(str(i), text) for i, text in enumerate(TEXTS)]
    return Topic(list(run_task(read, documents)), [], None)


@pytest.mark.parametrize("budget", [1, 4, 9, 12, 15, 17, 22, 40])
def test_the_beginning_of_a_text_is_taken_as_it_stands(topic, budget):
    words = " ".join(TEXTS).split()
    summary = by_beginning(topic, budget, whole=False)
    assert summary.text.split() == words[:budget], "a pronoun, a dateline and all"

    ends = [5, 12, 16, 22]
    last = max((end for end in ends if end <= budget), default=budget)
    assert by_beginning(topic, budget, whole=True).text.split() == words[:last]


def test_the_beginning_names_what_its_words_name(topic):
    ids = {e.name: e.id for source in topic.sources for e in source.parsed.entities}
    for budget, named in ((8, False), (9, True)):
        [*_, last] = by_beginning(topic, budget, whole=False).sentences
        assert (ids["Ada Byrne"] in last.entities) == named
        assert len(last.words) == budget - 5


def test_a_share_is_of_all_documents_together():
    assert share([(1, 2), (1, 2)]) == "50.0 (50.0–50.0)"
    assert share([(0, 0)]) == "–"


def test_a_program_that_was_stopped_is_asked_for_no_more(monkeypatch):
    sentences = [sentence(f"a{i} b{i} c d e") for i in range(40)]
    stopped = scaling.concepts(sentences[:5], 10, 5.0)
    monkeypatch.setattr(scaling, "SIZES", (5, 20, 40, 80))
    monkeypatch.setattr(scaling, "pairs", lambda *_: stopped.__class__((), 0, 1, "time limit"))

    rows = list(scaling.measured(sentences, 5.0))

    asked = [(row["program"], row["budget"], row["sentences"]) for row in rows]
    assert asked == [
        *(("concepts", budget, size) for budget in scaling.BUDGETS for size in (5, 20, 40)),
        *(("McDonald", budget, 5) for budget in scaling.BUDGETS),
    ]


def test_a_program_that_was_stopped_shows_how_far_it_came():
    found = {"program": "McDonald", "budget": 100, "seconds": 2.0, "gap": 0.5}
    table = pd.DataFrame(
        [
            {**found, "sentences": 10, "status": "optimal"},
            {**found, "sentences": 1000, "status": "time limit"},
        ]
    )
    ten, thousand = scaling.shown(table)
    assert (ten["McDonald, 100 words"], ten["McDonald, 250 words"]) == ("2.00", "")
    assert thousand["sentences"] == "1,000"
    assert thousand["McDonald, 100 words"] == "stopped after 2.00, gap 50.0%"
