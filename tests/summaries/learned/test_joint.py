"""Extraction and compression in one program, against all summaries that there are."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from salience.errors import MisuseError
from salience.summaries.compressions.program import Compressible, Parts, best_shortened
from salience.summaries.compressions.tree import CompressionTree, Part
from salience.summaries.concepts import Concept
from salience.summaries.learned.features import Topic
from salience.summaries.learned.training import (
    Summarized,
    example_of,
    oracle_compression,
    train_on_topics,
)
from salience.summaries.sentences import Sentence
from salience.text.words import plain_words

Cut = tuple[frozenset[int], str]


def _sentence(text: str, order: int = 0) -> Sentence:
    words = tuple(text.split())
    n = len(words)
    return Sentence(
        text, order=order, words=words, stems=words, stops=(False,) * n, places=tuple(range(n))
    )


def _cuttable_of(sentence: Sentence, cuts: list[Cut]) -> Compressible:
    """A sentence with a tree of its cuts, of which two are apart or one within the other."""
    owners = [0] * len(sentence.words)
    parents, kinds = [-1], [""]
    for words, kind in sorted(cuts, key=lambda cut: -len(cut[0])):
        parents.append(owners[min(words)])
        kinds.append(kind)
        for word in words:
            owners[word] = len(parents) - 1
    own = [tuple(w for w, owner in enumerate(owners) if owner == i) for i in range(len(parents))]
    parts = [Part("extract", -1, own[0])]
    parts += [
        Part("remove", parent, words, kinds=(kind,))
        for parent, words, kind in zip(parents[1:], own[1:], kinds[1:], strict=True)
    ]
    tree = CompressionTree(tuple(parts))
    return Compressible(sentence, tree, 0, sentence.text, plain_words(sentence.text), {})


def _kept(cuttable, budget: int, concepts, worth, **ways) -> dict[int, tuple[int, ...]]:
    parts = Parts(cuttable, worth=worth)
    _, made = best_shortened(parts, concepts, budget, gap=0.0, **ways)
    return {i: sentence.places for i, sentence in made.items()}


@st.composite
def _cuttable(draw):
    """A sentence with cuts beside and inside of each other; none takes it whole."""
    words = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6))
    cuts: list[Cut] = []
    for start, end, kind in draw(
        st.lists(st.tuples(st.integers(0, 5), st.integers(1, 6), st.sampled_from("XY")), max_size=3)
    ):
        new = frozenset(range(start, min(end, len(words))))
        apart = all(new <= c or c <= new or not new & c for c, _ in cuts)
        if 0 < len(new) < len(words) and apart and all(new != c for c, _ in cuts):
            cuts.append((new, kind))
    return _sentence(" ".join(words)), cuts


def _summaries(sentence: Sentence, cuts: list[Cut]):
    """All ways to leave out or shorten a sentence: the words that stay, and what is cut for it."""
    yield frozenset(), ()
    for made in product([False, True], repeat=len(cuts)):
        chosen = [cut for cut, yes in zip(cuts, made, strict=True) if yes]
        # A cut inside of another one breaks no edge.
        if any(a < b for a, _ in chosen for b, _ in chosen):
            continue
        gone = frozenset(word for cut, _ in chosen for word in cut)
        yield frozenset(range(len(sentence.words))) - gone, tuple(chosen)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(_cuttable(), min_size=1, max_size=3),
    st.integers(0, 12),
    st.lists(st.integers(1, 4), min_size=16, max_size=16),
    st.integers(-3, 2),
    st.integers(-3, 2),
)
def test_no_summary_is_worth_more(cuttable, budget: int, weights, x: int, y: int) -> None:
    """Than the choice of the program, before sentences that others make needless are dropped."""
    sentences = [sentence for sentence, _ in cuttable]
    cuts = [found for _, found in cuttable]
    worth = {"X": float(x), "Y": float(y)}
    keys = sorted({pair for sentence in sentences for pair in pairwise(sentence.stems)})
    value = dict(zip(keys, map(float, weights), strict=False))
    concepts = [
        Concept(
            "bigram", key, w, tuple(i for i, s in enumerate(sentences) if key in pairwise(s.stems))
        )
        for key, w in value.items()
    ]

    def total(summary) -> float:
        covered = {
            pair
            for sentence, (words, _) in zip(sentences, summary, strict=True)
            for k, pair in enumerate(pairwise(sentence.stems))
            if {k, k + 1} <= words
        }
        cut = sum(worth[kind] for _, made in summary for _, kind in made)
        return sum(value.get(pair, 0.0) for pair in covered) + cut

    every = product(*(list(_summaries(s, c)) for s, c in zip(sentences, cuts, strict=True)))
    fitting = [s for s in every if sum(len(words) for words, _ in s) <= budget]
    parts = Parts([_cuttable_of(*both) for both in cuttable], worth=lambda kinds: worth[kinds[0]])
    assert sum(parts.lengths) == sum(len(s.words) for s in sentences)
    solution, made = best_shortened(parts, concepts, budget, gap=0.0)
    assert sum(len(sentence.words) for sentence in made.values()) <= budget
    assert solution.value == pytest.approx(max(map(total, fitting)))
    chosen = {i: sentence.places for i, sentence in parts.made(solution.chosen).items()}
    found = [
        total(summary)
        for summary in fitting
        if all(words == frozenset(chosen.get(i, ())) for i, (words, _) in enumerate(summary))
    ]
    assert max(found) == pytest.approx(solution.value)


def test_bigrams_that_a_cut_makes_are_not_counted() -> None:
    concepts = [Concept("bigram", ("a", "c"), 1.0, (0,)), Concept("bigram", ("a", "b"), 0.1, (0,))]
    sentence = _cuttable_of(_sentence("a b c"), [(frozenset([1]), "X")])
    assert _kept([sentence], 3, concepts, lambda kinds: 0.05) == {0: (0, 1, 2)}


def _summarized(i: int) -> Summarized:
    """A document whose abstract says where, and not when."""
    sentence = _sentence(f"ann{i} sings{i} in oslo{i} on friday{i}")
    cuts = [(frozenset([2, 3]), "PP"), (frozenset([4, 5]), "TEMP-PP")]
    abstract = [_sentence(f"ann{i} sings{i} in oslo{i}")]
    return Summarized(Topic([sentence]), [abstract], [_cuttable_of(sentence, cuts)])


def test_an_oracle_cuts_what_no_abstract_has_and_nothing_for_nothing() -> None:
    one = _summarized(0)
    parts = Parts(one.cuttable)
    for budget, kept in ((4, (0, 1, 2, 3)), (6, (0, 1, 2, 3, 4, 5))):
        made = parts.made(oracle_compression(parts, one.abstracts, budget).chosen)
        assert made[0].places == kept


@pytest.mark.parametrize("learner", ["svm", "mira"])
def test_cuts_are_learned(learner) -> None:
    corpus = [_summarized(i) for i in range(4)]
    model = train_on_topics(corpus, 4, learner=learner, c=1.0, passes=5)
    assert model.cuts
    assert model.cut_worth(["TEMP-PP"]) > model.cut_worth(["PP"])
    new = _summarized(9)
    kept = _kept(new.cuttable, 4, model.concepts(new.topic), model.cut_worth)
    assert kept == {0: (0, 1, 2, 3)}


def test_what_to_cut_is_not_learned_without_a_solver() -> None:
    with pytest.raises(MisuseError, match="'logistic' can't learn what to cut"):
        train_on_topics([_summarized(0)], 4, learner="logistic")


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
    one = Summarized(topic, [[abstract[0]]], [_cuttable_of(*both) for both in cuttable])
    names = ["bias", "count=1", "count=2", "cut", "cut X", "cut Y"]
    columns = {name: i for i, name in enumerate(names)}
    example = example_of(one, budget, ["count"], columns)
    if example is None:
        return
    w = np.array(weights[:6], dtype=float)
    for augmented in (False, True):
        output = example.search(w, augmented=augmented)
        score = sum(v * w[c] for c, v in output.features.items()) + augmented * output.loss
        gold = sum(v * w[c] for c, v in example.gold.items())
        assert score >= gold - 2e-3 * max(abs(score), 1)
        assert 0 <= output.loss <= 1


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
@example([("a", "-")] * 4, {0}, 0)
def test_the_budget_is_kept_around_dashes(parts, cut: set[int], budget: int) -> None:
    """What stands between words that were cut may have held together two words that stay."""
    text = "".join(f"{word}{i}{mark}" for i, (word, mark) in enumerate(parts)).strip() + "."
    spans = tuple(match.span() for match in re.finditer(r"\w+|[^\w\s]", text))
    parsed = replace(plain_words(" ".join(text[a:b] for a, b in spans)), spans=spans)
    places = tuple(i for i, word in enumerate(parsed.texts) if word.isalnum())
    words = tuple(parsed.texts[i] for i in places)
    n = len(words)
    sentence = Sentence(text, words=words, stems=words, stops=(False,) * n, places=places)
    gone = tuple(places[i] for i in sorted(cut) if i < n)
    rest = tuple(i for i in range(len(parsed)) if i not in gone)
    tree = (Part("extract", -1, rest), Part("remove", 0, gone, kinds=("X",)))
    cuttable = Compressible(sentence, CompressionTree(tree), 0, text, parsed, {})
    concepts = [Concept("bigram", key, 1.0, (0,)) for key in pairwise(sentence.stems)]

    _, made = best_shortened(Parts([cuttable], worth=lambda kinds: 9.0), concepts, budget)

    assert sum(len(sentence.text.split()) for sentence in made.values()) <= budget
