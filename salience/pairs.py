"""Pairs of mentions that may corefer, as hashed features for the learned resolver.

The features are the surface features of Durrett and Klein (2013, "Easy victories and uphill
battles in coreference resolution", section 4), each with the type of the mention, and with the
types of both; besides them what the rules say. A feature is a number made of its template and its
values, so that a whole document is a few arrays; weights are looked up by the number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import murmurhash3_32

from salience.agreement import GENDERS, Columns, Traits
from salience.clusters import Clusters
from salience.names import Name, same_name
from salience.quotes import quotes
from salience.tree import word_set

BITS = 18
"""Weights are kept in 2 to the power of this many places."""

# So many sentences back, and so many mentions in them, a mention of each kind is compared with.
_WINDOWS = {"pronoun": (4, 30), "he": (8, 40), "nominal": (4, 30), "named": (2, 12)}
_PARTIAL = word_set("a an some any no another this that these those")
_SAME_GROUP = 3  # So many names of its group a name is compared with.
_SAME_WORD = 10  # So many mentions with the same head, wherever they stand, besides.
_FORMS = {
    form: n
    for n, forms in enumerate(
        (
            "i me my mine myself",
            "you your yours yourself yourselves",
            "he him his himself",
            "she her hers herself",
            "it its itself",
            "we us our ours ourselves",
            "they them their theirs themselves themself",
            "this",
            "that",
            "these those",
        ),
        start=3,
    )
    for form in forms.split()
}
_NAMED, _NOMINAL, _ROLE, _THEY = 0, 1, 2, _FORMS["they"]
_OTHER_PRONOUN = max(_FORMS.values()) + 1
_REFLEXIVE = ("self", "selves")
_LINKING = word_set("of for in on at to and & the de la du des von van")
_DETERMINERS = ("", "the", "this", "poss", "a")
_TYPES = ("PER", "ORG", "LOC", "")

Ints = NDArray[np.int64]
Numbers = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The choices of a document's mentions.

    Attributes:
        mention: By pair, the mention that looks for an antecedent; in rising order.
        antecedent: By pair, the other mention, mostly one before it.
        links: Features of each pair, an array of pairs by templates.
        new: Features of beginning a new entity, an array of mentions by templates.
    """

    mention: Ints
    antecedent: Ints
    links: Numbers
    new: Numbers


def find_pairs(
    columns: Columns, clusters: Clusters, rules: Clusters, rule_links: dict[int, int],
    frequent: Ints,
) -> Pairs:  # fmt: skip
    """The pairs of a document, with their features.

    Args:
        columns: The columns of the Doc.
        clusters: Its mentions, with the joins that are sure.
        rules: The same with all joins of the rules.
        rule_links: The mention that the rules join each to.
        frequent: Hashes of words that are features, sorted; of others it is their tag.
    """
    table = _Table(columns, clusters, rules, rule_links, frequent)
    mention, antecedent = _candidates(clusters, rules, table, rule_links)
    return Pairs(
        mention,
        antecedent,
        table.link_features(mention, antecedent),
        table.new_features(mention),
    )


def sure_antecedents(clusters: Clusters) -> NDArray[np.bool_]:
    """Whether a mention was surely joined to one before it, so that it has no choice."""
    return np.array([min(clusters.of[i].members) < i for i in range(len(clusters.of))], bool)


def _candidates(
    clusters: Clusters, rules: Clusters, table: _Table, rule_links: dict[int, int]
) -> tuple[Ints, Ints]:
    n = len(clusters.traits)
    free = ~sure_antecedents(clusters)
    low = _window_starts(clusters.traits, table)
    size = np.where(free, np.arange(n) - low, 0)
    i = np.repeat(np.arange(n), size)
    j = np.arange(len(i)) - np.repeat(np.cumsum(size) - size - low, size)
    keep = ~((table.type[i] == _NAMED) & (table.type[j] == _NAMED))
    i, j = i[keep], j[keep]
    far = [(a, b) for a, b in _same_words(clusters.traits) if free[a]]
    far += [(a, b) for a, b in rule_links.items() if free[a]]
    far += [(a, b) for a, b in _groups(rules) if free[a]]
    if far:
        more = np.array(far, np.int64)
        i, j = np.concatenate([i, more[:, 0]]), np.concatenate([j, more[:, 1]])
    unique = np.unique(i * n + j)
    i, j = unique // max(n, 1), unique % max(n, 1)
    keep = table.may_corefer(i, j)
    return i[keep], j[keep]


