"""A packed pipeline is the pipeline."""

import platform
import subprocess
import sys
from threading import Event, Thread

import pytest

from salience.pipeline.backend import used_alone
from salience.pipeline.loading import load_pipeline
from salience.pipeline.packed import PackedPipeline
from salience.pipeline.word_texts import only_parsing


def test_a_packed_pipeline_reads_alike(tiny):
    nlp = load_pipeline(tiny, coref="none")
    nlp.max_length = 77
    other = PackedPipeline.pack(nlp).load()
    text = "Ada Byrne left Oslo."
    assert other.max_length == 77
    assert other(text).to_json() == nlp(text).to_json()


def test_a_pipeline_is_packed_whole_while_another_thread_reads_words_alone(tiny):
    nlp = load_pipeline(tiny, coref="none")
    names = nlp.pipe_names
    reads, packed = Event(), Event()

    def read() -> None:
        with used_alone(nlp), only_parsing(nlp):
            assert nlp.pipe_names != names
            reads.set()
            packed.wait(0.2)

    thread = Thread(target=read)
    thread.start()
    assert reads.wait(60)
    other = PackedPipeline.pack(nlp)
    packed.set()
    thread.join()
    assert other.load().pipe_names == names


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries stay as they are")
@pytest.mark.parametrize("load", ["load_pipeline(coref='none')", "packed.load()"])
def test_a_loaded_pipeline_keeps_the_memory_of_freed_arrays(load: str) -> None:
    program = (
        "import resource, numpy as np, spacy\n"
        "from salience.pipeline.loading import load_pipeline\n"
        "from salience.pipeline.packed import PackedPipeline\n"
        "def faults():\n"
        "    start = resource.getrusage(resource.RUSAGE_SELF).ru_minflt\n"
        "    for _ in range(50):\n"
        "        arrays = [np.ones(1 << 19, np.float32) for _ in range(10)]\n"
        "        del arrays\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - start\n"
        "packed = PackedPipeline.pack(spacy.blank('en'))\n"
        f"before, _, _ = faults(), {load}, faults()\n"
        "print(before, faults())\n"
    )
    command = [sys.executable, "-c", program]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before, after = map(int, output.split())
    assert after * 10 < before
