"""What people have in Python, as documents: a text, a spaCy Doc, a mapping, a row of a table."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from spacy.tokens import Doc

from salience.corpus.read import document_of
from salience.corpus.seen import SeenIds
from salience.errors import CorpusError, Reject, a_kind
from salience.text.titles import title_line
from salience.types import Document

T = TypeVar("T")
Readable = Document | str | Doc | Mapping[str, Any]
"""What can be read as a document. A row of a pandas table can be too."""


def as_documents(
    things: Readable | T | Iterable[Readable | T], also: tuple[type[T], ...] = ()
) -> Iterable[Document | Reject | T]:
    """One or several things as documents, with rejects.

    What has no id gets its number, or such as `#2` where a document of the list, or an earlier one,
    has that id. As in a corpus that is read, a document with the id of an earlier one is a reject.
    """
    if _is_table(things):
        things = [_fields_of(row) for _, row in things.iterrows()]  # type: ignore[union-attr]
    elif isinstance(things, (Document, str, Path, Doc, Mapping, *also)) or _is_row(things):
        things = [things]  # type: ignore[list-item]
    elif not isinstance(things, Iterable):
        raise _no_document(things, "documents")
    if not isinstance(things, list | tuple):
        return _with_ids(things, frozenset(), also)
    return [*_with_ids(things, frozenset(filter(None, map(_own_id, things))), also)]


def _with_ids(
    things: Iterable[Any], taken: Collection[str], also: tuple[type[T], ...]
) -> Iterator[Document | Reject | T]:
    """The documents, each with its own id, or one that is not among those `taken`."""
    seen = SeenIds()
    for number, thing in enumerate(things, 1):
        document = _document(thing, number, also)
        if not isinstance(document, Document):
            yield document
        elif _own_id(thing) is not None:
            yield seen.checked(document)
        else:
            id = document.id
            while id in taken or not seen.add(id):
                id = f"#{id}"
            yield replace(document, id=id)


def _own_id(thing: Any) -> str | None:
    """The id that a thing came with."""
    if isinstance(thing, Document):
        return str(thing.id)
    fields = _fields_of(thing) if _is_row(thing) else thing
    id = fields.get("id") if isinstance(fields, Mapping) else None
    return None if _is_missing(id) else str(id)


def _document(thing: Any, number: int, also: tuple[type[T], ...]) -> Document | Reject | T:
    if isinstance(thing, Document):
        return thing
    if isinstance(thing, also):
        return thing
    if isinstance(thing, str):
        _check_text(thing)
        return Document(str(number), thing, title_line(thing))
    if isinstance(thing, Doc):
        return _of_fields({"text": thing.text, "title": thing.user_data.get("title")}, number)
    if isinstance(thing, Mapping):
        return _of_fields(thing, number)
    if _is_row(thing):
        return _of_fields(_fields_of(thing), number)
    if _is_missing(thing):
        return _of_fields({"text": thing}, number)
    raise _no_document(thing, f"document {number}")


def _check_text(text: str) -> None:
    """A name of a file is no text to be scored."""
    if len(text) < 256 and Path(text).suffix and not text.split()[1:] and Path(text).is_file():
        raise CorpusError(
            f"{text!r} is a file, and a text is scored as it is. Read it: "
            f"score(read_corpus({text!r}))."
        )


def _fields_of(row: Any) -> Mapping[str, Any]:
    """The fields of a row of a table."""
    return {str(name): value for name, value in row.items()}


def plain(value: Any) -> Any:
    """A value of a table as JSON would have it: no arrays and numbers of numpy, None for NaN."""
    if isinstance(value, np.ndarray | list):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if _is_missing(value) else value


def _of_fields(fields: Mapping[str, Any], number: int) -> Document | Reject:
    """The document with these fields, where missing values are no fields."""
    values = {name: plain(value) for name, value in fields.items()}
    known = {name: value for name, value in values.items() if value is not None}
    document = document_of({"id": str(number), **known})
    if isinstance(document, Document):
        return document
    if "text" in fields:
        return Reject(str(known.get("id", number)), "", document)
    names = ", ".join(map(repr, fields)) or "none"
    raise CorpusError(f"document {number}: {document}. Its fields are {names}.")


def _is_missing(value: object) -> bool:
    """Whether a value is None, NaN, or the NA of pandas."""
    is_nan = isinstance(value, float) and value != value
    return value is None or is_nan or type(value).__name__ in ("NAType", "NaTType")


def _is_table(thing: Any) -> bool:
    return hasattr(thing, "iterrows") and hasattr(thing, "columns")


def _is_row(thing: Any) -> bool:
    """Whether it is a row of a pandas table; a column of texts is none."""
    return hasattr(thing, "iloc") and not _is_table(thing) and "text" in thing.index


def _no_document(thing: object, name: str) -> CorpusError:
    more = " Read files with read_corpus." if isinstance(thing, Path) else ""
    return CorpusError(
        f"{name} is {a_kind(thing)}, and a document is a Document, a text, a spaCy Doc, or a "
        f"mapping or row with the field 'text'.{more}"
    )
