"""What mentions must agree in: number, gender with animacy, person and entity type."""

from __future__ import annotations

from typing import NamedTuple

from salience.mentions.dependency_labels import ARGUMENTS
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.names.lexicon import (
    ARTICLES,
    BEFORE_ROLES,
    DEMONSTRATIVE_DETERMINERS,
    DIRECTIONS,
    INDEFINITES,
    KIN,
    POSSESSIVES,
    PRONOUN_FORMS,
    RANKS_OF_TITLES,
)
from salience.names.proper_names import (
    Name,
    countries,
    given_genders,
    kind_of_word,
    read_name,
    title_gender,
    word_table,
)
from salience.names.remembering import remembers_short
from salience.resources import word_set

# Sets as bits: two mentions agree where their sets have something in common.
SINGULAR, PLURAL = 1, 2
MALE, FEMALE, THING = 1, 2, 4
PERSON, BODY, PLACE, OTHER = 1, 2, 4, 8
ANY_NUMBER, ANY_GENDER, ANY_TYPE = 3, 7, 15
HUMAN = MALE | FEMALE
TYPES = {"PER": PERSON, "ORG": BODY, "LOC": PLACE, "MISC": OTHER}

GENDERS = {"m": MALE, "f": FEMALE}
# By pronoun: person (0 where it is none of the three), number, gender.
_PRONOUNS = {
    form: agreement
    for pronoun, agreement in {
        "i": (1, SINGULAR, HUMAN),
        "we": (1, PLURAL, ANY_GENDER),
        "you": (2, ANY_NUMBER, ANY_GENDER),
        "he": (3, SINGULAR, MALE),
        "she": (3, SINGULAR, FEMALE),
        "it": (3, SINGULAR, THING),
        "they": (3, PLURAL, ANY_GENDER),
        "this": (0, SINGULAR, THING),
        "that": (0, SINGULAR, THING),
        "these": (0, PLURAL, ANY_GENDER),
    }.items()
    for form in PRONOUN_FORMS[pronoun]
}
_BEFORE_KIN = (
    ARTICLES | POSSESSIVES | word_set("late older younger elder eldest youngest twin former first")
)
_HUMAN_ENDINGS = ("ist", "man", "woman", "men", "women", "person", "people")
_GROUPS = word_set("family couple crowd group team band staff crew public audience")
_TIMES = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december christmas easter halloween"
)
_WEATHER_VERBS = word_set("rain snow drizzle thunder")
_CONTENT = frozenset(("ADJ", "NOUN", "PROPN", "NUM", "VERB", "ADV"))


class MentionAttributes(NamedTuple):
    """A mention with what it must agree in.

    Attributes:
        mention: The mention.
        number, gender, types: Sets of what it may be, as bits.
        person: 1, 2 or 3; 0 for demonstratives.
        head: Lemma of the head, lower case.
        determiner: `the`, `this` (any demonstrative), `poss`, `a` (any indefinite) or ``.
        modifiers: Content words other than the head.
        name: The name taken apart, of named mentions.
        sentence: Index of the sentence.
        role: Relation of the root, the same for UD and CLEAR.
        governor: The word that the root is an argument of, -1 if it is no argument.
        possessor: The word of a possessive determiner, -1 without one.
        plural: Whether the head has the form of a plural.
        relative: Whether a person is introduced as somebody's relative: *her mother Ann Lee*.
    """

    mention: TokenMention
    number: int
    gender: int
    types: int
    person: int
    head: str
    determiner: str
    modifiers: frozenset[str]
    name: Name | None
    sentence: int
    role: str
    governor: int
    possessor: int
    plural: bool
    relative: bool = False


