"""Which mentions the learned resolver compares: a bounded number for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from salience.arrays import BoolArray, Int64Array, UInt32Array
from salience.coref.clusters import MentionClusters
from salience.coref.feature_templates import MENTION_TYPES
from salience.coref.pair_features import FORMS, NAMED, MentionTable
from salience.language import ENGLISH
from salience.language.agreement import SINGULAR
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import MentionAttributes, is_pleonastic_it
from salience.names.proper_names import Name, same_name

# So many sentences back, and so many mentions in them, a mention of each type is compared with.
_OF_NAMES, _OF_HE_AND_SHE, _OF_OTHERS = (2, 12), (8, 40), (4, 30)
_TOLD = {FORMS[form] for form in ENGLISH.he_and_she}
_BY_TYPE = np.array(
    [
        _OF_NAMES if n == NAMED else _OF_HE_AND_SHE if n in _TOLD else _OF_OTHERS
        for n in range(len(MENTION_TYPES))
    ]
)
_SAME_GROUP = 3  # So many names of its group a name is compared with.
_SAME_PRONOUN = 3  # So many mentions with the same pronoun of the first or second person.
_SAME_WORD = 10  # So many mentions with the same head, wherever they stand, besides.
_TYPES = ("PER", "ORG", "LOC", "")


@dataclass(frozen=True)
class Pairs:
    """The choices of a document's mentions.

    By pair, `mention` looks for an antecedent, in rising order; `antecedent` stands mostly before
    it. `new` has features of beginning a new entity, mentions by templates; `table` all that the
    features of pairs are made of.
    """

    mention: Int64Array
    antecedent: Int64Array
    new: UInt32Array
    table: MentionTable

    def link_features(self) -> Iterator[UInt32Array]:
        """Features of the pairs, arrays of pairs by templates: some thousand pairs at a time.

        Those of all pairs of a long text would take more memory than all else.
        """
        return self.table.link_features(self.mention, self.antecedent)

    @cached_property
    def links(self) -> UInt32Array:
        """Features of all pairs, as training reads them again and again."""
        return np.concatenate(list(self.link_features()))


def find_pairs(
    columns: DocColumns,
    clusters: MentionClusters,
    rules: MentionClusters,
    rule_links: dict[int, int],
    frequent: Int64Array,
) -> Pairs:
    """The pairs of a document.

    In `clusters` only what is sure is merged; in `rules` all that the rules can merge, with the
    antecedent of each mention in `rule_links`. Words that are not `frequent` stand for their tags.
    """
    table = MentionTable(columns, clusters, rules, rule_links, frequent)
    pleonastic = np.array([is_pleonastic_it(columns, m) for m in clusters.attributes], bool)
    mention, antecedent = _candidates(clusters, rules, table, rule_links)
    keep = ~(pleonastic[mention] | pleonastic[antecedent])
    mention, antecedent = mention[keep], antecedent[keep]
    return Pairs(mention, antecedent, table.new_features(mention), table)


def sure_antecedents(clusters: MentionClusters) -> BoolArray:
    """By mention, whether it was surely merged with one before it, so that it has no choice."""
    first = {cluster.index: i for i, cluster in reversed(list(enumerate(clusters.cluster_of)))}
    return np.array([first[c.index] < i for i, c in enumerate(clusters.cluster_of)], bool)


def _candidates(
    clusters: MentionClusters,
    rules: MentionClusters,
    table: MentionTable,
    rule_links: dict[int, int],
) -> tuple[Int64Array, Int64Array]:
    n = len(clusters.attributes)
    free = ~sure_antecedents(clusters)
    low = _window_starts(table)
    size = np.where(free, np.arange(n) - low, 0)
    i = np.repeat(np.arange(n), size)
    j = np.arange(len(i)) - np.repeat(np.cumsum(size) - size - low, size)
    keep = ~((table.type[i] == NAMED) & (table.type[j] == NAMED))
    i, j = i[keep], j[keep]
    far = [(a, b) for a, b in _same_words(clusters.attributes) if free[a]]
    far += [(a, b) for a, b in _same_pronouns(clusters.attributes, table) if free[a]]
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


def _window_starts(table: MentionTable) -> Int64Array:
    """By mention, the first one that stands near enough before it."""
    back, most = _BY_TYPE[table.type].T
    first = np.searchsorted(table.sentence, table.sentence - back)
    return np.maximum(first, np.arange(table.n) - most)


def _same_words(attributes: Sequence[MentionAttributes]) -> Iterator[tuple[int, int]]:
    """Pairs of a mention and an earlier one with the same head or a word of its name."""
    seen: dict[str, list[int]] = defaultdict(list)
    for i, m in enumerate(attributes):
        if m.mention.kind == "pronominal":
            continue
        words = _words(m.name) if m.name else [m.head]
        for word in words:
            for j in seen[word][-_SAME_WORD:]:
                other = attributes[j].name
                if not (m.name and other) or may_name_the_same(m.name, other):
                    yield i, j
            seen[word].append(i)


def _same_pronouns(
    attributes: Sequence[MentionAttributes], table: MentionTable
) -> Iterator[tuple[int, int]]:
    """Pairs of *I*, *we* or *you* and the last ones of the same kind, wherever they stand."""
    last: dict[int, list[int]] = defaultdict(list)
    for i, (m, type_) in enumerate(zip(attributes, table.type.tolist(), strict=True)):
        if m.person in (1, 2):
            yield from ((i, j) for j in last[type_][-_SAME_PRONOUN:])
            last[type_].append(i)


def _groups(rules: MentionClusters) -> Iterator[tuple[int, int]]:
    """Pairs of a name and the last names before it in its rule cluster."""
    last: dict[int, list[int]] = defaultdict(list)
    for i, m in enumerate(rules.attributes):
        if m.name:
            group = last[rules.cluster_of[i].index]
            yield from ((i, j) for j in group[-_SAME_GROUP:])
            group.append(i)


def is_loose(columns: DocColumns, attributes: MentionAttributes) -> bool:
    """Whether a name may stand for a part or kind of what it names: *rural Montana*, *some Texans*.

    It may be the entity itself as well, and no rule tells which.
    """
    c, m = columns, attributes.mention
    if attributes.name is None or (m.type == "PER" and not attributes.plural):
        return False
    if attributes.plural and m.type in ("PER", "MISC", "") and attributes.number != SINGULAR:
        return True
    # *The nearby Acme Works* are the works.
    tags = ("NUM",) if m.type == "ORG" else ("ADJ", "NUM", "ADV")
    return any(
        (c.pos[k] in tags and c.text[k] == c.lower[k]) or c.lower[k] in c.language.partitives
        for k in range(m.start, m.head)
    )


def _words(name: Name) -> list[str]:
    title = name.title.rpartition(" ")[2]
    return [
        w for w in dict.fromkeys((*name.words, title)) if w and w not in name.language.name_links
    ]


def may_name_the_same(a: Name, b: Name) -> bool:
    """Whether two names may name the same entity, whatever type they were taken for.

    A country is the family name of a given name only: of *Michael Jordan*, and not of *Air France*.
    """
    country = _is_country_within(a, b) or _is_country_within(b, a)
    types = ("ORG", "LOC") if country else _TYPES
    return any(same_name(a, b, type_) for type_ in types)


def _is_country_within(short: Name, long: Name) -> bool:
    """Whether one of two names is a country, and the other a longer one without a given name."""
    return (
        len(short.words) < len(long.words)
        and " ".join(short.words) in short.language.countries
        and long.words[0] not in long.language.given_genders
    )
