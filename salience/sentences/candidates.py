"""Which lines begin a sentence, and the places within them where one may end, each with the words
around it: *L. R* of Gillick (2009).

The paper leaves its tokenizer out. Here the words are the same in training and in use:

- A candidate is a run of `.`, `?`, `!` or `…` with the closing quotes, brackets and reference
  marks (`[3]`) after it, before white space. So no URL, decimal or version is cut, and no
  sentence is found where the space is missing.
- *L* is what stands before the run, back to white space or the last hyphen, dash or slash,
  without opening quotes and brackets, and with its period. After a closing bracket it is that
  bracket (`).`), after a space the period alone.
- *R* is the first word after the white space, without opening quotes and brackets, up to an
  apostrophe, a hyphen or another mark. Its own final period is kept where the word is one letter
  or has more periods (`J.`, `U.S.`). Without a letter or digit it is the first mark.
- Numbers are `0` in both, digits between periods one each (`3.5` is `0.0`).
"""

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

OPENING = "\"'“‘«‹([{<*_`¿¡"
CLOSING = "\"'”’»›)]}>*_`"
LONGEST = 40
"""Characters of a token that are looked at, so that a text of one long run takes no longer."""

_ENDS = re.compile(
    rf"(?<![.?!…])([.?!…]++)[{re.escape(CLOSING)}]*+(?:\s?\[[\d,–-]{{1,9}}\])*+(?=\s)"
)
_AFTER_DASH = re.compile(r"[-‐-―/]")
_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*\.?")
_NUMBER = re.compile(r"\d+")
_BLANK = re.compile(r"\s+")


class Candidate(NamedTuple):
    """A place where a sentence may end: its `marks`, what closes it, and the text at `next`."""

    mark: int
    marks: str
    end: int
    next: int
    left: str
    right: str
    first: bool


def candidates(text: str, starts: Container[int] = ()) -> Iterator[Candidate]:
    """The places where a sentence may end, apart from ends of lines."""
    for match in _ENDS.finditer(text):
        mark, end = match.span()
        blank = _BLANK.match(text, end)
        following = blank.end() if blank else end
        if following == len(text) or following in starts:
            continue
        marks = match[1]
        before = text[max(0, mark - LONGEST) : mark]
        token = "" if not before or before[-1].isspace() else before.split()[-1]
        begin = mark - len(token)
        yield Candidate(
            mark,
            marks,
            end,
            following,
            left_word(token) + (marks if marks == "." else ""),
            right_word(text[following : following + LONGEST].split(None, 1)[0]),
            begin == 0 or begin in starts,
        )


def left_word(token: str) -> str:
    """The word of a token that a mark follows."""
    word = _AFTER_DASH.split(token)[-1].lstrip(OPENING)
    return word[-1] if word and word[-1] in CLOSING else _NUMBER.sub("0", word)


def right_word(token: str) -> str:
    """The first word of a token, or its first mark."""
    core = token.lstrip(OPENING)
    match = _WORD.match(core)
    if not match:
        return (core or token)[:1]
    word = _NUMBER.sub("0", match[0])
    return word if word.count(".") > 1 or len(word) == 2 else word.removesuffix(".")


def line_starts(text: str) -> list[int]:
    """The offsets at which lines begin, without the white space before.

    Each begins a sentence: a clean text has a line for a paragraph.
    """
    starts: list[int] = []
    at = 0
    for line in text.splitlines(keepends=True):
        if words := line.lstrip():
            starts.append(at + len(line) - len(words))
        at += len(line)
    return starts
