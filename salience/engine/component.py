"""Salience as a spaCy component: `nlp.add_pipe("salience")`, then `doc._.salience`."""

import warnings
from itertools import takewhile
from typing import Literal

from spacy.language import Language
from spacy.tokens import Doc, Span

from salience.components.model_component import ModelComponent
from salience.coref.clusters import cluster_keys
from salience.coref.component import RuleResolver
from salience.engine.originals import Original
from salience.engine.tasks import score_parsed
from salience.entities.extraction import parse
from salience.entities.register import registered
from salience.errors import SalienceError, SalienceWarning
from salience.model.salience_model import SalienceModel
from salience.pipeline.provenance import other_pipeline
from salience.text.normalise import Clean
from salience.types import Document


class Salience(ModelComponent[SalienceModel]):
    """Scores the named entities of a parsed Doc, with `nominal` also those without a name.

    `doc._.salience` is the list of entities of `to_dict`, None where the component has not run;
    `span._.salience` the score of the entity whose mention has the span. The headline,
    `doc.user_data["title"]`, is not parsed: its mentions are where names of the text stand in it.
    With `coref="rules"` clusters are made here if no component before is one for coreference.

    A pipeline of `load_pipeline` reads the clean form of a text: it is `doc.text`, and all offsets
    are its own. `salience.components.long_runs.original_of(doc)` says where they are in the text
    that was given.
    """

    model_class = SalienceModel
    factory = "salience"

    def __init__(
        self,
        nlp: Language,
        model: str | SalienceModel,
        threshold: float | None,
        coref: Literal["rules", "none"],
        nominal: bool = False,
    ) -> None:
        if coref not in ("rules", "none"):
            raise ValueError(f"coref must be 'rules' or 'none', got {coref!r}")
        self.nlp = nlp
        self.threshold = threshold
        self.coref = coref
        self.nominal = nominal
        self._resolver = RuleResolver()
        super().__init__(model)
        self._checked: SalienceModel | None = None

    def __call__(self, doc: Doc) -> Doc:
        """Score the entities of a Doc, then write them to `doc._.salience`."""
        title = doc.user_data.get("title")
        if not (title is None or isinstance(title, str)):
            raise SalienceError(
                f'doc.user_data["title"] must be a string or None, but is {title!r}. '
                "Set it to the text of the headline."
            )
        if self.coref != "none" and not cluster_keys(doc) and not self._resolved_before():
            doc = self._resolver(doc)
        original = Original.of(Document("", doc.text, title), Clean.of(doc.text))
        parsed = registered(self.nlp, parse(doc, original.read, nominal=self.nominal))
        for warning in parsed.warnings:
            warnings.warn(warning, SalienceWarning, stacklevel=2)
        model = self.load()
        self._check(model)
        scored = original.scored(score_parsed(parsed, model, self.threshold))
        doc._.salience = scored.to_dict()["entities"]
        return doc

    def _check(self, model: SalienceModel) -> None:
        """Warn once if the model was trained with another pipeline."""
        if model is not self._checked and (message := other_pipeline(self.nlp, model.card)):
            warnings.warn(message, SalienceWarning, stacklevel=3)
        self._checked = model

    def _resolved_before(self) -> bool:
        """Whether a component before this one is for coreference, by its name or its factory."""
        before = takewhile(lambda pipe: pipe[1] is not self, self.nlp.pipeline)
        return any("coref" in name + self.nlp.get_pipe_meta(name).factory for name, _ in before)


@Language.factory(
    "salience",
    assigns=["doc._.salience", "span._.salience"],
    requires=["token.pos", "token.dep", "doc.ents"],
    default_config={"model": "en-salience", "threshold": None, "coref": "rules", "nominal": False},
)
def make_salience(
    nlp: Language,
    name: str,
    model: str,
    threshold: float | None,
    coref: Literal["rules", "none"],
    nominal: bool = False,
) -> Salience:
    """Make the component `salience` of a pipeline: `nlp.add_pipe("salience")`."""
    return Salience(nlp, model, threshold, coref, nominal)


def _span_score(span: Span) -> float | None:
    """The score of the entity whose mention covers the span; the shortest such mention counts."""
    start, end = span.start_char, span.end_char
    scores = [
        (mention["end"] - mention["start"], entity["score"])
        for entity in span.doc._.salience or ()
        for mention in entity["mentions"]
        if mention["start"] <= start and end <= mention["end"]
    ]
    return min(scores, key=lambda found: found[0])[1] if scores else None


if not Doc.has_extension("salience"):
    Doc.set_extension("salience", default=None)
if not Span.has_extension("salience"):
    Span.set_extension("salience", getter=_span_score)
