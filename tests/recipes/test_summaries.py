"""The recipe of summaries: its own measures, and that what takes too long ends."""

import pandas as pd

from resources.recipes.summaries import scaling
from resources.recipes.summaries.table import repeated, share
from salience.summaries.sentences import Sentence


def sentence(text):
    words = tuple(text.split())
    return Sentence(text, words=words, stems=words, stops=tuple(word == "the" for word in words))


def test_repeated_words_are_those_of_an_earlier_sentence():
    assert repeated([sentence("the cat sat"), sentence("the cat cat ran")]) == (2, 5)
    assert repeated([sentence("a a b")]) == (0, 3)


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
