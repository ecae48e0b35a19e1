"""Offices that were taken for names: *Captain*, *Trade* of *Trade Minister*, *U.S. Attorney*."""

from salience.mentions.doc_columns import NAME_TYPES
from salience.mentions.name_words import NameSpan, NameWords, head_word
from salience.names.proper_names import read_name


def is_of_office(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether a name is an office or a part of one; `once` if nothing else has its words."""
    return (
        _is_office(words, name, once)
        or _is_field(words, name)
        or _is_post(words, name)
        or _is_of_federal_office(words, name)
        or (name.end - name.start == 1 and words.ends_charge(name.start))
        or _is_title(words, name)
    )


def _is_office(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether the recogniser took an office for a name: *Head of the Section*, *Captain*."""
    lower, language = words.lower[name.start : name.end], words.language
    if _ends_with_office(words, name) or _addresses(words, name):
        return True
    if name.type != "PER" or not language.is_role(lower[0]) or lower[0] in language.given_genders:
        return False
    if len(lower) == 1:
        return _is_role_alone(words, name, once)
    offices = all(map(words.is_role, range(name.start, name.end)))
    field = len(lower) > 2 and lower[1] in language.of | language.for_
    return offices or (field and lower[0] not in language.nobles)


def _ends_with_office(words: NameWords, name: NameSpan) -> bool:
    """Whether an office stands behind what it is of: *Federal Councillor*, *Trial Attorney*."""
    lower, language = words.lower[name.start : name.end], words.language
    if len(lower) == 1 or not words.is_role(name.end - 1) or _is_said_thing(words, name):
        return False
    before = language.peoples | language.before_roles
    rank = len(lower) > 2 and lower[-2] in language.office_ranks  # *Conference Vice Chairman*
    if rank or before.issuperset(lower[:-1]):
        return True
    sole = language.is_sole_office(lower[-1])
    common = all(language.is_field(word) or language.is_role(word) for word in lower[:-1])
    last = sole or language.runs_small(lower[-1]) or all(map(language.is_role, lower))
    if name.type == "ORG" and common and last:
        return True  # *Science Counselors*
    if not sole or lower[0] in language.given_genders:
        return False
    others = (
        before | language.directions | language.and_
    )  # *Ministers and Parliamentary Secretaries*
    return all(language.is_field(w) or language.is_role(w) or w in others for w in lower[:-1])


def _addresses(words: NameWords, name: NameSpan) -> bool:
    """Whether somebody is addressed by rank alone: *Her Majesty*, *Mr and Mrs Moor*."""
    lower, language = words.lower[name.start : name.end], words.language
    own = lower[0] if len(lower) == 2 else words.lower[name.start - 1] if name.start else ""
    if own in language.possessives and len(lower) < 3 and lower[-1] in language.honours:
        return True
    return all(word.rstrip(".") in language.surname_titles for word in lower)


def _is_role_alone(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether one word is an office and no family name: *Mr. President*, *this Captain*."""
    language, start = words.language, name.start
    called = start > 0 and words.is_role(start - 1)
    family = words.text[start] in words.family_names
    if words.lower[start] in language.addressed and (called or not family):
        return True  # *the Treasurer and Premier*
    pointed = language.definite | language.name_demonstratives
    return (once or (start > 0 and words.lower[start - 1] in pointed)) and not family


def _is_said_thing(words: NameWords, name: NameSpan) -> bool:
    """Whether a sentence says that a name is of a thing or body: *Star Agent is a firm*."""
    c, i = words.columns, name.end - 1
    said = c.governor[i]
    noun = c.role[i] == "nsubj" and c.pos[said] == "NOUN"
    return noun and words.language.type_of_noun(c.lemma[said]) in ("ORG", "LOC", "MISC")


def _is_field(words: NameWords, name: NameSpan) -> bool:
    """Whether a name is what an office is for: *Trade Minister*, *Minister Ann Moor for Health*."""
    language, lower, i, after = words.language, words.lower, name.start - 1, name.end
    links = language.and_ | frozenset(",")
    if not all(language.is_field(w) or w in links for w in lower[name.start : after]):
        return False
    if name.type == "PER" or language.kind_of_word(head_word(words, name)):
        return False
    if after < len(lower) and words.text[after].istitle() and language.is_sole_office(lower[after]):
        return words.starts[after] != 1
    if after < len(lower) and i >= 0 and words.is_role(i) and words.is_role(after):
        return words.text[after].istitle()  # *Deputy Fire Chief*
    if i < 1 or lower[i] not in language.for_:
        return False
    person = words.columns.name_at.get(i - 1)
    if person is None or NAME_TYPES[person.label] != "PER":
        return words.is_role(i - 1) and words.text[i - 1].istitle()
    return words.is_role(person.start) or (person.start > 0 and words.is_role(person.start - 1))


def _is_of_federal_office(words: NameWords, name: NameSpan) -> bool:
    """Whether a state is named in the office of who serves it: *U.S. Attorney Ann Moor*."""
    language, end = words.language, name.end
    offices = (office for office in language.federal_offices if end + len(office) < len(words.text))
    after = [end + len(x) for x in offices if words.lower[end : end + len(x)] == list(x)]
    last = words.lower[after[0]] if after else ""
    if not after or last in language.possessive_marks or last in language.titles:
        return False  # *U.S. Attorney's office*, *U.S. Attorney General*
    state = read_name(words.text[name.start : end], "LOC", language).words
    return words.text[end].istitle() and " ".join(state) in language.countries_with_initials


def _is_post(words: NameWords, name: NameSpan) -> bool:
    """Whether a post bears a person's name: *she is Ann Moor Professor of Law*."""
    language, start = words.language, name.start
    role = name.end - (words.lower[name.end - 1] in language.posts)
    post, of, *_ = *words.lower[role : role + 2], "", ""
    if name.type != "PER" or role - start < 2 or post not in language.posts or not start:
        return False
    said = words.columns.lemma[start - 1] in language.becoming
    linked = said and of in language.of | language.in_ | language.for_
    the = words.lower[start - 1] in language.definite
    return (the or linked) and words.text[role].istitle() and words.starts[start] != 1


def _is_title(words: NameWords, name: NameSpan) -> bool:
    """Whether a name is a title: *the Duke* of Hallin, *Sens.* Moor, *Secretary of State*."""
    language, lower = words.language, words.lower[name.start : name.end]
    if lower[0] in language.title_ranks:  # *Rt* of *Rt. Hon. Ann Moor*
        after = [w for w in words.lower[name.end : name.end + 2] if w != "."][:1]
        return language.titles.keys() >= {*lower[1:], *(() if lower[1:] else after or [""])}
    if lower[0] not in language.titles:
        return False
    if len(lower) > 2 and lower[1] in language.of | language.for_:
        fields = all(language.is_field(w) or w in language.name_links for w in lower[2:])
        sole = language.is_sole_office(lower[0]) and lower[-1] not in language.thing_nouns
        of = lower[1] in language.of and not language.kind_of_word(lower[-1])
        return name.type in ("", "ORG") and (of or (fields and sole))  # not *Prince of Wales Inn*
    after = words.lower[name.end : name.end + 1]
    the = name.start > 0 and words.lower[name.start - 1] in language.definite
    short = after == ["."] and lower[0].endswith(language.plural)
    return len(lower) == 1 and (the or short or not language.of.isdisjoint(after))
