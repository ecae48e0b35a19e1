"""Extraction and compression in one program, against all summaries that there are."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from salience.errors import MisuseError
from salience.summaries.concepts import Concept
from salience.summaries.learned.features import Topic
from salience.summaries.learned.joint import Cut, Units, compress_and_extract
from salience.summaries.learned.oracle import oracle_compression, pairs
from salience.summaries.learned.texts import shortened
from salience.summaries.learned.training import Summarized, example_of, train_summarizer
from salience.summaries.sentences import Sentence


def _sentence(text: str, order: int = 0) -> Sentence:
    words = tuple(text.split())
    return Sentence(text, order=order, words=words, stems=words, stops=(False,) * len(words))


def _nothing(kinds: tuple[str, ...]) -> float:
    return 0.0


@st.composite
def _cuttable(draw):
    """A sentence with cuts beside and inside of each other."""
    words = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6))
    cuts: list[Cut] = []
    for start, end, kind in draw(
        st.lists(st.tuples(st.integers(0, 5), st.integers(1, 6), st.sampled_from("XY")), max_size=3)
    ):
        new = frozenset(range(start, min(end, len(words))))
        apart = all(new <= c.words or c.words <= new or not new & c.words for c in cuts)
        if new and apart and all(new != c.words for c in cuts):
            cuts.append(Cut(new, (kind,)))
    return _sentence(" ".join(words)), cuts


def _summaries(sentence: Sentence, cuts: list[Cut]):
    """All ways to leave out or shorten a sentence: the words that stay, and what is cut for it."""
    yield frozenset(), ()
    for made in product([False, True], repeat=len(cuts)):
        chosen = [cut for cut, yes in zip(cuts, made, strict=True) if yes]
        # A cut inside of another one breaks no edge.
        if any(a.words < b.words for a in chosen for b in chosen):
            continue
        gone = frozenset(word for cut in chosen for word in cut.words)
        yield frozenset(range(len(sentence.words))) - gone, tuple(chosen)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(_cuttable(), min_size=1, max_size=3),
    st.integers(0, 12),
    st.lists(st.integers(-2, 4), min_size=16, max_size=16),
    st.integers(-3, 2),
    st.integers(-3, 2),
)
def test_no_summary_is_worth_more(cuttable, budget: int, weights, x: int, y: int) -> None:
    sentences = [sentence for sentence, _ in cuttable]
    cuts = [found for _, found in cuttable]
    worth = {("X",): float(x), ("Y",): float(y)}
    keys = sorted({pair for sentence in sentences for pair in pairs(sentence)})
    value = dict(zip(keys, map(float, weights), strict=False))
    concepts = [
        Concept("bigram", key, w, tuple(i for i, s in enumerate(sentences) if key in pairs(s)))
        for key, w in value.items()
    ]

    def total(summary) -> float:
        covered = {
            pair
            for sentence, (words, _) in zip(sentences, summary, strict=True)
            for k, pair in enumerate(pairs(sentence))
            if {k, k + 1} <= words
        }
        cut = sum(worth[c.kinds] for words, made in summary for c in made)
        return sum(value.get(pair, 0.0) for pair in covered) + cut

    every = product(*(list(_summaries(s, c)) for s, c in zip(sentences, cuts, strict=True)))
    fitting = [s for s in every if sum(len(words) for words, _ in s) <= budget]
    best = max(total(summary) for summary in fitting)
    units = Units(sentences, cuts)
    assert sum(units.lengths) == sum(len(s.words) for s in sentences)
    kept = compress_and_extract(sentences, cuts, budget, concepts, worth.__getitem__, gap=0.0).kept
    assert sum(map(len, kept.values())) <= budget
    found = [
        total(summary)
        for summary in fitting
        if all(words == frozenset(kept.get(i, ())) for i, (words, _) in enumerate(summary))
    ]
    assert max(found) == pytest.approx(best)


def test_only_sentences_of_most_value_take_part() -> None:
    """Of four words two can take part: those of the second sentence."""
    sentences = [_sentence("a b"), _sentence("c d", 1)]
    concepts = [
        Concept("bigram", ("a", "b"), 1.0, (0,)),
        Concept("bigram", ("c", "d"), 2.0, (1,)),
    ]
    found = compress_and_extract(sentences, [[], []], 4, concepts, _nothing, first_words=2)
    assert (found.kept, found.status) == ({1: (0, 1)}, "approximate")
    assert found.bound >= 3 > found.value
    assert len(compress_and_extract(sentences, [[], []], 4, concepts, _nothing).kept) == 2


def test_bigrams_that_a_cut_makes_are_not_counted() -> None:
    sentence = _sentence("a b c")
    concepts = [Concept("bigram", ("a", "c"), 1.0, (0,)), Concept("bigram", ("a", "b"), 0.1, (0,))]
    cut = Cut(frozenset([1]), ("X",))
    kept = compress_and_extract([sentence], [[cut]], 3, concepts, lambda kinds: 0.05).kept
    assert kept == {0: (0, 1, 2)}


def _summarized(i: int) -> Summarized:
    """A document whose abstract says where, and not when."""
    sentence = _sentence(f"ann{i} sings{i} in oslo{i} on friday{i}")
    where, when = Cut(frozenset([2, 3]), ("PP",)), Cut(frozenset([4, 5]), ("TEMP-PP",))
    abstract = [_sentence(f"ann{i} sings{i} in oslo{i}")]
    return Summarized(Topic([sentence]), [abstract], [[where, when]])


def test_an_oracle_cuts_what_no_abstract_has_and_nothing_for_nothing() -> None:
    one = _summarized(0)
    units = Units(one.topic.sentences, one.cuts)
    assert units.kept(oracle_compression(units, one.abstracts, 4).chosen) == {0: (0, 1, 2, 3)}
    assert len(units.kept(oracle_compression(units, one.abstracts, 6).chosen)[0]) == 6


@pytest.mark.parametrize("learner", ["svm", "mira"])
def test_cuts_are_learned(learner) -> None:
    corpus = [_summarized(i) for i in range(4)]
    model = train_summarizer(corpus, 4, learner=learner, c=1.0, passes=5)
    assert model.cuts
    assert model.cut_worth(["TEMP-PP"]) > model.cut_worth(["PP"])
    new = _summarized(9)
    concepts = model.concepts(new.topic)
    kept = compress_and_extract(new.topic.sentences, new.cuts, 4, concepts, model.cut_worth).kept
    assert kept == {0: (0, 1, 2, 3)}


def test_what_to_cut_is_not_learned_without_a_solver() -> None:
    with pytest.raises(MisuseError, match="'logistic' can't learn what to cut"):
        train_summarizer([_summarized(0)], 4, learner="logistic")


@settings(max_examples=25, deadline=None)
@given(
    st.lists(_cuttable(), min_size=1, max_size=3),
    _cuttable(),
    st.integers(2, 9),
    st.lists(st.integers(-3, 3), min_size=12, max_size=12),
)
def test_a_search_finds_no_worse_than_the_oracle(cuttable, abstract, budget: int, weights) -> None:
    """With its loss added, the summary that a search finds is worth the oracle at least."""
    topic = Topic([sentence for sentence, _ in cuttable])
    one = Summarized(topic, [[abstract[0]]], [cuts for _, cuts in cuttable])
    names = ["bias", "count=1", "count=2", "cut", "cut X", "cut Y"]
    columns = {name: i for i, name in enumerate(names)}
    example = example_of(one, budget, "words", ["count"], columns)
    if example is None:
        return
    w = np.array(weights[:6], dtype=float)
    for augmented in (False, True):
        output = example.search(w, augmented=augmented)
        score = sum(v * w[c] for c, v in output.features.items()) + augmented * output.loss
        gold = sum(v * w[c] for c, v in example.gold.items())
        assert score >= gold - 2e-3 * max(abs(score), 1)
        assert 0 <= output.loss <= 1


@pytest.mark.parametrize(
    "cuts", [[{0, 1}, {1, 2}], [{2, 3}], [set()]], ids=["overlap", "outside", "empty"]
)
def test_cuts_that_are_no_subtrees_are_errors(cuts) -> None:
    with pytest.raises(ValueError, match="overlaps another one, or is empty"):
        Units([_sentence("a b c")], [[Cut(frozenset(words), ("X",)) for words in cuts]])


@pytest.mark.parametrize(
    ("text", "cut", "expected"),
    [
        ("On Friday, Ann left.", (0, 1), "Ann left."),
        ("Ann, who sings, left.", (1, 2), "Ann left."),
        ("Ann left, he said.", (2, 3), "Ann left."),
        ("Ann left, he said Friday.", (4,), "Ann left, he said."),
        ("Did Ann leave on Friday, as he said?", (3, 4), "Did Ann leave as he said?"),
        ("Ann and Bob (a singer) left.", (3, 4), "Ann and Bob left."),
        ("Ann left, on Friday, he said.", (2, 3, 4, 5), "Ann left."),
        ("Ann (she sings) left.", (1, 2, 3), "Ann."),
        ("In İzmir, who knows, Ann left.", (2, 3), "In İzmir Ann left."),
        ("Ann left.", (0, 1), ""),
        ("Ann left.", (), "Ann left."),
    ],
)
def test_texts_of_shortened_sentences(text: str, cut, expected: str) -> None:
    words = tuple("".join(c for c in word if c.isalnum()).lower() for word in text.split())
    sentence = Sentence(text, words=words, stems=words)
    assert shortened(sentence, set(range(len(words))) - set(cut)) == expected


def test_words_between_spaces_are_counted() -> None:
    """`don't` is two words of the parse and one between spaces; a dash is a word of its own."""
    sentence = Sentence(
        "I don't - ever - sing.", words=("i", "do", "n't", "ever", "sing"), stems=("i",) * 5
    )
    units = Units([sentence], [[Cut(frozenset([3]), ("X",))]])
    assert [unit.length for unit in units.units] == [5, 1]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from([" ", "—", " — ", "-", ", ", ' "', "/"])),
        min_size=2,
        max_size=8,
    ),
    st.sets(st.integers(0, 7)),
    st.integers(0, 8),
)
def test_the_budget_is_kept_around_dashes(parts, cut: set[int], budget: int) -> None:
    """What stands between words that were cut may have held together two words that stay."""
    words = tuple(f"{word}{i}" for i, (word, _) in enumerate(parts))
    text = "".join(word + mark for word, (_, mark) in zip(words, parts, strict=True)).strip() + "."
    sentence = Sentence(text, words=words, stems=words)
    gone = frozenset(cut & set(range(len(words))))
    cuts = [Cut(gone, ("X",))] if 0 < len(gone) < len(words) else []
    concepts = [Concept("bigram", key, 1.0, (0,)) for key in pairs(sentence)]

    kept = compress_and_extract([sentence], [cuts], budget, concepts, lambda kinds: 9.0).kept

    assert sum(len(shortened(sentence, k).split()) for k in kept.values()) <= budget
