"""The weights of fine types of things: `resources/names/fine_type_weights.json`.

    python -m resources.recipes.names.fine_types CORPORA [--measure]

They are learned from sentences of Few-NERD that name a thing and from CrossNER, parsed by the
pipeline that ships: from what it takes for `MISC` in them. What people marked as an organization,
say, is `MISC` here. `--measure` writes nothing, and prints how often types are right in sentences
that were left out, one of `FOLDS` at a time.
"""

import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import typer
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from spacy.language import Language

from resources.recipes.names.types import marked_type, text_of
from resources.recipes.pipeline.names import spans
from resources.recipes.pipeline.ud import blocks
from salience.entities.entity_clusters import entity_clusters
from salience.entities.entity_types import entity_type
from salience.entities.fine_types import KINDS, FineWeights, fine_evidence, sure_type
from salience.entities.source import Source
from salience.pipeline.loading import load_pipeline
from salience.resources import ROOTS
from salience.types import FINE_TYPES, Document

CROSSNER = ("ai", "literature", "music", "politics", "science")
REGULARIZATION, FOLDS = 0.1, 5
REST = 3  # What a thing counts that is none of the three: most are, outside of these sets.
LEAST_OFTEN = 12  # So many entities must have a piece of evidence that gets a weight.
LEAST_WEIGHT = 0.05  # What has no weight beyond that for any type is left out of the file.
_WORKS = frozenset(("book", "poem", "album", "song"))
_EVENTS = frozenset(("event", "election", "conference"))
_UNTOLD = frozenset(("misc", "programlang", "other-language"))
_FEWNERD = {"art": "WORK", "event": "EVENT", "product": "PRODUCT"}
_THINGS = ("art-", "event-", "product-", "other-")
_ARTICLES = ("The ", "the ", "A ", "a ", "An ", "an ")


class FineExample(NamedTuple):
    """An entity that the pipeline takes for `MISC`: where it stands, what people marked it as."""

    sentence: str
    type: str
    evidence: Mapping[str, float]


def fine_label(label: str) -> str:
    """One of `KINDS` for a label of Few-NERD or CrossNER; empty where it tells none.

    Example:
        >>> [fine_label(x) for x in ("art-film", "poem", "product-car", "other-law", "band", "misc")]
        ['WORK', 'WORK', 'PRODUCT', 'MISC', 'MISC', '']
    """
    if label in _UNTOLD:
        return ""
    if label == "product" or label in _WORKS or label in _EVENTS:
        return "WORK" if label in _WORKS else "EVENT" if label in _EVENTS else "PRODUCT"
    return _FEWNERD.get(label.partition("-")[0], "MISC")


def marked_sentences(path: Path) -> Iterator[tuple[str, str, dict[tuple[int, int], Any]]]:
    """The name of each sentence that names a thing, its text, the labels of names by characters."""
    for number, block in enumerate(blocks(path.read_text("utf-8").splitlines())):
        fields = [line.split("\t") for _, line in block]
        names = spans([row[-1] for row in fields])
        if path.stem.startswith("fewnerd") and not any(t.startswith(_THINGS) for *_, t in names):
            continue
        text, [places] = text_of([[row[0] for row in fields]])
        marked = {}
        for n, (first, end, label) in enumerate(names):
            start, last = places[first][0], places[end - 1][1]
            marked[start, last] = n, fine_label(label)
            if text[start:last].startswith(_ARTICLES):
                marked[text.index(" ", start) + 1, last] = n, fine_label(label)
        yield f"{path.stem}:{number}", text, marked


def examples(nlp: Language, corpora: Path) -> Iterator[FineExample]:
    """What the pipeline takes for `MISC` in the sentences of all sets, where people marked it."""
    names = ("fewnerd-part", *(f"crossner-{name}" for name in CROSSNER))
    rows = [row for name in names for row in marked_sentences(corpora / f"ner/{name}.bio")]
    for doc, (name, text, marked) in zip(nlp.pipe(row[1] for row in rows), rows, strict=True):
        source = Source.from_doc(doc, Document(name, text))
        for cluster in entity_clusters(source):
            columns = source.columns
            if any(m.kind == "named" for m in cluster) and entity_type(columns, cluster) == "MISC":
                if type_ := marked_type(columns, cluster, marked):
                    yield FineExample(name, type_, fine_evidence(columns, cluster))


def learn(entities: Sequence[FineExample]) -> dict[str, list[float]]:
    """By piece of evidence its weight for each of `KINDS`."""
    often = Counter(name for entity in entities for name in entity.evidence)
    kept = {name for name, n in often.items() if n >= LEAST_OFTEN}
    vectorizer, model = DictVectorizer(), LogisticRegression(C=REGULARIZATION, max_iter=500)
    rows = [{k: x for k, x in entity.evidence.items() if k in kept} for entity in entities]
    counts = [REST if entity.type == "MISC" else 1 for entity in entities]
    types = [entity.type for entity in entities]
    model.fit(vectorizer.fit_transform(rows), types, sample_weight=counts)
    order = [list(model.classes_).index(kind) for kind in KINDS]
    columns = zip(vectorizer.get_feature_names_out(), model.coef_.T[:, order], strict=True)
    weights = {name: [round(float(x), 2) for x in row] for name, row in columns}
    return {name: row for name, row in weights.items() if max(map(abs, row)) >= LEAST_WEIGHT}


def measure(entities: Sequence[FineExample]) -> None:
    """Print precision and recall of each type in sentences that were left out, by set."""
    folds = np.array([zlib.crc32(entity.sentence.encode()) % FOLDS for entity in entities])
    counts: Counter[tuple[str, str, str]] = Counter()
    for fold in range(FOLDS):
        model = FineWeights(learn([e for e, f in zip(entities, folds, strict=True) if f != fold]))
        for entity in (e for e, f in zip(entities, folds, strict=True) if f == fold):
            found = sure_type(model.shares(entity.evidence))
            counts[entity.sentence.split("-")[0], entity.type, found] += 1
    for name in sorted({name for name, *_ in counts}):
        for kind in FINE_TYPES:
            right = counts[name, kind, kind]
            given = sum(counts[name, other, kind] for other in KINDS)
            marked = sum(counts[name, kind, other] for other in KINDS)
            print(f"{name} {kind}: {right} of {given} right, {right} of {marked} found")


def main(corpora: Path, only_measure: bool = typer.Option(False, "--measure")) -> None:
    entities = list(examples(load_pipeline(fast=True), corpora))
    if only_measure:
        return measure(entities)
    about = f'{{"about": "learned from {len(entities)} entities of Few-NERD and CrossNER"'
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in learn(entities).items()]
    path = ROOTS[1] / "names/fine_type_weights.json"
    path.write_text(f'{about}, "weights": {{\n' + ",\n".join(lines) + "\n}}\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
