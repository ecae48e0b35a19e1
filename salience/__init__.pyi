"""The public names of the package, which are imported when they are first asked for."""

from .centrality.cooccurrence import Cooccurrence as Cooccurrence
from .centrality.store import (
    load_cooccurrence as load_cooccurrence,
)
from .centrality.store import (
    save_cooccurrence as save_cooccurrence,
)
from .compression.documents import CompressedDocument as CompressedDocument
from .compression.documents import compress as compress
from .corpus.read import read_corpus as read_corpus
from .engine.documents import analyze as analyze
from .engine.documents import label as label
from .engine.documents import score as score
from .engine.names import find_entities as find_entities
from .errors import SalienceError as SalienceError
from .errors import SalienceWarning as SalienceWarning
from .evaluation.agreement import (
    Agreement as Agreement,
)
from .evaluation.agreement import (
    KrippendorffAlpha as KrippendorffAlpha,
)
from .evaluation.agreement import (
    agree as agree,
)
from .evaluation.agreement import (
    krippendorff_alpha as krippendorff_alpha,
)
from .evaluation.comparison import compare as compare
from .evaluation.comparison import scores_frame as scores_frame
from .evaluation.human_reference import human_reference as human_reference
from .evaluation.learning_curve import learning_curve as learning_curve
from .evaluation.recalibration import (
    recalibrate as recalibrate,
)
from .evaluation.recalibration import (
    reliability as reliability,
)
from .evaluation.recalibration import (
    with_share as with_share,
)
from .evaluation.salience_scores import Scores as Scores
from .evaluation.salience_scores import evaluate as evaluate
from .evaluation.systems import (
    System as System,
)
from .evaluation.systems import (
    model_system as model_system,
)
from .evaluation.systems import (
    named_system as named_system,
)
from .evaluation.threshold_choice import (
    ThresholdChoice as ThresholdChoice,
)
from .evaluation.threshold_choice import (
    choose_threshold as choose_threshold,
)
from .evaluation.threshold_choice import (
    with_threshold as with_threshold,
)
from .features.attributes import attributes as attributes
from .features.featurizer import EntityFeaturizer as EntityFeaturizer
from .model.classifier import SalienceClassifier as SalienceClassifier
from .model.counterfactuals import Counterfactual as Counterfactual
from .model.explanations import Contribution as Contribution
from .model.explanations import Explanation as Explanation
from .model.salience_model import (
    SalienceModel as SalienceModel,
)
from .model.salience_model import (
    load_model as load_model,
)
from .model.salience_model import (
    train as train,
)
from .pipeline.loading import load_pipeline as load_pipeline
from .summaries.documents import summarize as summarize
from .summaries.summarizer import Summary as Summary
from .tables.missed_entities import with_missed as with_missed
from .tables.record_tables import read_table as read_table
from .tables.record_tables import to_frame as to_frame
from .tables.records import to_record as to_record
from .tables.splits import split as split
from .types import (
    Alignment as Alignment,
)
from .types import (
    Document as Document,
)
from .types import (
    Entity as Entity,
)
from .types import (
    LabelledDocument as LabelledDocument,
)
from .types import (
    LinkedWord as LinkedWord,
)
from .types import (
    Mention as Mention,
)
from .types import (
    ParsedDocument as ParsedDocument,
)
from .types import (
    ScoredDocument as ScoredDocument,
)
from .types import (
    Unaligned as Unaligned,
)
from .types import (
    Value as Value,
)
from .version import __version__ as __version__
