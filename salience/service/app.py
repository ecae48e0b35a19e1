"""The service as an ASGI application: its routes, and the way of a request through it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from spacy.language import Language
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from salience.engine.admission import why_not
from salience.engine.workers import WorkerPool, is_overdue
from salience.errors import Reject, SalienceError
from salience.model.model_card import model_title
from salience.model.salience_model import SalienceModel
from salience.pipeline.provenance import pipeline_name
from salience.service.batches import Batches, Scored
from salience.service.description import docs_page, openapi
from salience.service.limits import Limits, Room
from salience.service.replies import (
    JSON,
    LINES,
    Failed,
    Outcome,
    RequestError,
    Wanted,
    error_response,
)
from salience.service.requests import (
    RequestedDocument,
    RequestScoring,
    documents_of,
    is_one,
    shorter,
    wanted_of,
)
from salience.service.watch import GONE, Watch
from salience.tables.records import to_json
from salience.types import Document, ScoredDocument
from salience.version import __version__

T = TypeVar("T")
_LOOK = 1.0  # seconds after which it is seen whether documents can still be read


def make_app(
    model: SalienceModel,
    nlp: Language,
    *,
    threshold: float | None = None,
    n_process: int = 1,
    timeout: float = 30.0,
    limits: Limits | None = None,
) -> Starlette:
    """The service, for any ASGI server: `/score`, `/health`, `/openapi.json` and `/docs`.

    Args:
        model: Scores the entities.
        nlp: Reads the documents. Texts are limited to its `max_length`, in characters.
        threshold: Entities with at least this probability are salient; the model's own without it.
            A request may say another one.
        n_process: Worker processes, which read the documents.
        timeout: Seconds that a document may take to be read.
        limits: What clients may send; `Limits()` without it.

    Example:
        >>> from salience import load_model, load_pipeline
        >>> app = make_app(load_model(), load_pipeline(fast=True))
        >>> [route.path for route in app.routes]
        ['/score', '/health', '/openapi.json', '/docs']
    """
    if threshold is None:
        threshold = model.classifier.threshold
    task = RequestScoring(nlp, model, threshold)
    service = _Service(nlp, model, limits or Limits())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        with WorkerPool(task, n_process, timeout=timeout) as pool:
            async with service.reading(pool, n_process):
                app.state.failed = None
                failing = asyncio.create_task(service.failure())
                failing.add_done_callback(partial(_fail, app))
                try:
                    yield
                finally:
                    failing.cancel()

    routes = [
        Route("/score", service.score, methods=["POST"]),
        Route("/health", service.health),
        Route("/openapi.json", service.openapi),
        Route("/docs", service.docs),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Watch, paths=[route.path for route in routes])],
        exception_handlers={RequestError: _refused, HTTPException: _no_route},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


class _Service:
    """What is behind the routes."""

    def __init__(self, nlp: Language, model: SalienceModel, limits: Limits):
        self._nlp, self._limits, self._room = nlp, limits, Room(limits)
        self._said = {
            "version": __version__,
            "model": model_title(model.card),
            "pipeline": pipeline_name(nlp),
        }
        self._openapi = to_json(openapi(limits, nlp.max_length))

    @asynccontextmanager
    async def reading(
        self, pool: WorkerPool[ScoredDocument], n_process: int
    ) -> AsyncIterator[None]:
        """Have documents read by a pool, from when its first worker has begun."""
        self._pool, self._batches = pool, Batches(self._read, n_process)
        await self._read([])
        running = asyncio.create_task(self._batches.run())
        try:
            yield
        finally:
            running.cancel()

    async def failure(self) -> SalienceError:
        """Why no document can be read any more, as soon as that is so."""
        try:
            while True:
                await self._read([])
                await asyncio.sleep(_LOOK)
        except SalienceError as error:
            return error

    def _read(self, documents: list[Document]) -> asyncio.Future[list[Scored]]:
        return asyncio.wrap_future(self._pool.submit(documents))

    async def score(self, request: Request) -> Response:
        wanted, kind = wanted_of(request.query_params.multi_items()), _kind(request)
        try:
            async with self._room.body(request) as body:
                found = documents_of(body, kind, self._limits.documents)
                asked = (_asked(document, wanted) for document in found)
                outcomes = await _unless_gone(request, *map(self._outcome, asked))
                failed = sum(isinstance(outcome, Failed) for outcome in outcomes)
                request.state.counts = {"documents": len(found), "failed": failed}
                alone = is_one(body, kind)
                return await asyncio.to_thread(_answer, outcomes, wanted, kind, alone)
        except ClientDisconnect:
            return Response(status_code=GONE)

    async def _outcome(self, found: Document | Failed) -> Outcome:
        """What becomes of a document, or why it is none."""
        if isinstance(found, Failed):
            return found
        if reason := why_not(found, self._nlp, abstracts=False):
            return Failed(found.id, 422, reason)
        try:
            outcome = await self._batches.add(found)
        except SalienceError as error:
            raise RequestError(503, f"no document can be read: {error}") from error
        if isinstance(outcome, Reject):
            return Failed(outcome.id, 504 if is_overdue(outcome) else 500, outcome.reason)
        return outcome

    async def health(self, _: Request) -> Response:
        try:
            self._pool.submit([])  # it takes work, unless it has failed for good
        except SalienceError as error:
            return error_response(503, f"no document can be read: {error}")
        return Response(to_json({"status": "ready", **self._said}) + "\n", media_type=JSON)

    async def openapi(self, _: Request) -> Response:
        return Response(self._openapi, media_type=JSON)

    async def docs(self, request: Request) -> Response:
        where, length = str(request.base_url), self._nlp.max_length
        return HTMLResponse(docs_page(self._said, where, self._limits, length))


def _kind(request: Request) -> str:
    """The media type of a body, which must be one that we read."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (JSON, LINES):
        reason = f"the Content-Type must be {JSON} or {LINES}, but is {shorter(kind)}; change it."
        raise RequestError(415, reason)
    if (packed := request.headers.get("content-encoding", "identity")) != "identity":
        reason = f"the body must not be compressed, but is {shorter(packed)}; send it as it is."
        raise RequestError(415, reason)
    return kind


