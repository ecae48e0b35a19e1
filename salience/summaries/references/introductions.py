"""Sentences that tell who or what another one only names or points to."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from salience.language import ENGLISH
from salience.summaries.references.mentioned import Mentioned
from salience.text.words import Words

MOST = 100  # earlier sentences of which one needs one: more make programs slow
_SAYING_WHICH, _SURELY_TELLING = ("nmod", "acl", "appos"), {"NOUN", "PROPN", "JJS"}
_MINOR, _NEAR = 4, 12  # sentences that name a minor person; words around a name
_TIMES = ENGLISH.time_nouns | ENGLISH.time_names


class Introductions:
    """Finds the sentences that introduce people and things."""

    def __init__(self, mentioned: Mentioned) -> None:
        self._in = mentioned
        self._words, self._ranges = mentioned.words, mentioned.ranges
        self._keys = self._words.keys
        words, number = mentioned.words, mentioned.number
        # By the id of an entity, the sentences that name it and those that say who it is.
        self._naming = {id: sorted(some) for id, some in mentioned.naming.items()}
        self._saying: dict[str, set[int]] = defaultdict(set)
        for place, entity, mention in chain(*mentioned.mentions):
            if mention.kind == "named" and _is_described(words, place):
                self._saying[entity.id].add(number[place])
        self._with_noun: dict[str, list[int]] = defaultdict(list)
        for i, tag in enumerate(words.tags):
            if tag in ("NOUN", "PROPN"):
                self._with_noun[words.lemmas[i].lower()].append(number[i])
        self._with_article: dict[str, list[int]] = defaultdict(list)
        for i, head in enumerate(words.heads):
            if self._keys[i] in ENGLISH.omissions.indefinite:
                self._with_article[words.lemmas[head].lower()].append(number[head])

    def of_names(self, number: int) -> Iterator[frozenset[int]]:
        """Sentences of which one says who somebody is whom a sentence only names.

        That is where the first sentence that names them says so; else whom it names in short, and a
        body in short that does something, needs any sentence that named it before. A person whom
        many sentences name is known.
        """
        for place, entity, mention in self._in.mentions[number]:
            if mention.kind != "named" or place not in self._ranges[number]:
                continue
            naming, saying = self._naming[entity.id], self._saying[entity.id]
            before = frozenset(naming[: min(bisect_left(naming, number), MOST)])
            told, short = naming[0] in saying, entity.name not in mention.text
            if entity.type == "ORG" and short and self._words.relations[place].startswith("nsubj"):
                yield before
            few = entity.type == "PER" and len(naming) <= _MINOR and number not in saying
            if few and (short or told):
                yield before & saying if told else before

    def of_things(self, number: int) -> Iterator[frozenset[int]]:
        """Sentences of which one tells what *the panel* or *this panel* is."""
        words, places = self._words, self._ranges[number]
        behind = False
        nouns: set[str] = set()
        for i in places:
            behind |= words.relations[i] == "root"
            noun = words.lemmas[words.heads[i]].lower()
            if i == places.start and self._is_rest(i):
                told = frozenset(n for n in self._with_noun[noun] if n < number)
                yield told or frozenset((number - 1,))
            pointing = self._keys[i] in ENGLISH.definite or self._is_pointing(i, noun)
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
        head, omit = self._words.heads[determiner], ENGLISH.omissions
        noun = self._words.lemmas[head].lower()
        told = {n for n in self._with_noun[noun] if n < number}
        if self._keys[determiner] in ENGLISH.agreement and self._is_one(head, noun):
            told = {n for n in told if any(self._is_one(i, noun) for i in self._ranges[n])}
        if definite := self._keys[determiner] in ENGLISH.definite:
            naming = self._sentences_naming(number, head)
            known = {n for n in naming if n < number}
            tags = {*self._tags_before(determiner, head)}
            if number in naming or tags & _SURELY_TELLING:
                return frozenset() if number in naming else frozenset(known)
            introduced = {n for n in self._with_article[noun] if n < number}
            definite = "NUM" not in tags or noun in _TIMES
            nth = not omit.nth.isdisjoint(self._keys[determiner + 1 : head])  # the second boat
            if noun in omit.summing and number and not (tags or told):
                return frozenset((number - 1,))
            if definite and "ADJ" in tags:
                told = introduced
            elif definite and behind and not (introduced or known or nth):
                told = set()
            told |= known
        more = self._keys[determiner] in omit.one_more and determiner > self._ranges[number].start
        if not (told or definite or more or noun in omit.present or not number):
            told = {number - 1}
        return frozenset(told)

    def _is_one(self, i: int, noun: str) -> bool:
        """Whether a word is a noun in the singular: *this boat* is none of *two boats*."""
        words = self._words
        return words.fine_tags[i : i + 1] == ("NN",) and words.lemmas[i].lower() == noun

    def _sentences_naming(self, number: int, place: int) -> set[int]:
        """The sentences that name what a noun means."""
        meant = (e for at, e, m in self._in.mentions[number] if at == place and m.kind == "nominal")
        return next((self._in.naming[entity.id] for entity in meant), set())

    def _tags_before(self, determiner: int, head: int) -> Iterator[str]:
        """The tags of the words between *the* and a noun that say which one it is."""
        words = self._words
        for k in range(determiner + 1, head):
            tag = words.tags[k]
            if words.fine_tags and words.fine_tags[k] == "JJS":
                tag = "JJS"
            known = self._keys[k] in ENGLISH.omissions.ordinals
            if words.heads[k] == head and not (known or (tag == "NUM" and self._keys[k].isdigit())):
                yield tag

    def _is_open(self, determiner: int, places: range) -> bool:
        """Whether no word behind a noun says which one it is."""
        words, head = self._words, self._words.heads[determiner]
        return words.tags[head] == "NOUN" and not any(
            words.relations[k].startswith(_SAYING_WHICH)
            for k in range(head + 1, places.stop)
            if words.heads[k] == head
        )

    def _is_rest(self, i: int) -> bool:
        """Whether a word is *other* of a subject: *Other members left*."""
        words, head = self._words, self._words.heads[i]
        other = self._keys[i] in ENGLISH.omissions.rest and words.relations[i] == "amod"
        return other and words.relations[head].startswith("nsubj")

    def _is_pointing(self, i: int, noun: str) -> bool:
        """Whether a word is *this* or *those* before a noun that is no time: *this panel*."""
        agreement = ENGLISH.agreement.get(self._keys[i])
        pointing = agreement is not None and not agreement.person
        pointing |= self._keys[i] in ENGLISH.omissions.one_more
        return pointing and self._words.relations[i] == "det" and noun not in _TIMES


def _is_described(words: Words, place: int) -> bool:
    """Whether words beside a name say who it is: *Ann Lee, a singer*, *the singer Ann Lee*."""
    while words.relations[place].startswith("flat"):
        place = words.heads[place]
    above = words.tags[words.heads[place]] == "NOUN"
    if above and words.relations[place].startswith(("appos", "nsubj")):  # *Ann is a singer*
        return True
    near = range(max(place - _NEAR, 0), min(place + _NEAR, len(words)))
    return any(words.heads[k] == place and _describes(words, k) for k in near if k != place)


def _describes(words: Words, place: int) -> bool:
    """Whether a word beside a name says who it is, and is no *Mr*."""
    relation, tag = words.relations[place], words.tags[place]
    title = words.texts[place].lower().rstrip(".") in ENGLISH.surname_titles
    return relation in ("appos", "acl:relcl") or (
        relation.startswith(("compound", "nmod:desc")) and tag in ("NOUN", "PROPN") and not title
    )
