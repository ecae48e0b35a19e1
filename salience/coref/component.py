"""Coreference as a spaCy component: `nlp.add_pipe("salience_coref")`, by rules or learned."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from spacy.language import Language
from spacy.tokens import Doc

from salience.components.model_component import ModelComponent
from salience.coref.clusters import CLUSTER_KEY, cluster_keys
from salience.coref.mention_ranking import resolve_learned
from salience.coref.ranking_model import CorefModel
from salience.coref.sieves import resolve
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention, find_mentions


class RuleResolver:
    """Resolves by rules: writes clusters to `doc.spans["coref_clusters_<n>"]`, n from 1."""

    def __call__(self, doc: Doc) -> Doc:
        """Resolve the mentions of a Doc; if it has clusters already, it stays as it is."""
        if not cluster_keys(doc):
            columns = DocColumns.from_doc(doc)
            mentions = find_mentions(columns)
            _write_clusters(doc, mentions, resolve(columns, mentions))
        return doc


class LearnedResolver(ModelComponent[CorefModel]):
    """Resolves by the model: writes clusters to `doc.spans["coref_clusters_<n>"]`, n from 1.

    What the model linked stands in `doc._.coref_links`, as lists of the tokens where the mention
    starts and ends, those of its antecedent, and the probability.

    Args:
        model: A model, or the name or folder of one, which is read when it is first needed.
        threshold: A mention is linked if that is at least so probable; the model's own if None.

    Raises:
        ValueError: If the threshold is not from 0 to 1.
    """

    model_class = CorefModel
    factory = "salience_coref"

    def __init__(self, model: str | Path | CorefModel, threshold: float | None) -> None:
        if isinstance(threshold, bool) or not (threshold is None or 0 <= threshold <= 1):
            raise ValueError(f"threshold must be from 0 to 1, got {threshold!r}")
        super().__init__(model)
        self.threshold = threshold

    def __call__(self, doc: Doc) -> Doc:
        """Resolve the mentions of a Doc; if it has clusters already, it stays as it is."""
        if cluster_keys(doc):
            return doc
        columns = DocColumns.from_doc(doc)
        mentions = find_mentions(columns)
        clusters, links = resolve_learned(columns, mentions, self.load(), self.threshold)
        _write_clusters(doc, mentions, clusters.result())
        places = [(m.start, m.end) for m in mentions]
        doc._.coref_links = [
            [*places[x.mention], *places[x.antecedent], round(x.probability, 6)] for x in links
        ]
        return doc


@Language.factory(
    "salience_coref",
    requires=["token.dep", "token.pos"],
    assigns=["doc.spans", "doc._.coref_links"],
    default_config={"resolver": "learned", "model": "en-coref", "threshold": None},
)
def make_coref(
    nlp: Language,
    name: str,
    resolver: Literal["learned", "rules"],
    model: str,
    threshold: float | None,
) -> RuleResolver | LearnedResolver:
    """Make the coreference component of a pipeline: `nlp.add_pipe("salience_coref")`.

    Args:
        nlp: The pipeline; it must give tags and a tree.
        name: The component's name.
        resolver: `learned` (`salience.coref.mention_ranking`) or `rules`
            (`salience.coref.sieves`).
        model: Name or folder of a coreference model.
        threshold: A mention is linked if that is at least so probable; the model's own if None.
            With a higher one fewer links are made, and more of them are right. Not for rules.

    Raises:
        ValueError: If the resolver is another, the threshold is not from 0 to 1, or rules get one.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> resolver = nlp.add_pipe("salience_coref", config={"threshold": 0.6})
        >>> dict(nlp("Ann Lee said that she slept.").spans)
        {}
    """
    if resolver not in ("learned", "rules"):
        raise ValueError(f"resolver must be 'learned' or 'rules', got {resolver!r}")
    if resolver == "learned":
        return LearnedResolver(model, threshold)
    if threshold is not None:
        raise ValueError(
            f"threshold is for resolver='learned', got {threshold!r} with 'rules', whose links "
            "have no probability; leave it out."
        )
    return RuleResolver()


def _write_clusters(
    doc: Doc, mentions: tuple[TokenMention, ...], clusters: list[list[int]]
) -> None:
    for n, cluster in enumerate(clusters, start=1):
        spans = [doc[mentions[i].start : mentions[i].end] for i in cluster]
        doc.spans[f"{CLUSTER_KEY}{n}"] = spans


if not Doc.has_extension("coref_links"):
    Doc.set_extension("coref_links", default=None)
