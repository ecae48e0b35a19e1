"""Names in a row: recognised names and the capitalised words beside them, put together.

What the recogniser found is freed of articles, titles and marks at its edges. It is joined by
capitalised words that belong to it (*London Stock* and *Exchange*), by runs of proper nouns that it
did not find, by a hyphen (*Kel-Tec*), and by the number behind it (*Falcon 9*).
"""

import re
from collections.abc import Iterator
from itertools import takewhile

from salience.mentions.doc_columns import NAME_TYPES
from salience.mentions.name_words import (
    HYPHENS,
    LONGEST,
    NameSpan,
    NameWords,
    follows_member,
    head_word,
    is_noble,
    is_picture,
    owns_office,
    tail_start,
)

_NO_NOUNS = frozenset(("aux", "cop"))
_LINES = HYPHENS | frozenset("–")
_DASHES = _LINES | frozenset("—")
_is_year = re.compile(r"(1[5-9]|20)\d\d").fullmatch


def joined_in_rows(words: NameWords) -> list[NameSpan]:
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


def _is_rank(words: NameWords, i: int) -> bool:
    """Whether a word is a noble's rank, and no university or number: *Duke of Hallin beat Velk*."""
    return words.starts[i] != 1 and is_noble(words, i)


def _is_of_people(words: NameWords, unit: NameSpan) -> bool:
    """Whether one word is a body of the people before it: *Albanian Government*."""
    i, language = unit.start, words.language
    if unit.end - i > 1 or not i or words.starts[i] == 1:
        return False
    people = words.text[i - 1][:1].isupper() and words.lower[i - 1] in language.peoples
    body = words.lower[i] in language.common_nouns or not language.runs_small(words.lower[i])
    return people and body and language.kind_of_word(words.lower[i]) == "ORG"


def _units(words: NameWords) -> list[NameSpan]:
    columns = words.columns
    units = [
        _trimmed(words, part)
        for ent in columns.entities
        if ent.label in NAME_TYPES
        for named in _listed(words, NameSpan(ent.start, ent.end, NAME_TYPES[ent.label], True))
        for whole in _parted(words, named)
        for part in _owned(words, whole)
    ]
    taken = {i for ent in columns.entities if ent.label for i in range(ent.start, ent.end)}
    units += [
        NameSpan(i, i + 1)
        for i, capital in enumerate(words.capital)
        if (capital or words.text[i][:1].isupper())
        and i not in taken
        and not words.is_compound(i)  # *U.S.-based*
        and columns.relation[i] not in _NO_NOUNS  # *May she rest*
        and words.lower[i] not in words.language.after_person
        and words.lower[i].replace("]", "") not in words.language.articles  # *[T]he House*
        and (words.is_strong(i) or words.is_companion(i) or _is_rank(words, i))
    ]
    return sorted(units, key=lambda unit: unit.start)


def _owned(words: NameWords, name: NameSpan) -> Iterator[NameSpan]:
    """A recognised name; a body of another body apart: *Ministry of Trade's Office of Ports*."""
    language, start = words.language, name.start
    inside = range(start + 2, name.end - 2)
    for i in [i for i in inside if words.lower[i] in language.possessive_marks]:
        heads = [head_word(words, NameSpan(a, b)) for a, b in ((start, i), (i + 1, name.end))]
        if all(h in language.units or language.kind_of_word(h) == "ORG" for h in heads):
            yield name._replace(start=start, end=i)
            start = i + 1
    yield name._replace(start=start)


def _listed(words: NameWords, name: NameSpan) -> Iterator[NameSpan]:
    """A recognised name, or the bodies that it lists: *Hallin Port Board, House and Senate*."""
    start, seams = name.start, words.language.and_ | {","}
    for i in range(start + 1, name.end - 1) if name.type == "ORG" else ():
        if words.lower[i] not in seams or i == start:
            continue
        after = i + 1 + (words.lower[i + 1] in words.language.and_)
        rest = next((k for k in range(after, name.end) if words.lower[k] in seams), name.end)
        left, right = name._replace(start=start, end=i), name._replace(start=after, end=rest)
        head = words.language.kind_of_word(words.lower[after])  # *Center for Food Safety*
        own = head == "ORG" and tail_start(words, right) == after + 2 < rest
        tail = words.lower[i] != "," and tail_start(words, left) < i
        field = after == i + 1 and tail and not own
        if _is_whole_body(words, left) and _is_whole_body(words, right) and not field:
            yield left
            start = after
    yield name._replace(start=start)


