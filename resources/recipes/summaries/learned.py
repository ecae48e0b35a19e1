"""Learned weights against others, with and without compression: tables in Markdown.

    python -m resources.recipes.summaries.learned CORPORA WORK [SET ...]

Weights are learned from what may ship: Wikinews, 18F, and GUM train in open genres, 160 documents
of fewer than 45 sentences, drawn with seed 0, at 100 words and four passes. Tables are as those of
`resources.recipes.summaries.table`; the models go to WORK. Of Wikinews, what was learned from is
also in that set, so that it is not among the sets. *Named* counts the entities of whole sentences,
also of those that were shortened.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time

from resources.recipes.summaries.data import BUDGETS, CLOSED, Topic, topics_of
from resources.recipes.summaries.table import SYSTEMS, summaries_of, table
from salience import load_model, load_pipeline
from salience.errors import Reject
from salience.run.sources import read_abstracted
from salience.summarization.learned import features
from salience.summarization.learned.cuts import allowed_cuts
from salience.summarization.learned.joint import compress_and_extract, shortened
from salience.summarization.learned.model import SummaryModel
from salience.summarization.learned.training import Summarized, train_summarizer
from salience.summarization.sources import salience_of
from salience.summarization.summarizer import Settings, Summary, candidates, summarize_sources
from salience.types import Document

SEED, DOCUMENTS, SENTENCES, WORDS, PASSES = 0, 160, 45, 100, 4
COMPARED = ("bigrams", "mixture", "lead")


def documents(corpora: Path) -> Iterator[Document]:
    """Documents with abstracts whose weights may ship; of GUM, summaries by people alone."""
    for name in ("wikinews", "us-18f"):
        for line in (corpora / f"pairs/{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            yield Document(row["id"], row["text"], row["title"], (row["abstract"],))
    for line in (corpora / "gum/train.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        people = [s for s, human in zip(row["summaries"], row["human"], strict=True) if human]
        if row["genre"] not in CLOSED and people:
            yield Document(row["id"], row["text"], row["title"], tuple(people))


def learned_from(corpora: Path, number: int) -> list[Summarized]:
    """The documents that weights are learned from, with what may be cut from them."""
    every = list(documents(corpora))
    random.Random(SEED).shuffle(every)  # noqa: S311
    read = read_abstracted(every, load_model(), load_pipeline(fast=True), batch_size=4)
    found: list[Summarized] = []
    for one in read:
        if isinstance(one, Reject):
            continue
        summarized = one.summarized(Settings().least_words)
        sentences = summarized.topic.sentences
        if len(sentences) < SENTENCES:
            cuts = allowed_cuts(one.source.words, sentences)
            found.append(replace(summarized, cuts=cuts))
        if len(found) == number:
            break
    return found


def compressed(topic: Topic, budget: int, model: SummaryModel) -> Summary:
    """A summary of sentences that may be shortened."""
    sentences = candidates(topic.sources)
    titles = [title for source in topic.sources if (title := source.document.title)]
    cuts = [
        cut
        for i, source in enumerate(topic.sources)
        for cut in allowed_cuts(source.words, [s for s in sentences if s.document == i])
    ]
    concepts = model.concepts(features.Topic(sentences, titles, salience_of(topic.sources)))
    kept = compress_and_extract(sentences, cuts, budget, concepts, model.cut_worth)
    lead = summarize_sources(topic.sources, Settings(budget=budget, method="lead"))
    found = [
        replace(
            sentences[i],
            text=shortened(sentences[i], words),
            stems=tuple(sentences[i].stems[k] for k in words),
            stops=tuple(sentences[i].stops[k] for k in words),
        )
        for i, words in sorted(kept.items())
        if words
    ]
    return replace(lead, sentences=tuple(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("sets", nargs="*", default=["gum-dev", "swiss"])
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    args = parser.parse_args()
    examples = learned_from(args.corpora, args.documents)
    whole = [replace(one, cuts=()) for one in examples]
    models = {
        "learned": train_summarizer(whole, WORDS, passes=PASSES),
        "learned, paper's parts": train_summarizer(
            whole, WORDS, parts=features.PAPER, passes=PASSES
        ),
        "learned, compressed": train_summarizer(examples, WORDS, passes=PASSES),
    }
    for name, model in models.items():
        model.save(args.work / name.replace(", ", "-").replace(" ", "-").replace("'", ""))
    *extracts, joint = models
    systems = {name: SYSTEMS[name] for name in COMPARED}
    systems |= {name: {"learned": models[name]} for name in extracts}
    for name in args.sets:
        topics = topics_of(args.corpora, name)
        made = summaries_of(topics, BUDGETS[name], systems)
        begun = process_time()
        shorter = [compressed(topic, BUDGETS[name], models[joint]) for topic in topics]
        made[joint] = shorter, process_time() - begun
        print(f"**{name}**: {len(topics)} summaries of {BUDGETS[name]} words\n")
        print(table(topics, made), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
