"""What each part of scoring costs, in CPU seconds of one run: no assertion, only a table.

    python tests/benchmarks/speed.py [--copies 40]

The text is the example articles, repeated. The bare parse is the pipeline as spaCy runs it; one
thread does all the work, as in `score`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace

from spacy.language import Language
from threadpoolctl import threadpool_limits

from salience import load_model, load_pipeline, read_corpus, score
from salience.entities.extraction import parse
from salience.features.attributes import attributes
from salience.resources import example_paths


def cpu(run: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    """Time the parts on the same documents and print a table of ratios."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--copies", type=int, default=40)
    copies = options.parse_args().copies
    articles = [d for path in example_paths() for d in read_corpus(path)]
    documents = [
        replace(d, id=f"{d.id}-{n}", abstracts=()) for n in range(copies) for d in articles
    ]
    texts = [d.text for d in documents]

    slow, bare, nlp = (
        load_pipeline(coref="none"),
        load_pipeline(coref="none", fast=True),
        load_pipeline(fast=True),
    )
    model = load_model()
    for pipeline in (slow, bare, nlp):
        list(pipeline.pipe(texts[: len(articles)], batch_size=16))
    docs = list(nlp.pipe(texts[: len(articles)]))
    parsed = [parse(doc, d) for doc, d in zip(docs, articles, strict=True)]
    words = copies * sum(len(doc) for doc in docs)

    def consume(pipeline: Language) -> None:
        with threadpool_limits(1):  # as `score` does
            for _ in pipeline.pipe(texts, batch_size=16):
                pass

    seconds = {
        "bare parse, spaCy's default operations": cpu(lambda: consume(slow)),
        "bare parse": cpu(lambda: consume(bare)),
        "parse + coreference": cpu(lambda: consume(nlp)),
        "score, end to end": cpu(lambda: list(score(documents, model, nlp))),
        "features and score alone": cpu(
            lambda: [
                model.predict([row for p in parsed for row in attributes(p)]) for _ in range(copies)
            ]
        ),
    }
    clock = []
    for n_process in (1, 2):
        start = time.perf_counter()
        list(score(documents, model, nlp, n_process=n_process))
        clock.append(time.perf_counter() - start)
    base = seconds["bare parse"]
    print(f"{len(documents)} documents, {words} tokens, CPU seconds of one process")
    for name, value in seconds.items():
        rate, share = words / value, value / base
        print(f"{name:40}{value:8.2f} s{rate:10,.0f} tokens/s{share:7.2f} of the parse")
    print(f"two processes are {clock[0] / clock[1]:.2f} times as fast as one, by the clock")


if __name__ == "__main__":
    main()
