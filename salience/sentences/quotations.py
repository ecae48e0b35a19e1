"""Where sentences begin at quotation marks, and where none does: what trained splitters get wrong.

A mark opens a quotation where text follows it and none stands before it, and closes one the other
way round. Curly marks say which they are, but for the apostrophe.
"""

import re
from collections.abc import Iterator

from salience.sentences.boundary_model import BoundaryModel, default_model
from salience.sentences.candidates import Candidate, candidates, line_starts
from salience.sentences.splitter import by_rule, names_speaker

_OPENS = r"""(?:(?<![^\s(\["'“‘—–])["']|[“‘])(?=[^\s.,;:?!)\]"”’]|\.\.)"""
_OPENING = re.compile(_OPENS)
_CLOSING = re.compile(r"""(?<=\S)(?:["'](?![\w$£€])|[”’](?!\w))""")
_FIRST = re.compile(rf"""(?<=\S)\s++(?={_OPENS}["'“‘(\[]*+([^\W\d_]))""")
_GOES_ON = re.compile(r"""(?:,["'”’]+[^\S\n]+(?=\w))|[.?!…]["'”’]+[^\S\n]+(?=[a-zß-öø-ÿ])""")
"""After a comma no sentence begins, nor with a small letter: *"Why?" she asked.*"""
_YEAR = re.compile(r"\(\d{4}[a-z]?\)$")
"""Of a reference, whose title comes next: *Moor, A. (2001). "The Hills of Velk".*"""


def opens_quotation(text: str, place: int) -> bool:
    """Whether a mark opens a quotation: text follows it, and what is before stands apart."""
    return _OPENING.match(text, place) is not None


def closes_quotation(text: str, place: int) -> bool:
    """Whether a mark closes a quotation, or is an apostrophe that ends a word."""
    return _CLOSING.match(text, place) is not None


def quotation_starts(text: str) -> dict[int, bool]:
    """Offsets at quotation marks, and whether a sentence begins there.

    A sentence begins with the mark that opens a quotation and not behind it, and none begins with
    a mark that closes one. An offset is left out where neither is sure. The model that ships
    decides which periods end a sentence.

    Example:
        >>> quotation_starts('It rained. "We slept," said Ann.')
        {12: False, 21: False, 23: False, 11: True}
    """
    opening = dict(match.span() for match in _OPENING.finditer(text))
    # A line may end within a sentence, so that a mark at the start of the next one says nothing.
    found = {end: False for start, end in opening.items() if text[start - 1 : start] != "\n"}
    found |= {match.start(): False for match in _CLOSING.finditer(text)}
    found |= {match.end(): False for match in _GOES_ON.finditer(text)}
    if opening or found:
        for start, begins in _starts(text, default_model()):
            found[start] = begins
            if start in opening:
                found[opening[start]] = False
    return found


def _starts(text: str, model: BoundaryModel) -> Iterator[tuple[int, bool]]:
    """Where a sentence begins with a quotation or after one, and where a period is no end of it."""
    for blank in _FIRST.finditer(text):
        before, lines = text[blank.start() - 1], blank[0].count("\n")
        is_broken = lines == 1 and (before.isalnum() or before == ",")
        if lines and blank[1].isupper() and not is_broken:
            yield blank.end(), True
    for candidate in candidates(text, frozenset(line_starts(text))):
        opens = _OPENING.match(text, candidate.next)
        closes, period = _CLOSING.match(text, candidate.end - 1), candidate.marks == "."
        if closes and not period and names_speaker(candidate, text, model.counts):
            yield candidate.next, False
        in_reference = opens and _YEAR.search(text[max(0, candidate.mark - 7) : candidate.mark])
        if (opens or (closes and period)) and candidate.right[0].isupper() and not in_reference:
            ends = candidate.marks != "." or _ends(candidate, text, model)
            if ends or opens:
                yield candidate.next, ends


def _ends(candidate: Candidate, text: str, model: BoundaryModel) -> bool:
    """Whether a sentence ends at a period before a capital."""
    ruled = by_rule(candidate, text, model.counts)
    return (model.probability(candidate.left, candidate.right) >= 0.5) if ruled is None else ruled
