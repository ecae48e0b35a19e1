"""Train the model of sentence boundaries that ships, and measure it: two minutes.

python -m resources.recipes.sentences.train CORPORA MODELS
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from resources.recipes.reading import card_of
from resources.recipes.sentences import data
from salience.evaluation.sentence_boundaries import SCORES, count, document_counts
from salience.evaluation.sentence_boundaries import scores as scores_of
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.features import WordCounts, sentence_starters
from salience.sentences.training import examples, fit
from salience.version import __version__

C = 0.3  # what errors cost: chosen on the tuning set and the hard class


def learned(corpora: Path) -> BoundaryModel:
    gold = data.texts(data.training(corpora))
    counts = WordCounts.from_texts([text for text, _ in gold])
    counts = replace(counts, begins=sentence_starters(data.raw_texts(corpora)))
    hard = data.hard_examples(data.hard_periods(corpora, "train"), first=len(gold))
    return fit([*examples(gold, counts), *hard], counts, C=C)


def card(documents: list[data.Gold], hard: int) -> dict[str, Any]:
    """The card with the numbers of the treebanks, of the web and others, and of the hard class."""
    said = card_of(__file__)
    *treebanks, periods = said["training_sets"]
    for treebank, is_web in zip(treebanks, (True, False), strict=True):
        some = [d for d in documents if (d.genre == data.WEB) == is_web]
        treebank |= {"documents": len(some), "sentences": sum(len(d.starts) for d in some)}
    periods["periods"] = hard
    return said


def scores(model: BoundaryModel, corpora: Path) -> dict[str, Any]:
    """In percent, with intervals."""
    found: dict[str, Any] = {}
    for title, read in data.SETS.items():
        documents = read(corpora)
        system = data.starts_by(model)
        counts = [count(d.text, d.starts, system(d.text)) for d in documents]
        said, low_high = document_counts(counts).bootstrap(scores_of, 1000, seed=0)
        found[title] = {
            name: {
                "score": round(100 * said[name], 2),
                "interval": [round(100 * end, 2) for end in low_high[name]],
            }
            for name in SCORES
        }
    for part in ("choose", "report"):
        periods = data.hard_periods(corpora, part)
        wrong = sum(not hard.is_right(data.starts_by(model)) for hard in periods)
        found[f"hard class, {part}"] = {"wrong": wrong, "periods": len(periods)}
    return found


def main(corpora: Path, models: Path) -> None:
    said = card(data.training(corpora), len(data.hard_periods(corpora, "train")))
    model = replace(learned(corpora), card=said)
    signature = (
        f"salience={__version__}|text=raw|error=wrong periods of those within a line before white "
        "space|intervals=1000 bootstrap samples of documents, seed 0"
    )
    measures = {"signature": signature, **scores(model, corpora)}
    shipped = replace(model, card={**model.card, "scores": measures})
    shipped.save(models / f"en-sentences-{said['version']}")


if __name__ == "__main__":
    typer.run(main)
