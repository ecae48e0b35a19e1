"""Coreference as a spaCy component: `nlp.add_pipe("salience_coref")`."""

from __future__ import annotations

import warnings

from spacy.language import Language
from spacy.tokens import Doc

from salience.coref.clusters import CLUSTER_KEY, cluster_keys
from salience.coref.sieves import resolve
from salience.errors import SalienceWarning
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions


class RuleResolver:
    """Resolves by rules: writes clusters to `doc.spans["coref_clusters_<n>"]`, n from 1."""

    def __call__(self, doc: Doc) -> Doc:
        """Resolve the mentions of a Doc; if it has clusters already, it stays as it is."""
        if not cluster_keys(doc):
            columns = DocColumns.from_doc(doc)
            mentions = find_mentions(columns)
            for n, cluster in enumerate(resolve(columns, mentions), start=1):
                spans = [doc[mentions[i].start : mentions[i].end] for i in cluster]
                doc.spans[f"{CLUSTER_KEY}{n}"] = spans
        return doc


def check_resolver(resolver: str, others: tuple[str, ...] = ()) -> str:
    """The resolver of a config, `rules` or one of others; `learned` is of older pipelines.

    Raises:
        ValueError: If it is none of these.
    """
    if resolver == "learned":
        message = (
            "this pipeline was saved with the learned coreference of an older version, which is "
            "gone: rules take its place. Save it again to be rid of this warning."
        )
        warnings.warn(message, SalienceWarning, stacklevel=3)
        return "rules"
    if resolver not in (known := ("rules", *others)):
        raise ValueError(f"coref must be {' or '.join(map(repr, known))}, got {resolver!r}")
    return resolver


@Language.factory(
    "salience_coref",
    requires=["token.dep", "token.pos"],
    assigns=["doc.spans"],
    default_config={"resolver": "rules", "model": None, "threshold": None},
)
def make_coref(
    nlp: Language,
    name: str,
    resolver: str = "rules",
    model: str | None = None,
    threshold: float | None = None,
) -> RuleResolver:
    """Make the coreference component of a pipeline: `nlp.add_pipe("salience_coref")`.

    Args:
        nlp: The pipeline; it must give tags and a tree.
        name: The component's name.
        resolver: `rules` (`salience.coref.sieves`). Pipelines that older versions saved may have
            `learned` here, for which rules stand in, with a warning.
        model: Of such pipelines; not read.
        threshold: Of such pipelines; not read.

    Raises:
        ValueError: If the resolver is another.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> resolver = nlp.add_pipe("salience_coref")
        >>> dict(nlp("Ann Lee said that she slept.").spans)
        {}
    """
    check_resolver(resolver)
    return RuleResolver()
