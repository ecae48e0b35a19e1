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
OPEN = "gum-open"


def unnamed_rows(corpora: Path, nlp: Language) -> pd.DataFrame:
    """The entities without a name of GUM's open documents, with attributes and gold labels."""
    rows: list[dict[str, Any]] = []
    for parsed, *_ in read_entities(nlp, [*gum(corpora, OPEN)], nominal=lambda _: True):
        labels = gold_labels(parsed.entities, parsed.document.meta["entities"])
        each = zip(parsed.entities, attributes(parsed), labels, strict=True)
        rows += [row | {"salient": label.salient} for e, row, label in each if e.is_nominal]
    return pd.DataFrame(rows)


def with_feature(model: SalienceModel, weight: float) -> SalienceModel:
    classifier = copy.copy(model.classifier)
    [column] = hash_columns([FEATURE], classifier.n_features)
    if FEATURE not in classifier.features_:
        if classifier.coef_[column]:
            raise SystemExit(f"the column of {FEATURE!r} is taken: change N_FEATURES")
        at = int(np.searchsorted(classifier.columns_, column))
        classifier.columns_ = np.insert(classifier.columns_, at, column)
        features = classifier.features_
        classifier.features_ = (*features[:at], FEATURE, *features[at:])
    classifier.coef_ = classifier.coef_.copy()
    classifier.coef_[column] = weight
    featurizer = EntityFeaturizer(chosen((*chosen(model.featurizer.groups), "no-name")))
    return replace(model, classifier=classifier, featurizer=featurizer)


def with_unnamed(model: SalienceModel, corpora: Path, nlp: Language) -> SalienceModel:
    bare, table = with_feature(model, 0.0), unnamed_rows(corpora, nlp)
    logit, salient = logits(bare, table), table["salient"].to_numpy(bool)

    def loss(shift: float) -> float:
        return -float(np.log(expit(np.where(salient, 1, -1) * (logit + shift))).sum())

    fitted = with_feature(model, round(minimize_scalar(loss).x, 4))
    records = scored_records(corpora, TUNING, fitted, nlp)
    rows = judged(gold_entities(corpora, TUNING), records, names=False)
    threshold, _ = rows.best_threshold()
    return replace(fitted, nominal_threshold=threshold)
