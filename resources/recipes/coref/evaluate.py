"""Coreference from raw text against gold: CoNLL F1 and its parts.

    python resources/recipes/coref/evaluate.py CORPORA [--coref NAME] [--nlp PIPELINE] [--json]

OntoGUM dev only reports; the tuning set is GUM train of the genres that train nothing; every fifth
LitBank document is held out. OntoGUM marks no singletons, so none count there. LitBank marks them,
but only of six types of entities, so it is measured with and without.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from data import Span, read_set
from spacy.language import Language
from spacy.tokens import Doc

from salience import load_pipeline
from salience.clusters import cluster_keys
from salience.coref_score import CorefScores, score_coref
from salience.mentions import find_mentions

ROWS = (
    ("OntoGUM dev", "gum-dev", False),
    ("tuning set", "gum-tuning", False),
    ("LitBank held out", "litbank-heldout", True),
    ("LitBank held out, without singletons", "litbank-heldout", False),
)
COLUMNS = ("mentions", "muc", "b_cubed", "ceafe")


def found_clusters(doc: Doc) -> list[list[Span]]:
    """The clusters of a Doc as character spans, and every other mention as a cluster of one."""
    clusters = [[(s.start_char, s.end_char) for s in doc.spans[key]] for key in cluster_keys(doc)]
    taken = {span for cluster in clusters for span in cluster}
    for m in find_mentions(doc):
        span = doc[m.start : m.end]
        if (span.start_char, span.end_char) not in taken:
            clusters.append([(span.start_char, span.end_char)])
    return clusters


def measure(corpora: Path, nlp: Language) -> Iterator[tuple[str, CorefScores]]:
    """The rows of the table; each set is read once."""
    pairs: dict[str, list[tuple[list[list[Span]], list[list[Span]]]]] = {}
    for name, part, singletons in ROWS:
        if part not in pairs:
            gold = read_set(corpora, part)
            docs = nlp.pipe((document.text for document in gold), batch_size=8)
            pairs[part] = [(g.chains, found_clusters(d)) for g, d in zip(gold, docs, strict=True)]
        yield name, score_coref(pairs[part], singletons=singletons)


def row(name: str, scores: CorefScores) -> str:
    """A line of the table: P, R, F1 of mentions, F1 of the rest, all in percent."""
    f1 = [f"{100 * scores.f1[measure]:.1f}" for measure in COLUMNS]
    mentions = f"{100 * scores.precision['mentions']:.1f} | {100 * scores.recall['mentions']:.1f}"
    low, high = scores.intervals["conll"]
    mean = f"**{100 * scores.conll:.1f}** ({100 * low:.1f}–{100 * high:.1f})"
    return f"| {name} | {scores.documents} | {mentions} | {' | '.join(f1)} | {mean} |"


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
        print("| set | documents | mentions P | R | F1 | MUC | B³ | CEAFe | CoNLL F1 (95 %) |")
        print("|---|---|---|---|---|---|---|---|---|")
    for name, scores in measure(arguments.corpora, nlp):
        if arguments.json:
            print(json.dumps({"row": name, "coref": arguments.coref, **asdict(scores)}), flush=True)
        else:
            print(row(name, scores), flush=True)


if __name__ == "__main__":
    main()
