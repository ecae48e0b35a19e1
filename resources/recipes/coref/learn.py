"""Learns the weights of the ranker: AdaGrad on the likelihood of gold antecedents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from resources.recipes.coref.data import GoldDocument, Span
from salience.coref.candidates import Pairs
from salience.coref.feature_templates import BITS
from salience.coref.mention_ranking import analyse, softmax
from salience.coref.pair_features import word_hash
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention, find_mentions

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Example:
    """The choices of a document, which pairs are gold links, and which mentions teach."""

    pairs: Pairs
    right: Mask
    learns: Mask
    weight: float


@dataclass(frozen=True, slots=True)
class Settings:
    """How to learn. The costs are added to the scores of wrong choices (softmax margin).

    The weights are the mean of so many runs, which see the documents in orders of their own.
    """

    epochs: int = 12
    rate: float = 0.1
    decay: float = 0.3
    false_new: float = 1.0
    false_link: float = 0.0
    wrong_link: float = 0.0
    runs: int = 3


def frequent_words(docs: Sequence[Doc], least: int) -> NDArray[np.int64]:
    """Hashes of the words that occur so often, sorted."""
    counts: Counter[str] = Counter()
    for doc in docs:
        counts.update(token.text.lower() for token in doc)
    return np.array(sorted({word_hash(w) for w, n in counts.items() if n >= least}), np.int64)


def gold_chains(gold: GoldDocument, doc: Doc, mentions: Sequence[TokenMention]) -> dict[int, int]:
    """The chain of each mention that is in one: the same span, or else the same root."""
    exact = {
        (doc[m.start].idx, doc[m.end - 1].idx + len(doc[m.end - 1])): i
        for i, m in enumerate(mentions)
    }
    roots: dict[int, int] = {}
    for i, m in enumerate(mentions):
        roots.setdefault(m.root, i)
    chains: dict[int, int] = {}
    rest: list[tuple[int, Span]] = []
    for number, chain in enumerate(gold.chains):
        for span in chain:
            if span in exact:
                chains[exact[span]] = number
            else:
                rest.append((number, span))
    for number, (start, end) in rest:
        span = doc.char_span(start, end, alignment_mode="expand")
        i = roots.get(span.root.i, -1) if span is not None else -1
        if i >= 0:
            chains.setdefault(i, number)
    return chains


def example(
    gold: GoldDocument,
    doc: Doc,
    frequent: NDArray[np.int64],
    weight: float = 1.0,
    *,
    complete: bool = True,
) -> Example:
    """A document as an example.

    `complete` says that a mention in no chain begins a new entity; where only some kinds of
    entities are marked it teaches nothing.
    """
    mentions = find_mentions(DocColumns.from_doc(doc))
    _, pairs = analyse(DocColumns.from_doc(doc), mentions, frequent)
    chains = gold_chains(gold, doc, mentions)
    chain = np.array([chains.get(i, -1) for i in range(len(mentions))], np.int64)
    right = (chain[pairs.mention] == chain[pairs.antecedent]) & (chain[pairs.mention] >= 0)
    any_right = np.bincount(pairs.mention, right, minlength=len(mentions)) > 0
    learns = np.bincount(pairs.mention, minlength=len(mentions)) > 0
    # What has an antecedent that is no candidate is no example of a new entity.
    last = {c: i for i, c in reversed(list(enumerate(chain.tolist())))}
    first = np.array([last[c] == i for i, c in enumerate(chain.tolist())], bool)
    learns &= any_right | first | (chain < 0)
    if not complete:
        learns &= chain >= 0
    return Example(pairs, right, learns, weight)


def learn(examples: Sequence[Example], settings: Settings) -> NDArray[np.float32]:
    """Weights by feature number; the same for the same examples and settings."""
    runs = [_run(examples, settings, seed) for seed in range(settings.runs)]
    return np.mean(runs, axis=0).astype(np.float16).astype(np.float32)


def _run(examples: Sequence[Example], settings: Settings, seed: int) -> NDArray[np.float64]:
    """The mean of the weights after each epoch of the second half."""
    size = 1 << BITS
    weights = np.zeros(size)
    squares = np.full(size, 1e-8)
    mean, steps = np.zeros(size), 0
    generator = np.random.default_rng(seed)
    for epoch in range(settings.epochs):
        for n in generator.permutation(len(examples)):
            gradient = _gradient(examples[n], weights, settings)
            touched = np.flatnonzero(gradient)
            g = gradient[touched] + settings.decay * weights[touched]
            squares[touched] += g * g
            weights[touched] -= settings.rate * g / np.sqrt(squares[touched])
        if epoch >= settings.epochs // 2:
            mean += weights
            steps += 1
    return mean / max(steps, 1)


def _gradient(x: Example, weights: NDArray[np.float64], s: Settings) -> NDArray[np.float64]:
    p, n = x.pairs, len(x.learns)
    any_right = np.bincount(p.mention, x.right, minlength=n) > 0
    link = weights[p.links].sum(axis=1)
    link += np.where(x.right, 0.0, np.where(any_right[p.mention], s.wrong_link, s.false_link))
    new = weights[p.new].sum(axis=1) + np.where(any_right, s.false_new, 0.0)
    expected, new_expected = softmax(p, link, new)
    gold, new_gold = softmax(p, np.where(x.right, link, -np.inf), np.where(any_right, -np.inf, new))
    scale = x.weight * x.learns
    by_pair = (expected - gold) * scale[p.mention]
    by_mention = (new_expected - new_gold) * scale
    size = len(weights)
    used, alone = np.flatnonzero(by_pair), np.flatnonzero(by_mention)
    return np.bincount(
        p.links[used].ravel(), np.repeat(by_pair[used], p.links.shape[1]), size
    ) + np.bincount(p.new[alone].ravel(), np.repeat(by_mention[alone], p.new.shape[1]), size)
