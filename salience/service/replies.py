"""What the service answers: records as `salience score` writes them, and errors in one form."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from salience.errors import SalienceError
from salience.tables.records import to_json
from salience.types import Record

JSON = "application/json"
LINES = "application/x-ndjson"


class RequestError(SalienceError):
    """A request that gets no result: its status, and the reason in words."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None):
        super().__init__(reason)
        self.status, self.reason, self.headers = status, reason, dict(headers or {})


@dataclass(frozen=True, slots=True)
class Failed:
    """A document without a result: its id or number, the status of HTTP, and the reason."""

    id: str
    status: int
    reason: str

    def to_dict(self) -> Record:
        """What stands in place of its result."""
        return {"id": self.id, **error_record(self.status, self.reason)}


def error_record(status: int, reason: str) -> Record:
    """An error as all answers have it."""
    return {"error": {"status": status, "reason": reason}}


def error_response(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to a request that gets no result."""
    return Response(to_json(error_record(status, reason)) + "\n", status, headers, JSON)
