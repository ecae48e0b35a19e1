"""Words and patterns that rules of one kind read, such as those of values, clauses and cuts."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Words = frozenset[str]
Phrases = frozenset[tuple[str, ...]]
Pattern = re.Pattern[str]
NONE: Words = frozenset()
NOTHING = re.compile(r"(?!)")
"""Matches nowhere: a pattern of a language that leaves it out."""


def phrases(listed: Iterable[str]) -> Phrases:
    """Phrases as tuples of their words."""
    return frozenset(tuple(phrase.split()) for phrase in listed)


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
    def pattern(self) -> Pattern:
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
    """The words by which sentences are shortened."""

    reporting: Words = NONE  # words of attribution: what somebody says
    paired: Words = NONE  # words that ask for both of two: *both A and B*
    negations: Words = NONE  # words that turn what a sentence says
    denials: Words = NONE  # the fewer of them that the rules over trees look for
    clitics: Words = NONE  # words without a space before them
    changing_articles: Words = NONE  # articles whose form goes by the next word
    # The form of such an article before a word.
    article_before: Callable[[str, str], str] = lambda article, following: article


@dataclass(frozen=True, eq=False)
class Omissions:
    """The words by which it is told what a sentence can do without, and still be true.

    What is not listed stays, so that a missing word costs a cut and not the truth.
    """

    connectives: Words = NONE  # adverbs and conjunctions that tie a sentence to the one before it
    adverbs: Words = NONE  # adverbs of degree and time without which what happened still happened
    manners: Words = NONE  # adverbs of manner without which what was done was done
    # Phrases between commas that say nothing of the matter: *of course*.
    asides: Phrases = frozenset()
    # Beginnings of phrases that say against what, or with what: *despite*.
    grounds: Phrases = frozenset()
    events: Words = NONE  # prepositions of what was done at the time: *after the war*
    # Beginnings of phrases that name a part of what is told: *including*.
    examples: Phrases = frozenset()
    varied: Words = NONE  # words for things that say nothing without their examples: *various*
    echoes: Phrases = frozenset()  # lemmas that stand for what was told: *did so*
    naming: Words = NONE  # lemmas of verbs that tell a name: *titled*
    sourcing: Words = NONE  # lemmas of verbs that name a source: *citing a letter*
    stative: Words = NONE  # lemmas of verbs that tell of no deed: *have*
    continuing: Words = NONE  # lemmas of verbs that tell what came next: *followed by*
    picking: Words = NONE  # words of which a clause says which: *any clerk, whom she knew,*
    fillers: Words = NONE  # words of talk that say nothing: *um*
    # Words by which a clause says no more than with all that it has: negations, modal verbs,
    # conditions, doubts, comparisons, limits.
    binding: Words = NONE
    near: Words = NONE  # words that do so where they stand with the predicate: *almost fell*
    # *than*; *as* before an adjective.
    comparing: Words = NONE
    equating: Words = NONE
    opposing: Words = NONE  # lemmas of verbs that do so
    future: Words = NONE  # modal verbs of what will happen
    # Words that pick something by its place: what is beside them says of which.
    ordinals: Words = NONE
    # Lemmas of verbs of saying and finding out: what they report stays with who says so.
    reporting: Words = NONE
    conjunctions: Words = NONE  # introduce clauses that may go: *after it rained*
    # Those of them that say nothing of when the rest holds: *because it rained*.
    conceding: Words = NONE
    # Beginnings of phrases that say what the rest rests on: *based on a price of $3*.
    premises: Phrases = frozenset()
    # Lemmas of verbs that suppose something, and words that begin it: *barring rain*.
    supposing: Words = NONE
    times: Words = NONE  # prepositions of phrases that may go where their noun says when
    dating: Words = NONE  # those of them before a date
    spanning: Words = NONE  # those of them that say how long something has been so
    # Words of talk, or of time, that begin a sentence without a comma: *So we left*.
    openers: Words = NONE
    # Conjunctions before which they do so too: *So if it rains, we leave*.
    opening_conjunctions: Words = NONE
    # Words that, before one of `utterances` and a colon, say that it comes next.
    announcing: Words = NONE
    utterances: Words = NONE  # nouns for what somebody says or writes: *the following statement*
    announced: Words = NONE  # verbs of officials who make known what they had no part in
    listing: Words = NONE  # what stands between the names of a list
    # Words by which a phrase says that its thing was told of before: *the same*.
    referring: Words = NONE
    both: Words = NONE  # those that do so where the two are not told behind them: *both left*
    there: Words = NONE  # words for a place that was told of before
    pairing: Words = NONE  # words between the two that are told: *both Ann and Bob*
    since: Words = NONE  # words that count a time from one told of before: *a year later*
    of_two: Words = NONE  # words for one of two that were told of: *the latter*
    told_times: Words = NONE  # nouns of times that were told before, behind *the*: *at the time*
    demonstratives: Words = NONE  # words before a time that was told before: *that hour*
    one_more: Words = NONE  # words before one more of what was told before: *another panel*
    nth: Words = NONE  # words for one of those told before: *the third was ill*
    rest: Words = NONE  # words before others of what was told of before: *other members*
    indefinite: Words = NONE  # words before what is told of first: *a panel*
    # Nouns of what is there without being told of: *this article*, *this country*.
    present: Words = NONE
    bounding: Words = NONE  # beginnings of what says when alone something is so: *if*, *unless*
    # Words before a participle that says how or why something was done: *by paying*.
    doing: Words = NONE
    placing: Words = NONE  # prepositions of where, when and how
    restricting: Words = NONE  # words of which less says more: *fail*, *only*
    each_told: Words = NONE  # what stands for all or some of those told before: *all were named*
    summing: Words = NONE  # nouns that stand for all that a sentence told: *the incident*
    quoting: Words = NONE  # lemmas of verbs that need what was said: *Ann said*
    going_on: Words = NONE  # words before a verb for what came next: *Ann then left*
    adding: Words = NONE  # adverbs that say that something else was told before: *Ann also sings*
    ending: Words = NONE  # adverbs that say so at the end of a sentence: *Ann sings too*
    # Lemmas of words in what takes back or doubts what is before it: *but*, *deny*.
    turning: Words = NONE
    alleging: Words = NONE  # nouns of what was said and may be denied: *allegations*
    # Words before which they belong to what was told in the sentence: *but also*.
    limiting: Words = NONE
    homonyms: Words = NONE  # pronouns of the speaker that are nouns too: *mine*, a pit
    marked: tuple[str, ...] = ()  # names that end in a mark: *Yahoo!*
    # What only people who talk say: *um*, *I, I think*, a word that breaks off.
    hesitations: Pattern = NOTHING
    pleasantries: Pattern = NOTHING  # what people say who meet or part: *good morning*, *thank you*
    # What says nothing of what a text is about: captions (*Photo of*), credits, greetings,
    # notes to readers.
    no_statements: Pattern = NOTHING


@dataclass(frozen=True, eq=False)
class Abbreviations:
    """The words by which it is told whether a sentence ends with an abbreviation."""

    hours: Words = NONE  # what stands behind the number of an hour, with its full stops
    # Ends of names of people and of lists, with their full stop: *Jr.*, *etc.*
    others: Words = NONE
    days: Words = NONE  # weekdays and months, in small letters, which go on after an hour
    doubtful_days: Words = NONE  # those of them that are other words or names too
    # Time zones that are words, and what may stand behind: *Eastern Time*.
    zones: Words = NONE
    zone_words: Words = NONE
    # Words that follow a subject of one or two names, and hardly another noun; endings of
    # more of them.
    verbs: Words = NONE
    verb_endings: tuple[str, ...] = ()
    conjunctions: Words = NONE  # what may begin another clause
    subordinating: Words = NONE  # those that need a verb: *said that at 5 p.m. Byrne left*
    # What may begin a phrase before a subject: *With Moor Inc. Byrne was rich.*
    prepositions: Words = NONE


@dataclass(frozen=True, eq=False)
class Contractions:
    """How words that are written as one are written out."""

    # Whole words with what they stand for.
    irregular: Mapping[str, str] = field(default_factory=dict)
    # Endings with the word that each stands for.
    endings: Mapping[str, str] = field(default_factory=dict)
    verb: tuple[str, str] = ("", "")  # the ending of possessors where it is a verb, and the verb
    before_verb: Words = NONE  # words after which it is


@dataclass(frozen=True, eq=False)
class Unnamed:
    """Nouns that are no entities where they have no name; all are lemmas."""

    stand_ins: Words = NONE  # what stands for another noun, whatever describes it: *the red one*
    empty: Words = NONE  # what says nothing where nothing describes it: *the thing*
    # What says how much or which kind there is of what follows *of*: *a lot of rain*.
    amounts: Words = NONE
    counting: Words = NONE  # what stands before a noun and says how many, or that it is the same
    # What is shown before a noun, but says nothing of an empty one: *the whole thing*.
    weak: Words = NONE
    times: Words = NONE  # nouns that say when
    # Fixed phrases, each with its noun as the last word: *in addition*.
    phrases: Phrases = frozenset()

    @cached_property
    def longest(self) -> int:
        """The number of words of the longest phrase."""
        return max(map(len, self.phrases), default=0)
