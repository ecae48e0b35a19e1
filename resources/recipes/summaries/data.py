"""The sets that summaries are measured on: documents as sources, and what people wrote of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from resources.recipes.reading import gum_rows, rows
from salience import label, load_model, load_pipeline
from salience.engine.batches import run_task
from salience.engine.sources import ReadingSources, Source
from salience.errors import Reject
from salience.types import Document

SEED = 0
SAMPLE = 100
"""Documents of a large set, drawn with the seed."""
BUDGETS = {
    **{"gum-tuning": 50, "gum-dev": 50, "wikinews": 50},
    **{"swiss": 60, "swiss-all": 60, "opinosis": 40},
}
"""Words of a summary: about as many as people's have; of Opinosis, two sentences."""
TITLES = {
    "gum-tuning": "GUM, the tuning set",
    "gum-dev": "GUM dev, five references by people or fewer",
    "opinosis": "Opinosis: topics, each of some hundred sentences of reviews",
    "swiss": "Swiss press releases of 2019-20, drawn with seed 0",
    "swiss-all": "All Swiss press releases of 2019-20",
    "wikinews": "Wikinews, drawn with seed 0; the opening is the abstract, not in the text",
}


@dataclass(frozen=True)
class Topic:
    """Documents that get one summary, what people wrote, and the entities that they name.

    `salient` are their ids; None where that was not looked for.
    """

    sources: list[Source]
    references: list[str]
    salient: frozenset[str] | None


def topics_of(corpora: Path, name: str) -> list[Topic]:
    """A set, read by the pipeline and scored by the model that ship."""
    groups = list(_groups(corpora, name))
    model, nlp = load_model(), load_pipeline(fast=True)
    documents = [document for group, _ in groups for document in group]
    read = {
        source.document.id: source
        for source in run_task(ReadingSources(nlp, model), documents)
        if not isinstance(source, Reject)
    }
    salient = {}
    if name != "opinosis":
        for labelled in label(documents, nlp=nlp, on_reject=lambda _: None):
            pairs = zip(labelled.parsed.entities, labelled.labels, strict=True)
            ids = frozenset(entity.id for entity, found in pairs if found.salient)
            salient[labelled.parsed.document.id] = ids
    return [
        Topic([read[d.id] for d in group if d.id in read], references, salient.get(group[0].id))
        for group, references in groups
    ]


def _groups(corpora: Path, name: str) -> Iterator[tuple[list[Document], list[str]]]:
    if name.startswith("gum"):
        for row in gum_rows(corpora, "gum-dev" if name == "gum-dev" else "gum-closed"):
            document = gum_document(row)
            yield [document], list(document.abstracts)
    elif name == "opinosis":
        for row in rows(corpora / "topics/opinosis.jsonl"):
            # Each sentence is of a review of its own.
            parts = [Document(f"{row['id']} {i}", s) for i, s in enumerate(row["sentences"])]
            yield [part for part in parts if part.text.strip()], row["abstracts"]
    else:
        path = "wikinews" if name == "wikinews" else "swiss-2019-2020"
        every = rows(corpora / f"pairs/{path}.jsonl")
        for row in every if name == "swiss-all" else sampled(every):
            document = Document(row["id"], row["text"], row["title"], (row["abstract"],))
            yield [document], [row["abstract"]]


def gum_document(row: dict) -> Document:
    people = (text for text, human in zip(row["summaries"], row["human"], strict=True) if human)
    return Document(row["id"], row["text"], row["title"], tuple(people))


def sampled(rows: Sequence[dict]) -> list[dict]:
    return random.Random(SEED).sample(rows, SAMPLE)  # noqa: S311
