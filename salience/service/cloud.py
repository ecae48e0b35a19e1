"""`documents:analyzeEntities`: the request and the answer of the cloud service that had salience.

A program written for it changes its address. See
https://docs.cloud.google.com/natural-language/docs/reference/rest/v1/documents/analyzeEntities.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from starlette.responses import Response

from salience.service.replies import JSON, RequestError
from salience.service.requests import loaded, shorter
from salience.tables.records import to_json
from salience.text.html_text import html_text
from salience.types import Entity, Record, ScoredDocument

ANALYZE_ENTITIES = "/v1/documents:analyzeEntities"
TYPES = {
    "PER": "PERSON",
    "ORG": "ORGANIZATION",
    "LOC": "LOCATION",
    "EVENT": "EVENT",
    "WORK": "WORK_OF_ART",
    "PRODUCT": "CONSUMER_GOOD",
}
_MENTIONS = {"named": "PROPER", "nominal": "COMMON"}
_TYPES = ("TYPE_UNSPECIFIED", "PLAIN_TEXT", "HTML")
_WIDTHS: dict[str, Callable[[str], int] | None] = {
    "NONE": None,
    "UTF8": lambda c: 1 + (c > "\x7f") + (c > "\u07ff") + (c > "\uffff"),
    "UTF16": lambda c: 1 + (c > "\uffff"),
    "UTF32": lambda c: 1,
}
"""The units of a character in each encoding, in the order of the service's numbers."""
_STATUSES = {
    404: "NOT_FOUND",
    408: "DEADLINE_EXCEEDED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


@dataclass(frozen=True, slots=True)
class CloudRequest:
    """A text to analyze: `places` are the indices in `content` of its characters and its end."""

    content: str
    text: str
    places: Sequence[int]
    encoding: str = "NONE"

    def offsets(self) -> Sequence[int] | None:
        """For each character of the text its offset in the content; None without an encoding."""
        if (width := _WIDTHS[self.encoding]) is None:
            return None
        units = list(accumulate(map(width, self.content), initial=0))
        return [units[place] for place in self.places]


def cloud_request(body: bytes, longest: int) -> CloudRequest:
    """The request of a body, with names as JSON or Python has them, enums as names or numbers."""
    given = loaded(body)
    document = given.get("document") if isinstance(given, Mapping) else None
    if not isinstance(document, Mapping):
        raise RequestError(400, "document must be an object with type and content; give one.")
    if set(document) & {"gcsContentUri", "gcs_content_uri"}:
        raise RequestError(400, "gcsContentUri can't be read; send the text itself as content.")
    encoding = given.get("encodingType", given.get("encoding_type"))
    encoding = _name(tuple(_WIDTHS), encoding or "NONE", "encodingType")
    kind = _name(_TYPES, document.get("type"), "document.type")
    if kind == _TYPES[0]:
        raise RequestError(400, "document.type must be PLAIN_TEXT or HTML; name one.")
    language = document.get("language") or "en"
    if not isinstance(language, str) or language.lower().partition("-")[0] != "en":
        raise RequestError(
            400, f"document.language must be en, but is {shorter(language)}; only English is read."
        )
    content = document.get("content")
    if not isinstance(content, str) or not content.strip():
        reason = f"document.content must be a text, but is {shorter(content)}; give it."
        raise RequestError(400, reason)
    if len(content) > longest:
        raise RequestError(
            400,
            f"document.content has {len(content):,} characters, and the limit is {longest:,}; "
            "split it, or start the service with a higher --max-length.",
        )
    if kind == "PLAIN_TEXT":
        return CloudRequest(content, content, range(len(content) + 1), encoding)
    return CloudRequest(content, *html_text(content), encoding)


def _name(known: Sequence[str], given: Any, field: str) -> str:
    """An enum's value by its name or its number."""
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < len(known):
        return known[given]
    if given not in known:
        *others, last = (name for name in known if "_UNSPEC" not in name)
        choice = f"{', '.join(others)} or {last}"
        raise RequestError(400, f"{field} must be {choice}, but is {shorter(given)}; name one.")
    return str(given)


def cloud_answer(request: CloudRequest, scored: ScoredDocument) -> Record:
    """The entities of a text, the most salient first, as the service has them."""
    offsets = request.offsets()
    entities, shares = scored.parsed.entities, scored.shares()
    return {
        "entities": [
            {
                "name": entities[i].name,
                "type": TYPES.get(entities[i].type, "OTHER"),
                "metadata": _metadata(entities[i]),
                "salience": shares[i],
                "mentions": [
                    {
                        "text": {
                            "content": request.text[mention.start : mention.end],
                            "beginOffset": -1 if offsets is None else offsets[mention.start],
                        },
                        "type": _MENTIONS[mention.kind],
                    }
                    for mention in entities[i].mentions
                    if mention.kind in _MENTIONS  # the service has no pronouns
                ],
            }
            for i in scored.order()
        ],
        "language": scored.parsed.language,
    }


def _metadata(entity: Entity) -> dict[str, str]:
    """The id of an entity that a linker gave, under the name of what it is an id of."""
    id = entity.kb_id or ""
    if re.fullmatch(r"Q[1-9][0-9]*", id):
        return {"wikidata": id}
    if re.match(r"https?://[a-z-]+\.wikipedia\.org/", id):
        return {"wikipedia_url": id}
    return {}


def cloud_error(error: RequestError) -> Response:
    """An error as that service has it; what is wrong with a request is 400 there."""
    code = error.status if error.status in _STATUSES else 400
    said = {
        "code": code,
        "message": error.reason,
        "status": _STATUSES.get(code, "INVALID_ARGUMENT"),
    }
    return Response(to_json({"error": said}) + "\n", code, error.headers, JSON)
