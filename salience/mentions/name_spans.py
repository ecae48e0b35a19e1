"""Proper names as spans of a Doc: where each begins and ends, and none inside a longer one.

What the recogniser found leads. It is joined by capitalised words that belong to it (*London Stock*
and *Exchange*), by runs of proper nouns that it did not find, and by what *of*, *for* and *and*
hold together (*Ministry of Health and Sport*). A name that stands whole in one place is found as a
whole in every other.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from typing import NamedTuple
from unicodedata import category

from salience.language import Language
from salience.language.labels import BEFORE, CONJUNCT, NAME
from salience.mentions.doc_columns import NAME_TYPES, DocColumns
from salience.mentions.noun_phrases import PhraseTree
from salience.names.proper_names import abbreviates, is_acronym, read_name

_SURE = {"PROPN": 1, "NOUN": 2}  # How sure a capital must be to make a word with this tag a name.
_COMPANIONS = frozenset(("ADJ", "NOUN", "VERB", "NUM"))  # in a name by their capital
_NO_NOUNS = frozenset(("aux", "cop"))
QUOTES = frozenset("\"'“”‘’«»") | {"``", "''"}
_HYPHENS = frozenset("-‐‑")
_LONGEST = 50  # words of a name; more are a row of capitals that no sentence ends
_MOST_PARTNERS = 8
_DOUBTFUL = 0.6  # A word that a sentence begins with needs this share of all types to be a name.
_LONGEST_REST = 6  # words from the bracket of an acronym to the end of the name
_LONGEST_NICKNAME = 5  # words, with the quotation marks and the family name


class _Link(IntEnum):
    """What the words between two names say of them."""

    NONE, OF, FOR, ON, TO, IN, AND, AMPERSAND, COMMA = range(9)


_JOINS_ROLES = (_Link.OF, _Link.FOR, _Link.AND)


@cache
def _links(language: Language) -> tuple[tuple[_Link, frozenset[str]], ...]:
    return (
        (_Link.OF, language.of),
        (_Link.FOR, language.for_),
        (_Link.ON, language.on),
        (_Link.TO, language.to),
        (_Link.IN, language.in_),
        (_Link.AND, language.and_),
        (_Link.AMPERSAND, frozenset("&")),
        (_Link.COMMA, frozenset(",")),
    )


class NameSpan(NamedTuple):
    """A proper name: tokens `start` to `end - 1`, and whether the recogniser found any of it."""

    start: int
    end: int
    type: str = ""
    recognised: bool = False


def find_names(columns: DocColumns, tree: PhraseTree) -> tuple[NameSpan, ...]:
    """The proper names of a Doc in their order, without titles, possessors and articles."""
    words = _Words(columns, tree)
    names = [n for name in _joined(words, _runs(words)) for n in _apart(words, name)]
    counts = Counter(map(words.key, names))
    tongues = {words.key(name) for name in names if _is_language(words, name)}
    sure = [
        name
        for name in names
        if (key := words.key(name)) not in tongues and _is_name(words, name, counts[key] == 1)
    ]
    return tuple(_repeated(words, sure))


class _Words:
    """The columns that names are found by, and what the words are."""

    def __init__(self, columns: DocColumns, tree: PhraseTree) -> None:
        self.columns, self.tree, self.language = columns, tree, columns.language
        self.text, self.lower, self.pos = columns.text, columns.lower, tree.pos
        self.capital, self.space, self.starts = tree.capital, tree.space, columns.starts
        people = [ent for ent in columns.entities if NAME_TYPES.get(ent.label) == "PER"]
        self.first_names = {self.text[ent.start] for ent in people}
        self.last_names = {self.text[ent.end - 1] for ent in people}
        self.family_names = {self.text[e.end - 1] for e in people if e.end - e.start > 1}

    def is_role(self, i: int) -> bool:
        """Whether a word is a title or an office: *Mayor*."""
        return self.language.is_role(self.lower[i])

    def is_strong(self, i: int) -> bool:
        """Whether a word is a name by its tag and capital."""
        return self.capital[i] >= _SURE.get(self.pos[i], 3)

    def is_companion(self, i: int) -> bool:
        """Whether a word may be in a name by its capital, which no sentence's start explains."""
        if self.pos[i] not in _COMPANIONS or not self.text[i][:1].isupper():
            return False
        office = i + 1 < len(self.text) and self.is_role(i + 1)  # *Flight Engineer Ann Lee*
        if self.language.thing_nouns.get(self.lower[i]) == "first" and not office:
            return True
        return not (
            not i
            or self.starts[i] == 1
            or self.space[i - 1]
            or self.pos[i - 1] in ("PUNCT", "SYM")
            or self.lower[i] in self.language.peoples
        )

    def linked(self, a: NameSpan, b: NameSpan) -> bool:
        """Whether two spans in a row are of one name in the tree."""
        tree = self.tree
        r, s = tree.root(a.start, a.end), tree.root(b.start, b.end)
        up, down = tree.heads[r], tree.heads[s]
        return (
            (b.start <= up < b.end and tree.part[r] in (NAME, BEFORE))
            or (a.start <= down < a.end and tree.part[s] == NAME)
            or (up >= b.end and down >= b.end and tree.part[r] == tree.part[s] == NAME)
            or (up == down and up >= b.end and tree.part[r] == BEFORE)
        )

    def is_line(self, name: NameSpan) -> bool:
        """Whether a name is all that stands in its line."""
        before, after = name.start - 1, name.end
        begins = before < 0 or (self.space[before] and "\n" in self.text[before])
        return begins and (
            after == len(self.text) or (self.space[after] and "\n" in self.text[after])
        )

    def key(self, name: NameSpan) -> tuple[str, ...]:
        """The words of a name as they stand."""
        return tuple(self.text[name.start : name.end])


