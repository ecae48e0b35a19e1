"""Which names of a document stand in an abstract: several rules, the surest first.

The names are those of the document, which has more of them and in more forms, so that names which
the pipeline overlooks in the abstract are found as well. docs/contributing.md says how to add a
rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from salience.language import language_of
from salience.names.index import Covering, Persons, parts_of
from salience.names.keys import (
    LONGEST,
    Key,
    Sequences,
    Text,
    canonical,
    key_of,
    names_of,
    searched_name,
    stems,
    words,
)
from salience.names.proper_names import Name, acronyms, read_name, same_name
from salience.types import Entity, Kind, Mention, ParsedDocument

_OFTEN = 3  # Mentions of an entity that a word without capital, or within a name, may stand for.
_CAPITALS = 0.8  # If so many of the longer words have a capital, capitals say nothing.
_TYPES = frozenset(("PER", "ORG", "LOC"))


class Hit(NamedTuple):
    """A name of the document that a rule found in words `start` to `end - 1` of the abstract."""

    entity: int
    start: int
    end: int
    mention: Mention


@dataclass(frozen=True, slots=True)
class Match:
    """A document entity whose name stands in words `start` to `end - 1` of the abstract."""

    entity: int
    start: int
    end: int
    rule: str
    kind: Kind
    mention: Mention
    candidates: tuple[int, ...]


def search(document: ParsedDocument, abstract: ParsedDocument) -> list[Match]:
    """Find the names of a document in an abstract, the surest first.

    A word of the abstract belongs to one name, that of the surest rule; only `inner name` looks
    into names. Of several entities the one is chosen whose whole mention the words are; then one
    that stands in the abstract anyway; then one of the type of the words; then that with most
    mentions.
    """
    state = _Search(document, abstract)
    for rule in RULES:
        state.take(rule)
    return state.matches


class _Search:
    """What is found so far: which words are taken, and by which entities."""

    def __init__(self, document: ParsedDocument, abstract: ParsedDocument) -> None:
        self.entities, self.abstract = document.entities, abstract
        self.language = language = language_of(document.language)
        self.text = Text(words(abstract.document.text, language))
        self.keys = self.text.keys
        long = [word for word in self.text.words if len(word.text) > 3]
        self.cased = sum(word.capital for word in long) < _CAPITALS * max(len(long), 1)
        self.whole = [names_of(e, whole_mentions=True, language=language) for e in self.entities]
        self.proper = [names_of(e, whole_mentions=False, language=language) for e in self.entities]
        self.any = [proper | whole for proper, whole in zip(self.proper, self.whole, strict=True)]
        named = ((m, e) for e in abstract.entities for m in e.mentions if m.kind == "named")
        spans = ((self.text.span(m.start, m.end), m, e) for m, e in named)
        self.named = [(start, end, m, e) for (start, end), m, e in spans if start < end]
        self.named_at = Covering((start, end, e) for start, end, _, e in self.named)
        self.taken: set[int] = set()
        self.matches: list[Match] = []
        self.matched: set[int] = set()
        self.matches_at: Covering[Match] = Covering()

    def take(self, rule: NameRule) -> None:
        """Give the words that a rule finds to the entity that fits best; longer names go first."""
        spans: dict[tuple[int, int], dict[int, Mention]] = defaultdict(dict)
        for entity, start, end, mention in rule.hits(self):
            spans[start, end].setdefault(entity, mention)
        before = frozenset(self.taken)
        for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
            mentions, said = spans[start, end], rule.name
            if not before.isdisjoint(range(start, end)):
                continue
            if not self.taken.isdisjoint(range(start, end)):
                if rule.name != "name":
                    continue
                said = "inner name"
                mentions = {i: m for i, m in mentions.items() if self._is_inner(i, start, end)}
            if mentions:
                key = self.keys[start:end]
                types = {e.type for _, e in self.named_at.around(start, end)}
                best = min(mentions, key=lambda i: self._rank(i, key, types))
                self.taken.update(range(start, end))
                candidates = tuple(sorted(mentions))
                match = Match(best, start, end, said, rule.kind, mentions[best], candidates)
                self.matches.append(match)
                self.matched.add(best)
                self.matches_at.add(start, end, match)

    def _rank(self, i: int, key: Key, types: set[str]) -> tuple[bool, bool, bool, int, int]:
        entity = self.entities[i]
        return (
            key not in self.whole[i],
            i not in self.matched,
            entity.type in _TYPES and bool(types) and types <= _TYPES - {entity.type},
            -len(entity.mentions),
            i,
        )

    def _is_inner(self, i: int, start: int, end: int) -> bool:
        """Whether words within a longer name are a name of their own, and not a part of it."""
        entity = self.entities[i]
        for _, match in self.matches_at.around(start, end):
            outer = self.entities[match.entity]
            if match.entity == i or (outer.type == "PER" and self._same_person(entity, outer)):
                return False
        known = entity.type in ("LOC", "ORG") or end - start > 1 or len(entity.mentions) >= _OFTEN
        return known and self.keys[start:end] in self.whole[i]

    def ids(self) -> Iterator[Hit]:
        same: dict[str, list[int]] = defaultdict(list)
        for i, other in enumerate(self.entities):
            if other.kb_id:
                same[other.kb_id].append(i)
        for start, end, _, entity in self.named:
            for i in same.get(entity.kb_id or "", ()):
                mentions = (*self.entities[i].mentions, *self.entities[i].title_mentions)
                yield Hit(i, start, end, next(m for m in mentions if m.kind == "named"))

    def whole_names(self) -> Iterator[Hit]:
        for i, key, mention in _each(self.any):
            for start, end in self.text.places(key):
                shown = len(key) > 1 or (self.cased and self.text.words[start].capital)
                if shown and not (self._is_title(start, end) or self._differs(i, start, end)):
                    yield Hit(i, start, end, mention)

    def _is_title(self, start: int, end: int) -> bool:
        """Whether a word is only the title before a name: *Senator* of *Senator Lee*."""
        stem = stems(self.keys[start:end], self.language)[0]
        title = end == start + 1 and stem in self.language.titles
        return title and end < len(self.keys) and self.text.words[end].capital

    def _differs(self, i: int, start: int, end: int) -> bool:
        """Whether the words are part of the name of another person: *Bill* of *Bill Lee*."""
        entity = self.entities[i]
        if entity.type != "PER" or " " not in entity.name:
            return False
        return any(
            length > end - start and other.type == "PER" and not self._same_person(entity, other)
            for length, other in self.named_at.around(start, end)
        )

    def variants(self) -> Iterator[Hit]:
        usual: dict[Key, list[tuple[int, Mention]]] = defaultdict(list)
        for i, key, mention in _each(self.whole):
            usual[canonical(key, self.language)].append((i, mention))
        for start, word in enumerate(self.text.words):
            last = min(start + 3, len(self.keys)) if word.capital else start
            for end in range(start + 1, last + 1):
                same = self.keys[start:end]
                for i, mention in usual.get(canonical(same, self.language), ()):
                    if same not in self.whole[i]:
                        yield Hit(i, start, end, mention)

    def persons(self) -> Iterator[Hit]:
        rows = list(_each(self.proper))
        names = [self._person(" ".join(key)) for _, key, _ in rows]
        index = Persons(names)
        for start, end, m, entity in self._free():
            name = self._person(searched_name(m))
            for row in index.near(name):
                i, _, mention = rows[row]
                types = {self.entities[i].type, entity.type}
                person = "PER" in types and self.entities[i].type in ("PER", "")
                both = names[row], self._person(self.entities[i].name)
                if person and all(same_name(name, other, "PER") for other in both):
                    yield Hit(i, start, end, mention)

    def _person(self, name: str) -> Name:
        return read_name(name.split(), "PER", self.language)

    def _same_person(self, a: Entity, b: Entity) -> bool:
        return same_name(self._person(a.name), self._person(b.name), "PER")

    def _free(self) -> Iterator[tuple[int, int, Mention, Entity]]:
        """The names of the abstract of which no word is taken."""
        return (named for named in self.named if self.taken.isdisjoint(range(*named[:2])))

    def acronyms(self) -> Iterator[Hit]:
        shortened: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for start, end, _, _ in self._free():
            for short in acronyms(self.keys[start:end], self.language):
                shortened[short].append((start, end))
        for i, key, mention in _each(self.proper):
            for short in acronyms(key, self.language):
                for start, end in self.text.places((short,)):
                    if self.text.words[start].text.isupper():
                        yield Hit(i, start, end, mention)
            if len(key) == 1 and len(key[0]) > 1 and mention.head.isupper():
                for start, end in shortened.get(key[0], ()):
                    yield Hit(i, start, end, mention)

    def inflections(self) -> Iterator[Hit]:
        text = Sequences(stems(self.keys, self.language))
        for i, key, mention in _each(self.whole):
            for start, end in text.places(key):
                plural = self.keys[start:end] != key
                if plural and self.text.words[start].capital and self.cased:
                    yield Hit(i, start, end, mention)

    def heads(self) -> Iterator[Hit]:
        headed: dict[str, dict[int, Mention]] = defaultdict(dict)
        for i, entity in enumerate(self.entities):
            for mention in (*entity.mentions, *entity.title_mentions):
                if mention.kind == "named":
                    headed[mention.head].setdefault(i, mention)
        for start, end, m, _ in self._free():
            for i, mention in headed.get(m.head, {}).items():
                yield Hit(i, start, end, mention)

    def parts(self) -> Iterator[Hit]:
        longer: dict[Key, list[tuple[int, Mention]]] = defaultdict(list)
        for i, key, mention in _each(self.whole):
            for part in parts_of(key):
                longer[part].append((i, mention))
        for start, end, _, _ in self.named:
            for a in range(start, end):
                for b in range(a + 2, min(end, a + LONGEST) + 1):
                    if self.taken.isdisjoint(range(a, b)) and self._is_name(a, b):
                        for i, mention in longer.get(self.keys[a:b], ()):
                            yield Hit(i, a, b, mention)

    def _is_name(self, start: int, end: int) -> bool:
        return self.text.words[start].capital and self.text.words[end - 1].capital

    def phrases(self) -> Iterator[Hit]:
        for i, key, mention in self._nominals():
            if len(key) > 1:
                yield from (Hit(i, start, end, mention) for start, end in self.text.places(key))

    def nouns(self) -> Iterator[Hit]:
        phrases: dict[Key, list[tuple[int, int]]] = defaultdict(list)
        for entity in (*self.abstract.generic, *self.abstract.entities):
            for m in entity.mentions:
                start, end = self.text.span(m.start, m.end)
                # A sign such as % is a mention without words.
                if (
                    m.kind == "nominal"
                    and end - start > 1
                    and self.keys[start] in self.language.definite
                ):
                    phrases[self.keys[start + 1 : end]].append((start + 1, end))
        for i, key, mention in self._nominals():
            if len(self.entities[i].mentions) >= _OFTEN:
                yield from (Hit(i, start, end, mention) for start, end in phrases.get(key, ()))

    def _nominals(self) -> Iterator[tuple[int, Key, Mention]]:
        for i, entity in enumerate(self.entities):
            for m in entity.mentions:
                if m.kind == "nominal":
                    yield i, key_of(m.text, self.language), m

    def lower_case(self) -> Iterator[Hit]:
        for i, key, mention in _each(self.whole):
            if len(key) == 1 and len(self.entities[i].mentions) >= _OFTEN:
                yield from (Hit(i, start, end, mention) for start, end in self.text.places(key))


@dataclass(frozen=True, slots=True)
class NameRule:
    """A rule by which names are found: `hits` gives what it finds, and `finds` says it in words."""

    name: str
    hits: Callable[[_Search], Iterator[Hit]]
    finds: str
    kind: Kind = "named"


RULES = (
    NameRule("id", _Search.ids, "names to which a linker gave the same id"),
    NameRule(
        "name",
        _Search.whole_names,
        "the words of a named mention, or of the proper name in it, with their capitals. Within a "
        "longer name (*Alaska* in *Alaska Permanent Fund*) the rule is called `inner name`. It "
        "finds names of places and organizations, names of several words, and names of entities "
        "with at least three mentions",
    ),
    NameRule(
        "variant",
        _Search.variants,
        "another name of the same place or body from the word lists (*US*)",
    ),
    NameRule(
        "person",
        _Search.persons,
        "a name of the abstract that may be that person's: without title, given or family name, "
        "nickname, initials; see `salience.names.proper_names.same_name`",
    ),
    NameRule("acronym", _Search.acronyms, "a name that is made of the initials of the other"),
    NameRule("inflection", _Search.inflections, "the same with a final *s* (*Mayas*, *the Maya*)"),
    NameRule("head", _Search.heads, "a name that has the head token of a named mention"),
    NameRule(
        "part",
        _Search.parts,
        "two or more words of a longer name (*Lantern Festival* of *Oslo Lantern Festival*)",
    ),
    NameRule(
        "phrase",
        _Search.phrases,
        "two or more words that are a noun phrase of the entity without its determiner",
        "nominal",
    ),
    NameRule(
        "noun",
        _Search.nouns,
        "a noun phrase with *the* that an entity with at least three mentions has too",
        "nominal",
    ),
    NameRule(
        "lower case",
        _Search.lower_case,
        "one word without its capital, if the entity has at least three mentions",
        "nominal",
    ),
)
"""The rules, the surest first."""


def _each(names: Iterable[dict[Key, Mention]]) -> Iterator[tuple[int, Key, Mention]]:
    for i, named in enumerate(names):
        for key, mention in named.items():
            yield i, key, mention
