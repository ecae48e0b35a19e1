"""How the sentences of a document read, with and without the one before them.

A connective at the start of a sentence is dropped (*However, …*), and a pronoun of which it is
clear whom it means becomes the name. Any other sentence that refers back is only taken along with
the one before it (Durrett, Berg-Kirkpatrick and Klein 2016, section 2.2). A quotation is closed
where its sentence ends; without what says whose it is, it is not taken.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from salience.compression.clauses import FINITE
from salience.compression.realiser import realised
from salience.language import ENGLISH
from salience.summaries.openings import announcers, shorter
from salience.summaries.references.connectives import tying_words, without_connective
from salience.summaries.references.introductions import Introductions
from salience.summaries.references.mentioned import Mentioned
from salience.summaries.references.pronouns import Pronouns
from salience.summaries.references.quotations import (
    CLOSING_OF,
    are_apart,
    is_quotation,
    quotations,
    quoted_words,
)
from salience.summaries.short_names import ShortName, ShortNames
from salience.summaries.transcripts import FIRST_PERSON, Turns, is_spoken
from salience.text.words import Words
from salience.types import Entity

REFERENCE_MARK = re.compile(
    r"(?<!\w)(\*\w[^*]*\*)|(?<=[a-z\d%])\*(?![\w*-])"  # an emphasis stays
    r"|\s?\[(?:\d[\d,–-]{0,8}|[a-z]|citation needed)\](?![^\W\d_])"
)
_NUMBERED = re.compile(r"^(\d{1,2})(\.?)(?= [A-Z][a-z])", re.MULTILINE)
_LONG_DASHES = frozenset(("--", "—"))
_DASHES = _LONG_DASHES | {"-", "–"}
_LIST_MARKS = _DASHES | {"•", "·", "*"}
_HEAD, _DATELINE = 5, 25  # sentences that may have a dateline, and words before its dash
_PLACE, _ACRONYM = 3, 3  # words of a place, and letters of what may be no place: *UN*
_PAIRED = 6  # letters of a first half of a pair: *NATO – Velk talks*
_NO_PLACE = ENGLISH.articles | ENGLISH.time_names | ENGLISH.common_acronyms
"""Beginnings of what is no place before a dash: *The Moor – Hale Act*, *Monday – It rains*."""
_SHORT = 8
"""Of talk, what has fewer words says little without the sentence before it."""
_OFFICES = 10  # words behind *announced* that are as many as lists of officials have


class Reading(NamedTuple):
    """A sentence as it is printed."""

    text: str  # after the sentence before it
    alone: str  # without that one
    needs: tuple[frozenset[int], ...]  # sets of sentences: it is not clear without one of each
    names: tuple[ShortName, ...]  # those that it has in a short form
    speaker: str  # who speaks, in a transcript
    speakerless: bool  # whether it is a quotation, or a piece of one, that does not say whose
    talk: bool  # whether that is only so as it seems to stand in talk without labels


class Reader:
    """Reads the sentences of a document for what they refer to."""

    def __init__(
        self, words: Words, text: str, entities: Sequence[Entity], about: str | None = None
    ) -> None:
        self.words, self._text, self._about = words, text, about
        self.turns = Turns(text)
        self._numbered = frozenset(_list_numbers(text))
        ranges = words.sentence_ranges()
        labelled = [self._without_label(places) for places in ranges]
        self.ranges = [*map(self._without_announcers, labelled)]
        pairs = zip(labelled, self.ranges, strict=True)
        self._cut = [places.stop < whole.stop for whole, places in pairs]
        mentioned = Mentioned(words, self.ranges, entities)
        self._mentions = mentioned.mentions
        apostrophe = "'" if "'" in text and "’" not in text else "’"
        self._pronouns = Pronouns(mentioned, about, apostrophe)
        self._introductions = Introductions(mentioned)
        self._short_names = ShortNames(words, [*chain(*self._mentions)], entities)
        self._quotes = [*quotations(words, self.ranges, text)]
        self._quoted = [
            quoted_words(words, places, inside)
            for places, (inside, _) in zip(self.ranges, self._quotes, strict=True)
        ]
        own = [{*places} - quoted for places, quoted in zip(ranges, self._quoted, strict=True)]
        self._spoken = is_spoken([{words.keys[i] for i in places} for places in own])

    def read(self, number: int) -> Reading:
        """How a sentence reads, by its index in the document."""
        places, words, spans = self.ranges[number], self.words, self.words.spans
        inside, closing = self._quotes[number]
        text = " ".join(self._text[spans[places[0]][0] : spans[places[-1]][1]].split())
        text, alone, is_clear, short = self._alone(number, text)
        if closing and text.endswith(closing):  # a mark that closes what no other opened
            text, alone = text.removesuffix(closing), alone.removesuffix(closing)
            closing = ""
        text, alone = (REFERENCE_MARK.sub(r"\1", x) for x in (text, alone))
        if self._cut[number]:
            text, alone = (x if x.endswith(".") else f"{x}." for x in (text, alone))
        turn = self.turns.at(spans[places[0]][0])
        speaker = turn.speaker if turn else ""
        quoted = inside or is_quotation(words, places, self._quotes[number][1])
        quotes = self._quoted[number]
        return Reading(
            text + closing,
            alone + closing,
            self._needs(number) if is_clear else self._one_before(number),
            (*self._short_names.of_sentence(places, self._mentions[number], quotes), *short),
            speaker,
            speakerless=quoted or (not speaker and (bool(turn) or self._is_own(number, quotes))),
            talk=turn is not None and turn.start == turn.body and not quoted,
        )

    def _is_own(self, number: int, quotes: Collection[int]) -> bool:
        """Whether *I* stands in a text that speaks of others, and nobody says it."""
        places, words = self.ranges[number], self.words
        own = {i for i in places if words.keys[i] in FIRST_PERSON and i not in quotes}
        said = {i for i in places if words.lemmas[i] in ENGLISH.omissions.quoting}
        told = said.difference(words.heads[i] for i in own)  # not by *I said*
        return bool(own and number and not (told or self._spoken or self._about))

    def _alone(self, number: int, text: str) -> tuple[str, str, bool, list[ShortName]]:
        """A sentence as it reads with and without the one before it, whether it is clear then, and
        the short names that it has for pronouns."""
        places = self.ranges[number]
        tying = tying_words(self.words, places)
        kept = [i for i in without_connective(self.words, places) if i not in tying]
        names: dict[int, str] = {}
        whole = range(kept[0], places.stop)
        while dangling := self._pronouns.dangling(number, whole, names):
            place, entity = dangling
            name = entity and self._pronouns.name_for(number, place, entity)
            if name:
                names[place] = name
            if not (name and self._about):
                break
        first = bool(self._about) and not number  # nothing is before it; *her* may mean nobody
        told = not dangling or dangling[0] in names
        if dangling and first:
            told |= self.words.keys[dangling[0]] not in ENGLISH.he_and_she
        names |= self._pronouns.name_of_about(number, kept[0], names)
        people = [entity for place, entity, _ in self._mentions[number] if place in names]
        short = [x for who in people if (x := self._short_names.family(who, text))]
        alone = text
        if len(kept) < len(places) or names:
            part, at = self.words.part([number])
            replaced = {place - at[0]: _shortened(name, short) for place, name in names.items()}
            alone = realised(self._text, part, [i - at[0] for i in kept], replaced)
            new = {i: x for i, x in replaced.items() if self._pronouns.is_new(number, i + at[0])}
            if new:
                text = realised(self._text, part, [i - at[0] for i in places], new)
        back = self._pronouns.is_placed(number) or self._pronouns.is_timed(places)
        return text, alone, told and (first or not back), short

    def _needs(self, number: int) -> tuple[frozenset[int], ...]:
        """Sets of sentences of each of which a sentence needs one, though its words are clear."""
        needs = [*self._introductions.of_things(number)]
        if self._about is None:
            needs += self._introductions.of_names(number)
            places = self.ranges[number]
            said = sum(self.words.tags[i] != "PUNCT" for i in places)
            asks = self.words.texts[places[-1]] == "?"  # which is clear, or its words are not
            if self._spoken and said < _SHORT and number and not asks:
                needs += self._one_before(number)
        return (*filter(None, needs),)

    def _one_before(self, number: int) -> tuple[frozenset[int], ...]:
        return (frozenset((number - 1,)),)

    def _without_label(self, places: range) -> range:
        """A sentence without the label of its turn, or the mark or number of a list, before it."""
        spans, first = self.words.spans, places[0]
        turn = self.turns.at(spans[first][0])
        while first < places.stop and (
            (turn and spans[first][0] < turn.body)
            or self.words.texts[first] in _LIST_MARKS
            or spans[first] in self._numbered
        ):
            first += 1
        first += self._dateline(range(first, places.stop))
        return range(first, places.stop) if first < places.stop else places

    def _dateline(self, places: range) -> int:
        """How many words a sentence of news has before it begins: *OSLO, Norland (NP) — It rained*.

        A heading may stand before these. Without capitals, a comma or a bracket a place has a few
        words, and a long dash behind it: *Velk — It rained*, not *The Moor – Hale Act passed*. Nor
        is it a place if what follows may be the second half of a pair: *NATO – Velk talks open*.
        """
        texts, tags = self.words.texts, self.words.fine_tags
        if not tags or places.start > self.words.sentences[:_HEAD][-1]:
            return 0
        dashes = [
            n
            for n, i in enumerate(places[:-1])
            if texts[i] in _DASHES and (texts[i] in _LONG_DASHES or are_apart(self.words, i + 1))
        ]
        if len(dashes) != 1 or not 0 < dashes[0] <= _DATELINE:
            return 0
        before, after = places[: dashes[0]], places[dashes[0] + 1 :]
        keys = [self.words.keys[i] for i in before]
        first = texts[before[0]]
        if ":" in keys or not first[0].isalpha() or keys[0] in _NO_PLACE:
            return 0
        capitals = first.isupper() and len(first) > _ACRONYM
        plain = "," not in keys and keys[-1] != ")"
        if plain and len(keys) == 1 and len(first) <= _PAIRED and self._begins_compound(after):
            return 0
        if not capitals and plain:
            called = len(keys) > 1 and keys[0] in ENGLISH.given_genders
            if texts[before.stop] not in _LONG_DASHES or len(keys) > _PLACE or called:
                return 0
        named = all(
            texts[i][0].isupper() or not key.isalpha() or key in ENGLISH.small_in_titles
            for i, key in zip(before, keys, strict=True)
        )
        told = any(tags[i] in FINITE for i in after) and texts[after[0]][0].isupper()
        own = FIRST_PERSON.isdisjoint(self.words.keys[i] for i in after)
        closed = keys.count("(") == keys.count(")")
        return dashes[0] + 1 if named and told and own and closed else 0

    def _begins_compound(self, places: range) -> bool:
        """Whether words begin with a name before the noun that it belongs to: *London trains*."""
        names = [*takewhile(lambda i: self.words.tags[i] == "PROPN", places)]
        noun = places.start + len(names)
        return bool(names) and noun in places and self.words.tags[noun] == "NOUN"

    def _without_announcers(self, places: range) -> range:
        """A sentence without a list of those who announced it: *…, announced Judge Ann Lee and …*.

        A short name stays: *…, announced Ann Lee*.
        """
        words, end = self.words, announcers(self.words, places)
        plain = CLOSING_OF.keys().isdisjoint(words.texts[k] for k in places)
        listed = any(
            words.keys[i] in ENGLISH.omissions.listing and words.texts[i + 1][0].isupper()
            for i in range(end + 1, places.stop - 1)
        )
        long = min(end - places.start, places.stop - end) > _OFFICES
        return range(places.start, end) if plain and listed and long else places

    def shorten(self, number: int, room: int, unit: str) -> None:
        """Cut what a sentence that is longer than a summary can lack at its end, by its index."""
        words, text = self.words, self._text
        for places in (self.ranges[number], *shorter(words, self.ranges[number])):
            shown = text[words.spans[places[0]][0] : words.spans[places[-1]][1]]
            if (len(shown.split()) if unit == "words" else len(shown) + 1) <= room:
                if places.stop < self.ranges[number].stop:
                    self.ranges[number] = places
                    self._cut[number] = True
                return


def _shortened(name: str, short: Iterable[ShortName]) -> str:
    """A name, or its possessive, in its short form."""
    for person in short:
        name = name.replace(person.full, person.written)
    return name


def _list_numbers(text: str) -> Iterator[tuple[int, int]]:
    """The places of numbers that begin lines and count them, and of full stops behind them: *1 Dig
    a hole*, *2. Plant the tree*.
    """
    found = [(int(match[1]), match) for match in _NUMBERED.finditer(text)]
    last = 0
    following = [*(number for number, _ in found[1:]), 0]
    for (number, match), after in zip(found, following, strict=False):
        last = number if number in (1, last + 1) else 0
        if last > 1 or (last and after == 2):
            yield from (match.span(1), match.span(2), match.span())
