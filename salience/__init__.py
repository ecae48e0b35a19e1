"""Finds out what a document is about: the salience of every named entity.

Documents with abstracts become labels, labels a model, and a model scores new documents, after
Dunietz and Gillick (2014). `nlp.add_pipe("salience")` does the last in a spaCy pipeline.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from salience.calibration import recalibrate, reliability
from salience.cooccurrence import Cooccurrence
from salience.cooccurrence_files import load_cooccurrence, save_cooccurrence
from salience.corpus import read_corpus
from salience.counterfactual import Counterfactual
from salience.coverage import with_missed
from salience.errors import SalienceError, SalienceWarning
from salience.evaluate import Scores, evaluate
from salience.experiment import compare, scores_frame
from salience.explain import Contribution, Explanation
from salience.features import EntityFeaturizer, attributes
from salience.human_reference import human_reference
from salience.kappa import Agreement, agree
from salience.learning_curve import learning_curve
from salience.model import SalienceClassifier, SalienceModel, load_model, train
from salience.records import read_table, to_frame, to_record
from salience.splits import split
from salience.systems import System, model_system, named_system
from salience.threshold import ThresholdChoice, choose_threshold, with_threshold
from salience.types import (
    Alignment,
    Document,
    Entity,
    LabelledDocument,
    Mention,
    ParsedDocument,
    ScoredDocument,
    Unaligned,
)
from salience.version import __version__

if TYPE_CHECKING:
    from salience.jobs import label, score
    from salience.pipeline import load_pipeline

__all__ = [
    "Agreement",
    "Alignment",
    "Contribution",
    "Cooccurrence",
    "Counterfactual",
    "Document",
    "Entity",
    "EntityFeaturizer",
    "Explanation",
    "LabelledDocument",
    "Mention",
    "ParsedDocument",
    "SalienceClassifier",
    "SalienceError",
    "SalienceModel",
    "SalienceWarning",
    "ScoredDocument",
    "Scores",
    "System",
    "ThresholdChoice",
    "Unaligned",
    "__version__",
    "agree",
    "attributes",
    "choose_threshold",
    "compare",
    "evaluate",
    "human_reference",
    "label",
    "learning_curve",
    "load_cooccurrence",
    "load_model",
    "load_pipeline",
    "model_system",
    "named_system",
    "read_corpus",
    "read_table",
    "recalibrate",
    "reliability",
    "save_cooccurrence",
    "score",
    "scores_frame",
    "split",
    "to_frame",
    "to_record",
    "train",
    "with_missed",
    "with_threshold",
]

# Tables, models and measures run without spaCy, which takes a second to import.
_WITH_SPACY = {
    "label": "salience.jobs",
    "score": "salience.jobs",
    "load_pipeline": "salience.pipeline",
}


def __getattr__(name: str) -> Any:
    if name not in _WITH_SPACY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WITH_SPACY[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_WITH_SPACY})
