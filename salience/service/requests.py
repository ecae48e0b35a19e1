"""What clients send: bodies with documents, and options in the query."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from salience.coref.external_clusters import FIELD
from salience.corpus.read import document_of
from salience.errors import MisuseError
from salience.service.replies import JSON, LINES, Failed, RequestError
from salience.service.work import Work
from salience.types import TYPES, Document

T = TypeVar("T")
W = TypeVar("W", bound=Work)
_FIELDS = ("id", "title", "text", FIELD)
_DEEPEST = 10
_SHOWN = 40  # characters of a wrong value


def documents_of(body: bytes, kind: str, most: int) -> list[Document | Failed]:
    """The documents of a body, in order; what is none is why not."""
    text = _decoded(body)
    given = _lines(text) if kind == LINES else _json(text)
    if len(given) > most:
        raise RequestError(
            413,
            f"the request has {len(given):,} documents, and the limit is {most:,}; send fewer at "
            "a time, or start the service with a higher --max-documents.",
        )
    return [_document(fields, number) for number, fields in enumerate(given, 1)]


def is_one(body: bytes, kind: str) -> bool:
    """Whether a body of `documents_of` is one document, and not a list that may have but one."""
    return kind == JSON and body.decode("utf-8-sig").lstrip()[:1] == "{"


def loaded(body: bytes) -> Any:
    """The value of a body of JSON."""
    return _loaded(_decoded(body), "the body")


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(400, f"the body is not UTF-8 ({error}); convert it.") from error


def _json(text: str) -> list[Any]:
    value = _loaded(text, "the body")
    if not isinstance(value, dict | list):
        raise RequestError(
            400,
            "the body must be a JSON object with the field 'text', or a list of them, but is "
            f"{shorter(value)}; see /docs.",
        )
    return value if isinstance(value, list) else [value]


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
    document = document_of(used)
    if _is_deep(used.get(FIELD)):
        document = f"{FIELD} must be lists of lists of [start, end], and no deeper; correct them"
    if isinstance(document, Document):
        return document
    id = used["id"]
    return Failed(str(id) if isinstance(id, str | int) else str(number), 422, document)


def _is_deep(value: Any) -> bool:
    """Whether lists or objects are nested deeper than anything that means something."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(_DEEPEST):
        values = (value.values() if isinstance(value, dict) else value for value in level)
        level = [inner for value in values for inner in value if isinstance(inner, dict | list)]
    return bool(level)


def work_of(kind: type[W], query: Iterable[tuple[str, str]]) -> W:
    """What is wanted of documents, by the options of a query."""
    options = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    given: dict[str, Any] = {}
    for name, value in query:
        if name not in options:
            raise RequestError(
                400, f"no option {shorter(name)}: options are {', '.join(options)}; use one."
            )
        read, rule = _OPTIONS[name]
        try:
            given[name] = read(value)
        except (KeyError, ValueError) as error:
            reason = f"{name} must be {rule}, but is {shorter(value)}; correct or drop it."
            raise RequestError(400, reason) from error
    try:
        return kind(**given)
    except MisuseError as error:
        raise RequestError(400, str(error)) from error


def _types(value: str) -> tuple[str, ...]:
    return tuple(name.strip().upper() for name in value.split(","))


def _if(read: Callable[[str], T], holds: Callable[[T], bool]) -> Callable[[str], T]:
    """What reads a value for which something holds; else there is a ValueError."""

    def checked(value: str) -> T:
        if not holds(given := read(value)):
            raise ValueError
        return given

    return checked


_FLAG = ({"true": True, "false": False}.__getitem__, "true or false")
_COUNT = (_if(int, lambda n: n >= 1), "a whole number from 1")
_OPTIONS: dict[str, tuple[Callable[[str], Any], str]] = {
    "threshold": (_if(float, lambda share: 0 <= share <= 1), "a number from 0 to 1"),
    "top": _COUNT,
    "types": (_if(_types, set(TYPES).issuperset), f"some of {', '.join(TYPES)}, with commas"),
    "about": (_if(str, lambda name: bool(name.strip())), "the name or id of an entity"),
    "rate": (_if(float, lambda rate: 0 < rate <= 1), "a number above 0 and at most 1"),
    **dict.fromkeys(("words", "sentences"), _COUNT),
    **dict.fromkeys(("salient", "nominal", "dates", "shares", "features", "entities"), _FLAG),
}


def shorter(value: object) -> str:
    """A value as an error shows it."""
    if isinstance(value, list):  # it may be nested too deeply to be shown
        return "a list"
    text = ascii(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