def _is_whole_body(words: NameWords, name: NameSpan) -> bool:
    """Whether a part of a name is a whole body by itself: *Senate*, *Hallin Port Board*."""
    language, head = words.language, head_word(words, name)
    if name.start >= name.end:
        return False
    last, alone = words.lower[name.end - 1], name.end - name.start == 1
    if last in language.chambers or (alone and last in language.assemblies):
        return True
    return name.end - name.start > 2 and language.kind_of_word(head) == "ORG"


def _is_bill(words: NameWords, i: int) -> bool:
    """Whether what stands behind a house is its bill's name: *the Senate ABCD bill*."""
    language, short = words.language, words.text[i + 1]
    house = words.lower[i] in language.chambers | language.assemblies
    return house and short.isupper() and len(short) > 2


def _after_field(words: NameWords, name: NameSpan) -> int:
    """Where what an office in a recognised name is for ends: *Minister for Women Ann Moor*."""
    language, lower, i = words.language, words.lower, name.start
    while i < name.end and words.is_role(i):
        i += 1
    if i in (name.start, name.end) or lower[i] not in language.for_:
        return name.start
    sole = name.type == "PER" or language.is_sole_office(lower[i - 1])
    if words.columns.plural[i - 1] or not sole:
        return name.start  # *Doctors for Peace*
    links = language.and_ | language.for_ | {","}
    while i < name.end and (lower[i] in links or language.is_field(lower[i])):
        if lower[i] in language.given_genders:
            break
        i += 1
    return i


def _parted(words: NameWords, name: NameSpan) -> Iterator[NameSpan]:
    """A recognised name, or the names that it holds: of a person and a state, of two people."""
    language, start = words.language, name.start
    first, mark, *rest = (*words.lower[start : name.end], "")
    if name.type in ("PER", "ORG") and (person := _after_field(words, name)) > start:
        if person < name.end:  # *Member for Hallin Ann Moor* holds a seat
            yield from _parted(words, name._replace(start=person, type="PER"))
    elif name.end - start == 2 and _is_bill(words, start):
        yield name._replace(end=start + 1)
        yield name._replace(start=start + 1, type="")
    elif name.type != "LOC" and (dash := _spaced_dash(words, name)):
        yield name._replace(end=dash)
        yield NameSpan(dash + 1, name.end)
    elif first in language.given_genders and rest[1:] and _is_station(words, name.end - 1):
        yield name._replace(end=name.end - 1, type="PER")
        yield NameSpan(name.end - 1, name.end, "ORG", True)
    elif bracket := _lone_bracket(words, name):
        yield name._replace(end=bracket)
        yield name._replace(start=bracket + 1)
    elif seat := _after_seat(words, name):
        yield name._replace(end=seat, type="LOC")
        yield name._replace(start=seat, type="PER")
    elif of := _of_place(words, name):
        yield NameSpan(start, of, "PER", True)
        yield NameSpan(of + 1, name.end, "LOC", True)
    elif mark in language.possessive_marks and rest[1:] and first in language.common_nouns:
        body = language.kind_of_word(first) == "ORG"  # *Department's Trade Division*
        yield name._replace(start=start + 2 * body)
    elif mark == "," and name.type == "PER" and len(rest) == 2 and first in language.given_genders:
        other = words.text[start + 2]  # *William, Lee*, not *Ann, OBE* or *Moor, A.*
        two = other.istitle() and other.isalpha() and len(other) > 2
        yield name._replace(end=start + 1) if two else name
        if two:
            yield name._replace(start=start + 2)
    else:
        yield name


def _spaced_dash(words: NameWords, name: NameSpan) -> int:
    """Where a dash between spaces stands in a name: *Ann Moor – Hallin Ltd*, else 0."""
    text, offsets = words.text, words.columns.offsets
    for i in range(name.start + 1, name.end - 1):
        ends = offsets[i - 1] + len(text[i - 1]), offsets[i] + len(text[i])
        if text[i] in _DASHES and ends[0] < offsets[i] and ends[1] < offsets[i + 1]:
            return i
    return 0


