"""The commands `salience sentences` and `salience train-sentences`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli.console import say
from salience.cli.jobs import RESULTS, job
from salience.cli.options import (
    Inputs,
    Json,
    Overwrite,
    Quiet,
    Reading,
    Running,
    check_new_model,
    check_result,
    option,
)
from salience.errors import Reject
from salience.sentences import BoundaryModel, load_boundary_model, split
from salience.sentences.boundary_model import DEFAULT
from salience.tables.writers import write_lines
from salience.types import Document, Record

if TYPE_CHECKING:
    from spacy.language import Language

SentenceModel = Annotated[str, option("Sentence model: one that ships, or its folder.")]
SUFFIXES = (".jsonl", ".txt")


@dataclass(frozen=True, slots=True)
class SplitDocument:
    """A document with start and end of its sentences."""

    document: Document
    sentences: tuple[tuple[int, int], ...]

    def record(self) -> Record:
        """A JSON object, from which a classifier can be trained too."""
        sentences = list(map(list, self.sentences))
        return {"id": self.document.id, "text": self.document.text, "sentences": sentences}

    def lines(self) -> str:
        """A sentence a line."""
        text = self.document.text
        return "\n".join(" ".join(text[start:end].split()) for start, end in self.sentences)


@dataclass(frozen=True)
class Splitting:
    """Finds the sentences of documents; the pipeline is blank."""

    nlp: Language
    model: BoundaryModel
    reads_abstracts = False

    def __call__(self, documents: Sequence[Document]) -> list[SplitDocument | Reject]:  # noqa: D102
        return [SplitDocument(d, tuple(split(d.text, self.model))) for d in documents]


def sentences(
    context: typer.Context,
    corpus: Inputs,
    *,
    output: Annotated[
        str | None,
        option("File to write, .jsonl or .txt; without it a sentence a line.", "-o", "--output"),
    ] = None,
    score: Annotated[
        bool, option("Say how many of the sentences that the files have are found.", "--score")
    ] = False,
    model: SentenceModel = DEFAULT,
    samples: Annotated[
        int, option("With --score, samples of texts for intervals; 0 for none.", min=0)
    ] = 1000,
    as_json: Json = False,
    reading: Reading,
    running: Running,
) -> None:
    """Find where the sentences of texts end.

    A line of .jsonl and of --json has id, text, and sentences: start and end of each. With --score
    such a file, or a .txt file with a sentence a line, says what is right.

    \b
    Example:
      salience sentences article.txt
      salience sentences corpus.jsonl -o sentences.jsonl
      salience sentences by-hand.jsonl --score
    """
    import spacy

    if score and output is not None:
        raise typer.BadParameter("is not for --score, which writes no file", param_hint="--output")
    if output is not None:
        check_result(output, "sentences", corpus, running.overwrite, SUFFIXES)
    learned = load_boundary_model(model)
    if score:
        _score(corpus, learned, samples, as_json)
        return
    as_records = as_json if output is None else not output.lower().endswith(".txt")
    with job(context, "split", corpus, output, running, reading, kind="sentences") as done:
        pipeline = spacy.blank("en")
        pipeline.max_length = reading.max_length

        def take(result: SplitDocument) -> Mapping[str, str]:
            done.count_text(result.document)
            return done.line(json.dumps(result.record()) if as_records else result.lines())

        done.run(Splitting(pipeline, learned), take)
        if output is not None and done.in_file:
            write_lines(output, done.journal.lines(RESULTS))


def _score(files: Sequence[str], model: BoundaryModel, samples: int, as_json: bool) -> None:
    from salience.evaluation.sentence_boundaries import COUNTS, count, document_counts, measured
    from salience.sentences.gold import read_gold
    from salience.text.formatting import interval_text, percent

    texts = [text for file in files for text in read_gold(file)]
    counts = [count(text, gold, [a for a, _ in split(text, model)]) for text, gold in texts]
    found, ends = measured(counts, samples if len(texts) > 1 else 0)
    total = dict(zip(COUNTS, map(int, document_counts(counts).total()), strict=True))
    if as_json:
        defined = {name: None if value != value else value for name, value in found.items()}
        print(json.dumps({"scores": defined, "intervals": ends, "counts": total}))
        return
    print(f"texts {total['documents']:,}, sentences {total['gold']:,}")
    for name, (title, part, whole) in _ROWS.items():
        if total[whole]:
            share = f"{percent(found[name])} %  {interval_text(ends.get(name))}".rstrip()
            print(f"{title:26} {total[part]:>7,} of {total[whole]:<7,} {share}")
    print(
        f"{'F1 of sentences':45} {percent(found['f1'])} %  {interval_text(ends.get('f1'))}".rstrip()
    )


_ROWS = {
    "error": ("periods that are wrong", "errors", "periods"),
    "other": ("other marks that are wrong", "other_errors", "others"),
    "whole": ("texts without an error", "whole", "documents"),
}


def train_sentences(
    files: Annotated[
        list[Path], typer.Argument(help="Texts with their sentences, .jsonl or .txt.")
    ],
    output: Annotated[Path, option("Folder to write the model to.", "-o", "--output")],
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Learn from your own texts where sentences end.

    A line of .jsonl has text and sentences, pairs of start and end, as salience sentences -o
    writes them. A .txt file has a sentence a line, and empty lines between paragraphs.

    \b
    Example:
      salience train-sentences by-hand.jsonl -o my-sentences
      salience sentences corpus.jsonl --model ./my-sentences
    """
    from salience.sentences import train
    from salience.sentences.gold import read_gold

    check_new_model(output, overwrite)
    texts = [text for file in files for text in read_gold(file)]
    number = sum(len(starts) for _, starts in texts)
    card: dict[str, Any] = {
        "name": output.name,
        "language": "en",
        "trained_on": {"texts": len(texts), "sentences": number},
    }
    train(texts, card=card).save(output)
    if not quiet:
        say(f"learned from {number:,} sentences; the model is {output}")
