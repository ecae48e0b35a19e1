"""Files that are not read, and what makes text of them."""

from pathlib import Path

_HOW = {
    ".pdf": "pdftotext",
    **dict.fromkeys((".docx", ".odt", ".rtf", ".epub", ".tex", ".rst"), "pandoc -t plain"),
    **dict.fromkeys((".doc", ".pptx"), "libreoffice --convert-to txt"),
    **dict.fromkeys((".xlsx", ".xls", ".ods", ".tsv", ".sqlite"), "save a column of texts as CSV"),
}
_BEGINS = {b"%PDF-": ".pdf", b"{\\rtf": ".rtf", b"\xd0\xcf\x11\xe0": ".doc"}
"""By the first bytes of a file, what it is whatever its name says."""


def foreign_file(name: str, begins: bytes = b"") -> str | None:
    """What a file is that is not read, and what makes text of it; None if that is not known."""
    kinds = (kind for start, kind in _BEGINS.items() if begins.startswith(start))
    suffix = next(kinds, Path(name).suffix.lower())
    if suffix not in _HOW:
        return None
    return f"a {suffix} file, which is not read; make text of it first ({_HOW[suffix]})"
