"""Transducers learned from sentences and compressions of them (Cohn and Lapata 2009, 3.5)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from salience.compression.features import PAIR_COLUMNS, pair_features
from salience.compression.pairs import CompressionPair, check_learnable
from salience.compression.transduction.decoding import BEAM, POPS, TargetScores, decode
from salience.compression.transduction.derivations import gold_derivation, gold_derivation_of_words
from salience.compression.transduction.described import Described, described
from salience.compression.transduction.examples import (
    LANGUAGE,
    Columns,
    CompressionExample,
    Source,
    frequent,
)
from salience.compression.transduction.extraction import extract_rules
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.losses import LossName, TargetLoss, place_loss, token_loss
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
_Steps = tuple[tuple[int, int], ...]


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
            compared by their places. See `salience.compression.transduction.losses`.
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
    targets: Sequence[Tree] | None = None,
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
    chosen = settings or TransducerSettings()
    check_learnable(pairs)
    sentences = _sentences_of(pairs, trees)
    learner = _Learner(pairs, sentences, targets, chosen)
    examples, unreached = learner.examples(language)
    names, size = learner.columns.names, learner.size
    c, passes = chosen.c, chosen.passes
    if chosen.method == "svm":
        weights = structured_svm(
            examples, size, c=c, tolerance=_TOLERANCE, max_passes=passes, on_pass=on_pass
        )
    else:
        weights = mira(examples, size, c=c, passes=passes, seed=chosen.seed, on_pass=on_pass)
    of_pairs = weights[len(names) :] if chosen.neighbours else None
    values = dict(zip(names, weights.tolist(), strict=False))
    said = {"pairs": len(pairs), "compressions that rules can't make": unreached}
    return Transducer(
        learner.grammar(range(len(sentences))),
        {name: value for name, value in values.items() if value},
        of_pairs,
        language,
        chosen.source,
        {**said, **(card or {})},
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Sentence:
    """A sentence with its compressions: pairs by their place among all."""

    words: Words
    tree: Tree
    pairs: list[int] = field(default_factory=list)


def _sentences_of(
    pairs: Sequence[CompressionPair], trees: Sequence[Tree] | None
) -> list[_Sentence]:
    """Each sentence once, with its compressions."""
    by_words: dict[Words, _Sentence] = {}
    for number, pair in enumerate(pairs):
        if pair.source not in by_words:
            tree = trees[number] if trees is not None else constituents(pair.source)[0]
            by_words[pair.source] = _Sentence(pair.source, tree)
        by_words[pair.source].pairs.append(number)
    return list(by_words.values())


class _Learner:
    """The pairs with their rules, from which examples are made."""

    def __init__(
        self,
        pairs: Sequence[CompressionPair],
        sentences: Sequence[_Sentence],
        targets: Sequence[Tree] | None,
        settings: TransducerSettings,
    ) -> None:
        self.pairs, self.sentences, self.targets = pairs, sentences, targets
        self.settings = settings
        self._rules = [self._extracted(sentence) for sentence in sentences]
        self.columns = Columns([])

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.columns) + (PAIR_COLUMNS if self.settings.neighbours else 0)

    def _extracted(self, sentence: _Sentence) -> Counter[Rule]:
        rules: Counter[Rule] = Counter()
        for number in sentence.pairs:
            kept = self.pairs[number].kept
            target = sentence.tree.kept({*kept}) if self.targets is None else self.targets[number]
            if target is not None:
                links = [(place, i) for i, place in enumerate(kept)]
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
                target = None if self.targets is None else self.targets[number]
                steps, reached = _gold(source.sentence, self.pairs[number].kept, target)
                unreached += not reached
                examples.append(self._example(source, steps, number))
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

    def _example(self, source: Source, steps: _Steps, number: int) -> CompressionExample:
        rules = source.sentence.applications
        kept = sorted(p for node, step in steps for p in rules[node][step].kept if p >= 0)
        return CompressionExample(source, self._loss(number, kept), source.features(steps, kept))

    def _loss(self, number: int, kept: Sequence[int]) -> TargetLoss:
        """The loss against a compression, or what stands for it where no rules make it."""
        words = self.pairs[number].source
        if self.settings.loss == "tokens":
            return token_loss(words.keys, kept)
        heads = {i: h for i, h in enumerate(words.heads) if h != i and words.tags[i] != "PUNCT"}
        return place_loss(len(words), kept, heads)


def _gold(sentence: Described, kept: Sequence[int], target: Tree | None) -> tuple[_Steps, bool]:
    """The derivation of a compression, else of the nearest that there is; and which it is."""
    tree, applications = sentence.tree, sentence.applications
    derivation = None
    if target is not None:
        links = [(place, i) for i, place in enumerate(kept)]
        derivation = gold_derivation(tree, applications, target, links)
    derivation = derivation or gold_derivation_of_words(tree, applications, kept)
    if derivation is None:
        right = [1.0 if place in set(kept) else -1.0 for place in range(len(sentence.words))]
        scores = [0.0] * len(sentence.items)
        return decode(sentence, scores, TargetScores(), word_scores=right).steps, False
    steps = (
        (rule.node, next(i for i, other in enumerate(applications[rule.node]) if other is rule))
        for rule in derivation.applications
    )
    return tuple(steps), True
