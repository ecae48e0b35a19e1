"""Transducers learned from sentences and compressions of them (Cohn and Lapata 2009, 3.5)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from salience.compression.features import PAIR_COLUMNS, pair_features
from salience.compression.pairs import CompressionPair, check_learnable
from salience.compression.transduction.decoding import BEAM, POPS, TargetScores, decode
from salience.compression.transduction.derivations import Derivation, gold_derivation_of_words
from salience.compression.transduction.described import Described, described
from salience.compression.transduction.examples import (
    LANGUAGE,
    Columns,
    CompressionExample,
    LossName,
    Source,
    TargetLoss,
    frequent,
    place_loss,
    token_loss,
)
from salience.compression.transduction.extraction import extract_rules
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.scorer import Scorer
from salience.compression.transduction.transducer import Transducer
from salience.language_models.ngrams import NgramModel
from salience.learning.online import OnlinePass, mira
from salience.learning.structured_svm import Pass, structured_svm
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

_TOLERANCE = 0.1
"""Of the cutting planes, in units of the loss."""


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
        method: `mira` averages the weights of all steps; `svm` finds those of the largest margin by
            cutting planes, as in the paper.
        c: The longest step of MIRA, or the C of the support vector machine.
        passes: How often all pairs are seen, at most.
        loss: `tokens`, the paper's loss over words, or `places`: words wrongly kept and left out,
            compared by their places; see `token_loss` and `place_loss`.
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
    method: Literal["mira", "svm"] = "mira"
    c: float = 0.03
    passes: int = 4
    loss: LossName = "places"
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
    c=1.0,
    passes=20,
    loss="tokens",
    beam=BEAM,
    pops=POPS,
)
"""The settings of Cohn and Lapata (2009), but for C. With their 0.01 nothing is deleted here; if it
is meant for each sentence, it is 8.8 for their 882, with which the loss is larger than with 1."""


def train_transducer(
    pairs: Sequence[CompressionPair],
    *,
    language: NgramModel | None = None,
    settings: TransducerSettings | None = None,
    trees: Sequence[Tree] | None = None,
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
        trees: The tree of each sentence; without them they are made from dependencies. That of a
            compression is the same with only the words that stay.
        card: What a reader should know of the model.
        on_pass: Called after each pass.

    Returns:
        The model. Its card says how many pairs it was learned from, and how many of their
        compressions the rules could not make: from these it learns the nearest that they can.

    Raises:
        SalienceError: If all words stay, or all go, or there are no pairs.

    Example:
        >>> from salience.compression import compression_pair
        >>> from salience.text import plain_words
        >>> from salience.trees import read_trees
        >>> [tree] = read_trees("(S (NP (PRP It)) (VP (VBD rained) (NP (DT a) (NN lot))))")
        >>> pair = compression_pair("1", plain_words("It rained a lot"), ["It", "rained"])
        >>> settings = TransducerSettings(folds=1, least=1)
        >>> model = train_transducer([pair], trees=[tree], settings=settings)
        >>> model.best(pair.source, tree).kept
        (0, 1)
    """
    return Learner(pairs, settings or TransducerSettings(), trees).learned(language, card, on_pass)


@dataclass(frozen=True, eq=False, slots=True)
class Sentence:
    """A sentence with its compressions: pairs by their place among all."""

    words: Words
    tree: Tree
    pairs: list[int] = field(default_factory=list)


def _sentences_of(pairs: Sequence[CompressionPair], trees: Sequence[Tree] | None) -> list[Sentence]:
    """Each sentence once, with its compressions."""
    by_words: dict[Words, Sentence] = {}
    for number, pair in enumerate(pairs):
        if pair.source not in by_words:
            tree = trees[number] if trees is not None else constituents(pair.source)[0]
            by_words[pair.source] = Sentence(pair.source, tree)
        by_words[pair.source].pairs.append(number)
    return list(by_words.values())


