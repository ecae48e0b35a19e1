"""The weights of types of entities: `resources/names/type_weights.json`.

They are learned from documents of DocRED and sentences of Few-NERD.

    python -m resources.recipes.names.types CORPORA

Documents are parsed by the pipeline that ships, and each entity found gets the type of the marked
entity that most of its names lie in. A multinomial logistic regression learns from the evidence of
`salience.entities.entity_types`. DocRED counts a nationality as its country, a religion as an
organization, and a museum or hospital mostly as a place; here they are not, so that these entities
are left out.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from spacy.language import Language

from resources.recipes.pipeline.names import read_bio, spans
from resources.recipes.reading import rows
from salience.entities.entity_clusters import entity_clusters
from salience.entities.entity_types import TYPES, type_evidence
from salience.entities.source import Source
from salience.language import ENGLISH
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.pipeline.loading import load_pipeline
from salience.resources import ROOTS
from salience.types import Document

DOCUMENTS, SENTENCES = 800, 14_000
REGULARIZATION, LEFT_OUT, SEED = 0.3, 0.15, 0
Span = tuple[int, int]
_TIGHT = frozenset(".,;:!?)]%'") | {"'s", "n't", "’s"}
# What this library counts as an organization and DocRED mostly as a place.
_BODIES = ENGLISH.institutions | {"union"}


def text_of(sentences: Sequence[Sequence[str]]) -> tuple[str, list[list[tuple[int, int]]]]:
    """The text of DocRED's words, and where each of them stands.

    >>> text_of([["Ann", "'s", "dog", "."]])
    ("Ann's dog.", [[(0, 3), (3, 5), (6, 9), (9, 10)]])
    """
    text, places, before, open_quote = "", [], "", False
    for sentence in sentences:
        places.append([])
        for word in sentence:
            tight = word in _TIGHT or word.startswith("'") or before in ("(", "[", "-", "–", "$")
            tight = tight or word in ("-", "–")
            if word == '"':
                tight, open_quote = open_quote, not open_quote
            elif before == '"' and open_quote:
                tight = True
            text += "" if not text or tight else " "
            places[-1].append((len(text), len(text) + len(word)))
            text += word
            before = word
    return text, places


def marked_names(record: Mapping[str, Any]) -> tuple[str, dict[Span, tuple[int, str]]]:
    """The text of a DocRED record; by the characters of a name, its entity's number and type."""
    text, places = text_of(record["sentences"])
    names = {}
    for number, entity in enumerate(record["entities"]):
        for sentence, start, end, *_ in entity["mentions"]:
            if entity.get("type") in TYPES:
                span = places[sentence][start][0], places[sentence][end - 1][1]
                names[span] = number, entity["type"]
    return text, names


def named_sentences(path: Path, most: int) -> Iterator[tuple[str, dict[Span, tuple[int, str]]]]:
    """Sentences of a file with a word and its tag a line, by chance, as of `marked_names`."""
    sentences = list(read_bio(path.read_text("utf-8").splitlines()))
    random.Random(SEED).shuffle(sentences)  # noqa: S311
    for _, words, tags in sentences[:most]:
        text, [places] = text_of([words])
        marked = enumerate(spans(tags))
        yield text, {(places[a][0], places[b - 1][1]): (n, type_) for n, (a, b, type_) in marked}


def examples(
    nlp: Language, texts: Sequence[tuple[str, Mapping[Span, tuple[int, str]]]]
) -> Iterator[tuple[dict[str, float], str]]:
    docs = nlp.pipe(text for text, _ in texts)
    for n, (doc, (text, names)) in enumerate(zip(docs, texts, strict=True)):
        source = Source.from_doc(doc, Document(str(n), text))
        columns = source.columns
        for cluster in entity_clusters(source):
            if not any(m.kind == "named" for m in cluster):
                continue
            if type_ := _marked_type(columns, cluster, names):
                yield type_evidence(columns, cluster), type_


def _marked_type(
    columns: DocColumns, cluster: Sequence[TokenMention], names: Mapping[Span, tuple[int, str]]
) -> str:
    votes: Counter[str] = Counter()
    for m in cluster:
        start, end = m.name
        if m.kind != "named" or not end:
            continue
        if columns.lower[end - 1] in ENGLISH.peoples or columns.lower[end - 1] in _BODIES:
            return ""
        start += columns.lower[start] in ENGLISH.articles and end - start > 1
        last = columns.offsets[end - 1] + len(columns.text[end - 1])
        votes[names.get((columns.offsets[start], last), (0, ""))[1]] += 1
    return votes.most_common(1)[0][0] if votes else ""


def left_out(evidence: Mapping[str, float], generator: random.Random) -> dict[str, float]:
    """Evidence where, by chance, what the recogniser holds likely is left out."""
    if generator.random() >= LEFT_OUT:
        return dict(evidence)
    return {name: value for name, value in evidence.items() if not name.startswith("likely:")}


def learn(evidence: Sequence[Mapping[str, float]], types: Sequence[str]) -> dict[str, Any]:
    vectorizer, generator = DictVectorizer(), random.Random(SEED)  # noqa: S311
    matrix = vectorizer.fit_transform(left_out(found, generator) for found in evidence)
    model = LogisticRegression(C=REGULARIZATION, max_iter=2000).fit(matrix, types)
    print("accuracy:", round(model.score(vectorizer.transform(evidence), types), 4))
    kinds = list(model.classes_)
    weights = {
        name: {kind: round(float(column[kinds.index(kind)]), 3) for kind in TYPES}
        for name, column in zip(vectorizer.get_feature_names_out(), model.coef_.T, strict=True)
    }
    return {
        "about": f"learned from {len(types)} entities of DocRED and Few-NERD",
        "weights": weights,
    }


def main(corpora: Path) -> None:
    texts = [marked_names(row) for row in rows(corpora / "coref/docred-train.jsonl")[:DOCUMENTS]]
    texts += named_sentences(corpora / "ner/fewnerd-part.bio", SENTENCES)
    found = list(examples(load_pipeline(fast=True), texts))
    table = learn([evidence for evidence, _ in found], [type_ for _, type_ in found])
    path = ROOTS[1] / "names/type_weights.json"
    path.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