def _asked(found: Document | Failed, wanted: Wanted) -> Document | Failed:
    """A document with what the client wants of it."""
    if isinstance(found, Failed):
        return found
    return RequestedDocument(found.id, found.text, found.title, (), found.meta, wanted.nominal)


async def _unless_gone(request: Request, *waiting: Coroutine[None, None, T]) -> list[T]:
    """The results of all; if the client goes before, all are cancelled."""
    results, gone = asyncio.gather(*waiting), asyncio.create_task(_gone(request))
    either: list[asyncio.Future[Any]] = [results, gone]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not results.done():
            raise ClientDisconnect
        return results.result()
    finally:
        results.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _answer(outcomes: Sequence[Outcome], wanted: Wanted, kind: str, one: bool) -> Response:
    """The answer: a record, a list of them, or one in each line."""
    lines = [wanted.line(outcome) for outcome in outcomes]
    if kind == LINES:
        return Response("".join(f"{line}\n" for line in lines), media_type=LINES)
    if not one:
        return Response("[" + ",\n".join(lines) + "]\n", media_type=JSON)
    [outcome], [line] = outcomes, lines
    status = outcome.status if isinstance(outcome, Failed) else 200
    return Response(f"{line}\n", status, media_type=JSON)


def _fail(app: Starlette, failing: asyncio.Task[SalienceError]) -> None:
    """Have the service end: `salience.service.server.Server` looks at this."""
    if not failing.cancelled():
        app.state.failed = failing.result()


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)  # noqa: S101
    return error_response(error.status, error.reason, error.headers)


async def _no_route(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "another one")
        reason = f"this path has no such method; use {allowed} (see /docs)."
    else:
        reason = "there is no such path; see /docs for those that there are."
    return error_response(error.status_code, reason, error.headers)
