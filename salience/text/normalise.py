"""Texts as people have them, made clean once before they are read.

A text that was wrapped, copied from a PDF or a mail, or typed with odd characters is read as its
clean form. Each kind of noise is a function that proposes edits; `KINDS` lists them in their order,
each sees what the kinds before it left. Names, sentences and summaries are those of the clean text;
offsets in results are mapped back to the text as it came.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from salience.text.characters import compatible, control, line_ends, misread, spaces, unseen
from salience.text.clean import Clean, Edit
from salience.text.line_breaks import indents, line_breaks
from salience.text.marks import glued, quoted, references, tags
from salience.text.running_heads import page_ends, running_heads

__all__ = ["Clean", "Edit", "normalised", "normalised_line"]

Kind = Callable[[str], Iterable[Edit]]
"""A kind of noise: the edits of a text, in order, none over another."""


def normalised(text: str) -> Clean:
    """The clean form of a text.

    Example:
        >>> normalised("Orla\\u00a0Finch").text
        'Orla Finch'
    """
    clean = Clean.of(text)
    for _ in range(_ROUNDS):
        before = clean.text
        for kind in KINDS:
            clean = clean.edited(kind(clean.text))
        if clean.text == before:
            break
    return clean


def normalised_line(text: str) -> Clean:
    """The clean form of a headline: one line.

    Example:
        >>> normalised_line("Recount confirms win of\\n  Finch | UK News").text
        'Recount confirms win of Finch'
    """
    clean = normalised(text)
    for kind in TITLE_KINDS:
        clean = clean.edited(kind(clean.text))
    return clean


KINDS: tuple[Kind, ...] = (
    tags,  # <p>, &nbsp;
    misread,  # JosÃ©
    line_ends,  # \r\n
    control,
    unseen,  # soft hyphens
    compatible,  # ﬁ, （
    quoted,  # > of a mail
    references,  # Finch[1]
    spaces,
    running_heads,
    page_ends,
    line_breaks,
    indents,
    glued,  # (CNN)Finch
)
"""The kinds of noise, in the order in which they go."""
_ROUNDS = 9
"""What one kind leaves may be noise of a kind before it: entities of HTML, lines once joined."""


def one_line(line: str) -> Iterator[Edit]:
    """What breaks a headline into lines."""
    return (Edit(*match.span(), " ") for match in _LINE_BREAK.finditer(line))


def site_name(line: str) -> Iterator[Edit]:
    """What a site calls itself and its parts, behind bars: *Storm hits … | UK News | Sky News*."""
    headline, *names = line.split(_BAR)
    if len(headline.split()) < _HEADLINE:
        return
    while names and len(names[-1].split()) < _HEADLINE:
        names.pop()
    yield Edit(len(_BAR.join([headline, *names])), len(line), "")


_LINE_BREAK = re.compile(r"\s*[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]\s*")
_BAR = " | "
_HEADLINE = 5
"""So many words has a headline that names may stand behind, which have fewer."""

TITLE_KINDS: tuple[Kind, ...] = (one_line, site_name)
"""The kinds that only headlines have, which go after the others."""
