"""Whether two names may name the same: *Mr. Obama* and *Barack Obama*, not *Mary Obama*."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from salience.language import ENGLISH, Language
from salience.language.folding import folded
from salience.language.remembering import length_of_words, remembers

_TWO_LETTERS = re.compile(r"[^\W\d]\.[^\W\d]").fullmatch  # *U.S*, whose full stop ends the sentence
_SEPARATORS = re.compile(r"(?<!\d)[\W_]+|[\W_]+(?!\d)")  # not those between digits: *3.1*
_MAX_PERSON_WORDS = 4
_MODEL = re.compile(r"[^\W\d]+\d+").fullmatch  # the letters of *B-17*, *Flight 447*
_MODEL_WORDS = 3  # So many words it may have.
_NUMBERED = re.compile(r"[^\W\d]\d{1,2}").fullmatch  # *G20*
_NUMBER = re.compile(r".*\d").fullmatch  # *B-17*


class Name(NamedTuple):
    """A proper name, taken apart.

    `words` are without case, accents, determiner, titles, suffix and full stops. An `acronym` is
    one word of capitals; a `definite` one has *the* before it; a `case` has two parties.
    """

    words: tuple[str, ...]
    title: str = ""
    suffix: str = ""
    gender: str = ""
    acronym: bool = False
    definite: bool = False
    language: Language = ENGLISH
    case: bool = False

    @property
    def key(self) -> tuple[tuple[str, ...], str, str]:
        """What two names that are the same have in common: words, suffix, gender of the title."""
        return self.words, self.suffix, self.language.title_gender(self.title)

    @property
    def letters(self) -> str:
        """The letters and digits: the same for *Wal-Mart* and *Walmart*."""
        return _letters(" ".join(self.words))

    @property
    def family(self) -> str:
        """The last word of a longer name that holds no *of*: none of *Duchess of Hallin*."""
        of = not self.language.of.isdisjoint(self.words[1:-1])
        return "" if of or len(self.words) == 1 else self.words[-1]

    @property
    def is_noble(self) -> bool:
        """Whether it is a rank with what that is of: *Duchess of Hallin*."""
        return self.words[0] in self.language.nobles and not self.language.of.isdisjoint(
            self.words[1:2]
        )

    @property
    def head(self) -> str:
        """The last word before *of* and its like."""
        return self.words[_head_end(self) - 1]


def length_of_name(name: Name) -> int:
    """The characters of its words."""
    return length_of_words(name.words)


@remembers(1 << 14)
def _letters(text: str) -> str:
    return _SEPARATORS.sub("", text)


def read_name(tokens: Sequence[str], type_: str = "", language: Language = ENGLISH) -> Name:
    """Take a name apart, given as its words; of any type but a person's, titles are words.

    Example:
        >>> read_name(["Prime", "Minister", "Ann", "Lee"], "PER").words
        ('ann', 'lee')
        >>> read_name(["General", "Motors"], "ORG").words
        ('general', 'motors')
        >>> read_name(["the", "U.S."]).words
        ('united', 'states')
    """
    return _read(tuple(tokens), type_, language)


@remembers(1 << 14, length_of_words)
def _read(tokens: tuple[str, ...], type_: str, language: Language) -> Name:
    kept = [t for t in tokens if t[:1].isalnum() or t == "&"]
    definite = bool(kept) and kept[0].lower() in language.definite
    while len(kept) > 1 and kept[0].lower() in language.before_names:
        del kept[0]
    shown = [
        t.replace(".", "") if t.count(".") > 1 or _TWO_LETTERS(t) else t.rstrip(".") for t in kept
    ]
    words = [language.possessive_ending.sub("", folded(t)) for t in shown]
    words = [  # *City of the Lakes* is *City of Lakes*
        w
        for w, before in zip(words, ("", *words), strict=False)
        if not (w in language.definite and before in language.of)
    ]
    title = suffix = ""
    if type_ in ("PER", "") and len(words) > 1:
        title = _strip_titles(words, type_, language)
        if len(words) > 1 and words[-1] in language.person_suffixes:
            suffix = words.pop()
    plural = language.plural
    acronym = len(shown) == 1 and _looks_short(shown[0].removesuffix(plural))
    usual = language.usual(" ".join(kept)) if type_ != "PER" else ""
    words = usual.lower().split() if usual else words
    if len(shown) > 1 and shown[0].isupper() and type_ != "PER":  # *US Senate*
        words[:1] = language.name_variants.get(shown[0], words[0]).lower().split()
    many = bool(words) and words[-1].endswith(plural) and _NUMBER(words[-1].removesuffix(plural))
    if (acronym or many) and shown[-1].endswith(plural):
        words = [word.removesuffix(plural) for word in words]
    if type_ != "PER" and words[1:] and language.and_.isdisjoint(words):
        words[-1] = _body(words[-1], language)
    gender = language.title_gender(title)
    # One word may be a family name: *Joyce*.
    if not gender and type_ in ("PER", "") and len(words) > 1:
        gender = _given_gender(words[0], language)
        if type_ == "PER" and words[0] in language.nobles:
            gender = language.title_gender(words[0])
    case = not language.against.isdisjoint(kept[1:-1])  # *Moor v. Hale*, not *Ann V. Moor*
    return Name(tuple(words) or ("",), title, suffix, gender, acronym, definite, language, case)


def _body(word: str, language: Language) -> str:
    """The noun of a part of a body without *s*: *Justice Departments*, for *Department's*."""
    body = word.removesuffix(language.plural)
    return body if body in language.units else word


