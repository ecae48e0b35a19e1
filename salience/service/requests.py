"""What clients send: bodies with documents, and options in the query."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from salience.coref.external_clusters import FIELD
from salience.corpus.read import document_of
from salience.engine.tasks import Scoring
from salience.mentions.mention_attributes import TYPES
from salience.service.replies import JSON, LINES, Failed, RequestError, Wanted
from salience.types import Document

_FIELDS = ("id", "title", "text", FIELD)
_DEEPEST = 10
_SHOWN = 40  # characters of a wrong value


@dataclass(frozen=True, slots=True)
class RequestedDocument(Document):
    """A document of a request, and whether the client wants entities without a name too.

    Those of several requests are read in one batch.
    """

    nominal: bool = False


@dataclass(frozen=True)
class RequestScoring(Scoring):
    """Scores what is wanted of each document."""

    def takes_nominal(self, document: Document) -> bool:  # noqa: D102
        return isinstance(document, RequestedDocument) and document.nominal


def documents_of(body: bytes, kind: str, most: int) -> list[Document | Failed]:
    """The documents of a body, in order; what is none is why not.

    A document has the fields of a corpus (`text`, and where there are any `id`, `title` and
    `clusters`). Without an id it gets its number, from 1.

    Example:
        >>> documents_of(b'[{"text": "Rain."}, {"id": "b"}]', JSON, 10)
        [<Document '1': 'Rain.'>,
         Failed(id='b', status=422, reason='text must be a string, but is missing; give it one')]
    """
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(400, f"the body is not UTF-8 ({error}); convert it.") from error
    found = _lines(text) if kind == LINES else _json(text)
    if len(found) > most:
        raise RequestError(
            413,
            f"the request has {len(found):,} documents, and the limit is {most:,}; send fewer at "
            "a time, or start the service with a higher --max-documents.",
        )
    return [_document(fields, number) for number, fields in enumerate(found, 1)]


def is_one(body: bytes, kind: str) -> bool:
    """Whether a body of `documents_of` is one document, and not a list that may have but one."""
    return kind == JSON and body.decode("utf-8-sig").lstrip()[:1] == "{"


def _json(text: str) -> list[Any]:
    found = _loaded(text, "the body")
    if not isinstance(found, dict | list):
        raise RequestError(
            400,
            "the body must be a JSON object with the field 'text', or a list of them, but is "
            f"{shorter(found)}; see /docs.",
        )
    return found if isinstance(found, list) else [found]


def _lines(text: str) -> list[Any]:
    lines = ((n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip())
    return [_loaded(line, f"line {n} of the body") for n, line in lines]


def _loaded(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError(400, f"{what} is not JSON ({error}); correct it.") from error


def _document(fields: Any, number: int) -> Document | Failed:
    if not isinstance(fields, Mapping):
        reason = f"a document must be a JSON object, but is {shorter(fields)}; see /docs"
        return Failed(str(number), 422, reason)
    used = {name: fields[name] for name in _FIELDS if name in fields}
    if used.get("id") in (None, ""):
        used["id"] = str(number)
    found = document_of(used)
    if _is_deep(used.get(FIELD)):
        found = f"{FIELD} must be lists of lists of [start, end], and no deeper; correct them"
    if isinstance(found, Document):
        return found
    id = used["id"]
    return Failed(str(id) if isinstance(id, str | int) else str(number), 422, found)


def _is_deep(value: Any) -> bool:
    """Whether lists or objects are nested deeper than anything that means something."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_DEEPEST):
        values = (value.values() if isinstance(value, dict) else value for value in level)
        level = [inner for value in values for inner in value if isinstance(inner, dict | list)]
    return bool(level)


def wanted_of(query: Iterable[tuple[str, str]]) -> Wanted:
    """The options of a query.

    Example:
        >>> wanted_of([("top", "5"), ("types", "per,org"), ("dates", "true")])
        Wanted(threshold=None, top=5, types=['PER', 'ORG'], salient=False, nominal=False,
         dates=True)
    """
    found: dict[str, Any] = {}
    for name, value in query:
        if name not in _OPTIONS:
            raise RequestError(
                400, f"no option {shorter(name)}: options are {', '.join(_OPTIONS)}; use one."
            )
        read, rule = _OPTIONS[name]
        try:
            found[name] = read(value)
        except ValueError as error:
            reason = f"{name} must be {rule}, but is {shorter(value)}; correct or drop it."
            raise RequestError(400, reason) from error
    return Wanted(**found)


def _share(value: str) -> float:
    if not 0 <= float(value) <= 1:
        raise ValueError
    return float(value)


def _count(value: str) -> int:
    if int(value) < 1:
        raise ValueError
    return int(value)


def _types(value: str) -> list[str]:
    names = [name.strip().upper() for name in value.split(",")]
    if not set(names) <= set(TYPES):
        raise ValueError
    return names


def _flag(value: str) -> bool:
    if value not in ("true", "false"):
        raise ValueError
    return value == "true"


_OPTIONS: dict[str, tuple[Callable[[str], Any], str]] = {
    "threshold": (_share, "a number from 0 to 1"),
    "top": (_count, "a whole number from 1"),
    "types": (_types, f"some of {', '.join(TYPES)}, with commas"),
    "salient": (_flag, "true or false"),
    "nominal": (_flag, "true or false"),
    "dates": (_flag, "true or false"),
}


def shorter(value: object) -> str:
    """A value as an error shows it.

    Example:
        >>> shorter("né"), shorter([[7]])
        ("'n\\\\xe9'", 'a list')
    """
    if isinstance(value, list):  # it may be nested too deeply to be shown
        return "a list"
    text = ascii(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
