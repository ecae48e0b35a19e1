"""Whether two names may name the same: *Mr. Obama* and *Barack Obama*, not *Mary Obama*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, wraps
from itertools import pairwise
from typing import NamedTuple, TypeVar

from salience.names.lexicon import (
    BEFORE_NAMES,
    BEFORE_TITLES,
    DIRECTIONS,
    LEFT_OUT_OF_ACRONYMS,
    OFFICE_RANKS,
    PERSON_SUFFIXES,
    PREPOSITIONS,
    SURNAME_TITLES,
    TIME_NOUNS,
)
from salience.names.remembering import LONGEST, remembers_short
from salience.names.spelling import folded
from salience.resources import word_list, word_set

_TWO_LETTERS = re.compile(r"[^\W\d]\.[^\W\d]").fullmatch  # *U.S*, whose full stop ends the sentence
# What may stand before *Republic of* in the full name of a country.
_KINDS_OF_STATE = word_set("people federal federative islamic united socialist hashemite")
_SEPARATORS = re.compile(r"(?<!\d)[\W_]+|[\W_]+(?!\d)")  # not those between digits: *3.1*
_MAX_PERSON_WORDS = 4
_MODEL = re.compile(r"[^\W\d]+\d+").fullmatch  # the letters of *B-17*, *Flight 447*
_MODEL_WORDS = 3  # So many words it may have.
_NUMBERED = re.compile(r"[^\W\d]\d{1,2}").fullmatch  # *G20*
_NUMBERS = re.compile(r".*\ds").fullmatch  # *B-17s*
# Words in the middle of a name that may be left out with or before the noun after them.
_INNER = word_set(
    "international regional municipal memorial metropolitan community general high middle "
    "elementary primary secondary preparatory football medical"
)


@cache
def word_table(name: str) -> dict[str, str]:
    """A word list with two columns, as a dict from the first to the second.

    Example:
        >>> word_table("titles")["mrs"]
        'f'
    """
    return dict(line.split("\t", 1) for line in word_list(name))


@cache
def _variants() -> dict[str, tuple[str, ...]]:
    return {k: tuple(v.lower().split()) for k, v in word_table("name_variants").items()}


@cache
def _nicknames() -> dict[str, frozenset[str]]:
    rows = word_table("nicknames").items()
    return {folded(short): frozenset(folded(full).split(",")) for short, full in rows}


@cache
def given_genders() -> dict[str, str]:
    """Given names, without case and accents, with the gender that they tell."""
    return {folded(name): gender for name, gender in word_table("given_names").items()}


@cache
def countries() -> frozenset[str]:
    """Lower-case names of places whose people have a word of their own, mostly countries."""
    return frozenset(place.lower() for place in word_table("demonyms").values())


@cache
def peoples() -> frozenset[str]:
    """Words for the people of a place, and for what is theirs, in lower case.

    Example:
        >>> "norwegian" in peoples(), "norwegians" in peoples(), "norway" in peoples()
        (True, True, False)
    """
    words = {word.lower() for word in word_table("demonyms")}
    return frozenset(words | {f"{word}s" for word in words if not word.endswith("s")})


class Name(NamedTuple):
    """A proper name, taken apart.

    Attributes:
        words: Without case, accents, determiner, titles, suffix and full stops.
        title: The titles before it, such as `mrs` or `vice president`; empty without one.
        suffix: `jr`, `iii`, …; empty without one.
        gender: `m` or `f` where title or given name tell it, else the empty string.
        acronym: Whether it is one word of capitals.
        definite: Whether *the* goes before it.
    """

    words: tuple[str, ...]
    title: str = ""
    suffix: str = ""
    gender: str = ""
    acronym: bool = False
    definite: bool = False

    @property
    def key(self) -> tuple[tuple[str, ...], str, str]:
        """What two names that are the same have in common: words, suffix, gender of the title."""
        return self.words, self.suffix, title_gender(self.title)

    @property
    def letters(self) -> str:
        """The letters and digits: the same for *Wal-Mart* and *Walmart*."""
        return _letters(" ".join(self.words))

    @property
    def head(self) -> str:
        """The last word before *of* and its like."""
        return self.words[_head_end(self.words) - 1]


T = TypeVar("T")


def remembered(function: Callable[[Name], T]) -> Callable[[Name], T]:
    """A function of a name that remembers what it found, but for very long names."""
    kept = lru_cache(1 << 14)(function)

    @wraps(function)
    def found(name: Name) -> T:
        return (kept if sum(map(len, name.words)) <= LONGEST else function)(name)

    return found


@remembers_short(1 << 14)
def _letters(text: str) -> str:
    return _SEPARATORS.sub("", text)


def read_name(tokens: Sequence[str], type_: str = "") -> Name:
    """Take a name apart, given as its words; of any type but a person's, titles are words.

    Example:
        >>> read_name(["Prime", "Minister", "Ann", "Lee"], "PER").words
        ('ann', 'lee')
        >>> read_name(["General", "Motors"], "ORG").words
        ('general', 'motors')
        >>> read_name(["the", "U.S."]).words
        ('united', 'states')
    """
    words = tuple(tokens)
    read = _read if sum(map(len, words)) <= LONGEST else _read.__wrapped__
    return read(words, type_)


@lru_cache(1 << 14)
def _read(tokens: tuple[str, ...], type_: str) -> Name:
    shown = [
        t.replace(".", "") if t.count(".") > 1 or _TWO_LETTERS(t) else t.rstrip(".") for t in tokens
    ]
    shown = [t for t in shown if t and (t[0].isalnum() or t == "&")]
    definite = bool(shown) and shown[0].lower() == "the"
    while len(shown) > 1 and shown[0].lower() in BEFORE_NAMES:
        del shown[0]
    words = [folded(t).removesuffix("'s") for t in shown]
    title = suffix = ""
    if type_ in ("PER", "") and len(words) > 1:
        title = _strip_titles(words, type_)
        if len(words) > 1 and words[-1] in PERSON_SUFFIXES:
            suffix = words.pop()
    acronym = len(shown) == 1 and _looks_short(shown[0])
    words = list(_variants().get(" ".join(shown), words)) if type_ != "PER" else words
    if acronym or (words and _NUMBERS(words[-1])):
        words = [word.removesuffix("s") if shown[-1].endswith("s") else word for word in words]
    gender = title_gender(title)
    # One word may be a family name: *Joyce*.
    if not gender and type_ in ("PER", "") and len(words) > 1:
        gender = _given_gender(words[0])
    return Name(tuple(words) or ("",), title, suffix, gender, acronym, definite)


def _given_gender(word: str) -> str:
    """What a given name tells, or all that it may be short for: *Al*."""
    told = given_genders()
    genders = {told.get(name, "") for name in ([word] if word in told else full_given(word))}
    return genders.pop() if len(genders) == 1 else ""


def _looks_short(word: str) -> bool:
    letters = word.removesuffix("s")
    return (
        1 < len(letters) <= 6
        and letters.isalpha()
        and sum(map(str.isupper, letters)) > len(letters) / 2
    )


def _strip_titles(words: list[str], type_: str) -> str:
    """Take the titles off the front, in place; return them."""
    titles, n, last = word_table("titles"), 0, 0
    roles = word_table("person_nouns") if type_ == "PER" else titles
    for n, word in enumerate(words[:-1], start=1):
        if word in titles or (word in roles and word not in given_genders()):
            last = n
        elif word not in BEFORE_TITLES or words[n] not in titles:
            break
    rest = words[last:]
    if len(rest) > 1 and rest[0] in PREPOSITIONS:  # *Professor of Law* is all a role.
        return ""
    # Without a type only a short name of no known kind is a person's: not *General Motors Corp*.
    if type_ == "" and (len(rest) > _MAX_PERSON_WORDS or any(map(kind_of_word, rest))):
        return ""
    title = " ".join(words[:last])
    del words[:last]
    return title


def title_gender(title: str) -> str:
    """`m` or `f` where a title or role tells it, else the empty string."""
    word = title.rpartition(" ")[2]
    gender = word_table("titles").get(word) or word_table("person_nouns").get(word, "")
    return gender.strip("-")


def kind_of_word(word: str) -> str:
    """`ORG` or `LOC` if the word stands for such things in names, else the empty string.

    Example:
        >>> kind_of_word("university"), kind_of_word("river"), kind_of_word("blue")
        ('ORG', 'LOC', '')
    """
    if word in word_table("organization_nouns"):
        return "ORG"
    return "LOC" if word in word_table("place_nouns") else ""


def same_name(a: Name, b: Name, type_: str = "") -> bool:
    """Whether two names may name the same entity of a type; symmetric.

    All: the same letters, whatever stands between them (*Wal-Mart*, *Walmart*).
    Persons: the words of one in the other in a row if it has two or more, one word as given
    or family name (*Salvo* of *Ana Salvo Ruiz* too), initials and short forms for given names;
    suffixes and genders must agree.
    Others: equal but for what may be left out (*Inc.*, *River*, *City of*, the *International* of
    an airport), one the end of the other up to *of* (*Security Council* of *UN Security Council*,
    not *America* of *Bank of America*, nor *President* of *Vice President* or *Indiana* of
    *Southern Indiana*), an acronym, or the number of a model (*B-17*).

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
    short, long = (a, b) if len(a.words) <= len(b.words) else (b, a)
    fits = _fits if sum(map(len, a.words + b.words)) <= LONGEST else _fits.__wrapped__
    return fits(short, long, type_)