def _runs(words: _Words) -> list[NameSpan]:
    """Recognised names, and capitalised words between them, put together where they are one."""
    runs: list[NameSpan] = []
    for unit in _units(words):
        if _is_of_people(words, unit) and (
            not runs or runs[-1].end < unit.start or runs[-1].start == unit.start - 1
        ):
            if runs and runs[-1].end == unit.start:
                unit = _merged(runs.pop(), unit)
            unit = unit._replace(start=unit.end - 2, type="ORG")
        while runs and (
            _is_one(words, runs[-1], unit)
            if runs[-1].end == unit.start
            else _hyphenated(words, runs[-1], unit)
        ):
            unit = _merged(runs.pop(), unit)
        runs.append(unit)
    return [_with_number(words, run) for run in runs]


def _is_of_people(words: _Words, unit: NameSpan) -> bool:
    """Whether one word is a body of the people before it: *Albanian Government*."""
    i, language = unit.start, words.language
    if unit.end - i > 1 or not i or words.starts[i] == 1:
        return False
    people = words.text[i - 1][:1].isupper() and words.lower[i - 1] in language.peoples
    body = words.lower[i] in language.common_nouns or not language.runs_small(words.lower[i])
    return people and body and language.kind_of_word(words.lower[i]) == "ORG"


def _units(words: _Words) -> list[NameSpan]:
    columns = words.columns
    units = [
        _trimmed(words, NameSpan(ent.start, ent.end, NAME_TYPES[ent.label], True))
        for ent in columns.entities
        if ent.label in NAME_TYPES
    ]
    taken = {i for ent in columns.entities if ent.label for i in range(ent.start, ent.end)}
    units += [
        NameSpan(i, i + 1)
        for i, capital in enumerate(words.capital)
        if (capital or words.text[i][:1].isupper())
        and i not in taken
        and columns.relation[i] not in _NO_NOUNS  # *May she rest*
        and words.lower[i] not in words.language.after_person
        and (words.is_strong(i) or words.is_companion(i))
    ]
    return sorted(units, key=lambda unit: unit.start)


