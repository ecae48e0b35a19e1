"""Train the model of sentence boundaries that ships, and measure it.

    python -m resources.recipes.sentences.train CORPORA MODELS

CORPORA is the folder of public corpora; MODELS gets `en-sentences-1.0.0/`. It takes seconds, and
the same corpora give the same bytes.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from resources.recipes.sentences.data import SETS, WEB, Gold, texts, training
from resources.recipes.sentences.measures import SCORES, count, measured, starts_by
from salience.sentences.boundary_model import BoundaryModel
from salience.sentences.training import train
from salience.version import __version__

VERSION = "1.0.0"


def card(documents: list[Gold]) -> dict[str, Any]:
    """What a reader should know of the model, without its scores."""
    web = sum(document.genre == WEB for document in documents)
    return {
        "name": "en-sentences",
        "version": VERSION,
        "license": "CC-BY-SA-4.0",
        "recipe": "resources/recipes/sentences/train.py",
        "training_sets": [
            {
                "name": "UD English-EWT 2.16, train",
                "licence": "CC BY-SA 4.0",
                "documents": web,
                "sentences": sum(len(d.starts) for d in documents if d.genre == WEB),
            },
            {
                "name": "GUM 11.1 train, genres academic, bio, court, interview, news, voyage",
                "licence": "annotation CC BY 4.0; text CC BY 4.0, CC BY-SA 3.0 and CC BY 2.5 by "
                "genre",
                "documents": len(documents) - web,
                "sentences": sum(len(d.starts) for d in documents if d.genre != WEB),
            },
        ],
        "known_weaknesses": [
            "Sentences without a mark at their end, within a line.",
            "Two sentences without a space between them.",
            "Abbreviations that the training text does not have, before a capital.",
            "References in a bibliography, and several sentences in a quotation within another.",
        ],
    }


def scores(model: BoundaryModel, corpora: Path) -> dict[str, Any]:
    """The model's scores by set, in percent, with intervals."""
    found: dict[str, Any] = {}
    for title, read in SETS.items():
        documents = read(corpora)
        system = starts_by(model)
        said, low_high = measured([count(d, system(d.text)) for d in documents])
        found[title] = {
            name: {
                "score": round(100 * said[name], 2),
                "interval": [round(100 * end, 2) for end in low_high[name]],
            }
            for name in SCORES
        }
    return found


def main() -> None:
    """Train, measure, and write the model with its card."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("models", type=Path)
    arguments = options.parse_args()
    documents = training(arguments.corpora)
    model = train(texts(documents), card=card(documents))
    signature = (
        f"salience={__version__}|text=raw|error=wrong periods of those within a line before white "
        "space|intervals=1000 bootstrap samples of documents, seed 0"
    )
    measures = {"signature": signature, **scores(model, arguments.corpora)}
    shipped = replace(model, card={**model.card, "scores": measures})
    shipped.save(arguments.models / f"en-sentences-{VERSION}")


if __name__ == "__main__":
    main()