@lru_cache(1 << 15)
def _fits(short: Name, long: Name, type_: str) -> bool:
    """Whether two names with different words may name the same; `long` has no fewer words."""
    if short.letters == long.letters:
        return True
    if type_ != "PER" and (_office_ranks(short) != _office_ranks(long) or _is_part(long, short)):
        return False
    if type_ != "PER" and (is_acronym(short, long) or _same_thing(short, long, type_)):
        return True
    if type_ == "":
        whole = _head_end(long.words) == len(long.words) <= _MAX_PERSON_WORDS
        two = "&" in long.words and "&" not in short.words  # *Miller & Lee*
        return whole and not two and long.words[-len(short.words) :] == short.words
    return type_ == "PER" and _same_person(short, long)


def _office_ranks(name: Name) -> set[str]:
    """Ranks before a role: *vice* of *Vice President*, but not of *Vice City*."""
    titles, roles = word_table("titles"), word_table("person_nouns")
    return {
        w
        for w, role in pairwise(name.words)
        if w in OFFICE_RANKS and (role in titles or role in roles)
    }


def _is_part(part: Name, whole: Name) -> bool:
    """Whether only a direction tells two names apart: *Southern Indiana*, *North Americans*.

    Of a general word it is the name: *Central Bank*, *the Western Wall* and *the Wall*.
    """
    rest = part.words[1:]
    if part.words[0] not in DIRECTIONS or rest != whole.words:
        return False
    return len(rest) > 1 or not kind_of_word(rest[-1])


