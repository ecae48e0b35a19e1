"""Trains `en-coref`, the coreference model that ships, and measures it beside the rules.

    python -m resources.recipes.coref.train CORPORA WORK MODELS

CORPORA is the corpus folder, WORK keeps parses (by pipeline, so that another pipeline makes new
ones), and the model goes to MODELS/en-coref-<version>. The tuning set (GUM train of the genres that
train nothing) is what everything was chosen on; OntoGUM dev and the LitBank documents that are held
out only report.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer
from spacy.tokens import Doc

from resources.recipes.coref.data import Chains, GoldDocument, parsed
from resources.recipes.coref.entity_errors import entity_errors
from resources.recipes.coref.learn import Settings, example, frequent_words, learn
from salience import __version__, load_pipeline
from salience.coref.mention_ranking import resolve_learned
from salience.coref.ranking_model import CorefModel
from salience.coref.sieves import resolve
from salience.evaluation.coreference import score_coref
from salience.mentions.mention_detection import TokenMention, find_mentions
from salience.resources import model_path

VERSION = "1.9.0"
PIPELINE = "en_salience_sm"
SETTINGS = Settings()
LEAST = 20  # A word is a feature if it occurs so often in the training documents.
LITBANK_WEIGHT = 0.3
THRESHOLD = 0.4
SETS = {
    "gum-closed": "tuning set (chosen on)",
    "gum-dev": "OntoGUM dev (reported only)",
    "litbank-heldout": "LitBank, 20 documents held out (reported only)",
}

Documents = Sequence[tuple[GoldDocument, Doc]]
Resolve = Callable[[Doc, Sequence[TokenMention]], list[list[int]]]


def train(gum: Documents, litbank: Documents, card: dict[str, Any]) -> CorefModel:
    """The model of these documents; LitBank is fiction, and marks only some kinds of entities."""
    frequent = frequent_words([doc for _, doc in (*gum, *litbank)], LEAST)
    examples = [example(gold, doc, frequent) for gold, doc in gum]
    examples += [
        example(gold, doc, frequent, LITBANK_WEIGHT, complete=False) for gold, doc in litbank
    ]
    return CorefModel(learn(examples, SETTINGS), frequent, THRESHOLD, card)


def measure(documents: Documents, resolver: Resolve) -> dict[str, Any]:
    """CoNLL F1 of the spans as they are, without singletons; and the entities split and merged."""
    chains: list[tuple[Chains, Chains]] = []
    errors: Counter[str] = Counter()
    for gold, doc in documents:
        mentions = find_mentions(doc)
        places = [(doc[m.start].idx, doc[m.end - 1].idx + len(doc[m.end - 1])) for m in mentions]
        found = resolver(doc, mentions)
        clusters = [[places[i] for i in cluster] for cluster in found]
        chains.append((gold.chains, clusters))
        taken = {i for cluster in found for i in cluster}
        alone = [[place] for i, place in enumerate(places) if i not in taken]
        if gold.entities:
            errors.update(entity_errors(gold.entities, [*clusters, *alone]))
    scores = score_coref(chains, singletons=False)
    said = {name: round(100 * value, 1) for name, value in scores.f1.items()}
    said |= {"CoNLL": round(100 * scores.conll, 1)}
    return said | ({"entities": dict(errors)} if errors["named"] else {})


def main(corpora: Path, work: Path, models: Path) -> None:
    """Train, measure, and write the model with its card."""
    place = model_path(PIPELINE)
    nlp = load_pipeline(PIPELINE, coref="none", fast=True)

    def read(name: str) -> Documents:
        return parsed(corpora, work, name, nlp, place)

    gum, litbank = read("gum-open"), read("litbank-train")
    card: dict[str, Any] = {
        "name": "en-coref",
        "version": VERSION,
        "license": "CC-BY-SA-4.0",
        "pipeline": place.name,
        "recipe": "resources/recipes/coref/train.py",
        "training_sets": [
            {
                "name": "OntoGUM train, genres academic, bio, court, interview, news, voyage",
                "licence": "annotation CC BY 4.0; text CC BY 4.0, CC BY-SA 3.0 and CC BY 2.5 by "
                "genre",
                "documents": len(gum),
                "weight": 1.0,
            },
            {
                "name": "LitBank, coreference, four of five documents",
                "licence": "CC BY 4.0",
                "documents": len(litbank),
                "weight": LITBANK_WEIGHT,
            },
        ],
        "known_weaknesses": [
            "Who speaks in a dialogue without quotation marks.",
            "Noun phrases with another head than their antecedent; other names of one thing.",
            "Names that the pipeline finds in part or takes for another type.",
        ],
    }
    print("training", file=sys.stderr, flush=True)
    model = train(gum, litbank, card)
    scores: dict[str, Any] = {
        "signature": f"salience={__version__}|measure=CoNLL F1|mentions=predicted|text=raw"
        f"|spans=as they are|singletons=no|threshold={THRESHOLD}"
    }
    resolvers: dict[str, Resolve] = {
        "rules": resolve,
        "learned": lambda doc, mentions: resolve_learned(doc, mentions, model),
    }
    for name, title in SETS.items():
        documents = read(name)
        scores[title] = {key: measure(documents, way) for key, way in resolvers.items()}
        print(json.dumps({title: scores[title]}, indent=1), flush=True)
    shipped = CorefModel(model.weights, model.frequent, model.threshold, card | {"scores": scores})
    shipped.save(models / f"en-coref-{VERSION}")


if __name__ == "__main__":
    typer.run(main)
