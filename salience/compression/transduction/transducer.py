"""A model that compresses sentences by rewriting their trees (Cohn and Lapata 2009)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from salience.arrays import Float64Array
from salience.compression.compressed import Compression
from salience.compression.compressor import read_weights, weight_arrays
from salience.compression.features import pair_features, pair_scores
from salience.compression.transduction.decoding import BEAM, POPS, TargetScores, decode
from salience.compression.transduction.derivations import Derivation
from salience.compression.transduction.described import Described, RuleItem, described
from salience.compression.transduction.examples import LANGUAGE
from salience.compression.transduction.grammar import Grammar
from salience.compression.transduction.scorer import Scorer
from salience.language_models.arpa import from_arpa, to_arpa
from salience.language_models.ngrams import NgramModel
from salience.storage.saved_model import Contents, SavedModel, text_bytes
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

_CACHED = 200_000


@dataclass(frozen=True, eq=False, repr=False)
class Transducer(SavedModel):
    """Rules, weights of features by name and of neighbours, and a language model (None without
    one).

    Example:
        >>> from salience.text.words import plain_words
        >>> from salience.trees.brackets import read_tree
        >>> tree = read_tree("(ROOT (S (NP (PRP It)) (ADVP (RB really)) (VP (VBD rained))))")
        >>> model = Transducer(Grammar({}), {"leaf in source=ADVP": 1.0, "words deleted": -0.5})
        >>> model.best(plain_words("It really rained"), tree).kept
        (0, 2)
    """

    FORMAT: ClassVar = "salience-transducer"
    ALLOWANCE: ClassVar = 2**30

    grammar: Grammar
    weights: Mapping[str, float]
    pairs: Float64Array | None = None
    language: NgramModel | None = None
    source: bool = False  # whether what a rule keeps and deletes describes it too
    card: Mapping[str, Any] = field(default_factory=dict)

    def best(
        self,
        words: Words,
        tree: Tree | None = None,
        *,
        n_words: int | None = None,
        must: Collection[int] = (),
    ) -> Compression:
        """The best compression of a sentence, with `n_words` the nearest number that its
        derivations have.

        The words of `must` stay, and where these are more, they alone, with what no rule can leave
        out.
        """
        n = len(words)
        if not n:
            return Compression(())
        wanted = None if n_words is None else min(max(n_words, len(set(must))), n)
        beam, pops = BEAM, POPS
        if n > _LONG:
            beam = max(1, round(beam * (_LONG / n) ** (1 if wanted is None else 2)))
            pops = 2 * beam
        if tree is None:
            [tree] = constituents(replace(words, sentences=(0,)))
        elif len(tree.words) != n:
            raise ValueError(f"the tree has {len(tree.words)} words and the sentence {n}")
        sentence = described(words, tree, self.grammar, source=self.source)
        pairs = None if self.pairs is None else pair_scores(pair_features(words), self.pairs)
        found = decode(
            sentence,
            self._scores(sentence),
            TargetScores(self._scorer, self.weights.get(LANGUAGE, 0.0), pairs),
            beam=beam,
            pops=pops,
            n_words=wanted,
            must=must,
        )
        steps = (sentence.applications[node][rule] for node, rule in found.steps)
        derivation = Derivation(tree, tuple(steps))
        return Compression(tuple(sorted(found.words)), derivation.target, derivation.deletions)

    def _scores(self, sentence: Described) -> list[float]:
        """What each item of a sentence scores."""
        weight, known = self.weights.get, self._of_rules
        if len(known) > _CACHED:
            known.clear()
        found = []
        for item in sentence.items:
            if isinstance(item, RuleItem):
                score = known.get(item)
                if score is None:
                    features = item.features().items()
                    score = known[item] = sum(weight(name, 0.0) * v for name, v in features)
                found.append(score)
            else:
                found.append(sum(weight(name, 0.0) * v for name, v in item.items()))
        return found

    @cached_property
    def _scorer(self) -> Scorer | None:
        return None if self.language is None else Scorer(self.language)

    @cached_property
    def _of_rules(self) -> dict[RuleItem, float]:
        return {}

    def contents(self) -> Contents:  # noqa: D102
        arpa = () if self.language is None else to_arpa(self.language)
        arrays = {
            "rules": text_bytes(self.grammar.lines()),
            **weight_arrays(self.weights, self.pairs, np.float64),
            "language": text_bytes(arpa),
        }
        fields = {
            "runs": self.grammar.runs,
            "source": self.source,
            "neighbours": self.pairs is not None,
            "language": self.language is not None,
        }
        return Contents(arrays, fields, self.card)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        weights, pairs = read_weights(contents)
        return cls(
            Grammar.read(contents.texts("rules"), runs=contents.count("runs", most=1000)),
            weights,
            pairs,
            from_arpa(contents.texts("language")) if contents.flag("language") else None,
            contents.flag("source"),
            contents.card or {},
        )


_LONG = 40
"""Words of a sentence from which on the beam gets narrower."""
