"""Words and patterns that rules of one kind read, such as those of values, clauses and cuts."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

Words = frozenset[str]
NONE: Words = frozenset()


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
        paired: Words that ask for both of two: *both A and B*.
        negations: Words that turn what a sentence says.
        denials: The fewer of them that the rules over trees look for.
        clitics: Words without a space before them.
        changing_articles: Articles whose form goes by the next word.
        article_before: The form of such an article before a word.
    """

    reporting: Words = NONE
    paired: Words = NONE
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
        adverbs: Adverbs of degree and time without which what happened still happened.
        manners: Adverbs of manner without which what was done was done.
        asides: Phrases between commas that say nothing of the matter: *of course*.
        grounds: Beginnings of phrases that say against what, or with what: *despite*.
        events: Prepositions of what was done at the time: *after the war*.
        examples: Beginnings of phrases that name a part of what is told: *including*.
        varied: Words for things that say nothing without their examples: *various*.
        echoes: Lemmas that stand for what was told: *did so*.
        naming: Lemmas of verbs that tell a name: *titled*.
        sourcing: Lemmas of verbs that name a source: *citing a letter*.
        stative: Lemmas of verbs that tell of no deed: *have*.
        continuing: Lemmas of verbs that tell what came next: *followed by*.
        picking: Words of which a clause says which: *any clerk, whom she knew,*.
        fillers: Words of talk that say nothing: *um*.
        binding: Words by which a clause says no more than with all that it has: negations, modal
            verbs, conditions, doubts, comparisons, limits.
        near: Words that do so where they stand with the predicate: *almost fell*.
        comparing, equating: *than*; *as* before an adjective.
        opposing: Lemmas of verbs that do so.
        future: Modal verbs of what will happen.
        ordinals: Words that pick something by its place: what is beside them says of which.
        reporting: Lemmas of verbs of saying and finding out: what they report stays with who says
            so.
        conjunctions: Introduce clauses that may go: *after it rained*.
        conceding: Those of them that say nothing of when the rest holds: *because it rained*.
        premises: Beginnings of phrases that say what the rest rests on: *based on a price of $3*.
        supposing: Lemmas of verbs that suppose something, and words that begin it: *barring rain*.
        times: Prepositions of phrases that may go where their noun says when.
        dating: Those of them before a date.
        spanning: Those of them that say how long something has been so.
        openers: Words of talk, or of time, that begin a sentence without a comma: *So we left*.
        opening_conjunctions: Conjunctions before which they do so too: *So if it rains, we leave*.
        announcing: Words that, before one of `utterances` and a colon, say that it comes next.
        utterances: Nouns for what somebody says or writes: *the following statement*.
        announced: Verbs of officials who make known what they had no part in.
        listing: What stands between the names of a list.
        referring: Words by which a phrase says that its thing was told of before: *the same*.
        both: Those that do so where the two are not told behind them: *both left*.
        there: Words for a place that was told of before.
        pairing: Words between the two that are told: *both Ann and Bob*.
        since: Words that count a time from one told of before: *a year later*.
        of_two: Words for one of two that were told of: *the latter*.
        told_times: Nouns of times that were told before, behind *the*: *at the time*.
        demonstratives: Words before a time that was told before: *that hour*.
        one_more: Words before one more of what was told before: *another panel*.
        rest: Words before others of what was told of before: *other members*.
        definite: Words before what was told of before: *the panel*.
        indefinite: Words before what is told of first: *a panel*.
        present: Nouns of what is there without being told of: *this article*, *this country*.
        bounding: Beginnings of what says when alone something is so: *if*, *unless*.
        doing: Words before a participle that says how or why something was done: *by paying*.
        placing: Prepositions of where, when and how.
        restricting: Words of which less says more: *fail*, *only*.
        each_told: What stands for all or some of those told before: *all were named*.
        summing: Nouns that stand for all that a sentence told: *the incident*.
        quoting: Lemmas of verbs that need what was said: *Ann said*.
        going_on: Words before a verb for what came next: *Ann then left*.
        adding: Adverbs that say that something else was told before: *Ann also sings*.
        ending: Adverbs that say so at the end of a sentence: *Ann sings too*.
        turning: Lemmas of words in what takes back or doubts what is before it: *but*, *deny*.
        alleging: Nouns of what was said and may be denied: *allegations*.
        limiting: Words before which they belong to what was told in the sentence: *but also*.
        homonyms: Pronouns of the speaker that are nouns too: *mine*, a pit.
        marked: Names that end in a mark: *Yahoo!*.
        hesitations: What only people who talk say: *um*, *I, I think*, a word that breaks off.
        pleasantries: What people say who meet or part: *good morning*, *thank you*.
        no_statements: What says nothing of what a text is about: captions (*Photo of*), credits,
            greetings, notes to readers.
    """

    connectives: Words = NONE
    adverbs: Words = NONE
    manners: Words = NONE
    asides: frozenset[tuple[str, ...]] = frozenset()
    grounds: frozenset[tuple[str, ...]] = frozenset()
    events: Words = NONE
    examples: frozenset[tuple[str, ...]] = frozenset()
    varied: Words = NONE
    echoes: frozenset[tuple[str, ...]] = frozenset()
    naming: Words = NONE
    sourcing: Words = NONE
    stative: Words = NONE
    continuing: Words = NONE
    picking: Words = NONE
    fillers: Words = NONE
    binding: Words = NONE
    near: Words = NONE
    comparing: Words = NONE
    equating: Words = NONE
    opposing: Words = NONE
    future: Words = NONE
    ordinals: Words = NONE
    reporting: Words = NONE
    conjunctions: Words = NONE
    conceding: Words = NONE
    premises: frozenset[tuple[str, ...]] = frozenset()
    supposing: Words = NONE
    times: Words = NONE
    dating: Words = NONE
    spanning: Words = NONE
    openers: Words = NONE
    announcing: Words = NONE
    utterances: Words = NONE
    announced: Words = NONE
    listing: Words = NONE
    referring: Words = NONE
    both: Words = NONE
    there: Words = NONE
    pairing: Words = NONE
    since: Words = NONE
    opening_conjunctions: Words = NONE
    told_times: Words = NONE
    of_two: Words = NONE
    demonstratives: Words = NONE
    one_more: Words = NONE
    rest: Words = NONE
    definite: Words = NONE
    indefinite: Words = NONE
    present: Words = NONE
    summing: Words = NONE
    each_told: Words = NONE
    bounding: Words = NONE
    doing: Words = NONE
    placing: Words = NONE
    restricting: Words = NONE
    quoting: Words = NONE
    going_on: Words = NONE
    adding: Words = NONE
    ending: Words = NONE
    turning: Words = NONE
    alleging: Words = NONE
    limiting: Words = NONE
    homonyms: Words = NONE
    marked: tuple[str, ...] = ()
    hesitations: re.Pattern[str] | None = None
    pleasantries: re.Pattern[str] | None = None
    no_statements: re.Pattern[str] | None = None


@dataclass(frozen=True, eq=False)
class Abbreviations:
    """The words by which it is told whether a sentence ends with an abbreviation.

    Attributes:
        hours: What stands behind the number of an hour, with its full stops.
        others: Ends of names of people and of lists, with their full stop: *Jr.*, *etc.*
        days: Weekdays and months, in small letters, which go on after an hour.
        doubtful_days: Those of them that are other words or names too.
        zones, zone_words: Time zones that are words, and what may stand behind: *Eastern Time*.
        verbs, verb_endings: Words that follow a subject of one or two names, and hardly another
            noun; endings of more of them.
        conjunctions: What may begin another clause.
        subordinating: Those that need a verb behind them: *said that at 5 p.m. Byrne left*.
        prepositions: What may begin a phrase before a subject: *With Moor Inc. Byrne was rich.*
    """

    hours: Words = NONE
    others: Words = NONE
    days: Words = NONE
    doubtful_days: Words = NONE
    zones: Words = NONE
    zone_words: Words = NONE
    verbs: Words = NONE
    verb_endings: tuple[str, ...] = ()
    conjunctions: Words = NONE
    subordinating: Words = NONE
    prepositions: Words = NONE


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


@dataclass(frozen=True, eq=False)
class Unnamed:
    """Nouns that are no entities where they have no name; all are lemmas.

    Attributes:
        stand_ins: What stands for another noun, whatever describes it: *the red one*.
        empty: What says nothing where nothing describes it: *the thing*.
        amounts: What says how much or which kind there is of what follows *of*: *a lot of rain*.
        counting: What stands before a noun and says how many, or that it is the same.
        weak: What is shown before a noun, but says nothing of an empty one: *the whole thing*.
        times: Nouns that say when.
        phrases: Fixed phrases, each with its noun as the last word: *in addition*.
    """

    stand_ins: Words = NONE
    empty: Words = NONE
    amounts: Words = NONE
    counting: Words = NONE
    weak: Words = NONE
    times: Words = NONE
    phrases: frozenset[tuple[str, ...]] = frozenset()

    @cached_property
    def longest(self) -> int:
        """The number of words of the longest phrase."""
        return max(map(len, self.phrases), default=0)
