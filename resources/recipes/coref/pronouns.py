"""How often *he* and *she* are given to the right person: GAP (Webster et al. 2018).

    python -m resources.recipes.coref.pronouns CORPORA

Each name is a decision, as there: right if the pronoun is in a cluster with a mention whose head is
in that name just where the two are one person. Rules were chosen on texts with an odd number and on
the validation part. Intervals are 95 % percentiles of 1,000 bootstrap samples of texts, seed 0.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import typer
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.reading import rows
from salience import load_pipeline
from salience.coref.clusters import cluster_keys

CHOSEN, REPORTED = "odd numbers and validation (chosen on)", "even numbers (only report)"


def counts(doc: Doc, row: dict[str, Any]) -> tuple[int, int, int]:
    """How many of its names are rightly given to the pronoun, are given, and are gold."""
    place = tuple(row["pronoun"])
    spans = [list(doc.spans[key]) for key in cluster_keys(doc)]
    own = next((c for c in spans if any((s.start_char, s.end_char) == place for s in c)), [])
    heads = [span.root.idx for span in own]
    given = [
        any(a <= head < b for head in heads) for a, b in (c["span"] for c in row["candidates"])
    ]
    gold = [candidate["coref"] for candidate in row["candidates"]]
    return sum(a and b for a, b in zip(given, gold, strict=True)), sum(given), sum(gold)


def main(corpora: Path) -> None:
    records = rows(corpora / "coref/gap-dev-val.jsonl")
    docs = load_pipeline(fast=True).pipe((row["text"] for row in records), batch_size=16)
    counted: dict[str, Any] = {part: defaultdict(list) for part in (CHOSEN, REPORTED)}
    for row, doc in zip(records, docs, strict=True):
        even = "development" in row["id"] and int(row["id"].rpartition("-")[2]) % 2 == 0
        pronoun = row["text"][slice(*row["pronoun"])].lower()
        kind = "*he*, *him*, *his*" if pronoun in ("he", "him", "his") else "*she*, *her*"
        for title in ("all", kind):
            counted[REPORTED if even else CHOSEN][title].append(counts(doc, row))
    markdown.show(
        {
            "texts": part,
            "pronouns": kind,
            "number": f"{len(values):,}",
            "P / R / F1 (95 % of F1)": markdown.f1(values),
        }
        for part, kinds in counted.items()
        for kind, values in sorted(kinds.items())
    )


if __name__ == "__main__":
    typer.run(main)
