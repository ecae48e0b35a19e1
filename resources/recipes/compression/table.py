"""Systems that compress sentences, compared by cross-validation: README.md says how.

    python -m resources.recipes.compression.table CORPORA WORK

The documents of CLspoken on which settings were chosen always teach and are never measured. WORK
keeps parses and what was counted in each part, so that a run that was stopped goes on.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import typer
from spacy.language import Language
from tqdm import tqdm

from resources.recipes.markdown import percent
from resources.recipes.markdown import table as markdown_table
from resources.recipes.reading import kept, rows
from salience.compression.features import relation
from salience.compression.models import CompressionModel, compression, load_compressor
from salience.compression.pairs import CompressionPair, kept_words
from salience.compression.training import train_neighbours
from salience.compression.transduction.training import train_transducer
from salience.evaluation.bootstrap import DocumentCounts, precision_recall_f1
from salience.evaluation.paired_tests import approximate_randomization
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import NgramModel
from salience.pipeline.loading import load_pipeline
from salience.pipeline.word_texts import only_parsing, sentence_of, words_of
from salience.text.words import Words
from salience.trees.conversion import constituents

SETS = ("clspoken", "clwritten", "google")


def pairs_of(
    corpora: Path, name: str, part: str, nlp: Language, work: Path
) -> list[list[CompressionPair]]:
    """The pairs of the train or dev part of a set by sentence: one for each person's compression.

    The corpora have divided sentences into words; parses are kept in the work folder.
    """
    records = rows(corpora / "compression" / f"{name}-{part}.jsonl")
    path, texts = work / f"{name}-{part}.jsonl", [r["source"].split() for r in records]
    sources = kept(path, lambda: parse(texts, nlp, path.stem), Words)
    found = []
    for record, source in zip(records, sources, strict=True):
        stay = [kept_words(source.texts, text.split()) for text in record["compressions"]]
        found.append([CompressionPair(record["id"], source, some) for some in stay if some])
    return [pairs for pairs in found if pairs]


def parse(sentences: list[list[str]], nlp: Language, name: str = "") -> list[Words]:
    with only_parsing(nlp):
        docs = nlp.pipe((sentence_of(nlp, words) for words in sentences), batch_size=32)
        return [words_of(doc) for doc in tqdm(docs, name, total=len(sentences), disable=None)]


SAMPLES, SEED = 1000, 0
MOST = 1200  # sentences of a set, for time
FOLDS = 3
CHOSEN = "clspoken"  # the set on the last fifth of whose training part settings were chosen
COPY, MCDONALD = "copy", "neighbours (McDonald)"
LENGTHS = ("free", "as long as the reference")
LIKE_LENGTH = 10  # points of words kept by which systems may differ that are compared
COUNTS = ("right", "predicted", "gold")

Sentence = Sequence[CompressionPair]  # A sentence with each of its references
System = Callable[[Words, int | None], Sequence[int]]
"""From a sentence, and how many words shall stay (None: as many as it likes), to those that do."""


def systems(sentences: Sequence[Sentence], language: NgramModel) -> dict[str, System]:
    """By name, learned from sentences; the significance learns from none."""
    pairs = [pair for some in sentences for pair in some]
    neighbours = train_neighbours(pairs)
    transducer = train_transducer(pairs, language=language)
    return {
        COPY: lambda words, _: range(len(words)),
        "truncation": lambda words, n: range(max(1, round(0.75 * len(words)) if n is None else n)),
        "significance, constraints (Clarke and Lapata)": partial(constrained, load_compressor()),
        "neighbours, constraints (Clarke and Lapata)": partial(constrained, neighbours),
        MCDONALD: neighbours.compress,
        "transducer": lambda words, n: transducer.best(words, n_words=n).kept,
    }


def constrained(model: CompressionModel, words: Words, n: int | None) -> Sequence[int]:
    [tree] = constituents(words)
    return compression(model, words, tree, n_words=n).kept


def parts(sentences: Sequence[Sentence], fixed: set[str]) -> list[list[int]]:
    """Places of the sentences of each part: whole documents, the next always to the smallest part.

    Those of `fixed` documents are in none.
    """
    by_document: dict[str, list[int]] = {}
    for i, pairs in enumerate(sentences):
        by_document.setdefault(document_of(pairs), []).append(i)
    names = sorted(by_document.keys() - fixed)
    random.Random(SEED).shuffle(names)  # noqa: S311
    found: list[list[int]] = [[] for _ in range(FOLDS)]
    for name in names:
        min(found, key=len).extend(by_document[name])
    return found


def document_of(pairs: Sentence) -> str:
    """The document of a sentence: its id without the numbers of paragraph and sentence."""
    return pairs[0].id.rsplit(".", 2)[0]


def relations(words: Words) -> Counter[tuple[str, str, str]]:
    """The relations of a sentence: head, relation and dependent; marks have none."""
    return Counter(
        (words.texts[head].lower(), relation(words.relations[i]), words.texts[i].lower())
        for i, head in enumerate(words.heads)
        if head != i and words.tags[i] != "PUNCT"
    )


def row(found: Counter[Any], gold: Counter[Any]) -> list[int]:
    return [(found & gold).total(), found.total(), gold.total()]


def counts_of(
    compress: System, sentences: Sequence[Sentence], nlp: Language
) -> dict[str, list[list[int]]]:
    """Counts of relations, then of words, of each sentence, left free and at the same length."""
    kept: dict[tuple[str, tuple[int, ...]], int] = {}
    texts: list[list[str]] = []

    def place(pair: CompressionPair, some: Sequence[int]) -> int:
        """Where the relations of a compression will be; each is parsed once."""
        key = (pair.id, tuple(some))
        if key not in kept:
            kept[key] = len(texts)
            texts.append([pair.source.texts[i] for i in some])
        return kept[key]

    compared: dict[str, list[list[tuple[int, int, list[int]]]]] = {name: [] for name in LENGTHS}
    for pairs in sentences:
        wanted = {None, *(len(pair.kept) for pair in pairs)}
        made = {n: compress(pairs[0].source, n) for n in wanted}
        for name in LENGTHS:
            chosen = [made[None if name == "free" else len(pair.kept)] for pair in pairs]
            compared[name].append(
                [
                    (place(p, some), place(p, p.kept), row(Counter(some), Counter(p.kept)))
                    for p, some in zip(pairs, chosen, strict=True)
                ]
            )
    found = [relations(words) for words in parse(texts, nlp)]
    return {
        name: [
            np.sum([row(found[a], found[b]) + words for a, b, words in references], 0).tolist()
            for references in rows
        ]
        for name, rows in compared.items()
    }


def counts_by_system(
    name: str, corpora: Path, work: Path, nlp: Language, language: NgramModel
) -> dict[tuple[str, str], np.ndarray]:
    """The counts of the sentences of a set, by system and length."""
    train, dev = (pairs_of(corpora, name, part, nlp, work) for part in ("train", "dev"))
    last = train[4 * len(train) // 5 :] if name == CHOSEN else []
    fixed = {document_of(pairs) for pairs in last}
    sentences = [*train, *dev]
    if len(sentences) > MOST:
        sentences = random.Random(SEED).sample(sentences, MOST)  # noqa: S311
    total: dict[tuple[str, str], np.ndarray] = {}
    measured: set[int] = set()
    for number, part in enumerate(parts(sentences, fixed)):
        path = work / "cross-validation" / f"{name}-{number}.jsonl"
        measured.update(part)
        made = partial(part_counts, sentences, part, language, nlp)
        for system, by_length in kept(path, made):
            for length, counts in by_length.items():
                empty = np.zeros((len(sentences), 6))
                total.setdefault((system, length), empty)[part] += np.array(counts)
    return {key: counts[sorted(measured)].T for key, counts in total.items()}


def part_counts(
    sentences: Sequence[Sentence], part: Sequence[int], language: NgramModel, nlp: Language
) -> Iterator[tuple[str, dict[str, list[list[int]]]]]:
    """The counts of a part by system, each learned from all other sentences."""
    others = sorted(set(range(len(sentences))).difference(part))
    for system, compress in systems([sentences[i] for i in others], language).items():
        yield system, counts_of(compress, [sentences[i] for i in part], nlp)
        print(system, file=sys.stderr, flush=True)


def f1(total: np.ndarray) -> float:
    return precision_recall_f1(*map(float, total))[2]


def with_interval(counts: DocumentCounts) -> str:
    found, intervals = counts.bootstrap(lambda total: {"f1": f1(total)}, SAMPLES, SEED)
    return percent(found["f1"], intervals["f1"])


def difference(found: DocumentCounts, other: DocumentCounts) -> str:
    """How far a system is ahead of another, in points of F1, and how likely that is by chance."""
    test = approximate_randomization(found, other, f1, n_shuffles=2000)
    p = f"p {test.p:.3f}" if test.p >= 0.001 else "p <0.001"
    return f"{100 * test.difference:+.1f} ({p})"


def compared(counts: dict[tuple[str, str], np.ndarray]) -> list[dict[str, str]]:
    in_relations, in_words = (
        {key: DocumentCounts(COUNTS, c[some]) for key, c in counts.items()}
        for some in (slice(3), slice(3, 6))
    )
    _, n_words, n_reference = in_words[COPY, "free"].total()

    def stay(system: str, length: str) -> float:
        return 100 * in_words[system, length].total()[1] / n_words

    rows = []
    for length in LENGTHS:
        for system in dict.fromkeys(name for name, _ in counts):
            if (system, length) == (COPY, LENGTHS[1]):
                continue
            found = in_relations[system, length]
            other = abs(stay(system, length) - stay(MCDONALD, length)) > LIKE_LENGTH
            less = difference(found, in_relations[MCDONALD, length]) if not other else "–"
            rows.append(
                {
                    "system": system if length == "free" else f"{system}, {length}",
                    "words kept": f"{stay(system, length):.1f}",
                    "relations F1": with_interval(found),
                    "less copy": ""
                    if system == COPY
                    else difference(found, in_relations[COPY, "free"]),
                    "less McDonald's": "" if system in (COPY, MCDONALD) else less,
                    "words F1": with_interval(in_words[system, length]),
                }
            )
    reference = dict.fromkeys(rows[0], "") | {
        "system": "reference",
        "words kept": f"{100 * n_reference / n_words:.1f}",
    }
    return [*rows, reference]


def language_model(corpora: Path, order: int = 3) -> NgramModel:
    path = corpora / "raw" / "masc-tokens.txt"
    lines = path.read_text(encoding="utf-8").lower().splitlines()
    return train_ngrams((line.split() for line in lines), order=order)


def main(corpora: Path, work: Path) -> None:
    nlp = load_pipeline()
    language = language_model(corpora)
    for name in SETS:
        counts = counts_by_system(name, corpora, work, nlp, language)
        n = counts[COPY, "free"].shape[1]
        print(f"**{name}**, {n:,} sentences\n\n{markdown_table(compared(counts))}\n", flush=True)


if __name__ == "__main__":
    typer.run(main)