def _given_gender(word: str, language: Language) -> str:
    """What a given name tells, or all that it may be short for: *Al*."""
    told = language.given_genders
    names = [word] if word in told else language.full_given(word)
    genders = {told.get(name, "") for name in names}
    return genders.pop() if len(genders) == 1 else ""


def _looks_short(letters: str) -> bool:
    return (
        1 < len(letters) <= 6
        and letters.isalpha()
        and sum(map(str.isupper, letters)) > len(letters) / 2
    )


def _strip_titles(words: list[str], type_: str, language: Language) -> str:
    """Take the titles off the front, in place; return them."""
    titles, n, last = language.titles, 0, 0
    roles = language.person_nouns if type_ == "PER" else titles
    for n, word in enumerate(words[:-1], start=1):
        if word in titles or (word in roles and word not in language.given_genders):
            last = n
        elif word not in language.ranks_before_titles or words[n] not in titles:
            break
    rest = words[last:]
    if len(rest) > 1 and rest[0] in language.prepositions:  # *Professor of Law* is all a role.
        return ""
    # Without a type only a short name of no known kind is a person's: not *General Motors Corp*.
    if type_ == "" and (len(rest) > _MAX_PERSON_WORDS or any(map(language.kind_of_word, rest))):
        return ""
    title = " ".join(words[:last])
    del words[:last]
    return title


def same_name(a: Name, b: Name, type_: str = "") -> bool:
    """Whether two names may name the same entity of a type; symmetric.

    All: the same letters, whatever stands between them (*Wal-Mart*, *Walmart*).
    Persons: the words of one in the other in a row if it has two or more, one word as given
    or family name, initials and short forms for given names; suffixes and genders must agree.
    Others: equal but for what may be left out (*Inc.*, *River*), one the end of the other up to
    *of* (*Security Council* of *UN Security Council*), an acronym, or a model (*B-17*).

    Example:
        >>> full = read_name(["John", "F.", "Kennedy"], "PER")
        >>> [same_name(full, read_name(other.split(), "PER"), "PER")
        ...  for other in ("Mr. Kennedy", "Jack Kennedy", "J. Kennedy", "Robert Kennedy")]
        [True, True, True, False]
    """
    if a.suffix and b.suffix and a.suffix != b.suffix:
        return False
    if a.gender and b.gender and a.gender != b.gender:
        return False
    if a.words == b.words:
        return True
    short, long = sorted((a, b), key=lambda name: (len(name.words), name.words))
    return _fits((short, long), type_)


@remembers(1 << 15, lambda names: length_of_words(names[0].words + names[1].words))
def _fits(names: tuple[Name, Name], type_: str) -> bool:
    """Whether two names with different words may name the same; the second has no fewer words."""
    short, long = names
    if short.letters == long.letters:
        return True
    if short.case != long.case:
        return False
    if type_ != "PER" and (_office_ranks(short) != _office_ranks(long) or _is_region(long, short)):
        return False
    if type_ != "PER" and (is_acronym(short, long) or _same_thing(short, long, type_)):
        return True
    if type_ == "":
        simple = _head_end(long) == len(long.words) <= _MAX_PERSON_WORDS
        two = "&" in long.words and "&" not in short.words  # *Miller & Lee*
        return simple and not two and long.words[-len(short.words) :] == short.words
    return type_ == "PER" and _same_person(short, long)


