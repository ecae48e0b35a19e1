"""The weights of fine types of things: `resources/names/fine_type_weights.json`.

    python -m resources.recipes.names.fine_types CORPORA

They are learned from sentences of Few-NERD that name a thing and from CrossNER, parsed by the
pipeline that ships: from what it takes for `MISC` in them. What people marked as an organization,
say, is `MISC` here. It prints how often types are right in sentences that were left out, one of
`FOLDS` at a time.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import typer
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from resources.recipes.names.types import Span, Text, examples, text_of
from resources.recipes.pipeline.names import spans
from resources.recipes.pipeline.ud import blocks
from salience.entities.entity_types import entity_type
from salience.entities.fine_types import KINDS, fine_evidence, shares, sure_type
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.pipeline.loading import load_pipeline
from salience.resources import ROOTS
from salience.types import FINE_TYPES

SETS = {"Few-NERD": "fewnerd-part.bio", "CrossNER": "crossner-*.bio"}
REGULARIZATION, FOLDS = 0.1, 5
REST = 3  # What a thing counts that is none of the three: most are, outside of these sets.
LEAST_OFTEN = 12  # So many entities must have a piece of evidence that gets a weight.
LEAST_WEIGHT = 0.05  # What has no weight beyond that for any type is left out of the file.
_LABELS = {
    **{"art": "WORK", "event": "EVENT", "product": "PRODUCT"},  # of Few-NERD: `art-film`
    **dict.fromkeys(("book", "poem", "album", "song"), "WORK"),
    **dict.fromkeys(("election", "conference"), "EVENT"),
    **dict.fromkeys(("misc", "programlang", "other-language"), ""),
}
"""By label, or what it begins with, its type; empty where it tells none. All else is `MISC`."""
_THINGS = ("art-", "event-", "product-", "other-")

Example = tuple[dict[str, float], str]


def marked_sentences(path: Path) -> Iterator[Text]:
    """The sentences that name a thing; by the characters of a name, its number and type."""
    for block in blocks(path.read_text("utf-8").splitlines()):
        fields = [line.split("\t") for _, line in block]
        names = spans([row[-1] for row in fields])
        if path.stem.startswith("fewnerd") and not any(t.startswith(_THINGS) for *_, t in names):
            continue
        text, [places] = text_of([[row[0] for row in fields]])
        marked: dict[Span, tuple[int, str]] = {}
        for n, (first, end, label) in enumerate(names):
            type_ = _LABELS.get(label, _LABELS.get(label.partition("-")[0], "MISC"))
            article = end - first > 1 and fields[first][0].lower() in ("the", "a", "an")
            for start in (first, first + 1) if article else (first,):
                marked[places[start][0], places[end - 1][1]] = n, type_
        yield text, marked


def evidence_of_thing(columns: DocColumns, cluster: Sequence[TokenMention]) -> dict[str, float]:
    """What speaks for a fine type of what is taken for `MISC`; nothing of all else."""
    return fine_evidence(columns, cluster) if entity_type(columns, cluster) == "MISC" else {}


def learn(entities: Sequence[Example]) -> dict[str, list[float]]:
    """By piece of evidence its weight for each of `KINDS`, from evidence and type of entities."""
    often = Counter(name for evidence, _ in entities for name in evidence)
    kept = {name for name, n in often.items() if n >= LEAST_OFTEN}
    vectorizer, model = DictVectorizer(), LogisticRegression(C=REGULARIZATION, max_iter=500)
    rows = [{k: x for k, x in evidence.items() if k in kept} for evidence, _ in entities]
    types = [type_ for _, type_ in entities]
    counts = [REST if type_ == "MISC" else 1 for type_ in types]
    model.fit(vectorizer.fit_transform(rows), types, sample_weight=counts)
    names, order = vectorizer.feature_names_, [list(model.classes_).index(kind) for kind in KINDS]
    model.coef_[:, names.index("name")] += model.intercept_  # Every entity has that evidence.
    columns = zip(names, model.coef_.T[:, order], strict=True)
    weights = {name: [round(float(x), 2) for x in row] for name, row in columns}
    return {name: row for name, row in weights.items() if max(map(abs, row)) >= LEAST_WEIGHT}


def measure(folds: Mapping[str, Sequence[Sequence[Example]]]) -> None:
    """Print precision and recall of each type in sentences that were left out, by set."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for fold in range(FOLDS):
        others = (f for each in folds.values() for i, f in enumerate(each) if i != fold)
        weights = learn([*chain.from_iterable(others)])
        for name, each in folds.items():
            for evidence, type_ in each[fold]:
                counts[name, type_, sure_type(evidence, shares(weights, evidence))] += 1
    for name in folds:
        for kind in FINE_TYPES:
            right = counts[name, kind, kind]
            given = sum(counts[name, other, kind] for other in KINDS)
            marked = sum(counts[name, kind, other] for other in KINDS)
            print(f"{name} {kind}: {right} of {given} right, {right} of {marked} found")


def main(corpora: Path) -> None:
    nlp, folds = load_pipeline(fast=True), {}
    for name, pattern in SETS.items():
        files = sorted((corpora / "ner").glob(pattern))
        texts = [text for file in files for text in marked_sentences(file)]
        parts = (texts[fold::FOLDS] for fold in range(FOLDS))
        folds[name] = [list(examples(nlp, part, evidence_of_thing)) for part in parts]
    measure(folds)
    entities = [example for each in folds.values() for fold in each for example in fold]
    about = f'{{"about": "learned from {len(entities)} entities of Few-NERD and CrossNER"'
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in learn(entities).items()]
    path = ROOTS[1] / "names/fine_type_weights.json"
    path.write_text(f'{about}, "weights": {{\n' + ",\n".join(lines) + "\n}}\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
