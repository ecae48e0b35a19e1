"""Workers take small batches, and end with the job that has them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
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


def test_long_documents_make_small_batches() -> None:
    sizes = [10, 7_500, 3_000, 12_500, 10, 10]
    documents = [Document(str(n), "a" * n) for n in sizes]
    batches = list(in_batches(documents, 4))
    assert [[len(d.text) for d in b] for b in batches] == [
        [10, 7_500, 3_000],
        [12_500],
        [10, 10],
    ]


def test_a_worker_that_dies_is_an_error_and_not_a_wait(nlp: Language) -> None:
    documents = [*corpus(3), Document("last", "TinyExit.")]
    with pytest.raises(SalienceError, match=r"worker processes died.*--n-process"):
        list(parse_documents(documents, nlp, n_process=2))


@pytest.mark.slow
def test_the_interrupt_key_ends_it_without_noise_from_workers(tmp_path: Path) -> None:
    program = textwrap.dedent("""
        import itertools, signal
        from salience.run.documents import parse_documents
        from salience.types import Document
        from tests.support.tiny_pipeline import tiny_pipeline
        # What a shell starts in the background ignores the key.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        endless = (Document(str(i), "Ada Byrne met Oslo. ") for i in itertools.count())
        for parsed in parse_documents(endless, tiny_pipeline(), n_process=2):
            if parsed.document.id == "50":
                print("ready", flush=True)
    """)
    path = os.pathsep.join([str(ROOT), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert errors.count("Traceback") == 1 and errors.rstrip().endswith("KeyboardInterrupt")
