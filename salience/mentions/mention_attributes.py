"""What mentions must agree in: number, gender with animacy, person and entity type."""

from typing import NamedTuple

from salience.language import Language
from salience.language.agreement import (
    ANY_GENDER,
    ANY_NUMBER,
    ANY_TYPE,
    BODY,
    GENDERS,
    HUMAN,
    OTHER,
    PERSON,
    PLACE,
    PLURAL,
    SINGULAR,
    THING,
    TYPES,
)
from salience.language.labels import ARGUMENTS
from salience.language.remembering import remembers
from salience.language.rule_words import Words
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.names.proper_names import Name, read_name

_CONTENT = frozenset(("ADJ", "NOUN", "PROPN", "NUM", "VERB", "ADV"))


class MentionAttributes(NamedTuple):
    """A mention with what it must agree in.

    `number`, `gender`, `types` are sets of bits; `person` is 0 for demonstratives. `determiner` is
    `the`, `this`, `poss`, `a` or empty; `governor` and `possessor` are words, -1 without one. Of a
    name, `relative` says that it is a relative's, `at_birth` that somebody had it at birth, and
    `in_place` that it is a place's, since something is in it (*in Moor*, *the town of Moor*).
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
    at_birth: bool = False
    in_place: bool = False


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
        pronoun = c.language.agreement.get(c.lower[m.start])
        person, number, gender = 3, ANY_NUMBER, ANY_GENDER
        if pronoun:
            person, number, gender = pronoun.person, pronoun.number, pronoun.gender
        head = c.lower[m.start]
        types = PERSON if not gender & ~HUMAN else ANY_TYPE
    elif name:
        number, gender, types = _of_name(c, m, name)
    else:
        number, gender, types = of_noun(head, number, c.language)
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
        name is not None and types & PERSON > 0 and _is_at_birth(c, m),
        name is not None and types == PLACE and stands_as_place(c, m, c.language.in_),
    )  # fmt: skip


def stands_as_place(c: DocColumns, m: TokenMention, before: Words) -> bool:
    """Whether the words before a name are those before a place: one of these, or *the isle of*."""
    i = m.start - 1
    if i > 0 and c.lower[i] in c.language.of:
        return c.language.type_of_noun(c.lemma[i - 1]) == "LOC"
    return i >= 0 and c.lower[i] in before


def _is_relative(c: DocColumns, m: TokenMention) -> bool:
    """Whether *mother* or its like stands right before a name, or after it and a comma."""
    kin, (start, _) = c.language.kin, name_at_head(c, m)
    before = start - 1 - (start > 0 and c.lower[start - 1] in (",", "(", "–", "—"))
    if before >= 0 and c.lower[before] in kin and c.text[before].islower():
        return True
    i = m.head + 2
    while i < len(c) and c.lower[i] in c.language.before_kin:
        i += 1
    after_comma = i < len(c) and c.lower[m.head + 1] in (",", "(", "–", "—")
    if not after_comma or c.lower[i] not in kin:
        return False
    return i + 1 == len(c) or c.pos[i + 1] == "PUNCT" or c.lower[i + 1] in c.language.after_kin


def _is_at_birth(c: DocColumns, m: TokenMention) -> bool:
    """Whether a name is said to be somebody's at birth: *née Hale*, *(born Ann Hale)*."""
    start, end = name_at_head(c, m)
    while start > 2 and c.lower[start - 1] in c.language.particles:
        start -= 1
    cue = c.lower[start - 1] if start else ""
    if cue not in c.language.birth_cues or m.type != "PER":
        return cue in c.language.maiden_cues
    dated = c.text[end : end + 1] == [","] and c.pos[end + 1 : end + 2] == ["NUM"]  # a place
    begins = c.text[start - 1].istitle() or c.lower[start - 2] in (",", "(")
    return not dated and (begins or c.pos[start - 2] == "AUX")  # not *the Oslo-born Hale*


def is_pleonastic_it(columns: DocColumns, m: MentionAttributes) -> bool:
    """Whether a mention is the *it* of *it rained*, where the tree does not say so."""
    language = columns.language
    return (
        m.head in language.expletive
        and m.role == "nsubj"
        and columns.lemma[m.governor] in language.weather_verbs
    )


def _is_role(c: DocColumns, m: TokenMention, name: Name) -> bool:
    """Whether a name is only a title, and holds no recognised name: *the Vice President*."""
    words, language, first = name.words, c.language, c.lower[m.start]
    alone = first not in language.articles and first not in language.possessives
    if m.type == "PER" and len(words) == 1 and alone and words[0] in c.family_names:
        return False  # *Dean*, where the text has *Howard Dean*
    of = next((i for i, word in enumerate(words) if word in language.of), 0)
    if of and not m.type and not any(i in c.entity_at for i in range(m.start, m.end)):
        words = words[:of]
    return m.type in ("PER", "") and all(
        language.is_office(word) or word in language.before_roles for word in words
    )