def _same_person(short: Name, long: Name) -> bool:
    s, t = short.words, long.words
    if len(t) == 1:
        return _same_given(s[0], t[0])
    if len(t) > _MAX_PERSON_WORDS + 2:
        return False
    if len(s) == 1:
        if s[0] == t[-1] or is_middle_name(short, long):
            return True
        return short.title not in SURNAME_TITLES and _same_given(s[0], t[0])
    if any(t[i : i + len(s)] == s for i in range(len(t) - len(s) + 1)):
        return True
    if s[-1] != t[-1] or not _same_given(s[0], t[0], initials=True):
        return False
    middle = s[1:-1], t[1:-1]
    return not all(middle) or _same_given(middle[0][0], middle[1][0], initials=True)


def is_middle_name(short: Name, long: Name) -> bool:
    """Whether one word is a family name before the last: *Salvo* of *Ana Salvo Ruiz*."""
    word = short.words[0]
    return (
        len(short.words) == 1
        and word in long.words[1:-1]
        and len(word) > 2
        and word not in given_genders()
        and word not in LEFT_OUT_OF_ACRONYMS
    )


def _same_given(a: str, b: str, *, initials: bool = False) -> bool:
    if a == b or (initials and a[0] == b[0] and 1 in (len(a), len(b))):
        return True
    short = _nicknames()
    return b in short.get(a, ()) or a in short.get(b, ()) or bool(_shared(short, a, b))


def full_given(word: str) -> frozenset[str]:
    """What a given name may be short for: *william* for *bill*."""
    return _nicknames().get(word, frozenset())


def _shared(short: dict[str, frozenset[str]], a: str, b: str) -> frozenset[str]:
    return short.get(a, frozenset()) & short.get(b, frozenset())