def _trimmed(words: _Words, name: NameSpan) -> NameSpan:
    """A recognised name without article, titles, honours of a person, and marks at its edges."""
    start, end, marks = name.start, name.end, words.language.possessive_endings
    if (
        end - start > 1
        and words.lower[start] in words.language.in_charge
        and (
            start > 1 and words.lower[start - 1] in words.language.in_ and words.is_role(start - 2)
        )
    ):
        name, start = name._replace(type="PER"), start + 1  # *Agent in Charge Ann Lee*
    elif name.type != "PER" and (person := _after_office(words, name)):
        name, start = name._replace(type="PER"), person
    while end - start > 1 and (
        words.pos[end - 1] == "PUNCT"
        or words.lower[end - 1] in marks
        or is_picture(words.text[end - 1])
    ):
        if words.text[end - 1] in ").!?":
            break
        end -= 1
    for i in range(start + 1, end if name.type == "PER" else start):
        if words.lower[i] in words.language.after_person:  # *Ann Moor MP*, *Ann Moor née Hale*
            name, end = name._replace(type="PER" if i - start > 1 else ""), i  # *Labour MP*
            break
    while end - start > 1 and _goes_before(words, start, name.type):
        if words.lower[start] in words.language.of:  # *Duke of Hallin*
            name = name._replace(type="LOC")
        start += 1
    if name.type == "PER" and _lacks_given_name(words, start):
        start -= 1
    return name._replace(start=start, end=end)


def is_picture(word: str) -> bool:
    """Whether a word is pictures, with what joins and colours them: *🎉*."""
    return all(
        "\U0001f000" <= c < "\U00020000" or category(c) in ("So", "Mn", "Me", "Cf") for c in word
    )


def _after_office(words: _Words, name: NameSpan) -> int:
    """Where a person begins after an office in a name of another type, else 0."""
    office = [i for i in range(name.start, name.end - 1) if words.is_role(i)]
    if not office or words.text[name.end - 1] not in words.last_names:
        return 0
    start, language = office[-1] + 1, words.language
    before = range(name.start, office[-1])
    known = all(words.is_role(i) or words.pos[i] == "ADJ" for i in before)
    rest = words.lower[start : name.end]
    return start if known and not any(map(language.kind_of_word, rest)) else 0


def _lacks_given_name(words: _Words, start: int) -> bool:
    """Whether a recognised name begins with the particle of a family name: *Said bin Taimur*."""
    if not start or words.text[start] not in words.language.particles or words.starts[start] == 1:
        return False
    before, taken = words.text[start - 1], words.columns.entity_at.get(start - 1)
    free = taken is None or not taken.label
    return free and before.istitle() and before.isalpha() and not words.is_role(start - 1)


def _goes_before(words: _Words, i: int, type_: str) -> bool:
    """Whether the first word of a recognised name is none of it: *western Montana*, *Mayor Lee*."""
    word, low, pos, language = words.text[i], words.lower[i], words.pos[i], words.language
    if low in language.articles or (pos == "PUNCT" and word[0] not in "#@") or is_picture(word):
        return True
    if word == low and word in language.of:
        return True
    if word == low and word.isalpha() and words.text[i + 1][:1].isupper():
        if type_ == "PER":
            return pos in ("ADJ", "NOUN", "PROPN") and low not in language.particles
        return pos in ("ADJ", "VERB") or (pos == "NOUN" and type_ == "LOC")
    given = language.given_genders
    if type_ == "PER" and i > 1 and words.lower[i - 1] in language.of and words.is_role(i - 2):
        return bool(language.kind_of_word(low))  # *Secretary of State Ann Lee*
    if type_ == "PER" and low in language.peoples and words.text[i + 1][:1].isupper():
        return low not in given
    title = words.is_role(i) and low.rstrip(".") not in language.saints and low not in given
    rank = low in language.title_ranks and words.is_role(i + 1)  # *Lance Corporal Moor*
    return type_ == "PER" and (rank or (title and words.lower[i + 1] not in language.suffixes))


def _merged(a: NameSpan, b: NameSpan) -> NameSpan:
    """Both as one, of the type of the recognised one; of two that of the last."""
    type_ = b.type or a.type
    return NameSpan(a.start, b.end, type_, a.recognised or b.recognised)


def _apart(words: _Words, name: NameSpan) -> Iterator[NameSpan]:
    """A name without what belongs to the office after it, and the acronym at its end by itself."""
    start, end, type_, found = name
    *others, last = words.text[start:end]
    office = end < len(words.text) and words.capital[end] and words.is_role(end)
    if others and office and words.lower[end - 1] in words.language.before_offices:
        yield name._replace(end=end - 1)
        return
    if len(others) > 1 and len(last) > 1 and last.isupper() and type_ in ("ORG", "MISC", ""):
        full, short = (read_name(x, "ORG", words.language) for x in (others, [last]))
        if is_acronym(short, full) or abbreviates(short, full):
            yield name._replace(end=end - 1)
            yield NameSpan(end - 1, end, type_, found)
            return
    yield name