@remembers(1 << 14)
def of_noun(head: str, number: int, language: Language) -> tuple[int, int, int]:
    """The number, genders and types that a noun may have."""
    people = language.person_nouns
    if head in people or head in language.aged or head.endswith(language.human_endings):
        return number, GENDERS.get(people.get(head, "-"), HUMAN), PERSON
    if head in language.groups:
        return ANY_NUMBER, THING if number == SINGULAR else ANY_GENDER, PERSON | BODY | OTHER
    body, place = head in language.organization_nouns, head in language.place_nouns
    kinds = BODY * body | PLACE * place
    if body:
        number |= PLURAL
    # An unknown noun in the plural may stand for people, in the singular hardly.
    return number, THING if number == SINGULAR or kinds else ANY_GENDER, kinds or OTHER


def _of_name(c: DocColumns, m: TokenMention, name: Name) -> tuple[int, int, int]:
    types, language = TYPES.get(m.type, 0), c.language
    if name.title and language.title_gender(name.title):
        types = PERSON
    if not types:
        # *President of France*, but not *Burger King*.
        title = name.title or (name.head == name.words[0] and name.head in language.titles)
        if title or name.gender or name.words[0] in language.given_genders:
            types = PERSON
        elif " ".join(name.words) in language.countries:
            types = PLACE
        elif name.words[-1] in language.time_names:
            types = OTHER
        else:
            types = TYPES.get(language.kind_of_word(name.head), ANY_TYPE)
    # *Barnes* is often tagged as a plural, *the Barneses* has an article.
    one = m.type == "PER" and (name.title or not name.definite)  # *the Hon Ann Barnes*
    number = PLURAL if c.plural[m.head] and not one else SINGULAR
    if name.acronym:
        number = ANY_NUMBER
    if types in (PERSON, ANY_TYPE):
        return number, GENDERS.get(name.gender, HUMAN if types == PERSON else ANY_GENDER), types
    if types == BODY:
        return ANY_NUMBER, THING, types
    if types == PLACE:  # *Shetland* and *the Shetland Islands*
        return ANY_NUMBER if number == PLURAL else number, THING, types
    return number, ANY_GENDER if number == PLURAL else THING, types


def compared_name(columns: DocColumns, m: TokenMention) -> Name:
    """The proper name of a mention as coreference compares it: with titles, and *of* a place."""
    c, language = columns, columns.language
    start, end = name_at_head(c, m)
    if m.type != "PER":
        to = language.to
        for links in (language.of | language.for_ | to, to):  # *Mission of Norway to the UN*
            if end + 1 < m.end and c.lower[end] in links:
                far = end + 1 + (c.lower[end + 1] in language.definite)
                while far < m.end and (c.proper[far] or _is_capital_word(c, far)):
                    far += 1
                    end = far
    far = len(c) if m.type in ("", "MISC") else m.end
    if m.type != "PER" and end < far and c.pos[end] == "NUM":
        end += 1
    # A title may stand before the recognised name.
    while start > 0 and _is_title(c, start - 1):
        start -= 1
    if start > m.start and m.type != "PER" and c.lower[start - 1] in language.directions:
        start -= 1  # *southern Russia*
    if start > m.start and c.lower[start - 1] in language.definite:
        start -= 1
    if c.plural[m.head] and m.type in ("PER", "MISC"):
        # *Black Americans* are not all *Americans*.
        start, end = m.start, m.end
    words = [c.text[i] for i in range(start, end) if c.pos[i] != "PUNCT"]
    return read_name(words or [c.text[m.head]], m.type, language)


def name_at_head(c: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The recognised name that covers the head, else the proper nouns in a row around the head."""
    if m.name[1]:
        return m.name
    if ent := c.entity_at.get(m.head):
        return max(ent.start, m.start), min(ent.end, m.end)
    start, end = m.head, m.head + 1
    role = c.language.is_office(c.lower[m.head])
    while start > m.start and (
        c.proper[start - 1] or (not role and _is_capital_word(c, start - 1))
    ):
        start -= 1
    while end < m.end and c.proper[end]:
        end += 1
    return start, end


def _is_title(c: DocColumns, i: int) -> bool:
    """Whether a word is a title, or its rank (*Deputy Prime Minister*), even one tagged a noun."""
    language = c.language
    word, after = (c.lower[k].rstrip(".") for k in (i, i + 1))
    if not c.text[i][:1].isupper():
        return False
    if word in language.ranks_of_titles and (
        after in language.titles or after in language.title_ranks
    ):
        return True
    return word in language.titles and c.pos[i] in ("PROPN", "NOUN")


def _is_capital_word(c: DocColumns, i: int) -> bool:
    """Whether a word of another kind is a part of a name by its capital: *Guided Missile Base*."""
    return c.pos[i] in CAPITAL_TAGS and c.text[i][:1].isupper()


def _determiner(c: DocColumns, m: TokenMention) -> tuple[str, int]:
    """Which determiner a noun phrase has, and its word if it is a possessive."""
    lower, relation, language = c.lower, c.relation, c.language
    for i in range(m.start, m.head):
        word = lower[i]
        if word in language.definite:
            return "the", -1
        if word in language.demonstrative_determiners:
            return "this", -1
        if word in language.indefinites:
            return "a", -1
        if relation[i] == "poss" and c.heads[i] == m.head:
            return "poss", i
    return "", -1
