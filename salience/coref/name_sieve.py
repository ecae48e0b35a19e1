"""Which names of a text name the same: the first and surest step of coreference."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Container
from functools import partial

from salience.coref.clusters import MentionClusters
from salience.mentions.mention_attributes import ANY_TYPE, GENDERS, HUMAN, PERSON, PLACE
from salience.names.lexicon import SURNAME_TITLES
from salience.names.proper_names import (
    Name,
    acronyms,
    bare,
    full_given,
    given_genders,
)

_RECENT = 20  # So many entities that share a word are compared with a name.


def merge_names(clusters: MentionClusters, *, without: Container[int] = ()) -> None:
    """Merge the names of a text, wherever they stand.

    Equal names are one entity. Long ones go first, since a headline may have the short one. A
    shorter name is merged with the entity that it fits (`proper_names.same_name`). If it fits
    several, each mention of a person, of a definite name or of an acronym goes to the one with its
    title, else to the one named most often before it, and any other name is an entity of its own.
    Mentions in `without` are left alone.
    """
    groups: dict[tuple[object, ...], list[tuple[int, Name]]] = defaultdict(list)
    for i, m in enumerate(clusters.attributes):
        if m.name and m.name.words[0] and i not in without:
            groups[m.name.key].append((i, m.name))
    index: dict[str, list[int]] = defaultdict(list)
    for group in sorted(groups.values(), key=_order):
        _merge_group(clusters, [i for i, _ in group], group[0][1], index)
    _genders_of_given_names(clusters)


def _order(group: list[tuple[int, Name]]) -> tuple[int, bool, int]:
    first, name = group[0]
    return -len(name.words), not name.title, first


def _merge_group(
    clusters: MentionClusters, group: list[int], name: Name, index: dict[str, list[int]]
) -> None:
    votes = Counter(clusters.attributes[i].types for i in group)
    del votes[ANY_TYPE]
    types = votes.most_common(1)[0][0] if votes else ANY_TYPE
    best = next((i for i in group if clusters.attributes[i].types == types), group[0])
    keys = _keys(name)
    candidates = _candidates(clusters, best, name, [j for k in keys for j in index[k][-_RECENT:]])
    if candidates and clusters.of[candidates[0]].types == PERSON:
        types = PERSON
        for i in group:
            cluster = clusters.of[i]
            cluster.types, cluster.gender = PERSON, cluster.gender & HUMAN or HUMAN
    if len(candidates) > 1 and (types == PERSON or name.definite or name.acronym):
        _merge_likeliest(clusters, group, candidates)
        return
    for i in group:
        clusters.merge(best, i)
    if len(candidates) == 1:
        clusters.merge(candidates[0], best)
    for key in keys:
        index[key].append(best)


def _candidates(clusters: MentionClusters, i: int, name: Name, near: list[int]) -> list[int]:
    """For each entity that a name fits, one of its mentions."""
    found: dict[int, int] = {}
    for j in dict.fromkeys(near):
        if clusters.compatible(i, j) or _is_family_name(clusters, i, name, j):
            found.setdefault(clusters.of[j].index, j)
    return list(found.values())


def _is_family_name(clusters: MentionClusters, i: int, name: Name, j: int) -> bool:
    """Whether one word is the family name of a person, whatever type the recogniser gave it."""
    person = clusters.of[j]
    if person.types != PERSON or clusters.attributes[i].types == PLACE or name.definite:
        return False
    mention = clusters.of[i]
    gender = mention.gender & HUMAN or HUMAN
    if len(name.words) > 1 or not (mention.number & person.number and gender & person.gender):
        return False
    return any(len(x.words) > 1 and x.words[-1] == name.words[0] for x in person.names)


def _merge_likeliest(clusters: MentionClusters, group: list[int], candidates: list[int]) -> None:
    """Merge each mention with one of the entities that its name fits.

    It is the one that has its title, else the one named most often before it, of equals the last.
    So *Moreau* is whom the text is about, and not her father, who was named in passing.
    """
    places = {j: sorted(clusters.of[j].members) for j in candidates}
    titles = {j: {_title(clusters, k) for k in places[j]} - {""} for j in candidates}

    def fit(i: int, j: int) -> tuple[bool, int, int]:
        before = bisect_left(places[j], i)
        last = places[j][before - 1] if before else -places[j][0]
        return _title(clusters, i) in titles[j], before, last

    for i in group:
        best = max(candidates, key=partial(fit, i))
        clusters.merge(best, i)
        insort(places[best], i)
        titles[best] |= {_title(clusters, i)} - {""}


def _title(clusters: MentionClusters, i: int) -> str:
    """The title of a name, the same for *Gov.* and *Governor*."""
    name = clusters.attributes[i].name
    words = name.title.split() if name else []
    return " ".join(word if word in SURNAME_TITLES else word[:3] for word in words)


def _genders_of_given_names(clusters: MentionClusters) -> None:
    """Give a gender to given names that stand alone, unless the text has them as family names."""
    for cluster in clusters.of:
        if cluster.names and cluster.types == PERSON and cluster.gender == HUMAN:
            told = {given_genders().get(name.words[0], "") for name in cluster.names}
            if len(told) == 1:
                cluster.gender = GENDERS.get(told.pop(), HUMAN)


def _keys(name: Name) -> list[str]:
    """The words to look up a name by: two names that may be the same have one in common."""
    keys = {name.words[0], name.words[-1], name.head, bare(name.words)[-1]}
    keys.update(acronyms(name.words))
    keys.update(full_given(name.words[0]))
    return sorted(keys)
