"""Coreference as a spaCy component: `nlp.add_pipe("salience_coref")`."""

from spacy.language import Language
from spacy.tokens import Doc

from salience.coref.clusters import CLUSTER_KEY, cluster_keys
from salience.coref.sieves import resolve
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


@Language.factory("salience_coref", requires=["token.dep", "token.pos"], assigns=["doc.spans"])
def make_coref(nlp: Language, name: str) -> RuleResolver:
    """Make the coreference component of a pipeline: `nlp.add_pipe("salience_coref")`."""
    return RuleResolver()
