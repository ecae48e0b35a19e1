"""Peak memory of `salience score` and `label` for ten times as many documents: a table.

    python -m tests.benchmarks.memory [--most 200000] [--only score]

The texts are made up of a seed and keep bringing new words and names, as texts of the world do. A
run that holds what it has read needs more memory for more documents. Each run is the real command,
from a file to a file; its memory is that of the process and, with two, of its largest worker.
"""

from __future__ import annotations

import argparse
import json
import random
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_PEAK = """
import resource, sys
from salience.cli.app import main
try:
    main()
finally:
    who = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    print(*(resource.getrusage(one).ru_maxrss for one in who), file=sys.stderr)
"""
_WORDS = ["the", "a", "of", "in", "on", "with", "for", "to", "by", "from", "at", "and", "but"]
_VERBS = ["met", "praised", "left", "opened", "joined", "told", "saw", "warned", "thanked"]


def documents(number: int, seed: int = 1) -> Iterator[dict[str, object]]:
    """Documents of some 25 words, every third of them new."""
    rng = random.Random(seed)  # noqa: S311

    def word() -> str:
        return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(4, 9)))

    for n in range(number):
        person, other = (f"{word().title()} {word().title()}" for _ in "ab")
        place, verb = word().title(), rng.choice(_VERBS)
        text = (
            f"{person} {verb} {other} {rng.choice(_WORDS)} the {word()} of {place} on Monday. "
            f"She said that {other.split()[1]} had {rng.choice(_VERBS)} the {word()} in {place}."
        )
        yield {
            "id": f"{word()}-{n}",
            "title": f"{person} in {place}",
            "text": text,
            "abstract": f"{person} {verb} {other}.",
        }


def main() -> None:
    """Run both commands with both numbers of documents and processes, and print what they took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=200_000)
    options.add_argument("--only", choices=["score", "label"])
    options.add_argument("--n-process", type=int, action="append", help="1 and 2 without it")
    chosen = options.parse_args()
    print(f"{'':24}{'documents':>10}{'seconds':>10}{'MiB':>8}{'MiB of a worker':>18}")
    with tempfile.TemporaryDirectory() as folder:
        for number in (chosen.most // 10, chosen.most):
            with Path(folder, f"{number}.jsonl").open("w", encoding="utf-8") as file:
                for document in documents(number):
                    print(json.dumps(document), file=file)
        for command in [chosen.only] if chosen.only else ["score", "label"]:
            for n_process in chosen.n_process or (1, 2):
                for number in (chosen.most // 10, chosen.most):
                    _measure(Path(folder), command, n_process, number)


def _measure(folder: Path, command: str, n_process: int, number: int) -> None:
    line = [command, f"{number}.jsonl", "-o", f"{command}.jsonl", "--overwrite"]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, *line, "--n-process", str(n_process)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    said = done.stderr.splitlines() or [""]
    if done.returncode or len((folder / f"{command}.jsonl").read_bytes().splitlines()) != number:
        raise SystemExit(done.stderr)
    own, worker = (int(kib) // 1024 for kib in said[-1].split())
    name = f"{command}, processes: {n_process}"
    print(f"{name:24}{number:10,}{seconds:10.0f}{own:8,}{worker:18,}", flush=True)


if __name__ == "__main__":
    main()