def attributes_of(columns: DocColumns, m: TokenMention) -> MentionAttributes:
    """Find out what a mention must agree in."""
    c = columns
    name = compared_name(c, m) if m.kind == "named" else None
    if name and _is_role(c, m, name):
        name = None
    person, number, gender, types = 3, PLURAL if c.plural[m.head] else SINGULAR, THING, ANY_TYPE
    head, determiner, modifiers = c.lemma[m.head], "", frozenset[str]()
    possessor = -1
    if m.kind == "pronominal":
        person, number, gender = _PRONOUNS.get(c.lower[m.start], (3, ANY_NUMBER, ANY_GENDER))
        head = c.lower[m.start]
        types = PERSON if gender in (MALE, FEMALE, HUMAN) else ANY_TYPE
    elif name:
        number, gender, types = _of_name(c, m, name)
    else:
        number, gender, types = _of_noun(head, number)
        if m.end - m.start > 1:
            determiner, possessor = _determiner(c, m)
            lower, pos = c.lower, c.pos
            modifiers = frozenset(
                [lower[i] for i in range(m.start, m.end) if pos[i] in _CONTENT and i != m.head]
            )
        determiner = determiner or ("the" if m.kind == "named" else "")
    role = c.role[m.root]
    governor = c.governor[m.root] if role in ARGUMENTS else -1
    return MentionAttributes(
        m, number, gender, types, person, head, determiner, modifiers, name,
        c.sentence[m.start], role, governor, possessor, c.plural[m.head],
        name is not None and types & PERSON > 0 and _is_relative(c, m),
    )  # fmt: skip


def _is_relative(c: DocColumns, m: TokenMention) -> bool:
    """Whether *mother* or its like stands right before a name, or after it and a comma."""
    start, _ = _name_at_head(c, m)
    before = start - 1 - (start > 0 and c.lower[start - 1] in (",", "(", "–", "—"))
    if before >= 0 and c.lower[before] in KIN and c.text[before].islower():
        return True
    i = m.head + 2
    while i < len(c) and c.lower[i] in _BEFORE_KIN:
        i += 1
    after_comma = i < len(c) and c.lower[m.head + 1] in (",", "(", "–", "—")
    if not after_comma or c.lower[i] not in KIN:
        return False
    return i + 1 == len(c) or c.pos[i + 1] == "PUNCT" or c.lower[i + 1] in ("of", "and", "to")


def is_pleonastic_it(columns: DocColumns, m: MentionAttributes) -> bool:
    """Whether a mention is the *it* of *it rained*, which stands for nothing.

    Where the tree says so (an expletive) there is no mention to begin with.
    """
    return m.head == "it" and m.role == "nsubj" and columns.lemma[m.governor] in _WEATHER_VERBS


def _is_role(c: DocColumns, m: TokenMention, name: Name) -> bool:
    """Whether a name is only a title: *the Vice President*, *Professor of Law*.

    One that holds a recognised name is more than that: a text may have two *mayors of*.
    """
    words = name.words
    alone = c.lower[m.start] not in ARTICLES | POSSESSIVES
    if m.type == "PER" and len(words) == 1 and alone and words[0] in c.family_names:
        return False  # *Dean*, where the text has *Howard Dean*
    if "of" in words and not m.type and not any(i in c.entity_at for i in range(m.start, m.end)):
        words = words[: words.index("of")] or words
    return m.type in ("PER", "") and all(
        word in word_table("person_nouns") or word in word_table("titles") or word in BEFORE_ROLES
        for word in words
    )


@remembers_short(1 << 14)
def _of_noun(head: str, number: int) -> tuple[int, int, int]:
    people = word_table("person_nouns")
    if head in people or head.endswith(_HUMAN_ENDINGS):
        return number, GENDERS.get(people.get(head, "-"), HUMAN), PERSON
    if head in _GROUPS:
        return ANY_NUMBER, THING if number == SINGULAR else ANY_GENDER, PERSON | BODY | OTHER
    kinds = 0
    if head in word_table("organization_nouns"):
        kinds |= BODY
    if head in word_table("place_nouns"):
        kinds |= PLACE
    if kinds & BODY:
        number |= PLURAL
    # An unknown noun in the plural may stand for people, in the singular hardly.
    return number, THING if number == SINGULAR or kinds else ANY_GENDER, kinds or OTHER


