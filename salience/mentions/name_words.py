"""The words of a Doc as proper names see them: which may be of a name, and which are a role.

A name is a span of words (`NameSpan`). `NameWords` holds the columns by which names are found, and
answers what one word or one span is: a name by its tag and capital, a title or an office, all that
stands in its line, a head word, words that running text writes small.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple
from unicodedata import category

from salience.language.labels import BEFORE, NAME
from salience.mentions.doc_columns import NAME_TYPES, DocColumns, EntitySpan
from salience.mentions.noun_phrases import PhraseTree

_SURE = {"PROPN": 1, "NOUN": 2}  # How sure a capital must be to make a word with this tag a name.
_COMPANIONS = frozenset(("ADJ", "NOUN", "VERB", "NUM"))  # in a name by their capital
HYPHENS = frozenset("-‐‑")
QUOTES = frozenset("\"'“”‘’«»") | {"``", "''"}
LONGEST = 50  # words of a name; more are a row of capitals that no sentence ends


class NameSpan(NamedTuple):
    """A proper name: tokens `start` to `end - 1`, and whether the recogniser found any of it."""

    start: int
    end: int
    type: str = ""
    recognised: bool = False


class NameWords:
    """The columns that names are found by, and what the words are."""

    def __init__(self, columns: DocColumns, tree: PhraseTree) -> None:
        self.columns, self.tree, self.language = columns, tree, columns.language
        self.text, self.lower, self.pos = columns.text, columns.lower, tree.pos
        self.capital, self.space, self.starts = tree.capital, tree.space, columns.starts
        people = [ent for ent in columns.entities if NAME_TYPES.get(ent.label) == "PER"]
        self.last_names = {self.text[ent.end - 1] for ent in people}
        places = [ent for ent in columns.entities if NAME_TYPES.get(ent.label) == "LOC"]
        self.places = {" ".join(self.lower[ent.start : ent.end]) for ent in places}
        self.places |= self.language.countries
        self.family_names = {self.text[e.end - 1] for e in people if e.end - e.start > 1}
        self.given_names = self._given_before(people)
        self.first_names = self.given_names | {self.text[ent.start] for ent in people}

    def _given_before(self, people: Sequence[EntitySpan]) -> set[str]:
        """Words that stand twice before a person, once of one word, and alone: *Mir Hassan*."""
        starts, language = {ent.start for ent in people}, self.language
        rows = Counter((self.text[i - 1], self.text[i]) for i in starts if i)
        short = {self.text[ent.start] for ent in people if ent.end - ent.start == 1}
        twice = {w for (w, person), n in rows.items() if n > 1 and person in short}
        given = {word for word in twice if language.may_be_given(word.lower())}
        return {
            word
            for i, word in enumerate(self.text)
            if word in given and self.pos[i] == "PROPN" and word.istitle()
            if i not in self.columns.name_at and i + 1 not in starts
            if self.lower[i - 1] not in language.definite
        }

    @cached_property
    def inside_sentences(self) -> set[str]:
        """The words that somewhere begin no sentence, and nothing behind a label: *PM: Look*."""
        opened = [True, *(word == ":" for word in self.text)]
        begins = zip(self.text, self.starts, opened, strict=False)
        return {word for word, start, behind in begins if start != 1 and not behind}

    def is_role(self, i: int) -> bool:
        """Whether a word is a title or an office: *Mayor*."""
        return self.language.is_role(self.lower[i])

    def ends_charge(self, i: int) -> bool:
        """Whether a word is the last of an office: *Agent in Charge*, *Director-in-Charge*."""
        if self.lower[i] not in self.language.in_charge:
            return False
        before = (k for k in range(i - 1, max(-1, i - 5), -1) if self.text[k] not in HYPHENS)
        link, office = next(before, -1), next(before, -1)
        return office >= 0 and self.lower[link] in self.language.in_ and self.is_role(office)

    def is_compound(self, i: int) -> bool:
        """Whether a word is an adjective or noun made of a name: *Oslo-based*, *non-U.S.*"""
        name, hyphen, rest = self.text[i].rpartition("-")
        if name in self.language.before_hyphens:
            return True
        return bool(hyphen and name and rest.islower()) and self.language.runs_small(rest)

    def is_strong(self, i: int) -> bool:
        """Whether a word is a name by its tag and capital."""
        return self.capital[i] >= _SURE.get(self.pos[i], 3) or self.is_family_name(i)

    def is_family_name(self, i: int) -> bool:
        """Whether a word taken for a noun is the last one of a person's name: *Moor will stay*."""
        word, known = self.text[i], self.pos[i] == "NOUN" and self.text[i] in self.family_names
        the = i > 0 and self.lower[i - 1] in self.language.articles
        return known and word.istitle() and not the and not self.language.runs_small(self.lower[i])

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


