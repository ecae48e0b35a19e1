"""What mentions must agree in: number, gender with animacy, person and entity type."""

from __future__ import annotations

from dataclasses import dataclass

from spacy.attrs import DEP, HEAD, LEMMA, MORPH, ORTH, POS, SENT_START, TAG
from spacy.tokens import Doc

from salience.mentions.mention_detection import TokenMention
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.names.proper_names import (
    DIRECTIONS,
    OFFICE_RANKS,
    Name,
    countries,
    given_genders,
    kind_of_word,
    read_name,
    title_gender,
    word_table,
)
from salience.resources import word_set

# Sets as bits: two mentions agree where their sets have something in common.
SINGULAR, PLURAL = 1, 2
MALE, FEMALE, THING = 1, 2, 4
PERSON, BODY, PLACE, OTHER = 1, 2, 4, 8
ANY_NUMBER, ANY_GENDER, ANY_TYPE = 3, 7, 15
HUMAN = MALE | FEMALE
TYPES = {"PER": PERSON, "ORG": BODY, "LOC": PLACE, "MISC": OTHER}

GENDERS = {"m": MALE, "f": FEMALE}
_PRONOUNS = {
    form: (person, number, gender)
    for forms, person, number, gender in (
        ("i me my mine myself", 1, SINGULAR, HUMAN),
        ("we us our ours ourselves", 1, PLURAL, ANY_GENDER),
        ("you your yours yourself yourselves", 2, ANY_NUMBER, ANY_GENDER),
        ("he him his himself", 3, SINGULAR, MALE),
        ("she her hers herself", 3, SINGULAR, FEMALE),
        ("it its itself", 3, SINGULAR, THING),
        ("they them their theirs themselves themself", 3, PLURAL, ANY_GENDER),
        ("this that", 0, SINGULAR, THING),
        ("these those", 0, PLURAL, ANY_GENDER),
    )
    for form in forms.split()
}
# The one place for what UD and CLEAR call differently (subtypes such as nsubj:pass are cut).
_RELATIONS = {
    "csubjpass": "csubj",
    "dative": "iobj",
    "dobj": "obj",
    "nsubjpass": "nsubj",
    "pobj": "obl",
    "nn": "compound",
    "nmod:poss": "poss",
}
_ARGUMENTS = frozenset(("nsubj", "obj", "iobj", "obl"))
_HUMAN_ENDINGS = ("ist", "man", "woman", "men", "women", "person", "people")
_BEFORE_ROLES = OFFICE_RANKS | word_set("prime acting special")
_RANKS_OF_TITLES = OFFICE_RANKS | {"prime"}
_GROUPS = word_set("family couple crowd group team band staff crew public audience")
_TIMES = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may "
    "june july august september october november december christmas easter halloween"
)
_WEATHER_VERBS = word_set("rain snow drizzle thunder")
_DEMONSTRATIVES = word_set("this that these those such")
_INDEFINITES = word_set("a an some any every each no another many several one")
_CONTENT = frozenset(("ADJ", "NOUN", "PROPN", "NUM", "VERB", "ADV"))


class Columns:
    """The columns of a Doc that the rules read, as plain lists by token."""

    def __init__(self, doc: Doc) -> None:
        strings = doc.vocab.strings
        array = doc.to_array([POS, TAG, DEP, ORTH, LEMMA, MORPH, HEAD, SENT_START])
        text = {key: strings[key] for column in array.T[:6] for key in set(column.tolist())}
        self.pos, self.tag, dep, self.text, lemma, morph = (
            [text[key] for key in column.tolist()] for column in array.T[:6]
        )
        lower = {word: word.lower() for word in set(self.text)}
        self.lower = [lower[word] for word in self.text]
        self.lemma = [x.lower() or y for x, y in zip(lemma, self.lower, strict=True)]
        self.plural = [
            t in ("NNS", "NNPS") or (t not in ("NN", "NNP") and "Number=Plur" in m)
            for t, m in zip(self.tag, morph, strict=True)
        ]
        self.proper = [
            p == "PROPN" or t in ("NNP", "NNPS") for p, t in zip(self.pos, self.tag, strict=True)
        ]
        signed = array[:, 6:].astype("int64").tolist()
        self.heads = [i + step for i, (step, _) in enumerate(signed)]
        self.sentence, self.sentence_start = [], [0]
        for i, (_, start) in enumerate(signed):
            if start == 1 and i:
                self.sentence_start.append(i)
            self.sentence.append(len(self.sentence_start) - 1)
        relation = {d: _RELATIONS.get(d, _RELATIONS.get(d.partition(":")[0])) for d in set(dep)}
        self.relation = [relation[d] or d.partition(":")[0] for d in dep]
        # A coordinated word has the relation and governor of the first one; CLEAR's
        # prepositions are passed over.
        self.role, self.governor = list(self.relation), list(self.heads)
        for i, d in enumerate(dep):
            head = self.heads[i]
            if d == "pobj":
                self.governor[i] = self.heads[head]
            elif d == "conj" and head < i:
                self.role[i], self.governor[i] = self.role[head], self.governor[head]
        self.names = {
            i: (ent.start, ent.end, ent.label_)
            for ent in doc.ents
            for i in range(ent.start, ent.end)
        }

    def sentence_end(self, sentence: int) -> int:
        """The token after the last one of a sentence."""
        starts = self.sentence_start
        return starts[sentence + 1] if sentence + 1 < len(starts) else len(self.text)


