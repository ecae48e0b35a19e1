"""A register of the names of a corpus: one id and one type for each, in every document.

It is a file of JSON lines, a name each, which `salience names` writes and a person may edit. What
it makes of a document depends on that document and on the register alone.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from spacy.language import Language as SpacyLanguage
from spacy.tokens import Doc

from salience.components.model_component import OneFileComponent
from salience.corpus.formats.compression import suffixes
from salience.corpus.json_lines import read_json_lines
from salience.entities.extraction import place_of_entity
from salience.errors import CorpusError
from salience.language import ENGLISH, Language, language_of
from salience.names.entity_names import normalise, usual_name
from salience.names.keys import Key, key_of
from salience.names.proper_names import read_name, without_legal_form
from salience.types import TYPES, Entity, Mention, ParsedDocument, coarse_type

FACTORY = "salience_register"
BESIDE = 10
"""So many names are kept that stand beside a person's most often."""
_MAIN = 15
"""So many entities of a document, those with most mentions, count as beside the others."""
_EVERYWHERE, _FEW = 0.25, 3
"""What stands in a larger share of the documents tells nothing, but for so few of them."""
_HALF, _SMALL = 0.5, 6
"""The share where half of the documents are so few."""
_ADVICE = "Correct the line, or write the register anew with `salience names`."
_NO_REGISTER = "this is no register; `salience names corpus.jsonl -o names.jsonl` writes one."


@dataclass(frozen=True, slots=True)
class RegisteredName:
    """What a corpus knows by a name: in how many of its `documents` it was read as which of the
    `types`.

    `beside` has the ids that tell most of them; `kb_id` and `description` are of a knowledge base.
    """

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()
    types: Mapping[str, int] = field(default_factory=dict)
    documents: int = 0
    beside: tuple[str, ...] = ()
    kb_id: str | None = None
    description: str = ""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The name of a line; a ValueError says what is wrong with it."""
        if "entities" in record:
            raise CorpusError(_NO_REGISTER)
        for name in ("id", "name", "type"):
            if not isinstance(text := record.get(name), str) or not text.strip():
                raise ValueError(f"{name} must be a text that is not empty, got {text!r}")
        if record["type"] not in TYPES:
            raise ValueError(f"type must be one of {', '.join(TYPES)}, got {record['type']!r}")
        for name in ("aliases", "acronyms", "beside"):
            values = record.get(name) or []
            if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
                raise ValueError(f"{name} must be a list of texts, got {values!r}")
        for name in ("kb_id", "description"):
            if not isinstance(record.get(name) or "", str):
                raise ValueError(f"{name} must be a text, got {record[name]!r}")
        documents, types = record.get("documents") or 0, record.get("types") or {}
        numbers = [documents, *types.values()] if isinstance(types, dict) else [None]
        if not all(isinstance(n, int) for n in numbers):
            raise ValueError("documents must be a number, and types an object with numbers")
        return cls(
            record["id"],
            record["name"],
            record["type"],
            aliases=tuple(record.get("aliases") or ()),
            acronyms=tuple(record.get("acronyms") or ()),
            types=types,
            documents=documents,
            beside=tuple(record.get("beside") or ()),
            kb_id=record.get("kb_id") or None,
            description=record.get("description") or "",
        )

    def to_dict(self) -> dict[str, Any]:
        """The line of it; what is empty is left out but for aliases and acronyms."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        optional = ("beside", "kb_id", "description")
        return {name: value for name, value in kept.items() if value or name not in optional}

    @property
    def given_id(self) -> str:
        """The id that its entities get."""
        return self.kb_id or self.id

    @property
    def names(self) -> tuple[str, ...]:
        """All its names."""
        return (self.name, *self.aliases, *self.acronyms)