class Learner:
    """The pairs with their rules, from which a transducer is learned."""

    def __init__(
        self,
        pairs: Sequence[CompressionPair],
        settings: TransducerSettings,
        trees: Sequence[Tree] | None = None,
    ) -> None:
        check_learnable(pairs)
        self.pairs, self.settings = pairs, settings
        self.sentences = _sentences_of(pairs, trees)
        self._rules = [self._extracted(sentence) for sentence in self.sentences]
        self.columns = Columns([])

    def learned(
        self,
        language: NgramModel | None = None,
        card: Mapping[str, Any] | None = None,
        on_pass: Callable[[OnlinePass | Pass], None] | None = None,
    ) -> Transducer:
        """The model."""
        chosen = self.settings
        examples, unreached = self.examples(language)
        names = self.columns.names
        size = len(names) + (PAIR_COLUMNS if chosen.neighbours else 0)
        c, passes = chosen.c, chosen.passes
        if chosen.method == "svm":
            weights = structured_svm(
                examples, size, c=c, tolerance=_TOLERANCE, max_passes=passes, on_pass=on_pass
            )
        else:
            weights = mira(examples, size, c=c, passes=passes, seed=chosen.seed, on_pass=on_pass)
        values = dict(zip(names, weights.tolist(), strict=False))
        said = {"pairs": len(self.pairs), "compressions that rules can't make": unreached}
        return Transducer(
            self.grammar(range(len(self.sentences))),
            {name: value for name, value in values.items() if value},
            weights[len(names) :] if chosen.neighbours else None,
            language,
            chosen.source,
            {**said, **(card or {})},
        )

    def target(self, sentence: Sentence, number: int) -> Tree | None:
        """The tree of a compression; None if no word stays."""
        return sentence.tree.kept({*self.pairs[number].kept})

    def derivation(self, sentence: Described, number: int) -> Derivation | None:
        """The rules that make a compression, if there are any."""
        kept = self.pairs[number].kept
        return gold_derivation_of_words(sentence.tree, sentence.applications, kept)

    def _extracted(self, sentence: Sentence) -> Counter[Rule]:
        rules: Counter[Rule] = Counter()
        for number in sentence.pairs:
            if (target := self.target(sentence, number)) is not None:
                links = [(place, i) for i, place in enumerate(self.pairs[number].kept)]
                rules.update(extract_rules(sentence.tree, target, links, depth=self.settings.depth))
        return rules

    def grammar(self, numbers: Sequence[int]) -> Grammar:
        """The grammar of some sentences."""
        counts: Counter[Rule] = Counter()
        for number in numbers:
            counts.update(self._rules[number])
        return Grammar(counts, runs=self.settings.runs)

    def examples(self, language: NgramModel | None) -> tuple[list[CompressionExample], int]:
        """An example for each compression, and how many of them the rules can't make."""
        examples: list[CompressionExample] = []
        unreached = 0
        for sentence, source in zip(self.sentences, self._sources(language), strict=True):
            for number in sentence.pairs:
                kept = self.pairs[number].kept
                if (derivation := self.derivation(source.sentence, number)) is not None:
                    steps = _steps(source.sentence, derivation)
                else:
                    unreached += 1
                    steps, kept = _nearest(source.sentence, kept)
                features = source.features(steps, kept)
                examples.append(CompressionExample(source, self._loss(number, kept), features))
        return examples, unreached

    def _sources(self, language: NgramModel | None) -> list[Source]:
        """Each sentence with the rules of the others, or of all; this says which columns exist."""
        settings, n = self.settings, len(self.sentences)
        of_sentences: dict[int, Described] = {}
        folds = min(settings.folds, n)
        for fold in range(folds):
            grammar = self.grammar([i for i in range(n) if folds == 1 or i % folds != fold])
            for i in range(fold, n, folds):
                words, tree = self.sentences[i].words, self.sentences[i].tree
                of_sentences[i] = described(words, tree, grammar, source=settings.source)
        names = frequent(of_sentences.values(), min(settings.least, n))
        self.columns = Columns([*names, LANGUAGE])
        scorer = None if language is None else Scorer(language)
        return [
            Source(
                of_sentences[i],
                self.columns.rows(of_sentences[i]),
                pair_features(sentence.words) if settings.neighbours else None,
                scorer,
                settings.beam,
                settings.pops,
            )
            for i, sentence in enumerate(self.sentences)
        ]

    def _loss(self, number: int, kept: Sequence[int]) -> TargetLoss:
        """The loss against a compression, or what stands for it where no rules make it."""
        words = self.pairs[number].source
        if self.settings.loss == "tokens":
            return token_loss(words.keys, kept)
        heads = {i: h for i, h in enumerate(words.heads) if h != i and words.tags[i] != "PUNCT"}
        return place_loss(len(words), kept, heads)


def _steps(sentence: Described, derivation: Derivation) -> tuple[tuple[int, int], ...]:
    """The steps of a derivation."""
    rules = sentence.applications
    steps = (
        (rule.node, next(i for i, other in enumerate(rules[rule.node]) if other is rule))
        for rule in derivation.applications
    )
    return tuple(steps)


def _nearest(
    sentence: Described, kept: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The steps and words of the derivation that is nearest to a compression."""
    right = [1.0 if place in set(kept) else -1.0 for place in range(len(sentence.words))]
    scores = [0.0] * len(sentence.items)
    found = decode(sentence, scores, TargetScores(), word_scores=right)
    return found.steps, tuple(sorted(found.words))