def _window_starts(traits: Sequence[Traits], table: _Table) -> Ints:
    sentences = [t.sentence for t in traits]
    low = np.zeros(len(traits), np.int64)
    for i, t in enumerate(traits):
        kind = "named" if t.name else "nominal"
        if t.mention.kind == "pronominal":
            kind = "he" if t.gender in GENDERS.values() else "pronoun"
        back, most = _WINDOWS[kind]
        low[i] = max(bisect_left(sentences, t.sentence - back, 0, i), i - most)
    return low


def _same_words(traits: Sequence[Traits]) -> Iterator[tuple[int, int]]:
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


def _groups(rules: Clusters) -> Iterator[tuple[int, int]]:
    """Names with the last ones before them that the rules take for the same."""
    last: dict[int, list[int]] = defaultdict(list)
    for i, t in enumerate(rules.traits):
        if t.name:
            group = last[id(rules.of[i])]
            yield from ((i, j) for j in group[-_SAME_GROUP:])
            group.append(i)


def is_loose(c: Columns, t: Traits) -> bool:
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


def _bucket(values: Any) -> Ints:
    """0 to 4 as they are, then 5-7, 8-15, 16-31, …"""
    v = np.maximum(np.asarray(values, np.int64), 0)
    return np.where(v < 5, v, 3 + np.log2(np.maximum(v, 1)).astype(np.int64))


