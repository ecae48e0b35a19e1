"""Coreference from raw text against gold: CoNLL F1 and its parts.

    python -m resources.recipes.coref.evaluate CORPORA [--coref NAME] [--nlp PIPELINE] [--json]

OntoGUM dev only reports; the tuning set is GUM train of the genres that train nothing; every fifth
LitBank document is held out. OntoGUM marks no singletons, so none count there. LitBank marks them,
but only of six types of entities, so it is measured with and without.

A mention is right if its span is. Those of OntoGUM hold the possessive 's and relative clauses, as
the library's do not: found ones are widened to that scheme before they are compared, by rules made
on the tuning set. A row without it is there too. And OntoGUM links no apposition or predicate to
what it is said of, as the library does: in rows that say so, they are left out of their clusters.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

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
    ("tuning set", "gum-tuning", False, True, False),
    ("tuning set, without appositions and predicates", "gum-tuning", False, True, True),
    ("LitBank held out", "litbank-heldout", True, False, False),
    ("LitBank held out, without singletons", "litbank-heldout", False, False, False),
)
POSSESSIVE = ("'s", "’s", "'", "’")
COLUMNS = ("mentions", "muc", "b_cubed", "ceafe")


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
    """The rows of the table; each set is read once."""
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


def row(name: str, scores: CorefScores) -> str:
    """A line of the table: P, R, F1 of mentions, F1 of the rest, all in percent."""
    f1 = [f"{100 * scores.f1[measure]:.1f}" for measure in COLUMNS]
    mentions = [f"{100 * share['mentions']:.1f}" for share in (scores.precision, scores.recall)]
    mean = f"**{100 * scores.conll:.1f}**"
    if "conll" in scores.intervals:  # one document has none
        low, high = scores.intervals["conll"]
        mean += f" ({100 * low:.1f}–{100 * high:.1f})"
    return markdown.row(name, scores.documents, *mentions, *f1, mean)


def main() -> None:
    """Print the table in Markdown, or JSON lines."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("--coref", default="default", help="see load_pipeline")
    options.add_argument("--nlp", default="en_salience_sm")
    options.add_argument("--json", action="store_true")
    arguments = options.parse_args()
    nlp = load_pipeline(arguments.nlp, coref=arguments.coref, fast=True)
    if not arguments.json:
        print(f"coref={arguments.coref}, {nlp.meta['name']} {nlp.meta['version']}\n")
        measures = ("mentions P", "R", "F1", "MUC", "B³", "CEAFe", "CoNLL F1 (95 %)")
        print(markdown.heading("set", "documents", *measures))
    for name, scores in measure(arguments.corpora, nlp):
        if arguments.json:
            print(json.dumps({"row": name, "coref": arguments.coref, **asdict(scores)}), flush=True)
        else:
            print(row(name, scores), flush=True)


if __name__ == "__main__":
    main()
