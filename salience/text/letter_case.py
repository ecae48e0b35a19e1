"""Headlines and lines in capitals as running text would write them, for a pipeline to read.

Pipelines read *Bystanders Foil Man* as a name, and *LEEDS* as none. What the rest of the text has
in small letters is no name, and what it has with a capital is one; of words that it lacks, those on
the list `small_words` are none.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from salience.language import ENGLISH, Language

_LABEL = re.compile(
    r"^[A-Z](?:[A-Z.'’-]*(?: [A-Z][A-Z.'’-]*){1,3}|[A-Z'’-]{4,})(?=: )", re.MULTILINE
)
_DATELINE = re.compile(
    r"^(?:[A-Z]{3,}(?: [A-Z]{3,})+|[A-Z][A-Z.'’-]{4,})"
    r"(?=(?:, [^\r\n]{1,40}?)??(?: ?\([^()\r\n]{1,30}\))? ?(?:—|–|--) ?\W?[A-Z][^A-Z])",
    re.MULTILINE,
)
_CAPITALS = re.compile("[A-Z]{2,}")
_LINES = re.compile(r"[^\r\n]+")
_WORD = re.compile(r"[^\W\d_][\w&]*(?:[.'’][^\W\d_]+)*\.?")
_FINAL = re.compile(r"[.!?:]['\"”’)]*\s*\Z").search
_LONG, _SHARE, _LEAST, _MOST = 4, 0.8, 5, 200


def natural_case(text: str, language: Language = ENGLISH) -> str:
    """A text of the same length whose headlines and lines in capitals are in natural case.

    A word of a headline gets a small letter if the other lines write it so, and never with a
    capital inside of a sentence, or if they lack it and it is on the list of words that running
    text writes small. Any other word in capitals is written as the other lines have it.
    """
    text = _with_speakers(text)
    lines = [line for line in _LINES.finditer(text) if _is_raised(line[0])]
    if not lines or 2 * sum(len(line[0]) for line in lines) > len(text):
        return text
    raised = {line.start() for line in lines}
    rest = [line[0] for line in _LINES.finditer(text) if line.start() not in raised]
    written = _Written.from_lines(rest, language)

    def shown(line: re.Match[str]) -> str:
        return _lowered(line[0], written) if line.start() in raised else line[0]

    return _LINES.sub(shown, text)


def _with_speakers(text: str) -> str:
    """A text with speakers and a dateline in natural case: *ANN LEE:* as *Ann Lee:*."""
    times = Counter(_LABEL.findall(text))

    def shown(match: re.Match[str]) -> str:
        if " " not in match[0] and times[match[0]] < 2:
            return match[0]
        return _capitalized(match)

    return _DATELINE.sub(_capitalized, _LABEL.sub(shown, text) if times else text, count=1)


def _capitalized(match: re.Match[str]) -> str:
    return _CAPITALS.sub(lambda word: word[0].capitalize(), match[0])


def _is_raised(line: str) -> bool:
    """Whether a line is a headline or in capitals, so that its capitals say little."""
    if line.isupper():
        return len(_WORD.findall(line)) > 1
    if len(line) > _MOST or _FINAL(line):
        return False
    words = _WORD.findall(line)
    long = [word for word in words if len(word) >= _LONG]
    raised = sum(word[0].isupper() for word in long)
    return len(words) >= _LEAST and len(long) > 2 and raised >= _SHARE * len(long)


@dataclass(frozen=True, slots=True)
class _Written:
    """How lines of running text write their words: small, with a capital, in pairs."""

    small: frozenset[str]
    inside: dict[str, str]
    pairs: frozenset[tuple[str, str]]
    language: Language

    @classmethod
    def from_lines(cls, lines: Sequence[str], language: Language) -> Self:
        small: set[str] = set()
        inside: dict[str, str] = {}
        pairs: set[tuple[str, str]] = set()
        for line in lines:
            before, ended = "", 0
            for match in _WORD.finditer(line):
                word = _bare(match[0], language)
                low = word.lower()
                if word == low:
                    small.add(word)
                else:
                    between = line[ended : match.start()]
                    if ended and not re.search(r"[.!?:\"“”]", between):
                        inside.setdefault(low, word)
                    if before and between.isspace():
                        pairs.add((before, low))
                before = low if word != low else ""
                ended = match.start() + len(word)
        return cls(frozenset(small), inside, frozenset(pairs), language)

    def has_pair(self, first: str, second: str) -> bool:
        """Whether two words in a row have capitals, or are a country: *united kingdom*."""
        pair = first, second
        return pair in self.pairs or " ".join(pair) in self.language.countries


def _bare(word: str, language: Language) -> str:
    """A word without the possessive *'s* and, unless it has others, without a full stop."""
    word = language.possessive_ending.sub("", word)
    return word if "." in word[:-1] else word.rstrip(".")


def _lowered(line: str, written: _Written) -> str:
    """A headline as running text would have it."""
    matches = list(_WORD.finditer(line))
    words = [_bare(match[0], written.language) for match in matches]
    lower = [word.lower() for word in words]
    capitals = line.isupper()
    shown = []
    for i, match in enumerate(matches):
        near = (j for j in (i - 1, i) if 0 <= j < len(words) - 1)
        paired = any(
            written.has_pair(lower[j], lower[j + 1])
            and line[matches[j].start() + len(words[j]) : matches[j + 1].start()].isspace()
            for j in near
        )
        new = _lowered_word(words[i], lower[i], written, paired=paired, capitals=capitals)
        if not i and new.islower():
            new = new[:1].upper() + new[1:]
        rest = match[0][len(words[i]) :]
        new += rest.lower() if capitals else rest
        shown.append(new if len(new) == len(match[0]) else match[0])
    found = iter(shown)
    return _WORD.sub(lambda _: next(found), line)


def _lowered_word(word: str, low: str, written: _Written, *, paired: bool, capitals: bool) -> str:
    """A word of a line whose capitals say little, as running text has it."""
    if low in written.inside and (paired or low not in written.small):
        return written.inside[low] if capitals else word
    language = written.language
    if low in written.small or low in language.small_in_titles:
        return low
    if not paired and language.runs_small(low):
        return low
    if capitals and len(word) > 3 and "." not in word:
        return word[:1] + low[1:]
    return word
