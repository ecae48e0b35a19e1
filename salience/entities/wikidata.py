"""Ids of Wikidata for the names of a register, from its dump or from a table made of one.

The dump is read item by item, so that it may be of any size; it is CC0. What counts of an item is
the English label, aliases and description, whether it is a human (P31: Q5), and how many wikis have
a page of it.
"""

import json
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

THRESHOLD = 0.6
"""An item is taken from this share of all that speaks for the items of a name."""
ALIAS = 0.3
"""So much less likely is an item one of whose aliases the name is."""
_MOST = 50  # items of a name that are kept, those with most pages
_MOST_ALIASES = 20
_HUMAN = "Q5"
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
    each word of its description in a name `beside`. The best is taken if it has `threshold` of the
    sum.
    """
    at: dict[Key, list[int]] = defaultdict(list)
    for i, name in enumerate(register.names):
        for key in {name_key(text, name.type, language) for text in name.names}:
            if not (name.type == "PER" and len(key) == 1):
                at[key].append(i)
    found: dict[int, dict[str, tuple[float, Item]]] = defaultdict(dict)
    for item in items:
        for text, worth in ((item.name, 1.0), *((alias, ALIAS) for alias in item.aliases)):
            for i in at.get(name_key(text, item.type, language), ()):
                if item.type in ("", register.names[i].type):
                    known = found[i]
                    known.setdefault(item.id, (worth * (1 + item.links), item))
                    if len(known) > _MOST:
                        del known[min(known, key=lambda id_: (known[id_][1].links, id_))]
    names = {name.id: name.name for name in register.names}
    return Register(
        tuple(
            _with_item(name, _best(name, list(found[i].values()), names, threshold, language))
            if i in found
            else name
            for i, name in enumerate(register.names)
        )
    )


def _best(
    name: RegisteredName,
    candidates: Sequence[tuple[float, Item]],
    names: Mapping[str, str],
    threshold: float,
    language: Language,
) -> Item | None:
    """The item that most speaks for, if it is enough."""
    beside = {
        word.key for id_ in name.beside for word in words(names.get(id_, ""), language)
    } - set(name_key(name.name, name.type, language))
    places = {word.lower(): place for word, place in language.demonyms.items()}

    def worth(common: float, item: Item) -> float:
        told = [word for word in words(item.description, language) if word.text[0].isupper()]
        where = (places.get(word.text.lower(), "") for word in told)
        near = {word.key for word in told} | {w.key for p in where for w in words(p, language)}
        return common * CONTEXT_FACTOR ** len(near & beside)

    weighed = [(worth(common, item), item) for common, item in candidates]
    most, best = min(weighed, key=lambda row: (-row[0], len(row[1].id), row[1].id))
    return best if most >= threshold * sum(weight for weight, _ in weighed) else None


def _with_item(name: RegisteredName, item: Item | None) -> RegisteredName:
    if item is None or name.kb_id is not None:
        return name
    known = {name_key(text, name.type) for text in name.names}
    more = [a for a in dict.fromkeys((item.name, *item.aliases)) if _is_safe(a, name, known)]
    return replace(
        name,
        kb_id=item.id,
        description=item.description,
        aliases=(*name.aliases, *more[:_MOST_ALIASES]),
    )


def _is_safe(alias: str, name: RegisteredName, known: set[Key]) -> bool:
    """Whether an alias may be looked for: it is new, and no single word of a person."""
    key = name_key(alias, name.type)
    return key not in known and not (name.type == "PER" and len(key) == 1)
