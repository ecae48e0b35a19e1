"""Sentence boundaries of this library, and of others.

    python -m resources.recipes.sentences.comparison CORPORA

Systems: the model that ships, and Naive Bayes trained on the same texts; the shipped pipeline's
own boundaries (`senter`); spaCy's `sentencizer`; pySBD, and NLTK's Punkt, where they are
installed. Punkt's own data is a download, so it is trained here on raw text: that of the
classifier's training set, and 540 encyclopedia and 294 news articles (`pairs/wikipedia`,
`pairs/wikinews`), more than a million words. What is measured is in
`salience.evaluation.sentence_boundaries`; systems that know no lines get the paragraphs one by one.
Words per second are of one process, by its processor time, and depend on the machine.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import spacy
import typer

from resources.recipes import markdown
from resources.recipes.sentences.data import SETS, Gold, System, starts_by, texts, training
from resources.recipes.sentences.hard import KINDS, hard_periods
from salience import load_pipeline
from salience.evaluation.bootstrap import DocumentCounts
from salience.evaluation.sentence_boundaries import count, document_counts, measured
from salience.resources import model_path
from salience.sentences.boundary_model import default_model
from salience.sentences.lines import line_starts
from salience.sentences.training import train

OURS = "salience.sentences"
RAW = ("pairs/wikipedia.jsonl", "pairs/wikinews.jsonl")


def by_paragraph(segment: Callable[[str], Iterator[int]]) -> System:
    """A system that is given one paragraph at a time."""

    def starts(text: str) -> list[int]:
        lines = [*line_starts(text), len(text)]
        found = []
        for start, end in pairwise(lines):
            part = text[start:end]
            for at in segment(part):
                found.append(start + at + len(part[at:]) - len(part[at:].lstrip()))
        return found

    return starts


def from_spacy(nlp: Any) -> System:
    """The sentences of a spaCy pipeline."""
    return lambda text: [
        next(token.idx for token in sentence if not token.is_space)
        for sentence in nlp(text).sents
        if not sentence.text.isspace()
    ]


def pysbd_system() -> System:
    """pySBD with its English rules."""
    import pysbd

    segmenter = pysbd.Segmenter(language="en", clean=False, char_span=True)
    return by_paragraph(lambda part: (span.start for span in segmenter.segment(part)))


def punkt_system(raw: Sequence[str]) -> System:
    """NLTK's Punkt, trained on raw text."""
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTrainer

    trainer = PunktTrainer()
    trainer.INCLUDE_ALL_COLLOCS = True
    for text in raw:
        trainer.train(text, finalize=False)
    trainer.finalize_training()
    tokenizer = PunktSentenceTokenizer(trainer.get_params())
    return by_paragraph(lambda part: (start for start, _ in tokenizer.span_tokenize(part)))


def systems(corpora: Path) -> Iterator[tuple[str, System]]:
    """What is compared, by name."""
    learned = training(corpora)
    sentencizer = spacy.blank("en")
    sentencizer.add_pipe("sentencizer")
    yield OURS, starts_by(default_model())
    yield "the same with Naive Bayes", starts_by(train(texts(learned), learner="naive-bayes"))
    nlp = load_pipeline(coref="none", fast=True)
    for name in nlp.pipe_names:
        if name not in ("tok2vec", "senter"):
            nlp.disable_pipe(name)
    yield f"{model_path('en_salience_sm').name}: senter", from_spacy(nlp)
    yield "spaCy's sentencizer", from_spacy(sentencizer)
    try:
        yield "pySBD", pysbd_system()
    except ImportError:
        print("pySBD is not installed: pip install pysbd\n")
    raw = [document.text for document in learned]
    for name in RAW:
        with (corpora / name).open(encoding="utf8") as lines:
            raw += [json.loads(line)["text"] for line in lines]
    try:
        yield "NLTK's Punkt", punkt_system(raw)
    except ImportError:
        print("NLTK is not installed: pip install nltk\n")


def compare(corpora: Path) -> Iterator[str]:
    """A table for each set, and one of speed."""
    sets = {name: read(corpora) for name, read in SETS.items()}
    compared = dict(systems(corpora))
    speeds = {}
    for title, documents in sets.items():
        counts = {}
        for name, system in compared.items():
            begin = time.process_time()
            found = [system(document.text) for document in documents]
            words = sum(len(document.text.split()) for document in documents)
            speeds[name, title] = words / (time.process_time() - begin)
            pairs = zip(documents, found, strict=True)
            counts[name] = [
                count(document.text, document.starts, starts) for document, starts in pairs
            ]
        yield f"**{title}**: {_size(documents)}\n"
        yield from _table(counts)
        yield ""
    yield from hard_class(corpora, compared)
    yield "**Words per second**\n"
    yield markdown.heading("system", *sets)
    for name in compared:
        yield markdown.row(name, *(f"{speeds[name, title]:,.0f}" for title in sets))


def hard_class(corpora: Path, compared: dict[str, System]) -> Iterator[str]:
    """How many periods of the hard class each system gets wrong, by kind."""
    for part in ("choose", "report"):
        periods = hard_periods(corpora, part)
        ends = sum(hard.boundary for hard in periods)
        yield f"**hard class, {part}**: {len(periods)} periods, of which {ends} end a sentence\n"
        yield markdown.heading("system", "errors", "missed", "false", *KINDS)
        for name, system in compared.items():
            wrong = [hard for hard in periods if not hard.is_right(system)]
            missed = sum(hard.boundary for hard in wrong)
            kinds = [sum(hard.kind == kind for hard in wrong) for kind in KINDS]
            yield markdown.row(name, len(wrong), missed, len(wrong) - missed, *kinds)
        yield ""


def _size(documents: Sequence[Gold]) -> str:
    sentences = sum(len(document.starts) for document in documents)
    return f"{len(documents)} documents, {sentences:,} sentences"


def _table(counts: dict[str, list[list[float]]]) -> Iterator[str]:
    columns = ("errors", "% of periods", "difference", "% of other marks", "sentence F")
    yield markdown.heading("system", *columns, "whole documents")
    ours = document_counts(counts[OURS])
    for name, values in counts.items():
        said, low_high = measured(values)
        total = document_counts(values).total()
        difference = "" if name == OURS else _difference(ours, document_counts(values))
        error, *others = (
            markdown.percent(said[key], low_high[key]) for key in ("error", "other", "f1", "whole")
        )
        yield markdown.row(name, f"{total[0]:.0f} of {total[1]:.0f}", error, difference, *others)


def _difference(ours: DocumentCounts, other: DocumentCounts) -> str:
    """By how many points more of the periods are wrong than with ours, over paired samples."""
    pairs = zip(ours.values[0], ours.values[1], other.values[0], strict=True)
    said, low_high = markdown.bootstrapped(
        pairs, lambda total: {"gap": float((total[2] - total[0]) / total[1])}
    )
    return markdown.points(said["gap"], low_high["gap"])


def main(corpora: Path) -> None:
    """Print the tables in Markdown."""
    for line in compare(corpora):
        print(line, flush=True)


if __name__ == "__main__":
    typer.run(main)
