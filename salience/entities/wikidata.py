"""Ids of Wikidata for the names of a register, from its dump or from a table made of one.

The dump is read item by item, so that it may be of any size; it is CC0. What counts of an item is
the English label, aliases and description, whether it is a human (P31: Q5), and how many wikis have
a page of it.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from salience.corpus.formats.compression import opened
from salience.corpus.formats.unpacking import DAMAGED
from salience.entities.alias_linker import CONTEXT_FACTOR
from salience.entities.register import Register, RegisteredName, name_key
from salience.errors import CorpusError
from salience.language import ENGLISH, Language
from salience.names.keys import Key, words
from salience.types import coarse_type

THRESHOLD = 0.6
"""An item is taken from this share of all that speaks for the items of a name."""
ALIAS = 0.3
"""So much less likely is an item one of whose aliases the name is."""
_MOST = 50  # items of a name that are kept, those with most pages
_MOST_ALIASES = 20
_HUMAN = "Q5"
_CAPITAL = f"[{''.join(filter(str.isupper, map(chr, range(0x530))))}]"  # Latin, Greek, Cyrillic
_NAMES = re.compile(rf"{_CAPITAL}[\w'’-]*(?: {_CAPITAL}[\w'’-]*)*")
_FORM = "a line must be an item of the dump, or an object with id, name, description and links"


@dataclass(frozen=True, slots=True)
class Item:
    """What the dump says of a thing; `type` is empty where it is not known."""

    id: str
    name: str
    aliases: tuple[str, ...]
    description: str
    type: str
    links: int

    @classmethod
    def from_record(cls, record: Mapping[str, Any], language: Language = ENGLISH) -> Self | None:
        """An item of the dump or of a table; None without a name in the language."""
        code = language.code
        if "labels" not in record:
            name, description = record.get("name") or "", record.get("description") or ""
            aliases, links = record.get("aliases") or [], int(record.get("links") or 0)
            type_ = record.get("type") or _type(description, language)
        else:
            labels = record["labels"] or {}
            label = labels.get(code) or labels.get("mul") or {}
            name = label.get("value") or ""
            description = (record.get("descriptions") or {}).get(code, {}).get("value") or ""
            aliases = [a["value"] for a in (record.get("aliases") or {}).get(code, ())]
            links = len(record.get("sitelinks") or ())
            human = _HUMAN in _classes(record.get("claims") or {})
            type_ = "PER" if human else _type(description, language)
        if not name:
            return None
        return cls(str(record["id"]), name, tuple(aliases), description, type_, links)


Candidate = tuple[float, Item]
"""How common an item is among those of its name, and the item."""


def _classes(claims: Mapping[str, Any]) -> set[str]:
    """The ids of what an item is an instance of (P31)."""
    snaks = [claim.get("mainsnak") or {} for claim in claims.get("P31") or ()]
    values = [(snak.get("datavalue") or {}).get("value") or {} for snak in snaks]
    return {str(value["id"]) for value in values if "id" in value}


def _type(description: str, language: Language) -> str:
    """The type of the first noun of a known kind before a preposition: *city in Norway*."""
    keys = [word.key for word in words(description, language)]
    end = next((i for i, word in enumerate(keys) if word in language.prepositions), len(keys))
    return next(filter(None, map(language.type_of_noun, reversed(keys[:end]))), "")


def read_items(path: str | Path, language: Language = ENGLISH) -> Iterator[Item]:
    """The items of a dump (an array, an item a line) or of JSON lines, compressed or not."""
    if not Path(path).is_file():
        raise CorpusError(f"{path} is not a file. Name the dump, or JSON lines of its items.")
    number = 0
    try:
        with opened(path) as lines:
            for line in lines:
                number += 1
                text = line.strip().rstrip(b",")
                if text in (b"", b"[", b"]"):
                    continue
                record = json.loads(text)
                if record.get("type") != "property" and (
                    item := Item.from_record(record, language)
                ):
                    yield item
    except (*DAMAGED, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CorpusError(f"{path}:{number}: {error!r}; {_FORM}. Correct it.") from error


def with_items(
    register: Register,
    items: Iterable[Item],
    threshold: float = THRESHOLD,
    language: Language = ENGLISH,
) -> Register:
    """A register with the ids, descriptions and aliases of the items that its names stand for.

    What speaks for an item is its number of pages, less for an alias, and ten times as much for
    each word of its description in a name `beside`, unless they speak for different items. The best
    is taken if it has `threshold` of the sum. A place has a line for each other item whose
    description has names that tell it: documents with these names, such as *Texas*, mean that item.
    """
    at: dict[Key, list[int]] = defaultdict(list)
    for i, name in enumerate(register.names):
        for key in {name_key(text, name.type, language) for text in name.names}:
            if not (name.type == "PER" and len(key) == 1):
                at[key].append(i)
    found: dict[int, dict[str, Candidate]] = defaultdict(dict)
    for item in items:
        for text, worth in ((item.name, 1.0), *((alias, ALIAS) for alias in item.aliases)):
            for i in at.get(name_key(text, item.type, language), ()):
                if coarse_type(item.type) in ("", coarse_type(register.names[i].type)):
                    known = found[i]
                    known.setdefault(item.id, (worth * (1 + item.links), item))
                    if len(known) > _MOST:
                        del known[min(known, key=lambda id_: (known[id_][1].links, id_))]
    names = {name.id: name.name for name in register.names}

    def told(item: Item) -> list[set[str]]:
        """For each name in a description its ids in the register."""
        keys = [name_key(text, "LOC", language) for text in _NAMES.findall(item.description)]
        return [{register.names[i].id for i in at.get(key, ())} for key in keys]

    made: list[RegisteredName] = []
    for i, name in enumerate(register.names):
        candidates = list(found[i].values()) if i in found and name.kb_id is None else []
        best = _best(name, candidates, names, threshold, language) if candidates else None
        own = {name.id}.union(*(told(best) if best else ()))
        others: list[RegisteredName] = []
        near = [told(item) for _, item in candidates] if name.type == "LOC" else []
        for (_, item), where in zip(candidates, near, strict=False):
            commoner = best is not None and item.links > best.links
            telling = _telling(name, where, commoner) - own
            weights = {
                rival.id: common * CONTEXT_FACTOR ** len(telling.intersection(set().union(*ids)))
                for (common, rival), ids in zip(candidates, near, strict=True)
            }
            enough = weights[item.id] >= threshold * sum(weights.values())
            if item is not best and telling and enough:
                line = RegisteredName(
                    f"{name.id}|{item.id}", name.name, "LOC", beside=(*sorted(telling),)
                )
                others.append(_with_item(line, item))
        if others:
            name = replace(name, beside=tuple(sorted(own - {name.id})))
        made += [name if best is None else _with_item(name, best), *others]
    return Register(tuple(made))


def _telling(name: RegisteredName, told: Sequence[set[str]], commoner: bool) -> set[str]:
    """Which names of a description tell an item from the one that the corpus means by a name.

    The last one is too wide: *Lamar County, Texas, United States*. The first of three tells by
    itself, the others if they stand `beside` the name in the corpus, or their item is commoner.
    """
    narrow = told[:1] if len(told) > 2 else []
    beside = set[str]().union(*(told[:-1] or told))
    return (beside if commoner else beside & set(name.beside)).union(*narrow)


def _best(
    name: RegisteredName,
    candidates: Sequence[Candidate],
    names: Mapping[str, str],
    threshold: float,
    language: Language,
) -> Item | None:
    """The item that most speaks for, if it is enough."""
    beside = {
        word.key for id_ in name.beside for word in words(names.get(id_, ""), language)
    } - set(name_key(name.name, name.type, language))
    places = {word.lower(): place for word, place in language.demonyms.items()}

    def hits(item: Item) -> set[str]:
        told = [word for word in words(item.description, language) if word.text[0].isupper()]
        where = (places.get(word.text.lower(), "") for word in told)
        near = {word.key for word in told} | {w.key for p in where for w in words(p, language)}
        return near & beside

    spoken = [hits(item) for _, item in candidates]
    most = max(spoken, key=len)
    factor = CONTEXT_FACTOR if all(near <= most for near in spoken) else 1
    weighed = [
        (common * factor ** len(near), item)
        for near, (common, item) in zip(spoken, candidates, strict=True)
    ]
    weight, best = min(weighed, key=lambda row: (-row[0], len(row[1].id), row[1].id))
    return best if weight >= threshold * sum(weight for weight, _ in weighed) else None


def _with_item(name: RegisteredName, item: Item) -> RegisteredName:
    """A name with an item and its aliases that are new, and no single word of a person."""
    keys = {name_key(text, name.type) for text in name.names}
    keyed = [(a, name_key(a, name.type)) for a in dict.fromkeys((item.name, *item.aliases))]
    more = [a for a, k in keyed if k not in keys and not (name.type == "PER" and len(k) == 1)]
    aliases = (*name.aliases, *more[:_MOST_ALIASES])
    return replace(name, kb_id=item.id, description=item.description, aliases=aliases)
