"""Finds out what a document is about: the salience of every named entity.

Documents with abstracts become labels, labels a model, and a model scores new documents, after
Dunietz and Gillick (2014). `nlp.add_pipe("salience")` does the last in a spaCy pipeline.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from salience.errors import SalienceError, SalienceWarning
from salience.types import (
    Alignment,
    Document,
    Entity,
    LabelledDocument,
    LinkedWord,
    Mention,
    ParsedDocument,
    ScoredDocument,
    Unaligned,
    Value,
    register_display,
)
from salience.version import __version__

if TYPE_CHECKING:
    from salience.centrality.cooccurrence import Cooccurrence
    from salience.centrality.store import load_cooccurrence, save_cooccurrence
    from salience.compression.documents import CompressedDocument, compress
    from salience.corpus.read import read_corpus
    from salience.engine.documents import analyze, label, score
    from salience.engine.names import find_entities
    from salience.evaluation.agreement import (
        Agreement,
        KrippendorffAlpha,
        agree,
        krippendorff_alpha,
    )
    from salience.evaluation.comparison import compare, scores_frame
    from salience.evaluation.human_reference import human_reference
    from salience.evaluation.learning_curve import learning_curve
    from salience.evaluation.recalibration import recalibrate, reliability, with_share
    from salience.evaluation.salience_scores import Scores, evaluate
    from salience.evaluation.systems import System, model_system, named_system
    from salience.evaluation.threshold_choice import (
        ThresholdChoice,
        choose_threshold,
        with_threshold,
    )
    from salience.features.attributes import attributes
    from salience.features.featurizer import EntityFeaturizer
    from salience.model.classifier import SalienceClassifier
    from salience.model.counterfactuals import Counterfactual
    from salience.model.explanations import Contribution, Explanation
    from salience.model.salience_model import SalienceModel, load_model, train
    from salience.pipeline.loading import load_pipeline
    from salience.summaries.documents import summarize
    from salience.summaries.summarizer import Summary
    from salience.tables.missed_entities import with_missed
    from salience.tables.record_tables import read_table, to_frame
    from salience.tables.records import to_record
    from salience.tables.splits import split

__all__ = [
    "Agreement",
    "Alignment",
    "CompressedDocument",
    "Contribution",
    "Cooccurrence",
    "Counterfactual",
    "Document",
    "Entity",
    "EntityFeaturizer",
    "Explanation",
    "KrippendorffAlpha",
    "LabelledDocument",
    "LinkedWord",
    "Mention",
    "ParsedDocument",
    "SalienceClassifier",
    "SalienceError",
    "SalienceModel",
    "SalienceWarning",
    "ScoredDocument",
    "Scores",
    "Summary",
    "System",
    "ThresholdChoice",
    "Unaligned",
    "Value",
    "__version__",
    "agree",
    "analyze",
    "attributes",
    "choose_threshold",
    "compare",
    "compress",
    "evaluate",
    "find_entities",
    "human_reference",
    "krippendorff_alpha",
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
    "summarize",
    "to_frame",
    "to_record",
    "train",
    "with_missed",
    "with_share",
    "with_threshold",
]

# The modules of these names are imported when a name is first asked for: spaCy, pandas and
# scikit-learn take seconds together, and hardly any use needs all of them.
_MODULES = {
    "salience.centrality.cooccurrence": "Cooccurrence",
    "salience.centrality.store": "load_cooccurrence save_cooccurrence",
    "salience.corpus.read": "read_corpus",
    "salience.evaluation.comparison": "compare scores_frame",
    "salience.evaluation.learning_curve": "learning_curve",
    "salience.evaluation.systems": "System model_system named_system",
    "salience.features.attributes": "attributes",
    "salience.features.featurizer": "EntityFeaturizer",
    "salience.evaluation.agreement": "Agreement KrippendorffAlpha agree krippendorff_alpha",
    "salience.evaluation.human_reference": "human_reference",
    "salience.evaluation.salience_scores": "Scores evaluate",
    "salience.model.classifier": "SalienceClassifier",
    "salience.model.counterfactuals": "Counterfactual",
    "salience.model.explanations": "Contribution Explanation",
    "salience.evaluation.recalibration": "recalibrate reliability with_share",
    "salience.model.salience_model": "SalienceModel load_model train",
    "salience.evaluation.threshold_choice": "ThresholdChoice choose_threshold with_threshold",
    "salience.pipeline.loading": "load_pipeline",
    "salience.compression.documents": "CompressedDocument compress",
    "salience.engine.documents": "analyze label score",
    "salience.engine.names": "find_entities",
    "salience.summaries.documents": "summarize",
    "salience.summaries.summarizer": "Summary",
    "salience.tables.missed_entities": "with_missed",
    "salience.tables.record_tables": "read_table to_frame",
    "salience.tables.records": "to_record",
    "salience.tables.splits": "split",
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def _as_html(scored: ScoredDocument) -> str:
    from salience.pages.document_page import notebook_html

    return notebook_html(scored)


def _as_text(scored: ScoredDocument) -> str:
    from salience.pages.terminal import score_table

    return score_table(scored)


def _summary_as_html(summary: Summary) -> str:
    from salience.summaries.pages import summary_html

    return summary_html(summary)


def _summary_as_text(summary: Summary) -> str:
    from salience.summaries.pages import summary_text

    return summary_text(summary)


register_display(html=_as_html, text=_as_text)
register_display(html=_summary_as_html, text=_summary_as_text, of="Summary")
