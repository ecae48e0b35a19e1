"""Names of the text in a headline that has not been parsed."""

from salience.entities.headline import with_title_mentions
from salience.types import Entity, Mention


def placed(text, head, words, title):
    tags = tuple((word, "PROPN" if word[0].isupper() else "DET") for word in words)
    mention = Mention(0, len(text), text, "named", head, text.rfind(head), 0, tags)
    [entity] = with_title_mentions([Entity((mention,), text, "LOC", "x")], title)
    return entity.title_mentions


def test_the_head_is_a_word_and_no_part_of_one():
    [found] = placed("Ann Annan", "Ann", ("Ann", "Annan"), "Snow for Ann Annan")
    assert (found.head, found.head_start, found.text) == ("Ann", 9, "Ann Annan")


def test_words_of_the_mention_stay_if_the_headline_has_them_as_words():
    [found] = placed("a Marsh", "Marsh", ("a", "Marsh"), "Floods at Marsh")
    assert (found.text, found.words) == ("Marsh", (("Marsh", "PROPN"),))


def test_a_name_within_a_word_is_none():
    assert not placed("Oslo", "Oslo", ("Oslo",), "Oslofjord freezes")
