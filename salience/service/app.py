"""The service as an ASGI application: its routes, and the way of a request through it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from spacy.language import Language
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from salience.compression.models import DEFAULT, CompressionModel, load_compressor
from salience.engine.admission import why_not
from salience.engine.workers import WorkerPool, is_overdue
from salience.errors import Reject, SalienceError
from salience.model.model_card import model_title
from salience.model.salience_model import SalienceModel
from salience.pipeline.provenance import pipeline_name
from salience.service.batches import Batches
from salience.service.cloud import ANALYZE_ENTITIES, cloud_answer, cloud_error, cloud_request
from salience.service.description import docs_page, openapi, workbench_page
from salience.service.replies import JSON, LINES, Failed, Limits, RequestError, Room, error_response
from salience.service.requests import documents_of, is_one, shorter, work_of
from salience.service.watch import GONE, Watch
from salience.service.work import PATHS, RequestedDocument, RequestTask, Score, Work
from salience.tables.records import to_json
from salience.types import Document
from salience.version import __version__

T = TypeVar("T")
_NOT_FRAMED = {"Content-Security-Policy": "frame-ancestors 'none'"}
_LOOK = 1.0  # seconds after which it is seen whether documents can still be read


def make_app(
    model: SalienceModel,
    nlp: Language,
    *,
    compressor: CompressionModel | None = None,
    threshold: float | None = None,
    n_process: int = 1,
    timeout: float = 30.0,
    limits: Limits | None = None,
    origins: Sequence[str] = (),
) -> Starlette:
    """The service, for any ASGI server; `/docs` says what its paths do.

    Args:
        model: What scores entities.
        nlp: The pipeline.
        compressor: What shortens sentences; without it the one that ships.
        threshold: Entities with at least this probability are salient; the model's own without it.
        n_process: Worker processes, which its `lifespan` starts and ends.
        timeout: Seconds that a document may take.
        limits: How much a client may send and ask at once.
        origins: The sites whose pages may ask it.

    Example:
        >>> from salience import load_model, load_pipeline
        >>> app = make_app(load_model(), load_pipeline())
        >>> "/score" in [route.path for route in app.routes]
        True
    """
    task = RequestTask(nlp, model, compressor or load_compressor(DEFAULT), threshold)
    service = _Service(nlp, model, threshold, limits or Limits())

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
        *(Route(path, partial(service.answer, path), methods=["POST"]) for path in PATHS),
        Route(ANALYZE_ENTITIES, service.analyze_entities, methods=["POST"]),
        Route("/health", service.health),
        Route("/openapi.json", service.openapi),
        Route("/docs", service.docs),
        Route("/", service.workbench),
    ]
    middleware = [Middleware(Watch, paths=[route.path for route in routes])]
    if origins:
        allowed: Any = {"allow_origins": origins, "allow_methods": ["GET", "POST"]}
        middleware.append(Middleware(CORSMiddleware, **allowed, allow_headers=["Content-Type"]))
    app = Starlette(
        routes=routes,
        middleware=middleware,
        exception_handlers={RequestError: _refused, HTTPException: _no_route},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


class _Service:
    """What is behind the routes."""

    def __init__(
        self, nlp: Language, model: SalienceModel, threshold: float | None, limits: Limits
    ) -> None:
        self._nlp, self._limits, self._room = nlp, limits, Room(limits)
        self._said = {
            "version": __version__,
            "model": model_title(model.card),
            "pipeline": pipeline_name(nlp),
        }
        self._openapi = to_json(openapi(limits, nlp.max_length))
        self._workbench = workbench_page(
            self._said,
            model.classifier.threshold if threshold is None else threshold,
            nlp.max_length,
        )

    @asynccontextmanager
    async def reading(self, pool: WorkerPool[Any], n_process: int) -> AsyncIterator[None]:
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

    def _read(self, documents: list[Document]) -> asyncio.Future[list[Any]]:
        return asyncio.wrap_future(self._pool.submit(documents))

    async def answer(self, path: str, request: Request) -> Response:
        """Do the work of a path with the documents of a request."""
        work, kind = work_of(PATHS[path], request.query_params.multi_items()), _kind(request)
        try:
            async with self._room.body(request) as body:
                documents = documents_of(body, kind, self._limits.documents)
                outcomes = await self._outcomes(request, documents, work)
                alone = is_one(body, kind)
                return await asyncio.to_thread(_answer, outcomes, work, kind, alone)
        except ClientDisconnect:
            return Response(status_code=GONE)

    async def analyze_entities(self, request: Request) -> Response:
        """Answer as the cloud service did, whose errors have a form of their own."""
        try:
            if _kind(request) != JSON:
                raise RequestError(400, f"the Content-Type must be {JSON}; change it.")
            async with self._room.body(request) as body:
                wanted = await asyncio.to_thread(cloud_request, body, self._nlp.max_length)
                [outcome] = await self._outcomes(request, [Document("1", wanted.text)], Score())
                if isinstance(outcome, Failed):
                    raise RequestError(outcome.status, outcome.reason)
                answer = await asyncio.to_thread(cloud_answer, wanted, outcome)
                return Response(to_json(answer) + "\n", media_type=JSON)
        except RequestError as error:
            return cloud_error(error)
        except ClientDisconnect:
            return Response(status_code=GONE)

    async def _outcomes(
        self, request: Request, documents: Sequence[Document | Failed], work: Work
    ) -> list[Any]:
        """What becomes of each document: its result or why it has none."""
        outcomes = await _unless_gone(request, *(self._outcome(d, work) for d in documents))
        failed = sum(isinstance(outcome, Failed) for outcome in outcomes)
        request.state.counts = {"documents": len(documents), "failed": failed}
        return outcomes

    async def _outcome(self, given: Document | Failed, work: Work) -> Any:
        if isinstance(given, Failed):
            return given
        if reason := why_not(given, self._nlp, abstracts=False):
            return Failed(given.id, 422, reason)
        wanted = RequestedDocument(given.id, given.text, given.title, (), given.meta, work)
        try:
            outcome = await self._batches.add(wanted)
        except SalienceError as error:
            raise RequestError(503, f"no document can be read: {error}") from error
        if isinstance(outcome, Reject):
            status = 422 if outcome.refused else 504 if is_overdue(outcome) else 500
            return Failed(outcome.id, status, outcome.reason)
        return outcome

    async def health(self, _: Request) -> Response:
        try:
            self._pool.submit([])  # it takes work, unless it has failed for good
        except SalienceError as error:
            return error_response(503, f"no document can be read: {error}")
        return Response(to_json({"status": "ready", **self._said}) + "\n", media_type=JSON)

    async def openapi(self, _: Request) -> Response:
        return Response(self._openapi, media_type=JSON)

    async def workbench(self, _: Request) -> Response:
        return HTMLResponse(self._workbench, headers=_NOT_FRAMED)

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


async def _unless_gone(request: Request, *waiting: Coroutine[None, None, T]) -> list[T]:
    """The results of all; if the client goes before, all are cancelled."""
    results, gone = asyncio.gather(*waiting), asyncio.create_task(_gone(request))
    results.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, if gone
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


def _answer(outcomes: Sequence[Any], work: Work, kind: str, alone: bool) -> Response:
    """The answer: a record, a list of them, or one in each line."""
    done = work.records([o for o in outcomes if not isinstance(o, Failed)])
    lines = [to_json(o.to_dict() if isinstance(o, Failed) else next(done)) for o in outcomes]
    if kind == LINES:
        return Response("".join(f"{line}\n" for line in lines), media_type=LINES)
    if not alone:
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
