"""Names across small words: what prepositions, *and*, commas, brackets and quotes hold together.

*Ministry of Health and Sport* is one name of three in a row and the words between them. So are the
partners of a firm (*Moor, Velk & Hale*), the fields of a body (*Health, Sport and Culture Board*),
a possessor with what it is part of, a name with its acronym inside it, and a quoted nickname.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache

from salience.language import Language
from salience.language.labels import BEFORE, CONJUNCT, NAME
from salience.mentions.name_words import (
    LONGEST,
    QUOTES,
    NameSpan,
    NameWords,
    head_word,
    is_noble,
    is_role_alone,
    owns_office,
    runs_small,
    tail_start,
)
from salience.names.proper_names import abbreviates, is_acronym, read_name

_MOST_PARTNERS = 8
_LONGEST_REST = 6  # words from the bracket of an acronym to the end of the name
_LONGEST_NICKNAME = 5  # words, with the quotation marks and the family name


class _Link(IntEnum):
    """What the words between two names say of them."""

    NONE, OF, FOR, ON, TO, IN, INTO, AND, AMPERSAND, COMMA = range(10)


_JOINS_ROLES = (_Link.OF, _Link.FOR, _Link.AND)


@cache
def _links(language: Language) -> tuple[tuple[_Link, frozenset[str]], ...]:
    small = language.of, language.for_, language.on, language.to, language.in_, language.into
    ands = language.and_, frozenset("&"), frozenset(",")
    return tuple(zip(list(_Link)[1:], (*small, *ands), strict=True))


def joined_by_links(words: NameWords, runs: Sequence[NameSpan]) -> Iterator[NameSpan]:
    """Names with what prepositions and *and* join to them."""
    i = 0
    while i < len(runs):
        name, last, i = runs[i], runs[i], i + 1
        role = is_role_alone(words, name)
        head = head_word(words, name)
        while i < len(runs):
            b = runs[i]
            if b.end - name.start > LONGEST:
                break
            two = runs[i : i + 2]
            if more := _nickname(words, name, two) or _born(words, name, two):
                i += more - 1
                b, joins = runs[i], True
            elif _is_noble(words, name, b):
                name, joins = name._replace(type="PER", recognised=True), True
            elif _is_of_town(words, name, b):
                name, joins = name._replace(type="ORG"), True
            elif last is name and (more := _partners(words, name, runs[i : i + _MOST_PARTNERS])):
                i, role = i + more, False
                name = last = NameSpan(name.start, runs[i - 1].end, "ORG", True)
                continue
            elif last is name and (more := _acronym_inside(words, name, two)):
                i += more - 1
                b, joins = runs[i], True
                name = name._replace(type=b.type)
            elif _possesses(words, last, b):
                name, joins = name._replace(type="" if role else b.type), True
                head = head_word(words, b)
            elif more := _fields(words, last, runs[i : i + _MOST_PARTNERS]):
                i += more
                name = NameSpan(name.start, runs[i - 1].end, runs[i - 1].type, True)
                last, head = runs[i - 1], head_word(words, name)
                continue
            elif role:
                rest = runs[i + 1 : i + _MOST_PARTNERS]
                field = runs_small(words, b) and not _fields(words, b, rest)
                link = _link(words, name, b)
                joins = link in _JOINS_ROLES and (field or not b.recognised)
                joins = joins and not words.is_role(b.start)
                joins = joins or (field and link == _Link.COMMA and last is not name)
            else:
                joins = _continues(words, head, name, b) or _acronym_of_both(words, name, b)
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


def _possesses(words: NameWords, a: NameSpan, b: NameSpan) -> bool:
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
    body = language.kind_of_word(words.lower[i]) == "ORG"  # *the Department's Trade Division*
    if common and not body and language.runs_small(words.lower[i]) and not words.is_role(i):
        return True
    if owns_office(words, i):
        return True  # *U.S. Attorney's Office for the District of Hallin*
    if words.is_role(i) and words.capital[i] and words.lower[b.end - 1] in language.called_after:
        return language.of.isdisjoint(words.lower[b.end : b.end + 1])  # *Governor's Cup*
    *inside, _ = words.lower[b.start : b.end]
    small = all(language.runs_small(word) or word in words.text for word in inside)
    return language.is_legal_form(words.text[b.end - 1]) and bool(inside) and small


def _link(words: NameWords, a: NameSpan, b: NameSpan) -> _Link:
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


def _continues(words: NameWords, head: str, name: NameSpan, b: NameSpan) -> bool:
    """Whether a name goes on to another one after a preposition, *and* or a comma."""
    link, language = _link(words, name, b), words.language
    if link == _Link.AMPERSAND and all(map(language.is_legal_form, words.text[b.start : b.end])):
        return True  # *Moor GmbH & Co. KG*
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
        or words.ends_charge(name.start)  # *Agent in Charge of the FBI*
    ):
        return False
    if link == _Link.OF:
        return _has_part(words, head, name, b)
    if link in (_Link.AND, _Link.AMPERSAND, _Link.COMMA):
        return _is_series(words, link, head, name, b)
    return _is_about(words, link, head, name, b)


def _has_part(words: NameWords, head: str, name: NameSpan, b: NameSpan) -> bool:
    """Whether a name goes on after *of*: *Ministry of Health*, *Office of the President*."""
    language = words.language
    if b.recognised and name.recognised and name.end - name.start > 1:
        offices = (owns_office(words, i) for i in range(name.start, name.end))
        part = head in language.parts and words.lower[name.start] in language.directions
        return part or head in language.owned or any(offices)
    if language.kind_of_word(head) or head in language.thing_nouns:
        return True
    single = name.end - name.start == 1 and words.capital[name.start] == 2
    return single and not name.recognised and b.type != "PER"


def _is_about(words: NameWords, link: _Link, head: str, name: NameSpan, b: NameSpan) -> bool:
    """Whether a name goes on to what it is for, on, to, in or into: *Inquiry into Floods*."""
    language = words.language
    common = b.type not in ("LOC", "PER")
    body = language.kind_of_word(head) == "ORG"
    if link == _Link.FOR:
        return body or (head in language.about and not b.recognised)
    if link == _Link.ON:
        return head in language.about and common
    if link == _Link.TO:
        inquiry = not language.into.isdisjoint(words.lower[name.start : name.end])
        return head in language.sent or (inquiry and common)
    if link == _Link.INTO:
        return head in language.inquiries and common
    if head in language.stationed and b.type == "LOC":
        return name.recognised and words.text[name.start].isupper()  # *UN Mission in Norland*
    # *Association of Women in Law*
    return body and tail_start(words, name) < name.end and common


def _is_series(words: NameWords, link: _Link, head: str, name: NameSpan, b: NameSpan) -> bool:
    """Whether fields go on: *Department of Defence, Sport and Culture*, *Health and Sport Act*."""
    language, tree, tail = words.language, words.tree, tail_start(words, name)
    kind, kind_of_last = language.kind_of_word(head), language.kind_of_word(words.lower[b.end - 1])
    fields = link == _Link.COMMA and b.type in ("ORG", "MISC", "") and head in language.owned
    the = words.lower[b.start - 1] in language.definite  # *Office of Trade, the Postal Service*
    last_fields = fields and not the and not language.and_.isdisjoint(words.lower[b.start : b.end])
    if last_fields and tail < name.end:
        return True  # *Department of Defence, Sport and Culture*
    body = link == _Link.AND and kind_of_last == "ORG"
    if body and b.end - b.start == 1 and head in language.owned and words.is_role(name.end - 1):
        return True  # *Department of the Prime Minister and Cabinet*
    series = "," in words.text[tail : name.end] and b.type != "PER"
    field = series and all(map(language.is_field, words.lower[b.start : b.end]))
    own = b.end - b.start > 1 and kind_of_last == "ORG"
    listed = link == _Link.COMMA and b.type in ("ORG", "MISC") and not own
    sure = not b.recognised or field or listed
    root = tree.root(b.start, b.end)
    in_series = tree.part[root] == CONJUNCT and tail <= tree.heads[root] < b.start
    if kind == "ORG" and sure and not the and not words.is_role(b.end - 1) and in_series:
        return True  # *Ministry of Education, Research and Innovation*
    first = tree.root(name.start, name.end)
    shared = b.start <= tree.heads[first] < b.end and tree.part[first] in (NAME, BEFORE)
    return link != _Link.COMMA and shared and not name.recognised and not words.is_role(b.start)


def _nickname(words: NameWords, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after a person's are a quoted nickname and the rest: 0, 1 or 2."""
    if words.text[name.end] not in QUOTES or words.text[name.start] in QUOTES:
        return 0
    if not (words.language.and_ | {","}).isdisjoint(words.lower[name.end + 1 : name.end + 2]):
        return 0  # *"Big Ann" and "Red Moor"*
    for n, b in enumerate(after, start=1):
        inside = words.text[name.start + 1 : b.end]
        person = "PER" in (name.type, b.type) and b.type in ("PER", "")
        quoted = sum(word in QUOTES for word in inside) == 2 and inside[-1] not in QUOTES
        if person and quoted and b.end - name.end <= _LONGEST_NICKNAME:
            return n
    return 0


