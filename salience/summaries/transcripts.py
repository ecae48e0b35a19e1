"""Transcripts: who says which part of a text, by labels at the starts of lines (*Ann Lee: …*).

Where no line has one, a text is talk if lines are questions and lines speak of *I*: of what stands
there it is not known who says it.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from salience.language import ENGLISH
from salience.language.agreement import PLURAL

_NAME = r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}"
_LABEL = re.compile(rf"^(?:\(\(({_NAME})\)\) ?|({_NAME}) ?):\s+", re.MULTILINE)
_QUESTIONS, _QUESTION_SHARE, _I_SHARE = 3, 0.1, 0.13
"""Lines of unlabelled talk: so many are questions, this share of all, and this share has *I*."""
FIRST_PERSON, SECOND_PERSON = (
    frozenset(
        form
        for form, pronoun in ENGLISH.agreement.items()
        if pronoun.person == person and pronoun.number != PLURAL
    )
    for person in (1, 2)
)
"""What somebody calls themselves, and what they call who listens."""
FIRST_PERSON -= ENGLISH.omissions.homonyms
_HOST, _OTHERS = 0.2, 0.25
"""Shares of the turns of who asks that are questions, and of these how many others may ask."""
_WORD = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*|[^\w\s]")
_SMALL = ENGLISH.common | ENGLISH.small_in_titles | ENGLISH.omissions.conjunctions

ADDRESS = 0.5
"""A sentence with *you* and without *I* counts as such a part of one with *I*: news to readers and
instructions have them as talk has, and begin with what matters more often."""
_SPOKEN = 0.15
"""Such a share of the sentences of what somebody tells of themselves, or to somebody."""


def spoken(words: Collection[str]) -> float:
    """How far a sentence is one of somebody who speaks of themselves or to somebody."""
    if not FIRST_PERSON.isdisjoint(words):
        return 1.0
    return 0.0 if SECOND_PERSON.isdisjoint(words) else ADDRESS


def is_spoken(sentences: Sequence[Collection[str]]) -> bool:
    """Whether sentences are of talk, a speech, a letter, instructions or the like."""
    return sum(map(spoken, sentences)) > _SPOKEN * len(sentences)


class Turn(NamedTuple):
    """What somebody says: where its label and its words begin, and who says it, if it is known."""

    start: int
    body: int
    speaker: str


class Part(NamedTuple):
    """A turn of a text in which all who speak have labels: where its words begin, who says them,
    and whether its first line asks or it is of who asks most."""

    start: int
    label: str
    asks: bool


class Turns:
    """The turns of a text; a text that is no transcript has none.

    A transcript has a label three times, or twice where two in three lines have one. In the first,
    a label that alone comes again is of who asks: of whom the answers are is not known. What ends
    in a question, or is of who asks most, three times and in two thirds of their turns, has no
    speaker.
    """

    def __init__(self, text: str) -> None:
        labels = [(m.start(), m.end(), m[1] or m[2]) for m in _LABEL.finditer(text)]
        times = Counter(name for _, _, name in labels)
        again = [n for _, n in times.most_common() if n > 1]
        lines = sum(map(bool, map(str.strip, text.splitlines())))
        short = bool(again) and len(labels) >= max(3, 2 * lines / 3)
        if not short and (not again or again[0] < 3):
            labels = []
        labels = [at for at in labels if times[at[2]] > 1 or at[2].isupper() or " " in at[2]]
        asks = len(again) < 2 and not short
        ends = [*(start for start, _, _ in labels[1:]), len(text)]
        said = [text[body:end].rstrip() for (_, body, _), end in zip(labels, ends, strict=False)]
        asked = Counter(n for (_, _, n), what in zip(labels, said, strict=True) if what[-1:] == "?")
        asker = {n for n, most in asked.most_common(1) if most >= max(3, 2 * times[n] / 3)}
        self._turns = [
            Turn(start, body, "" if asks or what[-1:] == "?" or n in asker else n)
            for (start, body, n), what in zip(labels, said, strict=True)
        ]
        self.parts: list[Part] = []
        if not self._turns and (talk := _talk(text)) is not None:
            self._turns = [Turn(talk, talk, "")]
        elif not asks:
            hosts = {*asker, _host(asked, times)}
            begun = (text[body:].partition("\n")[0].rstrip() for _, body, _ in labels)
            self.parts = [
                Part(body, name, line.endswith("?") or name in hosts)
                for (_, body, name), line in zip(labels, begun, strict=True)
            ]

    def at(self, place: int) -> Turn | None:
        """The turn at a character, or None before the first."""
        number = bisect_right(self._turns, place, key=itemgetter(0))
        return self._turns[number - 1] if number else None

    def part_at(self, place: int) -> int | None:
        """The number of the part at a character, or None before the first."""
        number = bisect_right(self.parts, place, key=itemgetter(0))
        return number - 1 if number else None


def _host(asked: Mapping[str, int], times: Mapping[str, int]) -> str | None:
    """Who asks nearly all questions, three or more, in a fifth of their turns."""
    host = max(asked, key=asked.__getitem__, default=None)
    if host is None or asked[host] < max(_QUESTIONS, _HOST * times[host]):
        return None
    return host if sum(asked.values()) - asked[host] <= _OTHERS * asked[host] else None


def _talk(text: str) -> int | None:
    """Where talk without labels begins: with the first question, or *I* or *you* before it."""
    lines = [(m.start(), m[0].rstrip()) for m in re.finditer(r"\S.*", text)]
    asked = [line.endswith("?") for _, line in lines]
    words = [_words(line) for _, line in lines]
    told = sum(not FIRST_PERSON.isdisjoint(some) for some in words)
    if sum(asked) < max(_QUESTIONS, _QUESTION_SHARE * len(lines)) or told < _I_SHARE * len(lines):
        return None
    spoken = (
        asks or not (FIRST_PERSON | SECOND_PERSON).isdisjoint(some)
        for asks, some in zip(asked, words, strict=True)
    )
    return next(start for (start, _), found in zip(lines, spoken, strict=True) if found)


def _words(line: str) -> set[str]:
    """The words of a line in lower case, without the *I* of *World War I*, *2 I* and *i.e.*."""
    found = _WORD.findall(line)
    return {
        word.lower()
        for before, word in zip(["", *found], found, strict=False)
        if len(word) > 1 or (word.isupper() and not _is_numbered(before))
    }


def _is_numbered(before: str) -> bool:
    """Whether the *I* behind a word is a number."""
    return before.isdigit() or (before[:1].isupper() and before.lower() not in _SMALL)
