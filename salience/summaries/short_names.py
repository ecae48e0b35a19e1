"""Names in a short form that a summary gives in full the first time, if its document has them so.

An abbreviation is explained where it stands in brackets behind another name of the same entity:
*the Velk Harbour Office (VHO)*. Those that the language knows (*EU*) stay. A family name, or a
forename, becomes the full name, if nobody else in the document has it.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from salience.language import ENGLISH
from salience.language.folding import folded
from salience.names.proper_names import is_acronym, read_name
from salience.text.words import Words
from salience.types import Entity, Mention

Placed = tuple[int, Entity, Mention]
"""The place of the head of a mention among the words, the entity, and the mention."""

_JOINED = frozenset(("NOUN", "PROPN", "ADJ", "NUM", "SYM", "X"))
"""Tags of words beside a name with which it makes a longer one."""
_JOINING = frozenset(("-", "–", "/", "(", "&"))
_WITH_ARTICLE = ENGLISH.definite | ENGLISH.possessives | {*ENGLISH.possessive_marks}


class ShortName(NamedTuple):
    """A name that a sentence has in a short form."""

    person: str  # the id of a person; empty for an abbreviation
    written: str  # what the sentence has
    full: str  # what is printed the first time, before an abbreviation if it comes again


def in_full(
    text: str, names: Sequence[ShortName], people: Collection[str], before: str, later: str
) -> str:
    """A sentence with its short names in full that nothing gave yet.

    Sentences before it name `people`; `before` and `later` stand around it in the summary.

    Example:
        >>> office = ShortName("", "VHO", "the Velk Harbour Office")
        >>> in_full("VHO’s boats left.", [office], (), "", "Boats of the VHO sank.")
        'The Velk Harbour Office’s (VHO) boats left.'
    """
    for person, written, full in names:
        pattern = re.compile(rf"(?<![\w@/.-]){re.escape(written)}\b(?!-\w)(['’]s\b)?")
        place = pattern.search(text)
        known = person in people if person else f"({written})" in before
        if place is None or known or full.removeprefix("the ") in text:
            continue
        rest = text[place.end() :]
        if not person:
            if not place.start():
                full = full[0].upper() + full[1:]
            full += (place[1] or "")[: 1 if full.endswith("s") else None]
            full += f" ({written})" if pattern.search(f"{rest} {later}") else ""
        text = text[: place.start()] + full + (place[1] or "" if person else "") + rest
    return text


class ShortNames:
    """Finds short names that the document has in full elsewhere."""

    def __init__(self, words: Words, mentions: Sequence[Placed], entities: Sequence[Entity]):
        self._words = words
        people = (entity.name.split() for entity in entities if entity.type == "PER")
        self._families = Counter(word for name in people for word in {*name})
        names = (re.findall(r"\w+", entity.name) for entity in entities)
        self._named = Counter(word for name in names for word in {*name})
        self._long = _long_forms(words, mentions)

    def of_sentence(
        self, places: range, mentions: Sequence[Placed], quoted: Collection[int]
    ) -> Iterator[ShortName]:
        """Those of a sentence, by its words, its mentions and its words in quotations."""
        seen = set()
        families = {
            place for place, entity, mention in mentions if self._is_family(entity, mention)
        }
        for place, entity, mention in mentions:
            if mention.kind == "named" and entity.type == "PER" and entity.id not in seen:
                seen.add(entity.id)
                name = mention.text.split()[-1]
                once = sum(name in self._words.texts[i] for i in places) == 1  # no Lee Bridge
                if once and place not in quoted:
                    yield from self._person(place, entity, mention, families)
        for i in places:
            written = self._words.texts[i]
            if written in self._long and written not in seen:
                seen.add(written)
                before = self._words.texts[places.start : i]
                if i not in quoted and not any(written in text for text in before):  # pan-VHO
                    yield from self._abbreviation(i, places)

    def family(self, entity: Entity, sentence: str) -> ShortName | None:
        """A person's family name for the full one in a sentence, if nothing else there, and nobody
        and nothing in the document, is called so.

        What has a suffix, or may begin with the family name, is left: *Ann Lee II*, *Kim Jo Un*.
        """
        name, written = read_name(entity.name.split(), "PER"), entity.name.split()[-1]
        clear = entity.type == "PER" and name.family == folded(written) and not name.suffix
        if not clear or name.words[0] in ENGLISH.families_first:
            return None
        if self._named[written] > 1 or written in sentence:
            return None
        return ShortName(entity.id, written, entity.name)

    def _is_family(self, entity: Entity, mention: Mention) -> bool:
        """Whether a mention is the family name of somebody, which nobody else has."""
        _, *family = entity.name.split()
        name = mention.text
        return entity.type == "PER" and [name] == family[-1:] and self._families[name] == 1

    def _person(
        self, place: int, entity: Entity, mention: Mention, families: Collection[int]
    ) -> Iterator[ShortName]:
        """The full name for *Byrne*, *Mr Byrne*, and for the last word of *President Byrne*."""
        parts, (*title, name) = entity.name.split(), mention.text.split()
        words, after = self._words, place + 1
        beside = after < len(words) and words.texts[after][0].isalpha()
        beside = beside and words.tags[after] in ("NOUN", "PROPN")  # *the Byrne family*
        beside |= not ENGLISH.definite.isdisjoint(words.keys[max(place - 1, 0) : place])
        beside |= self._is_coupled(place, families)
        if len(parts) < 2 or beside or name not in parts or self._families[name] != 1:
            return
        written = name
        if title:
            rank = title[-1].rstrip(".").lower()
            titled = read_name((title[-1], name), "PER")
            if name != parts[-1] or len(titled.words) > 1 or rank in ENGLISH.peerage:
                return
            start = bisect_left(words.spans, (mention.start, 0))
            couple = {key.rstrip(".") for key in words.keys[max(start - 2, 0) : start]}
            if not couple.isdisjoint(ENGLISH.surname_titles):  # *Mr and Mrs Byrne*
                return
            if rank in ENGLISH.surname_titles:
                written = " ".join((*title, name))
        yield ShortName(entity.id, written, entity.name)

    def _is_coupled(self, place: int, families: Collection[int]) -> bool:
        """Whether it is one of two names that would share its forename: *Lee and Moor*, where the
        other is none of the family names that get their own.
        """
        tags, heads, relations = self._words.tags, self._words.heads, self._words.relations
        near = {*range(max(place - 3, 0), min(place + 4, len(tags)))} - {*families}
        pairs = ((max(place, k), min(place, k)) for k in near if k != place and tags[k] == "PROPN")
        return any(relations[last] == "conj" and heads[last] == first for last, first in pairs)

    def _abbreviation(self, place: int, places: range) -> Iterator[ShortName]:
        """The name for an abbreviation, with its article where no other word stands there.

        Before a noun it has none: *VHO boats*; nor has it a comma there.
        """
        words, written = self._words, self._words.texts[place]
        before, after = (i if i in places else None for i in (place - 1, place + 1))
        article, full = self._long[written]
        beside = after is not None and words.tags[after] == "NOUN" and words.texts[after].islower()
        if beside and "," not in full:
            after, article = None, ""
            if before is not None and words.tags[before] in ("ADJ", "NUM"):
                before = None
        if any(i is not None and self._is_joined(place, i) for i in (before, after)):
            return
        if before is not None and words.keys[before] in _WITH_ARTICLE:
            article = ""
        elif before is not None and words.tags[before] == "DET":
            return
        yield ShortName("", written, f"{article} {full}".lstrip())

    def _is_joined(self, place: int, other: int) -> bool:
        """Whether a name makes a longer one or a word with what is beside it: *VHO Board*."""
        words = self._words
        first, second = sorted((place, other))
        apart = words.spans[first][1] < words.spans[second][0]
        beside = words.tags[other] in _JOINED or words.texts[other] in _JOINING
        return beside or not (apart or words.tags[other] in ("PART", "PUNCT"))


def _long_forms(words: Words, mentions: Sequence[Placed]) -> Mapping[str, tuple[str, str]]:
    """By abbreviation the article and the name before its brackets, unless two names have it."""
    named = [(entity.id, mention) for _, entity, mention in mentions if mention.kind == "named"]
    ending = {(entity, mention.end): mention.text for entity, mention in named}
    found: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for entity, mention in named:
        i, short = bisect_left(words.spans, (mention.start, 0)), mention.text
        known = short in ENGLISH.name_variants or short.lower() in ENGLISH.common_acronyms
        if i < 2 or known or words.texts[i - 1 : i + 2] != ("(", short, ")"):
            continue
        long = ending.get((entity, words.spans[i - 2][1]))
        if long is not None and sum(map(str.isupper, short)) > 1:
            found[short].setdefault(entity, _with_article(short, long.split()))
    return {short: next(iter(forms.values())) for short, forms in found.items() if len(forms) == 1}


def _with_article(short: str, name: Sequence[str]) -> tuple[str, str]:
    """The article and the name of a mention: *the Velk Bank*, of *the new Velk Bank*.

    Of *Head of the Velk Bank (VB)* it is what the abbreviation has the initials of.
    """
    start = 0
    for i, word in enumerate(name):
        rest = name[i + 1 :] if word.lower() in ENGLISH.definite else ()
        if is_acronym(read_name((short,)), read_name(rest)):
            start = i
    article = "the" if name[start].lower() in ENGLISH.definite else ""
    kept = name[start + bool(article) :]
    first = next((i for i, word in enumerate(kept) if word[0].isupper()), 0)
    return article, " ".join(kept[first:])
