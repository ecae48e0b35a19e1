"""What the recipe of the sentence boundaries counts, on small texts."""

import json
from collections import Counter

import numpy as np

from resources.recipes.pipeline.ud import Sentence
from resources.recipes.sentences.comparison import by_paragraph
from resources.recipes.sentences.data import KINDS, POSITIONS, Hard, gold, hard_examples
from salience.evaluation.sentence_boundaries import COUNTS, count, document_counts, scores


def sentence(text, *, paragraph=False):
    words = text.split()
    spaces = [
        not (follows := words[i + 1 : i + 2]) or follows[0] not in ".?" for i in range(len(words))
    ]
    return Sentence(new_paragraph=paragraph, words=words, spaces=spaces)


DOCUMENT = gold(
    [
        sentence("A title", paragraph=True),
        sentence("Mr. Lee left .", paragraph=True),
        sentence("Did he ?"),
        sentence("He saw the U.S."),
    ],
    "news",
)


def counted(starts):
    return dict(zip(COUNTS, count(DOCUMENT.text, DOCUMENT.starts, starts), strict=True))


def test_texts_are_joined_as_the_treebank_says():
    assert DOCUMENT.text == "A title \n\nMr. Lee left. Did he? He saw the U.S. "
    assert [DOCUMENT.text[start:][:3] for start in DOCUMENT.starts] == ["A t", "Mr.", "Did", "He "]


def test_periods_and_sentences_are_counted():
    right = counted(DOCUMENT.starts)
    assert right["errors"] == right["other_errors"] == 0
    assert (right["periods"], right["others"]) == (2, 1)
    assert right["hits"] == right["predicted"] == right["gold"] == 4
    assert right["whole"] == 1
    # Lines begin sentences for every system; this one takes Mr. for an end and misses the others.
    wrong = counted([DOCUMENT.text.index("Lee")])
    assert (wrong["errors"], wrong["other_errors"], wrong["hits"], wrong["whole"]) == (2, 1, 1, 0)


def test_scores_are_shares_with_intervals():
    said = scores(np.array([1.0, 4, 0, 0, 3, 4, 4, 1, 2]))
    assert said["error"] == 0.25
    assert said["f1"] == 0.75
    assert said["whole"] == 0.5
    assert np.isnan(said["other"])
    counts = [count(DOCUMENT.text, DOCUMENT.starts, DOCUMENT.starts)] * 3
    _, low_high = document_counts(counts).bootstrap(scores, 1000, seed=0)
    assert low_high["error"] == (0, 0)


def test_systems_without_lines_get_paragraphs():
    system = by_paragraph(lambda part: iter([0, part.index(" ")] if " " in part else [0]))
    assert system("One two\n\n  Three") == [0, 4, 11]


def test_a_period_of_the_hard_class_is_right_or_wrong_by_system():
    hard = Hard("company", True, "Tengarde Inc. It grew.", 12)
    assert hard.is_right(lambda text: [0, 14])
    assert not hard.is_right(lambda text: [0])
    [example] = hard_examples([hard], 3)
    assert (example.left, example.right, example.boundary, example.text) == ("Inc.", "It", True, 3)


def test_the_hard_class_has_positions_and_no_text():
    rows = [json.loads(line) for line in POSITIONS.read_text("utf8").splitlines()]
    parts = Counter(row["part"] for row in rows)
    assert parts["choose"] == parts["report"] == 300
    fields = {"source", "id", "mark", "kind", "boundary", "part", "sha256"}
    assert all(row.keys() == fields and row["kind"] in KINDS for row in rows)
    assert len({(row["source"], row["id"], row["mark"]) for row in rows}) == len(rows)
