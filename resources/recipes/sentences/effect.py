"""What the way to find sentences does to trees and to salience.

    python -m resources.recipes.sentences.effect CORPORA [--set gum-closed]

Rows are sentences in the pipeline that ships: its own (`senter`), those of the component
`salience_sentences` before it, and the gold ones. All else is as it ships, and nothing is trained
for other sentences. Trees are compared by character offset; salience is that of the models that
ship, and the judge pairs predicted entities with gold ones, so that what is not found counts as
missed. Intervals are 95 % percentiles of 500 bootstrap samples of documents, seed 0. `gum-closed`
is the tuning set; `ewt-dev` has trees alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.judges.entities import Judge
from resources.recipes.pipeline.evaluate import scores, syntax_counts
from resources.recipes.pipeline.ud import to_doc
from resources.recipes.salience.data import gum
from resources.recipes.salience.judging import gold_entities, intervals
from resources.recipes.sentences.data import GUM_PARTS, WEB, Gold, ewt
from resources.recipes.sentences.data import gum as treebank
from salience import load_model, load_pipeline, score
from salience.tables.records import to_record
from salience.text.cleaning import clean_text

ROWS = ("senter", "salience_sentences", "gold")


def gold_setter(documents: Sequence[Gold]) -> Callable[[Doc], Doc]:
    """A component that sets the sentences of known texts, also after a title, in any case."""
    starts = {clean_text(document.text).lower(): document.starts for document in documents}

    def set_starts(doc: Doc) -> Doc:
        text = doc.text.lower()
        body = next((body for body in starts if text.endswith(body)), None)
        if body is None:  # a title alone
            return doc
        values = np.full(len(doc), -1, np.int64)
        offsets: Any = doc.to_array(IDX)
        places = np.array(starts[body]) + len(text) - len(body)
        values[np.searchsorted(offsets.astype(np.int64), places)] = 1
        values[:1] = 1
        doc.from_array([SENT_START], values.astype(np.uint64)[:, None])
        return doc

    return set_starts


def pipeline(way: str, documents: Sequence[Gold], coref: Any = "default") -> Language:
    """The pipeline that ships, with sentences found in one of the ways."""
    nlp = load_pipeline(coref=coref, fast=True)
    if way == "salience_sentences":
        nlp.add_pipe(way, before="senter")
    elif way == "gold":
        Language.component("gold_sentences", func=gold_setter(documents))
        nlp.add_pipe("gold_sentences", before="senter")
    return nlp


def trees(nlp: Language, documents: Sequence[Gold]) -> dict[str, float]:
    """Scores of trees and sentences, in percent."""
    gold = [to_doc(list(d.sentences), nlp.vocab, gap_space=d.genre != WEB) for d in documents]
    found = nlp.pipe((doc.text for doc in gold), batch_size=8)
    return scores(syntax_counts(zip(found, gold, strict=True)))


def row(way: str, corpora: Path, name: str, documents: Sequence[Gold]) -> str:
    """A line of the table, in percent."""
    parsed = trees(pipeline(way, documents, "none"), documents)
    cells = [f"{parsed[measure]:.1f}" for measure in ("sent", "uas", "las")]
    if name in GUM_PARTS:
        gold = gold_entities(corpora, name)
        part, ships = GUM_PARTS[name]
        texts = gum(corpora, part, open_genres=ships)
        nlp = pipeline(way, documents)
        records = [to_record(scored) for scored in score(texts, model=load_model(), nlp=nlp)]
        judged = Judge(gold, records).given()
        said, low_high = judged.measures(), intervals(judged)
        cells += [markdown.percent(said[key], low_high[key]) for key in ("F1", "AP")]
    return markdown.row(way, *cells)


def main() -> None:
    """Print the table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("--set", choices=[*GUM_PARTS, "ewt-dev"], default="gum-closed")
    arguments = options.parse_args()
    corpora, name = arguments.corpora, arguments.set
    if name in GUM_PARTS:
        part, ships = GUM_PARTS[name]
        documents = treebank(corpora, part, ships=ships)
        salience = ("salience F1 (95 %)", "AP (95 %)")
    else:
        documents, salience = ewt(corpora, "dev"), ()
    print(markdown.heading("sentences", "sentence F", "UAS", "LAS", *salience))
    for way in ROWS:
        print(row(way, corpora, name, documents), flush=True)


if __name__ == "__main__":
    main()
