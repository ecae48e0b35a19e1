"""The log of the service: a line per request, and nothing of what a client sent."""

import logging
import time
import traceback
from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from salience.service.replies import error_response

LOG = logging.getLogger("salience.service")
GONE = 499
"""The status that the log has of a client that went before its answer."""
_LENGTHS = {b"content-length", b"transfer-encoding"}
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Watch:
    """Logs each request, without anything a client wrote, and answers what broke."""

    def __init__(self, app: ASGIApp, paths: Collection[str]):
        self._app, self._paths = app, paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or whatever else a server has."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            if {name for name, _ in scope["headers"]} >= _LENGTHS:
                reason = "the request says its length in two ways, Content-Length and "
                reason += "Transfer-Encoding, of which each reader may take another; send one."
                await error_response(400, reason, {"Connection": "close"})(scope, receive, noted)
                return
            await self._app(scope, receive, noted)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            said = {"error": type(error).__name__, "file": place.filename, "line": place.lineno}
            LOG.error("a request broke the service", extra={"fields": said})
            if not status:
                reason = f"the service failed on it ({type(error).__name__}); its log has more."
                await error_response(500, reason)(scope, receive, noted)
        finally:
            self._log(scope, status, time.perf_counter() - begun)

    def _log(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        path = scope["path"] if scope["path"] in self._paths else "other"
        said = {"method": method, "path": path, "status": status, "ms": round(1000 * seconds)}
        said |= scope.get("state", {}).get("counts", {})
        LOG.info("request", extra={"fields": said})
