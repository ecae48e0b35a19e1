"""Who says *I* in a text in which no label says who speaks: who signs it, or is in its headline.

In stories and letters a passage says more than sentences from here and there.
"""

import re
from bisect import bisect_left

from salience.engine.sources import Source
from salience.language import ENGLISH
from salience.summaries.short_names import ShortName
from salience.summaries.transcripts import FIRST_PERSON, Turns
from salience.text.words import Words
from salience.types import Mention

_LAST = 10
"""Lines at the end of a text that may be signed."""
_BY = re.compile(rf"{ENGLISH.by}\s+", re.IGNORECASE)
_TALK, _VERB, _OF, _TWO = (
    "|".join(sorted(words))
    for words in (ENGLISH.talks, ENGLISH.giving_talks, ENGLISH.written_by, ENGLISH.and_)
)
_PRONOUNS, _PEOPLE, _QUOTED = 0.1, 0.2, 0.15
"""Shares of a story: of its words that are pronouns, and of its sentences with *he* or *she*, or
with a quotation. Of news, releases and textbooks hardly any has so many pronouns."""
_HEAD = 600
"""Characters at the start of a letter that have its greeting."""
_GREETING = re.compile(rf"^\W*(?:{'|'.join(sorted(ENGLISH.greetings))})\b.*[,:]\s*$", re.M | re.I)
_QUOTATION = frozenset('"“')
_WORD = r"[A-Z][\w.’'-]*"
_HEADLINES = (
    rf"\b(?i:(?:{_TALK}) (?:{_OF})) (?P<who>{_WORD}(?: {_WORD}){{0,8}} [A-Z][\w’'-]+)"
    rf"(?=$|[:,]| (?!(?:{_TWO})\b)[a-z])",
    rf"^(?P<who>{_WORD}(?: {_WORD}){{1,5}}?)(?: (?i:{_VERB}))? (?i:{_TALK})\b",
)
"""*Speech by Mayor Ann Lee at the port*, *Mayor Ann Lee issues statement on the port*."""


def greets(text: str) -> bool:
    """Whether a text is a letter, which greets somebody in a line of its own."""
    return _GREETING.search(text[:_HEAD]) is not None


def is_story(words: Words, text: str) -> bool:
    """Whether a text tells a story, or is a letter."""
    if greets(text):
        return True
    told = [key for key in words.keys if key.isalpha()]
    if sum(key in ENGLISH.agreement for key in told) < _PRONOUNS * max(len(told), 1):
        return False
    sentences = [frozenset(words.keys[i] for i in places) for places in words.sentence_ranges()]
    people, quoted = (
        sum(not kinds.isdisjoint(keys) for keys in sentences)
        for kinds in (ENGLISH.he_and_she, _QUOTATION)
    )
    return people >= _PEOPLE * len(sentences) or quoted >= _QUOTED * len(sentences)


def teller_of(source: Source, words: Words, turns: Turns) -> ShortName | None:
    """Who says *I*, with the name that is printed; None if the text does not say who it is.

    Of an interview without labels that is who answers. In a story nobody does: who wrote it does
    not tell it.
    """
    text = source.document.text
    if not turns.unlabelled or (is_story(words, text) and not greets(text)):
        return None
    pairs = zip(words.spans, words.keys, strict=True)
    starts = frozenset(span[0] for span, key in pairs if key in FIRST_PERSON)
    speaking = [
        entity
        for entity in source.parsed.entities
        if entity.type == "PER"
        and any(m.kind == "pronominal" and m.head_start in starts for m in entity.mentions)
        and any(
            m.start < turns.parts[0].start if turns.parts else _says_who(m, words, text)
            for m in entity.mentions
            if m.kind == "named"
        )
    ]
    if speaking:
        most = max(speaking, key=lambda entity: len(entity.mentions))
        return ShortName(most.id, "", most.name)
    who = "" if turns.parts else _in_headline(source.document.title or "")
    return ShortName("", "", who) if who else None


def _in_headline(headline: str) -> str:
    """Who made a speech or a statement, by its headline; empty if it does not say so."""
    known = {*ENGLISH.titles, *ENGLISH.short_titles, *ENGLISH.given_genders}
    for pattern in _HEADLINES:
        who = found["who"] if (found := re.search(pattern, headline)) else ""
        if not known.isdisjoint(word.strip(".").lower() for word in who.split()):
            return who
    return ""


def _says_who(mention: Mention, words: Words, text: str) -> bool:
    """Whether a name is that of who writes: *By Ann Lee* or *Ann Lee* in a line of its own, the
    latter at the end; *I am Ann Lee*, *my name is Ann Lee*.
    """
    line = text[text.rfind("\n", 0, mention.start) + 1 :].partition("\n")[0].strip(" ,.")
    behind = text[mention.end :].split("\n")[1:]
    last = sum(map(bool, map(str.strip, behind))) < _LAST
    by = _BY.match(line)
    if mention.text in (line[by.end() :] if by else "", line if last else ""):
        return True
    place = bisect_left(words.spans, (mention.start, 0))
    is_verb = words.tags[place - 1 : place] == ("AUX",)
    return is_verb and words.keys[place - 2] in FIRST_PERSON | ENGLISH.name_nouns
