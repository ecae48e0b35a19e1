"""What a sentence refers back to, and how it reads where the sentence before it is not printed.

A connective at its start is dropped (*However, …*), and a pronoun of which it is clear whom it
means becomes the name. Any other sentence that refers back is only taken along with the one before
it (Durrett, Berg-Kirkpatrick and Klein 2016, section 2.2). A quotation is closed where its sentence
ends; without what says whose it is, it is not taken.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import NamedTuple

from salience.compression.asides import is_inch_mark
from salience.compression.constraints import is_parsed
from salience.compression.realiser import realised
from salience.language import ENGLISH
from salience.language.agreement import SINGULAR
from salience.summaries.short_names import ShortName, ShortNames
from salience.summaries.transcripts import Turns, is_spoken
from salience.text.words import Words
from salience.types import Entity, Mention

_REFERENCE_MARK = re.compile(
    r"(?<!\w)(\*\w[^*]*\*)|(?<=[a-z\d%])\*(?![\w*-])"  # an emphasis stays
    r"|\s?\[(?:\d[\d,–-]{0,8}|[a-z]|citation needed)\](?![^\W\d_])"
)
_OPENS, _CLOSES = frozenset(("“", "«", "``")), frozenset(("”", "»", "''"))
_OPENING, _CLOSING = _OPENS | {'"', "'", "‘", "(", "["}, _CLOSES | {'"', "'", "’", ")", "]"}
_CLOSING_OF = {"“": "”", "«": "»", "``": "''", '"': '"'}
_NUMBERED = re.compile(r"^(\d{1,2})(?= [A-Z][a-z])", re.MULTILINE)
_LIST_MARKS = frozenset(("-", "--", "–", "—", "•", "·", "*"))
_ASIDES = ("obl", "advcl")
_SAYING_WHICH, _SURELY_TELLING = ("nmod", "acl", "appos"), {"NOUN", "PROPN", "JJS"}
_PAIRED = ENGLISH.cuts.paired
_MINOR, _NEAR = 4, 12  # sentences that name a minor person; words around a name
_SHORT = 8
"""Of talk, what has fewer words says little without the sentence before it."""
_OFFICES = 10  # words behind *announced* that are as many as lists of officials have
_WHEN = ENGLISH.omissions.told_times
_TIMES = ENGLISH.time_nouns | ENGLISH.time_names


class Reading(NamedTuple):
    """A sentence as it is printed.

    Attributes:
        text: After the sentence before it.
        alone: Without that one.
        needs: Sets of sentences, of each of which it can't be understood without one.
        names: Those that it has in a short form.
        speaker: Who speaks, in a transcript.
        speakerless: Whether it is a quotation, or a piece of one, of which it does not say whose.
        talk: Whether that is only so as it seems to stand in talk without labels.
    """

    text: str
    alone: str
    needs: tuple[frozenset[int], ...]
    names: tuple[ShortName, ...]
    speaker: str
    speakerless: bool
    talk: bool


class Reader:
    """Reads the sentences of a document for what they refer to."""

    def __init__(
        self, words: Words, text: str, entities: Sequence[Entity], about: str | None = None
    ) -> None:
        self.words, self._text, self._about = words, text, about
        self._keys = words.keys
        self._turns = Turns(text)
        self._numbered = frozenset(_list_numbers(text))
        ranges = words.sentence_ranges()
        number = {i: n for n, places in enumerate(ranges) for i in places}
        labelled = [self._without_label(places) for places in ranges]
        self.ranges = [*map(self._without_announcers, labelled)]
        pairs = zip(labelled, self.ranges, strict=True)
        self._ends = ["." if places.stop < whole.stop else "" for whole, places in pairs]
        self._spoken = is_spoken([{self._keys[i] for i in places} for places in ranges])
        self._with_noun: dict[str, list[int]] = defaultdict(list)
        for i, tag in enumerate(words.tags):
            if tag in ("NOUN", "PROPN"):
                self._with_noun[words.lemmas[i].lower()].append(number[i])
        self._with_article: dict[str, list[int]] = defaultdict(list)
        for i, head in enumerate(words.heads):
            if self._keys[i] in ENGLISH.omissions.indefinite:
                self._with_article[words.lemmas[head].lower()].append(number[head])
        starts = {start: i for i, (start, _) in enumerate(words.spans)}
        self._mentions: list[list[tuple[int, Entity, Mention]]] = [[] for _ in self.ranges]
        self._naming: dict[str, set[int]] = defaultdict(set)
        for entity in entities:
            for mention in entity.mentions:
                place = starts.get(mention.head_start)
                if place is not None:
                    self._mentions[number[place]].append((place, entity, mention))
                    if mention.kind == "named":
                        self._naming[entity.id].add(number[place])
        for found in self._mentions:
            found.sort(key=lambda mention: mention[0])
        self._short_names = ShortNames(words, [*chain(*self._mentions)], entities)
        self._quotes = [*_quotations(words, self.ranges, text)]

    def read(self, number: int) -> Reading:
        """How a sentence reads, by its index in the document."""
        places, words = self.ranges[number], self.words
        inside, closing = self._quotes[number]
        marks = [n for n, i in enumerate(places) if words.texts[i] in _CLOSING_OF]
        begins = bool(marks) and not marks[0]
        whole = begins and (bool(closing) or not _outside(words, places))
        spans = words.spans
        text = " ".join(self._text[spans[places[0]][0] : spans[places[-1]][1]].split())
        tied = self._tied(places)
        kept = [i for i in _without_connective(words, places) if i not in tied]
        dangling = self._dangling(number, range(kept[0], places.stop))
        name = None
        if dangling and dangling[1]:
            name = self._name_for(number, dangling[0], dangling[1])
        names = {dangling[0]: name} if dangling and name else {}
        names |= self._name_of_about(number, kept[0], names)
        alone = text
        if len(kept) < len(places) or names:
            part, at = words.part([number])
            replaced = {place - at[0]: name for place, name in names.items()}
            alone = realised(self._text, part, [i - at[0] for i in kept], replaced)
        if closing and text.endswith(closing):  # a mark that closes what no other opened
            text, alone = text.removesuffix(closing), alone.removesuffix(closing)
            closing = ""
        end = closing + self._ends[number]
        text, alone = (_REFERENCE_MARK.sub(r"\1", line) + end for line in (text, alone))
        needs = [*self._introductions(number)]
        if self._about is None:
            needs += self._unintroduced(number)
        short = sum(words.tags[i] != "PUNCT" for i in places) < _SHORT
        if self._spoken and short and number and self._about is None:
            needs.append(frozenset((number - 1,)))
        if (dangling and not name) or self._is_placed(number) or self._is_timed(places):
            needs = [frozenset((number - 1,))]
        turn = self._turns.at(spans[places[0]][0])
        speaker = turn.speaker if turn else ""
        quoted = inside or whole
        speakerless = quoted or (turn is not None and not speaker)
        talk = turn is not None and turn.start == turn.body and not quoted
        quotes = _quoted(words, places, inside)
        names_short = (*self._short_names.of_sentence(places, self._mentions[number], quotes),)
        return Reading(
            text, alone, tuple(filter(None, needs)), names_short, speaker, speakerless, talk
        )

    def _without_label(self, places: range) -> range:
        """A sentence without the label of its turn, or the mark or number of a list, before it."""
        spans, first = self.words.spans, places[0]
        turn = self._turns.at(spans[first][0])
        while first < places.stop and (
            (turn and spans[first][0] < turn.body)
            or self.words.texts[first] in _LIST_MARKS
            or spans[first] in self._numbered
        ):
            first += 1
        return range(first, places.stop) if first < places.stop else places

    def _without_announcers(self, places: range) -> range:
        """A sentence without a list of those who announced it: *…, announced Judge Ann Lee and …*.

        What somebody says of it stays, and so does a short name: *…, announced Ann Lee*.
        """
        keys = self._keys
        for i in places[_OFFICES:-_OFFICES]:
            if keys[i] == "," and keys[i + 1] in ENGLISH.omissions.announced:
                plain = _CLOSING_OF.keys().isdisjoint(self.words.texts[k] for k in places)
                listed = self._lists_names(range(i + 2, places.stop))
                return range(places.start, i) if plain and listed else places
        return places

    def _lists_names(self, places: range) -> bool:
        """Whether words are names joined to a list, and do not tell what somebody says."""
        words, omit = self.words, ENGLISH.omissions
        named = [words.texts[i][0].isupper() for i in places]
        joined = any(
            self._keys[i] in omit.listing and behind
            for i, behind in zip(places, named[1:], strict=False)
        )
        says = any(words.tags[i] == "VERB" and words.lemmas[i] in omit.reporting for i in places)
        return named[0] and joined and not says

    def _unintroduced(self, number: int) -> Iterator[frozenset[int]]:
        """Sentences of which one says who somebody is whom a sentence only names.

        That is where the first sentence that names them says so; whom many sentences name is known.
        """
        for place, entity, mention in self._mentions[number]:
            if mention.kind != "named" or entity.type != "PER" or self._says_who(place):
                continue
            naming = self._naming[entity.id]
            minor = max(_MINOR, len(self.ranges) // 10)
            if len(naming) <= minor and min(naming) < number:
                saying = {n for n in naming if n < number and self._says_who_of(n, entity)}
                if min(naming) in saying:
                    yield frozenset(saying)

    def _says_who_of(self, number: int, entity: Entity) -> bool:
        """Whether a sentence says who somebody is."""
        return any(
            other.id == entity.id and mention.kind == "named" and self._says_who(place)
            for place, other, mention in self._mentions[number]
        )

    def _says_who(self, place: int) -> bool:
        """Whether words beside a name say who it is: *Ann Lee, a singer*, *the singer Ann Lee*."""
        words = self.words
        if not words.heads:
            return True
        while words.relations[place].startswith("flat"):
            place = words.heads[place]
        above = words.tags[words.heads[place]] == "NOUN"
        if above and words.relations[place].startswith(("appos", "nsubj")):  # *Ann is a singer*
            return True
        near = range(max(place - _NEAR, 0), min(place + _NEAR, len(words)))
        return any(words.heads[k] == place and self._is_role(k) for k in near if k != place)

    def _is_role(self, place: int) -> bool:
        """Whether a word beside a name says who it is, and is no *Mr*."""
        relation, tag = self.words.relations[place], self.words.tags[place]
        title = self._keys[place].rstrip(".") in ENGLISH.surname_titles
        return relation in ("appos", "acl:relcl") or (
            relation.startswith(("compound", "nmod:desc"))
            and tag in ("NOUN", "PROPN")
            and not title
        )

    def _introductions(self, number: int) -> Iterator[frozenset[int]]:
        """Sentences of which one tells what *the panel* or *this panel* is."""
        words, places = self.words, self.ranges[number]
        behind = False
        nouns: set[str] = set()
        for i in places if words.heads else ():
            behind |= words.relations[i] == "root"
            noun = words.lemmas[words.heads[i]].lower()
            pointing = self._keys[i] in ENGLISH.omissions.definite or self._is_pointing(i, noun)
            if pointing and self._is_open(i, places):
                before = self._told_before(number, i, behind)
                if before and noun not in nouns:
                    yield before
            if words.tags[i] == "NOUN":
                nouns.add(words.lemmas[i].lower())

    def _told_before(self, number: int, determiner: int, behind: bool) -> frozenset[int]:
        """Sentences that have the noun of a determiner, or name what it means.

        Behind the main verb *the panel* needs them only if one of them has *a panel* or the name,
        and *the new panel* only needs those. *This panel* and *the two panels* of which none was
        told before stand for what the sentence before says.
        """
        head, omit = self.words.heads[determiner], ENGLISH.omissions
        noun = self.words.lemmas[head].lower()
        told = {n for n in self._with_noun[noun] if n < number}
        if definite := self._keys[determiner] in omit.definite:
            naming = self._naming_of(number, head)
            known = {n for n in naming if n < number}
            tags = {*self._telling(determiner, head)}
            if number in naming or tags & _SURELY_TELLING:
                return frozenset() if number in naming else frozenset(known)
            introduced = {n for n in self._with_article[noun] if n < number}
            definite = "NUM" not in tags or noun in _TIMES
            if noun in omit.summing and number and not (tags or told):
                return frozenset((number - 1,))
            if definite and "ADJ" in tags:
                told = introduced
            elif definite and behind and not introduced and not known:
                told = set()
            told |= known
        more = self._keys[determiner] in omit.one_more and determiner > self.ranges[number].start
        if not (told or definite or more or noun in omit.present or not number):
            told = {number - 1}
        return frozenset(told)

    def _naming_of(self, number: int, place: int) -> set[int]:
        """The sentences that name what a noun means."""
        for at, entity, mention in self._mentions[number]:
            if at == place and mention.kind == "nominal":
                return self._naming[entity.id]
        return set()

    def _telling(self, determiner: int, head: int) -> Iterator[str]:
        """The tags of the words between *the* and a noun that say which one it is."""
        words = self.words
        for k in range(determiner + 1, head):
            tag = words.tags[k]
            if words.fine_tags and words.fine_tags[k] == "JJS":
                tag = "JJS"
            known = self._keys[k] in ENGLISH.omissions.ordinals
            if words.heads[k] == head and not (known or (tag == "NUM" and self._keys[k].isdigit())):
                yield tag

    def _is_open(self, determiner: int, places: range) -> bool:
        """Whether no word behind a noun says which one it is."""
        words, head = self.words, self.words.heads[determiner]
        return words.tags[head] == "NOUN" and not any(
            words.relations[k].startswith(_SAYING_WHICH)
            for k in range(head + 1, places.stop)
            if words.heads[k] == head
        )

    def _is_pointing(self, i: int, noun: str) -> bool:
        """Whether a word is *this* or *those* before a noun that is no time: *this panel*."""
        agreement = ENGLISH.agreement.get(self._keys[i])
        pointing = agreement is not None and not agreement.person
        pointing |= self._keys[i] in ENGLISH.omissions.one_more
        return pointing and self.words.relations[i] == "det" and noun not in _TIMES

    def _tied(self, places: range) -> set[int]:
        """Words that add a sentence to what was said: *Ann also sings*, *Ann, however, sings too*.

        They go with their commas, unless they belong to something in the sentence itself.
        """
        words, keys, omit = self.words, self._keys, ENGLISH.omissions
        found: set[int] = set()
        if not words.heads:
            return found
        last = max((i for i in places if words.tags[i] != "PUNCT"), default=places[0])
        for i in places[1:]:
            if keys[i] in omit.limiting or keys[i] == ";":
                break
            if words.relations[words.heads[i]] != "root":
                continue
            end = self._between_commas(i, places)
            if end:
                closes = self._keys[end - 1] == "," and self._ends_aside(i, places)
                found.update(range(i if closes else i - 1, end))
            elif keys[i] in omit.adding and words.relations[i] == "advmod":
                found.add(i)
            elif i == last and keys[i] in omit.ending and words.relations[i] == "advmod":
                found.update((i, i - 1) if keys[i - 1] == "," else (i,))
        return found

    def _ends_aside(self, place: int, places: range) -> bool:
        """Whether the comma before a word closes what another one opened: *Ann, of Oslo, however,*.

        What stands between them says more of a word before it, or when or where.
        """
        heads, relations = self.words.heads, self.words.relations
        opened = next((k for k in range(place - 2, places.start, -1) if self._keys[k] == ","), 0)
        return opened > 0 and any(
            heads[k] < opened or (heads[k] >= place and relations[k].startswith(_ASIDES))
            for k in range(opened + 1, place - 1)
        )

    def _between_commas(self, place: int, places: range) -> int:
        """Where a connective between two commas, or a comma and the end, ends; 0 if none does."""
        keys = self._keys
        for length in range(4, 0, -1):
            end = place + length
            phrase, behind = tuple(keys[place:end]), keys[end : places.stop][:1]
            if keys[place - 1] == "," and phrase in ENGLISH.connectives and behind:
                if behind[0] == ",":
                    return end + 1
                if end == places.stop - 1:
                    return end
        return 0

    def _dangling(self, number: int, places: range) -> tuple[int, Entity | None] | None:
        """The first pronoun that means nothing in its sentence, and what it means, if it is known.

        A pronoun of somebody who has a name means nothing where it is the first mention of them;
        any other, and a demonstrative, where no noun stands before it.
        """
        words = self.words
        first: dict[str, Mention] = {}
        named = {e.id for _, e, mention in self._mentions[number] if mention.kind == "named"}
        entities = {}
        for place, entity, mention in self._mentions[number]:
            first.setdefault(entity.id, mention)
            if mention.kind == "pronominal" and first[entity.id].kind == "pronominal":
                entities[place] = entity
        nouns: set[str] = set()
        named_before = False
        for i in places:
            word, tag = words.texts[i].lower(), words.tags[i]
            if not named_before and self._refers_back(i, places):
                return i, None
            named_before |= tag in ("NOUN", "PROPN")
            agreement = ENGLISH.agreement.get(word)
            if agreement and agreement.person == 3 and tag in ("PRON", "DET"):
                if words.relations[i].startswith("expl") or self._stands_for_clause(i):
                    nouns.add(tag)
                elif i in entities:
                    if entities[i].id not in named:
                        return i, entities[i]
                    if self._is_named_behind(i):
                        return i, None
                elif not nouns or (agreement.number == SINGULAR and nouns <= ENGLISH.plural_tags):
                    return i, None
            elif agreement and not agreement.person and (not nouns or self._is_said(i, places)):
                if words.fine_tags and words.fine_tags[i] == "DT" and not self._is_time(i + 1):
                    return i, None
            elif tag in ("NOUN", "PROPN") and word not in _TIMES and not self._is_beside(i):
                nouns.add(words.fine_tags[i] if words.fine_tags else tag)
        return None

    def _is_named_behind(self, place: int) -> bool:
        """Whether a clause only says whose name a pronoun stands for: *He was Ann's son Bob*."""
        words, head = self.words, self.words.heads[place]
        return words.relations[place] == "nsubj" and words.tags[head] == "PROPN"

    def _is_beside(self, place: int) -> bool:
        """Whether a noun only says where or when, as in *in Oslo it is hot*."""
        relations, heads = self.words.relations, self.words.heads
        return bool(relations) and relations[place].startswith("obl") and heads[place] > place

    def _stands_for_clause(self, place: int) -> bool:
        """Whether a pronoun is told by a clause behind it: *it was said that Ann won*."""
        relations, heads = self.words.relations, self.words.heads
        after = range(place, min(place + 40, len(self.words)))
        return (
            relations[place].startswith("nsubj")
            and any(heads[k] == heads[place] and relations[k] in ("ccomp", "csubj") for k in after)
            and self._keys[place] in ENGLISH.expletive
        )

    def _is_said(self, place: int, places: range) -> bool:
        """Whether a word is what somebody speaks or thinks of, or is the last one.

        *Ann said that this was new*, *Ann sees this as new* and *Ann thinks of this.*
        """
        relations, heads = self.words.relations, self.words.heads
        if not relations or place < self.ranges[0].stop:  # nothing is before it
            return False
        last = {*self.words.tags[place + 1 : places.stop]} <= {"PUNCT"}
        above = relations[heads[place]]
        subject = relations[place].startswith("nsubj") and above in ("ccomp", "acl", "csubj")
        return last or subject or (relations[place] == "obj" and above == "root")

    def _refers_back(self, place: int, places: range) -> bool:
        """Whether a word says that something was told before: *the same*, *both*, *such*."""
        word, behind = self._keys[place], self._keys[place + 1 : places.stop]
        if word in ENGLISH.omissions.referring:
            linked = self.words.tags[place + 1 : places.stop][:1] == ("ADP",)  # similar to it
            return not behind or not (linked or behind[0] in ENGLISH.omissions.equating)
        if word in ENGLISH.omissions.of_two:
            return not self.words.relations[place].startswith(("amod", "compound"))
        return word in ENGLISH.omissions.both and ENGLISH.omissions.pairing.isdisjoint(behind)

    def _is_placed(self, number: int) -> bool:
        """Whether a place told before begins a sentence: *Here Ann sang*, but not *Here is why*."""
        first = self.ranges[number][0]
        tag, *behind = self.words.tags[first : first + 2]
        away = self._keys[first] in ENGLISH.omissions.there and tag == "ADV"
        return number > 0 and away and behind not in (["AUX"], ["ADP"], ["PRON"])

    def _is_timed(self, places: range) -> bool:
        """Whether the first time is told from another one: *the same day*, *a year later*."""
        for i in places:
            word, behind = self._keys[i], self._keys[i + 1 : places.stop][:1]
            if word in _WHEN and self._is_that_time(i, places):
                return True
            if self.words.lemmas[i].lower() in _TIMES:
                before = self._keys[max(i - 1, places.start)]
                omit = ENGLISH.omissions
                told = before in omit.referring or self._is_that_time(i, places)
                return told or not omit.since.isdisjoint(behind)
            if len(word) == 4 and word.isdigit():
                return False
        return False

    def _is_that_time(self, place: int, places: range) -> bool:
        """Whether a time is one that was told before: *at that hour*, *at the time*."""
        words, before = self.words, place - 1
        if before < places.start or words.relations[before] != "det":
            return False
        if self._keys[before] in ENGLISH.omissions.demonstratives:
            return True
        then = self._keys[before] in ENGLISH.omissions.definite and self._keys[place] in _WHEN
        last = place + 1 == places.stop or words.tags[place + 1] == "PUNCT"
        return then and last and before > places.start and words.tags[before - 1] == "ADP"

    def _is_time(self, place: int) -> bool:
        """Whether a word says when (*this week*), or begins a clause of whom (*those who*)."""
        lemmas, tags = self.words.lemmas[place : place + 1], self.words.fine_tags[place : place + 1]
        return not _TIMES.isdisjoint(map(str.lower, lemmas)) or tags in (("WP",), ("WDT",))

    def _name_for(self, number: int, place: int, entity: Entity) -> str | None:
        """The name of somebody for a pronoun, if nobody else is named since they were."""
        word = self.words.texts[place].lower()
        joined = place + 1 < len(self.words) and not _apart(self.words, place + 1)
        if word.endswith(ENGLISH.reflexive_endings) or (
            joined and self.words.tags[place + 1] in ("AUX", "PART")
        ):
            return None
        if entity.id != self._about:
            if word not in ENGLISH.he_and_she or entity.type != "PER":
                return None
            if not self._is_clear(number, place, entity):
                return None
        possessive = self.words.fine_tags and self.words.fine_tags[place] == "PRP$"
        return f"{entity.name}’s" if possessive else entity.name

    def _name_of_about(self, number: int, first: int, named: Mapping[int, str]) -> dict[int, str]:
        """The name for the first pronoun of `about`, in a sentence that does not name it."""
        mentions = [
            (place, entity, mention)
            for place, entity, mention in self._mentions[number]
            if entity.id == self._about and place >= first
        ]
        if any(mention.kind == "named" or place in named for place, _, mention in mentions):
            return {}
        if not mentions or mentions[0][2].kind != "pronominal":  # *the mayor* says whom *she* means
            return {}
        place, entity, _ = mentions[0]
        name = self._name_for(number, place, entity)
        return {place: name} if name else {}

    def _is_clear(self, number: int, place: int, entity: Entity) -> bool:
        """Whether nobody else is named between the last name of somebody and a pronoun.

        A name that is no subject (*he lived with Bob*) is not enough where others are named nearby.
        """
        for n in range(number, -1, -1):
            for at, other, mention in reversed(self._mentions[n]):
                if mention.kind != "named" or other.type != "PER" or (n == number and at > place):
                    continue
                subject = self.words.relations[at].startswith("nsubj") or not is_parsed(self.words)
                people = self._people(n, place) | self._people(max(n - 1, 0), place)
                return other.id == entity.id and (subject or people == {entity.id})
        return False

    def _people(self, number: int, until: int) -> set[str]:
        """Ids of people that a sentence names before a word."""
        return {
            entity.id
            for place, entity, mention in self._mentions[number]
            if mention.kind == "named" and entity.type == "PER" and place < until
        }


