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
from salience.names.proper_names import Name, same_name

_GROUPS = 20  # So many people of one cluster a name is compared with.
_MODEL = re.compile(r"[a-z]+-?\d+").fullmatch  # *B-17*


@remembers(1 << 14)
def namesake_keys(name: str, language: Language = ENGLISH) -> tuple[str, ...]:
    """What a mention's name is looked up by: without accents and hyphens; then its model number.

    Example:
        >>> namesake_keys("the Visegrád Four"), namesake_keys("Boeing B-17 Flying Fortress")
        (('visegradfour',), ('boeingb17flyingfortress', 'b17'))
    """
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


def _fits(name: Name, names: Sequence[Name]) -> bool:
    return all(same_name(name, other, "PER") for other in names)
