"""Which names of a corpus are of one thing, so that ids hold across documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from salience.entities.name_table import NameTable
from salience.language import ENGLISH, Language, language_of
from salience.names.entity_names import normalise, usual_name
from salience.names.keys import Key, key_of, searched_name, stems
from salience.names.proper_names import (
    Name,
    abbreviates,
    owner_first,
    read_name,
    same_name,
    without_legal_form,
)
from salience.types import COARSE_TYPES, FINE_TYPES, Entity, ParsedDocument, coarse_type

_SURE = 0.9
"""The share of documents in which a name must be short for the same longer one."""
_ENOUGH = 1 / 3
"""The share of the documents with a short name that must have the longer one as well."""
_SEVERAL = 0.2
"""The share of documents from which on a type of a bare name stands for another thing."""
_PLACE = 1 / 3
"""The share of documents from which on a name is a place's, which the recogniser often misreads."""


@dataclass(slots=True)
class _Seen:
    """In how many documents a name has which spelling, coarse and fine type, which longer name."""

    spellings: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    fine: Counter[str] = field(default_factory=Counter)
    longer: Counter[Key] = field(default_factory=Counter)


class CorpusNames:
    """Collects the names of documents; then gives their entities ids that hold across documents.

    Entities get one id if their fullest names are equal but for case, accents, hyphens, determiners
    and titles; names of one thing in the user's table or `name_variants.txt`; an acronym or
    shorter name of two words and the longer one that documents say it is short for, in whatever
    spelling; or a firm with and without its legal form. The type is a part of the id; that of most
    documents counts. Entities with an id of a linker stay.
    """

    def __init__(self, table: NameTable | None = None) -> None:
        self._table = table or NameTable()
        self._seen: dict[Key, _Seen] = defaultdict(_Seen)
        self._apart: set[tuple[Key, str, str]] = set()
        self._people: set[Key] = set()  # names that are a person's for sure
        # Firms by their name without legal form, with the families that this may be of.
        self._firms: dict[Key, dict[Key, frozenset[int]]] = defaultdict(dict)
        self._several_firms: set[Key] = set()

    def add(self, parsed: ParsedDocument) -> None:
        """Take in the names of a document."""
        language = language_of(parsed.language)
        counted: set[tuple[Key, str]] = set()
        types: dict[Key, set[str]] = defaultdict(set)
        firms: dict[Key, set[Key]] = defaultdict(set)
        for entity in parsed.entities:
            if entity.kb_id is not None:
                continue
            name, key = _name(self._table, entity.name, entity.type, language)
            if entity.type == "PER":
                self._people |= _sure_people(entity, key, language)
            bare, families = without_legal_form(key, language)
            if families and entity.type == "ORG":
                self._firms[bare][key] = families
                firms[bare].add(key)
            coarse, seen = coarse_type(entity.type), self._seen[key]
            for type_, counts in ((coarse, seen.types), (entity.type, seen.fine)):
                if (key, type_) not in counted:
                    counted.add((key, type_))
                    counts[type_] += 1
            if not _is_alias(entity, key, language):
                types[key].add(coarse)
            seen.spellings[normalise(name, language)] += 1
            for short in _short_names(self._table, entity, key, language):
                self._seen[short].longer[key] += 1
        for key, told in types.items():
            pairs = combinations(sorted(told - {""}), 2)
            self._apart.update((key, a, b) for a, b in pairs)
        self._several_firms.update(bare for bare, keys in firms.items() if len(keys) > 1)

    def joined(self) -> JoinedNames:
        """What the documents so far say."""
        one = self._one_name()
        merged = self._merged(one)
        fullest = {key: _fullest(one.get(key, key), merged) for key in self._seen}
        types: dict[Key, Counter[str]] = defaultdict(Counter)
        fine: dict[Key, Counter[str]] = defaultdict(Counter)
        for key, seen in self._seen.items():
            types[fullest[key]] += seen.types
            fine[fullest[key]] += seen.fine
        apart = {(fullest[key], a, b) for key, a, b in self._apart}
        people = {fullest.get(key, key) for key in self._people}
        ids: dict[Key, str] = {}
        for name, id_ in self._table.ids.items():
            key = _name(self._table, name, "", ENGLISH)[1]
            ids.setdefault(fullest.get(key, key), id_)
        return JoinedNames(
            self._table,
            ids,
            fullest,
            {key: self._spelling(key) for key in types},
            {key: _types(key, counts, apart, people) for key, counts in types.items()},
            {key: _fine_type(counts, types[key]["MISC"]) for key, counts in fine.items()},
        )

    def _one_name(self) -> dict[Key, Key]:
        """For spellings of a long name and for a firm in several forms, the most frequent one; for
        a body with what it is of before it, the name with that behind it."""
        bodies = sorted(key for key, seen in self._seen.items() if seen.types["ORG"])
        turned = ((owner_first(key), key) for key in bodies)
        one = {first: key for first, key in turned if first != key and first in self._seen}
        one |= dict(self._spelt_otherwise())
        for bare, forms in sorted(self._firms.items()):
            if not frozenset.intersection(*forms.values()) or bare in self._several_firms:
                continue
            best = min(forms, key=lambda form: (-self._seen[form].types.total(), form))
            names = {*forms, bare} if self._is_firm(bare, best) else set(forms)
            one |= {name: best for name in sorted(names) if name != best}
        return {name: one.get(best, best) for name, best in one.items()}

    def _is_firm(self, bare: Key, form: Key) -> bool:
        """Whether a bare name is a firm's, and no place or person of the corpus has it."""
        if bare not in self._seen or bare in self._people:
            return False
        types = self._seen[bare].types
        apart = any((bare, *pair) in self._apart for pair in (("LOC", "ORG"), ("ORG", "PER")))
        firm = types["ORG"] + self._seen[form].types["ORG"] > types["PER"]
        return firm and not apart and types["LOC"] < _PLACE * types.total()

    def _spelt_otherwise(self) -> Iterator[tuple[Key, Key]]:
        """Spellings of the long name of an acronym, with the most frequent one."""
        taken: set[Key] = set()
        for short in sorted(self._seen):
            longer = self._seen[short].longer
            if len(short) > 1 or len(longer) < 2:
                continue
            best = _most(longer)
            same = {key for key in longer if _is_spelling(key, best)} | {best}
            if taken.isdisjoint(same) and sum(longer[k] for k in same) >= _SURE * longer.total():
                taken |= same
                yield from ((key, best) for key in same if key != best)

    def _merged(self, one: Mapping[Key, Key]) -> dict[Key, _Seen]:
        """What documents say of names and of all that is one name with them."""
        merged: dict[Key, _Seen] = defaultdict(_Seen)
        for name, seen in self._seen.items():
            key = one.get(name, name)
            merged[key].types += seen.types
            for longer, n in seen.longer.items():
                if len(full := one.get(longer, longer)) > len(key):
                    merged[key].longer[full] += n
        return merged

    def _spelling(self, key: Key) -> str:
        """The most frequent spelling of a name, the first by letters of equals."""
        spellings = self._seen[key].spellings
        return min(spellings, key=lambda x: (-spellings[x], x), default=" ".join(key))


