"""What the service answers: records as `salience score` writes them, and errors in one form; and
what it takes on, and when it says no.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.requests import Request
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


_RETRY_AFTER = {"Retry-After": "5"}  # seconds


@dataclass(frozen=True, slots=True)
class Limits:
    """What clients may send. More is an error that names the limit and its option."""

    body: int = 2_000_000  # bytes of a request
    documents: int = 100
    waiting: int = 20_000_000  # bytes that have come of all requests under way
    arrival: float = 30.0  # seconds that a request may take to arrive


class Room:
    """Room for the requests that are under way, so that memory and waiting are bounded."""

    def __init__(self, limits: Limits):
        self._limits, self._taken = limits, 0

    @asynccontextmanager
    async def body(self, request: Request) -> AsyncIterator[bytes]:
        """The body of a request. What has come of it takes room until the context is left."""
        size, data = 0, bytearray()
        declared = request.headers.get("content-length", "")
        self._check(int(declared) if declared.isdecimal() else 0)
        try:
            try:
                async with asyncio.timeout(self._limits.arrival):
                    async for chunk in request.stream():
                        data += chunk
                        size = self._grow(size, len(data))
            except TimeoutError as error:
                raise RequestError(
                    408,
                    f"the request did not arrive within {self._limits.arrival:g} seconds; send it "
                    "again, or fewer documents at a time.",
                ) from error
            yield bytes(data)
        finally:
            self._taken -= size

    def _grow(self, size: int, wanted: int) -> int:
        """The room of a request that had `size` bytes and needs `wanted`."""
        self._check(wanted)
        limits, more = self._limits, wanted - size
        if self._taken + more > limits.waiting:
            raise RequestError(
                503,
                f"the service is full: requests of {self._taken:,} bytes are under way, and the "
                f"limit is {limits.waiting:,}; send it again a little later.",
                _RETRY_AFTER,
            )
        self._taken += more
        return wanted

    def _check(self, size: int) -> None:
        """Refuse a request of more bytes than one may have."""
        if size > self._limits.body:
            raise RequestError(
                413,
                f"the request has {size:,} bytes or more, and the limit is {self._limits.body:,}; "
                "send fewer documents at a time, or start the service with a higher --max-body.",
            )
