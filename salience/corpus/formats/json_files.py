"""JSON: a document per line, in a list, or one after another; one at a time is in memory."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any

from salience.corpus.formats.source import RawDocument, SourceFile, lines, too_long, utf8

_PAGE = 2**20
"""Characters that are read at once."""
_CHARACTER = re.compile(r"\S")
_DECODER = json.JSONDecoder()


def read_jsonl(source: SourceFile) -> Iterator[RawDocument]:
    """A JSON object per line. Lines end with LF or CRLF; a lone CR is white space."""
    for number, line in enumerate(lines(source), 1):
        where = f"{source.name}:{number}"
        if line is None:
            yield where, too_long("line", source.limit)
            continue
        if not line.strip():
            continue
        fields: object
        try:
            fields = json.loads(line.strip().decode("utf-8"))
        except (ValueError, RecursionError) as error:
            pretty = number == 1 and line.strip() in (b"{", b"[")
            advice = "if it goes on below, name the file .json (--format json)"
            advice = advice if pretty else "correct it"
            yield where, f"the line is not JSON in UTF-8 ({error}); {advice}"
            continue
        if isinstance(fields, dict):
            yield where, fields
        else:
            kind = type(fields).__name__
            yield where, f"the line must be a JSON object, but is a {kind}; correct it"


def read_json(source: SourceFile) -> Iterator[RawDocument]:
    """JSON objects, in a list or one after the other, of which one at a time is in memory."""
    values = _JsonValues(source)
    number = 0
    try:
        for item in values:
            number += 1
            alone = number == 1 and values.is_alone()
            place = source.name if alone else f"{source.name}:{number}"
            if not isinstance(item, dict):
                kind = type(item).__name__
                yield place, f"a document must be a JSON object, but is a {kind}; correct it"
            elif values.size > source.limit:
                yield place, too_long("value", source.limit)
            else:
                yield place, item
    except ValueError as error:
        rest = f"the rest of the file, from document {number + 1:,} on," if number else "the file"
        yield source.name, f"{rest} can't be read: {error}"
    values.text.detach()  # else it would close standard input


class _JsonValues:
    """The JSON values of a file; a ValueError says what is none."""

    def __init__(self, source: SourceFile) -> None:
        self.text = io.TextIOWrapper(utf8(source.file), encoding="utf-8-sig")
        self.size = 0  # characters of the last value
        self._limit = source.limit
        self._read = ""
        self._at = 0  # what stands before is done with
        self._line = 1
        self._in_list = False

    def __iter__(self) -> Iterator[Any]:
        mark = self._next()
        self._in_list = mark == "["
        if self._in_list:
            self._at += 1
            mark = self._next()
            while mark != "]":
                yield self._value()
                if (mark := self._next()) == ",":
                    self._at += 1
                    self._next()
                elif mark != "]":
                    raise self._fault("a comma is missing", self._at)
            self._at += 1
            if self._next():
                raise self._fault("more follows the list", self._at)
        else:
            yield self._value()
            while self._next():
                yield self._value()

    def is_alone(self) -> bool:
        """Whether the value that was read is no part of a list, and the last."""
        return not self._in_list and not self._next()

    def _next(self) -> str:
        """The next character that is no white space; the empty string at the end."""
        while not (found := _CHARACTER.search(self._read, self._at)):
            self._at = len(self._read)
            if not self._more():
                return ""
        self._at = found.start()
        return found[0]

    def _value(self) -> Any:
        while True:
            try:
                value, end = _DECODER.raw_decode(self._read, self._at)
            except json.JSONDecodeError as error:
                if len(self._read) - self._at > self._limit:
                    raise ValueError(too_long("value", self._limit)) from error
                if not self._more():
                    raise self._fault(error.msg, error.pos) from error
                continue
            except RecursionError as error:
                raise self._fault(str(error), self._at) from error
            if end < len(self._read) or not self._more():  # a number might go on
                self.size, self._at = end - self._at, end
                return value

    def _fault(self, what: str, at: int) -> ValueError:
        line = self._line + self._read.count("\n", 0, at)
        return ValueError(f"it is not JSON ({what} in line {line:,}); correct it")

    def _more(self) -> bool:
        """Read as much again as is not done with; whether there was more."""
        try:
            more = self.text.read(max(_PAGE, len(self._read) - self._at))
        except UnicodeDecodeError as error:
            raise ValueError(f"it is not UTF-8 ({error}); convert it") from error
        if more:
            self._line += self._read.count("\n", 0, self._at)
            self._read, self._at = self._read[self._at :] + more, 0
        return bool(more)
