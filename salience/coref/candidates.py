"""Which mentions the learned resolver compares: a bounded number for each."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from salience.arrays import BoolArray, Int64Array, UInt32Array
from salience.coref.clusters import MentionClusters
from salience.coref.pair_features import NAMED, MentionTable
from salience.mentions.mention_attributes import (
    GENDERS,
    Columns,
    MentionAttributes,
    is_pleonastic_it,
)
from salience.names.proper_names import Name, same_name
from salience.resources import word_set

# So many sentences back, and so many mentions in them, a mention of each kind is compared with.
_WINDOWS = {"pronoun": (4, 30), "he": (8, 40), "nominal": (4, 30), "named": (2, 12)}
_PARTIAL = word_set("a an some any no another this that these those")
_SAME_GROUP = 3  # So many names of its group a name is compared with.
_SAME_WORD = 10  # So many mentions with the same head, wherever they stand, besides.
_LINKING = word_set("of for in on at to and & the de la du des von van")
_TYPES = ("PER", "ORG", "LOC", "")


@dataclass(frozen=True, slots=True)
class Pairs:
    """The choices of a document's mentions.

    Attributes:
        mention: By pair, the mention that looks for an antecedent; in rising order.
        antecedent: By pair, the other mention, mostly one before it.
        links: Features of each pair, an array of pairs by templates.
        new: Features of beginning a new entity, an array of mentions by templates.
    """

    mention: Int64Array
    antecedent: Int64Array
    links: UInt32Array
    new: UInt32Array


def find_pairs(
    columns: Columns, clusters: MentionClusters, rules: MentionClusters, rule_links: dict[int, int],
    frequent: Int64Array,
) -> Pairs:  # fmt: skip
    """The pairs of a document, with their features.

    Args:
        columns: The columns of the Doc.
        clusters: Its mentions, with the joins that are sure.
        rules: The same with all joins of the rules.
        rule_links: The mention that the rules join each to.
        frequent: Hashes of words that are features, sorted; of others it is their tag.
    """
    table = MentionTable(columns, clusters, rules, rule_links, frequent)
    weather = np.array([is_pleonastic_it(columns, t) for t in clusters.attributes], bool)
    mention, antecedent = _candidates(clusters, rules, table, rule_links)
    keep = ~(weather[mention] | weather[antecedent])
    mention, antecedent = mention[keep], antecedent[keep]
    return Pairs(
        mention,
        antecedent,
        table.link_features(mention, antecedent),
        table.new_features(mention),
    )


def sure_antecedents(clusters: MentionClusters) -> BoolArray:
    """Whether a mention was surely joined to one before it, so that it has no choice."""
    seen: set[int] = set()
    found = np.zeros(len(clusters.of), bool)
    for i, cluster in enumerate(clusters.of):
        found[i] = id(cluster) in seen
        seen.add(id(cluster))
    return found


def _candidates(
    clusters: MentionClusters,
    rules: MentionClusters,
    table: MentionTable,
    rule_links: dict[int, int],
) -> tuple[Int64Array, Int64Array]:
    n = len(clusters.attributes)
    free = ~sure_antecedents(clusters)
    low = _window_starts(clusters.attributes, table)
    size = np.where(free, np.arange(n) - low, 0)
    i = np.repeat(np.arange(n), size)
    j = np.arange(len(i)) - np.repeat(np.cumsum(size) - size - low, size)
    keep = ~((table.type[i] == NAMED) & (table.type[j] == NAMED))
    i, j = i[keep], j[keep]
    far = [(a, b) for a, b in _same_words(clusters.attributes) if free[a]]
    far += [(a, b) for a, b in rule_links.items() if free[a]]
    far += [(a, b) for a, b in _groups(rules) if free[a]]
    if far:
        more = np.array(far, np.int64)
        i, j = np.concatenate([i, more[:, 0]]), np.concatenate([j, more[:, 1]])
    pairs = np.sort(i * n + j)  # and no pair twice; `np.unique` is slower for so few
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    i, j = pairs // max(n, 1), pairs % max(n, 1)
    keep = table.may_corefer(i, j)
    return i[keep], j[keep]


def _window_starts(traits: Sequence[MentionAttributes], table: MentionTable) -> Int64Array:
    sentences = [t.sentence for t in traits]
    low = np.zeros(len(traits), np.int64)
    for i, t in enumerate(traits):
        kind = "named" if t.name else "nominal"
        if t.mention.kind == "pronominal":
            kind = "he" if t.gender in GENDERS.values() else "pronoun"
        back, most = _WINDOWS[kind]
        low[i] = max(bisect_left(sentences, t.sentence - back, 0, i), i - most)
    return low


def _same_words(traits: Sequence[MentionAttributes]) -> Iterator[tuple[int, int]]:
    """Mentions with a noun or name before them that has the same head, or a word of the name."""
    seen: dict[str, list[int]] = defaultdict(list)
    for i, t in enumerate(traits):
        if t.mention.kind == "pronominal":
            continue
        words = _words(t.name) if t.name else [t.head]
        for word in words:
            for j in seen[word][-_SAME_WORD:]:
                other = traits[j].name
                if not (t.name and other) or may_name_the_same(t.name, other):
                    yield i, j
            seen[word].append(i)


def _groups(rules: MentionClusters) -> Iterator[tuple[int, int]]:
    """Names with the last ones before them that the rules take for the same."""
    last: dict[int, list[int]] = defaultdict(list)
    for i, t in enumerate(rules.attributes):
        if t.name:
            group = last[id(rules.of[i])]
            yield from ((i, j) for j in group[-_SAME_GROUP:])
            group.append(i)


def is_loose(c: Columns, t: MentionAttributes) -> bool:
    """Whether a name is said of something near the name: *rural Montana*, *some Texans*.

    Such names may be the entity itself or a part or kind of it, which no rule tells.
    """
    m = t.mention
    if t.name is None or (m.type == "PER" and not t.plural):
        return False
    if t.plural and m.type in ("PER", "MISC", ""):
        return True
    return any(
        (c.pos[k] in ("ADJ", "NUM", "ADV") and c.text[k] == c.lower[k]) or c.lower[k] in _PARTIAL
        for k in range(m.start, m.head)
    )


def _words(name: Name) -> list[str]:
    title = name.title.rpartition(" ")[2]
    return [w for w in dict.fromkeys((*name.words, title)) if w and w not in _LINKING]


def may_name_the_same(a: Name, b: Name) -> bool:
    """Whether two names may name the same entity, whatever type they were taken for."""
    return any(same_name(a, b, type_) for type_ in _TYPES)
