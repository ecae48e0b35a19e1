"""Workers take small batches, and end with the job that has them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from spacy.language import Language

from salience.errors import SalienceError
from salience.run.documents import parse_documents
from salience.run.workers import in_batches
from salience.types import Document
from tests.support import ROOT
from tests.support.tiny_pipeline import corpus, tiny_pipeline


@pytest.fixture(scope="module")
def nlp() -> Language:
    return tiny_pipeline()


def words(n: int) -> str:
    """So many characters that do not repeat themselves."""
    return " ".join(map(str, range(n)))[:n]


def test_long_documents_make_small_batches() -> None:
    sizes = [10, 7_500, 3_000, 12_500, 10, 10]
    documents = [Document(str(n), words(n)) for n in sizes]
    batches = list(in_batches(documents, 4))
    assert [[len(d.text) for d in b] for b in batches] == [
        [10, 7_500, 3_000],
        [12_500],
        [10, 10],
    ]


def test_documents_that_repeat_themselves_are_alone() -> None:
    """Of equal words the last bits decide, and these differ with what is computed beside them."""
    texts = [words(100), "Ada Byrne " * 90, words(100), words(200), "#ab " * 90, words(10_500)]
    documents = [Document(str(n), text) for n, text in enumerate(texts)]
    batches = [[document.id for document in batch] for batch in in_batches(documents, 16)]
    assert batches == [["0"], ["1"], ["2", "3"], ["4"], ["5"]]


def test_a_worker_that_dies_is_an_error_and_not_a_wait(nlp: Language) -> None:
    documents = [*corpus(3), Document("last", "TinyExit.")]
    with pytest.raises(SalienceError, match=r"worker processes died.*--n-process"):
        list(parse_documents(documents, nlp, n_process=2))


ENDLESS = """
import itertools, multiprocessing, signal
from salience.run.documents import parse_documents
from salience.types import Document
from tests.support.tiny_pipeline import tiny_pipeline
# What a shell starts in the background ignores the key; the command line takes both alike.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.default_int_handler)
endless = (Document(str(i), "Ada Byrne met Oslo. ") for i in itertools.count())
for parsed in parse_documents(endless, tiny_pipeline(), n_process=2):
    if parsed.document.id == "50":
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)
"""


@pytest.fixture
def endless() -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that reads documents without end, and the numbers of its workers."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    workers = [int(number) for number in process.stdout.readline().split()]
    assert len(workers) == 2
    yield process, workers
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def lives(process: int) -> bool:
    """Whether a process still runs; one that nobody has waited for yet does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_parent(
    endless: tuple[subprocess.Popen[str], list[int]], end: signal.Signals
) -> None:
    process, workers = endless
    process.send_signal(end)
    process.wait(timeout=30)
    deadline = time.monotonic() + 15
    while any(map(lives, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(lives, workers))


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_without_noise_from_workers(
    endless: tuple[subprocess.Popen[str], list[int]], end: signal.Signals
) -> None:
    process, _ = endless
    os.killpg(process.pid, end)
    _, errors = process.communicate(timeout=60)
    assert errors.count("Traceback") == 1 and errors.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.slow
def test_who_wants_no_more_does_not_wait_for_what_is_read(nlp: Language) -> None:
    results = parse_documents(corpus(500), nlp, n_process=2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert [parsed.document.id for parsed in parse_documents(corpus(3), nlp, n_process=2)] == [
        "d0", "d1", "d2",
    ]  # fmt: skip
