"""The weights of aliases: `resources/names/alias_weights.json`, learned from DocRED.

    python -m resources.recipes.coref.aliases CORPORA

Two names that stand beside each other (`salience.coref.aliases.alias_pairs`) are an example if
DocRED marks both; they are of one thing if it says so. DocRED leaves many aliases out, so that of
those that the model finds against it most are right.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import typer
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes.names.types import marked_names
from resources.recipes.reading import rows
from salience.components.long_runs import tokenize
from salience.coref.aliases import alias_evidence, alias_pairs
from salience.coref.clusters import MentionClusters
from salience.coref.name_sieve import merge_names
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention, find_mentions
from salience.pipeline.loading import load_pipeline
from salience.resources import ROOTS

REGULARIZATION, LEAST = 0.3, 10

Span = tuple[int, int]
Example = tuple[list[str], bool]


def examples(doc: Doc, whose: Mapping[Span, int]) -> Iterator[Example]:
    """The evidence of pairs that are marked, and whether they are of one thing."""
    columns = DocColumns.from_doc(doc)
    mentions = find_mentions(columns)
    clusters = MentionClusters.singletons(columns, mentions)
    merge_names(clusters)
    for i, j in alias_pairs(columns, clusters):
        a, b = (_entity(columns, mentions[k], whose) for k in (i, j))
        if a is not None and b is not None and clusters.cluster_of[i] is not clusters.cluster_of[j]:
            yield alias_evidence(columns, clusters, i, j), a == b


def _entity(columns: DocColumns, m: TokenMention, whose: Mapping[Span, int]) -> int | None:
    """The entity whose marked name overlaps that of a mention, by half of the longer one."""
    start, end = m.name if m.name[1] else (m.head, m.head + 1)
    first, last = columns.offsets[start], columns.offsets[end - 1] + len(columns.text[end - 1])
    for (a, b), entity in whose.items():
        if 2 * (min(last, b) - max(first, a)) >= max(last - first, b - a):
            return entity
    return None


def learn(found: Sequence[Example]) -> dict[str, float]:
    counts = Counter(said for evidence, _ in found for said in evidence)
    vectorizer = DictVectorizer()
    matrix = vectorizer.fit_transform(
        {said: 1.0 for said in evidence if counts[said] >= LEAST} for evidence, _ in found
    )
    model = LogisticRegression(C=REGULARIZATION, max_iter=2000, fit_intercept=False)
    model.fit(matrix, [same for _, same in found])
    names = vectorizer.get_feature_names_out()
    return {name: round(float(w), 3) for name, w in zip(names, model.coef_[0], strict=True)}


def read(nlp: Language, corpora: Path, name: str) -> Iterator[Example]:
    texts, marked = zip(*map(marked_names, rows(corpora / f"coref/{name}.jsonl")), strict=True)
    for doc, names in zip(nlp.pipe(tokenize(nlp, text) for text in texts), marked, strict=True):
        yield from examples(doc, {span: number for span, (number, _) in names.items()})


def main(corpora: Path) -> None:
    nlp = load_pipeline(fast=True, coref="none")
    found = list(read(nlp, corpora, "docred-train"))
    weights = learn(found)
    said = Counter(
        (sum(weights.get(x, 0.0) for x in evidence) > 0, same)
        for evidence, same in read(nlp, corpora, "docred-dev")
    )
    kinds = ((True, True), (True, False), (False, True))
    print("joined and right, joined and wrong, missed:", [said[kind] for kind in kinds])
    table = {"about": f"learned from {len(found)} pairs of names of DocRED", "weights": weights}
    path = ROOTS[1] / "names/alias_weights.json"
    path.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
