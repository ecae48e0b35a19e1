"""Biases of `en-salience`: one feature each, whose weight shifts the logit of some entities.

The training leaves the probabilities of these entities wrong and their order right; biases are
fitted after it.
"""

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar
from scipy.special import expit
from spacy.language import Language

from resources.recipes.salience.data import gold_labels, gum
from resources.recipes.salience.judging import gold_entities
from resources.recipes.salience.nominal_table import judged, scored_records
from salience import attributes
from salience.engine.originals import Original
from salience.engine.reading import read_entities
from salience.evaluation.recalibration import logits
from salience.features.coded import hash_columns
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import chosen, group_of
from salience.model.salience_model import SalienceModel

WITHOUT_HEADLINE, NO_NAME = "without-headline=yes", "no-name=yes"


def best_bias(logit: np.ndarray, salient: np.ndarray, weight: np.ndarray | float = 1.0) -> float:
    """The shift of logits that makes labels most likely."""

    def loss(shift: float) -> float:
        return -float((weight * np.log(expit(np.where(salient, 1, -1) * (logit + shift)))).sum())

    return round(float(minimize_scalar(loss).x), 4)


def with_bias(model: SalienceModel, feature: str, weight: float) -> SalienceModel:
    """The model with the feature and its group, at this weight."""
    classifier = copy.copy(model.classifier)
    [column] = hash_columns([feature], classifier.n_features)
    if feature not in classifier.features_:
        if classifier.coef_[column]:
            raise SystemExit(f"the column of {feature!r} is taken: change N_FEATURES")
        at = int(np.searchsorted(classifier.columns_, column))
        classifier.columns_ = np.insert(classifier.columns_, at, column)
        features = classifier.features_
        classifier.features_ = (*features[:at], feature, *features[at:])
    classifier.coef_ = classifier.coef_.copy()
    classifier.coef_[column] = weight
    groups = chosen((*chosen(model.featurizer.groups), group_of(feature)))
    return replace(model, classifier=classifier, featurizer=EntityFeaturizer(groups))


def unnamed_rows(corpora: Path, nlp: Language) -> pd.DataFrame:
    """The entities without a name of GUM's open documents, with attributes and gold labels."""
    rows: list[dict[str, Any]] = []
    originals = [*map(Original.of, gum(corpora, "gum-open"))]
    for read in read_entities(nlp, originals, nominal=True):
        parsed = read.original.parsed(read.document)  # where gold entities stand
        labels = gold_labels(parsed.entities, parsed.document.meta["entities"])
        each = zip(parsed.entities, attributes(read.document), labels, strict=True)
        rows += [row | {"salient": label.salient} for e, row, label in each if e.is_nominal]
    return pd.DataFrame(rows)


def with_unnamed(model: SalienceModel, corpora: Path, nlp: Language) -> SalienceModel:
    """The model with true probabilities of entities without a name, and a threshold for them.

    A model that learnt from names ranks the others as well as one that learnt from them, but gives
    them twice the probability that they have. So they get a bias, fitted to GUM's open documents.
    The threshold is the best for them on the tuning set.
    """
    bare, table = with_bias(model, NO_NAME, 0.0), unnamed_rows(corpora, nlp)
    bias = best_bias(logits(bare, table), table["salient"].to_numpy(bool))
    fitted = with_bias(model, NO_NAME, bias)
    records = scored_records(corpora, "gum-closed", fitted, nlp)
    rows = judged(gold_entities(corpora, "gum-closed"), records, names=False)
    threshold, _ = rows.best_threshold()
    return replace(fitted, nominal_threshold=threshold)
