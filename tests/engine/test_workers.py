"""A document that breaks its worker costs itself alone; workers end with the job that has them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from spacy.language import Language

from salience.engine import processes, workers
from salience.engine.batches import run_task
from salience.engine.documents import parse_documents
from salience.engine.tasks import Parsing
from salience.engine.workers import WorkerPool
from salience.errors import Reject, SalienceError
from salience.types import Document, ParsedDocument
from tests.support import ROOT
from tests.support.tiny_pipeline import TEXT, corpus, tiny_pipeline

_LIMIT = 2.0  # seconds: a machine that does much else needs some for an innocent document

in_proc = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@pytest.fixture(scope="module")
def nlp() -> Language:
    return tiny_pipeline()


def ids(outcomes: Iterable[ParsedDocument | Reject]) -> list[str]:
    """Of documents their ids; of rejects the reasons."""
    return [o.reason if isinstance(o, Reject) else o.document.id for o in outcomes]


@pytest.mark.parametrize("n_process", [1, 2])
@pytest.mark.parametrize("batch_size", [1, 5, 16])
def test_what_breaks_a_worker_costs_itself_alone(
    nlp: Language, n_process: int, batch_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", batch_size)
    items: list[Document | Reject] = list(corpus(16))
    for i, word in ((0, "TinyExit"), (3, "TinyKill"), (4, "TinyFault")):
        items[i] = Document(f"d{i}", f"{word} met Oslo.")
    found = list(run_task(Parsing(nlp), items, timeout=60, n_process=n_process))
    rejects = {o.id: o.reason for o in found if isinstance(o, Reject)}
    assert rejects == {
        "d0": "worker processes died of it (exit code 1); split it, or leave it out",
        "d3": "worker processes died of it (SIGKILL, most likely for lack of memory); split it, "
        "or leave it out",
        "d4": "worker processes died of it (SIGSEGV); split it, or leave it out",
    }
    kept = [d for d in items if isinstance(d, Document) and d.id not in rejects]
    assert [o for o in found if not isinstance(o, Reject)] == list(run_task(Parsing(nlp), kept))
    assert [o.id if isinstance(o, Reject) else o.document.id for o in found] == [
        f"d{i}" for i in range(16)
    ]


def test_a_document_that_hangs_costs_itself_alone(nlp: Language) -> None:
    items = [*corpus(3), Document("late", "TinyHang."), *corpus(3)]
    found = list(run_task(Parsing(nlp), items, timeout=_LIMIT))
    assert found[:3] == found[4:] == list(run_task(Parsing(nlp), corpus(3)))
    assert found[3] == Reject(
        "late",
        "",
        f"it was not done after {_LIMIT:g} seconds, the time limit of a document; raise the limit "
        "(timeout, --timeout), split it, or leave it out",
    )


@in_proc
def test_a_document_that_takes_all_memory_costs_itself_alone(nlp: Language) -> None:
    documents = [*corpus(2), Document("big", "TinyMemory."), *corpus(2)]
    with WorkerPool(Parsing(nlp), 1, memory=1 << 30) as pool:
        found = ids(pool.submit(documents).result(timeout=60))
    assert found[:2] == found[3:] == ["d0", "d1"]
    assert found[2].startswith("memory ran out while it was read (MemoryError); split it")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to it")
def test_workers_keep_to_the_memory_that_they_are_left(nlp: Language) -> None:
    code = """
import resource
from pathlib import Path
from tests.support.tiny_pipeline import corpus, tiny_pipeline
from salience.engine.tasks import Parsing
from salience.engine.workers import WorkerPool
nlp = tiny_pipeline()
taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + (1 << 30), taken + (2 << 30)))  # ulimit -v
with WorkerPool(Parsing(nlp), 1, memory=1 << 40) as pool:
    [found] = pool.submit(corpus(1)).result(timeout=60)
print(found.document.id)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "d0\n", done.stderr


def test_workers_are_replaced_in_time(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_BATCHES", 2)
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 1)
    found = list(run_task(Parsing(nlp), corpus(9), n_process=2))
    assert found == list(run_task(Parsing(nlp), corpus(9)))
    with WorkerPool(Parsing(nlp), 1) as pool:
        started = []
        for _ in range(4):
            pool.submit(corpus(1)).result(timeout=60)
            started.append(pool._dispatcher._workers and pool._dispatcher._workers[0].process.pid)
        pool.submit(corpus(1)).result(timeout=60)
        last = pool._dispatcher._workers[0].process.pid
    assert last != started[0]