def _is_one(words: _Words, a: NameSpan, b: NameSpan) -> bool:
    """Whether two names in a row are one."""
    if words.starts[b.start] == 1 or words.space[b.start] or b.end - a.start > _LONGEST:
        return False
    before, after = words.lower[a.end - 1], words.lower[b.start]
    people, things = words.language.peoples, words.language.thing_nouns
    if b.end - a.start == 2 and before in people and after in things:
        return True  # *French Open*
    if a.recognised and b.recognised:
        return after in words.language.number_after
    if not words.linked(a, b):
        return False
    if a.recognised:
        up = words.tree.heads[b.start]
        flat = words.tree.dep[b.start] == "flat" and a.start <= up < a.end
        if words.is_role(b.start) or not (words.pos[b.start] == "PROPN" or flat):
            return False
        return words.pos[a.end - 1] != "ADJ"
    if b.recognised and words.language.thing_nouns.get(words.lower[a.start]) == "first":
        return True
    if b.type == "PER":  # The recogniser knows it as a given name elsewhere: *Mir Hassan*.
        given = words.text[a.start] in words.first_names - words.family_names
        return given and a.end - a.start == 1 and not words.is_role(a.start)
    if b.recognised:
        return words.pos[a.start] != "VERB" and not words.is_role(a.end - 1)
    return words.is_role(a.end - 1) == words.is_role(b.start) or not words.is_role(a.end - 1)


def _hyphenated(words: _Words, a: NameSpan, b: NameSpan) -> bool:
    """Whether a hyphen without spaces holds two words of one name: *Kel-Tec*, not *China-Japan*."""
    i, columns = a.end, words.columns
    if b.start != i + 1 or words.text[i] not in _HYPHENS:
        return False
    ends = [columns.offsets[k] + len(words.text[k]) for k in (i - 1, i)]
    if ends != [columns.offsets[i], columns.offsets[i + 1]]:
        return False
    before, after, language = words.lower[i - 1], words.lower[i + 1], words.language
    states = language.countries | language.peoples_and_languages
    if not states.isdisjoint((before, after)) or words.text[i - 1] in language.name_variants:
        return False
    if "PER" in (a.type, b.type):  # *Jean-Marc Tarn*, but not *Moor-Tarn*
        return a.end - a.start == 1 and before in language.given_genders and b.type != "LOC"
    return not a.type == b.type == "LOC"


def _with_number(words: _Words, name: NameSpan) -> NameSpan:
    """A name with the number after it: *Flight 447*, *Falcon 9*."""
    i, tree = name.end, words.tree
    if name.type == "PER" or i >= len(words.pos) or words.pos[i] != "NUM":
        return name
    if not any(map(str.isdigit, words.text[i])) or words.starts[i] == 1:
        return name
    if _is_year(words.text[i]):
        return name
    up, root = tree.heads[i], tree.root(name.start, name.end)
    shared = name.type != "LOC" and up == tree.heads[root] and up > i
    return name._replace(end=i + 1) if shared or name.start <= up < name.end else name


_PARTY_AND_STATE = re.compile(r"[A-Z]-[A-Z][A-Za-z]{1,4}\.?").fullmatch
_is_year = re.compile(r"(1[5-9]|20)\d\d").fullmatch


