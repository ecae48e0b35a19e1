"""Does the model rank the main entities of news ahead of counting mentions? Two sets by people.

    python -m resources.recipes.salience.news_table CORPORA

BASIL's political news has the main entities that people named, Reuters the people whom editors
indexed, among whom only entities of type PER are ranked. A gold name is the entity with the most
mentions of which one name has all words of the other and ends alike; a gold name without one counts
as missed. Equal numbers of mentions go by first position. AP is the mean over documents, *first
right* the share of documents whose first entity is a gold one. Intervals are 95 %, by 1,000
bootstrap samples of documents, seed 0.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import typer

from resources.recipes import markdown
from resources.recipes.reading import rows
from salience import Document, score
from salience.evaluation import bootstrap
from salience.names.keys import words
from salience.types import Entity, ScoredDocument

SETS = {"basil-choose": "political news (BASIL)", "reuters-people": "Reuters, persons"}
SAMPLES, SEED = 1000, 0
Key = Callable[[Entity, float], tuple[float, ...]]
"""What entities are ranked by, the greatest first, from an entity and its probability."""


def place(entity: Entity) -> float:
    """Negative, so that what comes first is the greatest."""
    return -float(entity.mentions[0].start) if entity.mentions else 0.0


def n_mentions(entity: Entity) -> int:
    return len(entity.mentions) + len(entity.title_mentions)


OURS, COUNTED = "en-salience", "number of mentions"
SYSTEMS: dict[str, Key] = {
    OURS: lambda entity, p: (p, place(entity)),
    COUNTED: lambda entity, _: (n_mentions(entity), place(entity)),
    "headline, else first": lambda entity, _: (bool(entity.title_mentions), place(entity)),
}


def gold_names(row: dict) -> list[tuple[str, ...]]:
    names = row["main"] if "main" in row else [p.replace("-", " ") for p in row["people"]]
    return [tuple(word.text.lower() for word in words(name)) for name in names]


def is_named(entity: Entity, gold: Sequence[str]) -> bool:
    """Whether one of an entity's names and a gold name end alike, and one has all of the other."""
    mentions = (*entity.mentions, *entity.title_mentions)
    texts = {entity.name, *(m.text for m in mentions if m.kind == "named")}
    for name in ([word.text.lower() for word in words(text)] for text in sorted(texts)):
        alike = set(gold) <= set(name) or set(name) <= set(gold)
        if name and gold and name[-1] == gold[-1] and alike:
            return True
    return False


def of_document(scored: ScoredDocument, row: dict) -> dict[str, tuple[float, float]]:
    """AP of each system, and whether its first entity is right."""
    persons = "people" in row
    ranked = [(e, p) for e, p in scored.ranked() if not persons or e.type == "PER"]
    right: set[str] = set()
    missed = 0
    for gold in gold_names(row):
        found = [entity for entity, _ in ranked if is_named(entity, gold)]
        if found:
            right.add(max(found, key=n_mentions).id)
        else:
            missed += 1
    return {
        name: average_precision([e.id in right for e in in_order(ranked, key)], missed)
        for name, key in SYSTEMS.items()
    }


def in_order(ranked: Sequence[tuple[Entity, float]], key: Key) -> Iterator[Entity]:
    for entity, _ in sorted(ranked, key=lambda pair: key(*pair), reverse=True):
        yield entity


def average_precision(right: Sequence[bool], missed: int) -> tuple[float, float]:
    """AP of a ranking, with what is not in it as missed, and whether its first is right.

    >>> average_precision([True, False, True], 1)
    (0.5555555555555555, 1.0)
    """
    precisions = [sum(right[: i + 1]) / (i + 1) for i, one in enumerate(right) if one]
    gold = len(precisions) + missed
    return sum(precisions) / gold if gold else 0.0, float(right[:1] == [True])


def main(corpora: Path) -> None:
    table = []
    for name, title in SETS.items():
        records = {row["id"]: row for row in rows(corpora / f"salience/{name}.jsonl")}
        documents = (Document(id, row["text"], row["title"]) for id, row in records.items())
        found = [of_document(s, records[s.parsed.document.id]) for s in score(documents)]
        values = {
            f"{system}; {measure}": np.array([document[system][i] for document in found])
            for system in SYSTEMS
            for i, measure in enumerate(("AP", "first right"))
        }
        drawn = bootstrap.document_weights(len(found), SAMPLES, SEED)
        samples = [{k: float(v @ w / w.sum()) for k, v in values.items()} for w in drawn]
        means = {k: float(v.mean()) for k, v in values.items()}
        ranges = bootstrap.intervals(means, samples)
        for measure in ("AP", "first right"):
            ours, counted = f"{OURS}; {measure}", f"{COUNTED}; {measure}"
            less = means[ours] - means[counted]
            interval = bootstrap.intervals(
                {"": less}, [{"": sample[ours] - sample[counted]} for sample in samples]
            )[""]
            table.append(
                {"set": f"{title}, {measure}", "documents": f"{len(found)}"}
                | {
                    system: markdown.percent(
                        means[f"{system}; {measure}"], ranges[f"{system}; {measure}"]
                    )
                    for system in SYSTEMS
                }
                | {"ours less mentions (95 %)": markdown.points(less, interval)}
            )
    print(markdown.table(table))


if __name__ == "__main__":
    typer.run(main)
