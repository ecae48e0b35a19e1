"""What the service answers: records as `salience score` writes them, and errors in one form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from starlette.responses import Response

from salience.errors import SalienceError
from salience.tables.records import to_json, to_record
from salience.types import Record, ScoredDocument

JSON = "application/json"
LINES = "application/x-ndjson"


class RequestError(SalienceError):
    """A request that gets no result: its status, and the reason in words."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None):
        super().__init__(reason)
        self.status, self.reason, self.headers = status, reason, dict(headers or {})


@dataclass(frozen=True, slots=True)
class Failed:
    """A document without a result.

    Attributes:
        id: Of the document; its number in the request if it has none.
        status: That of HTTP, which a request of this document alone gets.
        reason: One line: the thing, the rule, the value and the next step.
    """

    id: str
    status: int
    reason: str


Outcome = ScoredDocument | Failed


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entities a client wants, as with the options of `salience score`.

    Attributes:
        threshold: Salient are entities with at least this score; the model's own without it.
        top: So many, the most salient ones.
        types: Those of these types.
        salient: Those that reach the threshold.
        nominal: Whether entities without a name are found and scored too.
        dates: Whether dates, times and amounts are listed too.
    """

    threshold: float | None = None
    top: int | None = None
    types: Sequence[str] | None = None
    salient: bool = False
    nominal: bool = False
    dates: bool = False

    def line(self, outcome: Outcome) -> str:
        """A result as `salience score` writes it, or an error, as one line of JSON."""
        if isinstance(outcome, Failed):
            return to_json({"id": outcome.id, **error_record(outcome.status, outcome.reason)})
        if self.threshold is not None:
            outcome = replace(outcome, threshold=self.threshold)
        shown = outcome.only(top=self.top, types=self.types, salient=self.salient)
        return to_json(to_record(shown, dates=self.dates))


def error_record(status: int, reason: str) -> Record:
    """An error as all answers have it."""
    return {"error": {"status": status, "reason": reason}}


def error_response(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to a request that gets no result."""
    body = to_json(error_record(status, reason)) + "\n"
    return Response(body, status, headers, JSON)
