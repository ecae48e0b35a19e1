"""Sentences that end with an abbreviation before a name: *They left Moor Inc. Byrne was first.*

A classifier of two words knows little of names. What follows tells it here: a subject with its
verb, or a family name that the text has elsewhere.
"""

import re
from functools import cached_property, lru_cache

from salience.language import ENGLISH
from salience.sentences.boundary_model import default_model
from salience.sentences.candidates import Candidate, candidates, line_starts

_SURE = 0.7
"""The probability of an end from which a pipeline is told of it."""
_BEHIND = 160
"""Characters before an hour that are looked at."""
_LEAST = 6
"""Words before an hour in a sentence that is likely to end with it."""

_WORDS = ENGLISH.abbreviations
_CAPITAL = r"(?![a-zß-öø-ÿ])[^\W\d_][\w-]*+"
_NAMED = re.compile(rf"({_CAPITAL})(?:,?\s[a-z]|['’]s?\s)")
"""A name that no more of it follows."""
_SUBJECT = re.compile(rf"({_CAPITAL}(?:,?\s(?:and\s)?{_CAPITAL}){{0,3}}+)\s([a-z]++)(?![\w’'-])")
_PAIR = re.compile(rf"\b(?=({_CAPITAL})(\.?)\s(?:[A-Z]\.\s)?({_CAPITAL}))")
_WITH_ARTICLE = re.compile(rf"\b(?i:{'|'.join(sorted(ENGLISH.articles))})\s({_CAPITAL})")
_TWO_CAPITALS = re.compile(rf"{_CAPITAL}\s{_CAPITAL}")
_NEXT = re.compile(r"[\w-]+\s(\w+)")
_BREAK = re.compile(r"[a-z]{4}[.?!]\W*\s|[\n;]|:\s")
_CLOCK = re.compile(r"(\w*)\s(?:\w+\s)?\d[\d.:]*\s?\Z")


class AbbreviationRules:
    """Tells where sentences of a text end with abbreviations, or go on, by what follows them."""

    def __init__(self, text: str) -> None:
        self.text = text

    def ends(self, candidate: Candidate) -> bool | None:
        """Whether a sentence ends with an abbreviation; None where nothing tells."""
        left, right, start = candidate.left, candidate.right, candidate.next
        kind = _kind(left) if candidate.marks == "." and right[:1].isupper() else None
        if not kind or not self.text.startswith(right, start):
            return None
        subject, named = _has_verb(self.text, start), _NAMED.match(self.text, start)
        if kind == "time" and not subject and _goes_on(self.text, right, start):
            return False
        if kind == "place":
            begin = candidate.mark + 1 - len(left)
            before = self.text[max(0, begin - 2) : begin]
            if before[:1].islower():  # *in the U.S.*, where a body may be called after it
                name = named[1] if named else ""
                known = name in self._persons and ENGLISH.may_be_given(name.lower())
                return True if known and self._is_whole(candidate, kind) else None
            is_address = ENGLISH.state(left) or left.lower() in ENGLISH.places_after_comma
            if before != ", " or not is_address:
                return None
        ends = subject or (named and named[1] in self._names)
        return True if ends and self._is_whole(candidate, kind) else None

    def _is_whole(self, candidate: Candidate, kind: str) -> bool:
        """Whether what stands before may be a sentence: not *At 5 p.m. Byrne left.*"""
        end = candidate.mark + 1 - len(candidate.left)
        before = _BREAK.split(self.text[max(0, end - _BEHIND) : end])[-1]
        words = before.split()
        first = words[0].lower() if words else ""
        if not words or first in _WORDS.conjunctions:
            return False
        if first in _WORDS.prepositions and not any(map(_is_finite, words)):
            return False
        that = [i for i, word in enumerate(words) if word in _WORDS.subordinating]
        if that and not any(map(_is_finite, words[that[-1] :])):
            return False  # *They said that at 5 p.m. Byrne left.*
        clock = _CLOCK.search(before) if kind == "time" and len(words) >= _LEAST else None
        return kind != "time" or (clock is not None and clock[1] not in _WORDS.conjunctions)

    @cached_property
    def _persons(self) -> frozenset[str]:
        """What stands behind a given name or a title in the text: the family names of people."""
        given, titles = ENGLISH.given_genders, ENGLISH.surname_titles
        return frozenset(
            name
            for before, period, name in _PAIR.findall(self.text)
            if before.lower() in titles or (not period and before.lower() in given)
            if _may_be_subject(name)
        )

    @cached_property
    def _names(self) -> frozenset[str]:
        """These, and what stands behind another name, and never behind an article."""
        others = {
            name
            for before, period, name in _PAIR.findall(self.text)
            if not period and all(map(ENGLISH.may_be_given, (before.lower(), name.lower())))
        }
        return self._persons | (others - set(_WITH_ARTICLE.findall(self.text)))