class _Table:
    """What is known of each mention, as arrays by mention."""

    def __init__(
        self, c: Columns, clusters: Clusters, rules: Clusters,
        rule_links: dict[int, int], frequent: Ints,
    ) -> None:  # fmt: skip
        traits = clusters.traits
        n = len(traits)
        words = _known_words(c, frequent)
        whole = [" ".join(c.lower[t.mention.start : t.mention.end]) for t in traits]

        def ints(values: Any) -> Ints:
            return np.fromiter(values, np.int64, n)

        self.start = ints(t.mention.start for t in traits)
        self.end = ints(t.mention.end for t in traits)
        head = ints(t.mention.head for t in traits)
        self.type = ints(map(_type, traits))
        self.number = ints(x.number for x in clusters.of)
        self.gender = ints(x.gender for x in clusters.of)
        self.kinds = ints(x.types for x in clusters.of)
        self.person = ints(t.person for t in traits)
        self.sentence = ints(t.sentence for t in traits)
        self.governor = ints(t.governor for t in traits)
        self.reflexive = ints(t.head.endswith(_REFLEXIVE) for t in traits) * (self.type > _ROLE)
        self.determiner = ints(_DETERMINERS.index(t.determiner) for t in traits)
        roles = {role: word_hash(role) for role in set(c.role)}
        self.role = ints(roles[t.role] for t in traits)
        self.head = words[head]
        self.first, self.last = words[self.start], words[self.end - 1]
        padded = np.concatenate([[1], words, [2]])
        self.before, self.after = padded[self.start], padded[self.end + 1]
        self.verb = np.where(self.governor >= 0, words[np.maximum(self.governor, 0)], 0)
        self.length = np.minimum(self.end - self.start, 6)
        self.lemma = _ids(t.head for t in traits)
        self.whole = _ids(whole)
        self.seen_head, self.seen_whole = _seen(self.lemma), _seen(self.whole)
        self.group = ints(bisect_left(sorted(x.members), i) for i, x in enumerate(clusters.of))
        self.group_names = ints(min(len(x.names), 2) for x in clusters.of)
        self.modifiers = [t.modifiers for t in traits]
        spans = quotes(c)
        inside = np.full(len(c.text) + 1, -1, np.int64)
        for k, q in enumerate(spans):
            inside[q.start : q.end] = k
        self.quote = inside[self.start]
        self.speaker = ints(
            clusters.by_root.get(spans[k].speaker, -1) if k >= 0 else -1 for k in self.quote
        )
        self.rule = ints(rule_links.get(i, -1) for i in range(n))
        self.rule_cluster = _ids(id(x) for x in rules.of)
        self.place = np.arange(n) - np.searchsorted(self.sentence, self.sentence)
        depth = np.zeros(n, np.int64)
        depth[1:] = np.maximum.accumulate(self.end)[:-1] >= self.end[1:]
        self.inner = depth

    def may_corefer(self, i: Ints, j: Ints) -> NDArray[np.bool_]:
        """Whether the pairs agree, and neither mention lies within the other."""
        they = (self.type[i] == _THEY) | (self.type[j] == _THEY)
        agree = (
            (they | ((self.number[i] & self.number[j]) > 0))
            & ((self.gender[i] & self.gender[j]) > 0)
            & ((self.kinds[i] & self.kinds[j]) > 0)
        ) | self._both_named(i, j)
        nested = (self.start[j] <= self.start[i]) & (self.end[i] <= self.end[j])
        nested |= (self.start[i] <= self.start[j]) & (self.end[j] <= self.end[i])
        speaks = (self.speaker[i] == j) & (self.person[i] == 1)
        first_second = (self.person[i] == 1) | (self.person[i] == 2)
        other = (self.person[j] == 1) | (self.person[j] == 2)
        persons = speaks | np.where(first_second, self.type[i] == self.type[j], ~other)
        same_verb = (self.governor[i] == self.governor[j]) & (self.governor[i] >= 0)
        barred = same_verb & (self.type[i] > _ROLE) & (self.reflexive[i] == 0)
        return np.asarray((agree | speaks) & persons & ~nested & ~barred)

    def _both_named(self, i: Ints, j: Ints) -> NDArray[np.bool_]:
        return np.asarray((self.type[i] == _NAMED) & (self.type[j] == _NAMED))

    def new_features(self, mention: Ints) -> Numbers:
        """Features of each mention alone, each with its type."""
        t = self.type
        candidates = _bucket(np.bincount(mention, minlength=len(t)))
        base = [
            np.zeros(len(t), np.int64), self.head, self.first, self.last, self.before, self.after,
            self.length, self.determiner, self.role, self.verb, self.number * 64 + self.gender * 8,
            self.kinds, _bucket(self.seen_head), _bucket(self.seen_whole), candidates,
            self.rule >= 0, self.quote >= 0, np.minimum(self.sentence, 3), self.inner,
            np.minimum(self.place, 4), self.determiner * 8 + _bucket(self.seen_head),
            (self.rule >= 0) * 8 + self.determiner, self.role * 31 + self.determiner,
        ]  # fmt: skip
        conjoined = [(np.asarray(x, np.int64), t) for x in base]
        return _numbers(conjoined, 1)

    def link_features(self, i: Ints, j: Ints) -> Numbers:
        """Features of each pair, with the type of the mention, or with both types."""
        ti, both = self.type[i], self.type[i] * 32 + self.type[j]
        apart = _bucket(self.sentence[i] - self.sentence[j])
        apart = np.where(j > i, 30, apart)
        between = _bucket(np.abs(i - j))
        nearness = _bucket(_order(i))
        same_head = self.lemma[i] == self.lemma[j]
        same = 2 * same_head + (self.whole[i] == self.whole[j])
        new_words = self._new_words(i, j, same_head)
        rule = 2 * (self.rule[i] == j) + (self.rule_cluster[i] == self.rule_cluster[j])
        has_rule = rule * 2 + (self.rule[i] >= 0)
        kinds = self.kinds[i] * 16 + self.kinds[j]
        gender = self.gender[i] * 8 + self.gender[j]
        number = self.number[i] * 4 + self.number[j]
        quote = (
            4 * (self.quote[i] >= 0) + 2 * (self.quote[j] >= 0) + (self.quote[i] == self.quote[j])
        )
        speaks = (self.speaker[i] == j) * 2 + (self.speaker[j] == i)
        roles = self.role[i] * 31 + self.role[j]
        same_verb = (self.verb[i] == self.verb[j]) & (self.verb[i] != 0)
        group = _bucket(self.group[j])
        determiners = self.determiner[i] * 8 + self.determiner[j]
        heads = self.head[i] * 31 + self.head[j]
        seen = _bucket(self.seen_head[j])
        with_type = [
            self.head[j], self.first[j], self.last[j], self.before[j], self.after[j],
            self.length[j], self.role[j], self.determiner[j], self.kinds[j], heads, roles,
            self.verb[i] * 31 + self.head[j], self.verb[i] * 31 + self.role[j] + self.verb[j],
            apart * 64 + self.role[j], nearness * 64 + apart, group, self.place[j] * 8 + apart,
            new_words, speaks, quote * 32 + apart,
        ]  # fmt: skip
        with_both = [
            np.zeros(len(i), np.int64), apart, between, nearness, same, same * 64 + apart,
            same * 8 + new_words, has_rule, has_rule * 64 + apart, kinds, gender, number,
            quote, speaks * 8 + quote, same_verb * 4 + self.reflexive[i], roles, determiners,
            determiners * 4 + same, np.minimum(self.place[j], 4), self.inner[j] * 8 + nearness,
            group * 32 + apart, self.group_names[j] * 4 + same, self.role[j] * 64 + nearness,
            same * 32 + seen, nearness * 4 + rule,
        ]  # fmt: skip
        conjoined = [(np.asarray(x, np.int64), ti) for x in with_type]
        conjoined += [(np.asarray(x, np.int64), both) for x in with_both]
        return _numbers(conjoined, 1001)

    def _new_words(self, i: Ints, j: Ints, same_head: NDArray[np.bool_]) -> Ints:
        """With the same head: whether either mention has modifiers that the other has not."""
        found = np.zeros(len(i), np.int64)
        for k in np.flatnonzero(same_head).tolist():
            a, b = self.modifiers[i[k]], self.modifiers[j[k]]
            found[k] = 1 + (not a <= b) + 2 * (not b <= a)
        return found


