"""The clusters of mentions that are the entities of a text, and what they are called."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from salience.coref.clusters import cluster_keys
from salience.entities.entity_types import entity_type, said_to_be
from salience.entities.source import Source
from salience.language import ENGLISH, Language
from salience.language.folding import folded
from salience.language.remembering import remembers
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import name_at_head, stands_as_place
from salience.mentions.mention_detection import TokenMention, as_mentions, is_coordination
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.mentions.speakers import label_starts
from salience.names.entity_names import normalise
from salience.names.keys import Key, key_of
from salience.names.proper_names import Name, read_name, without_suffix

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
            clusters.append(sorted(members, key=_place))
    clusters.sort(key=lambda cluster: _place(cluster[0]))
    _add_single(source, clusters, [m for m in mentions if m not in taken])
    _join_short_names(source, clusters)
    _join_states(source, clusters)
    _join_parts_of_places(source, clusters)
    _join_titled_phrases(source, clusters)
    return sorted((sorted(c, key=_place) for c in clusters), key=lambda c: _place(c[0]))


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


def _join_short_names(source: Source, clusters: list[list[TokenMention]]) -> None:
    """Join a bare name to the one cluster that it can be short for, whatever its type, in place."""
    columns, language = source.columns, source.columns.language
    named = [cluster for cluster in clusters if any(m.kind == "named" for m in cluster)]
    keys = [_shown_keys(source, cluster) for cluster in named]
    people: dict[str, list[list[TokenMention]]] = defaultdict(list)
    firms: dict[Key, list[list[TokenMention]]] = defaultdict(list)
    plain: dict[Key, list[list[TokenMention]]] = defaultdict(list)  # firms without their form
    for cluster, own in zip(named, keys, strict=True):
        longest = max(sorted(own), key=len)
        if len(longest) > 1:
            called = [key for key in own if len(key) > 1 and language.of.isdisjoint(key)]
            people[max(sorted(called), key=len, default=longest)[-1]].append(cluster)
            body = next((i for i, w in enumerate(longest) if w in language.institutions), 0)
            if body:  # *Hallin* of *Hallin Institute of Fisheries*
                firms[longest[:body]].append(cluster)
            if bare := _without_letters(longest, language):
                firms[bare].append(cluster)
            elif (short := without_suffix(longest, language)) != longest:
                kept = short[:1] if language.kind_of_word(short[-1]) else short[-1:]
                for key in {short, short[:1], kept}:  # *Bellandi* of *Banca Bellandi S.p.A.*
                    firms[key].append(cluster)
                plain[short].append(cluster)
    answering = _by_initials(source, named)
    for cluster, own in zip(named, keys, strict=True):
        [short, *others] = own
        if others:
            continue
        type_ = recognised_type(source, cluster)
        stated = {" ".join(short)} & (language.countries | language.peoples)
        firm = len(plain.get(short, [])) == 1 and not stated
        if _is_place(columns, cluster):
            where = (columns.lower[m.start - 1] for m in cluster if m.kind == "named" and m.start)
            if firm and not language.whereabouts.issuperset(where):
                plain[short][0] += cluster
                cluster.clear()
            continue
        full = people.get(short[0], []) if len(short) == 1 else []
        club = type_ == "LOC" or (type_ == "ORG" and _has_people(columns, cluster))
        if len(short) == 1 and not full and not club:  # *Moors case*, for *Moor's*
            full = people.get(short[0].removesuffix(language.plural), [])
        families = [c for c in full if entity_type(columns, c) == "PER"]
        person = type_ == "PER" or speaks(source, cluster) or entity_type(columns, cluster) == "PER"
        if not families and person:  # the full name has the wrong type
            families = [c for c in full if _may_be_person(source, c)]
        if families and type_ == "PER":  # Coreference knew whom the text has as people.
            known = [c for c in families if recognised_type(source, c) == type_]
            families = [c for c in families if c not in known or c[-1].head < source.body]
        if not families and answering and _answers(columns, cluster):
            families = [c for c in answering.get(short[0], []) if c]
        near = families or ([] if _is_titled(columns, cluster) else firms.get(short, []))
        places = ("LOC", "MISC")
        named_as_place = type_ in places and entity_type(columns, cluster) in places
        if near is not families and named_as_place and not firm:
            continue
        near = [c for c in near if _place(c[0]) < _place(cluster[0])] or near
        if len(near) == 1 and len({mention_id(source, m) for m in cluster + near[0]} - {""}) < 2:
            near[0] += cluster
            cluster.clear()
    clusters[:] = filter(None, clusters)


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
        keys = _shown_keys(source, named) if named else set()
        if len(keys) != 1:
            continue
        if all(m.start < m.name[0] and lower[m.name[0] - 1] in directions for m in named):
            if whole := wholes.get(keys.pop()):
                whole += cluster
                cluster.clear()
        else:
            wholes.setdefault(keys.pop(), cluster)
    clusters[:] = filter(None, clusters)


def _join_titled_phrases(source: Source, clusters: list[list[TokenMention]]) -> None:
    """Join *Hallin Fraud Case*, which only a headline in large letters has, to *Hallin*."""
    language = source.columns.language
    known: dict[Key, list[TokenMention]] = {}
    titled = []
    for cluster in clusters:
        named = any(m.kind == "named" for m in cluster)
        if named and any(m.head >= source.body for m in cluster):
            for key in sorted(_shown_keys(source, cluster)):
                known.setdefault(key, cluster)
        elif all(m.kind == "named" for m in cluster):
            titled.append(cluster)
    for cluster in titled:
        key, *others = _shown_keys(source, cluster)
        parts = (key[:n] for n in range(len(key) - 1, 0, -1))
        part = next((part for part in parts if part in known), key)
        if part != key and not others and language.matters.issuperset(key[len(part) :]):
            known[part] += cluster
            cluster.clear()
    clusters[:] = filter(None, clusters)


def _may_be_person(source: Source, cluster: Iterable[TokenMention]) -> bool:
    """Whether all names of a cluster are two words, of which the first may be a given name."""
    firsts = {key[0] if len(key) == 2 else "" for key in _shown_keys(source, cluster)}
    return all(first and source.columns.language.may_be_given(first) for first in firsts)


def _by_initials(
    source: Source, named: Iterable[list[TokenMention]]
) -> Mapping[str, list[list[TokenMention]]]:
    """People by the first letters of their names, if the text has initials of who answers."""
    found: dict[str, list[list[TokenMention]]] = defaultdict(list)
    if any(map(partial(_answers, source.columns), named)):
        for cluster in named:
            words = max(sorted(_shown_keys(source, cluster)), key=len)
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


def _shown_keys(source: Source, cluster: Iterable[TokenMention]) -> set[Key]:
    """The names of a cluster in the text, else in the headline, as they are compared."""
    names = (shown_name(source.columns, m) for m in naming_mentions(source, cluster))
    texts = (source.text[slice(*source.offsets(*name))] for name in names)
    return {key_of(text, source.columns.language) or (text,) for text in texts}


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


def _place(m: TokenMention) -> tuple[int, int]:
    return m.start, -m.end


def cluster_name(source: Source, cluster: Sequence[TokenMention]) -> str:
    """The longest proper name of a cluster, of equally long ones the first; empty without one.

    *Tennessee* goes before *Tenn.*, *Justice Department* before *Justice Departments*.
    """
    names = [shown_name(source.columns, m) for m in _fullest_from(source, cluster)]
    texts = [" ".join(source.text[slice(*source.offsets(*name))].split()) for name in names]
    language = source.columns.language

    def length(name: str) -> tuple[float, bool]:  # *Ann Moor*, *Duchess of Hallin*, *Ann*
        noble = read_name(name.split(), "PER", language).is_noble
        return 0.5 if noble else name.count(" "), not language.state(name)

    longest = max(texts, key=length, default="")
    if (singular := longest.removesuffix(language.plural)) in texts:
        longest = singular
    same = [i for i, text in enumerate(texts) if text.casefold() == longest.casefold()]
    same.sort(key=lambda i: sum(map(str.isupper, texts[i].split())))  # *Li Moor*, not *LI Moor*
    if same and not texts[same[0]].isupper():
        return texts[same[0]]
    # Where all of it is in capitals, the pipeline may have read it in natural case.
    return " ".join(source.doc[slice(*names[same[0]])].text.split()) if same else longest


def _fullest_from(source: Source, cluster: Sequence[TokenMention]) -> list[TokenMention]:
    """The mentions that the name is taken from: those of the text, and of the headline too where
    the text has only a speaker's label (*MARTIN: Yes*) or the short form of a state (*Tenn.*)."""

    def name(m: TokenMention) -> list[str]:
        return source.text[slice(*source.offsets(*shown_name(source.columns, m)))].split()

    named = naming_mentions(source, cluster)
    texts = [name(m) for m in named]
    if texts and all(source.columns.language.state("".join(words)) for words in texts):
        return [m for m in cluster if m.kind == "named"]
    labels = {word for words in texts for word in words if word.isupper() and word.isalpha()}
    if labels and all(len(words) == 1 for words in texts):
        titled = (m for m in cluster if m.kind == "named" and m.head < source.body)
        return named + [m for m in titled if labels & {word.upper() for word in name(m)}]
    return named


