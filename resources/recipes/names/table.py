"""What a reader sees: the share of entities that are right in every respect.

    python -m resources.recipes.names.table CORPORA [--set look]

Texts in which careful readers marked every name are scored from raw text by the models that ship.
The judge (`judges.names`) says which entities stand for which of the readers', and what each
column means. `report` is only reported; `look` is the set on which rules are chosen. Intervals are
95 % percentiles of 1,000 bootstrap samples of documents, seed 0; fewer than ten have none.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from resources.recipes import markdown
from resources.recipes.judges.names import COUNTS, judge, shares
from salience import score
from salience.arrays import Float64Array
from salience.evaluation.bootstrap import DocumentCounts
from salience.tables.records import to_record
from salience.types import Document

SAMPLES, SEED = 1000, 0
LEAST = 10  # documents from which an interval is given
COLUMNS = {
    "clean F1": "clean_F1",
    "found": "found",
    "precision": "precision",
    "type": "type",
    "spurious": "spurious",
    "split": "split",
    "merged": "merged",
    "most probable is clean": "top",
}
SOURCES = {"wikinews": "Wikinews", "wikipedia": "openings of Wikipedia", "swiss": "Swiss releases"}


def counts(gold: Mapping[str, Any], predicted: Mapping[str, Any]) -> DocumentCounts:
    """What the judge counts in each document."""
    judged = [judge(document, predicted[id])[0] for id, document in gold.items()]
    rows = [[counted[name] for name in COUNTS] for counted in judged]
    return DocumentCounts(COUNTS, np.array(rows, np.float64).T)


def shares_of(total: Float64Array) -> dict[str, float]:
    """The judge's shares of summed counts."""
    return shares(dict(zip(COUNTS, total.tolist(), strict=True)))


def predictions(gold: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The entities of the texts, as `salience score` writes them, by id."""
    documents = [Document(d["id"], d["text"], title=d["title"] or None) for d in gold]
    records = map(to_record, score(documents))
    return {str(record["id"]): record for record in records}


def line(name: str, part: DocumentCounts) -> str:
    """A row of the table: clean F1 and the last column with their intervals, if they have one."""
    found, low_high = part.bootstrap(shares_of, SAMPLES, SEED)
    cells = [
        markdown.percent(found[key], low_high[key])
        if key in ("clean_F1", "top") and part.documents >= LEAST
        else f"{100 * found[key]:.1f}"
        for key in COLUMNS.values()
    ]
    return markdown.row(name, part.documents, int(part.total()[0]), *cells)


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("--set", choices=("look", "report"), default="report")
    arguments = options.parse_args()
    with (arguments.corpora / f"names/{arguments.set}.jsonl").open(encoding="utf8") as file:
        gold = [json.loads(line) for line in file]
    predicted = predictions(gold)
    print(markdown.heading("texts", "documents", "entities", *COLUMNS))
    for source in ("", *SOURCES):
        some = {d["id"]: d for d in gold if not source or d["source"] == source}
        print(line(SOURCES.get(source, "all"), counts(some, predicted)), flush=True)


if __name__ == "__main__":
    main()
