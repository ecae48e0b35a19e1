"""The command `salience serve`, and its log as messages of the command line."""

import logging
import re
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.options import option

# As browsers send it: in lower case, without a path and without the usual port.
_ORIGIN = re.compile(
    r"(?!http://.*:80$|https://.*:443$)"
    r"[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?"
)


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


def _origins(given: list[str] | None) -> list[str]:
    for origin in given or ():
        if origin != "*" and not _ORIGIN.fullmatch(origin):
            raise typer.BadParameter(
                f"a site must be * or scheme://host[:port] in lower case, without the usual port, "
                f"but is {origin!r}; write it as https://example.org"
            )
    return given or []


def serve(
    *,
    host: Annotated[
        str, option("Address to listen on; 0.0.0.0 for all addresses of the machine.")
    ] = ("127.0.0.1"),
    port: Annotated[
        int, option("Port to listen on; 0 for any that is free.", min=0, max=65535)
    ] = 8000,
    model: opt.Model = opt.MODEL,
    parser: opt.EntityParser,
    threshold: opt.Threshold = None,
    n_process: opt.NProcess = 1,
    timeout: Annotated[float, option("Most seconds that a document may take.", min=0.1)] = 30,
    max_length: opt.MaxLength = 100_000,
    max_documents: Annotated[int, option("Most documents in a request.", min=1)] = 100,
    max_body: Annotated[int, option("Most bytes in a request.", min=1)] = 2_000_000,
    max_waiting: Annotated[
        int, option("Most bytes of all requests that are under way.", min=1)
    ] = 20_000_000,
    cors: Annotated[
        list[str] | None,
        option(
            "Site whose pages may call the service, such as https://example.org; may be repeated.",
            callback=_origins,
        ),
    ] = None,
    log_format: opt.LogFormatOption = "text",
) -> None:
    """Score, explain, summarize and compress documents, over HTTP.

    POST /score takes a document as JSON, or a list of them, and answers with what `salience score`
    writes; /names, /explain, /summarize and /compress do so for their commands. GET / is a page for
    a text, and GET /docs describes the rest. After Ctrl-C or SIGTERM it ends when the requests
    under way are answered.

    \b
    Example:
      salience serve --port 8000 --n-process 2
    """
    from salience.service.app import make_app
    from salience.service.replies import Limits
    from salience.service.server import bind, serve_app

    limits = Limits(max_body, max_documents, max(max_waiting, max_body))
    with bind(host, port) as taken:
        loaded, pipeline = opt.load_both(model, parser, max_length)
        log_to_stderr()
        app = make_app(
            loaded,
            pipeline,
            threshold=threshold,
            n_process=n_process,
            timeout=timeout,
            limits=limits,
            origins=cors or (),
        )
        serve_app(app, taken)