def naming_mentions(source: Source, cluster: Iterable[TokenMention]) -> list[TokenMention]:
    """The named mentions of a cluster in the text; if there are none, those in the headline."""
    named = [m for m in cluster if m.kind == "named"]
    return [m for m in named if m.head >= source.body] or named


def recognised_type(source: Source, cluster: Iterable[TokenMention]) -> str:
    """The type that most names of a cluster were recognised as; empty without one."""
    return most_frequent(m.type for m in naming_mentions(source, cluster))


def mention_id(source: Source, m: TokenMention) -> str:
    """The id that an alias table or a linker has for a mention; empty without one."""
    return source.links.get(m.head, "") or linked_id(source.columns, m)


def most_frequent(values: Iterable[str]) -> str:
    """The most frequent value that is not empty, the first of equals; else the empty string."""
    counts = Counter(filter(None, values))
    return max(counts, key=counts.__getitem__, default="")


def linked_id(columns: DocColumns, m: TokenMention) -> str:
    """The id that the recognised name of a mention has from a linker, else the empty string."""
    name = columns.name_at.get(m.head)
    if name is None or not m.start <= name.start <= name.end <= m.end or name.kb_id == "NIL":
        return ""
    if m.name[1] and not name.start <= m.name[0] < m.name[1] <= name.end:
        return ""
    return name.kb_id


def shown_name(columns: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The words of a named mention as an entity shows them: *Ann* of *my friend Ann*."""
    if m.name[1]:
        return m.name
    (start, end), pos = name_at_head(columns, m), columns.pos
    if start < m.head and pos[start] in CAPITAL_TAGS:  # *Many* of *Many Fords* at a start
        start += not start or pos[start - 1] in ("PUNCT", "SPACE", "SYM")
    while start < m.head and pos[start] in ("DET", "PUNCT"):
        start += 1
    return start, end
