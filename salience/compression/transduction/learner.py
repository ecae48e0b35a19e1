"""Sentences and compressions of them as examples: rules, columns, right derivations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from salience.arrays import Float64Array
from salience.compression.features import PAIR_COLUMNS, pair_features
from salience.compression.pairs import CompressionPair
from salience.compression.transduction.augmentation import Augmentation, TargetLoss, target_loss
from salience.compression.transduction.columns import LANGUAGE, Columns, Rows, frequent
from salience.compression.transduction.decoding import TargetScores, decode
from salience.compression.transduction.derivations import (
    Worth,
    gold_derivation,
    gold_derivation_of_words,
)
from salience.compression.transduction.described import Described, RuleItem, described
from salience.compression.transduction.examples import CompressionExample, Source, Space
from salience.compression.transduction.extraction import extract_rules
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.losses import word_weights
from salience.compression.transduction.rule_features import DELETED_WORDS, token_features
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.scorer import Scorer
from salience.compression.transduction.settings import TransducerSettings
from salience.language_models.ngrams import NgramModel
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

Steps = tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, slots=True)
class TrainingSentence:
    """A sentence with its compressions: pairs by their place among all."""

    words: Words
    tree: Tree
    pairs: list[int] = field(default_factory=list)


def sentences_of(
    pairs: Sequence[CompressionPair], trees: Sequence[Tree] | None
) -> list[TrainingSentence]:
    """Each sentence once, with its compressions."""
    found: dict[Words, TrainingSentence] = {}
    for number, pair in enumerate(pairs):
        if pair.source not in found:
            tree = trees[number] if trees is not None else constituents(pair.source)[0]
            found[pair.source] = TrainingSentence(pair.source, tree)
        found[pair.source].pairs.append(number)
    return list(found.values())


class Learner:
    """The pairs with their rules, from which examples are made."""

    def __init__(
        self,
        pairs: Sequence[CompressionPair],
        sentences: Sequence[TrainingSentence],
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

    def _target(self, sentence: TrainingSentence, number: int) -> Tree | None:
        if self.targets is not None:
            return self.targets[number]
        return sentence.tree.kept(set(self.pairs[number].kept))

    def _extracted(self, sentence: TrainingSentence) -> Counter[Rule]:
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

    def sources(self, language: NgramModel | None) -> list[Source]:
        """Each sentence with the rules of the others, or of all; this says which columns exist."""
        settings, n = self.settings, len(self.sentences)
        of_sentences: dict[int, Described] = {}
        folds = min(settings.folds, n)
        for fold in range(folds):
            others = [i for i in range(n) if folds == 1 or i % folds != fold]
            grammar = self.grammar(others)
            for i in range(fold, n, folds):
                of_sentences[i] = self._described(self.sentences[i], grammar)
        self.columns = Columns([*self._names(of_sentences.values()), LANGUAGE])
        space = Space(
            None if language is None else Scorer(language),
            self.columns[LANGUAGE],
            settings.scale,
            len(self.columns) if settings.neighbours else None,
            settings.beam,
            settings.pops,
        )
        return [
            self._source(sentence.words, of_sentences[i], space)
            for i, sentence in enumerate(self.sentences)
        ]

    def _names(self, sentences: Collection[Described]) -> list[str]:
        names = frequent(sentences, min(self.settings.least, len(sentences)))
        if self.settings.features == "all":
            return names
        items = (item for sentence in sentences for item in sentence.items)
        rules = {item.rule for item in items if isinstance(item, RuleItem)}
        of_tokens = {DELETED_WORDS}.union(*map(token_features, rules))
        return [n for n in names if (n in of_tokens) == (self.settings.features == "tokens")]

    def examples(
        self, sources: Sequence[Source], weights: Float64Array | None = None
    ) -> tuple[list[CompressionExample], int]:
        """An example for each compression that is learned from, and how many can't be made.

        Args:
            sources: The sentences, see `sources`.
            weights: What chooses among the derivations of a compression; without them it is the
                number of rules.
        """
        found: list[CompressionExample] = []
        unreached = 0
        for sentence, source in zip(self.sentences, sources, strict=True):
            worth = None if weights is None else source.worth(weights)
            for number in sentence.pairs:
                target = None if self.targets is None else self.targets[number]
                kept = self.pairs[number].kept
                steps, reached = _gold(source.sentence, kept, target, worth)
                unreached += not reached
                if reached or self.settings.unreachable == "nearest":
                    found.append(self._example(source, steps, target, number))
        return found, unreached

    def _described(self, sentence: TrainingSentence, grammar: Grammar) -> Described:
        salience, source = self._salience(sentence.pairs[0]), self.settings.source
        return described(sentence.words, sentence.tree, grammar, source=source, salience=salience)

    def _source(self, words: Words, sentence: Described, space: Space) -> Source:
        near = pair_features(words) if self.settings.neighbours else None
        return Source(sentence, Rows(sentence, self.columns), near, space)

    def _example(
        self, source: Source, steps: Steps, target: Tree | None, number: int
    ) -> CompressionExample:
        sentence = source.sentence
        kept = [
            place
            for node, step in steps
            for place in sentence.applications[node][step].kept
            if place >= 0
        ]
        loss = self._loss(self.pairs[number].source, sentence, kept, target, self._salience(number))
        return CompressionExample(source, loss, source.features(steps, sorted(kept)))

    def _salience(self, number: int) -> Mapping[int, float] | None:
        return None if self.salience is None else self.salience[number]

    def _loss(
        self,
        words: Words,
        sentence: Described,
        kept: Sequence[int],
        target: Tree | None,
        salience: Mapping[int, float] | None,
    ) -> TargetLoss:
        settings = self.settings
        heads = {i: h for i, h in enumerate(words.heads) if h != i and words.tags[i] != "PUNCT"}
        weights = word_weights(
            kept,
            heads=heads,
            relation=settings.relation,
            salience=salience,
            beta=settings.beta,
        )
        return target_loss(
            settings.loss,
            sentence.words,
            kept,
            tree=target or sentence.tree.kept(set(kept)),
            short=settings.short,
            weights=weights,
        )

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
            loss = self._loss(pair.source, sentence, pair.kept, None, None)
            examples.append(CompressionExample(source, loss, {}))

        def value(weights: Float64Array) -> float:
            losses = [one.search(weights, augmented=False).loss for one in examples]
            return -float(np.mean(losses))

        return value


def _gold(
    sentence: Described, kept: Sequence[int], target: Tree | None, worth: Worth | None
) -> tuple[Steps, bool]:
    """The derivation of a compression, else of the nearest that there is; and which it is."""
    tree, applications = sentence.tree, sentence.applications
    found = None
    if target is not None:
        links = [(place, i) for i, place in enumerate(kept)]
        found = gold_derivation(tree, applications, target, links, worth)
    found = found or gold_derivation_of_words(tree, applications, kept, worth)
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
