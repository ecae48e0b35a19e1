"""What names say of clusters: which are one entity after all, and which are two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from salience.language import ENGLISH, Language
from salience.language.folding import folded
from salience.language.remembering import remembers
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import compared_name
from salience.mentions.mention_detection import TokenMention
from salience.names.entity_names import normalise
from salience.names.index import parts_of
from salience.names.proper_names import Name, abbreviates, is_acronym, same_name

_GROUPS = 20  # So many people of one cluster a name is compared with.
_MODEL = re.compile(r"[a-z]+-?\d+").fullmatch  # *B-17*


@remembers(1 << 14)
def namesake_keys(name: str, language: Language = ENGLISH) -> tuple[str, ...]:
    """What a mention's name is looked up by: without accents and hyphens; then its model number."""
    words = folded(normalise(name, language)).split()
    numbers = [word for word in words if _MODEL(word)] if len(words) > 1 else []
    keys = [Name(tuple(words)).letters, *(Name((word,)).letters for word in numbers)]
    return tuple(key for key in keys if key)


def cut_by_names(columns: DocColumns, cluster: Sequence[TokenMention]) -> list[list[TokenMention]]:
    """The parts of a cluster in which no two people of one family have different given names.

    Whoever resolved coreference, *Ann Lee* and *Tom Lee* are two: a name goes to the one that it
    fits, the last one named if it fits several, and so does what else is in the cluster. People
    without a common family name stay together, since one may be the other's pen name. Mentions are
    in their order.
    """
    texts: dict[tuple[str, ...], Name] = {}
    named: dict[TokenMention, Name] = {}
    for m in cluster:
        if m.kind == "named" and m.type == "PER":
            text = tuple(columns.text[m.start : m.end])
            if text not in texts:
                texts[text] = compared_name(columns, m)
            named[m] = texts[text]
    people: list[list[Name]] = []
    whose: dict[Name, int] = {}
    for name in texts.values():
        if len(name.words) > 1:
            near = range(max(0, len(people) - _GROUPS), len(people))
            whose[name] = next((n for n in near if _fits(name, people[n])), len(people))
            if whose[name] == len(people):
                people.append([])
            people[whose[name]].append(name)
    families = [person[0].words[-1] for person in people]
    if len(families) == len(set(families)):
        return [list(cluster)]
    mentions_of: list[list[TokenMention]] = [[] for _ in people]
    last = 0
    for m in cluster:
        said = named.get(m)
        if said in whose:
            last = whose[said]
        elif said and not _fits(said, people[last]):
            last = next((n for n, p in enumerate(people[:_GROUPS]) if _fits(said, p)), last)
        mentions_of[last].append(m)
    return [mentions for mentions in mentions_of if mentions]


def cut_acronyms(columns: DocColumns, cluster: list[TokenMention]) -> list[list[TokenMention]]:
    """A cluster without acronyms of none of its names, where another one is of one."""
    names = {m: compared_name(columns, m) for m in cluster if m.kind == "named" and m.type != "PER"}
    short = {m: name for m, name in names.items() if name.acronym and len(name.words) == 1}
    if len({name.words for name in short.values()}) < 2:
        return [cluster]
    full = {name for name in names.values() if len(name.words) > 1}
    fitting = {
        name.words
        for name in set(short.values())
        if any(is_acronym(name, other) or abbreviates(name, other) for other in full)
    }
    fitting |= {n.words for m, n in short.items() if m.start and columns.text[m.start - 1] == "("}
    apart: dict[tuple[str, ...], list[TokenMention]] = {}
    for m, name in short.items():
        if name.words not in fitting:
            apart.setdefault(name.words, []).append(m)
    if len(apart) == len({name.words for name in short.values()}):
        return [cluster]
    gone = {m for mentions in apart.values() for m in mentions}
    return [[m for m in cluster if m not in gone], *apart.values()]


def _fits(name: Name, names: Sequence[Name]) -> bool:
    """Whether a name may be of a person: a part of the longest name, or like all of them."""
    longest = max((other.words for other in names), key=len)
    inside = len(name.words) > 1 and name.words in parts_of(longest)
    return inside or all(same_name(name, other, "PER") for other in names)
