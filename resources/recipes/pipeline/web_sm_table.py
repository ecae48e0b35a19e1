"""Names and salience from our parse and from that of `en_core_web_sm`, with the same library.

    python -m resources.recipes.pipeline.web_sm_table CORPORA WORK

Names: those that each recogniser finds in financial news (FiNER-ORD), as exact spans with their
type, where articles, titles and *'s* count neither way; and entities that are right in every
respect (`judges.names`). Salience: the model that ships, which has learned from our parse, at its
own threshold, against gold entities (`judges.entities`). Intervals are 95 % percentiles of
bootstrap samples of documents, seed 0, the same for both: 1,000 for names and 500 for salience.
Ahead or behind is a difference whose interval is without 0. The environment of `en_core_web_sm` is
made in WORK (`web_sm.py`), which needs PyPI.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import typer
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.judges import names as names_judge
from resources.recipes.judges.entities import Judge, Rows
from resources.recipes.names.table import releases
from resources.recipes.pipeline.web_sm import environment
from resources.recipes.reading import rows
from resources.recipes.salience.data import gum
from resources.recipes.salience.judging import difference, gold_entities
from salience import load_model, load_pipeline
from salience.components.long_runs import original_of
from salience.engine.documents import parse_documents
from salience.engine.tasks import score_parsed
from salience.evaluation.bootstrap import Interval
from salience.mentions.doc_columns import NAME_TYPES
from salience.tables.records import to_record
from salience.types import Document

Span = tuple[int, int, str]
Predicted = dict[str, Mapping[str, Any]]
FINER_TYPES = ("PER", "LOC", "ORG")
TUNING = "gum-closed"


class Compared(NamedTuple):
    """A figure of both pipelines, as shares."""

    figure: str
    texts: str
    documents: int
    ours: float
    theirs: float
    difference: float
    interval: Interval


def verdict(interval: Interval) -> str:
    low, high = interval
    return "ahead" if low > 0 else "behind" if high < 0 else "within chance"


def row(found: Compared) -> dict[str, object]:
    return {
        "figure": found.figure,
        "texts": found.texts,
        "documents": found.documents,
        "`en_salience_sm`": f"{100 * found.ours:.1f}",
        "`en_core_web_sm`": f"{100 * found.theirs:.1f}",
        "difference (95 %)": markdown.points(found.difference, found.interval),
        "ours is": verdict(found.interval),
    }


def f1_of(right: float, predicted: float, gold: float) -> float:
    return 2 * right / max(predicted + gold, 1)


def compared(
    figure: str, texts: str, ours: Sequence[Sequence[float]], theirs: Sequence[Sequence[float]]
) -> Compared:
    """F1 of each document's numbers of things: right, predicted, and gold."""

    def scores(total: np.ndarray) -> dict[str, float]:
        own, other = f1_of(*total[:3]), f1_of(*total[3:])
        return {"ours": own, "theirs": other, "difference": own - other}

    both = [[*a, *b] for a, b in zip(ours, theirs, strict=True)]
    found, intervals = markdown.bootstrapped(both, scores)
    return Compared(figure, texts, len(both), **found, interval=intervals["difference"])


def bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A name without articles and titles at its start and *'s* at its end.

    >>> bare("the Bank's", 0, 10)
    (4, 8)
    """
    own = re.search(r"\s*['’]s?$", text[start:end])
    return names_judge.without_titles(text, start, end)[-1], end - (len(own[0]) if own else 0)


def recognised(doc: Doc) -> set[Span]:
    text = original_of(doc)
    spans = ((*text.span(e.start_char, e.end_char), NAME_TYPES.get(e.label_)) for e in doc.ents)
    return {(*bare(text.original, a, b), type_) for a, b, type_ in spans if type_ in FINER_TYPES}


def name_counts(gold: Sequence[Mapping[str, Any]], nlp: Language) -> Iterator[list[float]]:
    for document in gold:
        marked = {(*bare(document["text"], a, b), type_) for a, b, type_ in document["names"]}
        found = recognised(nlp(document["text"]))
        yield [len(found & marked), len(found), len(marked)]


def records(documents: Sequence[Document], nlp: Language) -> Predicted:
    model = load_model()
    scored = (score_parsed(parsed, model) for parsed in parse_documents(documents, nlp=nlp))
    return {str(record["id"]): record for record in map(to_record, scored)}


def clean_counts(gold: Sequence[Mapping[str, Any]], nlp: Language) -> Iterator[list[float]]:
    documents = [Document(d["id"], d["text"], title=d["title"] or None) for d in gold]
    predicted = records(documents, nlp)
    for document in gold:
        counts, _ = names_judge.judge(document, predicted[str(document["id"])])
        yield [counts[name] for name in ("clean", "predicted", "gold")]


def salience(texts: str, ours: Rows, theirs: Rows) -> Iterator[Compared]:
    for figure, measure in (("salience, AP", Rows.ap), ("salience, F1", Rows.f1)):
        own, other = measure(ours), measure(theirs)
        yield Compared(
            figure, texts, ours.documents, own, other, *difference(ours, theirs, measure)
        )


def of_gum(corpora: Path, nlps: Sequence[Language]) -> Iterator[Compared]:
    """GUM dev, then the tuning set and each of its genres."""
    for name, title in (("gum-dev", "GUM dev"), (TUNING, "GUM train, closed genres")):
        gold, documents = gold_entities(corpora, name), list(gum(corpora, name))
        ours, theirs = (Judge(gold, records(documents, nlp).values()).given() for nlp in nlps)
        yield from salience(title, ours, theirs)
        genres = np.array([document["genre"] for document in gold.values()])
        for genre in sorted(set(genres)) if name == TUNING else ():
            parts = (judged.select(genres == genre) for judged in (ours, theirs))
            yield from salience(f"of these, {genre}", *parts)


def of_names(corpora: Path, nlps: Sequence[Language]) -> Iterator[Compared]:
    finer = rows(corpora / "ner/finer-val.jsonl")
    counts = (list(name_counts(finer, nlp)) for nlp in nlps)
    yield compared("names, F1", "FiNER-ORD, validation", *counts)
    marked = {
        "14 marked texts": rows(corpora / "names/report.jsonl"),
        "20 releases": releases(corpora),
    }
    for texts, gold in marked.items():
        counts = (list(clean_counts(gold, nlp)) for nlp in nlps)
        yield compared("entities, clean F1", texts, *counts)


def main(corpora: Path, work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    theirs = environment(work.resolve()).pipeline
    nlps = [load_pipeline(fast=True), load_pipeline(theirs, fast=True)]
    for part in (of_names, of_gum):
        markdown.show(map(row, part(corpora, nlps)))
        print()


if __name__ == "__main__":
    typer.run(main)
