"""What a client of the service waits for, and what memory it takes: no assertion, only tables.

    python tests/benchmarks/serve.py [--requests 320] [--n-process 1] [--memory 3000]

Each request is one document: an example article, with some words that no other has. Memory is that
of all processes together; what they share counts once.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import quantiles

import httpx

from salience import read_corpus
from salience.resources import example_paths
from tests.support.service import process

CLIENTS = (1, 4, 16)
_numbers = count()


def documents() -> Iterator[dict[str, str]]:
    """Articles without an end, each with names of its own."""
    articles = list(read_corpus(example_paths()))
    for number in _numbers:
        article = articles[number % len(articles)]
        name = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        more = f" B{name} Mc{name} of {name.title()}ville said {name}ing was x{name}."
        yield {"id": str(number), "title": article.title or "", "text": article.text + more}


def seconds_each(address: str, clients: int, requests: int) -> list[float]:
    """Seconds that each of so many requests took, of clients that send one after the other."""

    def one(_: int) -> list[float]:
        took, sent = [], documents()
        with httpx.Client(base_url=address, timeout=600) as client:
            for _ in range(requests // clients):
                document = next(sent)
                begun = time.perf_counter()
                answer = client.post("/score", json=document)
                took.append(time.perf_counter() - begun)
                assert answer.json()["id"] == document["id"]
        return took

    with ThreadPoolExecutor(clients) as pool:
        return [seconds for took in pool.map(one, range(clients)) for seconds in took]


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for number in found:
        for path in Path(f"/proc/{number}/task").glob("*/children"):
            found += map(int, path.read_text().split())
    return found


def megabytes(pid: int) -> float:
    """Memory of a process and of all that it has started; pages that they share count once."""
    rolled = (Path(f"/proc/{number}/smaps_rollup").read_text() for number in family(pid))
    lines = (line.split() for text in rolled for line in text.splitlines())
    return sum(int(line[1]) for line in lines if line[0] == "Pss:") / 1024


def cpu(pid: int) -> float:
    """CPU seconds of a process and of all that it has started."""
    stats = (Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1] for number in family(pid))
    return sum(sum(map(int, stat.split()[11:13])) for stat in stats) / 100


def main() -> None:
    """Measure a service, and print what was found."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=320)
    options.add_argument("--n-process", type=int, default=1)
    options.add_argument("--memory", type=int, default=3000)
    chosen = options.parse_args()
    words = ("-m", "salience", "serve", "--port", "0", "--n-process", str(chosen.n_process))
    with (
        tempfile.TemporaryDirectory() as folder,
        process(*words, log=Path(folder, "log")) as (running, address),
    ):
        seconds_each(address, 1, 17)
        print(f"{chosen.requests} requests, worker processes: {chosen.n_process}")
        print(f"{'clients':>8}{'median':>9}{'p95':>9}{'p99':>9}{'documents/s':>13}{'CPU each':>10}")
        for clients in CLIENTS:
            begun, spent = time.perf_counter(), cpu(running.pid)
            took = seconds_each(address, clients, chosen.requests)
            clock, spent = time.perf_counter() - begun, cpu(running.pid) - spent
            cut = quantiles(took, n=100, method="inclusive")
            shown = "".join(f"{1000 * cut[n - 1]:6,.0f} ms" for n in (50, 95, 99))
            each = 1000 * spent / len(took)
            print(f"{clients:8}{shown}{len(took) / clock:13.1f}{each:7.0f} ms")
        before = megabytes(running.pid)
        for n in range(3):
            seconds_each(address, 4, chosen.memory // 3)
            done = (n + 1) * (chosen.memory // 3)
            print(f"memory after {done:,} more requests: {megabytes(running.pid):,.0f} MB", end="")
            print(f" ({before:,.0f} MB before)")


if __name__ == "__main__":
    main()
