"""A service as its tests call it: in a thread of this process, or in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
from starlette.applications import Starlette

from salience.service.server import Server, address, bind
from tests.support import ROOT


@contextmanager
def served(app: Starlette, host: str = "127.0.0.1") -> Iterator[httpx.Client]:
    """A client of an application, which a thread serves."""
    with bind(host, 0) as taken:
        server = Server(app)
        thread = Thread(target=server.run, args=([taken],))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server has ended"
                time.sleep(0.01)
            with httpx.Client(base_url=address(taken), timeout=60) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def process(*words: str, log: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A Python process that serves on a port of its own, and its address, which its log says."""
    where = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with log.open("wb") as file:
        running = subprocess.Popen([sys.executable, *words], env=where, stderr=file)
    try:
        yield running, _address(running, log)
    finally:
        running.kill()
        running.wait()


def _address(running: subprocess.Popen[bytes], log: Path) -> str:
    while running.poll() is None:
        if found := re.search(r"listens on (http://\S+?)[ \"]", log.read_text("utf-8")):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text("utf-8"))
