"""Bare names joined to the one entity that they are short for: *Moor* to *Ann Moor* or *Moor Ltd*.

Coreference joins names of one type. Here a bare name is joined whatever its type: the recogniser
often has the family name of a firm's founder for the firm, or a club for its town.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from salience.entities.cluster_names import mention_id, recognised_type, shown_keys, text_order
from salience.entities.entity_types import entity_type, said_to_be
from salience.entities.source import Source
from salience.language import Language
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import name_at_head, stands_as_place
from salience.mentions.mention_detection import TokenMention
from salience.mentions.speakers import label_starts
from salience.names.keys import Key
from salience.names.proper_names import without_suffix

Cluster = list[TokenMention]


def join_short_names(source: Source, clusters: list[Cluster]) -> None:
    """Join a bare name to the one cluster that it can be short for, whatever its type, in place."""
    named = [cluster for cluster in clusters if any(m.kind == "named" for m in cluster)]
    keys = [shown_keys(source, cluster) for cluster in named]
    full = _FullNames(source, named, keys)
    for cluster, own in zip(named, keys, strict=True):
        if len(own) > 1:
            continue
        [short] = own
        if _is_place(source.columns, cluster):
            near = full.firm_of_place(cluster, short)
        else:
            near = full.of(cluster, short)
            near = [c for c in near if text_order(c[0]) < text_order(cluster[0])] or near
            near = near if len(near) == 1 and _may_be_one(source, cluster, near[0]) else []
        for whole in near:
            whole += cluster
            cluster.clear()
    clusters[:] = filter(None, clusters)


class _FullNames:
    """The clusters of a text by the bare names that may be short for theirs."""

    def __init__(
        self, source: Source, named: Sequence[Cluster], keys: Iterable[Iterable[Key]]
    ) -> None:
        self._source, self._columns = source, source.columns
        self._people: dict[str, list[Cluster]] = defaultdict(list)
        self._firms: dict[Key, list[Cluster]] = defaultdict(list)
        self._plain: dict[Key, list[Cluster]] = defaultdict(list)  # firms without their form
        for cluster, own in zip(named, keys, strict=True):
            self._note(cluster, sorted(own))
        self._answering = _by_initials(source, named)

    def _note(self, cluster: Cluster, own: Sequence[Key]) -> None:
        language = self._columns.language
        longest = max(own, key=len)
        if len(longest) == 1:
            return
        called = [key for key in own if len(key) > 1 and language.of.isdisjoint(key)]
        self._people[max(called, key=len, default=longest)[-1]].append(cluster)
        body = next((i for i, w in enumerate(longest) if w in language.institutions), 0)
        if body:  # *Hallin* of *Hallin Institute of Fisheries*
            self._firms[longest[:body]].append(cluster)
        if bare := _without_letters(longest, language):
            self._firms[bare].append(cluster)
        elif (short := without_suffix(longest, language)) != longest:
            kept = short[:1] if language.kind_of_word(short[-1]) else short[-1:]
            for key in {short, short[:1], kept}:  # *Bellandi* of *Banca Bellandi S.p.A.*
                self._firms[key].append(cluster)
            self._plain[short].append(cluster)

    def _is_firm(self, short: Key) -> bool:
        """Whether one firm has this name with its form, and no state or people has it."""
        language = self._columns.language
        stated = " ".join(short) in language.countries | language.peoples
        return len(self._plain.get(short, [])) == 1 and not stated

    def firm_of_place(self, cluster: Cluster, short: Key) -> list[Cluster]:
        """The firm that a bare name which looks like a place's is short for, if there is one."""
        lower, language = self._columns.lower, self._columns.language
        where = (lower[m.start - 1] for m in cluster if m.kind == "named" and m.start)
        sure = self._is_firm(short) and not language.whereabouts.issuperset(where)
        return self._plain[short] if sure else []

    def of(self, cluster: Cluster, short: Key) -> list[Cluster]:
        """What a bare name may be short for: people of this family name, else firms and bodies."""
        families = self._families(cluster, short)
        if families:
            return families
        type_, places = recognised_type(self._source, cluster), ("LOC", "MISC")
        as_place = type_ in places and entity_type(self._columns, cluster) in places
        if as_place and not self._is_firm(short):
            return []
        return [] if _is_titled(self._columns, cluster) else self._firms.get(short, [])

    def _families(self, cluster: Cluster, short: Key) -> list[Cluster]:
        """The people whose family name a bare name is, or whose initials."""
        source, columns = self._source, self._columns
        type_ = recognised_type(source, cluster)
        full = self._people.get(short[0], []) if len(short) == 1 else []
        club = type_ == "LOC" or (type_ == "ORG" and _has_people(columns, cluster))
        if len(short) == 1 and not full and not club:  # *Moors case*, for *Moor's*
            full = self._people.get(short[0].removesuffix(columns.language.plural), [])
        families = [c for c in full if entity_type(columns, c) == "PER"]
        person = type_ == "PER" or speaks(source, cluster) or entity_type(columns, cluster) == "PER"
        if not families and person:  # the full name has the wrong type
            families = [c for c in full if _may_be_person(source, c)]
        if families and type_ == "PER":  # Coreference knew whom the text has as people.
            known = [c for c in families if recognised_type(source, c) == type_]
            families = [c for c in families if c not in known or _is_headed(source, cluster, c)]
        if not families and self._answering and _answers(columns, cluster):
            families = [c for c in self._answering.get(short[0], []) if c]
        return families