@dataclass(frozen=True)
class Register:
    """The names that a corpus knows; where `apply` finds one, the entity gets its id and type.

    Of several names the one counts that has the entity's type, then the one in whose company
    (`beside`) the document is, then the one in most documents.
    """

    names: tuple[RegisteredName, ...] = ()

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a file of JSON lines, perhaps compressed; a `CorpusError` names file and line."""
        path = Path(path)
        if not path.is_file():
            raise CorpusError(f"{path} is not a file. Name a register that `salience names` wrote.")
        if suffixes(path.name)[0] != ".jsonl":
            raise CorpusError(f"{path}: {_NO_REGISTER}")
        names: dict[str, RegisteredName] = {}
        make = RegisteredName.from_record
        for place, name in read_json_lines(path, make, "a name of a register", _ADVICE):
            if name.id in names:
                raise CorpusError(
                    f"{place}: the id {name.id!r} is that of another line, of "
                    f"{names[name.id].name!r}; put both on one line, or give one another id."
                )
            names[name.id] = name
        return cls(tuple(names.values()))

    def lines(self, types: Container[str] | None = None) -> Iterator[str]:
        """The lines of its file, those of names of some types or of all."""
        for name in self.names:
            if types is None or name.type in types:
                line = json.dumps(name.to_dict(), ensure_ascii=False)
                # Unpaired surrogates become escapes of JSON, which UTF-8 can hold.
                yield line.encode(errors="backslashreplace").decode()

    @cached_property
    def _by_key(self) -> dict[Key, list[RegisteredName]]:
        by_key: dict[Key, list[RegisteredName]] = defaultdict(list)
        for name in self.names:
            for key in dict.fromkeys(name_key(text, name.type) for text in name.names):
                by_key[key].append(name)
        return by_key

    @cached_property
    def _firms(self) -> dict[Key, dict[str, frozenset[int]]]:
        """By names without their legal forms, the ids of firms and the families of these forms."""
        firms: dict[Key, dict[str, frozenset[int]]] = defaultdict(dict)
        for name in self.names:
            for text in name.names if name.type == "ORG" else ():
                bare, families = without_legal_form(name_key(text, "ORG"))
                if families:
                    firms[bare][name.id] = firms[bare].get(name.id, families) | families
        return firms

    def meant(self, text: str) -> set[str]:
        """The ids of the entities that an id of the register, or else any of its names, means."""
        named = (n for t in TYPES for n in self._by_key.get(name_key(text, t), ()) if n.type == t)
        known = self._by_id.get(text)
        return {name.given_id for name in (named if known is None else (known,))}

    @cached_property
    def _by_id(self) -> dict[str, RegisteredName]:
        return {name.id: name for name in self.names}

    def _known(self, entity: Entity, language: Language) -> Sequence[RegisteredName]:
        """The names that an entity may have."""
        key = () if entity.is_nominal else name_key(entity.name, entity.type, language)
        if (names := self._by_key.get(key, [])) or entity.type != "ORG":
            return names
        return self._firm(*without_legal_form(key, language))

    def _firm(self, bare: Key, families: frozenset[int]) -> Sequence[RegisteredName]:
        """The one firm that has a name in another legal form; or with one, or without, alone."""
        plain, firms = self._by_key.get(bare, []), self._firms.get(bare, {})
        if not firms:
            return plain if len(plain) == 1 and plain[0].type == "ORG" else []
        [(id_, known), *others] = firms.items()
        person = len(bare) == 1 and not families and bare[0] in self._families
        fits = not person and (not families or families & known)
        return [self._by_id[id_]] if fits and not others else []

    @cached_property
    def _families(self) -> dict[str, list[RegisteredName]]:
        """By family name, the people who have it."""
        families: dict[str, list[RegisteredName]] = defaultdict(list)
        for name in self.names:
            words = read_name(name.name.split(), "PER").words if name.type == "PER" else ()
            if len(words) > 1:
                families[words[-1]].append(name)
        return families

    def apply(self, parsed: ParsedDocument) -> ParsedDocument:
        """A document with the ids and types of the register."""
        language = language_of(parsed.language)
        sure = [self._known(entity, language) for entity in parsed.entities]
        company = {name.id for names in sure if len(names) == 1 for name in names}
        company |= {entity.id for entity in parsed.entities}
        taken = _known_families(parsed.entities, language)
        chosen: list[RegisteredName | None] = []
        for entity, names in zip(parsed.entities, sure, strict=True):
            person = self._person(entity, company, taken, language)
            chosen.append(person or _likeliest(entity, names, company))
        return _with_names(parsed, _agreeing(parsed.entities, chosen, language))

    def _person(
        self, entity: Entity, company: set[str], taken: set[str], language: Language
    ) -> RegisteredName | None:
        """The person whose family name an entity has, where that is sure."""
        words = read_name(entity.name.split(), "PER", language).words
        if entity.is_nominal or len(words) > 1 or entity.type != "PER" or words[0] in taken:
            return None
        people = self._families.get(words[0], [])
        near = [name for name in people if not company.isdisjoint(name.beside)]
        return near[0] if len(near) == 1 else None


def name_key(name: str, type_: str, language: Language = ENGLISH) -> Key:
    """The words that a name is looked up by."""
    usual = usual_name(name, type_, language)
    return key_of(normalise(usual, language), language) or (usual,)


def _known_families(entities: Iterable[Entity], language: Language) -> set[str]:
    """The family names of people whose given name a document has too."""
    names = (read_name(e.name.split(), "PER", language).words for e in entities if e.type == "PER")
    return {words[-1] for words in names if len(words) > 1}


def _likeliest(
    entity: Entity, names: Sequence[RegisteredName], company: set[str]
) -> RegisteredName | None:
    def rank(name: RegisteredName) -> tuple[bool, int, int, str]:
        near = len(company.intersection(name.beside))
        return _differ(name, entity), -near, -name.documents, name.id

    return min(names, key=rank, default=None)


def _agreeing(
    entities: Sequence[Entity], chosen: Sequence[RegisteredName | None], language: Language
) -> list[RegisteredName | None]:
    """What was chosen, where the document does not speak against it."""
    agreeing: list[RegisteredName | None] = []
    rows = list(zip(entities, chosen, strict=True))
    same = {name.id for entity, name in rows if name and not _differ(name, entity)}
    for entity, name in rows:
        told = any(m.head.lower() in language.he_and_she for m in entity.mentions)
        other = name is not None and _differ(name, entity)
        against = other and name and (name.id in same or (told and name.type != "PER"))
        agreeing.append(None if against else name)
    return agreeing


def _differ(name: RegisteredName, entity: Entity) -> bool:
    """Whether a name and an entity are of different types; an event, say, may be `MISC` too."""
    return coarse_type(name.type) != coarse_type(entity.type)


def _with_names(parsed: ParsedDocument, chosen: Sequence[RegisteredName | None]) -> ParsedDocument:
    """The document with ids and types; entities of one name of the register are one."""
    entities: list[Entity] = []
    counts: list[int] = []
    places: dict[str, int] = {}
    rows = zip(parsed.entities, parsed.head_counts, chosen, strict=True)
    for entity, count, name in rows:
        if name is not None:
            kb_id = name.kb_id or entity.kb_id
            entity = replace(entity, type=name.type, id=kb_id or name.id, kb_id=kb_id)
            if (at := places.setdefault(entity.id, len(entities))) < len(entities):
                if not entities[at].mentions:  # the headline alone had it
                    counts[at] = count
                entities[at] = _joined(entities[at], entity)
                continue
        entities.append(entity)
        counts.append(count)
    order = sorted(range(len(entities)), key=lambda i: place_of_entity(entities[i]))
    return replace(
        parsed,
        entities=tuple(entities[i] for i in order),
        head_counts=tuple(counts[i] for i in order),
    )


def _joined(a: Entity, b: Entity) -> Entity:
    """Two entities as one, with the longer name."""

    def both(x: tuple[Mention, ...], y: tuple[Mention, ...]) -> tuple[Mention, ...]:
        return tuple(sorted((*x, *y), key=lambda m: (m.start, -m.end)))

    name = max(a.name, b.name, key=lambda text: text.count(" "))
    mentions, titled = both(a.mentions, b.mentions), both(a.title_mentions, b.title_mentions)
    return replace(a, name=name, mentions=mentions, title_mentions=titled)


class RegisterPipe(OneFileComponent):
    """A spaCy component that carries a register with a pipeline, for `registered`."""

    def __init__(self, register: Register) -> None:
        self.register = register

    def __call__(self, doc: Doc) -> Doc:
        """The Doc as it is."""
        return doc

    def to_bytes(self, *, exclude: Any = ()) -> bytes:
        """The register, as spaCy asks for it."""
        return "\n".join(self.register.lines()).encode()

    def from_bytes(self, data: bytes, *, exclude: Any = ()) -> Self:
        """Take over a register."""
        records = map(json.loads, data.decode().split("\n") if data else ())
        self.register = Register(tuple(map(RegisteredName.from_record, records)))
        return self


@SpacyLanguage.factory(FACTORY)
def make_register(nlp: SpacyLanguage, name: str) -> RegisterPipe:
    """A component whose register is still empty."""
    return RegisterPipe(Register())


def register_of(nlp: SpacyLanguage) -> Register | None:
    """The register that a pipeline carries, if any."""
    pipe: Any = nlp.get_pipe(FACTORY) if FACTORY in nlp.pipe_names else None
    return pipe and pipe.register


def registered(nlp: SpacyLanguage, parsed: ParsedDocument) -> ParsedDocument:
    """A document of a pipeline, with the ids and types of the register that it carries, if any."""
    register = register_of(nlp)
    return parsed if register is None else register.apply(parsed)


@dataclass(slots=True)
class _Counts:
    names: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    type: str = ""
    kb_id: str | None = None


class RegisterMaker:
    """Counts the names of documents, first as they were read, then with the ids of the corpus."""

    def __init__(self) -> None:
        self._counts: dict[str, _Counts] = defaultdict(_Counts)
        self._documents = 0

    def add(self, read: ParsedDocument, joined: ParsedDocument) -> None:
        """Take in a document as it was read and as `JoinedNames.apply` has made it."""
        self._documents += 1
        main = sorted(joined.entities, key=lambda e: (-len(e.mentions), e.id))[:_MAIN]
        ids = dict.fromkeys(entity.id for entity in main)
        seen: set[str] = set()
        for was, entity in zip(read.entities, joined.entities, strict=True):
            if entity.is_nominal:
                continue
            counts = self._counts[entity.id]
            counts.names[entity.name] += 1
            counts.type, counts.kb_id = entity.type, entity.kb_id
            if entity.id in seen:
                continue
            seen.add(entity.id)
            counts.types[was.type] += 1
            counts.documents += 1
            if entity.kb_id is None:
                counts.beside.update(id_ for id_ in ids if id_ != entity.id)

    def register(self, language: Language = ENGLISH) -> Register:
        """The register of all documents so far, in the order of ids."""
        counted = sorted(self._counts.items())
        return Register(
            tuple(_registered(id_, n, self._telling(n.beside), language) for id_, n in counted)
        )

    def _telling(self, beside: Counter[str]) -> tuple[str, ...]:
        """The ids that tell most: often beside a person, and not in every other document."""
        few = max(_FEW, min(_HALF * self._documents, _SMALL))
        often = max(_EVERYWHERE * self._documents, few)
        in_all = {id_: self._counts[id_].documents for id_ in beside}
        worth = {
            id_: n * math.log(1 + self._documents / in_all[id_])
            for id_, n in beside.items()
            if in_all[id_] <= often
        }
        return tuple(sorted(worth, key=lambda id_: (-worth[id_], id_))[:BESIDE])


def _registered(
    id_: str, counts: _Counts, beside: tuple[str, ...], language: Language
) -> RegisteredName:
    """The name of an id: of its names the longest, then the most frequent, then the first."""
    order = sorted(counts.names, key=lambda n: (-n.count(" "), -counts.names[n], n))
    keys = {name_key(order[0], counts.type, language)}
    others: list[str] = []
    for name in order[1:]:
        if (key := name_key(name, counts.type, language)) not in keys:
            keys.add(key)
            others.append(name)
    short = [name for name in others if read_name([name], "ORG", language).acronym]
    types = {t: counts.types[t] for t in TYPES if counts.types[t]}
    return RegisteredName(
        id=id_,
        name=order[0],
        type=counts.type if counts.type in TYPES else "MISC",
        aliases=tuple(name for name in others if name not in short),
        acronyms=tuple(short),
        types=types,
        documents=counts.documents,
        beside=beside,
        kb_id=counts.kb_id,
    )
