"""Messages of electronic mail: one in a file (`.eml`), or many (`.mbox`)."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import parsedate_to_datetime
from typing import Any, cast

from salience.corpus.formats.source import RawDocument, SourceFile, documents_of_lines, whole
from salience.text.html_text import plain_html

_HEADERS = ("Message-ID", "Subject", "Date")
_LONGEST_HEADER = 10_000
_MOST_WORK = 10**7
_ANSWER = re.compile(r"(?:(?:re|fwd?)(?:\[\d+\])?:\s*+)++", re.IGNORECASE)
_SIGNATURE = re.compile(r"^-- ?\r?$.*", re.MULTILINE | re.DOTALL)


class _Policy(EmailPolicy):
    """How messages are parsed; a long header would take a time that grows with its square."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        if sum(map(len, sourcelines)) > _LONGEST_HEADER:
            raise ValueError(f"a header takes over {_LONGEST_HEADER:,} characters")
        return super().header_source_parse(sourcelines)


def read_eml(source: SourceFile) -> Iterator[RawDocument]:
    """One message: its subject is the title, its plain text the text; attachments are left out."""
    data = whole(source)
    yield source.name, data if isinstance(data, str) else _fields(data)


def read_mbox(source: SourceFile) -> Iterator[RawDocument]:
    """The messages of a mailbox, each of which begins with a line such as `From ada@x.org`."""
    place = ""
    for place, data in documents_of_lines(source, _begins):
        yield place, data if isinstance(data, str) else _fields(data.partition(b"\n")[2])
    if not place:
        yield source.name, "no line begins with 'From ', as messages of a mailbox do; correct it"


def _begins(line: bytes, first: bool) -> bool:
    return first and line.startswith(b"From ")


def _fields(data: bytes) -> dict[str, Any] | str:
    if data.count(b"\n") * data.count(b"boundary") > _MOST_WORK:
        return "the message has too many parts in each other; save its text as .txt"
    try:
        message = cast(EmailMessage, message_from_bytes(data, policy=_Policy()))
        body = cast(EmailMessage | None, message.get_body(("plain", "html")))
        text = "" if body is None else str(body.get_content())
        is_html = body is not None and body.get_content_subtype() == "html"
        id, title, date = (str(message[name] or "").strip() for name in _HEADERS)
    except Exception as error:  # whatever is wrong with one message
        return f"the message can't be read ({type(error).__name__}: {error}); save its text as .txt"
    text = plain_html(text) if is_html else _SIGNATURE.sub("", text)
    if not text.strip():
        return "the message has no text of its own; attachments are not read"
    return {
        "id": id.strip("<>"),
        "title": _ANSWER.sub("", title),
        "text": text,
        **date_of(date),
    }


def date_of(said: str) -> dict[str, str]:
    """The field `date` with the day of a date as mails have it; none if there is no such date."""
    try:
        return {"date": parsedate_to_datetime(said).date().isoformat()}
    except (ValueError, TypeError, IndexError, OverflowError):
        return {}
