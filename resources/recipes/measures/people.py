"""Which measures tell people's summaries from systems'? QARLA on GUM dev.

    python -m resources.recipes.measures.people CORPORA

Of 22 documents of GUM dev five people wrote a summary each. Systems extract as many words as those
have on average. Every measure of `salience measure` compares each two summaries of a document, one
as the only reference of the other; then KING, QUEEN and ORANGE say whether it can tell who wrote
them
(Amigó et al. 2005). Measures are clustered by how often they agree, the best of each cluster is
kept, and all sets of those are tried. The tables go to standard output.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import typer
from spacy.language import Language

from resources.recipes.markdown import bootstrapped, percent
from resources.recipes.markdown import table as markdown_table
from resources.recipes.reading import by_people
from salience.arrays import Float64Array
from salience.measures.people.qarla import Similarities, best_sets, king, orange, queen
from salience.measures.texts.measure import Measure, Settings
from salience.measures.texts.registry import MEASURES
from salience.pipeline.loading import load_pipeline
from salience.pipeline.word_texts import words_of
from salience.summaries.documents import summarize
from salience.text.words import Words
from salience.types import Document

SYSTEMS: Mapping[str, Mapping[str, Any]] = {
    "lead": {"method": "lead"},
    "MMR": {"method": "mmr"},
    "LexRank": {"method": "lexrank"},
    "McDonald": {"method": "mcdonald", "time_limit": math.inf},
    "bigrams": {"concepts": "bigrams"},
    "words": {"concepts": "words"},
    "entities": {"concepts": "entities"},
    "mixture": {"concepts": "mixture"},
}
CLUSTERS = 8


@dataclass(frozen=True)
class Case:
    """The summaries of a document that people wrote, and those of `SYSTEMS`, in their order."""

    people: list[Words]
    systems: list[Words]


def cases(corpora: Path, nlp: Language) -> list[Case]:
    """The documents of GUM dev whose five summaries are by people."""
    records = by_people(corpora)
    lengths = [len(text.split()) for record in records for text in record["summaries"]]
    budget = round(float(np.mean(lengths)))
    documents = [Document(r["id"], r["text"], r["title"]) for r in records]
    made = [
        [summary.text for summary in summarize(documents, nlp=nlp, words=budget, **ways)]
        for ways in SYSTEMS.values()
    ]
    return [
        Case(_parsed(record["summaries"], nlp), _parsed([texts[i] for texts in made], nlp))
        for i, record in enumerate(records)
    ]


def _parsed(texts: Sequence[str], nlp: Language) -> list[Words]:
    return [words_of(doc) for doc in nlp.pipe(texts)]


def likeness(measure: Measure, texts: Sequence[Words], everything: Sequence[Words]) -> Float64Array:
    """A measure of each text with each other one as its only reference; greater is more alike."""
    count = measure.counter(measure.settings(Settings()), [[text] for text in everything])
    sign = 1 if measure.rises else -1
    found = np.zeros((len(texts), len(texts)))
    for i, text in enumerate(texts):
        for j, reference in enumerate(texts):
            if i != j:
                found[i, j] = sign * next(iter(measure.scores(count(text, [reference])).values()))
    return np.nan_to_num(found, nan=0.0)


def similarities(documents: Sequence[Case], measures: Sequence[Measure]) -> list[Similarities]:
    """What QARLA needs of each document."""
    everything = [words for case in documents for words in (*case.people, *case.systems)]
    found = []
    for case in documents:
        n = len(case.people)
        x = np.array([likeness(m, [*case.people, *case.systems], everything) for m in measures])
        found.append(Similarities(x[:, :n, :n], x[:, n:, :n], x[:, n:, n:]))
    return found


def mean(values: Sequence[float]) -> str:
    counts = [(value, 1.0) for value in values]
    found, intervals = bootstrapped(counts, lambda total: {"m": total[0] / total[1]})
    return percent(found["m"], intervals["m"])


def rank_of_people(found: Similarities) -> float:
    """ORANGE of one measure: each text against all people's summaries but itself."""
    n = found.models.shape[1]
    others = found.models[0].sum(axis=1) / (n - 1)  # the diagonal is 0
    return orange(others, found.peers[0].mean(axis=1))


def main(corpora: Path) -> None:
    nlp = load_pipeline()
    measures = [measure for measure in MEASURES.values() if "trees" not in measure.needs]
    found = similarities(cases(corpora, nlp), measures)
    rows: list[dict[str, object]] = [
        {
            "measure": measure.name,
            "KING": mean([king(each.by_measures([i])) for each in found]),
            "best system's QUEEN": _best([queen(each.by_measures([i])) for each in found]),
            "ORANGE": mean([rank_of_people(each.by_measures([i])) for each in found]),
        }
        for i, measure in enumerate(measures)
    ]
    print(markdown_table(sorted(rows, key=lambda row: -_number(row["KING"]))))
    cluster, sets = best_sets(found, CLUSTERS)
    scored = {some: [king(each.by_measures(some)) for each in found] for some in sets[:5]}
    print("\n**Clusters**, the best of each first\n")
    for best, *others in cluster:
        print(f"- {', '.join(measures[i].name for i in (best, *others))}")
    print("\n**Sets of them**\n")
    print(
        markdown_table(
            [
                {
                    "measures": ", ".join(measures[i].name for i in some),
                    "KING": mean(scored[some]),
                    "best system's QUEEN": _best([queen(each.by_measures(some)) for each in found]),
                }
                for some in scored
            ]
        )
    )


def _best(queens: Sequence[Float64Array]) -> str:
    """The system with the highest mean QUEEN, and that."""
    means = np.mean(queens, axis=0)
    return f"{list(SYSTEMS)[int(means.argmax())]} {100 * means.max():.1f}"


def _number(cell: object) -> float:
    return float(str(cell).split(" ", 1)[0])


if __name__ == "__main__":
    typer.run(main)
