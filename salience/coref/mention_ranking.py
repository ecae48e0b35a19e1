"""Coreference by a learned model: each mention chooses an antecedent, or begins a new entity.

Mention ranking after Durrett and Klein (2013, "Easy victories and uphill battles in coreference
resolution"): a log-linear model over hashed surface features (`pair_features`), between the rules.
Names and appositives are merged before it, and what can't corefer is never merged.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from salience.arrays import Float32Array, Float64Array, Int64Array, UInt32Array
from salience.coref.candidates import Pairs, find_pairs, is_loose, may_name_the_same
from salience.coref.clusters import MentionClusters
from salience.coref.ranking_model import CorefModel
from salience.coref.sieves import (
    appositives_and_predicates,
    merge_nominals_and_pronouns,
    merge_surest,
)
from salience.coref.speakers import merge_speakers
from salience.language import ENGLISH
from salience.language.agreement import FEMALE, MALE
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.names.proper_names import Name


@dataclass(frozen=True, slots=True)
class Link:
    """A mention with its antecedent, and the probability of that entity against all others."""

    mention: int
    antecedent: int
    probability: float


def resolve_learned(
    columns: DocColumns,
    mentions: Sequence[TokenMention],
    model: CorefModel,
    threshold: float | None = None,
) -> tuple[MentionClusters, list[Link]]:
    """The clusters of the mentions of `find_mentions`, and the links that the learned model made.

    Names, appositives and predicate nominals are merged first, by the rules of
    `salience.coref.sieves.resolve`. What is left chooses among the mentions before it: those of
    the last sentences (four; eight for *he* and *she*; two for names), at most 40, and besides them
    the last with the same head, with a word of the name, of the same kind for *I*, *we* and *you*,
    or in quoted speech its speaker. So the time grows with the number of mentions. Mentions that
    disagree in number (but for *they*), gender, type or person are not merged, whatever the model
    says, nor are names that can't be of one entity. Two names that may be the same may differ in
    type, since one of the types may be wrong.

    A mention is linked if that is at least as probable as the threshold, the model's own if None,
    which does not bear on what the rules merge.

    Example:
        >>> from spacy.tokens import Doc
        >>> from spacy.vocab import Vocab
        >>> from salience.mentions.mention_detection import find_mentions
        >>> doc = Doc(Vocab(), words=["Ann", "Lee", "said", "she", "slept"], heads=[2, 0, 2, 4, 2],
        ...           pos=["PROPN", "PROPN", "VERB", "PRON", "VERB"],
        ...           deps=["nsubj", "flat", "ROOT", "nsubj", "ccomp"])
        >>> columns, model = DocColumns(doc), CorefModel.load("en-coref")
        >>> clusters, _ = resolve_learned(columns, find_mentions(columns), model)
        >>> clusters.result()
        [[0, 1]]
    """
    clusters, pairs = analyse(columns, mentions, model.frequent)
    chances, _ = probabilities(pairs, model.weights)
    least = model.threshold if threshold is None else threshold
    return clusters, link_mentions(clusters, pairs, chances, least)


def analyse(
    columns: DocColumns, mentions: Sequence[TokenMention], frequent: Int64Array
) -> tuple[MentionClusters, Pairs]:
    """The clusters of a document with what is sure merged, and the choices that are left.

    Words whose hashes are not in `frequent` stand for their tags.
    """
    clusters = MentionClusters.singletons(columns, mentions)
    predicated = appositives_and_predicates(columns)
    loose = {i for i, m in enumerate(clusters.attributes) if is_loose(columns, m)}

    def merge(into: MentionClusters, without: Container[int]) -> None:
        merge_surest(columns, into, predicated, without=without)
        merge_speakers(columns, into, predicated)

    if loose:
        rules = clusters.copy()
        merge(rules, ())
        merge(clusters, loose)
    else:  # Both are the same so far.
        merge(clusters, ())
        rules = clusters.copy()
    links = merge_nominals_and_pronouns(columns, rules)
    return clusters, find_pairs(columns, clusters, rules, links, frequent)


def probabilities(pairs: Pairs, weights: Float32Array) -> tuple[Float64Array, Float64Array]:
    """By pair, the probability of that antecedent; by mention, that of a new entity."""
    sums = [_scores(features, weights) for features in pairs.link_features()]
    return softmax(pairs, np.concatenate(sums), _scores(pairs.new, weights))


def _scores(features: UInt32Array, weights: Float32Array) -> Float64Array:
    """By row of features, the sum of their weights: exact, as weights have 11 bits.

    The arrays stand in memory by template, and `take` is three times as fast as an index.
    """
    return np.asarray(weights.take(features.T).sum(axis=0, dtype=np.float64))


def softmax(
    pairs: Pairs, link: Float64Array, new: Float64Array
) -> tuple[Float64Array, Float64Array]:
    """The probabilities that scores of pairs and of new entities amount to: of a mention they sum
    to one.
    """
    top = new.copy()
    np.maximum.at(top, pairs.mention, link)
    link, new = np.exp(link - top[pairs.mention]), np.exp(new - top)
    total = new + np.bincount(pairs.mention, link, minlength=len(new))
    return link / total[pairs.mention], new / total


def link_mentions(
    clusters: MentionClusters, pairs: Pairs, chances: Float64Array, threshold: float
) -> list[Link]:
    """Merge each mention with the likeliest entity, from left to right; return the links.

    The probabilities of antecedents that are in one entity by then are added up. A mention is
    merged with it if the sum is at least the threshold and the two may corefer.
    """
    links = []
    starts = np.flatnonzero(np.diff(pairs.mention, prepend=-1)).tolist()
    mention, antecedent = pairs.mention.tolist(), pairs.antecedent.tolist()
    values = chances.tolist()
    # No entity is likelier than all antecedents together (but for how sums are rounded).
    total = np.bincount(pairs.mention, chances).tolist()
    for start, end in pairwise([*starts, len(mention)]):
        i = mention[start]
        if total[i] < threshold - 1e-9:
            continue
        masses: dict[int, float] = {}
        best: dict[int, int] = {}
        for k in range(start, end):
            entity = clusters.cluster_of[antecedent[k]].index
            masses[entity] = masses.get(entity, 0.0) + values[k]
            if entity not in best or values[k] >= values[best[entity]]:
                best[entity] = k
        for entity in sorted(masses, key=lambda entity: (-masses[entity], best[entity])):
            if masses[entity] < threshold:
                break
            j = antecedent[best[entity]]
            if clusters.cluster_of[i] is clusters.cluster_of[j]:
                break
            if may_merge(clusters, i, j):
                clusters.merge(j, i)
                links.append(Link(i, j, masses[entity]))
                break
    return links


def may_merge(clusters: MentionClusters, i: int, j: int) -> bool:
    """Whether no certain rule forbids merging the clusters of two mentions."""
    a, b = clusters.cluster_of[i], clusters.cluster_of[j]
    if {a.gender, b.gender} == {MALE, FEMALE} or clusters.kept_apart(i, j):
        return False
    # Of two clusters with names, one may have the wrong type.
    if not (a.names and b.names) and not (a.gender & b.gender and a.types & b.types):
        return False
    if not all(may_name_the_same(x, y) and _titles_agree(x, y) for x in a.names for y in b.names):
        return False
    m = clusters.attributes[i]
    if m.mention.kind == "pronominal" and not m.head.endswith(ENGLISH.reflexive_endings):
        return m.governor not in b.governors
    return True


def _titles_agree(a: Name, b: Name) -> bool:
    """Whether titles tell no two genders: *Ms. Lee* is not *Mr. Lee*.

    If a person was taken for a place, her title is the first word of the name.
    """
    told = {
        x.gender or (x.language.title_gender(x.words[0]) if x.words[1:] else "") for x in (a, b)
    }
    return not {"m", "f"} <= told
