"""Hashed features of mentions and of pairs of them, for the learned resolver.

The features are the surface features of Durrett and Klein (2013, "Easy victories and uphill
battles in coreference resolution", section 4), each with the type of the mention, and with the
types of both; besides them what the rules say. A feature is a number made of its template and its
values, so that a whole document is a few arrays; weights are looked up by the number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.utils import murmurhash3_32

from salience.arrays import BoolArray, Int64Array, UInt32Array
from salience.coref.clusters import MentionClusters
from salience.mentions.mention_attributes import Columns, MentionAttributes
from salience.mentions.quotations import quotes
from salience.names.proper_names import OFFICE_RANKS

BITS = 18
"""Weights are kept in 2 to the power of this many places."""

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
NAMED, _NOMINAL, _ROLE, _THEY = 0, 1, 2, _FORMS["they"]
_OTHER_PRONOUN = max(_FORMS.values()) + 1
_REFLEXIVE = ("self", "selves")
_DETERMINERS = ("", "the", "this", "poss", "a")


def _bucket(values: Any) -> Int64Array:
    """0 to 4 as they are, then 5-7, 8-15, 16-31, …"""
    v = np.maximum(np.asarray(values, np.int64), 0)
    return np.where(v < 5, v, 3 + np.log2(np.maximum(v, 1)).astype(np.int64))


class MentionTable:
    """What is known of each mention, as arrays by mention."""

    def __init__(
        self, c: Columns, clusters: MentionClusters, rules: MentionClusters,
        rule_links: dict[int, int], frequent: Int64Array,
    ) -> None:  # fmt: skip
        traits = clusters.attributes
        n = len(traits)
        words = _known_words(c, frequent)
        whole = [" ".join(c.lower[t.mention.start : t.mention.end]) for t in traits]

        def ints(values: Any) -> Int64Array:
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
        titles = [t.name.title.split() if t.name else [] for t in traits]
        self.rank = ints(not OFFICE_RANKS.isdisjoint(_before_head(c, t)) for t in traits)
        self.title_rank = ints(not OFFICE_RANKS.isdisjoint(words[:-1]) for words in titles)
        self.verb = np.where(self.governor >= 0, words[np.maximum(self.governor, 0)], 0)
        self.length = np.minimum(self.end - self.start, 6)
        # Heads and titles are numbered together; no title is a blank, which no head is.
        called = _ids(
            [*(t.head for t in traits), *(words[-1] if words else " " for words in titles)]
        )
        self.lemma, self.title = called[:n], called[n:]
        self.whole = _ids(whole)
        self.seen_head, self.seen_whole = _seen(self.lemma), _seen(self.whole)
        self.group = _seen(_ids(id(x) for x in clusters.of))
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

    def may_corefer(self, i: Int64Array, j: Int64Array) -> BoolArray:
        """Whether the pairs agree, and neither mention lies within the other."""
        they = (self.type[i] == _THEY) | (self.type[j] == _THEY)
        agree = (
            (they | ((self.number[i] & self.number[j]) > 0))
            & ((self.gender[i] & self.gender[j]) > 0)
            & ((self.kinds[i] & self.kinds[j]) > 0)
        )
        # Names of one kind that the rules keep apart are apart; of two kinds, one may be wrong.
        named = self._both_named(i, j)
        told_apart = agree & (self.rule_cluster[i] != self.rule_cluster[j])
        agree = np.where(named, ~told_apart, agree)
        nested = (self.start[j] <= self.start[i]) & (self.end[i] <= self.end[j])
        nested |= (self.start[i] <= self.start[j]) & (self.end[j] <= self.end[i])
        speaks = (self.speaker[i] == j) & (self.person[i] == 1)
        first_second = (self.person[i] == 1) | (self.person[i] == 2)
        other = (self.person[j] == 1) | (self.person[j] == 2)
        persons = speaks | np.where(first_second, self.type[i] == self.type[j], ~other)
        same_verb = (self.governor[i] == self.governor[j]) & (self.governor[i] >= 0)
        barred = same_verb & (self.type[i] > _ROLE) & (self.reflexive[i] == 0)
        # The *Vice President* is not the *President*, nor is *Vice President Ford*.
        barred |= (self.lemma[i] == self.lemma[j]) & (self.rank[i] != self.rank[j])
        barred |= (self.lemma[i] == self.title[j]) & (self.rank[i] != self.title_rank[j])
        barred |= (self.title[i] == self.lemma[j]) & (self.title_rank[i] != self.rank[j])
        return np.asarray((agree | speaks) & persons & ~nested & ~barred)

    def _both_named(self, i: Int64Array, j: Int64Array) -> BoolArray:
        return np.asarray((self.type[i] == NAMED) & (self.type[j] == NAMED))

    def new_features(self, mention: Int64Array) -> UInt32Array:
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

    def link_features(self, i: Int64Array, j: Int64Array) -> UInt32Array:
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

    def _new_words(self, i: Int64Array, j: Int64Array, same_head: BoolArray) -> Int64Array:
        """With the same head: whether either mention has modifiers that the other has not."""
        found = np.zeros(len(i), np.int64)
        for k in np.flatnonzero(same_head).tolist():
            a, b = self.modifiers[i[k]], self.modifiers[j[k]]
            found[k] = 1 + (not a <= b) + 2 * (not b <= a)
        return found


def _before_head(c: Columns, t: MentionAttributes) -> Sequence[str]:
    """The words of a name, or those in a row before the head of a noun phrase."""
    if t.name:
        return t.name.words
    start = t.mention.head
    while start > t.mention.start and c.pos[start - 1] in ("ADJ", "NOUN", "PROPN"):
        start -= 1
    return c.lower[start : t.mention.head]


def _type(t: MentionAttributes) -> int:
    if t.mention.kind == "pronominal":
        return _FORMS.get(t.head, _OTHER_PRONOUN)
    if t.name:
        return NAMED
    return _ROLE if t.mention.kind == "named" else _NOMINAL


@lru_cache(1 << 16)
def word_hash(word: str) -> int:
    """The number that stands for a word."""
    return int(murmurhash3_32(word, positive=True))


def _known_words(c: Columns, frequent: Int64Array) -> Int64Array:
    """By token, the word if it is frequent, else its tag."""
    hashes = {word: word_hash(word) for word in set(c.lower)}
    word = np.array([hashes[word] for word in c.lower], np.int64)
    tags = {tag: word_hash(tag) for tag in set(c.tag)}
    tag = np.array([tags[tag] for tag in c.tag], np.int64)
    if not len(frequent):
        return tag
    at = np.minimum(np.searchsorted(frequent, word), len(frequent) - 1)
    return np.where(frequent[at] == word, word, tag)


def _ids(values: Iterator[Any] | Sequence[Any]) -> Int64Array:
    """Small numbers for values, the same for the same."""
    ids: dict[Any, int] = {}
    return np.array([ids.setdefault(value, len(ids)) for value in values], np.int64)


def _seen(ids: Int64Array) -> Int64Array:
    """How often a value stood before."""
    counts: dict[int, int] = defaultdict(int)
    found = np.zeros(len(ids), np.int64)
    for k, value in enumerate(ids.tolist()):
        found[k] = counts[value]
        counts[value] += 1
    return found


def _order(i: Int64Array) -> Int64Array:
    """Per pair, how many candidates of the same mention stand after it."""
    ends = np.searchsorted(i, i, side="right")
    return np.asarray(ends - 1 - np.arange(len(i)), np.int64)


def _numbers(conjoined: Sequence[tuple[Int64Array, Int64Array]], first: int) -> UInt32Array:
    """UInt32Array below 2 ** BITS for features: value and type by template (a column each)."""
    rows = len(conjoined[0][0])
    out = np.empty((rows, len(conjoined)), np.uint32)
    alike = {id(types): types for _, types in conjoined}
    mixed = {key: t.astype(np.uint32) * np.uint32(2246822519) for key, t in alike.items()}
    for k, (value, types) in enumerate(conjoined):
        x = value.astype(np.uint32) * np.uint32(2654435761)
        x ^= mixed[id(types)] + np.uint32((first + k) * 3266489917 % 2**32)
        x ^= x >> np.uint32(15)
        x *= np.uint32(2246822507)
        x ^= x >> np.uint32(13)
        out[:, k] = x
    out *= np.uint32(3266489909)
    out >>= np.uint32(32 - BITS)
    return out