def _joined(words: _Words, runs: Sequence[NameSpan]) -> Iterator[NameSpan]:
    """Names with what prepositions and *and* join to them."""
    i = 0
    while i < len(runs):
        name, last, i = runs[i], runs[i], i + 1
        role = _is_role(words, name)
        head = _head_word(words, name)
        while i < len(runs):
            b = runs[i]
            if b.end - name.start > _LONGEST:
                break
            if more := _nickname(words, name, runs[i : i + 2]):
                i += more - 1
                b, joins = runs[i], True
            elif last is name and (more := _partners(words, name, runs[i : i + _MOST_PARTNERS])):
                i, role = i + more, False
                name = last = NameSpan(name.start, runs[i - 1].end, "ORG", True)
                continue
            elif last is name and (more := _acronym_inside(words, name, runs[i : i + 2])):
                i += more - 1
                b, joins = runs[i], True
                name = name._replace(type=b.type)
            elif _possesses(words, last, b):
                name, joins = name._replace(type=b.type), True
            elif more := _fields(words, last, runs[i : i + _MOST_PARTNERS]):
                i += more
                name = NameSpan(name.start, runs[i - 1].end, runs[i - 1].type, True)
                last, head = runs[i - 1], _head_word(words, name)
                continue
            elif role:
                rest = runs[i + 1 : i + _MOST_PARTNERS]
                field = _runs_small(words, b) and not _fields(words, b, rest)
                link = _link(words, name, b)
                joins = link in _JOINS_ROLES and (field or not b.recognised)
                joins = joins or (field and link == _Link.COMMA and last is not name)
            else:
                joins = _continues(words, head, name, last, b)
            if not joins:
                break
            name = NameSpan(
                name.start,
                b.end,
                name.type or ("" if role else b.type if last is name else ""),
                name.recognised or (b.recognised and not role),
            )
            last, i = b, i + 1
        yield name


def _possesses(words: _Words, a: NameSpan, b: NameSpan) -> bool:
    """Whether a possessor is a part of the name after it: *Women's Day*, *Moor's Orchard Ltd.*"""
    columns, language, i = words.columns, words.language, a.end - 1
    if b.start != a.end + 1 or words.lower[a.end] not in language.possessive_marks:
        return False
    if words.starts[b.start] == 1 or columns.offsets[a.end] > columns.offsets[i] + len(
        words.text[i]
    ):
        return False
    ending = words.lower[a.end] in language.possessive_endings
    common = not a.recognised or (a.end - a.start > 1 and columns.plural[i] and ending)
    if common and language.runs_small(words.lower[i]) and not words.is_role(i):
        return True
    *inside, _ = words.lower[b.start : b.end]
    small = all(language.runs_small(word) or word in words.text for word in inside)
    return language.is_legal_form(words.text[b.end - 1]) and bool(inside) and small


def _link(words: _Words, a: NameSpan, b: NameSpan) -> _Link:
    """What the words between two names say, with an article after them or not."""
    if b.start - a.end > 3:
        return _Link.NONE
    language, between = words.language, words.lower[a.end : b.start]
    if len(between) == 2 and between[1] in language.definite:
        del between[1]
    if len(between) == 2 and between[0] == "," and between[1] in language.and_:
        return _Link.AND
    if len(between) != 1:
        return _Link.NONE
    return next((link for link, known in _links(language) if between[0] in known), _Link.NONE)


def _continues(words: _Words, head: str, name: NameSpan, last: NameSpan, b: NameSpan) -> bool:
    """Whether a name goes on to another one after a preposition, *and* or a comma."""
    link, tree = _link(words, name, b), words.tree
    language = words.language
    if link == _Link.COMMA and all(
        w in language.suffixes or w in language.places_after_comma
        for w in words.lower[b.start : b.end]
    ):
        return True
    if (
        link == _Link.NONE
        or words.starts[b.start] == 1
        or name.type == "PER"
        or words.tree.hashtag[b.start]
    ):
        return False
    kind = language.kind_of_word(head) or ("MISC" if head in language.thing_nouns else "")
    root = tree.root(b.start, b.end)
    if link == _Link.OF:
        if b.recognised and name.recognised and name.end - name.start > 1:
            return head in language.owned
        single = name.end - name.start == 1 and words.capital[name.start] == 2
        return bool(kind) or (single and not name.recognised and b.type != "PER")
    if link == _Link.FOR:
        return kind == "ORG" or (head in language.about and not b.recognised)
    if link == _Link.ON:
        return head in language.about and b.type not in ("LOC", "PER")
    if link == _Link.TO:
        return head in language.sent
    if link == _Link.IN:  # *Association of Women in Law*
        return kind == "ORG" and _tail(words, name) < name.end and b.type not in ("LOC", "PER")
    fields = link == _Link.COMMA and b.type in ("ORG", "MISC", "") and head in language.owned
    last_fields = fields and not language.and_.isdisjoint(words.lower[b.start : b.end])
    if last_fields and _tail(words, name) < name.end:
        return True  # *Department of Defence, Sport and Culture*
    sure = not b.recognised or (link == _Link.COMMA and b.type in ("ORG", "MISC"))
    if kind == "ORG" and sure and not words.is_role(b.end - 1):
        # *Ministry of Education, Research and Innovation*
        tail = _tail(words, name)
        if tree.part[root] == CONJUNCT and tail <= tree.heads[root] < b.start:
            return True
    first = tree.root(name.start, name.end)
    shared = b.start <= tree.heads[first] < b.end and tree.part[first] in (NAME, BEFORE)
    return link != _Link.COMMA and shared and not name.recognised and not words.is_role(b.start)


