"""Where a sentence may end, what is known of such a place, and what rules say of it."""

from salience.sentences.candidates import candidates, left_word, right_word
from salience.sentences.features import WordCounts, features, sentence_starters, word_hash
from salience.sentences.splitter import by_rule, next_start


def test_candidates_are_marks_with_the_words_beside_them() -> None:
    found = candidates('In the U.S. "Mr. Lee" paid $3.50 (net.) Why?')
    assert [(c.left, c.right) for c in found] == [("U.S.", "Mr"), ("Mr.", "Lee"), ("net.", "Why")]


def test_words_of_tokens_are_without_dashes_brackets_and_digits() -> None:
    assert [*map(left_word, ("(mid-1990", "U.S", "(177 °C)", ""))] == ["0", "U.S", ")", ""]
    tokens = ("“It's", "J.", "said.", "U.S.-based", "3.5%", "—")
    assert [*map(right_word, tokens)] == ["It", "J.", "said", "U.S.", "0.0", "—"]


def test_words_that_begin_sentences_are_told_from_names() -> None:
    begins = sentence_starters(["It rained. He sang to Leeds. He left Leeds."] * 4)
    assert (begins[word_hash("he")], begins[word_hash("leeds")]) == (4, -4)


def test_features_are_numbered() -> None:
    found = features("Mr.", "Lee", WordCounts())
    assert found[:5] == ["1 Mr.", "2 Lee", "3 2", "4 upper", "5 None"]
    assert [feature[0] for feature in found] == [*"123456789"]


def test_rules_decide_where_the_mark_is_no_period() -> None:
    text = '"Why?" he asked. Well! No.'
    assert [by_rule(c, text, WordCounts()) for c in candidates(text)] == [False, None, True]


def test_the_number_of_a_footnote_belongs_to_the_sentence_before() -> None:
    text = "We paid a fee. 8 Yet some did not."
    counts = WordCounts(lower={word_hash("yet"): 5})
    [candidate] = candidates(text)
    assert text[next_start(candidate, text, counts) :] == "Yet some did not."
    assert text[next_start(candidate, text, WordCounts()) :] == "8 Yet some did not."
