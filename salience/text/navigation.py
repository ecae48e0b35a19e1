"""Lines of a web page that are no part of its article: menus, notes on cookies, buttons, links.

Text that was copied from a whole page has them around the article, one label a line or several
with a mark between them. They stay in the text, so that offsets hold, and name nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from salience.language import ENGLISH, Language
from salience.language.language import Words

Span = tuple[int, int]
_LINES = re.compile(r"[^\r\n]*\S[^\r\n]*")
_BETWEEN = re.compile(r"\s*[|•·›»>/]+\s*|\s{2,}|\t")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]{1,80}+)\]\([^()\s]{1,500}+\)")
_MARK = re.compile(r"^(?:\d{1,2}[.)]?|[-–•*·])\s+(?=\S)")
_LISTED = re.compile(r"[^\W\d_][\w ]{,30}: \S.*[^.]$")
_LABEL_WORDS, _LEAST = 3, 3
"""A label has so many words at most, and a menu or a list so many labels at least."""
_LINK, _ASIDE = 120, 400
"""So many characters has a link or a caption at most."""
_NO_LABEL = ".!?:;,"
_SHOWN = 40
LEFT_OUT = "navigation"
"""The field of `Document.meta` with the lines of a page that its text does not have."""


class _Line(NamedTuple):
    span: Span
    text: str
    labels: list[str]
    known: list[str]
    """Those of its labels that only menus have."""
    sure: bool
    weak: bool
    """Whether it is no part of the article if the text is a page."""
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
    page = _is_page(lines, language)
    if page:
        lines = [_on_page(line, language) for line in lines]
    found = set(_links(lines, page))
    if page:
        found.update(_frame([line for line in lines if line.span not in found]))
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


def navigation_warnings(text: str, spans: Sequence[Span], left_out: object = ()) -> tuple[str, ...]:
    """What is said of navigation in a text, and of lines that were left out of it before."""
    inside = [text[start:end] for start, end in spans]
    lines = left_out if isinstance(left_out, list | tuple) else ()
    before = [line for line in lines if isinstance(line, str)]
    return (
        *_said(inside, "of the text", "navigation of a web page, which names nothing"),
        *_said(before, "of the page", "left out as navigation"),
    )


def _said(lines: Sequence[str], where: str, what: str) -> Iterator[str]:
    if lines:
        shown = repr(" ".join(lines[0].split())[:_SHOWN])
        many = len(lines) > 1
        count = f"{len(lines):,} lines {where} are" if many else f"1 line {where} is"
        yield f"{count} {what}{', the first of them' if many else ':'} {shown}"


def _is_page(lines: Sequence[_Line], language: Language) -> bool:
    """Whether a text was copied from a page: one line is sure, or two labels are known.

    So are two lines in a row that lead to the articles beside it.
    """
    told = {label for line in lines for label in line.known}
    firsts = (line.text.split()[0].rstrip(":").lower() for line in lines)
    pairs = zip(lines, firsts, strict=True)
    beside = [line.weak and first in language.page_labels for line, first in pairs]
    return len(told) > 1 or any(line.sure for line in lines) or any(map(all, pairwise(beside)))


def _on_page(line: _Line, language: Language) -> _Line:
    """A line as it reads on a page, where more lines are headings of links."""
    heading = language.page_headings.fullmatch(line.text.lower())  # not *Features:* of a product
    return line._replace(heading=line.heading or heading is not None)


def _frame(lines: Sequence[_Line]) -> Iterator[Span]:
    """Menus of a page, and lines that tell by themselves."""
    for is_menu, group in groupby(lines, key=lambda line: bool(line.labels) and not line.weak):
        run = list(group)
        if is_menu:
            yield from _menu(run, at_end=run[-1] is lines[-1])
    for line in lines:
        if line.sure or line.weak:
            yield line.span
    for label, line in pairwise(lines):  # *Image caption,* and the caption below it
        if label.sure and label.text.count(" ") < _LABEL_WORDS and label.text[-1] in ",:":
            yield line.span


def _menu(run: list[_Line], *, at_end: bool) -> Iterator[Span]:
    """The lines of a menu among lines of labels, of which the last may be the headline."""
    if not (at_end or run[-1].known):
        run = run[:-1]
    known = [line for line in run if line.known]
    if known:
        menu = sum(len(line.labels) for line in run) >= _LEAST or len(known) == len(run)
        yield from (line.span for line in (run if menu else known))


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
        plain = _MARKDOWN_LINK.sub(r"\1", shown)
        lower = plain.lower()
        labels, known = _labels(lower, language.page_labels)
        linked = plain != shown and labels == known != []
        sure = linked or language.page_cues.match(lower) is not None
        weak = language.page_lines.fullmatch(lower) is not None
        heading = lower.rstrip(":") in language.link_headings
        spaced = bool(lines) and text.count("\n", lines[-1].span[1], start) > 1
        span = start, start + len(shown)
        lines.append(_Line(span, shown, labels, known, sure, weak, heading, spaced))
    return lines


def _labels(line: str, page_labels: Words) -> tuple[list[str], list[str]]:
    """The labels that a line has, and those of them that only menus have."""
    labels = [] if line[-1] in _NO_LABEL else [x for x in _BETWEEN.split(line) if x]
    if len(labels) == 1:
        labels = _without_marks(line.split(), page_labels) or labels
    known = [label for label in labels if label in page_labels]
    if all(
        label in page_labels or (label.count(" ") < _LABEL_WORDS and label[-1] not in _NO_LABEL)
        for label in labels
    ):
        return labels, known
    return [], []


def _without_marks(words: list[str], page_labels: Words) -> list[str]:
    """Three labels or more that nothing divides, if all words are such: *Home News Contact us*."""
    found: list[str] = []
    at = 0
    while at < len(words):
        starts = (" ".join(words[at : at + n]) for n in range(_LABEL_WORDS, 0, -1))
        label = next((start for start in starts if start in page_labels), None)
        if label is None:
            return []
        found.append(label)
        at += label.count(" ") + 1
    return found if len(found) >= _LEAST else []
