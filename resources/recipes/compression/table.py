"""Systems that compress sentences, compared.

    python -m resources.recipes.compression.table CORPORA WORK [--sets clspoken clwritten google]

Each system learns from the training part of a set and compresses the dev part: once as long as it
likes, and once with just as many words of each sentence as the reference. Where a sentence has
several references, it counts against each. Settings were chosen on the last fifth of the training
part of CLspoken. WORK keeps parses. Nothing that is trained here ships. The tables go to standard
output.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from spacy.language import Language

from resources.recipes.compression.data import SETS, pairs_of, parse
from resources.recipes.markdown import percent
from resources.recipes.markdown import table as markdown_table
from salience.compression.compressor import Compressor
from salience.compression.features import relation
from salience.compression.pairs import CompressionPair
from salience.compression.training import train_neighbours, train_tagger
from salience.compression.transduction.training import PAPER, train_transducer
from salience.compression.transduction.transducer import Transducer
from salience.evaluation.bootstrap import DocumentCounts, precision_recall_f1
from salience.evaluation.paired_tests import approximate_randomization
from salience.language_models.kneser_ney import train_ngrams
from salience.language_models.ngrams import NgramModel
from salience.measures.texts.registry import measure_named
from salience.measures.texts.scoring import count_texts
from salience.pipeline.loading import load_pipeline
from salience.text.words import Words
from salience.trees.conversion import constituents
from salience.trees.tree import Tree

SAMPLES = 1000
TAGGER, MCDONALD = "tagger", "neighbours (McDonald)"
COUNTS = ("right", "predicted", "gold")
ROUGE = measure_named("rouge2")

System = Callable[[CompressionPair, bool], tuple[int, ...]]
"""From a pair, and whether as many words shall stay as in the reference, to the words that stay."""


def systems(
    sentences: Sequence[Sequence[CompressionPair]], language: NgramModel, nlp: Language
) -> dict[str, System]:
    """What is compared, by name.

    Args:
        sentences: What is learned from: the pairs of each sentence. The paper's transducer has the
            first of them alone, as in the paper.
        language: A language model of other texts.
        nlp: The pipeline that parses compressions.
    """
    pairs = [pair for some in sentences for pair in some]
    firsts = [some[0] for some in sentences]
    targets = targets_of(firsts, nlp)
    settings = replace(PAPER, passes=10, beam=30, pops=60)  # many minutes less
    paper = train_transducer(firsts, language=language, settings=settings, targets=targets)
    transducer = train_transducer(pairs, language=language)
    return {
        "copy": lambda pair, _: tuple(range(len(pair.source))),
        "truncation": _truncated,
        TAGGER: _of(train_tagger(pairs)),
        MCDONALD: _of(train_neighbours(pairs)),
        "transducer (Cohn and Lapata)": _of(paper),
        "transducer": _of(transducer),
    }


def _truncated(pair: CompressionPair, matched: bool) -> tuple[int, ...]:
    n = len(pair.kept) if matched else round(0.75 * len(pair.source))
    return tuple(range(max(1, n)))


def _of(model: Compressor | Transducer) -> System:
    return lambda pair, matched: model.compress(
        pair.source, n_words=len(pair.kept) if matched else None
    )


def relations(words: Words) -> Counter[tuple[str, str, str]]:
    """The relations of a sentence: head, relation and dependent; marks have none."""
    return Counter(
        (words.texts[head].lower(), relation(words.relations[i]), words.texts[i].lower())
        for i, head in enumerate(words.heads)
        if head != i and words.tags[i] != "PUNCT"
    )


def counted(found: Sequence[Counter[Any]], gold: Sequence[Counter[Any]]) -> DocumentCounts:
    """How many items of each compression are right, predicted and in the reference."""
    rows = [
        (sum((a & b).values()), sum(a.values()), sum(b.values()))
        for a, b in zip(found, gold, strict=True)
    ]
    return DocumentCounts(COUNTS, np.array(rows, np.float64).reshape(-1, 3).T)


def by_sentence(counts: DocumentCounts, sentences: Sequence[int]) -> DocumentCounts:
    """The counts of compressions added up by sentence, which are numbered from 0."""
    n = max(sentences) + 1
    values = [np.bincount(sentences, row, n) for row in counts.values]
    return DocumentCounts(counts.names, np.array(values))


def f1(total: np.ndarray) -> float:
    """F1 of such counts."""
    return precision_recall_f1(*map(float, total))[2]


def with_interval(counts: DocumentCounts, value: Callable[[np.ndarray], float] = f1) -> str:
    """A value of counts with its interval, in percent."""
    found, intervals = counts.bootstrap(lambda total: {"value": value(total)}, SAMPLES, 0)
    return percent(found["value"], intervals["value"])


def compared(
    name: str, corpora: Path, work: Path, nlp: Language, language: NgramModel
) -> list[list[str]]:
    """The rows of a set."""
    train = pairs_of(corpora, name, "train", nlp, work)
    references = pairs_of(corpora, name, "dev", nlp, work)
    dev = [pair for pairs in references for pair in pairs]
    sentences = [i for i, pairs in enumerate(references) for _ in pairs]
    texts = [[pair.source.texts[i] for i in pair.kept] for pair in dev]
    gold_texts = [[" ".join(text)] for text in texts]
    gold_relations = [relations(words) for words in parse(texts, nlp)]
    gold_words = [Counter(pair.kept) for pair in dev]
    n_words = sum(len(pair.source) for pair in dev)
    rows: list[list[str]] = []
    counts: dict[tuple[str, bool], DocumentCounts] = {}
    for system, compress in systems(train, language, nlp).items():
        for matched in (False, True):
            if system == "copy" and matched:
                continue
            kept = [compress(pair, matched) for pair in dev]
            texts = [[p.source.texts[i] for i in k] for p, k in zip(dev, kept, strict=True)]
            parsed = [relations(words) for words in parse(texts, nlp)]
            of_relations = by_sentence(counted(parsed, gold_relations), sentences)
            of_words = by_sentence(counted([Counter(some) for some in kept], gold_words), sentences)
            bigrams = count_texts(ROUGE, [*map(" ".join, texts)], gold_texts)
            of_bigrams = by_sentence(bigrams, sentences)
            tests = [
                _p(of_relations, counts.get((before, matched))) for before in (TAGGER, MCDONALD)
            ]
            counts[system, matched] = of_relations
            rows.append(
                [
                    f"{system}{', as long as the reference' if matched else ''}",
                    f"{100 * sum(map(len, kept)) / n_words:.1f}",
                    with_interval(of_relations),
                    *tests,
                    with_interval(of_words),
                    with_interval(of_bigrams, ROUGE.value),
                    f"{_log(language, texts):.2f}",
                ]
            )
    rate = sum(len(pair.kept) for pair in dev) / n_words
    texts = [[pair.source.texts[i] for i in pair.kept] for pair in dev]
    rows.append(["reference", f"{100 * rate:.1f}", *[""] * 5, f"{_log(language, texts):.2f}"])
    return rows


def _p(found: DocumentCounts, other: DocumentCounts | None) -> str:
    """How likely so large a difference is by chance."""
    if other is None:
        return ""
    test = approximate_randomization(found, other, f1, n_shuffles=2000)
    return f"{test.p:.3f}" if test.p >= 0.001 else "<0.001"


def targets_of(pairs: Sequence[CompressionPair], nlp: Language) -> list[Tree]:
    """The parsed compressions, as constituents."""
    texts = [[pair.source.texts[i] for i in pair.kept] for pair in pairs]
    return [constituents(words)[0] for words in parse(texts, nlp, "targets")]


def _log(language: NgramModel, texts: Sequence[Sequence[str]]) -> float:
    """The mean logarithm (base 10) of the probability of a word."""
    found = [language.sentence(word.lower() for word in text) for text in texts]
    return sum(found) / (sum(map(len, texts)) + len(texts))


def language_model(corpora: Path, order: int = 3) -> NgramModel:
    """N-grams of MASC, of which nothing is in the sets."""
    path = corpora / "raw" / "masc-tokens.txt"
    lines = path.read_text(encoding="utf-8").lower().splitlines()
    return train_ngrams((line.split() for line in lines), order=order)


HEAD = (
    *("system", "words kept", "relations F1", "p, tagger", "p, McDonald"),
    *("words F1", "ROUGE-2", "log10 of a word"),
)


def main() -> None:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--sets", nargs="+", default=SETS, choices=SETS)
    given = parser.parse_args()
    nlp = load_pipeline()
    language = language_model(given.corpora)
    for name in given.sets:
        print(f"**{name}**\n")
        rows = compared(name, given.corpora, given.work, nlp, language)
        print(markdown_table([dict(zip(HEAD, row, strict=True)) for row in rows]))
        print(flush=True)


if __name__ == "__main__":
    main()