@in_proc
def test_pools_side_by_side_do_not_hold_each_other(
    nlp: Language, of_pools: Callable[[], set[int]]
) -> None:
    """The second is forked while the first has its connections open."""
    first, second = WorkerPool(Parsing(nlp), 1), WorkerPool(Parsing(nlp), 2)
    assert ids(first.submit(corpus(1)).result(timeout=60)) == ["d0"]
    first.close()
    assert ids(second.submit(corpus(2)).result(timeout=60)) == ["d0", "d1"]
    second.close()
    assert not of_pools()


def test_each_document_is_sent_with_what_is_needed_and_comes_back_whole(nlp: Language) -> None:
    document = Document("d", TEXT, "Oslo grew", ("Oslo.",), {"unsendable": lambda: None})
    (parsed,) = parse_documents([document], nlp=nlp, timeout=60)
    assert parsed.document is document
    deep: list[object] = []
    for _ in range(200_000):
        deep = [deep]
    documents = [*corpus(1), Document("deep", TEXT, meta={"clusters": deep}), *corpus(1)]
    first, failed, last = ids(run_task(Parsing(nlp), documents, timeout=60))
    assert first == last == "d0" and "RecursionError" in failed


def pids() -> dict[int, int]:
    """The processes of this user that live, and the parent of each."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(folder.name)] = int(parent)
    return found


def descendants(process: int) -> set[int]:
    """The processes that it and its children have started, and that live."""
    parents, found = pids(), {process}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


@pytest.fixture
def of_pools() -> Callable[[], set[int]]:
    """The processes that this one has started in a test."""
    before = descendants(os.getpid())
    return lambda: descendants(os.getpid()) - before


@in_proc
def test_a_worker_that_is_killed_from_outside_costs_nothing(
    nlp: Language, of_pools: Callable[[], set[int]]
) -> None:
    with WorkerPool(Parsing(nlp), 2) as pool:
        expected = pool.submit(corpus(3)).result(timeout=60)
        for _ in range(3):
            for worker in [pid for pid in of_pools() if pids().get(pid) != os.getpid()]:
                os.kill(worker, signal.SIGKILL)
            assert pool.submit(corpus(3)).result(timeout=60) == expected
    assert not of_pools()


@in_proc
def test_when_no_worker_can_be_started_any_more_it_is_an_error(
    nlp: Language, of_pools: Callable[[], set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "may_fork", lambda _: True)  # Other tests may leave threads.
    with WorkerPool(Parsing(nlp), 1) as pool:
        pool.submit(corpus(1)).result(timeout=60)
        for process in of_pools():
            os.kill(process, signal.SIGKILL)
        with pytest.raises(SalienceError, match="starts worker processes has died"):
            pool.submit(corpus(1)).result(timeout=60)
        with pytest.raises(SalienceError, match="starts worker processes has died"):
            pool.submit(corpus(1))


def test_batches_of_several_threads_are_all_done(nlp: Language) -> None:
    """As a service submits them: each gets its own, whatever happens to the others."""
    bad = Document("bad", "TinyExit.")
    batches = [[*corpus(3), bad] if i % 4 == 0 else corpus(1 + i % 5) for i in range(20)]
    solo = {p.document.id: p for p in parse_documents(corpus(5), nlp=nlp)}
    with WorkerPool(Parsing(nlp), 3, timeout=60) as pool, ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda batch: pool.submit(batch).result(timeout=120), batches))
    for batch, outcomes in zip(batches, found, strict=True):
        assert len(batch) == len(outcomes)
        for document, outcome in zip(batch, outcomes, strict=True):
            assert isinstance(outcome, Reject) if document is bad else outcome == solo[document.id]


def test_what_a_pool_has_not_done_is_cancelled_when_it_is_closed(nlp: Language) -> None:
    pool = WorkerPool(Parsing(nlp), 1)
    done, hangs, waits = (pool.submit([Document("d", text)]) for text in (TEXT, "TinyHang.", TEXT))
    assert ids(done.result(timeout=60)) == ["d"]
    while not hangs.running():
        time.sleep(0.01)
    pool.close()
    pool.close()
    for future in (hangs, waits):
        with pytest.raises(CancelledError):
            future.result(timeout=1)
    with pytest.raises(SalienceError, match="pool is closed"):
        pool.submit(corpus(1))


def test_a_batch_can_be_cancelled_before_a_worker_has_it(nlp: Language) -> None:
    with WorkerPool(Parsing(nlp), 1, timeout=_LIMIT) as pool:
        hangs, unwanted = pool.submit([Document("d", "TinyHang.")]), pool.submit(corpus(2))
        wanted, nothing = pool.submit(corpus(1)), pool.submit([])
        assert unwanted.cancel()
        assert ids(wanted.result(timeout=60)) == ["d0"] and nothing.result(timeout=60) == []
        assert "not done" in ids(hangs.result(timeout=60))[0]


@pytest.mark.parametrize(
    ("ways", "message"),
    [
        ({"n_process": 0}, "n_process must be at least 1, but is 0"),
        ({"n_process": 1, "timeout": 0}, "timeout must be more than 0 seconds"),
        ({"n_process": 1, "timeout": float("nan")}, "timeout must be more than 0 seconds"),
    ],
)
def test_pools_that_can_not_be(nlp: Language, ways: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        WorkerPool(Parsing(nlp), **ways)  # type: ignore[arg-type]


@pytest.mark.slow
def test_beside_other_threads_workers_are_started_afresh(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock that another thread holds would stay held in a fork."""
    with monkeypatch.context() as alone:  # Other tests may leave threads, as Spark does.
        alone.setattr(threading, "enumerate", lambda: [threading.main_thread()])
        assert sys.platform != "linux" or processes.may_fork(nlp)
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    try:
        assert not processes.may_fork(nlp)
        with WorkerPool(Parsing(nlp), 1, timeout=_LIMIT) as pool:
            (late,) = ids(pool.submit([Document("late", "TinyHang.")]).result(timeout=120))
            found = pool.submit(corpus(4)).result(timeout=120)
    finally:
        end.set()
        other.join()
    assert "not done" in late and found == list(run_task(Parsing(nlp), corpus(4)))


