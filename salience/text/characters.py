"""Noise in characters: those that nobody sees or that control a machine, and those read amiss."""

import re
import unicodedata
from collections.abc import Iterator

from salience.text.clean import Edit


def misread(text: str) -> Iterator[Edit]:
    """UTF-8 that was read as Latin-1 or Windows-1252, and the quotes of the latter: *JosÃ©*."""
    for match in () if text.isascii() else _MISREAD.finditer(text):
        try:
            meant = b"".join(map(_byte, match[0])).decode("utf8" if match[1] else "cp1252")
        except UnicodeDecodeError:
            continue
        yield Edit(*match.span(), meant)


def line_ends(text: str) -> Iterator[Edit]:
    """Ends of lines and pages that are written otherwise."""
    return (Edit(*match.span(), "\n") for match in _LINE_END.finditer(text))


def control(text: str) -> Iterator[Edit]:
    """Characters that control a machine, and halves of characters."""
    for match in _CONTROL.finditer(text):
        yield Edit(*match.span(), " " if match[0] < "\ud800" else "\ufffd")


def unseen(text: str) -> Iterator[Edit]:
    """Soft hyphens, spaces without width, marks of direction; joiners that join nothing."""
    if _HAS_UNSEEN(text):
        yield from (Edit(*match.span(), "") for match in _UNSEEN.finditer(text))


def compatible(text: str) -> Iterator[Edit]:
    """Ligatures, full-width characters, and accents apart from their letters.

    Full-width marks have their space in them: *Huawei（华为）,* becomes *Huawei (华为),*. Other
    characters that only look like more usual ones may mean more (*²*, *½*, *™*), and stay.
    """
    for match in _COMPATIBLE.finditer(text) if _HAS_COMPATIBLE(text) else ():
        start, end = match.span()
        plain = unicodedata.normalize("NFKC" if match["wide"] else "NFC", match[0])
        before, after = text[start - 1 : start], text[end : end + 1]
        opens = plain[0] in "([{" and match[0][0] != plain[0] and before.isalnum()
        closes = plain[-1] in ")]},!:;?" and match[0][-1] != plain[-1] and after.isalnum()
        yield Edit(start, end, " " * opens + plain + " " * closes)


def spaces(text: str) -> Iterator[Edit]:
    """Spaces that are several, of another width, or at the end of a line.

    The tabs of a table, three lines with tabs or more in a row, stay: one between two columns.
    """
    if not ("  " in text or " \n" in text or text[-1:] == " " or _HAS_OTHER_SPACE(text)):
        return
    tables = [match.span() for match in _TABLE.finditer(text)] if "\t" in text else []
    for match in _SPACES.finditer(text):
        start, end = match.span()
        while tables and tables[0][1] <= start:
            del tables[0]
        column = "\t" in match[0] and tables and tables[0][0] <= start
        yield Edit(start, end, "" if match["end"] is not None else "\t" if column else " ")


def _byte(character: str) -> bytes:
    return character.encode("latin1" if ord(character) < 256 else "cp1252")


_ANSI = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0xC0)]
_QUOTES = "\u2026\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u2039\u203a\u00ab\u00bb"
_NEXT = re.escape("".join({*_ANSI, *map(chr, range(0x80, 0xC0))}))
_LETTER = re.escape("".join(c for c in {*_ANSI, *map(chr, range(0x80, 0xC0))} if c not in _QUOTES))
_MISREAD = re.compile(
    rf"([\xc2-\xc5][{_LETTER}]|\xe2[{_NEXT}]{{2}}|\xef[{_NEXT}]{{2}}|\xf0[{_NEXT}]{{3}})"
    r"|[\x80\x82-\x84\x86-\x8c\x8e\x91-\x9c\x9e\x9f]"
)
_LINE_END = re.compile(r"\r\n?|[\v\x1c-\x1e\x85\u2028\u2029]\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x9f\ud800-\udfff]")
_HIDDEN = r"\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
_HAS_UNSEEN = re.compile(rf"[{_HIDDEN}\u200c\u200d]").search
_UNSEEN = re.compile(
    rf"\xad[^\S\n]*\n\s*(?=\w)|[{_HIDDEN}]+"  # the former divides a word
    r"|(?<![^\x00-\u024f\s])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\u024f\s])"
)
_WIDE, _ACCENTS = r"\ufb00-\ufb06\u0132\u0133\uff01-\uff5e", r"\u0300-\u036f"
_HAS_COMPATIBLE = re.compile(f"[{_WIDE}{_ACCENTS}]").search
_COMPATIBLE = re.compile(rf"(?P<wide>[{_WIDE}]+)|[^\W\d_][{_ACCENTS}]+")
_OTHER = r"\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_SPACE = f" {_OTHER}"
_HAS_OTHER_SPACE = re.compile(f"[{_OTHER}]").search
_SPACES = re.compile(
    rf"(?P<end>(?<![{_SPACE}])[{_SPACE}]++(?=\n|\Z))"
    rf"|(?<=[^\n{_SPACE}])(?:[{_SPACE}]{{2,}}|[{_OTHER}])"
)
_TABLE = re.compile(r"(?:^[^\n\t]*\S[^\n\t]*\t[^\n]*\S[^\n]*(?:\n|\Z)){3,}", re.MULTILINE)
