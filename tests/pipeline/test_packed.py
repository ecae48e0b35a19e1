"""A packed pipeline is the pipeline."""

import platform
import subprocess
import sys

import pytest

from salience.pipeline.loading import load_pipeline
from salience.pipeline.packed import PackedPipeline


def test_a_packed_pipeline_reads_alike(tiny):
    nlp = load_pipeline(tiny, coref="none")
    nlp.max_length = 77
    other = PackedPipeline.pack(nlp).load()
    text = "Ada Byrne left Oslo."
    assert other.max_length == 77
    assert other(text).to_json() == nlp(text).to_json()


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
