"""Trains the aligner that ships, `en-wordalign`.

    python -m resources.recipes.wordalign.train CORPORA WORK

CORPORA is the corpus folder, WORK a folder for parsed texts (delete it when the pipeline changes).
It learns from documents and abstracts alone, without links; the choices of `table.py` are those of
the tuning half of Edinburgh++.
"""

from __future__ import annotations

from pathlib import Path

import typer

from resources.recipes.wordalign.data import training_pairs
from salience.wordalign.files import save_aligner
from salience.wordalign.training import ITERATIONS, train_aligner

VERSION = "1.0.0"
NUMBERS = {"wikinews": 25, "us-18f": 25, "us-digitalgov": 25, "wikipedia": 25}
"""Pairs of each set. With more of them it is no better: see LAB.md."""


def main(corpora: Path, work: Path) -> None:
    """Train, and write the model."""
    pairs = training_pairs(corpora, work, NUMBERS)
    aligner = train_aligner(pairs, on_iteration=print)
    card = {
        "name": "en-wordalign",
        "version": VERSION,
        "language": "en",
        "description": "Aligns the words of documents and abstracts (Daumé and Marcu 2005).",
        "trained_on": {"sets": list(NUMBERS), "pairs": len(pairs), "iterations": ITERATIONS},
        "licence": "CC BY-SA 4.0",
    }
    models = Path(__file__).resolve().parents[2] / "models"
    save_aligner(aligner, models / f"en-wordalign-{VERSION}", card)


if __name__ == "__main__":
    typer.run(main)
