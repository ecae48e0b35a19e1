"""What the library writes, in one folder: how `tests/saved/<version>` was made.

It is called with today's code by `tests/test_saved.py`, to compare what is written then and now.
"""

from __future__ import annotations

from pathlib import Path

from tests.support.commands import CommandLine, write_corpus
from tests.support.tiny_pipeline import corpus


def write_saved(run: CommandLine) -> None:
    """Write corpus, labels, scores, models, counts and ratings to the working directory.

    `run` is a command line with the tiny pipeline.
    """
    write_corpus(Path("corpus.jsonl"), corpus(4))
    for kind in ("jsonl", "csv"):
        run(f"label corpus.jsonl -o labels.{kind}")
    run("train labels.jsonl -o model")
    run("cooccurrence labels.jsonl -o counts")
    run("train labels.jsonl -o central-model --groups default,centrality --cooccurrence counts")
    for kind in ("jsonl", "csv"):
        run(f"score corpus.jsonl --model ./model -o scores.{kind}")
    run("annotate sample corpus.jsonl -o by-hand --documents 2")
    Path("by-hand/page.html").unlink()  # for people; nothing reads it
    rate(Path("by-hand/table.csv"), Path("ratings.csv"))
    run("annotate read by-hand ratings.csv -o ratings.jsonl")


def rate(table: Path, ratings: Path) -> None:
    """Rate the entities of a table 1, 2, 3, 4, 1, …, as a person might."""
    header, *rows = table.read_text(encoding="utf-8-sig").splitlines()
    rated = [f"{row}{1 + i % 4}" for i, row in enumerate(rows)]
    ratings.write_text("\n".join([header, *rated]) + "\n", encoding="utf-8")