def _office_ranks(name: Name) -> set[str]:
    """Ranks before a role: *vice* of *Vice President*, but not of *Vice City*."""
    ranks, is_office = name.language.office_ranks, name.language.is_office
    return {word for word, role in pairwise(name.words) if word in ranks and is_office(role)}


def _is_region(region: Name, name: Name) -> bool:
    """Whether only a direction tells two apart: *Southern Indiana*, not *Central Bank*."""
    rest, language = region.words[1:], region.language
    if region.words[0] not in language.directions or rest != name.words:
        return False
    return len(rest) > 1 or not language.kind_of_word(rest[-1])


def _same_person(short: Name, long: Name) -> bool:
    s, t, language = short.words, long.words, long.language
    if len(t) == 1:
        return _same_given(s[0], t[0], language)
    if len(t) > _MAX_PERSON_WORDS + 2:
        return False
    if len(s) == 1:
        if s[0] == long.family or is_middle_name(short, long):
            return True
        return short.title not in language.surname_titles and _same_given(s[0], t[0], language)
    if any(t[i : i + len(s)] == s for i in range(len(t) - len(s) + 1)):
        return True
    if s[-1] != t[-1] or not _same_given(s[0], t[0], language, initials=True):
        return False
    middle = s[1:-1], t[1:-1]
    return not all(middle) or _same_given(middle[0][0], middle[1][0], language, initials=True)


def is_middle_name(short: Name, long: Name) -> bool:
    """Whether one word is a family name before the last: *Salvo* of *Ana Salvo Ruiz*."""
    word = short.words[0]
    return (
        len(short.words) == 1
        and word in long.words[1:-1]
        and len(word) > 2
        and word not in long.language.given_genders
        and word not in long.language.left_out_of_acronyms
    )


def _same_given(a: str, b: str, language: Language, *, initials: bool = False) -> bool:
    if a == b or (initials and a[0] == b[0] and 1 in (len(a), len(b))):
        return True
    full_a, full_b = language.full_given(a), language.full_given(b)
    return b in full_a or a in full_b or not full_a.isdisjoint(full_b)


def _same_thing(short: Name, long: Name, type_: str) -> bool:
    s, t, language = short.words, long.words, long.language
    if len(s) < len(t) and _MODEL(short.letters):
        return _has_letters(t, short.letters)
    if len(s) < len(t) and bare(s, language) == s == bare(t, language):
        # *Ohio* is no *Ohio River*, *the Ohio* is.
        return short.definite or language.own_names.isdisjoint((t[0], t[-1]))
    if without_suffix(t, language) == s:  # *Northern Bank Ltd*
        return True
    turned = _turned(s, language), _turned(t, language)
    one_way = (turned[0] == s) != (turned[1] == t)
    own = turned[1][: -len(turned[0])]
    fields = " ".join(own) not in language.countries and any(map(language.runs_small, own))
    if one_way and turned[1][len(own) :] == turned[0] and not (fields and s[1:]):
        return True  # *Justice Department*, *Department of Justice*; not *of Criminal Justice*
    if type_ == "ORG" and t[: len(s)] == s and _is_body_tail(t[len(s) :], language):
        return True
    if type_ == "ORG" and _is_board(s, turned[1], language):
        return True
    if type_ == "ORG" and turned[0] == _turned(owner_first(t, language), language) != turned[1]:
        return True
    bodies = language.institutions | language.of
    if type_ == "ORG" and len(s) > 1 and s == tuple(word for word in t if word not in bodies):
        return True  # *Hallin Fisheries* of *Hallin Institute of Fisheries*
    if type_ != "" and _without_inner(t, s, language):
        return True
    i, j, prepositions = _head_end(short), _head_end(long), language.prepositions
    if i < len(s) < len(t) and len(s) > 1 and t[: len(s)] == s and t[len(s)] in prepositions:
        return True  # *House of Commons of Canada*
    if i > j or t[j - i : j] != s[:i] or (s[i:] and s[i:] != t[j:]):
        return False
    if i > 1:
        # *York Times* of *New York Times* hardly occurs, *Security Council* does. A *Best Actor in
        # a Drama* is none *in a Comedy*.
        return type_ != "MISC" or s[i:] == t[j:] or t[j] in language.of
    if s[0] in language.time_nouns:  # *the Year*, *New Year*
        return False
    if s[0] in language.chambers:  # *the House* is none of *White House*
        return j == 1 or (short.definite and t[j - 2] not in language.before_chamber)
    return bool(language.kind_of_word(s[0]) or short.definite)


