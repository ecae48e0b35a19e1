"""How the log of the service is written: a line per event, for people or as JSON."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from salience.text.formatting import printable


class TextLines(logging.Formatter):
    """Time and message, then what else is known."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as one line, without characters that control a terminal.

        Example:
            >>> record = logging.makeLogRecord({"msg": "request", "fields": {"status": 200}})
            >>> TextLines().format(record)
            '...Z request status=200'
        """
        fields = (f"{name}={value}" for name, value in _fields(record).items())
        return printable(" ".join([_time(record), record.getMessage(), *fields]))


class JsonLines(logging.Formatter):
    """The same as JSON objects."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as one line of ASCII JSON.

        Example:
            >>> record = logging.makeLogRecord({"msg": "request", "fields": {"status": 200}})
            >>> sorted(json.loads(JsonLines().format(record)))
            ['level', 'message', 'status', 'time']
        """
        said = {"time": _time(record), "level": record.levelname.lower()}
        return json.dumps(said | {"message": record.getMessage()} | _fields(record))


def log_to_stderr(as_json: bool) -> None:
    """Write what the service and its server have to say to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else TextLines())
    for name, level in (("salience.service", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers = [handler]
        logger.propagate = False


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _fields(record: logging.LogRecord) -> dict[str, str | int]:
    return dict(getattr(record, "fields", {}))