def _is_station(words: NameWords, i: int) -> bool:
    """Whether a word is a station's letters behind a name: *ABC* of *with Ann Moor ABC Radio*."""
    radio = not words.language.broadcasters.isdisjoint(words.lower[i + 1 : i + 2])
    return radio and words.text[i].isupper() and len(words.text[i]) > 1


def _lone_bracket(words: NameWords, name: NameSpan) -> int:
    """Where a bracket closes that was opened before a name: *John (Iwan) Moor*, else 0."""
    inside = words.text[name.start : name.end - 1]
    closes = name.start + inside.index(")") if ")" in inside[1:] else 0
    return closes if "(" not in inside else 0


def _after_seat(words: NameWords, name: NameSpan) -> int:
    """Where a member's name begins behind the seat: *Member for Hallin Mark Moor*, else 0."""
    language = words.language
    if name.type == "MISC" or not follows_member(words.columns, name.start):
        return 0
    inside = range(name.start + 1, name.end - 1)
    return next((i for i in inside if words.lower[i] in language.given_genders), 0)


def _of_place(words: NameWords, name: NameSpan) -> int:
    """Where *of* stands between a person in office and a place: *President Moor of Norland*."""
    language, lower = words.language, words.lower
    start = name.start + words.is_role(name.start)
    of = next((i for i in range(start + 1, name.end - 1) if lower[i] in language.of), 0)
    if not (of and start and language.is_sole_office(lower[start - 1])):
        return 0
    place = of + 1 + (lower[of + 1] in language.definite)
    known = " ".join(lower[place : name.end]) in words.places
    return of if known and not any(map(language.kind_of_word, lower[start:of])) else 0


def _trimmed(words: NameWords, name: NameSpan) -> NameSpan:
    """A recognised name without article, titles, honours of a person, and marks at its edges."""
    start, end, marks = name.start, name.end, words.language.possessive_endings
    if person := _after_office(words, name):
        name, start = name._replace(type="PER"), person
    while end - start > 1 and (
        words.pos[end - 1] == "PUNCT"
        or words.lower[end - 1] in marks
        or is_picture(words.text[end - 1])
    ):
        if words.text[end - 1] in ").!?":
            break
        end -= 1
    if (honours := _honours(words, name._replace(start=start, end=end))) < end:
        name, end = name._replace(type="PER" if honours - start > 1 else ""), honours  # *Labour MP*
    if end - start > 1 and words.is_role(end - 1) and name.type == "ORG":
        end = _before_office(words, start, end)
    kind = words.language.kind_of_word(words.lower[end - 1])  # *Duke of Hallin Hospital*
    rank = _is_rank(words, start) or (name.type == "PER" and is_noble(words, start))
    if end - start > 2 and rank and name.type != "MISC" and not kind:
        return NameSpan(start, end, "PER", True)
    if name.type in ("LOC", "ORG") and _is_titled(words, start, end):
        name, start = name._replace(type="LOC"), start + 2  # *Sultan of Hallin*
    while end - start > 1 and _goes_before(words, start, end, name.type):
        if words.lower[start] in words.language.of:  # *King of Hallin*
            name = name._replace(type="LOC")
        elif words.lower[start] in words.language.for_:  # *Minister for Defence*
            name = name._replace(type="")
        start += 1
    if name.type == "PER" and _lacks_given_name(words, start):
        start -= 1
    if name.type == "PER" and _lacks_family_name(words, start, end):
        end += 1
    if name.type == "PER" and _lacks_second_part(words, start, end):
        end += 2
    elif name.type == "PER" and start and _lacks_second_part(words, start - 1, start + 1):
        start -= 1  # *Son Heung-min*
    return name._replace(start=start, end=end)


def _honours(words: NameWords, name: NameSpan) -> int:
    """Where what follows a person begins, else the end: *Ann Moor MP*, *Ann Moor née Hale*."""
    start, end, language = name.start, name.end, words.language
    after = range(start + 1, end if name.type == "PER" else start)
    if found := [i for i in after if words.lower[i] in language.after_person]:
        return found[0]
    given = end - start > 2 and words.lower[start] in language.given_genders
    more = any(word[0].isupper() for word in words.text[end : end + 1])  # *Ann Moor AM Radio*
    last = words.lower[end - 1] in language.after_person | language.orders
    return end - 1 if given and last and not more else end


