"""Learned weights against fixed ones, with and without compression: README.md has the tables.

    python -m resources.recipes.summaries.learned CORPORA WORK [SET ...]

Models go to WORK and don't ship: *learned* are logistic weights, from GUM train in open genres (of
GUM, summaries by people alone) and `MIXED`; *learned, SVM* and *SVM, extract and compress* are by
the structured SVM, *paper's parts* with count, stop words and position alone; *learned, its kind*
have the position too. No document of a table is learned from; *p* is of the difference from bigrams
of fixed weights.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from resources.recipes.kept_back import is_kept_back
from resources.recipes.reading import gum_rows, rows
from resources.recipes.summaries import table
from salience import load_model, load_pipeline
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources, Source
from salience.errors import Reject
from salience.measures.texts.comparison import compare_texts
from salience.measures.texts.measure import Settings as Comparison
from salience.measures.texts.registry import measure_named
from salience.summaries.learned import features
from salience.summaries.learned.model import SummaryModel
from salience.summaries.learned.training import summarized, train_on_topics
from salience.types import Document

WORDS = 50
MIXED = {"wikinews": 194, "us-18f": 100, "wikipedia": 60, "frus": 100, "swiss-1997-2018": 200}
"""Documents of each set for *learned*, beside GUM."""
LONGEST = {"wikipedia": 2500, "frus": 1200}  # words of the longest documents that are taken
OF_KIND = {
    "wikinews": ("wikinews", 194),
    **dict.fromkeys(("swiss", "swiss-all"), ("swiss-1997-2018", 600)),
}
SVM_DOCUMENTS, SVM_SENTENCES, SVM_PASSES = 80, 40, 4


def pairs(corpora: Path, name: str, number: int) -> list[Document]:
    every = rows(corpora / f"pairs/{name}.jsonl")
    measured = {row["id"] for row in table.sampled(every)} if name == "wikinews" else set()
    random.Random(table.SEED).shuffle(every)  # noqa: S311
    longest = LONGEST.get(name, 10**9)
    fitting = [
        Document(row["id"], row["text"], row.get("title"), (row["abstract"],))
        for row in every
        if row["id"] not in measured
        and not is_kept_back(row["text"])
        and len(row["text"].split()) <= longest
    ]
    return fitting[:number]


def read(documents: Sequence[Document]) -> list[Source]:
    task = ReadingSources(load_pipeline(fast=True), load_model(), reads_abstracts=True)
    found = run_task(task, documents)
    return [one for one in found if not isinstance(one, Reject)]


def general_models(documents: Sequence[Source]) -> dict[str, SummaryModel]:
    every = [summarized([one]) for one in documents]
    short = [
        one
        for one, made in zip(documents, every, strict=True)
        if len(made.topic.sentences) < SVM_SENTENCES
    ]
    random.Random(table.SEED).shuffle(short)  # noqa: S311
    few = [summarized([one], compress=True) for one in short[:SVM_DOCUMENTS]]
    whole = [summarized([one]) for one in short[:SVM_DOCUMENTS]]

    def svm(corpus: Sequence, parts: Sequence = features.DEFAULT) -> SummaryModel:
        return train_on_topics(corpus, WORDS, learner="svm", parts=parts, passes=SVM_PASSES)

    return {
        "learned": train_on_topics(every, WORDS),
        "learned, SVM": svm(whole),
        "learned, SVM, paper's parts": svm(whole, ("count", "stop", "position")),
        "SVM, extract and compress": svm(few),
    }


def systems_of(models: Mapping[str, SummaryModel]) -> dict[str, dict]:
    return {
        "bigrams": {"concepts": "bigrams"},
        "mixture": {"concepts": "mixture"},
        "lead": {"method": "lead"},
        **{name: {"learned": model} for name, model in models.items()},
        "bigrams, compression tree": {"concepts": "bigrams", "compress": "tree"},
    }


def main(
    corpora: Path, work: Path, sets: Annotated[list[str] | None, typer.Argument()] = None
) -> None:
    mixed = [table.gum_document(row) for row in gum_rows(corpora, "gum-open")]
    mixed = [document for document in mixed if document.abstracts]
    for name, number in MIXED.items():
        mixed += pairs(corpora, name, number)
    models = general_models(read(mixed))
    for name in sets or ("gum-dev", "swiss-all", "wikinews", "opinosis"):
        found = dict(models)
        if name in OF_KIND:
            sources = read(pairs(corpora, *OF_KIND[name]))
            corpus = [summarized([one]) for one in sources]
            parts = (*features.DEFAULT, "position")
            found["learned, its kind"] = train_on_topics(corpus, WORDS, parts=parts)
        for system, model in found.items():
            model.save(work / f"{name} {system}".replace(",", "").replace("'", ""))
        topics = table.topics_of(corpora, name)
        made = table.summaries_of(topics, table.BUDGETS[name], systems_of(found))
        kinds = (system for system in ("learned", "learned, its kind") if system in made)
        below = []
        for system in kinds:
            texts = {x: [summary.text for summary in made[x][0]] for x in (system, "mixture")}
            references, rouge = [t.references for t in topics], [measure_named("rouge2")]
            several = Comparison(several="average")
            [_, row] = compare_texts(texts, references, rouge, several, n_bootstrap=0)
            gain = 100 * (row.first_less_this or 0)
            below.append(f"{system} less mixture: {gain:+.1f}, p {row.p:.3f}")
        head = f"**{table.TITLES[name]}**: {len(topics)} summaries of {table.BUDGETS[name]} words"
        print(head, table.table(topics, made), "; ".join(below), sep="\n\n", end="\n\n", flush=True)


if __name__ == "__main__":
    typer.run(main)