@dataclass(frozen=True, slots=True)
class MentionAttributes:
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


def traits(columns_: Columns, m: TokenMention) -> MentionAttributes:
    """Find out what a mention must agree in."""
    c = columns_
    name = None if m.kind != "named" else _name(c, m)
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
        determiner, possessor = _determiner(c, m)
        determiner = determiner or ("the" if m.kind == "named" else "")
        modifiers = frozenset(
            c.lower[i] for i in range(m.start, m.end) if i != m.head and c.pos[i] in _CONTENT
        )
    role = c.role[m.root]
    governor = c.governor[m.root] if role in _ARGUMENTS else -1
    return MentionAttributes(
        m, number, gender, types, person, head, determiner, modifiers, name,
        c.sentence[m.start], role, governor, possessor, c.plural[m.head],
    )  # fmt: skip


def is_pleonastic_it(columns_: Columns, t: MentionAttributes) -> bool:
    """Whether it is raining: an expletive where the tree does not say so."""
    return t.head == "it" and t.role == "nsubj" and columns_.lemma[t.governor] in _WEATHER_VERBS


def _is_role(c: Columns, m: TokenMention, name: Name) -> bool:
    """Whether a name is but a title: *the Vice President*, *Professor of Law*.

    With the name of something recognised in it, it is none: there may be two *mayors of*.
    """
    words = name.words
    if "of" in words and not m.type and not any(i in c.names for i in range(m.start, m.end)):
        words = words[: words.index("of")] or words
    return m.type in ("PER", "") and all(
        word in word_table("person_nouns") or word in word_table("titles") or word in _BEFORE_ROLES
        for word in words
    )


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


def _of_name(c: Columns, m: TokenMention, name: Name) -> tuple[int, int, int]:
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
    if types == PLACE:
        return number, THING, types
    return number, ANY_GENDER if number == PLURAL else THING, types


def _name(c: Columns, m: TokenMention) -> Name:
    """The proper name in a named mention: the recognised name, else the words around the head."""
    start, end = m.head, m.head + 1
    if m.head in c.names:
        start, end = max(c.names[m.head][0], m.start), min(c.names[m.head][1], m.end)
    else:
        role = c.lower[m.head] in word_table("titles") or c.lower[m.head] in word_table(
            "person_nouns"
        )
        while start > m.start and (
            c.proper[start - 1] or (not role and _is_capital_word(c, start - 1))
        ):
            start -= 1
        while end < m.end and c.proper[end]:
            end += 1
    if m.type != "PER" and end + 1 < m.end and c.lower[end] in ("of", "for"):
        far = end + 1 + (c.lower[end + 1] == "the")
        while far < m.end and (c.proper[far] or _is_capital_word(c, far)):
            far += 1
            end = far
    if m.type in ("", "MISC") and end < len(c.pos) and c.pos[end] == "NUM":
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


def _is_title(c: Columns, i: int) -> bool:
    """Whether a word is a title, or its rank: all of *Deputy Prime Minister*.

    Taggers make common nouns of them at the start of a sentence.
    """
    titles = word_table("titles")
    word, after = (c.lower[k].rstrip(".") for k in (i, i + 1))
    if not c.text[i][:1].isupper():
        return False
    if word in _RANKS_OF_TITLES and (after in titles or after == "prime"):
        return True
    return word in titles and c.pos[i] in ("PROPN", "NOUN")


def _is_capital_word(c: Columns, i: int) -> bool:
    """Whether a word of another kind is a part of a name by its capital: *Guided Missile Base*."""
    return c.pos[i] in CAPITAL_TAGS and c.text[i][:1].isupper()


def _determiner(c: Columns, m: TokenMention) -> tuple[str, int]:
    """Which determiner a noun phrase has, and its word if it is a possessive."""
    for i in range(m.start, m.head):
        word = c.lower[i]
        if word == "the":
            return "the", -1
        if word in _DEMONSTRATIVES:
            return "this", -1
        if word in _INDEFINITES:
            return "a", -1
        if c.heads[i] == m.head and c.relation[i] == "poss":
            return "poss", i
    return "", -1
