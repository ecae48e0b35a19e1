"""Sentences of plain text: Gillick's (2009) classifier decides periods, and rules all else.

docs/sentences.md lists the rules. Besides, a quotation within a sentence has no end of a sentence
(*He said: "Stop. Now." and left.*), nor has an enumeration at the start of a line, nor a short form
before its number (*Art. 5*). Initials are left to the classifier.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from salience.errors import CorpusError, a_kind
from salience.language import ENGLISH
from salience.sentences.abbreviations import AbbreviationRules
from salience.sentences.boundary_model import BoundaryModel, default_model
from salience.sentences.candidates import Candidate, candidates, line_starts
from salience.sentences.features import WordCounts, word_hash
from salience.text.normalise import Clean, normalised

_ENUMERATION = re.compile(r"(?:\d+(?:\.\d+)*|[^\W\d_])\.")
_FOOTNOTE = re.compile(r"\d{1,3}\s+(?=([A-Z]\w*))")
_COMMON = 3
"""Words are common in lower case if the training text has them e ** 3 times, or more often."""
_SPEAKER = re.compile(rf"(?:[A-Z][\w.’'-]*\s){{1,3}}(?:{'|'.join(sorted(ENGLISH.spoke))})[.,;:]")
_SPACE = re.compile(r"\s")
_QUOTES = "\"'”’»›"
_QUOTATION = re.compile(
    r'(?<=[\w,:;]\s)(?:"(?=[^\s"])[^"\n]{1,300}[.?!…]"|“[^“”\n]{1,300}[.?!…]”)(?=\s[a-z])'
)
"""One within a sentence that goes on after it."""


class Boundary(NamedTuple):
    """Where a sentence may begin, and the probability that it does: 0 or 1 by a rule."""

    start: int
    probability: float


def split(text: str, model: BoundaryModel | None = None) -> list[tuple[int, int]]:
    """The sentences of a text.

    Args:
        text: Any text.
        model: The one that ships if None.

    Raises:
        CorpusError: If it is no string.

    Returns:
        Start and end of each sentence in the text, in order, without the white space around it; a
        blank text has none. They are found in its clean form, and all that is not left out there
        (`salience.text.normalise`) is in one of them.

    Example:
        >>> text = "Mr. Lee left at 6 p.m. on Friday. He lives in the U.S.\\nA line of its own"
        >>> [text[start:end] for start, end in split(text)]
        ['Mr. Lee left at 6 p.m. on Friday.', 'He lives in the U.S.', 'A line of its own']
    """
    clean = _clean(text)
    spans = [clean.span(*sentence) for sentence in split_clean(clean.text, model)]
    starts = [*(start for start, _ in spans[1:]), len(text)]
    pairs = zip(spans, starts, strict=False)
    return [(start, _with_marks(text, end, next_)) for (start, end), next_ in pairs]


def _with_marks(text: str, end: int, limit: int) -> int:
    """The end of a sentence with what is left out right behind it, such as a reference mark."""
    space = _SPACE.search(text, end, limit)
    return space.start() if space else limit


def split_clean(text: str, model: BoundaryModel | None = None) -> list[tuple[int, int]]:
    """The sentences of a text that is clean, with their places in it."""
    starts = [b.start for b in _boundaries(text, model) if b.probability >= 0.5]
    pairs = zip(starts, [*starts[1:], len(text)], strict=False)
    return [(start, start + len(text[start:end].rstrip())) for start, end in pairs]


def boundaries(text: str, model: BoundaryModel | None = None) -> list[Boundary]:
    """The places where a sentence begins or might begin, in order, the first sentence included.

    Args:
        text: Any text; one without words has none.
        model: The one that ships if None.

    Raises:
        CorpusError: If it is no string.

    Example:
        >>> [(b.start, b.probability > 0.5) for b in boundaries("Mr. Lee left. He was tired.")]
        [(0, True), (4, False), (14, True)]
    """
    clean = _clean(text)
    found = _boundaries(clean.text, model)
    return [b._replace(start=clean.span(b.start, b.start + 1)[0]) for b in found]


def _clean(text: str) -> Clean:
    if not isinstance(text, str):
        raise CorpusError(
            f"text is {a_kind(text)}, and sentences are found in one string. Give each text by "
            "itself, such as [split(text) for text in texts]."
        )
    return normalised(text)


def _boundaries(text: str, model: BoundaryModel | None) -> list[Boundary]:
    model, lines = model or default_model(), line_starts(text)
    at_lines = [Boundary(start, 1.0) for start in lines]
    return sorted([*at_lines, *_within_lines(text, frozenset(lines), model)])


def _within_lines(text: str, lines: frozenset[int], model: BoundaryModel) -> Iterator[Boundary]:
    """The boundaries that marks make."""
    quotations = [match.span() for match in _QUOTATION.finditer(text)]
    abbreviations = AbbreviationRules(text)
    for candidate in candidates(text, lines):
        before = bisect_right(quotations, (candidate.mark, 0))
        quoted = before > 0 and candidate.mark < quotations[before - 1][1]
        ruled = False if quoted else by_rule(candidate, text, model.counts)
        if ruled is None:
            ruled = abbreviations.ends(candidate)
        if ruled is not None:
            yield Boundary(candidate.next, float(ruled))
            continue
        probability = model.probability(candidate.left, candidate.right)
        yield Boundary(next_start(candidate, text, model.counts), probability)


def by_rule(candidate: Candidate, text: str, counts: WordCounts) -> bool | None:
    """What the rules say of a candidate; None if the classifier decides."""
    right, marks, mark = candidate.right, candidate.marks, candidate.mark
    if marks == "." and text[max(0, mark - 2) : mark] != ". ":
        enumerated = candidate.first and _ENUMERATION.fullmatch(candidate.left)
        return False if enumerated or _is_numbered(candidate) or right[0] in ".?!…" else None
    if right[0].islower() or not right[0].isalnum():
        return False
    if marks[0] in ".…" and text[max(0, mark - 1) : mark] in ("[", "("):
        return False
    quoted = text[candidate.end - 1] in _QUOTES
    goes_on = right in ENGLISH.always_capital or word_hash(right.lower()) not in counts.lower
    return not (quoted and (goes_on or names_speaker(candidate, text, counts)))


def names_speaker(candidate: Candidate, text: str, counts: WordCounts) -> bool:
    """Whether a name and what only says that they spoke follow: *"Why?" Bob Lee asked.*"""
    is_common = counts.lower.get(word_hash(candidate.right.lower()), -1) >= _COMMON
    return not is_common and _SPEAKER.match(text, candidate.next) is not None


def _is_numbered(candidate: Candidate) -> bool:
    """Whether a short form stands before its number: *Art. 5*."""
    word = candidate.left.removesuffix(".")
    short = word[:1].isupper() and word.lower() in ENGLISH.short_numbered
    return short and candidate.right[:1] == "0"


def next_start(candidate: Candidate, text: str, counts: WordCounts) -> int:
    """Where the next sentence begins, if the period is a boundary: after a footnote's number."""
    number = _FOOTNOTE.match(text, candidate.next) if candidate.right == "0" else None
    common = number and counts.lower.get(word_hash(number[1].lower()), -1) >= _COMMON
    return number.end() if number and common else candidate.next