def _list_numbers(text: str) -> Iterator[tuple[int, int]]:
    """The places of numbers that begin lines and count them: *1 Dig a hole*, *2 Plant the tree*."""
    found = [(int(match[1]), match.span(1)) for match in _NUMBERED.finditer(text)]
    last = 0
    for (number, place), (after, _) in pairwise([*found, (0, (0, 0))]):
        last = number if number in (1, last + 1) else 0
        if last > 1 or (last and after == 2):
            yield place


def whole_quotations(words: Words) -> Words:
    """The words with sentences that have the quotation marks that open and close them.

    What announces somebody's words is one sentence with the first of them.
    """
    starts, texts = [*words.sentences], words.texts
    for n in range(1, len(starts)):
        start, first = starts[n], starts[n - 1]
        while start - 1 > first and texts[start - 1] in _OPENING and _apart(words, start - 1):
            start -= 1
        last = starts[n + 1] if n + 1 < len(starts) else len(words)
        if start == starts[n]:
            while start + 1 < last and texts[start] in _CLOSING and _apart(words, start + 1):
                start += 1
        starts[n] = start
    kept = [start for n, start in enumerate(starts) if not (n and _announces(words, starts, n - 1))]
    return replace(words, sentences=tuple(kept)) if len(words) else words


def _announces(words: Words, starts: Sequence[int], number: int) -> bool:
    """Whether a sentence only says that somebody speaks, and what they say comes next.

    It ends with a colon, and a quotation follows or it says so: *Ann made the following statement:*
    """
    first, end = starts[number], starts[number + 1]
    keys, omit = words.keys[first:end], ENGLISH.omissions
    told = any(
        key in omit.announcing and not omit.utterances.isdisjoint(keys[i + 1 : i + 3])
        for i, key in enumerate(keys)
    )
    return words.texts[end - 1] == ":" and (told or words.texts[end] in _CLOSING_OF)