def _before_office(words: NameWords, start: int, end: int) -> int:
    """Where a body or place ends before the office behind it: *High Court Justice*, *GCA Agent*."""
    language, i = words.language, end - 1
    if end - start > 2 and language.kind_of_word(words.lower[i - 1]) == "ORG":
        return i
    if not language.is_sole_office(words.lower[i]):
        return end
    while i > start + 1 and (
        words.is_role(i - 1)
        or words.lower[i - 1] in language.before_roles
        or language.is_field(words.lower[i - 1])  # *NATO Defence Ministers*
    ):
        i -= 1
    rest, place = words.text[i - 1], " ".join(words.lower[start:i])
    acronym = rest.isupper() and len(rest) > 1 and rest.isalnum()
    known = place in language.countries or place in language.names_of_states
    return i if known or (acronym and words.lower[i - 1] not in language.common_acronyms) else end


def _after_office(words: NameWords, name: NameSpan) -> int:
    """Where a person begins after an office or what it is in charge of, else 0."""
    start, end = name.start, name.end
    if end - start == 1:
        return 0
    if words.ends_charge(start):  # *Agent in Charge Ann Lee*
        return start + 1
    lower, language = words.lower, words.language
    links = language.of | language.for_
    if start > 1 and lower[start - 1] in links and words.is_role(start - 2):
        fields = takewhile(lambda i: _is_field(words, i), range(start, end - 1))
        person = start + sum(1 for _ in fields)  # *Secretary of Education Ann Lee*
        rest, known = lower[person:end], words.text[end - 1] in words.last_names
        whole = len(rest) > 1 or (known and name.type != "PER")
        capital = words.text[person].isalpha() and words.text[person].istitle()
        given = person < end and lower[person] in language.given_genders  # *Health Hope Moor*
        if person > start and whole and capital and all(map(language.may_be_given, rest[given:])):
            return person
    return _after_offices_inside(words, name) if name.type != "PER" else 0


def _is_field(words: NameWords, i: int) -> bool:
    """Whether a word is of what an office is for, and begins nobody's name."""
    language, low = words.language, words.lower[i]
    return (language.is_field(low) or low in language.and_) and low not in language.given_genders


def _after_offices_inside(words: NameWords, name: NameSpan) -> int:
    """Where a person begins after an office in a name of another type, else 0."""
    office = [i for i in range(name.start, name.end - 1) if words.is_role(i)]
    lower, language = words.lower, words.language
    if not office:
        return 0
    start = office[-1] + 1
    known = words.text[name.end - 1] in words.last_names
    offices, rest = lower[name.start : start], lower[start : name.end]
    sole = any(language.is_sole_office(w) and language.is_office(w) for w in offices)
    ranked = lower[name.start] in language.title_ranks  # *Rt Hon Ann Moor*
    if not known and not ranked and (not sole or any(map(language.runs_small, rest))):
        return 0  # *Presidents Cup*
    office_only = all(
        words.is_role(i)
        or words.pos[i] == "ADJ"
        or lower[i] in language.before_roles
        or language.is_field(lower[i])  # *Flight Engineer Moor*
        for i in range(name.start, office[-1])
    )
    person = words.text[start][:1].isupper() and language.prepositions.isdisjoint(rest)
    return start if office_only and person and not any(map(language.kind_of_word, rest)) else 0


def _is_titled(words: NameWords, start: int, end: int) -> bool:
    """Whether a recognised place is all that follows a title: not *Secretary of State*."""
    title, of, *place = (*words.lower[start:end], "", "")[: max(2, end - start)]
    language = words.language
    if title not in language.titles or of not in language.of or not place:
        return False
    the = start > 0 and words.lower[start - 1] in language.definite
    if not (the or words.text[start].islower()):  # *King of Prussia* is a town, too
        return False
    common = all(map(language.runs_small, place)) or language.kind_of_word(place[-1])
    return not common and words.text[start + 2].istitle()


def _lacks_second_part(words: NameWords, start: int, end: int) -> bool:
    """Whether a given name of two parts goes on behind a name: *Lee Jae* of *Lee Jae-won*."""
    language, mark, part = words.language, *(*words.text[end : end + 2], "", "")[:2]
    if end - start != 2 or words.lower[start] not in language.families_first:
        return False
    offsets = words.columns.offsets[end - 1 : end + 2]
    lengths = [len(text) for text in words.text[end - 1 : end + 1]]
    near = mark in HYPHENS and offsets[2:] == [offsets[0] + sum(lengths)]
    return near and part.isalpha() and part.islower() and part not in language.hyphen_ends


