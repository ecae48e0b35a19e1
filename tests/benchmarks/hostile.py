"""What hostile texts of 1,000 to 100,000 characters cost, in seconds of a command: a table.

    python -m tests.benchmarks.hostile [--task compress] [--most 100000] [--only brackets]

The last column is how much the cost grew with the last tenfold length; 10 is in proportion.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from spacy.language import Language

from salience import Document, load_model, load_pipeline
from salience.compression.compressor import Compressor
from salience.compression.documents import Compressing
from salience.engine.batches import run_task
from salience.engine.tasks import Scoring, Task
from salience.wordalign.documents import Aligning
from salience.wordalign.files import load_aligner
from tests.support.hostile_texts import hostile_texts


def task_of(name: str, nlp: Language) -> Task[Any]:
    """What the command of that name does."""
    if name == "compress":
        return Compressing(nlp, Compressor({"bias": 1.0}))
    return Aligning(nlp, load_aligner()) if name == "wordalign" else Scoring(nlp, load_model())


def document(text: str) -> Document:
    """A text with an abstract."""
    return Document("d", text, abstracts=("Ada Byrne met reporters in Oslo.",))


def main() -> None:
    """Read each kind of text at each length, and print what it took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=100_000)
    options.add_argument("--task", choices=["score", "compress", "wordalign"], default="score")
    options.add_argument("--only", help="a part of the names of kinds")
    chosen = options.parse_args()
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000) if size <= chosen.most]
    task = task_of(chosen.task, load_pipeline(fast=True))
    list(run_task(task, [document("Ada Byrne met reporters in Oslo.")]))
    print(f"{'':32}" + "".join(f"{size:>10,}" for size in sizes) + "    growth")
    for name, make in hostile_texts().items():
        if chosen.only and chosen.only not in name:
            continue
        seconds = []
        for size in sizes:
            start = time.process_time()
            list(run_task(task, [document(make(size))]))
            seconds.append(time.process_time() - start)
        growth = seconds[-1] / seconds[-2] if len(seconds) > 1 else float("nan")
        print(f"{name:32}" + "".join(f"{s:10.2f}" for s in seconds) + f"{growth:10.1f}", flush=True)


if __name__ == "__main__":
    main()
