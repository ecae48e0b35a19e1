"""Trains the aligner that ships, `en-wordalign`: README.md says on what.

python -m resources.recipes.wordalign.train CORPORA WORK
"""

from dataclasses import replace
from pathlib import Path

import typer

from resources.recipes.wordalign.choosing import train_chooser
from resources.recipes.wordalign.data import gum, training_pairs
from salience.wordalign.aligner import Aligner
from salience.wordalign.files import save_aligner
from salience.wordalign.training import ITERATIONS, train_aligner

VERSION = "1.2.0"
NUMBERS = {"wikinews": 25, "us-18f": 25, "us-digitalgov": 25, "wikipedia": 25}
"""Pairs of each set. With more of them it is no better: see LAB.md."""


def main(corpora: Path, work: Path) -> None:
    pairs = training_pairs(corpora, work, NUMBERS)
    aligner, linked = train_aligner(pairs, on_iteration=print), gum(corpora, work, "choose")
    seen = [(pair, *aligner.both_ways(pair)) for pair, _ in linked]
    write(replace(aligner, chooser=train_chooser(seen, [links for _, links in linked])))


def write(aligner: Aligner) -> None:
    card = {
        "name": "en-wordalign",
        "version": VERSION,
        "language": "en",
        "description": "Aligns the words of documents and abstracts (Daumé and Marcu 2005), with a "
        "choice among links that was learned from links of people.",
        "trained_on": {
            "sets": list(NUMBERS),
            "pairs": sum(NUMBERS.values()),
            "iterations": ITERATIONS,
            "links": "54 documents of GUM train in open genres, with their summaries",
        },
        "licence": "CC BY-SA 4.0",
    }
    models = Path(__file__).resolve().parents[2] / "models"
    save_aligner(aligner, models / f"en-wordalign-{VERSION}", card)


if __name__ == "__main__":
    typer.run(main)