def _of_name(c: DocColumns, m: TokenMention, name: Name) -> tuple[int, int, int]:
    types = TYPES.get(m.type, 0)
    if name.title and title_gender(name.title):
        types = PERSON
    if not types:
        # *President of France*, but not *Burger King*.
        title = name.title or (name.head == name.words[0] and name.head in word_table("titles"))
        if title or name.gender or name.words[0] in given_genders():
            types = PERSON
        elif " ".join(name.words) in countries():
            types = PLACE
        elif name.words[-1] in _TIMES:
            types = OTHER
        else:
            types = TYPES.get(kind_of_word(name.head), ANY_TYPE)
    # *Barnes* is often tagged as a plural, *the Barneses* has an article.
    number = PLURAL if c.plural[m.head] and (m.type != "PER" or name.definite) else SINGULAR
    if name.acronym:
        number = ANY_NUMBER
    if types == PERSON:
        return number, GENDERS.get(name.gender, HUMAN), types
    if types == ANY_TYPE:
        return number, GENDERS.get(name.gender, ANY_GENDER), types
    if types == BODY:
        return ANY_NUMBER, THING, types
    if types == PLACE:  # *Shetland* and *the Shetland Islands*
        return ANY_NUMBER if number == PLURAL else number, THING, types
    return number, ANY_GENDER if number == PLURAL else THING, types


def compared_name(columns: DocColumns, m: TokenMention) -> Name:
    """The proper name in a named mention as coreference compares it.

    It begins with the titles before it, which tell a gender and an office, and goes on to the name
    after *of*, *for* or *to*. An entity is shown by `shown_name` of `salience.entities.extraction`,
    which has neither, and names are looked for in an abstract by `searched_name` of
    `salience.names.keys`, which has no Doc to look at.
    """
    c = columns
    start, end = _name_at_head(c, m)
    if m.type != "PER":
        for links in (("of", "for", "to"), ("to",)):  # *Mission of Norway to the United Nations*
            if end + 1 < m.end and c.lower[end] in links:
                far = end + 1 + (c.lower[end + 1] == "the")
                while far < m.end and (c.proper[far] or _is_capital_word(c, far)):
                    far += 1
                    end = far
    far = len(c) if m.type in ("", "MISC") else m.end
    if m.type != "PER" and end < far and c.pos[end] == "NUM":
        end += 1
    # A title may stand before the recognised name.
    while start > 0 and _is_title(c, start - 1):
        start -= 1
    if start > m.start and m.type != "PER" and c.lower[start - 1] in DIRECTIONS:
        start -= 1  # *southern Russia*
    if start > m.start and c.lower[start - 1] == "the":
        start -= 1
    if c.plural[m.head] and m.type in ("PER", "MISC"):
        # *Black Americans* are not all *Americans*.
        start, end = m.start, m.end
    words = [c.text[i] for i in range(start, end) if c.pos[i] != "PUNCT"]
    return read_name(words or [c.text[m.head]], m.type)


def _name_at_head(c: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The recognised name that covers the head, else the proper nouns in a row around the head."""
    if m.name[1]:
        return m.name
    if ent := c.entity_at.get(m.head):
        return max(ent.start, m.start), min(ent.end, m.end)
    start, end = m.head, m.head + 1
    head = c.lower[m.head]
    role = head in word_table("titles") or head in word_table("person_nouns")
    while start > m.start and (
        c.proper[start - 1] or (not role and _is_capital_word(c, start - 1))
    ):
        start -= 1
    while end < m.end and c.proper[end]:
        end += 1
    return start, end


def _is_title(c: DocColumns, i: int) -> bool:
    """Whether a word is a title, or its rank: all of *Deputy Prime Minister*.

    Taggers make common nouns of them at the start of a sentence.
    """
    titles = word_table("titles")
    word, after = (c.lower[k].rstrip(".") for k in (i, i + 1))
    if not c.text[i][:1].isupper():
        return False
    if word in RANKS_OF_TITLES and (after in titles or after == "prime"):
        return True
    return word in titles and c.pos[i] in ("PROPN", "NOUN")


def _is_capital_word(c: DocColumns, i: int) -> bool:
    """Whether a word of another kind is a part of a name by its capital: *Guided Missile Base*."""
    return c.pos[i] in CAPITAL_TAGS and c.text[i][:1].isupper()


def _determiner(c: DocColumns, m: TokenMention) -> tuple[str, int]:
    """Which determiner a noun phrase has, and its word if it is a possessive."""
    lower, relation = c.lower, c.relation
    for i in range(m.start, m.head):
        word = lower[i]
        if word == "the":
            return "the", -1
        if word in DEMONSTRATIVE_DETERMINERS:
            return "this", -1
        if word in INDEFINITES:
            return "a", -1
        if relation[i] == "poss" and c.heads[i] == m.head:
            return "poss", i
    return "", -1
