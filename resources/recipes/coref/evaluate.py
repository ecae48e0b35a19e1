"""Coreference from raw text against gold: CoNLL F1 and its parts.

    python -m resources.recipes.coref.evaluate CORPORA

OntoGUM dev only reports; the tuning set is GUM train of the genres that train nothing; of LitBank
every fifth document is read. OntoGUM marks no singletons, so none count there. LitBank marks them,
but only of six types of entities, so it is measured with and without.

A mention is right if its span is. Those of OntoGUM hold the possessive 's and relative clauses, as
the library's do not: found ones are widened to that scheme before they are compared, by rules made
on the tuning set. A row without it is there too. And OntoGUM links no apposition or predicate to
what it is said of, as the library does: in rows that say so, they are left out of their clusters.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as TokenSpan

from resources.recipes import markdown
from resources.recipes.coref.data import Span, read_set
from salience import load_pipeline
from salience.coref.clusters import cluster_keys
from salience.coref.sieves import appositives_and_predicates
from salience.evaluation.coreference import CorefScores, score_coref
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import find_mentions

# Name, set, whether singletons count, whether spans are widened, and predicates left out.
ROWS = (
    ("OntoGUM dev", "gum-dev", False, True, False),
    ("OntoGUM dev, spans as they are", "gum-dev", False, False, False),
    ("OntoGUM dev, without appositions and predicates", "gum-dev", False, True, True),
    ("tuning set", "gum-closed", False, True, False),
    ("tuning set, without appositions and predicates", "gum-closed", False, True, True),
    ("LitBank", "litbank", True, False, False),
    ("LitBank, without singletons", "litbank", False, False, False),
)
POSSESSIVE = ("'s", "’s", "'", "’")
COLUMNS = {"mentions": "mentions F1", "muc": "MUC", "b_cubed": "B³", "ceafe": "CEAFe"}


def found_clusters(doc: Doc, *, widened: bool, bare: bool = False) -> list[list[Span]]:
    """The clusters of a Doc as character spans, and every other mention as a cluster of one.

    `widened` says that spans are as in OntoNotes, `bare` that appositions and predicates are left
    out of the clusters of what they are said of.
    """
    clusters = [[(span.start, span.end) for span in doc.spans[key]] for key in cluster_keys(doc)]
    if bare:
        clusters = [_without_predicates(doc, cluster) for cluster in clusters]
    taken = {place for cluster in clusters for place in cluster}
    mentions = ((m.start, m.end) for m in find_mentions(DocColumns.from_doc(doc)))
    clusters += [[place] for place in mentions if place not in taken]
    spans = ((doc[start:end] for start, end in cluster) for cluster in clusters)
    if widened:
        spans = (map(widen, cluster) for cluster in spans)
    return [[(span.start_char, span.end_char) for span in cluster] for cluster in spans]


def _without_predicates(doc: Doc, cluster: list[Span]) -> list[Span]:
    """The mentions of a cluster that are no apposition or predicate of another one."""
    at_root = {doc[start:end].root.i: (start, end) for start, end in cluster}
    pairs = appositives_and_predicates(DocColumns(doc))
    said = {at_root[b] for a, b in pairs if a in at_root and b in at_root}
    return [place for place in cluster if place not in said]


def widen(span: TokenSpan) -> TokenSpan:
    """A mention as OntoNotes marks it: with the possessive and the relative clause behind it."""
    doc, root, end = span.doc, span.root, span.end
    if end < len(doc) and doc[end].text in POSSESSIVE and doc[end].head in span:
        return doc[span.start : end + 1]
    for child in root.rights:
        if child.i >= end and child.dep_ in ("acl:relcl", "relcl"):
            last = max(token.i for token in child.subtree if token.pos_ != "PUNCT")
            if last >= end and not any(doc[i].is_sent_start for i in range(end, last + 1)):
                end = last + 1
    return doc[span.start : end]


def measure(corpora: Path, nlp: Language) -> Iterator[tuple[str, CorefScores]]:
    read: dict[str, list[tuple[list[list[Span]], Doc]]] = {}
    for name, part, singletons, widened, bare in ROWS:
        if part not in read:
            gold = read_set(corpora, part)
            docs = nlp.pipe((document.text for document in gold), batch_size=8)
            read[part] = [(g.chains, d) for g, d in zip(gold, docs, strict=True)]
        pairs = [
            (chains, found_clusters(doc, widened=widened, bare=bare)) for chains, doc in read[part]
        ]
        yield name, score_coref(pairs, singletons=singletons)


def row(name: str, scores: CorefScores) -> dict[str, str]:
    conll = scores.intervals.get("conll", (scores.conll, scores.conll))  # one document has none
    return {
        "set": f"{name} ({scores.documents} documents)",
        **{column: f"{100 * scores.f1[measure]:.1f}" for measure, column in COLUMNS.items()},
        "CoNLL F1 (95 %)": markdown.percent(scores.conll, conll),
    }


def main(corpora: Path) -> None:
    markdown.show(row(*measured) for measured in measure(corpora, load_pipeline(fast=True)))


if __name__ == "__main__":
    typer.run(main)
