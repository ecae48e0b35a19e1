"""The service as a process, with real clients."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from salience.corpus.read import read_corpus
from salience.engine.documents import score
from salience.errors import SalienceError
from salience.resources import example_paths
from salience.service.app import make_app
from salience.service.replies import Limits
from salience.service.server import bind
from salience.tables.records import to_json, to_record
from salience.types import Document
from tests.support import ROOT
from tests.support.builders import toy_model
from tests.support.service import process, served
from tests.support.tiny_pipeline import TEXT, tiny_pipeline

N_CLIENTS = 16


def articles() -> list[Document]:
    return [
        Document(document.id, document.text, document.title)
        for path in example_paths()
        for document in read_corpus(path)
    ]


def fields(document: Document, id: str = "") -> dict[str, object]:
    return {"id": id or document.id, "title": document.title, "text": document.text}


def connected(client: httpx.Client, sent: bytes) -> socket.socket:
    """A connection to the same service, on which these bytes were sent."""
    made = socket.create_connection((client.base_url.host, client.base_url.port), timeout=60)
    made.sendall(sent)
    return made


def head(size: int) -> bytes:
    """The head of a request of so many bytes."""
    kind = "Content-Type: application/json"
    return f"POST /score HTTP/1.1\r\nHost: x\r\n{kind}\r\nContent-Length: {size}\r\n\r\n".encode()


@pytest.mark.slow
def test_many_clients_get_what_score_writes_and_what_is_under_way_is_finished(
    tmp_path: Path,
) -> None:
    documents = articles()
    expected = {scored.parsed.document.id: scored for scored in score(documents)}
    sent = [(n, document) for n in range(4) for document in documents]

    def answer(n: int, document: Document) -> bool:
        id = f"{document.id}/{n}"
        if n % 2:
            found = client.post("/score", json=fields(document, id)).text.rstrip()
        else:  # beside one that is broken
            several = [fields(document, id), {"id": "bad"}]
            found, bad = client.post("/score", json=several).text[1:].rstrip("]\n").split(",\n")
            assert json.loads(bad)["error"]["status"] == 422
        record = to_record(expected[document.id])
        return found == to_json({**record, "id": id})

    words = ("-m", "salience", "serve", "--port", "0", "--log-format", "json")
    with (
        process(*words, log=tmp_path / "log") as (running, address),
        httpx.Client(base_url=address, timeout=60) as client,
        ThreadPoolExecutor(N_CLIENTS) as clients,
    ):
        assert all(clients.map(lambda pair: answer(*pair), sent))
        long = " ".join(document.text for document in documents)[:60_000]
        late = clients.submit(client.post, "/score", json={"id": "late", "text": long})
        time.sleep(0.3)
        running.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{address}/health")
        assert late.result().json()["id"] == "late"
        assert running.wait(timeout=60) == 0
    log = list(map(json.loads, (tmp_path / "log").read_text().splitlines()))
    done = [line for line in log if line.get("path") == "/score"]
    assert len(done) == len(sent) + 1 and {line["status"] for line in done} == {200}
    assert {line["event"] for line in log} == {"request", "message"}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    limits = Limits(body=20_000, waiting=30_000, arrival=600)
    with served(make_app(toy_model(), tiny_pipeline(), limits=limits)) as found:
        yield found


def test_a_full_service_says_so_and_has_room_again(client: httpx.Client) -> None:
    large = {"text": "It rained. " * 1_000}
    deadline = time.monotonic() + 60
    is_full = False
    while not is_full:  # of the two, the one that the service reads last is refused
        assert time.monotonic() < deadline, "the service never reads the other client first"
        with connected(client, head(20_000) + b"[" * 19_990):
            time.sleep(0.05)
            answer = client.post("/score", json=large)
            is_full = answer.status_code == 503
            if is_full:
                assert int(answer.headers["retry-after"]) > 0
                assert "19,990 bytes are under way" in answer.json()["error"]["reason"]
                assert client.post("/score", json={"text": TEXT}).status_code == 200
    deadline = time.monotonic() + 60
    while client.post("/score", json=large).status_code != 200:
        assert time.monotonic() < deadline, "the room of a client that has gone is not free"


def test_what_kills_its_worker_or_takes_too_long_costs_only_itself(tmp_path: Path) -> None:
    good = {"id": "good", "text": TEXT}
    sent = [good, {"id": "a", "text": "TinyExit."}, good, {"id": "b", "text": "TinyHang."}, good]
    words = ("-m", "tests.support.tiny_service", "2")
    with (
        process(*words, log=tmp_path / "log") as (_, address),
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        first, *found = client.post("/score", json=sent).json()
        assert [found[1], found[3]] == [first, first] and first["entities"]
        failed = [(record["id"], record["error"]["status"]) for record in found[::2]]
        assert failed == [("a", 500), ("b", 504)]
        assert client.post("/score", json=good).json() == first
        alone = client.post("/score", json=sent[3])
        assert alone.status_code == 504 and "time limit" in alone.json()["error"]["reason"]


def test_a_request_must_arrive_in_time() -> None:
    app = make_app(toy_model(), tiny_pipeline(), limits=Limits(arrival=0.1))
    with served(app) as client, connected(client, head(100) + b"[") as slow:
        assert slow.recv(1000).startswith(b"HTTP/1.1 408")


def test_a_body_over_the_limit_is_refused_before_it_is_sent(client: httpx.Client) -> None:
    with connected(client, head(10**12)) as big:
        assert big.recv(1000).startswith(b"HTTP/1.1 413")
    answer = client.post(
        "/score", content=b"7" * 3_000_000, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 413


def test_what_is_no_http_is_refused_without_a_word_of_it_in_the_log(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with connected(client, b"Secret\x00\r\n\r\n") as raw:
        assert raw.recv(1000).startswith(b"HTTP/1.1 400")
    assert "Secret" not in caplog.text


def test_a_port_that_is_taken_is_an_error_at_once() -> None:
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SalienceError, match=f"can't listen on 127.0.0.1 port {port}"):
            bind("127.0.0.1", port)


def test_without_the_extra_the_error_names_it() -> None:
    code = (
        "import sys; sys.modules['starlette'] = None\n"
        "from salience.cli.app import main\n"
        "sys.argv = ['salience', 'serve']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stderr.splitlines() == [
        "salience: the service needs starlette. Install it: pip install 'salience[serve]'."
    ]


def test_the_client_of_the_page_works(
    client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs/serve.md").read_text("utf-8")
    [code] = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(code.replace("http://127.0.0.1:8000", str(client.base_url)), {})  # noqa: S102
    assert "Ada Byrne" in capsys.readouterr().out


def test_the_log_warns_where_other_machines_may_reach_it(caplog: pytest.LogCaptureFixture) -> None:
    for host, warned in (("127.0.0.1", False), ("0.0.0.0", True)):  # noqa: S104
        caplog.clear()
        with caplog.at_level("INFO", "salience.service"), served(Starlette(), host):
            pass
        assert f"listens on http://{host}" in caplog.text
        assert ("asks nobody who they are" in caplog.text) == warned
