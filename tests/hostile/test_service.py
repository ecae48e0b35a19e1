"""Clients that mean no good, and processes that die: the service refuses, or ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from salience.service.app import make_app
from salience.service.replies import Limits
from tests.support.builders import toy_model
from tests.support.service import process, served
from tests.support.tiny_pipeline import TEXT, tiny_pipeline

GOOD = {"id": "good", "text": TEXT}
LIMITS = Limits(body=20_000, waiting=40_000, arrival=600)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with served(make_app(toy_model(), tiny_pipeline(), limits=LIMITS)) as found:
        yield found


def sent(client: httpx.Client, content: bytes) -> socket.socket:
    """A connection to the service on which this was sent."""
    made = socket.create_connection((client.base_url.host, client.base_url.port), timeout=60)
    made.sendall(content)
    return made


def head(*lines: str) -> bytes:
    return "\r\n".join(
        ["POST /score HTTP/1.1", "Host: x", "Content-Type: application/json", *lines, "", ""]
    ).encode()


def test_who_declares_much_and_sends_little_shuts_nobody_out(client: httpx.Client) -> None:
    with ExitStack() as slow:
        for _ in range(10):
            slow.enter_context(sent(client, head("Content-Length: 20000") + b"["))
        for _ in range(20):
            assert client.post("/score", json=GOOD).status_code == 200


def test_a_request_with_two_lengths_is_refused(client: httpx.Client) -> None:
    body = json.dumps(GOOD).encode()
    for lines in (
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked", f"Content-Length: {len(body)}"],
    ):
        with sent(client, head(*lines) + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)) as made:
            answer = made.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 400"), answer
        assert b"connection: close" in answer.lower()


@pytest.mark.parametrize("depth", [50, 900])
def test_clusters_that_are_nested_deep_are_the_error_of_their_document(
    client: httpx.Client, depth: int
) -> None:
    nested = "[" * depth + "]" * depth
    body = f'[{{"id": "bad", "text": "Oslo.", "clusters": {nested}}}, {json.dumps(GOOD)}]'
    answer = client.post("/score", content=body, headers={"Content-Type": "application/json"})
    bad, good = answer.json()
    assert answer.status_code == 200 and good["entities"]
    assert bad["error"]["status"] == 422 and "clusters must be lists of" in bad["error"]["reason"]


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forks on Linux alone")
def test_the_service_ends_when_what_starts_its_workers_has_died(tmp_path: Path) -> None:
    words = ("-m", "tests.support.tiny_service", "20")
    with process(*words, log=tmp_path / "log") as (running, address):
        assert httpx.post(f"{address}/score", json=GOOD, timeout=60).status_code == 200
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        assert running.wait(timeout=60) > 0
    assert "no document can be read" in (tmp_path / "log").read_text()