def abbreviation_starts(text: str) -> dict[int, bool]:
    """Offsets after abbreviations, and whether a sentence begins there; only what is sure.

    The model that ships is asked where no rule tells.

    Example:
        >>> abbreviation_starts("They left Moor Inc. Byrne was first, at 5 p.m. Friday.")
        {20: True, 47: False}
    """
    abbreviations, model, found = AbbreviationRules(text), default_model(), {}
    for candidate in candidates(text, frozenset(line_starts(text))):
        left, right = candidate.left, candidate.right
        if candidate.marks != "." or not right[:1].isupper() or not _kind(left):
            continue
        ends = abbreviations.ends(candidate)
        if ends is None and not (ENGLISH.usual(left) and _TWO_CAPITALS.match(text, candidate.next)):
            ends = model.probability(left, right) >= _SURE or None  # *the U.S. Sentencing Board*
        if ends is not None:
            found[candidate.next] = ends
    return found


@lru_cache(maxsize=4096)
def _kind(left: str) -> str | None:
    """What a word with its period is short for: an hour, a place, or the end of another name."""
    low = left.lower()
    if low in _WORDS.hours:
        return "time"
    if low in ENGLISH.places_after_comma or (left.count(".") > 1 and ENGLISH.usual(left)):
        return "place"
    if low not in ENGLISH.doubtful_states and ENGLISH.state(left):
        return "place"
    return "other" if low in _WORDS.others or ENGLISH.is_legal_form(left) else None


def _has_verb(text: str, start: int) -> bool:
    """Whether a subject of a few capitals and its verb follow; no office, body or thing."""
    subject = _SUBJECT.match(text, start)
    if not subject:
        return False
    if subject[1] in ENGLISH.always_capital:
        return subject[2] not in _WORDS.conjunctions
    if not _is_finite(subject[2]):
        return False
    return all(map(_may_be_subject, subject[1].replace(",", "").split()))


def _is_finite(word: str) -> bool:
    return word in _WORDS.verbs or (len(word) > 4 and word.endswith(_WORDS.verb_endings))


@lru_cache(maxsize=4096)
def _may_be_subject(word: str) -> bool:
    """Whether a word is no part of a name that began before it: *Moor Inc. President Byrne*."""
    low = word.lower()
    told = ENGLISH.is_role(low) or ENGLISH.kind_of_word(low) or low in ENGLISH.thing_nouns
    return not told and not ENGLISH.is_legal_form(word)


def _goes_on(text: str, right: str, start: int) -> bool:
    """Whether an hour goes on with a time zone or a day: *5 p.m. Friday*, *5 p.m. EST*."""
    following = _NEXT.match(text, start)
    word = following[1] if following else ""
    low = right.lower()
    if low in _WORDS.days:
        is_day = low not in _WORDS.doubtful_days or word[:1].isdigit()
        return is_day and text[start + len(right) : start + len(right) + 1] not in ("'", "’")
    if low in _WORDS.zones:
        return not word[:1].isupper() or word.lower() in _WORDS.zone_words
    return right.isupper() and right.endswith("T") and len(right) < 5
