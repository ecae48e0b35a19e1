"""The sets that the salience model is trained and chosen on, as documents and label files.

Text is read from the corpus folder and goes into label files in the work folder, never into the
project. Wikinews and Wikipedia take their opening as the abstract, and `-body` is the text without
it. The name of any set may end in `-untitled`: its documents are read without headlines.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from resources.recipes.judges.entities import pairing, stands_for
from resources.recipes.kept_back import is_kept_back
from resources.recipes.reading import GUM, gum_rows, rows
from salience.engine.documents import label, parse_documents
from salience.types import Document, Entity, Label, LabelledDocument

UNTITLED = "-untitled"
FRUS_STEP = 3  # of the State Department one document in so many is taken
FRUS_LENGTH = 20_000  # characters: and no longer one


def pairs(corpora: Path, name: str) -> Iterator[Document]:
    for row in rows(corpora / "pairs" / f"{name.removesuffix('-body')}.jsonl"):
        if not is_kept_back(row["text"]):
            yield Document(row["id"], row["text"], row["title"], (row["abstract"],))


def gum(corpora: Path, name: str) -> Iterator[Document]:
    """The documents of a set of GUM, with their gold entities in `meta`."""
    for row in gum_rows(corpora, name):
        meta = {"entities": row["entities"]}
        yield Document(row["id"], row["text"], row["title"], tuple(row["summaries"]), meta)


def gold_labels(entities: tuple[Entity, ...], gold: list[dict[str, Any]]) -> tuple[Label, ...]:
    """The label of the gold entity that each found one is paired with, so that the most mentions
    agree.

    An entity without a pair is not salient. `salient` follows the first summary, which a person
    wrote; `grade` counts all five.
    """
    counts = [
        [sum(stands_for([g], (m.start, m.end)) is not None for m in e.mentions) for g in gold]
        for e in entities
    ]
    sal: dict[int, list[int]] = {e: gold[g]["sal"] for e, g in pairing(counts).items()}
    of_each = (sal.get(i, [0]) for i in range(len(entities)))
    return tuple(Label(bool(said[0]), sum(said), ambiguous=False) for said in of_each)


def frus(corpora: Path) -> Iterator[Document]:
    short = [r for r in rows(corpora / "pairs/frus.jsonl") if len(r["text"]) < FRUS_LENGTH]
    for row in short[::FRUS_STEP]:
        meta = {"persons": row["persons"]}
        yield Document(row["id"], row["text"], row["title"], (row["abstract"],), meta)


def with_gold_persons(labelled: LabelledDocument) -> LabelledDocument:
    """Labels of which those of people that are marked in the text follow the marks.

    Historians marked people in text and summary with one id; all else keeps its silver label.
    """
    persons = labelled.parsed.document.meta["persons"]

    def label_of(entity: Entity, label: Label) -> Label:
        marked = [
            bool(person["abstract"])
            for person in persons
            if any(
                mention.start < end and start < mention.end
                for mention in entity.mentions
                if mention.kind == "named"
                for start, end in person["body"]
            )
        ]
        if not marked:
            return label
        evidence = label.evidence if any(marked) else ()
        return replace(label, salient=any(marked), grade=int(any(marked)), evidence=evidence)

    labels = map(label_of, labelled.parsed.entities, labelled.labels)
    return replace(labelled, labels=tuple(labels))


def documents(corpora: Path, name: str) -> Iterator[Document]:
    base = name.removesuffix(UNTITLED)
    found = frus(corpora) if base == "frus" else (gum if base in GUM else pairs)(corpora, base)
    return found if base == name else (replace(document, title=None) for document in found)


def labelled(corpora: Path, name: str, nlp: Any, n_process: int) -> Iterator[LabelledDocument]:
    """One set with its labels: silver from abstracts, gold for GUM and for people of FRUS."""
    found = documents(corpora, name)
    if not name.startswith("gum-"):
        silver = label(found, nlp=nlp, n_process=n_process)
        yield from map(with_gold_persons, silver) if name.startswith("frus") else silver
        return
    for parsed in parse_documents(found, nlp=nlp, n_process=n_process):
        labels = gold_labels(parsed.entities, parsed.document.meta["entities"])
        yield LabelledDocument(replace(parsed, document=replace(parsed.document, meta={})), labels)
