"""How long the command line takes to answer: no assertion, only a table.

    python tests/benchmarks/start.py [--repeats 3]

Seconds of CPU and by the clock, the least of some runs, each in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from salience import read_corpus
from salience.resources import example_paths

COMMANDS = (
    "--help",
    "--version",
    "score --help",
    "score --wrong",
    "evaluate --wrong",
    "score article.txt",
    "view article.txt -o page.html",
    "weights",
)


def seconds(code: list[str], folder: str) -> tuple[float, float]:
    """CPU seconds and clock seconds of a Python process."""
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *code], cwd=folder, capture_output=True, check=False)
    clock, after = time.perf_counter() - start, os.times()
    spent = after.children_user - before.children_user
    return spent + after.children_system - before.children_system, clock


def main() -> None:
    """Time each command, and the import of the package."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--repeats", type=int, default=3)
    repeats = options.parse_args().repeats
    with tempfile.TemporaryDirectory() as folder:
        article = next(read_corpus(example_paths()))
        Path(folder, "article.txt").write_text(article.text, encoding="utf-8")
        runs = {"import salience": ["-c", "import salience"]}
        runs |= {f"salience {line}": ["-m", "salience", *line.split()] for line in COMMANDS}
        print(f"{'':40}{'CPU':>8}{'clock':>8}")
        for name, code in runs.items():
            cpu, clock = map(
                min, zip(*(seconds(code, folder) for _ in range(repeats)), strict=True)
            )
            print(f"{name:40}{cpu:6.2f} s{clock:6.2f} s")


if __name__ == "__main__":
    main()
