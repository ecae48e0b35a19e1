"""What a reader sees: the share of entities that are right in every respect.

    python -m resources.recipes.names.table CORPORA [--set look]

Texts in which careful readers marked every name are scored from raw text by the models that ship.
The judge (`judges.names`) says which entities stand for which of the readers', and what each
column means. `report` is only reported; `look` is the set on which rules are chosen. Intervals are
95 % percentiles of 1,000 bootstrap samples of documents, seed 0; fewer than ten have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from resources.recipes import markdown
from resources.recipes.judges.names import COUNTS, judge, shares
from resources.recipes.reading import rows
from salience import score
from salience.arrays import Float64Array
from salience.tables.records import to_record
from salience.types import Document

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


def shares_of(total: Float64Array) -> dict[str, float]:
    """The judge's shares of summed counts."""
    return shares(dict(zip(COUNTS, total.tolist(), strict=True)))


def line(name: str, gold: Sequence[Mapping[str, Any]], predicted: Mapping[str, Any]) -> str:
    """A row of the table: clean F1 and the last column with their intervals, if they have one."""
    judged = [judge(document, predicted[document["id"]])[0] for document in gold]
    counts = [[counted[name] for name in COUNTS] for counted in judged]
    found, low_high = markdown.bootstrapped(counts, shares_of)
    cells = [
        markdown.percent(found[key], low_high[key])
        if key in ("clean_F1", "top") and len(gold) >= LEAST
        else f"{100 * found[key]:.1f}"
        for key in COLUMNS.values()
    ]
    return markdown.row(name, len(gold), sum(counted["gold"] for counted in judged), *cells)


def main(corpora: Path, part: Annotated[str, typer.Option("--set")] = "report") -> None:
    """Print the table in Markdown."""
    gold = rows(corpora / f"names/{part}.jsonl")
    documents = [Document(d["id"], d["text"], title=d["title"] or None) for d in gold]
    predicted = {str(record["id"]): record for record in map(to_record, score(documents))}
    print(markdown.heading("texts", "documents", "entities", *COLUMNS))
    for source in ("", *SOURCES):
        some = [d for d in gold if not source or d["source"] == source]
        print(line(SOURCES.get(source, "all"), some, predicted), flush=True)


if __name__ == "__main__":
    typer.run(main)
