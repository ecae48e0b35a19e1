"""What each part of scoring costs, in CPU seconds of one run: no assertion, only a table.

    python tests/benchmarks/speed.py [--corpus news.jsonl] [--copies 40] [--rounds 3] [--processes]

The texts are those of a corpus, else the example articles, repeated. Each round runs everything
once, and the best round counts. Beside the library runs spaCy's small CNN pipeline (tagger, parser
and recogniser of names over vectors of width 96), as spaCy configures it: once with the matrices
of NumPy's BLAS, as the library has them, and once with those of Blis, spaCy's default. It has
learned nothing here, since weights can't be downloaded, but has labels and takes the steps that a
trained one takes. One thread does all the work, as in `score`. Tokens are words and punctuation.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

import spacy
from spacy.cli.init_config import init_config
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from threadpoolctl import threadpool_limits

from salience import load_model, load_pipeline, read_corpus, score
from salience.components.long_runs import tokenize
from salience.components.recurring_words import keep_recurring
from salience.engine.batches import in_batches, models_not_collected
from salience.engine.originals import Original
from salience.engine.reading import BATCH_SIZE
from salience.entities.extraction import parse
from salience.features.attributes import attributes
from salience.labels.entity_alignment import align_all
from salience.model.salience_model import SalienceModel
from salience.pipeline.backend import fast_ops
from salience.resources import example_paths
from salience.text.titles import titled_text
from salience.types import Document

SPACY, END_TO_END = "spaCy's small CNN pipeline", "score, end to end"
WITH_BLIS = f"{SPACY}, Blis"
AFTER = ("salience_coref", "entities", "attributes", "model")


class Clock:
    """CPU seconds by part: of each part those of the best round."""

    def __init__(self) -> None:
        self.best: dict[str, float] = {}
        self._round: dict[str, float] = defaultdict(float)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        start = time.process_time()
        yield
        self._round[name] += time.process_time() - start

    def end_round(self) -> None:
        for name, seconds in self._round.items():
            self.best[name] = min(seconds, self.best.get(name, seconds))
        self._round.clear()


def small_cnn(docs: Sequence[Doc]) -> Language:
    """spaCy's small pipeline, initialised with the labels of parsed docs."""
    config = init_config(lang="en", pipeline=["tagger", "parser", "ner"], optimize="efficiency")
    nlp = spacy.util.load_model_from_config(config, auto_fill=True)
    nlp.initialize(lambda: [Example(nlp.make_doc(doc.text), doc) for doc in docs])
    return nlp


def run_parts(
    clock: Clock, documents: Sequence[Document], nlp: Language, model: SalienceModel
) -> int:
    """Score documents as `score` does, a component after the other; return how many tokens."""
    tokens = 0
    for batch in in_batches(documents):
        with clock.part("tokens"):
            batch = [Original.of(document).read for document in batch]
            texts = [titled_text(d.title, d.text) for d in batch]
            keep_recurring(nlp, texts)
        with threadpool_limits(1), nlp.memory_zone():
            with clock.part("tokens"):
                docs = [tokenize(nlp, text) for text in texts]
            tokens += sum(map(len, docs))
            for name, pipe in nlp.pipeline:
                component: Any = pipe
                with clock.part(name):
                    if hasattr(component, "pipe"):
                        docs = list(component.pipe(docs, batch_size=BATCH_SIZE))
                    else:
                        docs = list(map(component, docs))
            with clock.part("entities"):
                parsed = [parse(doc, document) for doc, document in zip(docs, batch, strict=True)]
        with clock.part("attributes"):
            rows = [attributes(p, model.reads) for p in parsed]
        with clock.part("model"):
            for some in rows:
                model.predict(some)
    return tokens


def run_labels(clock: Clock, documents: Sequence[Document], nlp: Language) -> None:
    """Align what `label` aligns; parses are not counted."""
    for document in documents:
        with threadpool_limits(1), nlp.memory_zone():
            original = Original.of(document)
            read, texts = original.read, [abstract.text for abstract in original.abstracts]
            parsed = parse(nlp(titled_text(read.title, read.text)), read)
            abstracts = [
                parse(nlp(titled_text(None, text)), Document("a", text), generic=True)
                for text in texts
            ]
        with clock.part("alignment (of label)"):
            align_all(parsed, abstracts)


def show(clock: Clock, tokens: int) -> None:
    """Print a line for each part, with its share of the parse."""
    seconds = clock.best
    others = (SPACY, WITH_BLIS, END_TO_END, *AFTER)
    parts = [name for name in seconds if name not in others and "(" not in name]
    parse_, after = sum(seconds[p] for p in parts), sum(seconds[p] for p in AFTER)

    def line(name: str, value: float) -> None:
        print(f"{name:32}{value:8.2f} s{tokens / value:10,.0f} tokens/s{value / parse_:7.3f}")

    print(f"{'':32}{'CPU':>10}{'':19}of the parse")
    line(SPACY, seconds[SPACY])
    line(WITH_BLIS, seconds[WITH_BLIS])
    line("the parse", parse_)
    for name in parts:
        line("  " + name, seconds[name])
    line("everything after the parse", after)
    for name in AFTER:
        line("  " + name.removeprefix("salience_"), seconds[name])
    line(END_TO_END, seconds[END_TO_END])
    if (aligned := "alignment (of label)") in seconds:
        line(aligned, seconds[aligned])
    same, blis = (seconds[END_TO_END] / seconds[name] for name in (SPACY, WITH_BLIS))
    print(f"score takes {same:.2f} of the time of spaCy's pipeline, {blis:.2f} of that with Blis")


def main() -> None:
    """Time the parts on the same documents and print a table of ratios."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--corpus", help="documents to score instead of the example articles")
    options.add_argument("--most", type=int, default=200, help="so many documents of the corpus")
    options.add_argument("--copies", type=int, default=40, help="of the example articles")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--processes", action="store_true", help="one process against two, too")
    chosen = options.parse_args()
    if chosen.corpus:
        articles = list(islice(read_corpus(chosen.corpus), chosen.most))
        copies = 1
    else:
        articles, copies = [d for path in example_paths() for d in read_corpus(path)], chosen.copies
    documents = [replace(d, id=f"{d.id}-{n}") for n in range(copies) for d in articles]
    model = load_model()
    parsed = [load_pipeline(coref="none", fast=True)(d.text) for d in articles[:20]]
    with fast_ops():
        spacys = {SPACY: small_cnn(parsed)}
    spacys[WITH_BLIS] = small_cnn(parsed)
    nlp = load_pipeline(fast=True)
    clock, tokens = Clock(), 0
    for _ in range(chosen.rounds):
        for name, pipeline in spacys.items():
            with threadpool_limits(1), clock.part(name):
                for _doc in pipeline.pipe((d.text for d in documents), batch_size=BATCH_SIZE):
                    pass
        with models_not_collected():
            tokens = run_parts(clock, documents, nlp, model)
        with clock.part(END_TO_END):
            for _scored in score(documents, model=model, nlp=nlp):
                pass
        run_labels(clock, [d for d in articles if d.abstracts], nlp)
        clock.end_round()
    print(f"{len(documents)} documents, {tokens:,} tokens; best of {chosen.rounds} rounds")
    show(clock, tokens)
    if chosen.processes:
        seconds = []
        for n_process in (1, 2):
            start = time.perf_counter()
            list(score(documents, model=model, nlp=nlp, n_process=n_process))
            seconds.append(time.perf_counter() - start)
        print(f"two processes are {seconds[0] / seconds[1]:.2f} times as fast as one, by the clock")


if __name__ == "__main__":
    main()
