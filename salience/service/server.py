"""The service on a port of this machine, until a signal ends it."""

import ipaddress
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn
from starlette.applications import Starlette

from salience.errors import SalienceError
from salience.service.watch import LOG


def bind(host: str, port: int) -> socket.socket:
    """Take a port, so that it is known before the work starts whether it is free."""
    try:
        family, *_, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        taken = socket.socket(family, socket.SOCK_STREAM)
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(place)
        except OSError:
            taken.close()
            raise
    except (OSError, OverflowError) as error:
        raise SalienceError(
            f"the service can't listen on {host} port {port} ({error}). Name another --port or "
            "--host, or end what listens there."
        ) from error
    return taken


def address(taken: socket.socket) -> str:
    """The address of the service for clients on this machine's network."""
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_app(app: Starlette, taken: socket.socket) -> None:
    """Answer requests until SIGTERM or Ctrl-C; those that are under way then are finished."""
    with _ignored(signal.SIGTERM, signal.SIGINT):  # uvicorn raises again what has ended it
        Server(app).run(sockets=[taken])
    if failed := getattr(app.state, "failed", None):
        raise SalienceError(f"the service has ended, since no document can be read: {failed}")


class Server(uvicorn.Server):
    """Says when it listens, and listens no more when it ends, whoever else has its socket."""

    def __init__(self, app: Starlette):
        config = uvicorn.Config(
            app,
            lifespan="on",
            ws="none",
            access_log=False,  # `Watch` says what may be said
            log_config=None,
            proxy_headers=False,
            server_header=False,
        )
        super().__init__(config)
        self._state = app.state

    async def on_tick(self, counter: int) -> bool:  # noqa: D102
        failed = getattr(self._state, "failed", None)
        return await super().on_tick(counter) or failed is not None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: D102
        await super().startup(sockets)
        for taken in sockets or ():
            where = address(taken)
            LOG.info(f"salience listens on {where} (open it in a browser; {where}/docs says more)")
            host = taken.getsockname()[0].split("%")[0]
            if not ipaddress.ip_address(host).is_loopback:
                LOG.warning(
                    "other machines may reach it, and it asks nobody who they are; put a proxy "
                    "that does before it, or leave out --host"
                )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: D102
        for taken in sockets or ():
            with suppress(OSError):
                taken.shutdown(socket.SHUT_RDWR)  # workers are forks, which have it too
        await super().shutdown(sockets)
        LOG.info("salience has ended")


@contextmanager
def _ignored(*signals: signal.Signals) -> Iterator[None]:
    before = {number: signal.signal(number, lambda *_: None) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