def _type(t: Traits) -> int:
    if t.mention.kind == "pronominal":
        return _FORMS.get(t.head, _OTHER_PRONOUN)
    if t.name:
        return _NAMED
    return _ROLE if t.mention.kind == "named" else _NOMINAL


@lru_cache(1 << 16)
def word_hash(word: str) -> int:
    """The number that stands for a word."""
    return int(murmurhash3_32(word, positive=True))


def _known_words(c: Columns, frequent: Ints) -> Ints:
    """By token, the word if it is frequent, else its tag."""
    hashes = {word: word_hash(word) for word in set(c.lower)}
    word = np.array([hashes[word] for word in c.lower], np.int64)
    tags = {tag: word_hash(tag) for tag in set(c.tag)}
    tag = np.array([tags[tag] for tag in c.tag], np.int64)
    if not len(frequent):
        return tag
    at = np.minimum(np.searchsorted(frequent, word), len(frequent) - 1)
    return np.where(frequent[at] == word, word, tag)


def _ids(values: Iterator[Any] | Sequence[Any]) -> Ints:
    """Small numbers for values, the same for the same."""
    ids: dict[Any, int] = {}
    return np.array([ids.setdefault(value, len(ids)) for value in values], np.int64)


def _seen(ids: Ints) -> Ints:
    """How often a value stood before."""
    counts: dict[int, int] = defaultdict(int)
    found = np.zeros(len(ids), np.int64)
    for k, value in enumerate(ids.tolist()):
        found[k] = counts[value]
        counts[value] += 1
    return found


def _order(i: Ints) -> Ints:
    """Per pair, how many candidates of the same mention stand after it."""
    ends = np.searchsorted(i, i, side="right")
    return np.asarray(ends - 1 - np.arange(len(i)), np.int64)


def _numbers(conjoined: Sequence[tuple[Ints, Ints]], first: int) -> Numbers:
    """Numbers below 2 ** BITS for features: value and type by template (a column each)."""
    rows = len(conjoined[0][0])
    out = np.empty((rows, len(conjoined)), np.uint32)
    for k, (value, types) in enumerate(conjoined):
        x = value.astype(np.uint32) * np.uint32(2654435761)
        x ^= types.astype(np.uint32) * np.uint32(2246822519) + np.uint32(
            (first + k) * 3266489917 % 2**32
        )
        x ^= x >> np.uint32(15)
        x *= np.uint32(2246822507)
        x ^= x >> np.uint32(13)
        out[:, k] = (x * np.uint32(3266489909)) >> np.uint32(32 - BITS)
    return out