def _tail(words: _Words, name: NameSpan) -> int:
    """Where the words after *of* or *for* in a name begin; its end without one."""
    of_or_for = words.language.of | words.language.for_
    links = [i for i in range(name.start + 1, name.end) if words.lower[i] in of_or_for]
    return links[0] + 1 if links else name.end


def _nickname(words: _Words, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after a person's are a quoted nickname and the rest: 0, 1 or 2."""
    if words.text[name.end] not in QUOTES or words.text[name.start] in QUOTES:
        return 0
    for n, b in enumerate(after, start=1):
        inside = words.text[name.start + 1 : b.end]
        person = "PER" in (name.type, b.type) and b.type in ("PER", "")
        quoted = sum(word in QUOTES for word in inside) == 2 and inside[-1] not in QUOTES
        if person and quoted and b.end - name.end <= _LONGEST_NICKNAME:
            return n
    return 0


def _fields(words: _Words, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after a field make one body with it: *Health, Sport and Culture Board*."""
    last, language = name, words.language
    for n, b in enumerate(after, start=1):
        kinds = last is name and language.kind_of_word(words.lower[name.start]) == "ORG"
        field = last._replace(start=last.start + kinds)  # *Senate Trade and Sport Committee*
        if field.start == field.end or not _runs_small(words, field) or words.starts[b.start] == 1:
            return 0
        link = _link(words, last, b)
        if link == _Link.AND and words.lower[b.start - 1] in language.and_:
            word = words.lower[b.end - 1]
            body = word in language.units or language.kind_of_word(word) == "ORG"
            own = body and b.end - b.start > 1 and _runs_small(words, b._replace(end=b.end - 1))
            return n if own and not words.is_role(b.end - 1) else 0
        if link != _Link.COMMA:
            return 0
        last = b
    return 0


def _acronym_inside(words: _Words, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after one are its acronym in brackets and the rest: *Clean Air (CLA) Act*."""
    i, language = name.end, words.language
    if name.type == "PER" or words.text[i] != "(" or words.text[i + 2 : i + 3] != [")"]:
        return 0
    rest = [b for b in after if b.end > i + 3][:1]
    if not rest or not i < rest[0].start <= i + 3 or rest[0].end - i > _LONGEST_REST:
        return 0
    before = _head_word(words, name)
    if language.kind_of_word(before) or before in language.thing_nouns:
        return 0  # *Hallin Water Board (HWB) Program*
    head = words.lower[rest[0].end - 1]
    kind = language.kind_of_word(head) == "ORG" or head in language.thing_nouns
    short, full = (
        read_name(words.text[a:b], "ORG", language) for a, b in ((i + 1, i + 2), (name.start, i))
    )
    return after.index(rest[0]) + 1 if kind and abbreviates(short, full) else 0


def _runs_small(words: _Words, name: NameSpan) -> bool:
    """Whether running text writes all words of a name small: *Natural Resources*."""
    return name.type != "PER" and all(
        map(words.language.runs_small, words.lower[name.start : name.end])
    )


def _partners(words: _Words, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after a family name make a firm with it: *Moor, Velk & Hale*."""
    last = name
    for n, b in enumerate(after, start=1):
        if last.end - last.start > 1 or not words.is_strong(last.start):
            return 0
        link = _link(words, last, b)
        if link == _Link.AMPERSAND:
            return n if b.end - b.start == 1 and "LOC" not in (last.type, b.type) else 0
        if link != _Link.COMMA or words.starts[b.start] == 1:
            return 0
        if n > 1 and b.end - b.start == 3 and words.text[b.start + 1] == "&":
            return n
        last = b
    return 0


def _head_word(words: _Words, name: NameSpan) -> str:
    """The last word before a preposition, lower case, without the *s* of a plural."""
    lower, language = words.lower[name.start : name.end], words.language
    ends = (i for i, word in enumerate(lower) if i and word in language.ends_head)
    word = lower[next(ends, len(lower)) - 1]
    return word if language.kind_of_word(word) else word.removesuffix(language.plural)


def _is_role(words: _Words, name: NameSpan) -> bool:
    """Whether a name is an office alone: *Vice President*, *Federal Councillor*."""
    language = words.language
    if name.type not in ("", "PER") or words.lower[name.start] in language.given_genders:
        return False
    if not language.is_role(_head_word(words, name)):
        return False
    after = words.columns.name_at.get(name.end)
    person = after is not None and NAME_TYPES[after.label] == "PER"
    tail = _tail(words, name)
    return all(
        words.is_role(i)
        or words.lower[i] in language.before_roles
        or (
            not name.recognised
            and (
                person
                or words.pos[i] != "PROPN"
                or language.kind_of_word(words.lower[i])
                or (i >= tail and language.runs_small(words.lower[i]))
            )
        )
        for i in range(name.start, name.end)
    )


def _is_common(words: _Words, i: int, once: bool) -> bool:
    """Whether an unrecognised word is a common noun with a capital: *the State*."""
    word = words.text[i]
    if words.pos[i] == "NOUN":
        return once and word[1:] == word[1:].lower() and not words.tree.hashtag[i]
    language, low = words.language, words.lower[i]
    kind = language.kind_of_word
    return bool(kind(low) or kind(low.removesuffix(language.plural)))


def _is_name(words: _Words, name: NameSpan, once: bool) -> bool:
    """Whether what was put together names something; `once` if nothing else has its words."""
    inside = range(name.start, name.end)
    first, language = words.lower[name.start].rstrip("."), words.language
    if _is_no_thing(words, name, once):
        return False
    near = max(name.end, name.start + 2) if name.recognised else name.end + 2
    numbers = "NUM" in words.pos[name.start : near]  # not *Level Health raised 12 million*
    if numbers and first in language.numbered and name.type != "PER":
        return False
    if name.recognised:
        return any(words.capital[i] for i in inside)
    if _is_role(words, name) or all(words.lower[i] in language.suffixes for i in inside):
        return False
    if len(inside) == 1 and _is_common(words, name.start, once):
        return False
    if any("$" in words.text[i] for i in inside):
        return False
    return any(map(words.is_strong, inside))


def _is_office(words: _Words, name: NameSpan, once: bool) -> bool:
    """Whether the recogniser took an office for a name: *Head of the Section*, *Captain*."""
    lower, language = words.lower[name.start : name.end], words.language
    before = language.peoples | language.before_roles
    if len(lower) > 1 and words.is_role(name.end - 1):
        rank = len(lower) > 2 and lower[-2] in language.office_ranks  # *Conference Vice Chairman*
        if rank or before.issuperset(lower[:-1]):  # *Federal Councillor*
            return True
    if not language.is_role(lower[0]) or lower[0] in language.given_genders:
        return False
    if name.type != "PER":
        return False
    if len(lower) == 1:
        if lower[0] in language.addressed and words.is_role(name.start - 1):
            return True  # *Mr. President*
        the = name.start > 0 and words.lower[name.start - 1] in language.definite
        return (once or the) and words.text[name.start] not in words.family_names
    offices = all(words.is_role(i) for i in range(name.start, name.end))
    return offices or (len(lower) > 2 and lower[1] in language.of)


def _is_language(words: _Words, name: NameSpan) -> bool:
    """Whether a word is a language: *speak Twi*, *in Twi and Latin*, *the Twi language*."""
    i, columns, language = name.start, words.columns, words.language
    if name.end - i > 1:
        return False
    above = columns.lemma[columns.heads[i]]
    if columns.relation[i] == "obj" and above in language.speaking_verbs:
        return True
    if columns.relation[i] == "compound" and above in language.language_nouns:
        return True
    first = columns.heads[i] if columns.relation[i] == "conj" else i
    beside = {first, *columns.conjuncts.get(first, ())} - {i}
    return any(words.lower[k] in language.languages for k in beside)


def _only_begins(words: _Words, name: NameSpan) -> bool:
    """Whether a word begins a sentence, and the recogniser is unsure or texts write it small."""
    i, language = name.start, words.language
    low, shares = words.lower[i], words.columns.type_shares(i, i + 1)
    if words.starts[i] != 1 or i + 1 == len(words.text) or words.text.count(words.text[i]) > 1:
        return False
    if shares and sum(shares.values()) < _DOUBTFUL:
        return True
    small = name.type in ("PER", "LOC") and language.runs_small(low)
    return small and low not in language.given_genders


def _is_no_thing(words: _Words, name: NameSpan, once: bool) -> bool:
    """Whether a name is of no particular thing, whoever found it: *CET*, *H2O*, *Physics*."""
    lower, language = words.lower[name.start : name.end], words.language
    after = words.lower[name.end : name.end + 2]
    marks = language.possessive_marks
    if after[:1] and after[0] in marks and not language.illnesses.isdisjoint(after):
        return True
    if name.recognised and _is_office(words, name, once):
        return True
    the = name.start > 0 and words.lower[name.start - 1] in language.definite
    placed = the or not language.of.isdisjoint(after[:1])
    if placed and len(lower) == 1 and lower[0] in language.titles:  # *the Duke of Hallin*
        return True
    if once and len(lower) == 1 and _only_begins(words, name):
        return True  # *Damp had eaten the pages.*
    if any("@" in word[1:] or "://" in word for word in lower):  # addresses
        return True
    near = range(name.start, max(0, name.start - 3), -1)
    opened = next((i for i in near if words.text[i - 1] in "(["), 0)
    bracketed = opened and after[:1] in ([")"], ["]"])
    if bracketed and _PARTY_AND_STATE("".join(words.text[opened : name.end])):  # *Moor (R-TX)*
        return True
    if name.type == "PER":
        return False
    if len(lower) == 1:
        word = lower[0].replace(".", "")
        shown, singular = words.text[name.start], word.removesuffix(language.plural)
        if not {word, singular}.isdisjoint(language.never_names) and not shown[1:].islower():
            return True
        if not name.recognised and not {word, singular}.isdisjoint(language.common_acronyms):
            return True
        if once and words.is_line(name):
            return language.runs_small(word) or (name.type != "LOC" and not shown.isupper())
    links = language.and_ | language.of | language.in_
    if the:  # *the Administration*
        return False
    return all(word in language.studies or word in links or word == "," for word in lower)


def _repeated(words: _Words, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Names, with each that stands whole in one place found whole in every other."""
    known: dict[str, dict[int, set[tuple[str, ...]]]] = defaultdict(lambda: defaultdict(set))
    whole = {words.key(name) for name in names}
    nicknames = {k[i:] for k in whole for i in range(1, len(k) - 3) if k[i] in QUOTES}
    spoken = {tuple(word for word in key if word not in QUOTES) for key in nicknames}
    names = [n._replace(type="PER") if words.key(n) in spoken else n for n in names]
    for key in sorted(whole | nicknames, key=len, reverse=True):
        if len(key) > 1:
            known[key[0]][len(key)].add(tuple(map(str.lower, key)))
    owner = {i: name for name in names for i in range(name.start, name.end)}
    kept = dict.fromkeys(names)
    for i, word in enumerate(words.text):
        for length, keys in known[word].items() if word in known else ():
            end = i + length
            if tuple(words.lower[i:end]) not in keys:
                continue
            inside = list(dict.fromkeys(owner[k] for k in range(i, end) if k in owner))
            if any(name.start < i or name.end > end for name in inside) or (
                len(inside) == 1 and inside[0].end - inside[0].start == length
            ):
                break
            longer = NameSpan(i, end, "", any(name.recognised for name in inside))
            for name in inside:
                kept.pop(name, None)
            kept[longer] = None
            owner.update((k, longer) for k in range(i, end))
            break
    return _typed(words, sorted(kept, key=lambda name: name.start))


def _typed(words: _Words, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Names with the type that most of those with the same words have, where it is unknown."""
    votes: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for name in names:
        if name.type:
            votes[words.key(name)][name.type] += 1
    types = {key: types.most_common(1)[0][0] for key, types in votes.items()}
    # A single word that is a person's may be another's.
    types = {key: type_ for key, type_ in types.items() if type_ != "PER" or len(key) > 1}
    return [n if n.type else n._replace(type=types.get(words.key(n), "")) for n in names]