def _turned(words: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """A department behind what it is of: *justice department* for *department of justice*."""
    for i, word in enumerate(words[1:-1], start=1):
        body = word in language.on and language.kind_of_word(words[i - 1]) == "ORG"
        if word in language.prepositions and not (body or words[i - 1] in language.departments):
            break  # *Tax Section of the Department of Justice*
        if word in language.of or body:  # *Committee on Trade*
            return *words[: i - 1], *words[i + 1 :], words[i - 1]
    return words


def _is_board(short: tuple[str, ...], long: tuple[str, ...], language: Language) -> bool:
    """Whether a board goes by the first of two fields: *Trade Committee* of *Senate Trade and Sport
    Committee*."""
    if short[-1] not in language.boards or long[-1] != short[-1] or not short[:-1]:
        return False
    start = int(language.kind_of_word(long[0]) == "ORG")  # *Senate*
    end = start + len(short) - 1
    return long[start:end] == short[:-1] and not language.and_.isdisjoint(long[end : end + 1])


def _has_letters(words: tuple[str, ...], letters: str) -> bool:
    """Whether some words in a row have just these letters: *b 17* of *Boeing B-17*."""
    return any(
        Name(words[i:j]).letters == letters
        for i in range(len(words))
        for j in range(i + 1, min(i + _MODEL_WORDS, len(words)) + 1)
    )


def _is_body_tail(words: tuple[str, ...], language: Language) -> bool:
    """Whether words at the end of an organization's name may be left off: *High School*."""
    bodies, inner = language.organization_nouns, language.inner_words
    return bodies.get(words[-1]) in ("body", "suffix") and all(
        word in inner or word in bodies for word in words[:-1]
    )


def _without_inner(long: tuple[str, ...], short: tuple[str, ...], language: Language) -> bool:
    """Whether only *International* and its like in the middle make one name longer."""
    rest = [word for word in long[1:-1] if word not in language.inner_words]
    return (
        1 < len(short) < len(long)
        and (long[0], *rest, long[-1]) == short
        and bool(language.kind_of_word(long[-1]))
    )


def bare(words: tuple[str, ...], language: Language = ENGLISH) -> tuple[str, ...]:
    """A name without what may be left out: *Inc.*, *Lake*, *City of*, *National Park*."""
    places = language.place_nouns
    if len(words) > 2 and words[-2:] in language.left_off:
        return words[:-2]
    while len(words) > 3 and words[0] in language.kinds_of_state:
        words = words[1:]
    if len(words) > 2 and words[1] in language.of and places.get(words[0], "-") != "-":
        return words[2:]
    words = without_suffix(words, language)
    if len(words) > 1 and places.get(words[-1]) == "any":
        return words[:-1]
    return words[1:] if len(words) > 1 and places.get(words[0]) == "any" else words


def without_suffix(words: tuple[str, ...], language: Language = ENGLISH) -> tuple[str, ...]:
    """A name without the form of a firm at its end: *Inc.*, *Group*."""
    while len(words) > 1 and language.organization_nouns.get(words[-1]) == "suffix":
        words = words[:-1]
    return words


def without_legal_form(
    words: tuple[str, ...], language: Language = ENGLISH
) -> tuple[tuple[str, ...], frozenset[int]]:
    """A firm without its legal form, and the families that this may be of; else the name, and none.

    What is left must name something: *Bank Ltd* and *Norway AS* are whole.

    Example:
        >>> without_legal_form(("moor", "gmbh", "co", "kg"))[0]
        ('moor',)
    """
    end = len(words)
    while end > 1 and words[end - 1] in language.legal_forms:
        end -= 1
    bare, forms = words[:end], words[end:]
    stated = " ".join(bare) in language.countries | language.peoples
    if not forms or stated or all(language.runs_small(w) or language.kind_of_word(w) for w in bare):
        return words, frozenset()
    return bare, language.legal_forms[forms[-1]]


def owner_first(words: tuple[str, ...], language: Language = ENGLISH) -> tuple[str, ...]:
    """A body with what it is of before it: *norland ministry of trade* for *ministry of trade of
    norland*; all else as it is: *bank of york* is no *york bank*."""
    *inner, last = (0, *(i for i, word in enumerate(words) if word in language.of))
    return (*words[last + 1 :], *words[:last]) if inner[1:] else words


def without_country(words: tuple[str, ...], language: Language = ENGLISH) -> tuple[str, ...]:
    """A name without the country with initials before it: *U.S.*, *UK*."""
    country = words[:2]
    return words[2:] if " ".join(country) in language.countries_with_initials else words


def acronyms(words: tuple[str, ...], language: Language = ENGLISH) -> Iterator[str]:
    """What a name may be shortened to: *dod* and *dd* for *department of defence*."""
    if len(words) > 1:
        for split in ([part for w in words for part in w.split("-") if part], list(words)):
            large = "".join(w[0] for w in split if w not in language.left_out_of_acronyms)
            if len(large) > 1:
                yield large
            everything = "".join(w[0] for w in split if w != "&" and w not in language.definite)
            if everything != large:
                yield everything
            if not any("-" in w for w in words):
                break


def is_acronym(short: Name, long: Name) -> bool:
    """Whether a name of one word has the first letters of another, or of it without *Inc.*."""
    if not short.acronym:
        return False
    words, language = long.words, long.language
    word, without = short.words[0], bare(words, language)
    rest = without_country(words, language)
    if len(word) > 2 and rest != words and word in acronyms(rest, language):
        return True  # *DOJ* of *U.S. Department of Justice*
    if word in words[2:-1] and word in acronyms(words[: words.index(word)], language):
        return True  # *Farm Investment and Rural Enhancement (FIRE) Act*
    return word in acronyms(words, language) or word in acronyms(without, language)


def abbreviates(short: Name, long: Name) -> bool:
    """Whether a word of capitals that is put beside a name may be its abbreviation.

    Its letters stand in the name in order, the first one at the start of a word (Schwartz and
    Hearst 2003, "A simple algorithm for identifying abbreviation definitions in biomedical text",
    section 3), and the last word is among them with its first letter: what follows in brackets may
    be a place, as in *Virginia Beach (VA)*.

    Example:
        >>> mission = read_name("UN Interim Administration Mission in Kosovo".split(), "ORG")
        >>> [abbreviates(read_name([word]), mission) for word in ("UNMIK", "UNM")]
        [True, False]
    """
    if len(short.words) > 1 or not long.words[1:]:
        return False
    if _NUMBERED(short.words[0]):  # *Visegrád Group (V4)*
        return short.words[0][0] == long.words[0][0]
    if not short.acronym:
        return False
    letters, left_out = short.words[0], long.language.left_out_of_acronyms
    words, bodies = [w for w in long.words if w not in left_out], long.language.organization_nouns
    if _of_letters(letters, words):
        return True
    return bool(words) and bodies.get(words[-1]) == "suffix" and _of_letters(letters, words[:-1])


def _of_letters(letters: str, words: Sequence[str]) -> bool:
    """Whether letters begin with that of a word, and end with the first and more of the last."""
    rest = [n for n, word in enumerate(words[:-1]) if word[0] == letters[0]]
    return bool(rest) and any(
        letters[n] == words[-1][0]
        and _in_order(letters[:n], " ".join(words[rest[0] : -1]))
        and _in_order(letters[n:], words[-1])
        for n in range(1, len(letters))
    )


def _in_order(letters: str, text: str) -> bool:
    """Whether a text has all the letters, one after the other."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _head_end(name: Name) -> int:
    """Where the head of a name ends: before *of* and its like."""
    words, prepositions = name.words, name.language.prepositions
    return next((i for i, word in enumerate(words) if i and word in prepositions), len(words))
