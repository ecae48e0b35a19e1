"""What the search of tree transduction costs, and what pruning loses: no assertion, only a table.

    python tests/benchmarks/transduction.py [FILE ...] [--words 18 26] [--arpa FILE]

Trees are read from files of Penn brackets, or made from the example articles. Half of them give
rules, by compressions that lose constituents by chance, and a trigram model where there is no
other; sentences of the other half are compressed. A rule weighs what chance gives it, a word about
what n-grams take from it, so that more than half of them stay. The loss is that of the score of the
best derivation against a beam of 3,000: how much in the mean, and in how many sentences there is
any.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

import numpy as np
from murmurhash import hash_unicode

from salience import load_pipeline, read_corpus
from salience.compression.transduction.decoding import search
from salience.compression.transduction.extraction import extract_rules
from salience.compression.transduction.forest import Step
from salience.compression.transduction.grammar import Application, Grammar
from salience.compression.transduction.rules import Rule
from salience.compression.transduction.scorer import Scorer, WordModel
from salience.language_models.arpa import from_arpa
from salience.language_models.kneser_ney import train_ngrams
from salience.pipeline.word_texts import parsed_words
from salience.resources import example_paths
from salience.trees.brackets import read_trees
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

LOST = 0.2
"""The share of constituents that a compression by chance loses."""
WORD, LANGUAGE = 1.5, 0.5
BEAMS = ((10, 20), (20, 40), (50, 100), (100, 200), (200, 500))
"""Items and combinations; the paper has 100 and 200, and 200 and 500 for training."""
WIDEST = (3000, 9000)


def main() -> None:
    """Compress sentences with each beam, and print what it took and what it lost."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--words", nargs=2, type=int, default=(18, 26))
    options.add_argument("--sentences", type=int, default=100)
    options.add_argument("--arpa", type=Path)
    given = options.parse_args()
    trees = read_files(given.files) if given.files else from_examples()
    train, rest = trees[::2], trees[1::2]
    least, most = given.words
    rest = [tree for tree in rest if least <= len(tree.words) <= most][: given.sentences]
    grammar = grammar_by_chance(train)
    model: WordModel = train_ngrams([word.lower() for word in tree.words] for tree in train)
    if given.arpa is not None:
        model = from_arpa(given.arpa.read_text(encoding="utf-8").splitlines())
    start = time.process_time()
    found = [grammar.applications(tree) for tree in rest]
    matching = (time.process_time() - start) / len(rest)
    sentences = [
        ([[step(one) for one in here] for here in applied], [word.lower() for word in tree.words])
        for applied, tree in zip(found, rest, strict=True)
    ]
    n_words = sum(len(words) for _, words in sentences) / len(rest)
    n_steps = sum(len(here) for steps, _ in sentences for here in steps) / len(rest)
    print(
        f"{len(grammar):,} rules; {len(rest)} sentences of {n_words:.1f} words in the mean, at "
        f"whose nodes {n_steps:.0f} rules apply\nTo find these takes {1000 * matching:.1f} ms.\n"
    )
    print(f"{'CPU of a sentence':34}{'search':>10}{'loss':>10}{'missed':>10}{'kept':>8}")
    table(sentences, model)


Sentences = list[tuple[list[list[Step]], list[str]]]


def table(sentences: Sentences, model: WordModel) -> None:
    """Print a row for each way to search."""
    beam, pops = WIDEST
    best = cost(sentences, Scorer(model, LANGUAGE), beam=beam, pops=pops)[1]
    ways: dict[str, dict] = {f"beam {b}, pops {p}": {"beam": b, "pops": p} for b, p in BEAMS}
    for name, way in ways.items():
        seconds, scores, kept = cost(sentences, Scorer(model, LANGUAGE), **way)
        lost = np.array(best) - scores
        print(
            f"{name:34}{1000 * seconds:7.1f} ms{lost.mean():10.4f}{(lost > 1e-9).sum():10}"
            f"{kept:8.0%}"
        )
    print()
    for name, scorer, way in (
        ("without a language model", None, {}),
        ("bigrams", Scorer(Bigrams(model), LANGUAGE), {}),
        ("60 % of the words", Scorer(model, LANGUAGE), {"share": 0.6}),
        ("60 % of the words, beam 20", Scorer(model, LANGUAGE), {"share": 0.6, "beam": 20}),
        ("three words must stay", Scorer(model, LANGUAGE), {"must": range(3)}),
    ):
        seconds, _, kept = cost(sentences, scorer, **way)
        print(f"{name:34}{1000 * seconds:7.1f} ms{'':20}{kept:8.0%}")


def cost(
    sentences: Sentences, scorer: Scorer | None, share: float | None = None, **way: object
) -> tuple[float, list[float], float]:
    """CPU seconds of a sentence, the best score of each, and the share of words that stay."""
    scores, rates = [], []
    start = time.process_time()
    for steps, words in sentences:
        n_words = None if share is None else round(share * len(words))
        found = search(steps, words, scorer, root=steps[0][0].category, n_words=n_words, **way)  # type: ignore[arg-type]
        assert found is not None
        scores.append(found.score)
        rates.append(len(found.words) / len(words))
    seconds = time.process_time() - start
    return seconds / len(sentences), scores, float(np.mean(rates))


class Bigrams:
    """A model that looks at one word before."""

    order = 2

    def __init__(self, model: WordModel) -> None:
        self.log10 = model.log10


def step(found: Application) -> Step:
    """A rule as the search sees it, with a weight by chance."""
    target = {leaf.variable: leaf.label for leaf in found.rule.target.frontier()}
    children = tuple((node, target[i]) for i, node in enumerate(found.variables, 1))
    weight = hash_unicode(str(found.rule)) / 2**31 - 1
    n_words = sum(place >= 0 for place in found.kept)
    score = weight + WORD * n_words + 0.5 * (found.extracted + found.copy)
    return Step(found.rule.target.label, found.kept, children, score)


def grammar_by_chance(trees: list[Tree]) -> Grammar:
    """Rules of trees and what is left of them when constituents are lost by chance."""
    random = np.random.default_rng(0)
    counts: Counter[Rule] = Counter()
    for tree in trees:
        kept = set(range(len(tree.words)))
        for node in tree.nodes():
            if random.random() < LOST and node.end - node.start < len(kept):
                kept.difference_update(range(node.start, node.end))
        target = tree.kept(kept)
        if target is not None:
            counts += extract_rules(tree, target, [(i, j) for j, i in enumerate(sorted(kept))])
    return Grammar(counts)


def read_files(paths: list[Path]) -> list[Tree]:
    """Trees in Penn brackets."""
    return [tree for path in paths for tree in read_trees(path.read_text(encoding="utf-8"))]


def from_examples() -> list[Tree]:
    """The trees of the example articles."""
    texts = [document.text for path in example_paths() for document in read_corpus(path)]
    return [
        tree
        for words in parsed_words(texts, load_pipeline(fast=True))
        for tree in constituents(words)
    ]


if __name__ == "__main__":
    main()
