"""Lines of a web page that are no part of its article: menus, notes on cookies, buttons, links.

Text that was copied from a whole page has them around the article, one label a line or several
with a mark between them. They stay in the text, so that offsets hold, and name nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from salience.language import ENGLISH, Language

Span = tuple[int, int]
_LINES = re.compile(r"[^\r\n]*\S[^\r\n]*")
_BETWEEN = re.compile(r"\s*[|•·›»>/]+\s*|\s{3,}|\t")
_MARK = re.compile(r"^(?:\d{1,2}[.)]?|[-–•*·])\s+(?=\S)")
_LISTED = re.compile(r"[^\W\d_][\w ]{,30}: \S.*[^.]$")
_LABEL_WORDS, _LEAST = 3, 3
"""A label has so many words at most, and a menu or a list so many labels at least."""
_LINK, _ASIDE = 120, 250
"""So many characters has a link or a caption at most."""
_NO_LABEL = ".!?:;,"
_SHOWN = 40


class _Line(NamedTuple):
    span: Span
    text: str
    labels: list[str]
    known: list[str]
    """Those of its labels that only menus have."""
    sure: bool
    heading: bool
    """Whether links to other articles follow it."""
    spaced: bool
    """Whether a blank line stands before it."""

    def is_prose(self) -> bool:
        return len(self.text) > _LINK or self.text.rstrip("\"'”’)]").endswith((".", ":", ";", "…"))

    def is_link(self, first: "_Line") -> bool:
        """Whether it is a link of the list with this first line."""
        if _MARK.match(first.text):
            return _MARK.match(self.text) is not None
        return not (self.heading or self.is_prose() or self.spaced > first.spaced)


def navigation(text: str, language: Language = ENGLISH) -> list[Span]:
    """The lines of a text that are navigation, by their characters, in order.

    A menu is three labels or more in a row, of which one is known for a label (*Home*). Links to
    other articles stand below a heading (*Most read*), credits (*Photo: Ann Lee*) anywhere.
    """
    lines = _read(text, language)
    told = {label for line in lines for label in line.known}
    page = len(told) > 1 or any(line.sure for line in lines)
    found = set(_links(lines, page))
    if page:
        found.update(_menus([line for line in lines if line.span not in found]))
    prizes = set(_prizes(lines, language))
    for line in lines:
        aside = language.page_asides.search(line.text) if len(line.text) <= _ASIDE else None
        if aside and line.span not in prizes:
            found.add((line.span[0] + aside.start(), line.span[1]))
    return sorted(found) if len({end for _, end in found}) < len(lines) else []


def article_start(text: str, language: Language = ENGLISH) -> int:
    """Where a text starts behind the navigation at its beginning."""
    at = 0
    for start, end in navigation(text, language):
        if text[at:start].strip():
            break
        at = end
    return at


def headline_start(text: str, language: Language = ENGLISH) -> int:
    """Where it starts behind lines such as *PRESS RELEASE* and a date too."""
    at = article_start(text, language)
    while match := language.release_line.match(text, at):
        at = match.end()
    return at


def without(text: str, spans: Iterable[Span]) -> str:
    """A text without some of its characters."""
    kept, at = [], 0
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])


def navigation_warning(text: str, spans: list[Span]) -> tuple[str, ...]:
    """What is said of navigation that was left out."""
    if not spans:
        return ()
    first = " ".join(text[slice(*spans[0])].split())[:_SHOWN]
    lines = "1 line" if len(spans) == 1 else f"{len(spans):,} lines"
    return (
        f"{lines} of the text are navigation of a web page and name nothing, the first of them "
        f"{first!r}",
    )


def _menus(lines: Sequence[_Line]) -> Iterator[Span]:
    for is_menu, group in groupby(lines, key=lambda line: bool(line.labels) or line.sure):
        run = list(group)
        if not is_menu:
            continue
        headline = run[-1] is not lines[-1] and not run[-1].sure and not run[-1].known
        run = run[:-1] if headline else run
        labels = sum(len(line.labels) for line in run)
        known = [line for line in run if line.known or line.sure]
        if known and (labels >= _LEAST or len(known) == len(run)):
            yield from (line.span for line in run)


def _prizes(lines: Sequence[_Line], language: Language) -> Iterator[Span]:
    """Lines of a list of prizes that read like credits: *Picture: Barbie* above *Actor: Hale*."""
    for listed, group in groupby(lines, key=lambda line: _LISTED.match(line.text) is not None):
        run = list(group)
        labels = [line.text.partition(":")[0].lower() for line in run]
        credits = sum(language.credits.fullmatch(label) is not None for label in labels)
        if listed and len(run) >= _LEAST and 2 * credits <= len(run):
            for line, label in zip(run, labels, strict=True):
                if label in language.prizes:
                    yield line.span


def _links(lines: Sequence[_Line], page: bool) -> Iterator[Span]:
    """Headings of links, and the links up to a sentence or the end of their list.

    The last one before the first sentence is the headline. Where nothing else speaks for a `page`,
    links stand behind sentences, at the end, and are longer than labels.
    """
    prose = next((n for n, line in enumerate(lines) if line.is_prose()), len(lines))
    end = 0
    for n, (heading, first) in enumerate(pairwise(lines), 1):
        if n <= end or not heading.heading:
            continue
        end = next((i for i in range(n, len(lines)) if not lines[i].is_link(first)), len(lines))
        headline = end == prose < len(lines) and lines[prose].spaced == first.spaced
        links = lines[n : end - (headline and not _MARK.match(first.text))]
        words = sum(len(_MARK.sub("", line.text).split()) for line in links)
        last = end == len(lines) or lines[end].known or lines[end].sure
        if page or (prose < n and last and words > _LABEL_WORDS * len(links)):
            yield from (line.span for line in (heading, *links))


def _read(text: str, language: Language) -> list[_Line]:
    """The lines of a text; sentences and headlines have no labels, which are in small letters."""
    lines: list[_Line] = []
    for match in _LINES.finditer(text):
        shown = match[0].strip()
        start = match.start() + match[0].index(shown)
        lower = shown.lower()
        labels = [] if shown[-1] in _NO_LABEL else [x for x in _BETWEEN.split(lower) if x]
        known = [label for label in labels if label in language.page_labels]
        if not all(
            label in known or (label.count(" ") < _LABEL_WORDS and label[-1] not in _NO_LABEL)
            for label in labels
        ):
            labels, known = [], []
        sure = language.page_cues.match(lower) is not None
        heading = lower.rstrip(":") in language.link_headings
        spaced = bool(lines) and text.count("\n", lines[-1].span[1], start) > 1
        span = start, start + len(shown)
        lines.append(_Line(span, shown, labels, known, sure, heading, spaced))
    return lines