def _most(longer: Counter[Key]) -> Key:
    """The name that is counted most, the first by letters of equals."""
    return min(longer, key=lambda name: (-longer[name], name))


def _fullest(key: Key, seen: Mapping[Key, _Seen]) -> Key:
    """The longest name that a name is short for; each is longer than the one before it."""
    while longer := seen[key].longer:
        best = _most(longer)
        if longer[best] < _SURE * longer.total() or not _holds(key, best, seen):
            break
        key = best
    return key


def _holds(short: Key, long: Key, seen: Mapping[Key, _Seen]) -> bool:
    """Whether documents enough say that a name is short for another."""
    say = seen[short].longer[long]
    sure = len(short) == 1 or "PER" in seen[long].types
    return say >= _ENOUGH * (say + seen[short].types.total()) or (sure and say > 1)


def _is_spelling(a: Key, b: Key) -> bool:
    """Whether two long names of an acronym are one but for small words and plurals."""
    left_out = ENGLISH.left_out_of_acronyms
    core = [stems(tuple(w for w in key if w not in left_out)) for key in (a, b)]
    return core[0] == core[1] or same_name(read_name(a, "ORG"), read_name(b, "ORG"), "ORG")


def _sure_people(entity: Entity, key: Key, language: Language) -> set[Key]:
    """The names of a person that are no other thing's: a family name, a given one, one with a
    title or with *he*; and a country's (*Jordan*), which the recogniser took for a person all the
    same."""
    if len(key) > 1:
        return {key[-1:]}
    words = entity.mentions + entity.title_mentions
    told = any(m.head.lower() in language.he_and_she for m in words) or any(
        read_name(m.text.split(), "PER", language).title for m in words if m.kind == "named"
    )
    known = key[0] in language.given_genders or key[0] in language.countries
    return {key} if told or known else set()


