"""Hashed features of mentions and of pairs of them, for the learned resolver.

The features are the surface features of Durrett and Klein (2013, "Easy victories and uphill
battles in coreference resolution", section 4), each with the type of the mention, and with the
types of both; besides them what the rules say. Their templates stand in `feature_templates`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from murmurhash.mrmr import hash as murmurhash

from salience.arrays import BoolArray, Int64Array, UInt32Array
from salience.coref.clusters import MentionClusters
from salience.coref.feature_templates import (
    DETERMINERS,
    FIRST_LINK,
    FIRST_NEW,
    LINK_TEMPLATES,
    LINK_TEMPLATES_OF_BOTH_TYPES,
    MENTION_TYPES,
    NEW_TEMPLATES,
    feature_numbers,
)
from salience.language import ENGLISH
from salience.language.remembering import remembers
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import MentionAttributes
from salience.mentions.quotations import quotes

AT_ONCE = 8192
"""Pairs whose features are computed together: their arrays fit into a cache."""

NAMED, _NOMINAL, _ROLE = range(3)
_THEY, _OTHER_PRONOUN = map(MENTION_TYPES.index, ("they", "other pronoun"))
FORMS = {form: MENTION_TYPES.index(p.lemma) for form, p in ENGLISH.agreement.items()}
"""By form of a pronoun, the number of its type."""


def _computed_bucket(values: Int64Array) -> Int64Array:
    v = np.maximum(values, 0)
    return np.where(v < 5, v, 3 + np.log2(np.maximum(v, 1)).astype(np.int64))


_BUCKETS = _computed_bucket(np.arange(1 << 12))


def _bucket(values: Int64Array) -> Int64Array:
    """0 to 4 as they are, then 5-7, 8-15, 16-31, …; 0 for numbers below 0."""
    if values.max(initial=0) < len(_BUCKETS):
        return _BUCKETS.take(values, mode="clip")
    return _computed_bucket(values)


class MentionTable:
    """What is known of each mention, as arrays by mention.

    Args:
        c: The columns of the Doc.
        clusters: Its mentions, where only what is sure is merged.
        rules: Its mentions, where the rules have merged all that they can.
        rule_links: By mention, the antecedent that the rules found for it.
        frequent: Hashes of the words that are features, sorted; of others the tag is one.
    """

    def __init__(
        self, c: DocColumns, clusters: MentionClusters, rules: MentionClusters,
        rule_links: Mapping[int, int], frequent: Int64Array,
    ) -> None:  # fmt: skip
        attributes = clusters.attributes
        self.n = len(attributes)
        self._read_attributes(c, attributes)
        self._read_words(c, attributes, _known_words(c, frequent))
        self._read_titles(c, attributes)
        self._read_quotes(c, clusters.by_root)
        rows = [(x.index, x.number, x.gender, x.types, min(len(x.names), 2)) for x in clusters.of]
        index, self.number, self.gender, self.types, self.group_names = _columns(rows, 5)
        self.group = _seen(index)
        links = [(rule_links.get(i, -1), x.index) for i, x in enumerate(rules.of)]
        self.rule, self.rule_cluster = _columns(links, 2)

    def _read_attributes(self, c: DocColumns, attributes: Sequence[MentionAttributes]) -> None:
        """What a mention is by itself, and where it stands."""
        reflexive_endings = c.language.reflexive_endings
        determiners = {word: n for n, word in enumerate(DETERMINERS)}
        roles = {role: word_hash(role) for role in set(c.role)}
        rows = [
            (
                _type(m),
                m.mention.start,
                m.mention.end,
                m.mention.head,
                m.person,
                m.governor,
                m.head.endswith(reflexive_endings),
                determiners[m.determiner],
                roles[m.role],
                m.sentence,
            )
            for m in attributes
        ]
        (
            self.type, self.start, self.end, self.head_word, self.person, self.governor, reflexive,
            self.determiner, self.role, self.sentence,
        ) = _columns(rows, 10)  # fmt: skip
        self.length = np.minimum(self.end - self.start, 6)
        self.reflexive = reflexive * (self.type > _ROLE)
        self.modifiers = [m.modifiers for m in attributes]
        self.place = np.arange(self.n) - np.searchsorted(self.sentence, self.sentence)
        self.inner = np.zeros(self.n, np.int64)
        self.inner[1:] = np.maximum.accumulate(self.end)[:-1] >= self.end[1:]

    def _read_words(
        self, c: DocColumns, attributes: Sequence[MentionAttributes], words: Int64Array
    ) -> None:
        """The words of a mention and around it, and how often they were mentioned before."""
        self.head = words[self.head_word]
        self.first, self.last = words[self.start], words[self.end - 1]
        padded = np.concatenate([[1], words, [2]])
        self.before, self.after = padded[self.start], padded[self.end + 1]
        self.verb = np.where(self.governor >= 0, words[np.maximum(self.governor, 0)], 0)
        self.text = _ids(" ".join(c.lower[m.mention.start : m.mention.end]) for m in attributes)
        self.text_seen = _seen(self.text)

    def _read_titles(self, c: DocColumns, attributes: Sequence[MentionAttributes]) -> None:
        """Lemmas and titles, and the ranks of office that belong to either."""
        titles = [m.name.title.split() if m.name else [] for m in attributes]
        # Lemmas and titles are numbered together; no title is a blank, which no lemma is.
        ids = _ids([*(m.head for m in attributes), *(w[-1] if w else " " for w in titles)])
        self.lemma, self.title = ids[: self.n], ids[self.n :]
        self.head_seen = _seen(self.lemma)
        office = c.language.office_ranks
        ranks = [
            (not office.isdisjoint(_before_head(c, m)), not office.isdisjoint(w[:-1]))
            for m, w in zip(attributes, titles, strict=True)
        ]
        self.office_rank, self.title_rank = _columns(ranks, 2)

    def _read_quotes(self, c: DocColumns, by_root: Mapping[int, int]) -> None:
        """The quotation that a mention stands in, and the mention of its speaker; -1 for none."""
        found = quotes(c)
        inside = np.full(len(c) + 1, -1, np.int64)
        for k, quote in enumerate(found):
            inside[quote.start : quote.end] = k
        self.quote = inside[self.start]
        speakers = [by_root.get(quote.speaker, -1) for quote in found]
        self.speaker = np.array([*speakers, -1], np.int64)[self.quote]

    def may_corefer(self, i: Int64Array, j: Int64Array) -> BoolArray:
        """Whether the pairs agree, and neither mention lies within the other."""
        they = (self.type[i] == _THEY) | (self.type[j] == _THEY)
        agree = (
            (they | ((self.number[i] & self.number[j]) > 0))
            & ((self.gender[i] & self.gender[j]) > 0)
            & ((self.types[i] & self.types[j]) > 0)
        )
        # Names of one kind that the rules keep apart are apart; of two kinds, one may be wrong.
        named = (self.type[i] == NAMED) & (self.type[j] == NAMED)
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
        barred |= (self.lemma[i] == self.lemma[j]) & (self.office_rank[i] != self.office_rank[j])
        barred |= (self.lemma[i] == self.title[j]) & (self.office_rank[i] != self.title_rank[j])
        barred |= (self.title[i] == self.lemma[j]) & (self.title_rank[i] != self.office_rank[j])
        return np.asarray((agree | speaks) & persons & ~nested & ~barred)

    def new_features(self, mention: Int64Array) -> UInt32Array:
        """The features of beginning a new entity, an array of mentions by templates.

        Args:
            mention: By pair, the mention that looks for an antecedent.
        """
        determiner, head_seen, has_rule = self.determiner, _bucket(self.head_seen), self.rule >= 0
        values = {
            "bias": np.zeros(self.n, np.int64),
            "head": self.head,
            "first": self.first,
            "last": self.last,
            "before": self.before,
            "after": self.after,
            "length": self.length,
            "determiner": determiner,
            "role": self.role,
            "verb": self.verb,
            "number+gender": self.number * 64 + self.gender * 8,
            "types": self.types,
            "head seen": head_seen,
            "text seen": _bucket(self.text_seen),
            "candidates": _bucket(np.bincount(mention, minlength=self.n)),
            "rule": has_rule,
            "quoted": self.quote >= 0,
            "sentence": np.minimum(self.sentence, 3),
            "inner": self.inner,
            "place": np.minimum(self.place, 4),
            "determiner+head seen": determiner * 8 + head_seen,
            "rule+determiner": has_rule * 8 + determiner,
            "role+determiner": self.role * 31 + determiner,
        }
        return feature_numbers(values, [(NEW_TEMPLATES, self.type)], FIRST_NEW)

    def link_features(self, i: Int64Array, j: Int64Array) -> Iterator[UInt32Array]:
        """The features of pairs of mentions and antecedents, arrays of pairs by templates.

        An array has about `AT_ONCE` pairs, and all pairs of a mention are in one.

        Args:
            i: By pair, the mention that looks for an antecedent, in rising order.
            j: By pair, the antecedent.
        """
        cuts = {0, *np.searchsorted(i, i[AT_ONCE::AT_ONCE]).tolist()}
        for a, b in pairwise([*sorted(cuts), len(i)]):
            yield self._link_features(i[a:b], j[a:b])

    def _link_features(self, i: Int64Array, j: Int64Array) -> UInt32Array:
        v = self._pair_values(i, j)
        apart, nearness, same, quotes_ = v["sentences"], v["nearness"], v["same"], v["quotes"]
        head, role, verb = self.head[j], self.role[j], self.verb[i]
        same_verb = (verb == self.verb[j]) & (verb != 0)
        values = v | {
            "bias": np.zeros(len(i), np.int64),
            "head": head,
            "first": self.first[j],
            "last": self.last[j],
            "before": self.before[j],
            "after": self.after[j],
            "length": self.length[j],
            "role": role,
            "determiner": self.determiner[j],
            "types": self.types[j],
            "place": np.minimum(self.place[j], 4),
            "verb+head": verb * 31 + head,
            "verb+role+verb": verb * 31 + role + self.verb[j],
            "sentences+role": apart * 64 + role,
            "nearness+sentences": nearness * 64 + apart,
            "place+sentences": self.place[j] * 8 + apart,
            "quotes+sentences": quotes_ * 32 + apart,
            "same+sentences": same * 64 + apart,
            "same+new words": same * 8 + v["new words"],
            "rule+sentences": v["rule"] * 64 + apart,
            "speaks+quotes": v["speaks"] * 8 + quotes_,
            "same verb+reflexive": same_verb * 4 + self.reflexive[i],
            "determiners+same": v["determiners"] * 4 + same,
            "inner+nearness": self.inner[j] * 8 + nearness,
            "group+sentences": v["group"] * 32 + apart,
            "names+same": self.group_names[j] * 4 + same,
            "role+nearness": role * 64 + nearness,
            "same+head seen": same * 32 + _bucket(self.head_seen[j]),
            "nearness+rule": nearness * 4 + v["rule"] // 2,
        }
        types = self.type[i]
        tables = [
            (LINK_TEMPLATES, types),
            (LINK_TEMPLATES_OF_BOTH_TYPES, types * 32 + self.type[j]),
        ]
        return feature_numbers(values, tables, FIRST_LINK)

    def _pair_values(self, i: Int64Array, j: Int64Array) -> dict[str, Int64Array]:
        """Values of pairs that templates use by themselves or together with others."""
        apart = _bucket(self.sentence[i] - self.sentence[j])
        same_head = self.lemma[i] == self.lemma[j]
        rule = 2 * (self.rule[i] == j) + (self.rule_cluster[i] == self.rule_cluster[j])
        quote = self.quote
        return {
            "sentences": np.where(j > i, 30, apart),
            "mentions between": _bucket(np.abs(i - j)),
            "nearness": _bucket(_order(i)),
            "same": 2 * same_head + (self.text[i] == self.text[j]),
            "new words": self._new_words(i, j, same_head),
            "rule": rule * 2 + (self.rule[i] >= 0),
            "quotes": 4 * (quote[i] >= 0) + 2 * (quote[j] >= 0) + (quote[i] == quote[j]),
            "speaks": (self.speaker[i] == j) * 2 + (self.speaker[j] == i),
            "group": _bucket(self.group[j]),
            "heads": self.head[i] * 31 + self.head[j],
            "roles": self.role[i] * 31 + self.role[j],
            "determiners": self.determiner[i] * 8 + self.determiner[j],
            "types of both": self.types[i] * 16 + self.types[j],
            "genders": self.gender[i] * 8 + self.gender[j],
            "numbers": self.number[i] * 4 + self.number[j],
        }

    def _new_words(self, i: Int64Array, j: Int64Array, same_head: BoolArray) -> Int64Array:
        """With the same head: whether either mention has modifiers that the other has not."""
        found = np.zeros(len(i), np.int64)
        for k in np.flatnonzero(same_head).tolist():
            a, b = self.modifiers[i[k]], self.modifiers[j[k]]
            found[k] = 1 + (not a <= b) + 2 * (not b <= a)
        return found


def _before_head(c: DocColumns, m: MentionAttributes) -> Sequence[str]:
    """The words of a name, or those in a row before the head of a noun phrase."""
    if m.name:
        return m.name.words
    start = m.mention.head
    while start > m.mention.start and c.pos[start - 1] in ("ADJ", "NOUN", "PROPN"):
        start -= 1
    return c.lower[start : m.mention.head]


def _type(m: MentionAttributes) -> int:
    if m.mention.kind == "pronominal":
        return FORMS.get(m.head, _OTHER_PRONOUN)
    if m.name:
        return NAMED
    return _ROLE if m.mention.kind == "named" else _NOMINAL


@remembers(1 << 14)
def word_hash(word: str) -> int:
    """The number that stands for a word."""
    return int(murmurhash(word.encode(), 0)) % 2**32


def _known_words(c: DocColumns, frequent: Int64Array) -> Int64Array:
    """By token, the word if it is frequent, else its tag."""
    word, tag = _hashes(c.lower), _hashes(c.tag)
    if not len(frequent):
        return tag
    at = np.minimum(np.searchsorted(frequent, word), len(frequent) - 1)
    return np.where(frequent[at] == word, word, tag)


def _hashes(words: Sequence[str]) -> Int64Array:
    found = {word: word_hash(word) for word in set(words)}
    return np.array(list(map(found.__getitem__, words)), np.int64)


def _columns(rows: Sequence[tuple[int, ...]], n: int) -> Int64Array:
    """The columns of rows of `n` numbers, each in a row of memory."""
    return np.ascontiguousarray(np.array(rows, np.int64).reshape(-1, n).T)


def _ids(values: Iterable[Any]) -> Int64Array:
    """Number values from 0 by first occurrence; equal values get the same number."""
    ids: dict[Any, int] = {}
    return np.array([ids.setdefault(value, len(ids)) for value in values], np.int64)


def _seen(ids: Int64Array) -> Int64Array:
    """For each position, how often its value occurred before it."""
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
