"""What a language is to the rules of this library: its words, tags, labels and patterns."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from salience.language.agreement import FEMALE, HUMAN, MALE, Pronoun
from salience.language.folding import folded
from salience.language.labels import Labels
from salience.language.rule_words import (
    NONE,
    NOTHING,
    Abbreviations,
    Clauses,
    Contractions,
    Cuts,
    Omissions,
    Unnamed,
    Values,
    Words,
)


def _union(*fields: str) -> cached_property[Words]:
    """The words of several fields."""
    return cached_property(lambda language: NONE.union(*(getattr(language, f) for f in fields)))


def _table(name: str) -> cached_property[dict[str, str]]:
    """A long list with two columns, by the first."""
    return cached_property(lambda language: language.table(name))


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """A language: every word that a rule compares a text with, in lower case.

    A field is named by what the words are, or by the one rule that reads them; a language that
    leaves a field out does without that rule. All that is derived from fields is a property. Two
    languages are equal only if they are the same object, so that functions can remember results by
    them.
    """

    code: str
    """As spaCy has it: `en`."""
    name: str
    """In English, for messages."""
    pronouns: tuple[Pronoun, ...] = ()
    lists: Callable[[str], Words] = lambda name: NONE
    """The long lists of `resources/words` as lines, by name: `titles`, `given_names`, …."""
    type_weights: str = "names/type_weights.json"
    """The resource with the weights of `salience.entities.entity_types`."""
    fine_type_weights: str = "names/fine_type_weights.json"
    """The resource with the weights of `salience.entities.fine_types`."""
    alias_weights: str = "names/alias_weights.json"
    """The resource with the weights of `salience.coref.aliases`."""

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
    foreign: Words = NONE
    """Words that are common in other languages and rare in short texts of this one."""

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
    written_by: Words = NONE
    """What stands in a headline before who made a speech."""
    talks: Words = NONE
    """What such headlines call it."""
    interviews: Words = NONE
    """Words of an interview at its start."""
    greetings: Words = NONE
    """Words that begin a line before the name of the reader."""
    name_nouns: Words = NONE
    """The noun of *my name is Ann*."""
    murmurs: str = ""
    """An expression for interjections that have a capital as names do, such as *Mhm*."""

    # Web pages
    page_labels: Words = NONE
    """Labels of menus and buttons, in small letters: *contact us*."""
    page_cues: re.Pattern[str] = NOTHING
    """Begins what only the frame of a page says, in small letters: *skip to content*."""
    page_lines: re.Pattern[str] = NOTHING
    """Whole lines, in small letters, that stand around an article in what is a page for other
    reasons: *3 hours ago*, *next: storm in Oslo*."""
    release_line: re.Pattern[str] = NOTHING
    """A line above the headline that says what the text is, or when: *PRESS RELEASE*, a date."""
    link_headings: Words = NONE
    """What stands above links to other articles, in small letters: *most read*."""
    page_headings: re.Pattern[str] = NOTHING
    """The same, in what is a page for other reasons: *features*, *more from Oslo*."""
    examples: frozenset[tuple[str, ...]] = frozenset()
    """What stands between a noun and names of such things: *towns such as Oslo*."""
    page_asides: re.Pattern[str] = NOTHING
    """Finds what a line says of a picture or of another article: *Photo: Ann Lee*."""
    prizes: Words = NONE
    """What such lines begin with in a list of prizes: *Picture: Barbie*."""
    credits: re.Pattern[str] = NOTHING
    """What lines around them begin with if they are credits: *Words: Ann Lee*."""

    # Determiners and other small words
    articles: Words = NONE
    definite: Words = NONE
    """Those of them that are definite."""
    possessives: Words = NONE
    indefinites: Words = NONE
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
    into: Words = NONE
    name_links: Words = NONE
    """Words between the parts of a name that say nothing by themselves."""
    no_letter: Words = NONE
    """More words without a letter in an acronym, which are words of a name like any other."""
    place_words: Words = NONE
    """More prepositions that tell the type of the name after them."""
    whereabouts: Words = NONE
    """Prepositions after which a bare name is hardly a person's."""
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
    aged: Words = NONE
    """What says a person by age, behind a hyphen: *the 31-year-old*."""
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
    common_nouns: Words = NONE
    """Nouns that name no particular thing by themselves, though they have a capital: *the Act*."""
    against: Words = NONE
    """What stands between the parties of a case: *Moor v. Hale*."""
    matters: Words = NONE
    """What a headline says of a name in large letters: *Hallin Fraud Case*."""
    boards: Words = NONE
    """Bodies that go by the first thing that they are for: *Trade Committee*."""
    laws: Words = NONE
    """Heads of names of what is agreed on, whatever else their words name: *Hallin Bank Act*."""
    units: Words = NONE
    """Heads of names that are parts of organizations: *Health and Sport Division*."""
    institutions: Words = NONE
    """Heads of names that are organizations even where they are spoken of as places."""
    broadcasters: Words = NONE
    """First or last words of names that are organizations: *Radio Norland*."""
    speech_verbs: Words = NONE
    """Verbs that report what somebody says."""
    human_verbs: Words = NONE
    """Verbs of what people do alone."""
    alias_cues: Words = NONE
    """What stands between two names of one thing: *also known as*."""
    maiden_cues: Words = NONE
    """Those that are sure: *née*."""
    birth_cues: Words = NONE
    """What stands before the name that somebody had at birth: *born Hale*."""
    after_person: Words = NONE
    """What is no part of a person's name before it: *née*, *MP*."""

    # Names
    orders: Words = NONE
    """More of these, only at the end of a full name: *Ann Moor AC*."""
    faiths: Words = NONE
    """Words for those of a faith, and for what is theirs."""
    given_peoples: Words = NONE
    """Words for a people that are given names, too: *Finn*."""
    particles: Words = NONE
    """Small words that family names begin with."""
    saints: Words = NONE
    """Titles that are a part of the name."""
    common_acronyms: Words = NONE
    """Abbreviations of what is no particular thing, unless the recogniser knows better."""
    never_names: Words = NONE
    """Those that never are names: time zones, illnesses, formulas, degrees."""
    illnesses: Words = NONE
    """Nouns after the name of whoever described one: *Parkinson's disease*."""
    studies: Words = NONE
    """Words of courses of study and degrees, which are no names: *Master of Science*."""
    product_numbers: Words = NONE
    """Numbers of three digits that make them names of products: *Business 365*."""
    languages: Words = NONE
    """Names of languages that are no words for a people."""
    speaking_verbs: Words = NONE
    """Verbs whose object is a language: *speak Twi*."""
    language_nouns: Words = NONE
    """Nouns that the name of a language stands before: *the Twi language*."""
    numbered: Words = NONE
    """Nouns before a number that are no names with it: *Figure 2*."""
    short_numbered: Words = NONE
    """Short forms of such nouns, with a full stop: *Art. 5*."""
    spoke: Words = NONE
    """Verbs of who speaks, behind the name: *"Why?" Byrne asked*."""
    short_titles: Words = NONE
    """Short forms of titles, with a full stop: *Sen. Byrne*."""
    connectives: frozenset[tuple[str, ...]] = frozenset()
    """What links a sentence with the one before it, at its start before a comma: *In addition,*."""
    about: Words = NONE
    """Heads of names that go on after *on*: *Convention on the Law of the Sea*."""
    sent: Words = NONE
    """Heads of names that go on after *to*: *Embassy to Japan*."""
    owned: Words = NONE
    """Heads of names that are named by whose they are: *Republic of Ghana*."""
    departments: Words = NONE
    """Bodies that may go behind what they are of: *Justice Department*."""
    several_bodies: Words = NONE
    """Nouns at the end of what are bodies of several places: *State Governments*."""
    chambers: Words = NONE
    """Bodies that go by the noun alone: *the House*."""
    before_chamber: Words = NONE
    """What makes a chamber another thing: *White House*."""
    assemblies: Words = NONE
    """Other bodies of lawmakers that have names of one word."""
    members: Words = NONE
    """Those who are elected for a place: *Member for Hallin*."""
    inquiries: Words = NONE
    """Heads of names that go on after *into*: *Inquiry into Child Labour*."""
    called_after: Words = NONE
    """Heads of names of what is called after an office: *Governor's Cup*."""
    stationed: Words = NONE
    """Heads of names that go on after *in*: *UN Mission in Sudan*."""
    parts: Words = NONE
    """Heads of names with a direction that go on after *of*: *Northern District of Hallin*."""
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
    before_offices: Words = NONE
    """What belongs to the office after it: *District* of *U.S. District Judge*."""
    sole_offices: Words = NONE
    """Offices that end no name of a body: a *Senator*, not an *Observer*."""
    office_fields: Words = NONE
    """What offices are for, besides words that run small: *National Security Advisor*."""
    other_roles: Words = NONE
    """More of these, which tell roles apart that are no titles of names."""
    title_ranks: Words = NONE
    """More of what is a part of the title after it: *Prime Minister*."""
    honours: Words = NONE
    """What those of a high rank are called with a possessive: *Her Majesty*."""
    becoming: Words = NONE
    """What stands before a post that somebody has: *was Professor of Law*."""
    posts: Words = NONE
    """Posts that bear the name of who gave the money: *Ann Moor Professor of Law*."""
    role_words: Words = NONE
    """More of what a name that is only a role may hold besides titles: *Special Envoy*."""
    before_titles: Words = NONE
    """More of what may stand before the title of a name, and is taken off with it: *then Senator
    Lee*. A title must follow, so that more words may be among them than before roles."""
    surname_titles: Words = NONE
    """Titles that go before a family name, not before a given name alone."""
    peerage: Words = NONE
    """Titles that change where a given name stands behind them: *Lord Byrne*."""
    nobles: Words = NONE
    """Titles that are names with the place they are of: *the Duchess of Hallin*."""
    addressed: Words = NONE
    """Offices that are no names after a title: *Mr. President*."""
    federal_offices: frozenset[tuple[str, ...]] = frozenset()
    """Offices in which their state names nothing: *U.S. Attorney Ann Moor*."""
    ship_prefixes: Words = NONE
    """What stands before the names of ships, and may be left off: *RMS Hallin*."""
    club_letters: Words = NONE
    """Those behind the names of clubs: *Hallin FC*."""
    firm_kin: Words = NONE
    """Kin in the name of a firm, with *and*: *Hallin & Sons*."""
    legal_families: tuple[Words, ...] = ()
    """Legal forms of firms, those together that one firm may have in different languages."""
    families_first: Words = NONE
    """Family names that stand before given names of two parts: *Lee Jae-won*."""
    before_hyphens: Words = NONE  # *non-U.S.*
    hyphen_ends: Words = NONE
    """Words behind a hyphen that are of no name: *Lee Moor-style*."""
    chiefs: Words = NONE
    chief_officers: Words = NONE
    """First and last words of an office in a firm: *chief technology officer*."""
    of_bodies: Words = NONE
    """What only a body has: *chairman*, *shareholders*."""
    exchanges: Words = NONE
    """Exchanges before the symbol of a firm: *Moor Inc. (NASDAQ: MOOR)*."""
    going: Words = NONE
    visiting: Words = NONE
    """Verbs that have places after *to* and *from*, and as objects."""
    in_charge: Words = NONE
    """Ends of an office after *in*, before a name: *Agent in Charge Ann Lee*."""
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
    abbreviations: Abbreviations = field(default_factory=Abbreviations)
    omissions: Omissions = field(default_factory=Omissions)
    unnamed: Unnamed = field(default_factory=Unnamed)
    contractions: Contractions = field(default_factory=Contractions)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    # What is derived

    @cached_property
    def agreement(self) -> dict[str, Pronoun]:
        """By form of a pronoun, the pronoun."""
        return {form: p for p in self.pronouns for form in p.forms.split()}

    @cached_property
    def demonstratives(self) -> Words:
        """Pronouns where they stand alone, determiners before a noun."""
        return frozenset(form for form, p in self.agreement.items() if not p.person)

    @cached_property
    def he_and_she(self) -> Words:
        """Pronouns of one person of a known gender."""
        return frozenset(form for form, p in self.agreement.items() if p.gender in (MALE, FEMALE))

    @cached_property
    def of_a_person(self) -> Words:
        """Pronouns that stand for one person: *I*, *he* and *she*."""
        return frozenset(form for form, p in self.agreement.items() if not p.gender & ~HUMAN)

    demonstrative_determiners = _union("demonstratives", "other_demonstratives")
    """What points back before a noun."""
    before_names = _union("articles", "name_demonstratives")
    """Determiners that are never a part of the name after them."""
    determiners = _union("articles", "demonstratives", "possessives")
    """Determiners that a name is looked for without."""
    leading = _union("before_names", "possessives", "key_titles")
    """What is left out of a name at its start, where it is a key."""
    left_out_of_acronyms = _union("name_links", "no_letter")
    """Words without a letter in an acronym."""
    ranks_of_titles = _union("office_ranks", "title_ranks")
    """What is a part of the title after it: *Deputy Prime Minister*."""
    other_role = _union("office_ranks", "other_roles")
    """What tells two roles apart by the rules of coreference."""
    before_roles = _union("ranks_of_titles", "role_words")
    """What a name that is only a role may hold besides titles: *Special Envoy*."""
    ranks_before_titles = _union("ranks_of_titles", "before_titles")
    """What may stand before the title of a name, and is taken off with it."""
    ends_head = _union("of", "for_", "on", "to", "in_", "into")
    """Prepositions before which the head of a name stands."""

    @cached_property
    def possessive_endings(self) -> tuple[str, ...]:
        """The ending of possessors with its apostrophe."""
        return (f"'{self.possessive}", f"’{self.possessive}") if self.possessive else ()

    @cached_property
    def possessive_marks(self) -> tuple[str, ...]:
        """All that a possessor may end with, the longest first."""
        return (*self.possessive_endings, "'", "’")

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
        return re.compile(rf"(?:{self.murmurs})|\w+-" if self.murmurs else r"\w+-")

    # The long lists

    def table(self, name: str) -> dict[str, str]:
        """A list with two columns, as a dict from the first to the second."""
        return dict(line.split("\t", 1) for line in self.lists(name))

    titles = _table("titles")
    """Titles with the gender that they tell, else `-`."""
    person_nouns = _table("person_nouns")
    """Nouns of people with the gender that they tell, else `-`."""
    organization_nouns = _table("organization_nouns")
    """Nouns of organizations with their kind: `body`, `suffix`, `-`."""
    place_nouns = _table("place_nouns")
    """Nouns of places with where they may be left out: `any`, `of`, `-`."""
    thing_nouns = _table("thing_nouns")
    """Nouns of things with what they are in a name: `first`, `name`, `nameless`, `-`."""
    thing_types = _table("thing_types")
    """Nouns of things with the type that they tell: `EVENT`, `WORK`, `PRODUCT`, `MISC`."""
    demonyms = _table("demonyms")
    """Words for the people of a place, with the place, mostly a country, or `-`."""
    name_variants = _table("name_variants")
    """Other names of places and bodies, with the usual one."""
    doubtful_states: Words = NONE
    """Short forms of states that end a sentence as other words too: *She loves Mo.*"""
    states = _table("states")
    """American states as they are shortened, without full stops, with their names."""

    @cached_property
    def nicknames(self) -> dict[str, Words]:
        """Short forms of given names, with the names, without case and accents."""
        rows = self.table("nicknames").items()
        return {folded(short): frozenset(folded(full).split(",")) for short, full in rows}

    @cached_property
    def given_genders(self) -> dict[str, str]:
        """Given names, without case and accents, with the gender that they tell, if any."""
        return {folded(name): g.strip("-") for name, g in self.table("given_names").items()}

    @cached_property
    def legal_forms(self) -> dict[str, frozenset[int]]:
        """Legal forms as they are compared, with the families that they are of."""
        families = list(enumerate(self.legal_families))
        words = frozenset().union(*self.legal_families)
        return {w: frozenset(i for i, family in families if w in family) for w in words}

    @cached_property
    def countries(self) -> Words:
        """Lower-case names of places whose people have a word of their own, mostly countries."""
        return frozenset(place.lower() for place in self.demonyms.values()) - {"-"}

    @cached_property
    def countries_with_initials(self) -> Words:
        """Those of them that are written with initials, too: *US*."""
        short = {name for initials, name in self.name_variants.items() if initials.isupper()}
        return self.countries & frozenset(map(str.lower, short))

    @cached_property
    def peoples(self) -> Words:
        """Words for the people of a place, and for what is theirs, in lower case."""
        words = {word.lower() for word in self.demonyms}
        s = self.plural
        return frozenset(words | {word + s for word in words if s and not word.endswith(s)})

    @cached_property
    def peoples_and_languages(self) -> Words:
        """What is a name by its capital alone, and names no particular thing."""
        return self.peoples | self.languages | self.faiths

    @cached_property
    def names_of_states(self) -> Words:
        """The names of states in lower case."""
        return frozenset(map(str.lower, self.states.values()))

    # What names are

    def state(self, name: str) -> str:
        """The state that a name with a full stop is short for, else empty: *Tenn.*"""
        return self.states.get(name.replace(".", ""), "") if "." in name else ""

    def usual(self, name: str) -> str:
        """The usual name of a place or body that has several; empty for all else."""
        known = self.name_variants.get(name.replace(".", ""))
        return known or ("" if name.lower() in self.doubtful_states else self.state(name))

    # What single words are

    def runs_small(self, word: str) -> bool:
        """Whether running text writes a word in lower case in small letters; names it does not."""
        return not self.lists("small_words").isdisjoint(self.without_inflection(word))

    def is_field(self, word: str) -> bool:
        """Whether a word in lower case may say what an office is for: *National*, *Trade*."""
        return word in self.office_fields or self.runs_small(word)

    def without_inflection(self, word: str) -> list[str]:
        """A word, and what it may be without an inflection: *crash* and *crashe* of *crashed*."""
        bases = [
            word[: -len(ending)] + instead
            for ending, instead in self.inflections
            if word.endswith(ending) and len(word) > len(ending) + 2
        ]
        return [word, *bases]

    def full_given(self, word: str) -> Words:
        """What a given name may be short for: *william* for *bill*."""
        return self.nicknames.get(word, NONE)

    def title_gender(self, title: str) -> str:
        """`m` or `f` where a title or role tells it, else the empty string."""
        word = title.rpartition(" ")[2]
        return (self.titles.get(word) or self.person_nouns.get(word, "")).strip("-")

    def kind_of_word(self, word: str) -> str:
        """`ORG` or `LOC` if the word stands for such things in names, else the empty string."""
        if word in self.organization_nouns:
            return "ORG"
        return "LOC" if word in self.place_nouns else ""

    def type_of_noun(self, noun: str) -> str:
        """The type of things that a common noun stands for; empty where it is not known."""
        if kind := self.kind_of_word(noun):
            return kind
        if self.is_role(noun):
            return "PER"
        return "MISC" if noun in self.thing_nouns else ""

    def may_be_given(self, word: str) -> bool:
        """Whether a word may be a given name: of no place, people, thing or office."""
        lists = self.directions, self.peoples, self.countries, self.thing_nouns
        told = self.kind_of_word(word) or self.is_role(word) or self.runs_small(word)
        return not told and not any(word in words for words in lists)

    def is_legal_form(self, word: str) -> bool:
        """Whether the last word of a name makes it a firm's, and is no common noun: *AB*, *Ltd*."""
        low = word.lower().replace(".", "")
        suffix = self.organization_nouns.get(low) == "suffix"
        return suffix and not word.islower() and not self.runs_small(low)

    def has_legal_form(self, words: Sequence[str]) -> bool:
        """Whether a name of several words ends in a legal form: *Moor AB*, not *Denver, CO*."""
        state = words[-2:-1] == [","] and words[-1].isupper() and len(words[-1]) == 2
        return len(words) > 1 and self.is_legal_form(words[-1]) and not state

    def is_role(self, word: str) -> bool:
        """Whether a word in lower case is a title or an office, singular or plural."""
        word = word.rstrip(".")
        return self.is_office(word) or self.is_office(word.removesuffix(self.plural))

    def is_sole_office(self, word: str) -> bool:
        """Whether a word in lower case is an office that ends no name of a body: *Senators*."""
        return not self.sole_offices.isdisjoint((word, word.removesuffix(self.plural)))

    def is_post(self, word: str) -> bool:
        """Whether a word in lower case is a title or an office that ends no name of a body."""
        return word in self.titles or self.is_sole_office(word)

    def is_office(self, word: str) -> bool:
        """Whether a word in lower case is a title or an office, in the singular."""
        return word in self.titles or word in self.person_nouns