def _lacks_given_name(words: NameWords, start: int) -> bool:
    """Whether a recognised name begins with the particle of a family name: *Said bin Taimur*."""
    if not start or words.text[start] not in words.language.particles or words.starts[start] == 1:
        return False
    return _is_free_capital(words, start - 1) and not words.is_role(start - 1)


def _lacks_family_name(words: NameWords, start: int, end: int) -> bool:
    """Whether a recognised name ends with the particle of a family name: *Mir bin Hale Al Moor*."""
    if end - start < 2 or end == len(words.text) or words.starts[end] == 1:
        return False
    return words.lower[end - 1] in words.language.particles and _is_free_capital(words, end)


def _is_free_capital(words: NameWords, i: int) -> bool:
    """Whether a word has a capital, and the recogniser found no name there."""
    taken, word = words.columns.entity_at.get(i), words.text[i]
    return (taken is None or not taken.label) and word.istitle() and word.isalpha()


def _goes_before(words: NameWords, i: int, end: int, type_: str) -> bool:
    """Whether the first word of a recognised name is none of it: *western Montana*, *Mayor Lee*."""
    word, low, pos, language = words.text[i], words.lower[i], words.pos[i], words.language
    if low in language.articles or (pos == "PUNCT" and word[0] not in "#@") or is_picture(word):
        return True
    if words.is_compound(i):
        return True
    if word == low and word in language.of | language.for_:
        return True
    if word == low and word.isalpha() and words.text[i + 1][:1].isupper():
        if type_ == "PER":
            return pos in ("ADJ", "NOUN", "PROPN") and low not in language.particles
        side = low in language.directions and word.title() not in words.text  # *north Norland*
        place = type_ == "LOC" and (pos == "NOUN" or side)
        return place or pos in ("ADJ", "VERB")
    given = language.given_genders
    if type_ == "PER" and _only_opens(words, i):
        return True
    if type_ == "PER" and i > 1 and words.lower[i - 1] in language.of and words.is_role(i - 2):
        return bool(language.kind_of_word(low))  # *Secretary of State Ann Lee*
    if type_ == "PER" and low in language.peoples and words.text[i + 1][:1].isupper():
        return low not in given and not _is_given_people(words, i, end)
    title = words.is_role(i) and low.rstrip(".") not in language.saints and low not in given
    rank = low in language.title_ranks and words.is_role(i + 1)  # *Lance Corporal Moor*
    office = words.lower[i + 1] in language.titles and words.lower[i + 1] not in language.nobles
    field = office and end - i > 2 and language.is_field(low) and low not in given  # *Fire Marshal*
    title = title and words.lower[i + 1] not in language.suffixes
    return type_ == "PER" and (rank or title or field)


def _only_opens(words: NameWords, i: int) -> bool:
    """Whether a word opens a sentence before somebody's name: *Longtime Moor fan Lee*."""
    alone = words.text.count(words.text[i]) == 1 < words.text.count(words.text[i + 1])
    return words.starts[i] == 1 and alone and words.lower[i] in words.language.before_roles


def _is_given_people(words: NameWords, i: int, end: int) -> bool:
    """Whether a word for a people is a given name: *Finn Moor*, not *the Dane Ann Moor*."""
    language, family = words.language, words.text[i + 1]
    if words.lower[i] not in language.given_peoples or words.text[i] in words.family_names:
        return False
    if i + 2 < end or (i and words.lower[i - 1] in language.articles):
        return False
    people = (words.text[e.start : e.end] for e in words.columns.entities if e.end - e.start > 1)
    return not any(name[-1] == family and name[-2] != words.text[i] for name in people)


def _merged(a: NameSpan, b: NameSpan) -> NameSpan:
    """Both as one, of the type of the recognised one; of two that of the last."""
    return NameSpan(a.start, b.end, b.type or a.type, a.recognised or b.recognised)


