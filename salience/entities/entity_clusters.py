"""The clusters of mentions that are the entities of a text, and what they are called."""

import re
from collections.abc import Iterable

from salience.coref.clusters import cluster_keys
from salience.entities.cluster_names import (
    cluster_name,
    mention_id,
    recognised_type,
    shown_keys,
    text_order,
)
from salience.entities.short_names import join_short_names
from salience.entities.source import Source
from salience.language import ENGLISH, Language
from salience.language.folding import folded
from salience.language.remembering import remembers
from salience.mentions.mention_detection import TokenMention, as_mentions, is_coordination
from salience.names.entity_names import normalise
from salience.names.keys import Key
from salience.names.proper_names import Name

_MODEL = re.compile(r"[a-z]+-?\d+").fullmatch  # *B-17*


def entity_clusters(source: Source) -> list[list[TokenMention]]:
    """Clusters and singletons, in the order of their first mentions; a mention is in one only.

    A name in no cluster goes to its namesake. A coordination is a mention of its own.
    """
    doc, columns, mentions = source.doc, source.columns, source.mentions
    by_span = {(m.start, m.end): m for m in mentions}
    by_head = {m.head: m for m in reversed(mentions)}
    spans = [
        [(span.start, span.end) for span in doc.spans[key] if span.start not in source.outside]
        for key in cluster_keys(doc)
    ]
    strange = [span for cluster in spans for span in cluster if span not in by_span]
    for span, m in zip(strange, as_mentions(columns, strange), strict=True):
        by_span[span] = m if is_coordination(columns, m) else by_head.get(m.head, m)
    taken: set[TokenMention] = set()
    clusters = []
    for cluster in spans:
        members = {by_span[span] for span in cluster} - taken
        taken |= members
        if members:
            clusters.append(sorted(members, key=text_order))
    clusters.sort(key=lambda cluster: text_order(cluster[0]))
    _add_single(source, clusters, [m for m in mentions if m not in taken])
    join_short_names(source, clusters)
    _join_states(source, clusters)
    _join_parts_of_places(source, clusters)
    _join_lost_possessives(source, clusters)
    _join_titled_phrases(source, clusters)
    return sorted((sorted(c, key=text_order) for c in clusters), key=lambda c: text_order(c[0]))


@remembers(1 << 14)
def namesake_keys(name: str, language: Language = ENGLISH) -> tuple[str, ...]:
    """What a mention's usual name is looked up by: without accents, hyphens; its model number."""
    words = folded(normalise(language.usual(name) or name, language)).split()
    numbers = [word for word in words if _MODEL(word)] if len(words) > 1 else []
    keys = [Name(tuple(words)).letters, *(Name((word,)).letters for word in numbers)]
    return tuple(key for key in keys if key)


def _add_single(
    source: Source, clusters: list[list[TokenMention]], single: Iterable[TokenMention]
) -> None:
    """Add each mention to the first cluster of its name, in place, or as a cluster of its own."""
    namesakes: dict[str, tuple[list[TokenMention], bool, set[str]]] = {}
    language = source.columns.language

    def note(name: str, cluster: list[TokenMention]) -> None:
        ids = {mention_id(source, m) for m in cluster} - {""}
        known = cluster, recognised_type(source, cluster) == "PER", ids
        for key in namesake_keys(name, language):
            namesakes.setdefault(key, known)

    for cluster in clusters:
        if any(m.kind == "named" for m in cluster):
            note(cluster_name(source, cluster), cluster)
    for m in single:
        if m.kind != "named":
            clusters.append([m])
            continue
        name, id_ = cluster_name(source, [m]), {mention_id(source, m)} - {""}
        keys = namesake_keys(name, language)[:1]
        one = source.columns.lower[m.head].removesuffix(language.plural)
        several = " " in name and language.kind_of_word(one) == "ORG"  # *Hallin Colleges*
        if m.type in ("ORG", "MISC", "") and source.columns.plural[m.head] and not several:
            keys += tuple(key.removesuffix(language.plural) for key in keys)
        known, person, ids = next(
            (namesakes[k] for k in keys if k in namesakes), ([], False, set())
        )
        if known and m.type != "PER" and not (person and m.type) and len(ids | id_) < 2:
            known.append(m)
            ids |= id_
        else:
            clusters.append([m])
            note(name, clusters[-1])


def _join_states(source: Source, clusters: list[list[TokenMention]]) -> None:
    """Join *Mo.*, which may be a person's too, to *Missouri* in the same text, in place."""
    language = source.columns.language
    names = [cluster_name(source, cluster) for cluster in clusters]
    whole = dict(zip(reversed(names), reversed(clusters), strict=True))
    for name, cluster in zip(names, clusters, strict=True):
        state = language.state(name)
        if state in whole and state not in ("", name):
            whole[state] += cluster
            cluster.clear()
    clusters[:] = filter(None, clusters)


def _join_parts_of_places(source: Source, clusters: list[list[TokenMention]]) -> None:
    """Join *southern Norland* to the first cluster of *Norland*, by whose name it is called."""
    lower, directions = source.columns.lower, source.columns.language.directions
    wholes: dict[Key, list[TokenMention]] = {}
    for cluster in clusters:
        named = [m for m in cluster if m.kind == "named"]
        keys = shown_keys(source, named) if named else set()
        if len(keys) != 1:
            continue
        if all(m.start < m.name[0] and lower[m.name[0] - 1] in directions for m in named):
            if whole := wholes.get(keys.pop()):
                whole += cluster
                cluster.clear()
        else:
            wholes.setdefault(keys.pop(), cluster)
    clusters[:] = filter(None, clusters)


def _join_lost_possessives(source: Source, clusters: list[list[TokenMention]]) -> None:
    """Join *Moor Banks* of *Moor Banks new owners*, which lost a mark, to *Moor Bank*."""
    columns, ending = source.columns, source.columns.language.plural
    named = [[m for m in cluster if m.kind == "named"] for cluster in clusters]
    keys = [shown_keys(source, names) if names else set() for names in named]
    known = {key: cluster for own, cluster in zip(keys, clusters, strict=True) for key in own}
    for own, names, cluster in zip(keys, named, clusters, strict=True):
        key = next(iter(own)) if len(own) == 1 else ("",)
        whole = known.get((*key[:-1], key[-1].removesuffix(ending)))
        ends = [m.name[1] or m.head + 1 for m in names if whole is not None]
        owning = [columns.pos[i] in ("ADJ", "NOUN") for i in ends if i < len(columns)]
        if whole is not None and whole is not cluster and 2 * sum(owning) > len(names):
            whole += cluster
            cluster.clear()
    clusters[:] = filter(None, clusters)


def _join_titled_phrases(source: Source, clusters: list[list[TokenMention]]) -> None:
    """Join *Hallin Fraud Case*, which only a headline in large letters has, to *Hallin*."""
    language = source.columns.language
    known: dict[Key, list[TokenMention]] = {}
    titled = []
    for cluster in clusters:
        named = any(m.kind == "named" for m in cluster)
        if named and any(m.head >= source.body for m in cluster):
            for key in sorted(shown_keys(source, cluster)):
                known.setdefault(key, cluster)
        elif all(m.kind == "named" for m in cluster):
            titled.append(cluster)
    for cluster in titled:
        key, *others = shown_keys(source, cluster)
        parts = (key[:n] for n in range(len(key) - 1, 0, -1))
        part = next((part for part in parts if part in known), key)
        if part != key and not others and language.matters.issuperset(key[len(part) :]):
            known[part] += cluster
            cluster.clear()
    clusters[:] = filter(None, clusters)
