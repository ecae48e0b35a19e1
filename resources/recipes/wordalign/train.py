"""Trains the aligner that ships, `en-wordalign`: README.md says on what.

python -m resources.recipes.wordalign.train CORPORA WORK
"""

from dataclasses import replace
from pathlib import Path

import typer

from resources.recipes.reading import card_of
from resources.recipes.wordalign.choosing import train_chooser
from resources.recipes.wordalign.data import gum, training_pairs
from salience.wordalign.aligner import Aligner
from salience.wordalign.files import save_aligner
from salience.wordalign.training import ITERATIONS, train_aligner

NUMBERS = {"wikinews": 25, "us-18f": 25, "us-digitalgov": 25, "wikipedia": 25}
"""Pairs of each set. With more of them it is no better: see LAB.md."""


def main(corpora: Path, work: Path) -> None:
    pairs = training_pairs(corpora, work, NUMBERS)
    aligner, linked = train_aligner(pairs, on_iteration=print), gum(corpora, work, "choose")
    seen = [(pair, *aligner.both_ways(pair)) for pair, _ in linked]
    write(replace(aligner, chooser=train_chooser(seen, [links for _, links in linked])))


def write(aligner: Aligner) -> None:
    card, n = card_of(__file__), sum(NUMBERS.values())
    card["trained_on"] |= {"sets": list(NUMBERS), "pairs": n, "iterations": ITERATIONS}
    models = Path(__file__).resolve().parents[2] / "models"
    save_aligner(aligner, models / f"en-wordalign-{card['version']}", card)


if __name__ == "__main__":
    typer.run(main)
