"""Clusters of mentions, which merge only where all their mentions agree."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from spacy.tokens import Doc

from salience.language.agreement import BODY, OTHER, PERSON, PLACE
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import MentionAttributes, attributes_of
from salience.mentions.mention_detection import TokenMention
from salience.names.proper_names import Name, same_name

CLUSTER_KEY = "coref_clusters_"
_NUMBERED = re.compile(rf"{CLUSTER_KEY}(\d+)").fullmatch
_TYPES = {PERSON: "PER", BODY: "ORG", PLACE: "LOC", OTHER: "MISC"}


def cluster_keys(doc: Doc) -> list[str]:
    """The keys of `doc.spans` that hold clusters, `coref_clusters_<n>`, by their numbers."""
    found = sorted((int(match[1]), key) for key in doc.spans if (match := _NUMBERED(key)))
    return [key for _, key in found]


@dataclass(slots=True, eq=False)
class Cluster:
    """Mentions that were found to corefer, with what they all allow, as sets of bits."""

    index: int
    members: list[int]
    names: list[Name]
    number: int
    gender: int
    types: int
    governors: set[int]
    apart: frozenset[int] = frozenset()


class MentionClusters:
    """A partition of the mentions of a text, whose clusters are merged one after the other."""

    def __init__(
        self,
        columns: DocColumns,
        attributes: Sequence[MentionAttributes],
        cluster_of: list[Cluster],
        by_root: Mapping[int, int],
    ) -> None:
        self.columns, self.attributes = columns, attributes
        self.cluster_of, self.by_root = cluster_of, by_root

    @classmethod
    def singletons(cls, columns: DocColumns, mentions: Sequence[TokenMention]) -> Self:
        """Each mention in a cluster of its own."""
        attributes = [attributes_of(columns, m) for m in mentions]
        clusters = [
            Cluster(i, [i], [m.name] if m.name else [], m.number, m.gender, m.types,
                    {m.governor} - {-1})
            for i, m in enumerate(attributes)
        ]  # fmt: skip
        return cls(columns, attributes, clusters, {m.root: i for i, m in enumerate(mentions)})

    def unique(self) -> list[Cluster]:
        """The clusters, in the order of their first mentions."""
        return list({cluster.index: cluster for cluster in self.cluster_of}.values())

    def compatible(self, i: int, j: int, *, names: bool = True) -> bool:
        """Whether all mentions of the clusters of two mentions agree, and their names too."""
        a, b = self.cluster_of[i], self.cluster_of[j]
        if not (a.number & b.number and a.gender & b.gender and a.types & b.types):
            return False
        if self.kept_apart(i, j):
            return False
        # If one of the two is of unknown type, fewer names are taken for the same.
        type_ = _TYPES.get(a.types | b.types, "")
        return not names or all(same_name(x, y, type_) for x in a.names for y in b.names)

    def keep_apart(self, i: int, j: int) -> None:
        """Note that two mentions are of two entities, so that `compatible` never holds."""
        self.cluster_of[i].apart |= {j}
        self.cluster_of[j].apart |= {i}

    def kept_apart(self, i: int, j: int) -> bool:
        """Whether mentions of the clusters of two mentions are surely of two entities."""
        a, b = self.cluster_of[i], self.cluster_of[j]
        return any(self.cluster_of[k] is b for k in a.apart)

    def merge(self, i: int, j: int) -> None:
        """Merge the clusters of two mentions."""
        a, b = self.cluster_of[i], self.cluster_of[j]
        if a is b:
            return
        if len(a.members) < len(b.members):
            a, b = b, a
        a.number = a.number & b.number or a.number
        a.gender = a.gender & b.gender or a.gender
        a.types = a.types & b.types or a.types
        a.governors |= b.governors
        a.apart |= b.apart
        if b.names:
            a.names = _longest(a.names, b.names, _TYPES.get(a.types, ""))
        a.members += b.members
        for k in b.members:
            self.cluster_of[k] = a

    def nested(self, i: int, j: int) -> bool:
        """Whether one of two mentions lies within the other."""
        a, b = self.attributes[i].mention, self.attributes[j].mention
        return (a.start <= b.start and b.end <= a.end) or (b.start <= a.start and a.end <= b.end)

    def result(self) -> list[list[int]]:
        """The mentions of clusters of two or more, sorted; clusters by their first mentions."""
        return [sorted(c.members) for c in self.unique() if len(c.members) > 1]


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
