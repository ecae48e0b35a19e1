"""Stories and letters, whose summary is their opening."""

import pytest

from salience.summaries.concepts import Concept
from salience.summaries.sentences import Sentence
from salience.summaries.stories import is_story
from salience.summaries.weights import PASSAGE, PASSAGE_STEP, with_openings
from salience.text.words import plain_words
from tests.summaries.test_summarizer import source

TOLD = "She took the boat and left him there . He saw her and said so to it . "
NEWS = "The council opened a bridge in Velk on Monday . The mayor of Velk cut a ribbon . "


@pytest.mark.parametrize(
    ("text", "story"),
    [
        (TOLD, True),
        ("“ I saw this , ” said Ann . “ You did , ” said Bob . ", True),
        ("I took the boat and you left it . We saw this and told them so . ", False),
        (NEWS, False),
        (NEWS + "“ We like the new bridge at the mouth of the river , ” said Ann Lee . ", False),
        (f"4 May\n\nDear Ada,\n\n{NEWS}", True),
        (f"Dear readers of Velk will like this .\n{NEWS}", False),
    ],
)
def test_a_story_has_many_pronouns_and_people_or_talk_and_a_letter_a_greeting(text, story) -> None:
    read = source(text)
    assert is_story(read.words, text) is story


@pytest.mark.parametrize(("text", "passage"), [(TOLD * 2, True), (NEWS * 2, False)])
def test_of_a_story_each_sentence_is_worth_a_part_of_the_one_before_it(text, passage) -> None:
    read = source(text)
    sentences = [Sentence(str(i), order=i) for i in range(3)]
    worth = [s.worth for s in with_openings(sentences, read, [Concept("word", ("a",), 8.0, (2,))])]
    assert (worth == [8 * PASSAGE * PASSAGE_STEP**i for i in range(3)]) is passage


def test_no_text_is_no_story() -> None:
    assert not is_story(plain_words("", ()), "")