def follows_member(columns: DocColumns, i: int) -> bool:
    """Whether a word is where a member of parliament was elected: *Member for Hallin*."""
    language, lower = columns.language, columns.lower
    return i > 1 and lower[i - 1] in language.for_ and lower[i - 2] in language.members


def is_picture(word: str) -> bool:
    """Whether a word is pictures, with what joins and colours them: *🎉*."""
    return all(
        "\U0001f000" <= c < "\U00020000" or category(c) in ("So", "Mn", "Me", "Cf") for c in word
    )


def tail_start(words: NameWords, name: NameSpan) -> int:
    """Where the words after *of*, *for* or *on* in a name begin; its end without one."""
    small = words.language.of | words.language.for_ | words.language.on
    links = [i for i in range(name.start + 1, name.end) if words.lower[i] in small]
    return links[0] + 1 if links else name.end


def runs_small(words: NameWords, name: NameSpan) -> bool:
    """Whether running text writes all words of a name small: *Natural Resources*."""
    return name.type != "PER" and all(
        map(words.language.runs_small, words.lower[name.start : name.end])
    )


def owns_office(words: NameWords, i: int) -> bool:
    """Whether an officer owns the body after it: *Attorney* of *Attorney's Office*."""
    mark, body, *_ = *words.lower[i + 1 : i + 3], "", ""
    owned = mark in words.language.possessive_marks and words.is_role(i)
    return owned and words.language.kind_of_word(body) == "ORG" and words.capital[i + 2] > 0


def head_word(words: NameWords, name: NameSpan) -> str:
    """The last word before a preposition, lower case, without the *s* of a plural."""
    lower, language = words.lower[name.start : name.end], words.language
    ends = (i for i, word in enumerate(lower) if i and word in language.ends_head)
    word = lower[next(ends, len(lower)) - 1]
    return word if language.kind_of_word(word) else word.removesuffix(language.plural)


def is_noble(words: NameWords, i: int) -> bool:
    """Whether a word is a rank that stands before what it is of: *the Duchess of Hallin*."""
    language, lower = words.language, words.lower
    rank = lower[i] in language.nobles and words.text[i].istitle()
    return rank and not language.of.isdisjoint(lower[i + 1 : i + 2])


def is_role_alone(words: NameWords, name: NameSpan) -> bool:
    """Whether a name is an office alone: *Vice President*, *Federal Councillor*."""
    language = words.language
    if name.type not in ("", "PER") or words.lower[name.start] in language.given_genders:
        return False
    if not language.is_role(head_word(words, name)):
        return False
    after = words.columns.name_at.get(name.end)
    person = after is not None and NAME_TYPES[after.label] == "PER"
    tail = tail_start(words, name)
    return all(
        words.is_role(i)
        or words.lower[i] in language.before_roles
        or (
            not name.recognised
            and (
                person
                or words.pos[i] != "PROPN"
                or language.kind_of_word(words.lower[i])
                or (i >= tail and language.is_field(words.lower[i]))
            )
        )
        for i in range(name.start, name.end)
    )