@dataclass(frozen=True, slots=True)
class JoinedNames:
    """What `CorpusNames` found: by name the fullest one, by that its id, spelling and types.

    `types` has coarse ones, `fine` what a name is that is `MISC`.
    """

    table: NameTable
    ids: Mapping[Key, str]
    fullest: Mapping[Key, Key]
    spellings: Mapping[Key, str]
    types: Mapping[Key, Mapping[str, str]]
    fine: Mapping[Key, str]

    def apply(self, parsed: ParsedDocument, kept: Container[str] = ()) -> ParsedDocument:
        """A document that was added, with the types and ids of the corpus, but for ids `kept`."""
        language = language_of(parsed.language)
        entities = (e if e.id in kept else self._entity(e, language) for e in parsed.entities)
        return replace(parsed, entities=tuple(entities))

    def _entity(self, entity: Entity, language: Language) -> Entity:
        if entity.kb_id is not None:
            return entity
        own = _name(self.table, entity.name, entity.type, language)[1]
        key = self.fullest[own]
        coarse = "" if _is_alias(entity, own, language) else coarse_type(entity.type)
        type_, kb_id = self.types[key][coarse], self.ids.get(key)
        id_ = kb_id or f"name:{self.spellings[key]}|{type_}"
        type_ = self.fine[key] if type_ == "MISC" else type_
        return replace(entity, type=type_, id=id_, kb_id=kb_id)


def _name(table: NameTable, name: str, type_: str, language: Language) -> tuple[str, Key]:
    """The usual name and its words; of a name without letters the name itself."""
    known = table.names.get(_key(name, language), name)
    usual = usual_name(known, type_, language)
    return usual, _key(usual, language) or (usual,)


def _key(name: str, language: Language) -> Key:
    return key_of(normalise(name, language), language)


def _is_alias(entity: Entity, key: Key, language: Language) -> bool:
    """Whether a list says that the name of an entity stands for another name, whatever its type."""
    return (_key(entity.name, language) or (entity.name,)) != key


def _short_names(table: NameTable, entity: Entity, key: Key, language: Language) -> set[Key]:
    """The names in an entity that may be short for its full name wherever they stand."""
    texts = {
        searched_name(m) for m in (*entity.mentions, *entity.title_mentions) if m.kind == "named"
    }
    keys = ((text, _name(table, text, entity.type, language)[1]) for text in sorted(texts))
    shorter = ((text, short) for text, short in keys if len(short) < len(key))
    return {short for text, short in shorter if _is_short(text, short, entity, language)}


def _is_short(text: str, key: Key, entity: Entity, language: Language) -> bool:
    name, full = (read_name(x.split(), entity.type, language) for x in (text, entity.name))
    if len(key) == 1 and (entity.type == "PER" or not name.acronym):
        return False
    if _numbers(name) != _numbers(full):  # *World Cup* is no *1998 World Cup*
        return False
    return same_name(name, full, coarse_type(entity.type)) or (
        len(key) == 1 and abbreviates(name, full)
    )


def _numbers(name: Name) -> set[str]:
    return {word for word in name.words if any(map(str.isdigit, word))}


def _fine_type(counts: Counter[str], documents: int) -> str:
    """What most documents are sure of that a `MISC` name is, if enough of them are."""
    most = max(FINE_TYPES, key=lambda type_: counts[type_])
    return most if 0 < counts[most] >= _SEVERAL * documents else "MISC"


def _types(
    key: Key, counts: Counter[str], apart: set[tuple[Key, str, str]], people: set[Key]
) -> dict[str, str]:
    """For each type of a name, the type that it stands for."""
    known = {type_: n for type_, n in counts.items() if type_}
    if not known:
        return {"": ""}
    order = {type_: i for i, type_ in enumerate(COARSE_TYPES)}
    most = min(known, key=lambda t: (-known[t], order.get(t, len(order)), t))
    stands: dict[str, str] = {"": most}
    for type_, n in known.items():
        a, b = sorted((type_, most))
        person = len(key) == 1 and key in people and "PER" in (a, b)
        several = n >= _SEVERAL * sum(known.values())
        stands[type_] = type_ if several and (person or (key, a, b) in apart) else most
    return stands
