"""Transducers learned from sentences and compressions of them (Cohn and Lapata 2009, 3.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from salience.arrays import Float64Array
from salience.compression.features import PAIR_COLUMNS, pair_features
from salience.compression.pairs import CompressionPair
from salience.compression.transduction.augmentation import Augmentation, LossName, target_loss
from salience.compression.transduction.columns import LANGUAGE, Columns, Rows, frequent
from salience.compression.transduction.decoding import BEAM, POPS, TargetScores, decode
from salience.compression.transduction.derivations import (
    gold_derivation,
    gold_derivation_of_words,
)
from salience.compression.transduction.described import Described, described
from salience.compression.transduction.examples import CompressionExample, Source, Space
from salience.compression.transduction.extraction import extract_rules
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.scorer import Scorer
from salience.compression.transduction.transducer import Transducer
from salience.errors import SalienceError
from salience.language_models.ngrams import NgramModel
from salience.learning.online import OnlinePass, mira, perceptron
from salience.learning.structured_svm import Pass, structured_svm
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TransducerSettings:
    """How a transducer is learned.

    Attributes:
        depth: How many matches a rule may skip when it is extracted.
        runs: Neighbouring children that rules made for a tree may delete, see `Grammar`; 0 as in
            the paper.
        folds: Into how many parts the sentences are divided for cross-fitting: the rules that a
            sentence is learned from come from the other parts. 1 as in the paper: rules and weights
            from the same sentences.
        source: Whether what a rule keeps and deletes describes it, beside the paper's features.
        neighbours: Whether words that become neighbours do, as in McDonald's (2006) model.
        least: In how many sentences a feature must occur to have a weight.
        method: `mira` and `perceptron` average the weights of all steps; `svm` finds those of the
            largest margin by cutting planes, as in the paper.
        c: The longest step of MIRA, or the C of the support vector machine.
        passes: How often all pairs are seen, at most.
        tolerance: Of the cutting planes, in units of the loss.
        loss: See `target_loss`.
        short: What each item counts by which a compression is too short, for Hamming losses.
        beta: What salience counts in the loss over places.
        unreachable: What is learned from a compression that the rules can't make: the nearest that
            they can, or nothing.
        scale: What logarithms of probabilities are multiplied with as a feature.
        beam: Items of a cell in the search.
        pops: Combinations that are looked at for them.
        seed: Of the order in which each pass sees the pairs.
    """

    depth: int = 1
    runs: int = 3
    folds: int = 5
    source: bool = True
    neighbours: bool = True
    least: int = 3
    method: Literal["mira", "perceptron", "svm"] = "mira"
    c: float = 0.03
    passes: int = 4
    tolerance: float = 0.1
    loss: LossName = "places"
    short: float = 1.0
    beta: float = 1.0
    unreachable: Literal["nearest", "left out"] = "nearest"
    scale: float = 0.3
    beam: int | None = 10
    pops: int | None = 30
    seed: int = 0


PAPER = TransducerSettings(
    runs=0,
    folds=1,
    source=False,
    neighbours=False,
    least=1,
    method="svm",
    c=0.01,
    passes=20,
    loss="tokens",
    scale=1.0,
    beam=BEAM,
    pops=POPS,
)
"""The settings of Cohn and Lapata (2009)."""


@dataclass(frozen=True, eq=False, slots=True)
class _Sentence:
    """A sentence with its compressions: pairs by their place among all."""

    words: Words
    tree: Tree
    pairs: list[int] = field(default_factory=list)


def train_transducer(
    pairs: Sequence[CompressionPair],
    *,
    language: NgramModel | None = None,
    settings: TransducerSettings | None = None,
    trees: Sequence[Tree] | None = None,
    targets: Sequence[Tree] | None = None,
    salience: Sequence[Mapping[int, float]] | None = None,
    held_out: Sequence[CompressionPair] = (),
    card: Mapping[str, Any] | None = None,
    on_pass: Callable[[OnlinePass | Pass], None] | None = None,
) -> Transducer:
    """Learn a transducer.

    Args:
        pairs: The sentences; some words must stay and some go.
        language: A language model; none without it. Its text must be another than that of the
            pairs: a model that has seen the compressions lets the transducer delete whatever it
            has not seen.
        settings: How it learns; the defaults were chosen for compressions of broadcast news.
        trees: The tree of each sentence; without them they are made from dependencies.
        targets: The parsed tree of each compression. Without them it is the tree of the sentence
            with only the words that stay.
        salience: By pair, the salience of the entities that words name, see `entity_features`.
        held_out: Pairs on which the weights after each pass are judged, by their loss; the best
            are taken. Without them the last are. Not for `svm`.
        card: What a reader should know of the model.
        on_pass: Called after each pass.

    Returns:
        The model. Its card says how many pairs it was learned from, and how many of their
        compressions the rules could not make.

    Raises:
        SalienceError: If all words stay, or all go, or there are no pairs.
    """
    chosen = settings or TransducerSettings()
    _check(pairs)
    sentences = _sentences(pairs, trees)
    learner = _Learner(pairs, sentences, targets, salience, chosen)
    examples, unreached = learner.examples(language)
    if not examples:
        raise SalienceError("the rules can make none of the compressions. Learn from the nearest.")
    judge = learner.judge(held_out, examples[0].source.space) if held_out else None
    weights = _learned(examples, learner.size, chosen, judge, on_pass)
    names = learner.columns.names
    of_pairs = weights[len(names) :] if chosen.neighbours else None
    values = dict(zip(names, weights.tolist(), strict=False))
    values[LANGUAGE] *= chosen.scale
    said = {"pairs": len(pairs), "compressions that rules can't make": unreached}
    return Transducer(
        learner.grammar(range(len(sentences))),
        {name: value for name, value in values.items() if value},
        of_pairs,
        language,
        chosen.source,
        {**said, **(card or {})},
    )


def _check(pairs: Sequence[CompressionPair]) -> None:
    n, kept = sum(len(pair.source) for pair in pairs), sum(len(pair.kept) for pair in pairs)
    if kept in (0, n):
        said = "there are no words" if not n else "all words stay" if kept else "no word stays"
        raise SalienceError(
            f"nothing can be learned from {len(pairs)} pairs: {said}. Give sentences with "
            "compressions of them."
        )


def _sentences(pairs: Sequence[CompressionPair], trees: Sequence[Tree] | None) -> list[_Sentence]:
    """Each sentence once, with its compressions."""
    found: dict[Words, _Sentence] = {}
    for number, pair in enumerate(pairs):
        if pair.source not in found:
            tree = trees[number] if trees is not None else constituents(pair.source)[0]
            found[pair.source] = _Sentence(pair.source, tree)
        found[pair.source].pairs.append(number)
    return list(found.values())


def _learned(
    examples: Sequence[CompressionExample],
    size: int,
    settings: TransducerSettings,
    judge: Callable[[Float64Array], float] | None,
    on_pass: Callable[[OnlinePass | Pass], None] | None,
) -> Float64Array:
    c, passes, seed = settings.c, settings.passes, settings.seed
    if settings.method == "svm":
        tolerance = settings.tolerance
        return structured_svm(
            examples, size, c=c, tolerance=tolerance, max_passes=passes, on_pass=on_pass
        ).weights
    if settings.method == "perceptron":
        return perceptron(examples, size, passes=passes, seed=seed, on_pass=on_pass, judge=judge)
    return mira(examples, size, c=c, passes=passes, seed=seed, on_pass=on_pass, judge=judge)


class _Learner:
    """The pairs with their rules, from which examples are made."""

    def __init__(
        self,
        pairs: Sequence[CompressionPair],
        sentences: Sequence[_Sentence],
        targets: Sequence[Tree] | None,
        salience: Sequence[Mapping[int, float]] | None,
        settings: TransducerSettings,
    ) -> None:
        self.pairs, self.sentences, self.targets = pairs, sentences, targets
        self.salience, self.settings = salience, settings
        self._rules = [self._extracted(sentence) for sentence in sentences]
        self.columns = Columns([])

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.columns) + (PAIR_COLUMNS if self.settings.neighbours else 0)

    def _target(self, sentence: _Sentence, number: int) -> Tree | None:
        if self.targets is not None:
            return self.targets[number]
        return sentence.tree.kept(set(self.pairs[number].kept))

    def _extracted(self, sentence: _Sentence) -> Counter[Rule]:
        found: Counter[Rule] = Counter()
        for number in sentence.pairs:
            links = [(place, i) for i, place in enumerate(self.pairs[number].kept)]
            target = self._target(sentence, number)
            if target is not None:
                depth = self.settings.depth
                found.update(extract_rules(sentence.tree, target, links, depth=depth))
        return found

    def grammar(self, numbers: Sequence[int]) -> Grammar:
        """The grammar of some sentences."""
        counts: Counter[Rule] = Counter()
        for number in numbers:
            counts.update(self._rules[number])
        return Grammar(counts, runs=self.settings.runs)

    def examples(self, language: NgramModel | None) -> tuple[list[CompressionExample], int]:
        """An example for each compression that is learned from, and how many can't be made."""
        settings, n = self.settings, len(self.sentences)
        of_sentences: dict[int, Described] = {}
        folds = min(settings.folds, n)
        for fold in range(folds):
            others = [i for i in range(n) if folds == 1 or i % folds != fold]
            grammar = self.grammar(others)
            for i in range(fold, n, folds):
                of_sentences[i] = self._described(self.sentences[i], grammar)
        names = frequent(of_sentences.values(), min(settings.least, n))
        self.columns = Columns([*names, LANGUAGE])
        space = Space(
            None if language is None else Scorer(language),
            self.columns[LANGUAGE],
            settings.scale,
            len(self.columns) if settings.neighbours else None,
            settings.beam,
            settings.pops,
        )
        found: list[CompressionExample] = []
        unreached = 0
        for i, sentence in enumerate(self.sentences):
            source = self._source(sentence.words, of_sentences[i], space)
            for number in sentence.pairs:
                target = None if self.targets is None else self.targets[number]
                steps, reached = _gold(source.sentence, self.pairs[number].kept, target)
                unreached += not reached
                if reached or settings.unreachable == "nearest":
                    found.append(self._example(source, steps, target, number))
        return found, unreached

    def _described(self, sentence: _Sentence, grammar: Grammar) -> Described:
        salience = None if self.salience is None else self.salience[sentence.pairs[0]]
        source = self.settings.source
        return described(sentence.words, sentence.tree, grammar, source=source, salience=salience)

    def _source(self, words: Words, sentence: Described, space: Space) -> Source:
        near = pair_features(words) if self.settings.neighbours else None
        return Source(sentence, Rows(sentence, self.columns), near, space)

    def _example(
        self, source: Source, steps: Steps, target: Tree | None, number: int
    ) -> CompressionExample:
        settings, sentence = self.settings, source.sentence
        kept = [
            place
            for node, step in steps
            for place in sentence.applications[node][step].kept
            if place >= 0
        ]
        loss = target_loss(
            settings.loss,
            sentence.words,
            kept,
            tree=target or sentence.tree.kept(set(kept)),
            short=settings.short,
            salience=None if self.salience is None else self.salience[number],
            beta=settings.beta,
        )
        return CompressionExample(source, loss, source.features(steps, sorted(kept)))

    def judge(
        self, held_out: Sequence[CompressionPair], space: Space
    ) -> Callable[[Float64Array], float]:
        """How good weights are for other pairs: the mean loss, negated."""
        grammar = self.grammar(range(len(self.sentences)))
        examples = []
        for pair in held_out:
            tree = constituents(pair.source)[0]
            sentence = described(pair.source, tree, grammar, source=self.settings.source)
            source = self._source(pair.source, sentence, space)
            loss = target_loss(
                self.settings.loss,
                sentence.words,
                pair.kept,
                tree=tree.kept(set(pair.kept)),
                short=self.settings.short,
            )
            examples.append(CompressionExample(source, loss, {}))

        def value(weights: Float64Array) -> float:
            losses = [one.search(weights, augmented=False).loss for one in examples]
            return -float(np.mean(losses))

        return value


def _gold(sentence: Described, kept: Sequence[int], target: Tree | None) -> tuple[Steps, bool]:
    """The derivation of a compression, else of the nearest that there is; and which it is."""
    tree, applications = sentence.tree, sentence.applications
    found = None
    if target is not None:
        links = [(place, i) for i, place in enumerate(kept)]
        found = gold_derivation(tree, applications, target, links)
    found = found or gold_derivation_of_words(tree, applications, kept)
    if found is None:
        right = [1.0 if place in set(kept) else -1.0 for place in range(len(sentence.words))]
        [best] = decode(
            sentence, [0.0] * len(sentence.items), TargetScores(), added=Augmentation(words=right)
        )
        return best.steps, False
    steps = (
        (one.node, next(i for i, other in enumerate(applications[one.node]) if other is one))
        for one in found.applications
    )
    return tuple(steps), True
