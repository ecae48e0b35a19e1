"""Files that are not read, and what makes text of them."""

from __future__ import annotations

from pathlib import Path

_PANDOC = "pandoc -t plain {name} -o {stem}.txt"
_PDF = "pdftotext {name} {stem}.txt"
_TABLE = "save it as CSV with a column of texts, {stem}.csv"
_OFFICE = "libreoffice --convert-to txt {name}"

_FOREIGN = {
    ".pdf": ("a PDF", _PDF),
    ".docx": ("a Word document", _PANDOC),
    ".doc": ("a Word document of old", _OFFICE),
    ".odt": ("an OpenDocument text", _PANDOC),
    ".rtf": ("a file in Rich Text Format", _PANDOC),
    ".epub": ("an e-book", _PANDOC),
    ".tex": ("a LaTeX source", _PANDOC),
    ".rst": ("a file in reStructuredText", _PANDOC),
    ".pptx": ("a presentation", _OFFICE),
    ".xlsx": ("a spreadsheet", _TABLE),
    ".xls": ("a spreadsheet", _TABLE),
    ".ods": ("a spreadsheet", _TABLE),
    ".tsv": ("a table with tabs", _TABLE),
    ".eml": ("an e-mail", "save its text without the headers, {stem}.txt"),
    ".msg": ("an e-mail", "save its text without the headers, {stem}.txt"),
    ".mbox": ("a mailbox", "save each e-mail without its headers, a .txt each"),
    ".srt": ("a file of subtitles", "save what is said without the times, {stem}.txt"),
    ".vtt": ("a file of subtitles", "save what is said without the times, {stem}.txt"),
}
_BEGINS = {
    b"%PDF-": ".pdf",
    b"{\\rtf": ".rtf",
    b"\xd0\xcf\x11\xe0": ".doc",
}
"""By the first bytes of a file, what it is whatever its name says."""


def foreign_file(name: str, begins: bytes = b"") -> str | None:
    """What a file is that is not read, and what makes text of it; None if that is not known.

    Example:
        >>> foreign_file("a.pdf")
        'a PDF, which is not read; make text of it first: pdftotext a.pdf a.txt'
        >>> foreign_file("a.txt", b"%PDF-1.7")
        'a PDF, which is not read; make text of it first: pdftotext a.txt a.txt'
        >>> foreign_file("a.bin")
    """
    path = Path(name)
    kinds = (kind for start, kind in _BEGINS.items() if begins.startswith(start))
    suffix = next(kinds, path.suffix.lower())
    if suffix not in _FOREIGN:
        return None
    what, how = _FOREIGN[suffix]
    advice = how.format(name=path.name, stem=path.stem)
    return f"{what}, which is not read; make text of it first: {advice}"
