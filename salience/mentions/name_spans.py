"""Proper names as spans of a Doc: where each begins and ends, and none inside a longer one.

What the recogniser found leads: names are put together in rows (`name_runs`) and across small words
(`name_links`). Here stays what names something: no office alone, no language, no word that only
begins a sentence. A name that stands whole in one place is found as a whole in every other.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set

from salience.mentions.doc_columns import NAME_TYPES, DocColumns
from salience.mentions.name_links import joined_by_links
from salience.mentions.name_runs import joined_in_rows
from salience.mentions.name_words import QUOTES, NameSpan, NameWords, head_word, is_role_alone
from salience.mentions.noun_phrases import PhraseTree
from salience.names.proper_names import abbreviates, is_acronym, read_name

_CLOSING = {"«": "»", "“": "”", "„": "“", '"': '"'}
_LONGEST_EXCHANGE = 4  # So many words stand between a bracket and the colon in it.
_LONGEST_QUOTED = 4  # So many words after a name may be of the quotation that it opens.
_DOUBTFUL = 0.6  # A word that a sentence begins with needs this share of all types to be a name.
_PARTY_AND_STATE = re.compile(r"[DIR]-(?:[A-Z]\.){,2}[A-Za-z]*\.?").fullmatch


def find_names(columns: DocColumns, tree: PhraseTree) -> tuple[NameSpan, ...]:
    """The proper names of a Doc in their order, without titles, possessors and articles."""
    words = NameWords(columns, tree)
    joined = joined_by_links(words, joined_in_rows(words))
    names = [n for name in joined for n in _apart(words, name)]
    counts = Counter(map(words.key, names))
    tongues = {words.key(name) for name in names if _is_language(words, name)}
    sure = [
        name
        for name in names
        if (key := words.key(name)) not in tongues and _is_name(words, name, counts[key] == 1)
    ]
    return tuple(_repeated(words, sure))


def _apart(words: NameWords, name: NameSpan) -> Iterator[NameSpan]:
    """A name without what belongs to the office after it, and the acronym at its end by itself."""
    start, end, type_, found = name = _closed(words, name)
    *others, last = words.text[start:end]
    office = end < len(words.text) and words.capital[end] and words.is_role(end)
    if others and office and words.lower[end - 1] in words.language.before_offices:
        more = len(others) > 1 and words.lower[end - 2] in words.language.and_
        yield name._replace(end=end - 1 - more)
        return
    if len(others) > 1 and len(last) > 1 and last.isupper() and type_ in ("ORG", "MISC", ""):
        full, short = (read_name(x, "ORG", words.language) for x in (others, [last]))
        if is_acronym(short, full) or abbreviates(short, full):
            comma = words.pos[end - 2] == "PUNCT"  # *Department of Justice, DOJ*
            yield name._replace(end=end - 1 - comma)
            yield NameSpan(end - 1, end, type_, found)
            return
    yield name


def _closed(words: NameWords, name: NameSpan) -> NameSpan:
    """A name with the mark that closes a quotation inside of it, or else without the quotation."""
    first, closing, opened = max(0, name.start - 1), "", name.end
    for i in range(first, name.end):  # from the word before: *"Red" Moor* behind its first mark
        if closing and words.text[i] == closing:
            closing = ""
        elif not closing and words.text[i] in _CLOSING:
            closing, opened = _CLOSING[words.text[i]], i
    if not closing or opened <= name.start:
        return name
    near = words.text[name.end : name.end + _LONGEST_QUOTED]
    end = name.end + near.index(closing) if closing in near else len(words.text)
    if 1 not in words.starts[name.end : end] and closing in near:
        return name._replace(end=end + 1)
    return name._replace(end=opened)


def _is_name(words: NameWords, name: NameSpan, once: bool) -> bool:
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
    if is_role_alone(words, name) or all(words.lower[i] in language.suffixes for i in inside):
        return False
    if len(inside) == 1 and _is_common(words, name.start, once):
        return False
    if any("$" in words.text[i] for i in inside):
        return False
    return any(map(words.is_strong, inside))


def _is_common(words: NameWords, i: int, once: bool) -> bool:
    """Whether an unrecognised word is a common noun with a capital: *the State*."""
    word = words.text[i]
    if words.is_family_name(i):
        return False
    if words.pos[i] == "NOUN":
        return once and word[1:] == word[1:].lower() and not words.tree.hashtag[i]
    language, low = words.language, words.lower[i]
    kind = language.kind_of_word
    time = low in language.time_nouns  # *Australian of the Year*
    return time or bool(kind(low) or kind(low.removesuffix(language.plural)))


def _is_office(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether the recogniser took an office for a name: *Head of the Section*, *Captain*."""
    lower, language = words.lower[name.start : name.end], words.language
    before = language.peoples | language.before_roles
    if len(lower) > 1 and words.is_role(name.end - 1) and not _is_said_thing(words, name):
        rank = len(lower) > 2 and lower[-2] in language.office_ranks  # *Conference Vice Chairman*
        if rank or before.issuperset(lower[:-1]):  # *Federal Councillor*
            return True
        sole = language.is_sole_office(lower[-1])
        common = all(language.is_field(word) or language.is_role(word) for word in lower[:-1])
        last = sole or language.runs_small(lower[-1]) or all(map(language.is_role, lower))
        if name.type == "ORG" and common and last:
            return True  # *Science Counselors*
        others = before | language.directions | language.and_
        sole = sole and lower[0] not in language.given_genders
        office = (language.is_field(w) or language.is_role(w) or w in others for w in lower[:-1])
        if sole and all(office):  # *Trial Attorney*, *Ministers and Parliamentary Secretaries*
            return True
    own = lower[0] if len(lower) == 2 else words.lower[name.start - 1] if name.start else ""
    if own in language.possessives and len(lower) < 3 and lower[-1] in language.honours:
        return True  # *Her Majesty*
    if all(word.rstrip(".") in language.surname_titles for word in lower):
        return True  # *Mr and Mrs Moor*
    if not language.is_role(lower[0]) or lower[0] in language.given_genders:
        return False
    if name.type != "PER":
        return False
    if len(lower) == 1:
        called = name.start > 0 and words.is_role(name.start - 1)
        family = words.text[name.start] in words.family_names
        if lower[0] in language.addressed and (called or not family):
            return True  # *Mr. President*, *the Treasurer and Premier*
        the = name.start > 0 and words.lower[name.start - 1] in (
            language.definite | language.name_demonstratives
        )
        return (once or the) and not family
    offices = all(words.is_role(i) for i in range(name.start, name.end))
    field = len(lower) > 2 and lower[1] in language.of | language.for_
    return offices or (field and lower[0] not in language.nobles)


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


