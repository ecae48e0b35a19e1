"""What a document costs by its length, in CPU seconds and memory: no assertion, only a table.

    python tests/benchmarks/long.py [--lengths 1000,10000,100000,300000,1000000]

Each length is scored by a process of its own, so that the memory is that of a whole process with
pipeline and model. The text is the example articles again and again, with a number in each name
that is new in each round, so that names and words grow with it. Memory is as Linux tells it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

from salience import Document, load_model, load_pipeline, read_corpus, score
from salience.resources import example_paths

_NAME = re.compile(r"\b[A-Z][a-z]{5,}\b")


def long_text(length: int) -> str:
    """A text of so many characters."""
    articles = [document.text for path in example_paths() for document in read_corpus(path)]
    parts: list[str] = []
    size = 0
    for n in count():
        ending = "".join("aeiou"[int(digit)] + "n" for digit in str(int(f"{n:b}")))
        for article in articles:
            parts.append(_NAME.sub(rf"\g<0>{ending}" if n else r"\g<0>", article))
            size += len(parts[-1]) + 2
            if size > length:
                return "\n\n".join(parts)[:length]
    raise AssertionError


def measure(length: int) -> None:
    """Score a document of a length, and print what it took."""
    model, nlp = load_model(), load_pipeline(fast=True)
    nlp.max_length = max(nlp.max_length, length)
    list(
        score(["Ada Byrne met reporters in Oslo."], model=model, nlp=nlp)
    )  # loads what is loaded late
    document = Document("d", long_text(length))
    start = time.process_time()
    [scored] = score([document], model=model, nlp=nlp)
    seconds = time.process_time() - start
    lines = Path("/proc/self/status").read_text().splitlines()
    [peak] = [int(line.split()[1]) / 2**20 for line in lines if line.startswith("VmHWM")]
    entities = len(scored.parsed.entities)
    print(
        f"{length:>10,}{seconds:>8.2f} s{1e6 * seconds / length:>8.1f} s{peak:>8.2f} GiB"
        f"{entities:>10,}",
        flush=True,
    )


def main() -> None:
    """Print a table with a line per length."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lengths", default="1000,10000,100000,300000,1000000")
    options.add_argument("--one", type=int, help=argparse.SUPPRESS)
    found = options.parse_args()
    if found.one:
        measure(found.one)
        return
    print(f"{'characters':>10}{'CPU':>10}{'a million':>10}{'peak':>12}{'entities':>10}", flush=True)
    for length in found.lengths.split(","):
        subprocess.run([sys.executable, __file__, "--one", length], check=True)


if __name__ == "__main__":
    main()