@dataclass(frozen=True)
class Dying(Parsing):
    """A task whose models can't be loaded by another process, or kill it."""

    exit_code: int | None = None

    def __setstate__(self, state: dict[str, object]) -> None:
        if state["exit_code"] is not None:
            os._exit(int(str(state["exit_code"])))
        raise ImportError("no such models")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("exit_code", "message"),
    [
        (None, r"can't load the models \(ImportError: no such models\)"),
        (3, r"3 worker processes, one after the other, died .* \(exit code 3\)"),
    ],
)
def test_workers_that_can_not_start_are_an_error_and_not_a_loop(
    nlp: Language, monkeypatch: pytest.MonkeyPatch, exit_code: int | None, message: str
) -> None:
    monkeypatch.setattr(processes, "may_fork", lambda _: False)
    with WorkerPool(Dying(nlp, exit_code), 1) as pool:
        with pytest.raises(SalienceError, match=message):
            pool.submit(corpus(1)).result(timeout=120)
        with pytest.raises(SalienceError, match=message):
            pool.submit(corpus(1))


ENDLESS = """
import itertools, signal
from salience.engine.documents import parse_documents
from salience.types import Document
from tests.support.tiny_pipeline import tiny_pipeline
# What a shell starts in the background ignores the key; the command line takes both alike.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.default_int_handler)
endless = (Document(str(i), WORD) for i in itertools.count())
for parsed in parse_documents(endless, nlp=tiny_pipeline(), n_process=2):
    if parsed.document.id == "50":
        print("begun", flush=True)
"""


@pytest.fixture
def endless() -> Iterator[subprocess.Popen[str]]:
    """A process that reads documents without end, by two workers."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS.replace("WORD", "'Ada Byrne met Oslo. '")],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    yield process
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@in_proc
@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_parent(endless: subprocess.Popen[str], end: int) -> None:
    workers = descendants(endless.pid)
    assert len(workers) == 3, "two, and what starts them"
    endless.send_signal(end)
    endless.wait(timeout=30)
    deadline = time.monotonic() + 15
    while workers & pids().keys() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not workers & pids().keys()


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_without_noise_from_workers(
    endless: subprocess.Popen[str], end: int
) -> None:
    os.killpg(endless.pid, end)
    _, errors = endless.communicate(timeout=60)
    assert errors.count("Traceback") == 1 and errors.rstrip().endswith("KeyboardInterrupt")


@in_proc
def test_who_wants_no_more_does_not_wait_for_what_is_read(
    nlp: Language, of_pools: Callable[[], set[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("salience.engine.batches.BATCH_SIZE", 1)
    documents = [*corpus(2), *(Document(str(n), "TinyHang.") for n in range(30))]
    results = parse_documents(documents, nlp=nlp, n_process=2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert not of_pools()
