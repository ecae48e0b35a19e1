"""Noise between words: tags, marks of quoted mails and of references, a wire's name glued on."""

import html
import re
from collections.abc import Iterator

from salience.text.clean import Edit


def tags(text: str) -> Iterator[Edit]:
    """Entities of HTML, and its tags in a text that has several."""
    tagged = "</" in text and len(_CLOSING_TAG.findall(text)) >= _FEW_TAGS
    for match in (_TAGS if tagged else _ENTITIES).finditer(text):
        if match["entity"]:
            yield Edit(*match.span(), html.unescape(match[0]))
        else:
            yield Edit(*match.span(), "\n\n" if match["block"] else "")


def quoted(text: str) -> Iterator[Edit]:
    """The marks before lines that were quoted in a mail, if there are several or no others.

    What is quoted is no paragraph with the lines around it.
    """
    marks = list(_QUOTE.finditer(text)) if ">" in text else []
    if len(marks) < 2 and not (marks and not text[: marks[0].start()].strip()):
        return
    end = 0  # of the line before
    for match in marks:
        start = match.start()
        if start > end > 0:
            yield from _apart(text, end)
        if start > end:
            yield from _apart(text, start)
        yield Edit(*match.span(), "")
        end = text.find("\n", start) + 1 or len(text)
    yield from _apart(text, end)


def _apart(text: str, start: int) -> Iterator[Edit]:
    """A blank line before another one, where there is none."""
    around = text[max(start - 2, 0) : start + 1]
    if start < len(text) and "\n" in around and "\n\n" not in around:
        yield Edit(start, start, "\n")


def references(text: str) -> Iterator[Edit]:
    """Marks of references behind words, and of places where a page can be edited.

    A text that counts from zero in brackets, or assigns to what stands there, is code.
    """
    if "[" not in text or _CODE.search(text):
        return
    for match in _REFERENCE.finditer(text):
        yield Edit(*match.span(), " " if text[match.end() : match.end() + 1].isalnum() else "")


def glued(text: str) -> Iterator[Edit]:
    """A wire's name in brackets with no space behind it, which is no text: *(CNN)Orla Finch*.

    Behind a place it gets its space, so that all is there as in other texts.
    """
    for match in _WIRE.finditer(text):
        start, end = match.span()
        yield Edit(end, end, " ") if match["place"] else Edit(start, end, "")


_FEW_TAGS = 3
_INLINE = "a|abbr|b|big|cite|code|em|font|i|img|mark|q|s|small|span|strong|sub|sup|tt|u|wbr"
_BLOCK = (
    "article|aside|blockquote|body|br|center|div|dd|dl|dt|figcaption|figure|footer|form|h[1-6]|head"
    "|header|hr|html|iframe|li|link|main|meta|nav|ol|p|pre|section|table|tbody|td|th|thead|title|tr"
    "|ul"
)
_CLOSING_TAG = re.compile(rf"</(?:{_INLINE}|{_BLOCK})\s*>|<br\s*/?>", re.IGNORECASE)
_ENTITY = (
    r"(?P<entity>&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|amp|apos|[lg]t|nbsp|quot|[lr][sd]quo|[mn]dash"
    r"|hellip|shy|[A-Za-z](?:acute|grave|uml|circ|tilde|cedil));)"
)
_ENTITIES = re.compile(_ENTITY)
_TAGS = re.compile(
    rf"{_ENTITY}|<!--.{{,5000}}?-->|<(?P<hidden>script|style)\b.{{,5000}}?</(?P=hidden)\s*>"
    rf"|</?(?:(?P<block>{_BLOCK})|{_INLINE})\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
_QUOTE = re.compile(r"^[^\S\n]*>(?:[^\S\n]?>)*[^\S\n]?", re.MULTILINE)
_REFERENCE = re.compile(
    r"(?<=[^\W_]|[.,;:!?\"'”’)\]])"
    r"(?:\[(?:[1-9]\d{,2}(?:[,–-] ?\d{1,3})*|[a-z]{1,4} ?\d{1,3}|(?:\w+ )?\w+ needed"
    r"|[a-z]+\?)\]|(?<=[^\W\d_][.,;:!?\"”’)])\[[a-z]\])+(?![\[(=])"
    r"|(?<=\w) ?\[edit\](?=\s|\Z)"
)
_CODE = re.compile(r"\w\[0\]|\w\[\w+\] ?[-+*/]?= ?|\w\[\w+\][.(]\w")
_WIRE = re.compile(
    r"^(?P<place>[A-Z][^\n()]{,60}[^\S\n])?\([A-Z][\w .&/]{1,30}\)(?=[A-Z][a-z]|“)",
    re.MULTILINE,
)