def _same_thing(short: Name, long: Name, type_: str) -> bool:
    s, t = short.words, long.words
    if len(s) < len(t) and _MODEL(short.letters):
        return _has_letters(t, short.letters)
    if len(s) < len(t) and bare(s) == s and bare(t) == s:
        # *Ohio* is no *Ohio River*, *the Ohio* is.
        return short.definite or not {"river", "ocean"} & {t[0], t[-1]}
    if type_ == "ORG" and t[: len(s)] == s and _is_body_tail(t[len(s) :]):
        return True
    if type_ != "" and _without_inner(t, s):
        return True
    i, j = _head_end(s), _head_end(t)
    if 1 < len(s) < len(t) and t[: len(s)] == s and i < len(s) and t[len(s)] in PREPOSITIONS:
        return True  # *House of Commons of Canada*
    if i > j or t[j - i : j] != s[:i] or (s[i:] and s[i:] != t[j:]):
        return False
    if i > 1:
        # *York Times* of *New York Times* hardly occurs, *Security Council* does. A *Best Actor in
        # a Drama* is none *in a Comedy*.
        return type_ != "MISC" or s[i:] == t[j:] or t[j] == "of"
    if s[0] in TIME_NOUNS:  # *the Year*, *New Year*
        return False
    return bool(kind_of_word(s[0]) or short.definite)


def _has_letters(words: tuple[str, ...], letters: str) -> bool:
    """Whether some words in a row have just these letters: *b 17* of *Boeing B-17*."""
    return any(
        Name(words[i:j]).letters == letters
        for i in range(len(words))
        for j in range(i + 1, min(i + _MODEL_WORDS, len(words)) + 1)
    )


def _is_body_tail(words: tuple[str, ...]) -> bool:
    """Whether words at the end of an organization's name may be left off: *High School*."""
    bodies = word_table("organization_nouns")
    return bodies.get(words[-1]) in ("body", "suffix") and all(
        word in _INNER or word in bodies for word in words[:-1]
    )


def _without_inner(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    """Whether only *International* and its like in the middle make one name longer."""
    rest = [word for word in long[1:-1] if word not in _INNER]
    return (
        1 < len(short) < len(long)
        and (long[0], *rest, long[-1]) == short
        and bool(kind_of_word(long[-1]))
    )


def bare(words: tuple[str, ...]) -> tuple[str, ...]:
    """A name without what may be left out: *Inc.*, *Lake*, *City of*, *National Park*.

    Example:
        >>> bare(("acme", "corp")), bare(("city", "of", "london")), bare(("mexico", "city"))
        (('acme',), ('london',), ('mexico', 'city'))
    """
    places, bodies = word_table("place_nouns"), word_table("organization_nouns")
    if len(words) > 2 and words[-2:] == ("national", "park"):
        return words[:-2]
    while len(words) > 3 and words[0] in _KINDS_OF_STATE:
        words = words[1:]
    if len(words) > 2 and words[1] == "of" and places.get(words[0], "-") != "-":
        return words[3:] if words[2] == "the" and len(words) > 3 else words[2:]
    while len(words) > 1 and bodies.get(words[-1]) == "suffix":
        words = words[:-1]
    if len(words) > 1 and places.get(words[-1]) == "any":
        return words[:-1]
    return words[1:] if len(words) > 1 and places.get(words[0]) == "any" else words


def acronyms(words: tuple[str, ...]) -> Iterator[str]:
    """What a name of several words may be shortened to, lower case.

    Example:
        >>> sorted(acronyms(("department", "of", "defence")))
        ['dd', 'dod']
    """
    if len(words) > 1:
        for parts in ([p for w in words for p in w.split("-") if p], list(words)):
            large = "".join(p[0] for p in parts if p not in LEFT_OUT_OF_ACRONYMS)
            if len(large) > 1:
                yield large
            everything = "".join(p[0] for p in parts if p not in ("the", "&"))
            if everything != large:
                yield everything
            if not any("-" in w for w in words):
                break


def is_acronym(short: Name, long: Name) -> bool:
    """Whether a name of one word has the first letters of another, or of it without *Inc.*."""
    if not short.acronym:
        return False
    return short.words[0] in {*acronyms(long.words), *acronyms(bare(long.words))}


def abbreviates(short: Name, long: Name) -> bool:
    """Whether a word of capitals that is put beside a name may be its abbreviation.

    Its letters stand in the name in their order, the first one at the start of a word, as in
    Schwartz and Hearst (2003, "A simple algorithm for identifying abbreviation definitions in
    biomedical text", section 3). Here the last word has to be among them with its first letter,
    since what follows a name in brackets may be its place: *Virginia Beach (VA)*. Less is needed
    than for an acronym anywhere else in a text.

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
    letters, words = short.words[0], [w for w in long.words if w not in LEFT_OUT_OF_ACRONYMS]
    bodies = word_table("organization_nouns")
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


def _head_end(words: tuple[str, ...]) -> int:
    for i, word in enumerate(words):
        if i and word in PREPOSITIONS:
            return i
    return len(words)
