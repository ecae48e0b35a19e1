"""The weights of types of entities: `resources/names/type_weights.json`.

    python -m resources.recipes.names.types CORPORA

They are learned from documents of DocRED, once as they are and once with made-up names, and from
sentences of Few-NERD. With made-up names the recogniser is as unsure as it is of names that it has
not read before, so that what stands around them gets the weight that it deserves. Each entity found
gets the type of the marked entity that most of its names lie in. DocRED counts a nationality as its
country, a religion as an organization, and a museum or hospital mostly as a place; such entities
are left out.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import typer
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from spacy.language import Language

from resources.recipes.pipeline.names import read_bio, spans
from resources.recipes.reading import rows
from salience.components.long_runs import tokenize
from salience.entities.entity_clusters import entity_clusters
from salience.entities.entity_types import type_evidence
from salience.entities.source import Source
from salience.language import ENGLISH
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention
from salience.pipeline.loading import load_pipeline
from salience.resources import ROOTS
from salience.types import COARSE_TYPES, Document

DOCUMENTS, SENTENCES = 1200, 20_000
REGULARIZATION, LEFT_OUT, SEED = 0.3, 0.15, 0
AS_THEY_ARE = 0.5  # what an entity of a document counts whose names are its own
THINGS = 1.3
"""What an entity counts that is no person, organization or place: they are rare in these sets."""
LEAST = 20  # A word must speak for so many entities to get a weight
Span = tuple[int, int]
Text = tuple[str, dict[Span, tuple[int, str]]]
_TIGHT = frozenset(".,;:!?)]%'") | {"'s", "n't", "’s"}
# What this library counts as an organization and DocRED mostly as a place.
_BODIES = ENGLISH.institutions | {"union"}


def text_of(sentences: Sequence[Sequence[str]]) -> tuple[str, list[list[tuple[int, int]]]]:
    """The text of DocRED's words, and where each of them stands."""
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


def marked_names(record: Mapping[str, Any]) -> Text:
    """The text of a DocRED record; by the characters of a name, its entity's number and type."""
    text, places = text_of(record["sentences"])
    names = {}
    for number, entity in enumerate(record["entities"]):
        for sentence, start, end, *_ in entity["mentions"]:
            if entity.get("type") in COARSE_TYPES:
                span = places[sentence][start][0], places[sentence][end - 1][1]
                names[span] = number, entity["type"]
    return text, names


def named_sentences(path: Path, most: int) -> Iterator[Text]:
    """As of `marked_names`, sentences of a file with a word and its tag a line, by chance."""
    sentences = list(read_bio(path.read_text("utf-8").splitlines()))
    random.Random(SEED).shuffle(sentences)  # noqa: S311
    for _, words, tags in sentences[:most]:
        text, [places] = text_of([words])
        marked = enumerate(spans(tags))
        yield text, {(places[a][0], places[b - 1][1]): (n, type_) for n, (a, b, type_) in marked}


def examples(
    nlp: Language,
    texts: Sequence[Text],
    evidence_of: Callable[[DocColumns, Sequence[TokenMention]], dict[str, float]] = type_evidence,
) -> Iterator[tuple[dict[str, float], str]]:
    """The evidence, where there is any, and the type of each entity that is found and marked."""
    docs = nlp.pipe(tokenize(nlp, text) for text, _ in texts)
    for n, (doc, (text, names)) in enumerate(zip(docs, texts, strict=True)):
        source = Source.from_doc(doc, Document(str(n), text))
        columns = source.columns
        for cluster in entity_clusters(source):
            if not any(m.kind == "named" for m in cluster):
                continue
            type_ = _marked_type(columns, cluster, names)
            if type_ and (evidence := evidence_of(columns, cluster)):
                yield evidence, type_


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


