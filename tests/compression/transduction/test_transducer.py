"""The model of tree transduction: what it learns, how it compresses, its files."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.recipes.compression.parsed_targets import ParsedTargets
from salience.compression.models import load_compressor
from salience.compression.pairs import CompressionPair
from salience.compression.transduction.decoding import decode
from salience.compression.transduction.described import described
from salience.compression.transduction.examples import (
    Columns,
    CompressionExample,
    Source,
    token_loss,
)
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.scorer import Scorer
from salience.compression.transduction.training import PAPER, TransducerSettings, train_transducer
from salience.compression.transduction.transducer import Transducer
from salience.errors import ModelError, SalienceError
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import BEGIN, END
from salience.learning.structured_svm import Pass, structured_svm
from salience.text.words import Words, plain_words
from salience.trees.brackets import read_tree
from salience.trees.tree import Tree

SUBJECTS = ("Ann", "Bob", "Carl", "Dora", "Eve", "Fred")
SVM = replace(PAPER, c=1.0)
VERBS = ("sang", "left", "slept", "won", "spoke", "ran")


def sentence(subject: str, verb: str, adverb: str = "really") -> tuple[Words, Tree]:
    tree = f"(ROOT (S (NP (NNP {subject})) (ADVP (RB {adverb})) (VP (VBD {verb})) (. .)))"
    words = Words(
        (subject, adverb, verb, "."),
        (subject, adverb, verb, "."),
        ("PROPN", "ADV", "VERB", "PUNCT"),
        (2, 2, 2, 2),
        ("nsubj", "advmod", "root", "punct"),
        (0,),
        ((0, 1), (2, 3), (4, 5), (6, 7)),
        ("NNP", "RB", "VBD", "."),
    )
    return words, read_tree(tree)


PAIRS, TREES = [], []
for i, (subject, verb) in enumerate(zip(SUBJECTS, VERBS, strict=True)):
    words, tree = sentence(subject, verb)
    PAIRS.append(CompressionPair(str(i), words, (0, 2, 3)))
    TREES.append(tree)
LANGUAGE = train_ngrams([["gail", "slept", "."], ["she", "ran", "."]])
UNSEEN = sentence("Gail", "cried")


TRIGRAMS = {(BEGIN, "it"): -1.0, (BEGIN, "it", "rained"): -2.0, ("it", "rained", END): -0.5}


class Trigrams:
    """A language model that has -3 for all other trigrams."""

    order = 3

    def log10(self, word: str, context: Sequence[str]) -> float:
        return TRIGRAMS.get((*context, word), -3.0)


def rain(names: list[str], scorer: Scorer | None) -> Source:
    """ "It really rained", with a rule that deletes "really", and the columns of these features."""
    tree = read_tree("(ROOT (S (NP (PRP It)) (ADVP (RB really)) (VP (VBD rained))))")
    grammar = Grammar({Rule.read("[S NP:1 ADVP:e VP:2] -> [S NP:1 VP:2]"): 1})
    sentence = described(plain_words("It really rained"), tree, grammar, source=False)
    rows = Columns([*names, "language model"]).rows(sentence)
    return Source(sentence, rows, None, scorer, None, None)


def test_a_derivation_scores_as_by_hand() -> None:
    """Equations 5 and 6. "It rained" takes the rule of S, and copies of ROOT, NP, PRP, VP, VBD."""
    by_hand = {
        "rules": (0.5, 6),
        "words": (0.25, 2),  # those that rules have in their target
        "length": (-1.0, 1),  # S loses one of three leaves
        "words deleted": (-0.5, 1),
        "type=extracted": (2.0, 1),
        "type=copy": (0.25, 5),
        "leaf in source=ADVP": (1.0, 1),
        "language model": (0.4, -3.5),  # -1 - 2 - 0.5, the end of the sentence included
    }
    source = rain([*by_hand][:-1], Scorer(Trigrams()))
    weights = np.array([weight for weight, _ in by_hand.values()])
    scores = (source.rows @ weights).tolist()
    found = decode(source.sentence, scores, source.target(weights), beam=None, pops=None)
    assert found.words == (0, 2)
    assert source.features(found.steps, found.words) == {
        column: value for column, (_, value) in enumerate(by_hand.values())
    }
    # 3 + 0.5 - 1 - 0.5 + 2 + 1.25 + 1 - 1.4; the copy of all has 4 + 0.75 + 2 - 4 = 2.75.
    assert found.score == pytest.approx(4.85)
    copied = decode(
        source.sentence, scores, source.target(weights), beam=None, pops=None, must=(1,)
    )
    assert (copied.words, copied.score) == ((0, 1, 2), pytest.approx(2.75))


def test_the_largest_margin_is_that_found_by_hand() -> None:
    """Equations 10 to 12. The right output is "It rained"; features are deleted ADVP and NP.

    It has (1, 0). "It really rained" has (0, 0) and a wrong word, "rained" (1, 1) and a word too
    few: both lose 1, so that w₁ and -w₂ must be 1 - ξ at least. With both t the objective is
    t² + C (1 - t), least at t = C / 2, and at 1 where that is more.
    """
    source = rain(["leaf in source=ADVP", "leaf in source=NP"], None)
    example = CompressionExample(source, token_loss(source.sentence.words, (0, 2)), {0: 1.0})
    for weights, features, loss in (
        ((0.0, -1.0), {}, 1.0),  # with the loss: 1, and 0 for both others
        ((2.0, 0.0), {0: 1.0, 1: 1.0}, 1.0),  # 3, and 1 and 2
        ((2.0, -2.0), {0: 1.0}, 0.0),  # 2, and 1 for both others
    ):
        worst = example.search(np.array([*weights, 0.0]), augmented=True)
        assert (worst.features, worst.loss) == (features, loss)
    for c, t, objective in ((1.0, 0.5, 0.75), (4.0, 1.0, 1.0)):
        passes: list[Pass] = []
        weights = structured_svm([example], 3, c=c, tolerance=1e-6, on_pass=passes.append)
        assert weights == pytest.approx([t, -t, 0.0], abs=1e-5)
        assert passes[-1].upper == pytest.approx(objective, abs=1e-5)


@pytest.mark.parametrize(
    "how",
    [
        SVM,
        TransducerSettings(folds=3),
        TransducerSettings(folds=3, neighbours=False, source=False),
        TransducerSettings(folds=2, method="svm", runs=0),
    ],
)
@pytest.mark.parametrize("language", [None, LANGUAGE])
def test_what_goes_is_learned(how: TransducerSettings, language: object) -> None:
    model = train_transducer(PAIRS, trees=TREES, settings=how, language=language)  # type: ignore[arg-type]
    assert model.best(*UNSEEN).kept == (0, 2, 3)
    assert model.card["pairs"] == 6


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = (train_transducer(PAIRS, trees=TREES, language=LANGUAGE) for _ in range(2))
    assert first.to_files() == second.to_files()


def test_parsed_targets_are_learned_from() -> None:
    targets = [
        read_tree(f"(ROOT (S (NP (NNP {s})) (VP (VBD {v})) (. .)))")
        for s, v in zip(SUBJECTS, VERBS, strict=True)
    ]
    model = ParsedTargets(PAIRS, SVM, targets, TREES).learned()
    assert model.best(*UNSEEN).kept == (0, 2, 3)


def test_compressions_that_no_rule_makes_are_counted() -> None:
    # The rules of the other fold, and those that keep what is most important, never keep "." alone.
    strange = [*PAIRS[:5], replace(PAIRS[5], kept=(1,))]
    how = TransducerSettings(folds=6, runs=0)
    assert train_transducer(strange, trees=TREES, settings=how).card[
        "compressions that rules can't make"
    ]


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "there are no words"),
        ([replace(pair, kept=(0, 1, 2, 3)) for pair in PAIRS], "all words stay"),
        ([replace(pair, kept=()) for pair in PAIRS], "no word stays"),
    ],
)
def test_nothing_to_learn_is_refused(pairs: list[CompressionPair], message: str) -> None:
    with pytest.raises(SalienceError, match=message):
        train_transducer(pairs)


@pytest.fixture(scope="module")
def model() -> Transducer:
    return train_transducer(PAIRS, trees=TREES, language=LANGUAGE)


def test_a_number_is_kept(model: Transducer) -> None:
    words, tree = UNSEEN
    lengths = [len(model.best(words, tree, n_words=n).kept) for n in (1, 2, 3, 4, 9)]
    assert lengths == [1, 2, 3, 4, 4]
    assert 1 in model.best(words, tree, n_words=2, must=(1,)).kept
    assert 1 in model.best(words, tree, must=(1,)).kept
    assert model.best(words, tree, n_words=1, must=(0, 1, 2)).kept == (0, 1, 2)


def test_edges(model: Transducer) -> None:
    assert model.best(plain_words(""), n_words=3).kept == ()
    assert model.best(plain_words("Hello")).kept == (0,)
    with pytest.raises(ValueError, match="the tree has 4 words and the sentence 1"):
        model.best(plain_words("Hello"), UNSEEN[1])


def test_a_result_says_what_went_by_which_rule(model: Transducer) -> None:
    words, tree = UNSEEN
    found = model.best(words, tree)
    assert found.deletions == (((1,), "[S NP:1 ADVP:e VP:2 .:3] -> [S NP:1 VP:2 .:3]"),)
    assert found.tree is not None
    assert found.tree.words == tuple(words.texts[i] for i in found.kept)


@pytest.mark.parametrize("n_words", [None, 50])
def test_a_sentence_of_400_words(model: Transducer, n_words: int | None) -> None:
    words = plain_words(" ".join(f"word{i}" for i in range(400)))
    kept = model.best(words, n_words=n_words).kept
    assert 1 <= len(kept) <= 400
    assert n_words is None or len(kept) == n_words


def test_files_come_back(model: Transducer, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    again = load_compressor(tmp_path / "model")
    assert isinstance(again, Transducer)
    assert again.to_files() == model.to_files()
    assert again.best(*UNSEEN) == model.best(*UNSEEN)
    assert again.card == model.card


def _without(name: str) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    return lambda files: {key: value for key, value in files.items() if key != name}


def _with_meta(**fields: object) -> Callable[[dict[str, bytes]], dict[str, bytes]]:
    def change(files: dict[str, bytes]) -> dict[str, bytes]:
        meta = {**json.loads(files["meta.json"]), **fields}
        return {**files, "meta.json": json.dumps(meta).encode()}

    return change


@pytest.mark.parametrize(
    "damage",
    [
        _without("arrays.npz"),
        _without("meta.json"),
        _with_meta(format="salience-compressor"),
        _with_meta(format_version=99),
        _with_meta(runs="many"),
        _with_meta(card=None),
        lambda files: {**files, "arrays.npz": files["arrays.npz"][:-9]},
        lambda files: {**files, "meta.json": b"{"},
    ],
)
def test_damaged_files_are_refused(
    model: Transducer, damage: Callable[[dict[str, bytes]], dict[str, bytes]]
) -> None:
    with pytest.raises(ModelError):
        Transducer.from_files(damage(model.to_files()), "broken")


@given(st.dictionaries(st.text(min_size=1), st.floats(-1e6, 1e6)))
@settings(max_examples=30)
def test_any_weights_survive(weights: dict[str, float]) -> None:
    files = Transducer(Grammar({}), weights).to_files()
    assert Transducer.from_files(files).to_files() == files
