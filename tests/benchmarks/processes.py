"""What worker processes cost and bring: no assertion, only a table.

    python tests/benchmarks/processes.py [CORPUS] [--articles 300 1000] [--repeats 1]

Each run is a process of its own, which loads the models, scores the articles and makes their lines.
Without a corpus the articles that ship are repeated; one that has fewer articles is repeated too.
Runs with one and two processes take turns, and the fastest counts: what else the machine does makes
them slower.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import subprocess
import sys
import time
from dataclasses import replace

from salience import load_model, load_pipeline, read_corpus, score
from salience.resources import example_paths
from salience.tables.records import to_json, to_record

COLUMNS = "loading", "scoring", "parent", "workers"


def run(corpus: str | None, n_articles: int, n_process: int) -> dict[str, float]:
    """Seconds by the clock, and of the processors that parent and workers used."""
    begun = time.perf_counter()
    nlp, model = load_pipeline(fast=True), load_model()
    loaded = time.perf_counter()
    articles = read_corpus(corpus or example_paths())
    repeated = itertools.islice(itertools.cycle(articles), n_articles)
    documents = (replace(article, id=str(n)) for n, article in enumerate(repeated))
    for scored in score(documents, model=model, nlp=nlp, n_process=n_process):
        to_json(to_record(scored))
    ended = time.perf_counter()
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    parent, workers = (usage.ru_utime + usage.ru_stime for usage in (own, others))
    return dict(zip(COLUMNS, (loaded - begun, ended - loaded, parent, workers), strict=True))


def main() -> None:
    """Run them all and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("corpus", nargs="?")
    options.add_argument("--articles", type=int, nargs="+", default=[300, 1000])
    options.add_argument("--repeats", type=int, default=1)
    options.add_argument("--run", type=int, nargs=2, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.run:
        print(json.dumps(run(given.corpus, *given.run)))
        return
    print("clock seconds of loading and scoring, CPU seconds of parent and workers")
    print(f"{'articles':>10}{'processes':>10}" + "".join(f"{name:>10}" for name in COLUMNS))
    corpus = [given.corpus] if given.corpus else []
    for n_articles in given.articles:
        runs: dict[int, list[dict[str, float]]] = {1: [], 2: []}
        for _, n_process in itertools.product(range(given.repeats), runs):
            command = [sys.executable, __file__, *corpus, "--run", str(n_articles), str(n_process)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
            runs[n_process].append(json.loads(done.stdout))
        best = {n: min(of, key=lambda r: r["loading"] + r["scoring"]) for n, of in runs.items()}
        for n_process, seconds in best.items():
            figures = "".join(f"{seconds[name]:10.2f}" for name in COLUMNS)
            print(f"{n_articles:10,}{n_process:10}{figures}")
        one, two = (best[n]["loading"] + best[n]["scoring"] for n in (1, 2))
        scoring = best[1]["scoring"] / best[2]["scoring"]
        print(f"two are {one / two:.2f} times as fast as one, {scoring:.2f} times once loaded")


if __name__ == "__main__":
    main()