def _is_of_ticker(words: NameWords, name: NameSpan) -> bool:
    """Whether a name is an exchange or a symbol of *Moor Inc. (NASDAQ: MOOR)*."""
    colon = name.start - 1 if words.text[name.start - 1 : name.start] == [":"] else name.end
    first = max(0, colon - _LONGEST_EXCHANGE)
    before = words.lower[first:colon] if words.text[colon : colon + 1] == [":"] else []
    if "(" not in before or words.language.exchanges.isdisjoint(before):
        return False
    return words.text.count(words.text[name.start]) == 1  # else it is what the firm is called


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


def _is_language(words: NameWords, name: NameSpan) -> bool:
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


def _only_begins(words: NameWords, name: NameSpan) -> bool:
    """Whether a word begins a sentence, and the recogniser is unsure or texts write it small."""
    i, language = name.start, words.language
    low, shares = words.lower[i], words.columns.type_shares(i, i + 1)
    if words.starts[i] != 1 or i + 1 == len(words.text) or words.text.count(words.text[i]) > 1:
        return False
    if shares and sum(shares.values()) < _DOUBTFUL:
        return True
    small = name.type in ("PER", "LOC") and language.runs_small(low)
    return small and low not in language.given_genders


def _is_no_thing(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether a name is of no particular thing, whoever found it: *CET*, *H2O*, *Physics*."""
    lower, language = words.lower[name.start : name.end], words.language
    after = words.lower[name.end : name.end + 2]
    marks = language.possessive_marks
    if after[:1] and after[0] in marks and not language.illnesses.isdisjoint(after):
        return True
    if _is_office(words, name, once) or _is_field(words, name) or _is_post(words, name):
        return True
    if _is_of_federal_office(words, name) or _is_of_ticker(words, name):
        return True
    last = words.lower[name.start - 1] if name.start else ""
    people = len(lower) == 1 and lower[0] in language.peoples
    if people and name.type == "PER" and last in language.articles:
        return True  # *a Dane*
    if len(lower) == 1 and lower[0] in language.in_charge and last in language.in_:
        return name.start > 1 and words.is_role(name.start - 2)  # *Agent in Charge*
    if len(lower) > 2 and lower[0] in language.titles and lower[1] in language.of:
        # *Secretary of Defense*, not *Prince of Wales Hospital*
        return name.type in ("", "ORG") and not language.kind_of_word(lower[-1])
    the = name.start > 0 and words.lower[name.start - 1] in language.definite
    short = after[:1] == ["."] and lower[0].endswith(language.plural)  # *Sens. Moor and Hale*
    placed = the or short or not language.of.isdisjoint(after[:1])
    if placed and len(lower) == 1 and lower[0] in language.titles:  # *the Duke of Hallin*
        return True
    if once and len(lower) == 1 and _only_begins(words, name):
        return True  # *Damp had eaten the pages.*
    # Addresses, and what a page makes of apostrophes: *I&#39;m*.
    if any("@" in word[1:] or "://" in word or ";" in word for word in lower):
        return True
    if len(lower) == 1 and words.is_compound(name.start):
        return True
    if len(lower) > 1 and lower[-1] in language.interviews:  # *Doorstop Interview, Hallin*
        return True
    aside = words.text[name.start - 1 : name.start] == ["["] and after[:1] == ["]"]
    if aside and all(map(language.runs_small, lower)):  # *[Applause]*
        return True
    if lower[-1] in language.several_bodies and language.name_links.isdisjoint(lower):
        return True  # *State Governments*
    if len(lower) == 1 and "]" in lower[0][:-1] and "[" not in lower[0]:  # *[I]ncreasingly*
        return True
    near = range(name.start, max(0, name.start - 3), -1)
    opened = next((i for i in near if words.text[i - 1] in "(["), 0)
    bracketed = opened and next((w for w in after if w != "."), "") in (")", "]")
    start = name.start - 2 if words.text[name.start - 1 : name.start] == ["-"] else name.start
    if not opened and words.lower[max(0, start - 1)] == ",":
        before = words.columns.name_at.get(start - 2)
        opened = start if before and NAME_TYPES[before.label] == "PER" else 0
        bracketed = opened > 0
    if bracketed and _PARTY_AND_STATE("".join(words.text[opened : name.end])):
        return True  # *Moor (R-TX)*, *Moor, R-Texas, said*
    if len(lower) == 1 and language.thing_nouns.get(lower[0]) == "nameless":
        kind = words.lower[name.start - 1] if name.start else ""  # *Mr Mould*, not *Malaria*
        return not (language.type_of_noun(kind) or words.text[name.start] in words.family_names)
    whole = [*lower, *after[:1]] if lower[-1].isdigit() else lower  # *Type 2 Diabetes*
    if len(whole) > 1 and language.thing_nouns.get(whole[-1]) == "nameless":
        return all(language.runs_small(word) or word.isdigit() for word in whole)
    if name.type == "PER":
        return False
    if len(lower) == 1:
        word = lower[0].replace(".", "")
        shown, singular = words.text[name.start], word.removesuffix(language.plural)
        never = not {word, singular, lower[0]}.isdisjoint(language.never_names)
        if never and not shown[1:].islower():
            return True
        if not name.recognised and not {word, singular}.isdisjoint(language.common_acronyms):
            return True
        if once and words.is_line(name):
            return language.runs_small(word) or (name.type != "LOC" and not shown.isupper())
    links = language.and_ | language.of | language.in_
    if the:  # *the Administration*
        return False
    number = lower[-1]  # *Biology 101*, not *Business 365*
    if lower[0] in language.studies and len(number) == 3 and number.isdigit():
        lower = lower[: -1 if number not in language.product_numbers else None]
    return all(word in language.studies or word in links or word == "," for word in lower)


def _repeated(words: NameWords, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Names, with each that stands whole in one place found whole in every other."""
    known: dict[str, dict[int, set[tuple[str, ...]]]] = defaultdict(lambda: defaultdict(set))
    whole = {words.key(name) for name in names}
    nicknames = {k[i:] for k in whole for i in range(1, len(k) - 3) if k[i] in QUOTES}
    spoken = {tuple(word for word in key if word not in QUOTES) for key in nicknames}
    spoken |= {
        (*key[:i], *key[i + 3 :])  # *Ann Moor* of *Ann "Red" Moor*
        for key in whole
        for i in range(1, len(key) - 3)
        if key[i] in QUOTES and key[i + 2] in QUOTES
    }
    names = [n._replace(type="PER") if words.key(n) in spoken else n for n in names]
    firms = {firm for key in whole if (firm := _without_form(words, key))}
    for key in sorted(whole | nicknames | firms, key=len, reverse=True):
        if len(key) > 1 or key in firms:
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


def _without_form(words: NameWords, key: Sequence[str]) -> tuple[str, ...]:
    """A firm without its legal form: *Dekkers* of *Dekkers NV*; empty for all else."""
    firm = tuple(key[:-2] if key[-2:-1] == (",",) else key[:-1])  # *Tarnley* of *Tarnley, Inc.*
    small = all(words.language.runs_small(word.lower()) for word in firm)
    whole = words.language.has_legal_form(list(key)) and firm[-1:] and firm[-1][-1].isalnum()
    return firm if whole and not small else ()


def _typed(words: NameWords, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Names with the type that most of those with the same words have, where it is unknown."""
    votes: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for name in names:
        if name.type:
            votes[words.key(name)][name.type] += 1
    types = {key: types.most_common(1)[0][0] for key, types in votes.items()}
    # A single word that is a person's may be another's.
    types = {key: type_ for key, type_ in types.items() if type_ != "PER" or len(key) > 1}
    types |= {(word,): "PER" for word in words.given_names}
    names = [n if n.type else n._replace(type=types.get(words.key(n), "")) for n in names]
    places = {" ".join(words.key(n)).lower() for n in names if n.type == "LOC"}
    places |= words.language.countries | words.language.names_of_states
    return [n._replace(type="LOC") if _is_state(words, n, places) else n for n in names]


def _is_state(words: NameWords, name: NameSpan, places: Set[str]) -> bool:
    """Whether a body is a place with the noun of what it is: *State of California*."""
    language, (noun, *rest) = words.language, words.lower[name.start : name.end]
    if name.type != "ORG" or len(rest) < 2 or rest[0] not in language.of:
        return False
    rest = rest[2 if rest[1] in language.definite else 1 :]
    return language.place_nouns.get(noun, "-") != "-" and " ".join(rest) in places
