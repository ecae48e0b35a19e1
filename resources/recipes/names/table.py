"""What a reader sees: the share of entities that are right in every respect.

    python -m resources.recipes.names.table CORPORA --names-judge JUDGE [--set look]

Texts in which careful readers marked every name are scored from raw text by the models that ship.
JUDGE, a program outside of this project, offers `judge(gold, predicted)`: of documents by id, the
shares below and the numbers of `gold` and `predicted` entities. An entity is clean if it has all
mentions of the name that are found and no others, the right type, and its fullest name. `report`
is only reported; `look` is the set on which rules are chosen. Intervals are 95 % percentiles of
1,000 bootstrap samples of documents, seed 0.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from resources.recipes import markdown
from resources.recipes.salience.judging import read_program
from salience import score
from salience.arrays import Float64Array
from salience.metrics.bootstrap import DocumentCounts
from salience.tables.records import to_record
from salience.types import Document

SAMPLES, SEED = 1000, 0
OF_GOLD = ("clean_R", "found", "split")
OF_PREDICTED = ("clean_P", "precision", "merged", "spurious")
COLUMNS = {
    "clean F1": "clean",
    "found": "found",
    "precision": "precision",
    "type": "type",
    "spurious": "spurious",
    "split": "split",
    "merged": "merged",
    "most probable is clean": "top",
}
NAMES = ("gold", "predicted", "found", *OF_PREDICTED, "clean_R", "split", "type", "top", "all")
SOURCES = {"wikinews": "Wikinews", "wikipedia": "openings of Wikipedia", "swiss": "Swiss releases"}


def counts(judge: Any, gold: Mapping[str, Any], predicted: Mapping[str, Any]) -> DocumentCounts:
    """What the judge counts in each document; its shares are turned back into numbers."""
    rows = []
    for key, document in gold.items():
        said = judge({key: document}, {key: predicted[key]})
        n = {"gold": said["gold"], "predicted": said["predicted"], "top": said["top"], "all": 1}
        n |= {name: round(said[name] * said["gold"]) for name in OF_GOLD}
        n |= {name: round(said[name] * said["predicted"]) for name in OF_PREDICTED}
        n["type"] = round(said["type"] * n["found"])
        rows.append([n[name] for name in NAMES])
    return DocumentCounts(NAMES, np.array(rows, np.float64).T)


def shares(total: Float64Array) -> dict[str, float]:
    """The judge's shares of summed counts."""
    n = dict(zip(NAMES, total.tolist(), strict=True))

    def divide(part: float, whole: float) -> float:
        return part / whole if whole else 0.0

    return {
        "clean": divide(2 * n["clean_R"], n["gold"] + n["predicted"]),
        "found": divide(n["found"], n["gold"]),
        "split": divide(n["split"], n["gold"]),
        **{name: divide(n[name], n["predicted"]) for name in ("precision", "merged", "spurious")},
        "type": divide(n["type"], n["found"]),
        "top": divide(n["top"], n["all"]),
    }


def predictions(gold: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The entities of the texts, as `salience score` writes them, by id."""
    documents = [Document(d["id"], d["text"], title=d["title"] or None) for d in gold]
    records = map(to_record, score(documents))
    return {str(record["id"]): record for record in records}


def line(name: str, part: DocumentCounts) -> str:
    """A row of the table: clean F1 and the last column with their intervals."""
    found, low_high = part.bootstrap(shares, SAMPLES, SEED)
    cells = [
        markdown.percent(found[key], low_high[key])
        if key in ("clean", "top")
        else f"{100 * found[key]:.1f}"
        for key in COLUMNS.values()
    ]
    return markdown.row(name, part.documents, int(part.total()[0]), *cells)


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("--names-judge", type=Path, required=True)
    options.add_argument("--set", choices=("look", "report"), default="report")
    arguments = options.parse_args()
    judge = read_program(arguments.names_judge).judge
    with (arguments.corpora / f"names/{arguments.set}.jsonl").open(encoding="utf8") as file:
        gold = [json.loads(line) for line in file]
    predicted = predictions(gold)
    print(markdown.heading("texts", "documents", "entities", *COLUMNS))
    for source in ("", *SOURCES):
        some = {d["id"]: d for d in gold if not source or d["source"] == source}
        print(line(SOURCES.get(source, "all"), counts(judge, some, predicted)), flush=True)


if __name__ == "__main__":
    main()
