"""Pronouns, and other words, that mean nothing where the sentence before is not printed."""

from collections.abc import Container, Mapping

from salience.compression.clauses import FINITE
from salience.compression.constraints import is_parsed
from salience.language import ENGLISH
from salience.language.agreement import FEMALE, GENDERS, MALE, PERSON, SINGULAR
from salience.mentions.mention_attributes import of_noun
from salience.names.proper_names import read_name
from salience.summaries.references.mentioned import Mentioned
from salience.summaries.references.quotations import are_apart
from salience.types import Entity, Mention

_TIMES = ENGLISH.time_nouns | ENGLISH.time_names
_OF_NOUNS = ("nmod", "flat", "appos", "conj")
_WHEN = ENGLISH.omissions.told_times


class Pronouns:
    """Finds what refers back, and the names that may stand for pronouns.

    Each pronoun of the entity with the id `about` becomes its name.
    """

    def __init__(self, mentioned: Mentioned, about: str | None, apostrophe: str) -> None:
        self._in, self._about, self._apostrophe = mentioned, about, apostrophe
        self._words, self._ranges = mentioned.words, mentioned.ranges
        self._keys, self._parsed = self._words.keys, is_parsed(self._words)

    def dangling(
        self, number: int, places: range, given: Container[int] = ()
    ) -> tuple[int, Entity | None] | None:
        """The first pronoun that means nothing in its sentence, and what it means, if it is known.

        A pronoun of somebody who has a name means nothing where it is the first mention of them;
        any other, and a demonstrative, where no noun stands before it; and in a summary about
        somebody *he* and *she* where nobody there is meant. A name is `given` in place of some.
        """
        words = self._words
        first: dict[str, Mention] = {}
        named = {e.id for _, e, mention in self._in.mentions[number] if mention.kind == "named"}
        entities = {}
        for place, entity, mention in self._in.mentions[number]:
            first.setdefault(entity.id, mention)
            if place in given:
                named.add(entity.id)
            if mention.kind == "pronominal" and first[entity.id].kind == "pronominal":
                entities[place] = entity
        nouns: set[str] = set()
        named_before = False
        for i in places:
            word, tag = words.texts[i].lower(), words.tags[i]
            if self._refers_back(i, places, named_before):
                return i, None
            if i == places.start and self._counts_alone(i, places):
                return i, None
            named_before |= tag in ("NOUN", "PROPN")
            agreement = ENGLISH.agreement.get(word)
            if i in given:
                nouns.add(tag)
            elif agreement and agreement.person == 3 and tag in ("PRON", "DET"):
                if words.relations[i].startswith("expl") or self._stands_for_clause(i):
                    nouns.add(tag)
                elif i in entities:
                    if entities[i].id not in named:
                        return i, entities[i]
                    if self._is_named_behind(i):
                        return i, None
                elif self._about and word in ENGLISH.he_and_she and (nouns or not number):
                    if self._is_nobodys(number, i):
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
        words, head = self._words, self._words.heads[place]
        return words.relations[place] == "nsubj" and words.tags[head] == "PROPN"

    def _is_nobodys(self, number: int, place: int) -> bool:
        """Whether *he* or *she* may mean nobody in its sentence: *Tom praised her work.*

        Whom coreference knows, a singular noun for a person before the pronoun or the main verb,
        and somebody of that gender or of none that is known are enough.
        """
        words, places = self._words, self._ranges[number]
        gender, found = ENGLISH.agreement[self._keys[place]].gender, self._in.mentions[number]
        root = next((i for i in places if words.relations[i] == "root"), place)
        named: set[int] = set()
        for at, entity, mention in found:
            if at == place or (entity.type == "PER" and at < place and _may_be(entity, gender)):
                return False
            named |= {i for i in places if mention.start <= words.spans[i][0] < mention.end}
        before = {*range(places.start, max(place, root))} - named - {words.heads[place]}
        nouns = (self._keys[i] for i in before if words.fine_tags[i : i + 1] == ("NN",))
        people = (of_noun(noun, SINGULAR, ENGLISH) for noun in nouns)
        return not any(types == PERSON and told & gender for _, told, types in people)

    def _is_beside(self, place: int) -> bool:
        """Whether a noun only says where or when, as in *in the port of Oslo it is hot*."""
        relations, heads = self._words.relations, self._words.heads
        if relations[place] == "fixed":  # of course
            return True
        while relations[place].startswith(_OF_NOUNS) and heads[place] < place:
            place = heads[place]
        return relations[place].startswith("obl") and heads[place] > place

    def _stands_for_clause(self, place: int) -> bool:
        """Whether a pronoun is told by a clause behind it: *it was said that Ann won*."""
        relations, heads = self._words.relations, self._words.heads
        after = range(place, min(place + 40, len(self._words)))
        return (
            relations[place].startswith("nsubj")
            and any(heads[k] == heads[place] and relations[k] in ("ccomp", "csubj") for k in after)
            and self._keys[place] in ENGLISH.expletive
        )

    def _is_said(self, place: int, places: range) -> bool:
        """Whether a word is what somebody speaks or thinks of, or is the last one.

        *Ann said that this was new*, *Ann sees this as new* and *Ann thinks of this.*
        """
        relations, heads = self._words.relations, self._words.heads
        if place < self._ranges[0].stop:  # nothing is before it
            return False
        last = {*self._words.tags[place + 1 : places.stop]} <= {"PUNCT"}
        above = relations[heads[place]]
        subject = relations[place].startswith("nsubj") and above in ("ccomp", "acl", "csubj")
        return last or subject or (relations[place] == "obj" and above == "root")

    def _refers_back(self, place: int, places: range, named_before: bool) -> bool:
        """Whether a word says that something was told before: *the same*, *both*, *such*; behind a
        noun only *another similar*.
        """
        word, behind = self._keys[place], self._keys[place + 1 : places.stop]
        if word in ENGLISH.omissions.one_more and behind:  # another similar boat
            return behind[0] in ENGLISH.omissions.referring
        if named_before and word in ENGLISH.omissions.both:  # Ann said both won
            pairs = ENGLISH.omissions.pairing.intersection(self._keys[places.start : place])
            return not pairs and self._is_said(place, places)
        if named_before:
            return False
        if word in ENGLISH.omissions.referring:
            linked = self._words.tags[place + 1 : places.stop][:1] == ("ADP",)  # similar to it
            return not behind or not (linked or behind[0] in ENGLISH.omissions.equating)
        if word in ENGLISH.omissions.of_two:
            return not self._words.relations[place].startswith(("amod", "compound"))
        tags = self._words.fine_tags[place + 1 : places.stop]
        ends = (n for n, tag in enumerate(tags) if tag in FINITE)
        pair = behind[: next(ends, None)]
        return word in ENGLISH.omissions.both and ENGLISH.omissions.pairing.isdisjoint(pair)

    def _counts_alone(self, place: int, places: range) -> bool:
        """Whether a number stands for what was told before: *Six were named*, *All were named*,
        *The third was named*.
        """
        words, omit, behind = self._words, ENGLISH.omissions, range(place + 1, places.stop)
        if self._keys[place] in omit.each_told:
            return words.tags[place + 1 : places.stop][:1] in (("AUX",), ("VERB",))
        if self._keys[place] in ENGLISH.definite and behind:
            place += 1
            counts = self._keys[place] in omit.nth
        else:
            counts = words.tags[place] == "NUM" and self._keys[place].isalpha()
        subject = counts and words.relations[place].startswith("nsubj")
        return subject and not any(words.heads[k] == place for k in behind if k != place)

    def _is_time(self, place: int) -> bool:
        """Whether a word says when (*this week*), or begins a clause of whom (*those who*)."""
        lemmas, tags = self._words.lemmas[place : place + 1], self._words.fine_tags[place:][:1]
        return not _TIMES.isdisjoint(map(str.lower, lemmas)) or tags in (("WP",), ("WDT",))

    def name_for(self, number: int, place: int, entity: Entity) -> str | None:
        """The name of somebody for a pronoun, if nobody else is named since they were."""
        word = self._words.texts[place].lower()
        joined = place + 1 < len(self._words) and not are_apart(self._words, place + 1)
        if word.endswith(ENGLISH.reflexive_endings) or (
            joined and self._words.tags[place + 1] in ("AUX", "PART")
        ):
            return None
        if entity.id != self._about:
            if word not in ENGLISH.he_and_she or entity.type != "PER":
                return None
            if not self._is_clear(number, place, entity):
                return None
        possessive = self._words.fine_tags and self._words.fine_tags[place] == "PRP$"
        return f"{entity.name}{self._apostrophe}s" if possessive else entity.name

    def is_new(self, number: int, place: int) -> bool:
        """Whether a summary about somebody else lacks whom a pronoun behind a sentence means."""
        found = (entity.id for at, entity, _ in self._in.mentions[number] if at == place)
        told = {self._about, *(entity.id for _, entity, _ in self._in.mentions[number - 1])}
        return bool(self._about and number) and not told.issuperset(found)

    def name_of_about(self, number: int, first: int, named: Mapping[int, str]) -> dict[int, str]:
        """The name for the first pronoun of `about`, in a sentence that does not name it."""
        found = self._in.mentions[number]
        mentions = [m for m in found if m[1].id == self._about and m[0] >= first]
        known = any(mention.kind == "named" or place in named for place, _, mention in mentions)
        for place, entity, mention in mentions[:1]:
            if not known and mention.kind == "pronominal":  # *the mayor* says whom *she* means
                name = self.name_for(number, place, entity)
                return {place: name} if name else {}
        return {}

    def _is_clear(self, number: int, place: int, entity: Entity) -> bool:
        """Whether nobody else, and about somebody nobody else of that gender, is named between the
        last name of somebody and a pronoun.

        A name that is no subject (*he lived with Bob*) is not enough where others are named nearby.
        """
        gender = ENGLISH.agreement[self._keys[place]].gender
        for n in range(number, -1, -1):
            for at, other, mention in reversed(self._in.mentions[n]):
                if other.id == entity.id and n < number and self._is_of_somebody(at):
                    return False
                if mention.kind != "named" or other.type != "PER" or (n == number and at > place):
                    continue
                if self._about and not (other.id == entity.id or _may_be(other, gender)):
                    continue
                subject = self._words.relations[at].startswith("nsubj") or not self._parsed
                people = self._people(n, place) | self._people(max(n - 1, 0), place)
                return other.id == entity.id and (subject or people == {entity.id})
        return False

    def _is_of_somebody(self, place: int) -> bool:
        """Whether a word says whose somebody is who is a subject: *his brother sang*."""
        words, head = self._words, self._words.heads[place]
        subject = words.relations[head] == "nsubj" and words.relations[place] == "nmod:poss"
        return subject and words.lemmas[head].lower() in ENGLISH.person_nouns

    def _people(self, number: int, until: int) -> set[str]:
        """Ids of people whom a sentence names before a word, or has a pronoun for."""
        return {
            entity.id
            for place, entity, mention in self._in.mentions[number]
            if mention.kind != "nominal" and entity.type == "PER" and place < until
        }

    def is_placed(self, number: int) -> bool:
        """Whether a place told before begins a sentence: *Here Ann sang*, but not *Here is why*."""
        first = self._ranges[number][0]
        tag, *behind = self._words.tags[first : first + 2]
        away = self._keys[first] in ENGLISH.omissions.there and tag == "ADV"
        return number > 0 and away and behind not in (["AUX"], ["ADP"], ["PRON"])

    def is_timed(self, places: range) -> bool:
        """Whether the first time is told from another one: *the same day*, *a year later*."""
        for i in places:
            word, behind = self._keys[i], self._keys[i + 1 : places.stop][:1]
            if word in _WHEN and self._is_that_time(i, places):
                return True
            if self._words.lemmas[i].lower() in _TIMES:
                before = self._keys[max(i - 1, places.start)]
                omit = ENGLISH.omissions
                told = before in omit.referring or self._is_that_time(i, places)
                return told or not omit.since.isdisjoint(behind)
            if len(word) == 4 and word.isdigit():
                return False
        return False

    def _is_that_time(self, place: int, places: range) -> bool:
        """Whether a time is one that was told before: *at that hour*, *at the time*."""
        words, before = self._words, place - 1
        if before < places.start or words.relations[before] != "det":
            return False
        if self._keys[before] in ENGLISH.omissions.demonstratives:
            return True
        then = self._keys[before] in ENGLISH.definite and self._keys[place] in _WHEN
        last = place + 1 == places.stop or words.tags[place + 1] == "PUNCT"
        return then and last and before > places.start and words.tags[before - 1] == "ADP"


def _may_be(entity: Entity, gender: int) -> bool:
    """Whether neither the name nor the pronouns of somebody tell another gender."""
    words = (m.text.lower() for m in entity.mentions if m.kind == "pronominal")
    genders = {p.gender for word in words if (p := ENGLISH.agreement.get(word))} & {MALE, FEMALE}
    genders |= {GENDERS.get(read_name(entity.name.split(), "PER").gender, 0)} - {0}
    return not genders or gender in genders