def _born(words: NameWords, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after given names are that at birth and the family's: *Ann (Hale) Moor*."""
    i, given = name.end, words.language.given_genders
    if words.text[i] != "(" or not (
        (name.type == "PER" and i - name.start < 3)
        or given.keys() >= set(words.lower[name.start : i])
    ):
        return 0
    people = [b for b in after if b.type in ("PER", "") and words.text[b.start].istitle()]
    ends = [place for b in people for place in (b.start, b.end)]
    whole = ends == [i + 1, i + 2, i + 3, i + 4]  # not *Ann Moor (Lee) Bob Hale*
    near = ends[:3] == [i + 1, i + 2, i + 3] and (whole or i - name.start == 1)
    return 2 if near and words.text[i + 2] == ")" else 0


def _is_noble(words: NameWords, name: NameSpan, b: NameSpan) -> bool:
    """Whether a rank and what it is of are two names: *the Duchess of Hallin*."""
    one = name.end == name.start + 1 == b.start - 1 and is_noble(words, name.start)
    return one and (name.type == "PER" or words.starts[name.start] != 1)


def _is_of_town(words: NameWords, name: NameSpan, b: NameSpan) -> bool:
    """Whether a body has its town and state before it: *Hallin, Ohio, Police Department*."""
    language, lower = words.language, words.lower
    comma, state, last = lower[name.end - 2], words.text[name.end - 1], lower[name.end]
    body = language.kind_of_word(lower[b.end - 1]) == "ORG" and b.end - b.start > 1
    town = name.end - name.start > 2 and bool(language.state(state))  # not *Ohio* alone
    near = comma == "," == last and b.start == name.end + 1
    return near and town and body and runs_small(words, b._replace(end=b.end - 1))


def _fields(words: NameWords, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after a field make one body with it: *Health, Sport and Culture Board*."""
    last, language, seams = name, words.language, words.language.and_ | {"&"}
    for n, b in enumerate(after, start=1):
        kinds = last is name and language.kind_of_word(words.lower[name.start]) == "ORG"
        field = last._replace(start=last.start + kinds)  # *Senate Trade and Sport Committee*
        small = all(map(language.is_field, words.lower[field.start : field.end]))
        if field.start == field.end or not small or words.starts[b.start] == 1:
            return 0
        link = _link(words, last, b)
        if link in (_Link.AND, _Link.AMPERSAND) and words.lower[b.start - 1] in seams:
            word = words.lower[b.end - 1]
            things = language.units | language.thing_nouns.keys()
            body = word in things or language.kind_of_word(word) == "ORG"
            own = body and b.end - b.start > 1 and runs_small(words, b._replace(end=b.end - 1))
            return n if own and not words.is_role(b.end - 1) else 0
        if link != _Link.COMMA:
            return 0
        last = b
    return 0


def _acronym_inside(words: NameWords, name: NameSpan, after: Sequence[NameSpan]) -> int:
    """How many names after one are its acronym in brackets and the rest: *Clean Air (CLA) Act*."""
    i, language = name.end, words.language
    if name.type == "PER" or words.text[i] != "(" or words.text[i + 2 : i + 3] != [")"]:
        return 0
    rest = [b for b in after if b.end > i + 3][:1]
    if not rest or not i < rest[0].start <= i + 3 or rest[0].end - i > _LONGEST_REST:
        return 0
    before = head_word(words, name)
    if language.kind_of_word(before) or before in language.thing_nouns:
        return 0  # *Hallin Water Board (HWB) Program*
    head = words.lower[rest[0].end - 1]
    kind = language.kind_of_word(head) == "ORG" or head in language.thing_nouns
    short, full = (
        read_name(words.text[a:b], "ORG", language) for a, b in ((i + 1, i + 2), (name.start, i))
    )
    return after.index(rest[0]) + 1 if kind and abbreviates(short, full) else 0


def _acronym_of_both(words: NameWords, a: NameSpan, b: NameSpan) -> bool:
    """Whether brackets after two names have the first letters of both: *Aid for Girls (AG)*."""
    i = next((k for k in range(b.end, b.end + 3) if words.text[k : k + 1] == ["("]), 0)
    if not i or "PER" in (a.type, b.type) or words.text[i + 2 : i + 3] != [")"]:
        return False
    spans = (i + 1, i + 2), (b.start, i), *((a.start, k) for k in range(a.start + 2, i))
    short, alone, *both = (read_name(words.text[j:k], "ORG", words.language) for j, k in spans)
    linked = b.start - a.end == 1 and words.lower[a.end] in words.language.name_links
    return linked and not abbreviates(short, alone) and any(is_acronym(short, x) for x in both)


def _partners(words: NameWords, name: NameSpan, after: Sequence[NameSpan]) -> int:
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