def _is_one(words: NameWords, a: NameSpan, b: NameSpan) -> bool:
    """Whether two names in a row are one."""
    if words.starts[b.start] == 1 or words.space[b.start] or b.end - a.start > LONGEST:
        return False
    if a.end - a.start == 1 and (_is_bill(words, a.start) or words.ends_charge(a.start)):
        return False
    before, after = words.lower[a.end - 1], words.lower[b.start]
    people, things = words.language.peoples, words.language.thing_nouns
    if b.end - a.start == 2 and before in people and after in things:
        return True  # *French Open*
    if a.recognised and b.recognised:
        if a.type == "PER" and b.type != "LOC" and b.end - b.start == 1:  # *Ann Ray O'Hale*
            family = words.tree.dep[b.start] == "flat" and words.linked(a, b)
            return family and not words.is_role(b.start) and not _is_station(words, b.start)
        return after in words.language.number_after
    if not words.linked(a, b):
        return False
    if a.recognised:
        up = words.tree.heads[b.start]
        flat = words.tree.dep[b.start] == "flat" and a.start <= up < a.end
        if words.is_role(b.start):
            return owns_office(words, b.end - 1)  # *U.S. Attorney's Office*
        if not (words.pos[b.start] == "PROPN" or flat):
            return False
        return words.pos[a.end - 1] != "ADJ"
    thing = words.language.thing_nouns.get(words.lower[a.start]) == "first"
    if b.recognised and thing and not words.is_role(a.end - 1):  # not *Flight Director Ann Lee*
        return True
    if b.type == "PER":  # The recogniser knows it as a given name elsewhere: *Mir Hassan*.
        given = words.text[a.start] in words.first_names - words.family_names
        return given and a.end - a.start == 1 and not words.is_role(a.start)
    if b.recognised:
        return words.pos[a.start] != "VERB" and not words.is_role(a.end - 1)
    return words.is_role(a.end - 1) == words.is_role(b.start) or not words.is_role(a.end - 1)


def _hyphenated(words: NameWords, a: NameSpan, b: NameSpan) -> bool:
    """Whether a hyphen without spaces holds two words of one name: *Kel-Tec*, not *China-Japan*."""
    i, columns = a.end, words.columns
    if b.start != i + 1 or words.text[i] not in HYPHENS:
        return False
    ends = [columns.offsets[k] + len(words.text[k]) for k in (i - 1, i)]
    if ends != [columns.offsets[i], columns.offsets[i + 1]]:
        return False
    before, after, language = words.lower[i - 1], words.lower[i + 1], words.language
    states = language.countries | language.peoples_and_languages
    long = " ".join(words.lower[b.start : b.end]) not in states and b.end - b.start > 1
    if before in states and after in states and long and b.type in ("ORG", "MISC"):
        return True  # *Australia-Norland Business Council*
    if not states.isdisjoint((before, after)) or words.text[i - 1] in language.name_variants:
        return False
    if a.type == "PER" and a.end - a.start > 1 and b.end - b.start == 1:  # *Ann Moor-Tarn*
        other = words.text[i + 1] in language.name_variants or words.is_role(i - 1)
        noun = words.pos[b.end : b.end + 1] == ["NOUN"]  # not the *Ann Moor-Tarn debate*
        return not (other or noun)
    if "PER" in (a.type, b.type):  # *Jean-Marc Tarn*, but not *Moor-Tarn*
        return a.end - a.start == 1 and before in language.given_genders and b.type != "LOC"
    return not a.type == b.type == "LOC"


def _is_score(words: NameWords, i: int) -> bool:
    """Whether the words from `i` are two small numbers with a line between them: *2-1*."""
    first, line, second = (*words.text[i : i + 3], "", "")[:3]
    return line in _LINES and all(n.isdigit() and len(n) < 3 for n in (first, second))


def _with_number(words: NameWords, name: NameSpan) -> NameSpan:
    """A name with the number after it: *Flight 447*, *Falcon 9*."""
    i, tree = name.end, words.tree
    if name.type == "PER" or i >= len(words.pos) or words.pos[i] != "NUM":
        return name
    if not any(map(str.isdigit, words.text[i])) or words.starts[i] == 1:
        return name
    value = words.columns.entity_at.get(i)  # *Hallin, 60 years ago*, *Hallin 11 May*
    dated = value is not None and value.label not in NAME_TYPES and bool(value.label)
    counted = name.type == "LOC" and words.columns.plural[min(i + 1, len(words.pos) - 1)]
    if dated or counted or _is_year(words.text[i]) or _is_score(words, i):
        return name
    up, root = tree.heads[i], tree.root(name.start, name.end)
    shared = name.type != "LOC" and up == tree.heads[root] and up > i
    return name._replace(end=i + 1) if shared or name.start <= up < name.end else name