class MadeUpNames:
    """Exchanges the words of names for made-up ones, the same for the same in a text.

    They are halves of two words of names. A word stays if running text writes it small, or if it
    tells what is named (*River*, *North*, *Dr*), is an acronym or, half of the time, a given name.
    """

    def __init__(self, texts: Sequence[Text]) -> None:
        self._random = random.Random(SEED)  # noqa: S311
        written = {
            word for text, names in texts for a, b in names for word in re.split(r"\W+", text[a:b])
        }
        self._words = sorted(word for word in written if self._is_own(word) and len(word) > 3)

    @staticmethod
    def _is_own(word: str) -> bool:
        low, language = word.lower(), ENGLISH
        known = language.thing_nouns.keys() | language.directions | language.peoples
        return (
            word[:1].isupper()
            and word.isalpha()
            and len(word) > 2
            and not word.isupper()
            and low not in known | language.name_links
            and not (language.runs_small(low) or language.kind_of_word(low))
            and not language.is_role(low)
        )

    def _other(self, word: str) -> str:
        given = word.lower() in ENGLISH.given_genders and self._random.random() < 0.5
        if given or not self._is_own(word):
            return word
        a, b = self._random.choices(self._words, k=2)
        return a[: max(2, len(a) // 2)] + b[len(b) // 2 :].lower()

    def exchanged(self, text: str, names: Mapping[Span, tuple[int, str]]) -> Text:
        others: dict[str, str] = {}
        pieces, placed, at, length = [], {}, 0, 0
        for (start, end), entity in sorted(names.items()):
            if start < at:
                continue
            words = text[start:end].split(" ")
            for word in words:
                others[word] = others.get(word) or self._other(word)
            name = " ".join(others[word] for word in words)
            pieces += [text[at:start], name]
            length += start - at
            placed[length, length + len(name)] = entity
            length, at = length + len(name), end
        return "".join([*pieces, text[at:]]), placed


def left_out(evidence: Mapping[str, float], generator: random.Random) -> dict[str, float]:
    """By chance, evidence without what the recogniser holds likely."""
    if generator.random() >= LEFT_OUT:
        return dict(evidence)
    return {name: value for name, value in evidence.items() if not name.startswith("likely:")}


def learn(
    entities: Sequence[tuple[Mapping[str, float], str, float]],
) -> dict[str, dict[str, float]]:
    """By piece of evidence its weight for each type, from evidence, type and weight of entities."""
    vectorizer, generator = DictVectorizer(), random.Random(SEED)  # noqa: S311
    evidence, types, counts = zip(*entities, strict=True)
    told = Counter(name for one in evidence for name in one)
    rare = {name for name, n in told.items() if "=" in name and n < LEAST}
    evidence = [{k: x for k, x in one.items() if k not in rare} for one in evidence]
    matrix = vectorizer.fit_transform(left_out(one, generator) for one in evidence)
    model = LogisticRegression(C=REGULARIZATION, max_iter=2000)
    things = [THINGS if type_ == "MISC" else 1 for type_ in types]
    model.fit(matrix, types, sample_weight=np.array(counts) * things)
    print("accuracy:", round(model.score(vectorizer.transform(evidence), types), 4))
    kinds = list(model.classes_)
    return {
        name: {kind: round(float(column[kinds.index(kind)]), 3) for kind in COARSE_TYPES}
        for name, column in zip(vectorizer.get_feature_names_out(), model.coef_.T, strict=True)
    }


def main(corpora: Path) -> None:
    nlp = load_pipeline(fast=True)
    own = [marked_names(row) for row in rows(corpora / "coref/docred-train.jsonl")[:DOCUMENTS]]
    made_up = MadeUpNames(own)
    other = [made_up.exchanged(*text) for text in own]
    other += named_sentences(corpora / "ner/fewnerd-part.bio", SENTENCES)
    entities = [(*example, AS_THEY_ARE) for example in examples(nlp, own)]
    entities += [(*example, 1.0) for example in examples(nlp, other)]
    path = ROOTS[1] / "names/type_weights.json"
    about = f'{{"about": "learned from {len(entities)} entities of DocRED and Few-NERD"'
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in learn(entities).items()]
    path.write_text(f'{about}, "weights": {{\n' + ",\n".join(lines) + "\n}}\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
