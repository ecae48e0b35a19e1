"""The log of the service as messages of the command line."""

import logging

from salience.cli.console import say

_EVENTS = {logging.WARNING: "warning", logging.ERROR: "error"}


class Messages(logging.Handler):
    """Says what is logged, a line each: as text, or as JSON with its fields."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say a record, and nothing of the values in a traceback."""
        fields = getattr(record, "fields", {})
        event = _EVENTS.get(record.levelno, "request" if fields else "message")
        shown = (f"{name}={value}" for name, value in fields.items())
        say(" ".join([record.getMessage(), *shown]), event, **fields)


def log_to_stderr() -> None:
    """Write what the service and its server have to say to standard error."""
    for name, level in (("salience.service", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers = [Messages()]
        logger.propagate = False
