"""Documents between `<doc>` and `</doc>`: DUC, TAC, Gigaword, AQUAINT, WikiExtractor, Reuters."""

import html
import re
from collections.abc import Iterator

from salience.corpus.formats.source import RawDocument, SourceFile, documents_of_lines

_START = re.compile(rb"\s*<(?:doc|reuters)\b", re.IGNORECASE)
_END = re.compile(rb"</(?:doc|reuters)>", re.IGNORECASE)
_OPENING = re.compile(r"\s*<\w+([^<>]*)>")
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*\"([^\"]*)\"")
_PARAGRAPH = re.compile(r"</?p>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,200}>", re.IGNORECASE)


def read_sgml(source: SourceFile) -> Iterator[RawDocument]:
    """The documents of a file: each with a number or id, a headline and a text."""
    place = ""
    for place, data in documents_of_lines(source, lambda line, _: bool(_START.match(line))):
        yield place, data if isinstance(data, str) else _fields(data)
    if not place:
        yield source.name, "no line begins with <doc>, as documents do; correct it"


def _fields(data: bytes) -> dict[str, str] | str:
    end = _END.search(data)
    if end is None:
        return "the document has no end such as </doc>; correct it"
    try:
        document = data[: end.start()].decode("utf-8")
    except UnicodeDecodeError as error:
        return f"the text is not UTF-8 ({error}); convert the file"
    opening = _OPENING.match(document)
    said = _ATTRIBUTE.findall(opening[1]) if opening else []
    given = {name.lower(): html.unescape(value) for name, value in said}
    inside = document[opening.end() if opening else 0 :]
    text = _element(inside, "text") or inside
    fields = {
        "id": given.get("id") or given.get("newid") or _line(_element(inside, "docno|docid")),
        "title": given.get("title") or _line(_element(inside, "headline|hl|head|title")),
        "text": _plain(_element(text, "body") or text),
    }
    return {name: value for name, value in fields.items() if value or name == "text"}


def _element(text: str, names: str) -> str:
    """What is in the elements of these names."""
    pattern = rf"<(?P<name>{names})\b[^<>]*+>(?P<inside>(?:(?!</(?P=name)>).)*+)"
    return "\n\n".join(m["inside"] for m in re.finditer(pattern, text, re.IGNORECASE | re.DOTALL))


def _line(text: str) -> str:
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    """A text without tags and references to characters."""
    text = html.unescape(_TAG.sub("", _PARAGRAPH.sub("\n\n", text)))
    return re.sub(r"\n\s*\n", "\n\n", text).strip()
