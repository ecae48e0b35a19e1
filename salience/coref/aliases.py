"""Names that a text says to be of one thing: *Ypres (Ieper)*, *the Hall, also known as the Barn*.

Such names have no word in common, so that the words between them must tell. A logistic regression
weighs them, with the types of both names and how often each was used before. The weights stand in
`resources/names/alias_weights.json`, made by `resources.recipes.coref.aliases`.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from salience.coref.clusters import Cluster, MentionClusters
from salience.language.agreement import FEMALE, MALE, PERSON, PLACE, TYPES
from salience.mentions.doc_columns import DocColumns
from salience.names.proper_names import Name, abbreviates, same_name
from salience.resources import from_json

_SURE, _SURE_ALONE = 0.4, 1.2
"""The sums of weights from which on two names are joined, and those where the second one stands
alone in brackets. That is more, since texts other than those that the weights were learned from
have actors (*Rick (Bogart)*), owners and places there."""
_FARTHEST = 8  # So many words may stand between two names of one thing.
_TYPES = {bits: name for name, bits in TYPES.items()}
_QUOTES = frozenset("\"“”‘'`")


def merge_aliases(columns: DocColumns, clusters: MentionClusters) -> None:
    """Merge names beside each other where the text says that they are of one thing."""
    weights = _weights(columns.language.alias_weights)
    maiden = {f"last:{word}" for word in columns.language.maiden_cues}
    for i, j in alias_pairs(columns, clusters):
        a, b = clusters.cluster_of[i], clusters.cluster_of[j]
        if a is b or not _may_be_one(clusters, i, j):
            continue
        evidence = alias_evidence(columns, clusters, i, j)
        least = _SURE_ALONE if "bare bracket" in evidence else _SURE
        # Too rare to be learned, and sure: *Ann Moor, née Hale*, not *Ann, from Oslo, née Hale*.
        known = a.types != PLACE and not maiden.isdisjoint(evidence)
        if known or sum(weights.get(said, 0.0) for said in evidence) > least:
            clusters.merge(i, j)


def alias_pairs(columns: DocColumns, clusters: MentionClusters) -> Iterator[tuple[int, int]]:
    """Mentions of two names in a row with a word between them that may join them."""
    c, before, last = columns, -1, len(columns)
    peoples, cues = c.language.demonyms, c.language.alias_cues
    named = (i for i, m in enumerate(clusters.attributes) if m.name and m.name.words[0])
    places = ((*clusters.attributes[i].mention.extent, i) for i in named)
    for start, end, i in sorted(places):
        if end == start + 1 and c.text[start] in peoples:
            continue
        near = last < start <= last + _FARTHEST and c.sentence[last - 1] == c.sentence[start]
        if near and not cues.isdisjoint(c.lower[last:start]):
            yield before, i
        before, last = i, end


def alias_evidence(columns: DocColumns, clusters: MentionClusters, i: int, j: int) -> list[str]:
    """What speaks for or against two names of `alias_pairs` being of one thing, by name."""
    c, first, second = columns, clusters.attributes[i], clusters.attributes[j]
    a, b = clusters.cluster_of[i], clusters.cluster_of[j]
    start, end = first.mention.extent
    begin, stop = second.mention.extent
    between = c.lower[end:begin]
    after = "end" if stop == len(c) else c.pos[stop]
    after = c.text[stop] if after == "PUNCT" else after
    types = f"{_TYPES.get(a.types, '')}+{_TYPES.get(b.types, '')}"
    role = c.relation[second.mention.root]
    within = start <= c.heads[second.mention.root] < end
    evidence = [
        "any",
        f"between:{min(len(between), 6)}",
        *(f"between:{word}" for word in dict.fromkeys(between)),
        f"first:{between[0]}",
        f"last:{between[-1]}",
        f"after:{after}",
        f"types:{types}",
        f"relation:{role}{' within' if within else ''}",
        f"named:{_named_before(clusters, a, i)}+{_named_before(clusters, b, j)}",
    ]
    if "(" in between and ")" not in between:
        evidence += ["bracket", f"bracket after:{after}", f"bracket types:{types}"]
        if len(between) == 1:
            evidence += ["bare bracket", f"bare bracket types:{types}"]
        if second.name and second.name.acronym:
            evidence.append("bracket acronym")
    elif a.types != b.types:
        evidence.append("other types")
    if c.text[begin - 1] in _QUOTES:
        evidence.append("quoted")
    if a.index == next(x.index for x in clusters.cluster_of if x.names):
        evidence.append("named first")
    if first.name and second.name:
        evidence += _alike(first.name, second.name)
    return evidence


def _alike(a: Name, b: Name) -> Iterator[str]:
    """What the letters and words of two names have in common."""
    yield f"words:{min(len(a.words), 3)}+{min(len(b.words), 3)}"
    if not set(a.words) & set(b.words):
        yield "no common word"
    elif a.words[-1] == b.words[-1]:
        yield "same last word"
    if a.letters[:3] == b.letters[:3]:
        yield "same start"
    elif a.letters[:1] == b.letters[:1]:
        yield "same letter"
    if abbreviates(b, a):
        yield "abbreviates"


def _named_before(clusters: MentionClusters, cluster: Cluster, i: int) -> int:
    """How often an entity is named before a mention: 0, 1, or 2 for more."""
    return min(sum(k < i and clusters.attributes[k].name is not None for k in cluster.members), 2)


def _may_be_one(clusters: MentionClusters, i: int, j: int) -> bool:
    a, b = clusters.cluster_of[i], clusters.cluster_of[j]
    if {a.gender, b.gender} == {MALE, FEMALE} or clusters.kept_apart(i, j):
        return False
    people = a.types == b.types == PERSON
    return not people or all(
        x.words[-1] != y.words[-1] or same_name(x, y, "PER") for x in a.names for y in b.names
    )


@cache
def _weights(name: str) -> Mapping[str, float]:
    """The weight of each piece of evidence; those that are not there weigh nothing."""
    return from_json(
        name, "weights of aliases", lambda f: {k: float(v) for k, v in f["weights"].items()}
    )
