"""Makes the probabilities of entities without a name true, and chooses their threshold.

A model that learnt from names ranks the others as well as one that learnt from them, but gives them
twice the probability that they have. So they get one feature, `no-name`, whose weight is the shift
of their logit that makes GUM's open documents most likely. The threshold is the best for them on
the tuning set.
"""

from __future__ import annotations

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
from resources.recipes.salience.nominal_table import TUNING, judged, scored_records
from salience import attributes
from salience.engine.reading import read_entities
from salience.evaluation.recalibration import logits
from salience.features.coded import hash_columns
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import chosen
from salience.model.salience_model import SalienceModel

FEATURE = "no-name=yes"


def unnamed_rows(corpora: Path, name: str, nlp: Language) -> pd.DataFrame:
    """The entities without a name of a set of GUM, with attributes and gold labels."""
    rows: list[dict[str, Any]] = []
    for parsed, *_ in read_entities(nlp, [*gum(corpora, name)], nominal=lambda _: True):
        labels = gold_labels(parsed.entities, parsed.document.meta["entities"])
        each = zip(parsed.entities, attributes(parsed), labels, strict=True)
        rows += [row | {"salient": label.salient} for e, row, label in each if e.is_nominal]
    return pd.DataFrame(rows)


def with_unnamed(model: SalienceModel, table: pd.DataFrame) -> SalienceModel:
    """The model with the feature, whose weight is fitted to a table of entities without a name."""
    logit, salient = logits(model, table), table["salient"].to_numpy(bool)

    def loss(shift: float) -> float:
        return -float(np.log(expit(np.where(salient, 1, -1) * (logit + shift))).sum())

    classifier = copy.copy(model.classifier)
    [column] = hash_columns([FEATURE], classifier.n_features)
    if classifier.coef_[column]:
        raise SystemExit(f"the column of {FEATURE!r} is taken: change N_FEATURES")
    classifier.coef_ = classifier.coef_.copy()
    classifier.coef_[column] = round(minimize_scalar(loss).x, 4)
    at = int(np.searchsorted(classifier.columns_, column))
    classifier.columns_ = np.insert(classifier.columns_, at, column)
    features = classifier.features_
    classifier.features_ = (*features[:at], FEATURE, *features[at:])
    groups = (*chosen(model.featurizer.groups), "no-name")
    return replace(model, classifier=classifier, featurizer=EntityFeaturizer(groups))


def with_threshold_of_unnamed(model: SalienceModel, corpora: Path, nlp: Language) -> SalienceModel:
    """The model with the threshold that is best for the entities without a name, tuning set."""
    records = scored_records(corpora, TUNING, model, nlp)
    rows = judged(gold_entities(corpora, TUNING), records, names=False)
    threshold, _ = rows.best_threshold()
    return replace(model, nominal_threshold=threshold)