def _may_be_one(source: Source, a: Cluster, b: Cluster) -> bool:
    """Whether no linker gave the mentions of two clusters different ids."""
    return len({mention_id(source, m) for m in a + b} - {""}) < 2


def _without_letters(key: Key, language: Language) -> Key:
    """What is left of a ship, a club or a firm without what shows its kind: *Hallin* of *RMS
    Hallin*, *Hallin FC* and *Hallin & Sons*; nothing where nothing does."""
    if key[0] in language.ship_prefixes:
        return key[1:]
    if key[-1] in language.club_letters:
        return key[:-1]
    if key[-1] in language.firm_kin:
        return key[:-2] if key[-2] in language.and_ else key[:-1]
    return ()


def _is_headed(source: Source, bare: Cluster, full: Cluster) -> bool:
    """Whether the full name stands in the headline alone, or there the bare one and in the text
    the full one first: *MOOR SPEAKS. Mayor Ann Moor came. Moor said*."""
    if full[-1].head < source.body:
        return True
    body = [m for m in full + bare if m.kind == "named" and m.head >= source.body]
    first = min(body, key=text_order, default=None)  # *Ann Moor wins. She is 20.* names nobody
    whole = first is not None and first in full and len(*shown_keys(source, [first])) > 1
    return whole and bare[0].head < source.body


def _may_be_person(source: Source, cluster: Iterable[TokenMention]) -> bool:
    """Whether all names of a cluster are two words, of which the first may be a given name."""
    firsts = {key[0] if len(key) == 2 else "" for key in shown_keys(source, cluster)}
    return all(first and source.columns.language.may_be_given(first) for first in firsts)


def _by_initials(
    source: Source, named: Iterable[list[TokenMention]]
) -> Mapping[str, list[list[TokenMention]]]:
    """People by the first letters of their names, if the text has initials of who answers."""
    found: dict[str, list[list[TokenMention]]] = defaultdict(list)
    if any(map(partial(_answers, source.columns), named)):
        for cluster in named:
            words = max(sorted(shown_keys(source, cluster)), key=len)
            if len(words) > 1 and entity_type(source.columns, cluster) == "PER":
                found["".join(word[0] for word in words)].append(cluster)
    return found


def _answers(columns: DocColumns, cluster: Iterable[TokenMention]) -> bool:
    """Whether an entity is called by initials alone, and speaks under them: *NG: They dive.*"""
    heads = [m.head for m in cluster if m.kind == "named"]
    initials = all(columns.text[i].isupper() and 1 < len(columns.text[i]) < 4 for i in heads)
    return initials and not label_starts(columns).isdisjoint(heads)


def _is_titled(columns: DocColumns, cluster: Iterable[TokenMention]) -> bool:
    """Whether a name has a person's title somewhere: *Mayor Hale*."""
    named = (name_at_head(columns, m)[0] for m in cluster if m.kind == "named")
    return any(i and columns.lower[i - 1] in columns.language.titles for i in named)


def speaks(source: Source, cluster: Iterable[TokenMention]) -> bool:
    """Whether something is said by what a cluster names: *Moor said*."""
    columns = source.columns
    return any(
        columns.role[m.root] == "nsubj"
        and columns.lemma[columns.governor[m.root]] in columns.language.speech_verbs
        for m in cluster
    )


def _has_people(columns: DocColumns, cluster: Iterable[TokenMention]) -> bool:
    """Whether a name stands before people of what it names: *Moors coach Jo Lee*, *Moors fans*."""
    language, lower = columns.language, columns.lower
    return any(
        i < len(columns) - 1
        and language.is_role(lower[i])
        and (columns.plural[i] or columns.pos[i + 1] == "PROPN")
        for i in (m.name[1] or m.head + 1 for m in cluster if m.kind == "named")
    )


def _is_place(columns: DocColumns, cluster: Iterable[TokenMention]) -> bool:
    """Whether a bare name is that of a place or people, or stands as one does: *in Moor*."""
    language, lower = columns.language, columns.lower
    before = language.whereabouts | language.definite
    return any(
        m.kind == "named"
        and (
            (m.type != "PER" and stands_as_place(columns, m, before))
            or lower[m.start] in language.definite
            or lower[m.head] in language.countries
            or lower[m.head] in language.peoples
            or "is:LOC" in said_to_be(columns, m)
        )
        for m in cluster
    )
