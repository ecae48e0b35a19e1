"""What a language is to the rules of this library: its words, tags, labels and patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from salience.language.agreement import FEMALE, HUMAN, MALE
from salience.language.folding import folded
from salience.language.labels import Labels

Words = frozenset[str]
NONE: Words = frozenset()


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun with what it agrees in.

    Attributes:
        forms: Its forms, in lower case.
        person: 1, 2 or 3; 0 for a demonstrative.
        number, gender: Sets of what it may stand for, as bits of `salience.language.agreement`.
    """

    forms: tuple[str, ...]
    person: int
    number: int
    gender: int


def pronoun(forms: str, person: int, number: int, gender: int) -> Pronoun:
    """A pronoun whose forms have spaces between them."""
    return Pronoun(tuple(forms.split()), person, number, gender)


@dataclass(frozen=True, eq=False)
class Values:
    """How a language writes dates, times and amounts.

    Attributes:
        expression: Finds a value; the group that matched last is its type, with `_` after it or
            not.
        starts: Words in lower case that a value may begin with and that have no capital of their
            own.
        calendar: Weekdays and months as they are written.
        names_too: Those that are given or family names as well, or verbs.
        given: Those of them that are given names.
        say_when: What stands before a month or year, and hardly before a person or a number.
        make_names: What makes a name of a day or a month: *Good Friday*.
    """

    expression: str
    starts: Words = NONE
    calendar: Words = NONE
    names_too: Words = NONE
    given: Words = NONE
    say_when: Words = NONE
    make_names: Words = NONE

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression, compiled when a text is first asked for its values."""
        return re.compile(self.expression)


@dataclass(frozen=True, eq=False)
class Clauses:
    """The words by which dependency trees become constituent trees.

    Attributes:
        adverbs: Adverbs that belong to a clause, not to the adjective behind them.
        object_control: Verbs whose object is not the subject of a clause: *ask him to go*.
        gerund_prepositions: With a gerund they head a prepositional phrase, not a clause.
        expletives: Lemmas that fill the place of a subject behind the verb: *there*.
        negations: Adverbs that are no phrase of their own.
        times: Nouns that say when.
        time_prepositions, no_time_prepositions: What makes a phrase say when, or keeps it from it.
        time_adverbs: Adverbs that say when.
        adverbial_interjections, bare_interjections: Interjections that are adverbs, and those that
            are no phrase.
        openers: Adverbs that are no phrase at the start of a sentence.
        nested_prepositions: Two prepositions of which each heads a phrase: *according to*.
    """

    adverbs: Words = NONE
    object_control: Words = NONE
    gerund_prepositions: Words = NONE
    expletives: Words = NONE
    negations: Words = NONE
    times: Words = NONE
    time_prepositions: Words = NONE
    no_time_prepositions: Words = NONE
    time_adverbs: Words = NONE
    adverbial_interjections: Words = NONE
    bare_interjections: Words = NONE
    openers: Words = NONE
    nested_prepositions: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, eq=False)
class Cuts:
    """The words by which sentences are shortened.

    Attributes:
        reporting: Words of attribution: what somebody says.
        be: Forms of *be*.
        agreeing: Forms of verbs of the past that show the number of their subject.
        conditions: Without them a sentence says more than it did.
        needy: Words that are nothing without their clause: *anyone that*.
        paired: Words that ask for both of two: *both A and B*.
        doubts: Words before a clause that it does not stand without.
        subordinate: Words that make a clause one that is not extracted alone.
        complementizers: Words that introduce what is said: *that*.
        negations: Words that turn what a sentence says.
        denials: The fewer of them that the rules over trees look for.
        clitics: Words without a space before them.
        changing_articles: Articles whose form goes by the next word.
        article_before: The form of such an article before a word.
    """

    reporting: Words = NONE
    be: Words = NONE
    agreeing: Words = NONE
    conditions: Words = NONE
    needy: Words = NONE
    paired: Words = NONE
    doubts: Words = NONE
    subordinate: Words = NONE
    complementizers: Words = NONE
    negations: Words = NONE
    denials: Words = NONE
    clitics: Words = NONE
    changing_articles: Words = NONE
    article_before: Callable[[str, str], str] = lambda article, following: article


@dataclass(frozen=True, eq=False)
class Omissions:
    """The words by which it is told what a sentence can do without, and still be true.

    What is not listed stays, so that a missing word costs a cut and not the truth.

    Attributes:
        connectives: Adverbs and conjunctions that tie a sentence to the one before it.
        adverbs: Adverbs of manner, degree and time without which what happened still happened.
        adjectives: Adjectives of which *a large house* is a house.
        binding: Words by which a clause says no more than with all that it has: negations, modal
            verbs, conditions, doubts, comparisons, limits.
        near: Words that do so where they stand with the predicate: *almost fell*.
        opposing: Lemmas of verbs that do so.
        future: Modal verbs of what will happen.
        ordinals: Words that pick something by its place: what is beside them says of which.
        reporting: Lemmas of verbs of saying and finding out: what they report stays with who says
            so.
        conjunctions: Introduce clauses that may go: *after it rained*.
        conceding: Those of them that say nothing of when the rest holds: *because it rained*.
        supposing: Lemmas of verbs that suppose something: *assuming that it rains*.
        joining: Conjunctions of which the second half may go.
        places: Prepositions of phrases that say where or in which circumstances.
        times: Prepositions of phrases that may go where their noun says when.
        of_nouns: Prepositions of phrases that may go behind *a report*.
        framing: Lemmas of nouns of phrases that say by whom or where it is so: *in theory*.
        changing: Lemmas of verbs that say how much: what is beside them says of what.
        needy: Lemmas of verbs that ask for more than an object: *put it there*.
        complete: Lemmas of verbs that ask for nothing but a subject.
        purpose: Words that begin a purpose: *to win*.
    """

    connectives: Words = NONE
    adverbs: Words = NONE
    adjectives: Words = NONE
    binding: Words = NONE
    near: Words = NONE
    opposing: Words = NONE
    future: Words = NONE
    ordinals: Words = NONE
    reporting: Words = NONE
    conjunctions: Words = NONE
    conceding: Words = NONE
    supposing: Words = NONE
    joining: Words = NONE
    places: Words = NONE
    times: Words = NONE
    of_nouns: Words = NONE
    framing: Words = NONE
    changing: Words = NONE
    needy: Words = NONE
    complete: Words = NONE
    purpose: Words = NONE


@dataclass(frozen=True, eq=False)
class Contractions:
    """How words that are written as one are written out.

    Attributes:
        irregular: Whole words with what they stand for.
        endings: Endings with the word that each stands for.
        verb: The ending of possessors where it is a verb, and the verb.
        before_verb: Words after which it is.
    """

    irregular: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    verb: tuple[str, str] = ("", "")
    before_verb: Words = NONE


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """A language: every word that a rule compares a text with, in lower case.

    A field is named by what the words are, or by the one rule that reads them; a language that
    leaves it out does without that rule. All that is derived from fields is a property. Two are
    equal only if they are the same object, so that functions can remember what they found by it.

    Attributes:
        code: As spaCy has it: `en`.
        name: In English, for messages.
        pronouns: By lemma, in a fixed order.
        lists: The long lists, by name, each as lines: `titles`, `given_names`, …; see
            `resources/words`.
    """

    code: str
    name: str
    pronouns: Mapping[str, Pronoun] = field(default_factory=dict)
    lists: Callable[[str], Words] = lambda name: NONE
    type_weights: str = "names/type_weights.json"
    """The resource with the weights of `salience.entities.entity_types`."""
    alias_weights: str = "names/alias_weights.json"
    """The resource with the weights of `salience.coref.aliases`."""
    coref_model: str = ""
    """The coreference model that ships; without one, coreference is by rules."""

    # Tags and labels
    labels: Labels = field(default_factory=Labels)
    plural_tags: Words = NONE
    """Fine tags of nouns in the plural; with those of `singular_tags`, morphology is not asked."""
    singular_tags: Words = NONE
    proper_tags: Words = NONE
    relative_tags: Words = NONE
    """Fine tags of demonstratives that are relative pronouns or conjunctions."""

    # Whether a text is of this language
    common: Words = NONE
    """Words that are common here and rare in other languages with the same letters."""
    also_common: Words = NONE
    """Words that are common here, and words of other languages too."""

    # Letter case and endings
    small_in_titles: Words = NONE
    """Function words that headlines write with a capital, and running text without."""
    inflections: tuple[tuple[str, str], ...] = ()
    """Endings of words, each with what stands instead of it without the inflection."""
    plural: str = ""
    """The ending of plurals of names."""
    possessive: str = ""
    """The ending of possessors after an apostrophe."""
    always_capital: Words = NONE
    """Words that have a capital in the middle of a sentence, though they are no names."""
    by: str = ""
    """What a line that says who wrote the text begins with."""
    murmurs: str = ""
    """An expression for interjections that have a capital as names do, such as *Mhm*."""

    # Determiners and other small words
    articles: Words = NONE
    definite: Words = NONE
    """Those of them that are definite."""
    possessives: Words = NONE
    indefinites: Words = NONE
    some: Words = NONE
    """Those that take a part of what a name stands for: *some Texans*."""
    other_demonstratives: Words = NONE
    """Determiners that point back as demonstratives do, but are no pronouns: *such*."""
    name_demonstratives: Words = NONE
    """Demonstratives that are never a part of the name after them."""
    negations: Words = NONE
    and_: Words = NONE
    prepositions: Words = NONE
    """What may follow the head of a name: *Bank of England*."""
    of: Words = NONE
    for_: Words = NONE
    on: Words = NONE
    to: Words = NONE
    """The four that names go on after, by what they say: whose, for whom, about what, where to."""
    in_: Words = NONE
    name_links: Words = NONE
    """Words between the parts of a name that say nothing by themselves."""
    no_letter: Words = NONE
    """More words without a letter in an acronym, which are words of a name like any other."""
    place_words: Words = NONE
    """More prepositions that tell the type of the name after them."""
    reflexive_endings: tuple[str, ...] = ()
    weather_verbs: Words = NONE
    """Verbs whose subject may stand for nothing: *it rained*."""
    expletive: Words = NONE
    """Their subject."""
    vague: Words = NONE
    """Pronouns of which a predicate nominal tells too little: *it was a storm*."""
    directions: Words = NONE
    """What makes another name of a name: *Southern Indiana*, *North Americans*."""

    # Nouns and verbs
    kin: Words = NONE
    """What tells that somebody is a relative of whom the text is about."""
    before_kin: Words = NONE
    """Adjectives that may stand before them: *his older brother*."""
    after_kin: Words = NONE
    """What may follow: *mother of two*."""
    groups: Words = NONE
    """Nouns of groups of people, which may be *it* and *they*."""
    human_endings: tuple[str, ...] = ()
    """Endings of nouns of people."""
    time_nouns: Words = NONE
    """Nouns of times, which are no short form of a name that ends with them: *New Year*."""
    time_names: Words = NONE
    """Days, months and feasts."""
    stand_ins: Words = NONE
    """Nouns that may stand for the one name of their kind nearby: *the company*."""
    country_nouns: Words = NONE
    """Those of them that are of countries."""
    people_nouns: Words = NONE
    """Last words of names that are of peoples: *Tribe*."""
    institutions: Words = NONE
    """Heads of names that are organizations even where they are spoken of as places."""
    speech_verbs: Words = NONE
    """Verbs that report what somebody says."""
    human_verbs: Words = NONE
    """Verbs of what people do alone."""
    alias_cues: Words = NONE
    """What stands between two names of one thing: *also known as*."""
    maiden_cues: Words = NONE
    """Those that are sure: *née*."""

    # Names
    particles: Words = NONE
    """Small words that family names begin with."""
    saints: Words = NONE
    """Titles that are a part of the name."""
    common_acronyms: Words = NONE
    """Abbreviations of what is no particular thing."""
    numbered: Words = NONE
    """Nouns before a number that are no names with it: *Figure 2*."""
    about: Words = NONE
    """Heads of names that go on after *on*: *Convention on the Law of the Sea*."""
    sent: Words = NONE
    """Heads of names that go on after *to*: *Embassy to Japan*."""
    owned: Words = NONE
    """Heads of names that are named by whose they are: *Republic of Ghana*."""
    number_after: Words = NONE
    """Nouns that join the name before them with what follows: *Air France flight 447*."""
    inner_words: Words = NONE
    """Words in the middle of a name that may be left out with or before the noun after them."""
    kinds_of_state: Words = NONE
    """What may stand before *Republic of* in the full name of a country."""
    left_off: frozenset[tuple[str, str]] = frozenset()
    """Two words at the end of a name that may be left off: *National Park*."""
    own_names: Words = NONE
    """Kinds of places whose name without them is that of another place: *Ohio River*."""
    office_ranks: Words = NONE
    """What makes another role of a role: a *Vice President* is no *President*."""
    other_roles: Words = NONE
    """More of these; the learned coreference model knows `office_ranks` alone."""
    title_ranks: Words = NONE
    """More of what is a part of the title after it: *Prime Minister*."""
    role_words: Words = NONE
    """More of what a name that is only a role may hold besides titles: *Special Envoy*."""
    before_titles: Words = NONE
    """More of what may stand before the title of a name, and is taken off with it: *then Senator
    Lee*. A title must follow, so that more words may be among them than before roles."""
    surname_titles: Words = NONE
    """Titles that go before a family name, not before a given name alone."""
    key_titles: Words = NONE
    """Titles that are left out of a name where it is a key. They are few, and stay as they are: ids
    of entities are such keys, and saved tables and counts hold them."""
    person_suffixes: Words = NONE
    """Suffixes of a person's name that is taken apart. Its full stops are gone by then."""
    suffixes: Words = NONE
    """What may follow any name in a text, with the full stops of its tokens, and is never its
    head."""
    places_after_comma: Words = NONE
    """What may follow a name and a comma besides: *Washington, D.C.*"""
    place_endings: tuple[str, ...] = ()
    thing_endings: tuple[str, ...] = ()
    body_endings: tuple[str, ...] = ()

    # Values and trees
    values: Values | None = None
    clauses: Clauses = field(default_factory=Clauses)
    cuts: Cuts = field(default_factory=Cuts)
    omissions: Omissions = field(default_factory=Omissions)
    contractions: Contractions = field(default_factory=Contractions)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    # What is derived

    @cached_property
    def agreement(self) -> dict[str, Pronoun]:
        """By form of a pronoun, the pronoun."""
        return {form: p for p in self.pronouns.values() for form in p.forms}

    @cached_property
    def lemma_of_pronoun(self) -> dict[str, str]:
        """By form of a pronoun, its lemma."""
        return {form: lemma for lemma, p in self.pronouns.items() for form in p.forms}

    @cached_property
    def demonstratives(self) -> Words:
        """Pronouns where they stand alone, determiners before a noun."""
        return frozenset(form for form, p in self.agreement.items() if not p.person)

    @cached_property
    def personal_pronouns(self) -> Words:
        """Personal, possessive and reflexive pronouns."""
        return frozenset(form for form, p in self.agreement.items() if p.person)

    @cached_property
    def he_and_she(self) -> Words:
        """Pronouns of one person of a known gender."""
        return frozenset(form for form, p in self.agreement.items() if p.gender in (MALE, FEMALE))

    @cached_property
    def of_a_person(self) -> Words:
        """Pronouns that stand for one person: *I*, *he* and *she*."""
        return frozenset(form for form, p in self.agreement.items() if not p.gender & ~HUMAN)

    @cached_property
    def demonstrative_determiners(self) -> Words:
        """What points back before a noun."""
        return self.demonstratives | self.other_demonstratives

    @cached_property
    def partitives(self) -> Words:
        """What may take a part of what a name stands for: *these Texans* too."""
        return self.some | self.demonstratives

    @cached_property
    def before_names(self) -> Words:
        """Determiners that are never a part of the name after them."""
        return self.articles | self.name_demonstratives

    @cached_property
    def determiners(self) -> Words:
        """Determiners that a name is looked for without."""
        return self.articles | self.demonstratives | self.possessives

    @cached_property
    def leading(self) -> Words:
        """What is left out of a name at its start, where it is a key."""
        return self.before_names | self.possessives | self.key_titles

    @cached_property
    def left_out_of_acronyms(self) -> Words:
        """Words without a letter in an acronym."""
        return self.name_links | self.no_letter

    @cached_property
    def ranks_of_titles(self) -> Words:
        """What is a part of the title after it: *Deputy Prime Minister*."""
        return self.office_ranks | self.title_ranks

    @cached_property
    def other_role(self) -> Words:
        """What tells two roles apart by the rules of coreference."""
        return self.office_ranks | self.other_roles

    @cached_property
    def before_roles(self) -> Words:
        """What a name that is only a role may hold besides titles: *Special Envoy*."""
        return self.ranks_of_titles | self.role_words

    @cached_property
    def ranks_before_titles(self) -> Words:
        """What may stand before the title of a name, and is taken off with it."""
        return self.ranks_of_titles | self.before_titles

    @cached_property
    def ends_head(self) -> Words:
        """Prepositions before which the head of a name stands."""
        return self.of | self.for_ | self.on | self.to | self.in_

    @cached_property
    def possessive_endings(self) -> tuple[str, ...]:
        """The ending of possessors with its apostrophe."""
        return (f"'{self.possessive}", f"’{self.possessive}") if self.possessive else ()

    @cached_property
    def possessive_marks(self) -> tuple[str, ...]:
        """All that a possessor may end with, the longest first."""
        return (*self.possessive_endings, "'", "’")

    @cached_property
    def possessive_end(self) -> re.Pattern[str]:
        """Finds such a mark at the end of a name."""
        return re.compile(f"(?:{'|'.join(self.possessive_marks)})$")

    @cached_property
    def possessive_ending(self) -> re.Pattern[str]:
        """Finds the ending of a possessor, in small letters or capitals, with its apostrophe."""
        return re.compile(rf"['’](?i:{self.possessive or '(?!)'})\Z")

    @cached_property
    def name_word(self) -> re.Pattern[str]:
        """Finds a word of a name: one with an apostrophe in it is one, a possessive ending none."""
        ending = rf"(?!{self.possessive}\b)" if self.possessive else ""
        return re.compile(rf"(?:[^\W\d_]\.){{2,}}|[^\W_]+(?:['’]{ending}[^\W_]+)*")

    @cached_property
    def no_name(self) -> re.Pattern[str]:
        """Matches a word that its capital makes no name: an interjection, or one broken off."""
        return re.compile(rf"{self.murmurs}|\w+-" if self.murmurs else r"\w+-")

    # The long lists

    def table(self, name: str) -> dict[str, str]:
        """A list with two columns, as a dict from the first to the second."""
        return dict(line.split("\t", 1) for line in self.lists(name))

    @cached_property
    def titles(self) -> dict[str, str]:
        """Titles with the gender that they tell, else `-`."""
        return self.table("titles")

    @cached_property
    def person_nouns(self) -> dict[str, str]:
        """Nouns of people with the gender that they tell, else `-`."""
        return self.table("person_nouns")

    @cached_property
    def organization_nouns(self) -> dict[str, str]:
        """Nouns of organizations with their kind: `body`, `suffix`, `-`."""
        return self.table("organization_nouns")

    @cached_property
    def place_nouns(self) -> dict[str, str]:
        """Nouns of places with where they may be left out: `any`, `of`, `-`."""
        return self.table("place_nouns")

    @cached_property
    def thing_nouns(self) -> dict[str, str]:
        """Nouns of things with what they are in a name: `first`, `name`, `-`."""
        return self.table("thing_nouns")

    @cached_property
    def demonyms(self) -> dict[str, str]:
        """Words for the people of a place, with the place."""
        return self.table("demonyms")

    @cached_property
    def name_variants(self) -> dict[str, str]:
        """Other names of places and bodies, with the usual one."""
        return self.table("name_variants")

    @cached_property
    def nicknames(self) -> dict[str, Words]:
        """Short forms of given names, with the names, without case and accents."""
        rows = self.table("nicknames").items()
        return {folded(short): frozenset(folded(full).split(",")) for short, full in rows}

    @cached_property
    def given_genders(self) -> dict[str, str]:
        """Given names, without case and accents, with the gender that they tell."""
        return {folded(name): gender for name, gender in self.table("given_names").items()}

    @cached_property
    def small_words(self) -> Words:
        """Words that running text writes small."""
        return self.lists("small_words")

    @cached_property
    def countries(self) -> Words:
        """Lower-case names of places whose people have a word of their own, mostly countries."""
        return frozenset(place.lower() for place in self.demonyms.values())

    @cached_property
    def peoples(self) -> Words:
        """Words for the people of a place, and for what is theirs, in lower case."""
        words = {word.lower() for word in self.demonyms}
        s = self.plural
        return frozenset(words | {word + s for word in words if s and not word.endswith(s)})

    # What single words are

    def full_given(self, word: str) -> Words:
        """What a given name may be short for: *william* for *bill*."""
        return self.nicknames.get(word, NONE)

    def title_gender(self, title: str) -> str:
        """`m` or `f` where a title or role tells it, else the empty string."""
        word = title.rpartition(" ")[2]
        gender = self.titles.get(word) or self.person_nouns.get(word, "")
        return gender.strip("-")

    def kind_of_word(self, word: str) -> str:
        """`ORG` or `LOC` if the word stands for such things in names, else the empty string."""
        if word in self.organization_nouns:
            return "ORG"
        return "LOC" if word in self.place_nouns else ""

    def is_role(self, word: str) -> bool:
        """Whether a word in lower case is a title or an office, singular or plural."""
        word = word.rstrip(".")
        titles, people = self.titles, self.person_nouns
        if word in titles or word in people:
            return True
        word = word.removesuffix(self.plural)
        return word in titles or word in people

    def is_office(self, word: str) -> bool:
        """Whether a word in lower case is a title or an office, in the singular."""
        return word in self.titles or word in self.person_nouns
