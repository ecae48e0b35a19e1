"""MentionClusters of mentions that grow and stay in agreement with themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy.tokens import Doc

from salience.mentions.mention_attributes import (
    BODY,
    OTHER,
    PERSON,
    PLACE,
    Columns,
    MentionAttributes,
    traits,
)
from salience.mentions.mention_detection import TokenMention
from salience.names.proper_names import Name, same_name

CLUSTER_KEY = "coref_clusters_"
_NUMBERED = re.compile(rf"{CLUSTER_KEY}(\d+)").fullmatch
_TYPES = {PERSON: "PER", BODY: "ORG", PLACE: "LOC", OTHER: "MISC"}


def cluster_keys(doc: Doc) -> list[str]:
    """The keys of `doc.spans` that hold clusters, `coref_clusters_<n>`, by their numbers.

    Example:
        >>> from spacy.vocab import Vocab
        >>> doc = Doc(Vocab(), words=["Ann", "slept"])
        >>> for key in ("coref_clusters_10", "coref_clusters_9", "coref_clusters_old"):
        ...     doc.spans[key] = [doc[0:1]]
        >>> cluster_keys(doc)
        ['coref_clusters_9', 'coref_clusters_10']
    """
    found = sorted((int(match[1]), key) for key in doc.spans if (match := _NUMBERED(key)))
    return [key for _, key in found]


class Cluster:
    """Mentions that were found to corefer, with what they may be together."""

    __slots__ = ("gender", "governors", "members", "names", "number", "types")

    def __init__(self, index: int, t: MentionAttributes) -> None:
        self.members = [index]
        self.names: list[Name] = [t.name] if t.name else []
        self.number, self.gender, self.types = t.number, t.gender, t.types
        self.governors = {t.governor} - {-1}

    def copy(self) -> Cluster:
        """A cluster of its own with the same members."""
        twin = object.__new__(Cluster)
        twin.members, twin.names = self.members.copy(), self.names  # replaced, never changed
        twin.number, twin.gender, twin.types = self.number, self.gender, self.types
        twin.governors = self.governors.copy()
        return twin


class MentionClusters:
    """The mentions of a text with their traits, each in a cluster of its own at first.

    Attributes:
        traits: By mention.
        of: The cluster of each mention.
        by_root: The mention that has a token as its root.
    """

    def __init__(self, columns: Columns, mentions: Sequence[TokenMention]) -> None:
        self.attributes = [traits(columns, m) for m in mentions]
        self.of = [Cluster(i, t) for i, t in enumerate(self.attributes)]
        self.by_root = {m.root: i for i, m in enumerate(mentions)}

    def copy(self) -> MentionClusters:
        """The same clusters, to be joined further without a change to these."""
        twin = object.__new__(MentionClusters)
        twin.attributes, twin.by_root = self.attributes, self.by_root
        copies: dict[int, Cluster] = {}
        twin.of = [
            copies[id(c)] if id(c) in copies else copies.setdefault(id(c), c.copy())
            for c in self.of
        ]
        return twin

    def compatible(self, i: int, j: int, *, names: bool = True) -> bool:
        """Whether all mentions of the clusters of two mentions agree, and their names too."""
        a, b = self.of[i], self.of[j]
        if not (a.number & b.number and a.gender & b.gender and a.types & b.types):
            return False
        # If one of the two is of unknown type, fewer names are taken for the same.
        type_ = _TYPES.get(a.types | b.types, "")
        return not names or all(same_name(x, y, type_) for x in a.names for y in b.names)

    def merge(self, i: int, j: int) -> None:
        """Make the clusters of two mentions one."""
        a, b = self.of[i], self.of[j]
        if a is b:
            return
        if len(a.members) < len(b.members):
            a, b = b, a
        a.number = a.number & b.number or a.number
        a.gender = a.gender & b.gender or a.gender
        a.types = a.types & b.types or a.types
        a.governors |= b.governors
        if b.names:
            a.names = _longest(a.names, b.names, _TYPES.get(a.types, ""))
        a.members += b.members
        for k in b.members:
            self.of[k] = a

    def nested(self, i: int, j: int) -> bool:
        """Whether one of two mentions lies within the other."""
        a, b = self.attributes[i].mention, self.attributes[j].mention
        return (a.start <= b.start and b.end <= a.end) or (b.start <= a.start and a.end <= b.end)

    def result(self) -> list[list[int]]:
        """MentionClusters of two or more mentions, in the order of their first ones."""
        unique = {id(c): c for c in self.of if len(c.members) > 1}
        return [sorted(c.members) for c in unique.values()]


def _longest(a: list[Name], b: list[Name], type_: str) -> list[Name]:
    """The names of both without those that shorten another: *Claus* of *Santa Claus*."""
    kept = list(a)
    for name in b:
        if not any(x.words == name.words or _shortens(name, x, type_) for x in kept):
            kept = [x for x in kept if not _shortens(x, name, type_)]
            kept.append(name)
    return kept


def _shortens(short: Name, long: Name, type_: str) -> bool:
    return len(short.words) < len(long.words) and same_name(short, long, type_)