def _apart(words: Words, word: int) -> bool:
    """Whether something is between a word and the one before it."""
    return words.spans[word][0] > words.spans[word - 1][1]


def _quotations(words: Words, ranges: Sequence[range], text: str) -> Iterator[tuple[bool, str]]:
    """For each sentence whether it begins in a quotation, and the mark that it lacks at its end."""
    closing, end = "", 0
    for places in ranges:
        if "\n" in text[end : words.spans[places[0]][0]]:
            closing = ""
        inside = bool(closing)
        for i in places:
            mark = words.texts[i]
            if not closing and is_inch_mark(words, i):
                continue
            if mark in _OPENS or (mark == '"' and not closing):
                closing = _CLOSING_OF[mark]
            elif mark in _CLOSES or mark == '"':
                inside |= not closing
                closing = ""
        end = words.spans[places[-1]][1]
        yield inside, "" if inside else closing


def _quoted(words: Words, places: Sequence[int], inside: bool = False) -> set[int]:
    """The words of a sentence in quotations, in one of which it may begin."""
    quoted = set()
    for i in places:
        mark = words.texts[i]
        if mark in _CLOSING_OF or mark in _CLOSES:
            inside = mark in _OPENS or (mark == '"' and not inside)
        elif inside:
            quoted.add(i)
    return quoted


