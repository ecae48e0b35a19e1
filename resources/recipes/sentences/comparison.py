"""Sentence boundaries of this library, and of others.

    python -m resources.recipes.sentences.comparison CORPORA

It needs pySBD and NLTK. Punkt's own data is a download, so it is trained here on raw text: that of
the classifier's training set, and `RAW`. Systems that know no lines get the paragraphs one by one.
Words per second are of one process, by its processor time.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import spacy
import typer

from resources.recipes import markdown
from resources.recipes.reading import rows as read_rows
from resources.recipes.sentences import data
from salience import load_pipeline
from salience.components.long_runs import original_of
from salience.evaluation.sentence_boundaries import count, scores
from salience.resources import model_path
from salience.sentences.boundary_model import default_model
from salience.sentences.candidates import line_starts
from salience.sentences.training import train

OURS = "salience.sentences"
RAW = ("pairs/wikipedia.jsonl", "pairs/wikinews.jsonl")


def by_paragraph(segment: Callable[[str], Iterator[int]]) -> data.System:
    def starts(text: str) -> list[int]:
        lines = [*line_starts(text), len(text)]
        found = []
        for start, end in pairwise(lines):
            part = text[start:end]
            for at in segment(part):
                found.append(start + at + len(part[at:]) - len(part[at:].lstrip()))
        return found

    return starts


def from_spacy(nlp: Any) -> data.System:
    def starts(text: str) -> list[int]:
        doc = nlp(text)
        original = original_of(doc)
        firsts = (next((t.idx for t in s if not t.is_space), None) for s in doc.sents)
        return [original.span(at, at + 1)[0] for at in firsts if at is not None]

    return starts


def punkt_system(raw: Sequence[str]) -> data.System:
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTrainer

    trainer = PunktTrainer()
    trainer.INCLUDE_ALL_COLLOCS = True
    for text in raw:
        trainer.train(text, finalize=False)
    trainer.finalize_training()
    tokenizer = PunktSentenceTokenizer(trainer.get_params())
    return by_paragraph(lambda part: (start for start, _ in tokenizer.span_tokenize(part)))


def systems(corpora: Path) -> Iterator[tuple[str, data.System]]:
    import pysbd

    learned = data.training(corpora)
    sentencizer = spacy.blank("en")
    sentencizer.add_pipe("sentencizer")
    yield OURS, data.starts_by(default_model())
    bayes = train(data.texts(learned), learner="naive-bayes")
    yield "the same with Naive Bayes", data.starts_by(bayes)
    nlp = load_pipeline(coref="none", fast=True)
    for name in nlp.pipe_names:
        if name not in ("tok2vec", "senter"):
            nlp.disable_pipe(name)
    yield f"{model_path('en_salience_sm').name}: senter", from_spacy(nlp)
    yield "spaCy's sentencizer", from_spacy(sentencizer)
    rules = pysbd.Segmenter(language="en", clean=False, char_span=True)
    yield "pySBD", by_paragraph(lambda part: (span.start for span in rules.segment(part)))
    raw = [document.text for document in learned]
    raw += [row["text"] for name in RAW for row in read_rows(corpora / name)]
    yield "NLTK's Punkt", punkt_system(raw)


def main(corpora: Path) -> None:
    sets = {name: read(corpora) for name, read in data.SETS.items()}
    compared = dict(systems(corpora))
    speeds: dict[str, dict[str, str]] = {name: {"system": name} for name in compared}
    for title, documents in sets.items():
        sentences = sum(len(document.starts) for document in documents)
        print(f"**{title}**: {len(documents)} documents, {sentences:,} sentences\n")
        words = sum(len(document.text.split()) for document in documents)
        counts = {}
        for name, system in compared.items():
            begin = time.process_time()
            found = [system(document.text) for document in documents]
            speeds[name][title] = f"{words / (time.process_time() - begin):,.0f}"
            counts[name] = [
                count(document.text, document.starts, starts)
                for document, starts in zip(documents, found, strict=True)
            ]
        markdown.show(rows(counts))
        print()
    for part in ("choose", "report"):
        periods = data.hard_periods(corpora, part)
        ends = sum(hard.boundary for hard in periods)
        print(f"**hard class, {part}**: {len(periods)} periods, of which {ends} end a sentence\n")
        markdown.show(hard_row(name, system, periods) for name, system in compared.items())
        print()
    print("**Words per second**\n")
    markdown.show(speeds.values())


def rows(counts: Mapping[str, Sequence[Sequence[float]]]) -> Iterator[dict[str, str]]:
    """Errors of each system in a set, and by how many points more periods it has wrong than ours.

    The difference is that of the same bootstrap samples.
    """
    ours = np.array(counts[OURS])
    for name, by_document in counts.items():
        wrong, periods, *_ = map(int, np.sum(by_document, axis=0))
        cells = markdown.shares(by_document, scores)
        pairs = np.column_stack([ours[:, :2], np.array(by_document)[:, 0]])
        said, ends = markdown.bootstrapped(
            pairs, lambda total: {"": float((total[2] - total[0]) / total[1])}
        )
        yield {
            "system": name,
            "errors": f"{wrong} of {periods}",
            "% of periods": cells["error"],
            "difference": "" if name == OURS else markdown.points(said[""], ends[""]),
            "% of other marks": cells["other"],
            "sentence F": cells["f1"],
            "whole documents": cells["whole"],
        }


def hard_row(name: str, system: data.System, periods: Sequence[data.Hard]) -> dict[str, object]:
    """How many periods of the hard class a system gets wrong, by kind."""
    wrong = [hard for hard in periods if not hard.is_right(system)]
    missed = sum(hard.boundary for hard in wrong)
    row: dict[str, object] = {"system": name, "errors": len(wrong), "missed": missed}
    row["false"] = len(wrong) - missed
    return row | {kind: sum(hard.kind == kind for hard in wrong) for kind in data.KINDS}


if __name__ == "__main__":
    typer.run(main)
