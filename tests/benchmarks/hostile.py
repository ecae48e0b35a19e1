"""What hostile texts of 1,000 to 100,000 characters cost, in seconds of `score`: a table.

    python -m tests.benchmarks.hostile [--most 100000] [--only brackets]

The last column is how much the cost grew with the last tenfold length; 10 is in proportion.
"""

from __future__ import annotations

import argparse
import time

from salience import Document, load_model, load_pipeline, score
from tests.support.hostile_texts import hostile_texts


def main() -> None:
    """Score each kind of text at each length, and print what it took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=100_000)
    options.add_argument("--only", help="a part of the names of kinds")
    chosen = options.parse_args()
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000) if size <= chosen.most]
    model, nlp = load_model(), load_pipeline(fast=True)
    list(score([Document("first", "Ada Byrne met reporters in Oslo.")], model=model, nlp=nlp))
    print(f"{'':32}" + "".join(f"{size:>10,}" for size in sizes) + "    growth")
    for name, make in hostile_texts().items():
        if chosen.only and chosen.only not in name:
            continue
        seconds = []
        for size in sizes:
            start = time.process_time()
            list(score([Document(name, make(size))], model=model, nlp=nlp))
            seconds.append(time.process_time() - start)
        growth = seconds[-1] / seconds[-2] if len(seconds) > 1 else float("nan")
        print(f"{name:32}" + "".join(f"{s:10.2f}" for s in seconds) + f"{growth:10.1f}", flush=True)


if __name__ == "__main__":
    main()