def _outside(words: Words, places: Sequence[int]) -> bool:
    """Whether a sentence that begins with a quotation has a word outside of quotations."""
    return any(any(map(str.isalnum, words.texts[i])) for i in {*places} - _quoted(words, places))


def _is_opener(words: Words, places: range) -> bool:
    """Whether a sentence begins with a word of talk: *So we left*, *Well, I did*."""
    if len(places) < 2 or words.tags[places[0]] == "DET":  # no doubt
        return False
    word, behind = words.texts[places[0]].lower(), words.tags[places[1]]
    if word not in ENGLISH.omissions.openers:
        return False
    again = _is_opener(words, places[1:])  # so now
    clause = (
        behind == "SCONJ"
        and words.texts[places[1]].lower() in ENGLISH.omissions.opening_conjunctions
    )
    return again or clause or behind in ("PRON", "PROPN", "DET", "NOUN", "PUNCT")


def _without_connective(words: Words, places: range) -> list[int]:
    """A sentence without the words at its start that link it with the one before it."""
    texts = [words.texts[i].lower() for i in places]
    gone = 0
    joins = words.tags[places[0]] == "CCONJ" and texts[0] not in _PAIRED
    if joins and len(places) > 1:
        gone = 1 + (texts[1] == ",")
    while _is_opener(words, places[gone:]):
        gone += 1 + (texts[gone + 1] == ",")
    for length in range(4, 0, -1):
        phrase = tuple(texts[gone : gone + length])
        if phrase in ENGLISH.connectives and texts[gone + length : gone + length + 1] == [","]:
            gone += length + 1
            break
    kept = [*places[gone:]]
    return kept if any(any(map(str.isalnum, words.texts[i])) for i in kept) else [*places]
