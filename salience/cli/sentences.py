"""The commands `salience sentences` and `salience train-sentences`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.jobs import RESULTS, job
from salience.cli.options import option
from salience.errors import CorpusError, Reject
from salience.model.model_card import model_title
from salience.sentences import BoundaryModel, load_boundary_model, split
from salience.sentences.boundary_model import DEFAULT
from salience.sentences.gold import parts_paragraphs, read_gold
from salience.tables.records import table_text
from salience.tables.writers import write_lines
from salience.text.formatting import printable
from salience.text.normalise import normalised
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
    corpus: opt.Inputs,
    *,
    output: Annotated[
        str | None,
        option("File to write, .jsonl or .txt; without it a sentence a line.", "-o", "--output"),
    ] = None,
    score: Annotated[
        bool, option("Say how many sentences of files that have them are found.", "--score")
    ] = False,
    model: SentenceModel = DEFAULT,
    samples: Annotated[
        int, option("With --score, samples of texts for intervals; 0 for none.", min=0)
    ] = 1000,
    as_json: opt.Json = False,
    reading: opt.Reading,
    running: opt.Running,
) -> None:
    """Find where the sentences of texts end.

    A line of .jsonl and of --json has id, text, sentences (start and end of each), and the model
    that found them. Otherwise each sentence is a line, with an empty line between paragraphs. With
    --score, files .jsonl and .txt of these forms, or folders of them, say what is right.

    \b
    Example:
      salience sentences article.txt
      salience sentences corpus.jsonl -o sentences.jsonl
      salience sentences by-hand.jsonl --score
    """
    import spacy

    if score:
        opt.refuse_given(context, _WITHOUT_SCORE, "changes nothing with --score")
    else:
        opt.refuse_given(context, ["samples"], "is for --score")
    if output is not None:
        opt.check_result(output, "sentences", corpus, running.overwrite, SUFFIXES)
    learned = load_boundary_model(model)
    if score:
        _score(corpus, learned, samples, as_json)
        return
    as_records = as_json if output is None else not output.lower().endswith(".txt")
    name = model_title(learned.card) or model
    with job(context, "split", corpus, output, running, reading, kind="sentences") as done:
        pipeline = spacy.blank("en")
        pipeline.max_length = reading.max_length

        def take(result: SplitDocument) -> Mapping[str, str]:
            first = not done.counts.documents
            document, spans = result.document, list(map(list, result.sentences))
            done.count_text(document)
            # A classifier can be trained from it too.
            record = {"id": document.id, "text": document.text, "sentences": spans, "model": name}
            if as_records or done.in_file:
                return done.line(json.dumps(record))
            shown = _paragraphs(record, printable if sys.stdout.isatty() else table_text)
            print(shown if first else f"\n{shown}")
            return {}

        done.run(Splitting(pipeline, learned), take)
        if output is not None and done.in_file:
            lines = done.journal.lines(RESULTS)
            if not as_records:
                texts = (_paragraphs(json.loads(line)) for line in lines)
                lines = (f"\n{text}" if n else text for n, text in enumerate(texts))
            write_lines(output, lines)


_WITHOUT_SCORE = {f.name for group in (opt.Reading, opt.Running) for f in fields(group)}
_WITHOUT_SCORE = _WITHOUT_SCORE - {"quiet", "log_format"} | {"output"}  # the two hold everywhere


def _paragraphs(record: Record, clean: Callable[[str], str] = table_text) -> str:
    """A sentence a line, and an empty line between paragraphs, each `clean`."""
    read, before = normalised(record["text"]), 0
    lines: list[str] = []
    for sentence in record["sentences"]:
        start, end = read.place(*sentence)
        if lines and parts_paragraphs(read.text[before:start]):
            lines.append("")
        lines.append(clean(" ".join(read.text[start:end].split())))
        before = end
    return "\n".join(lines)


def _gold_files(inputs: Sequence[str]) -> Iterator[Path]:
    """Files whose sentences are known: those that are named, and all in folders."""
    for given in map(Path, inputs):
        if not given.is_dir():
            yield given
            continue
        files = sorted(path for path in given.rglob("*") if path.suffix.lower() in SUFFIXES)
        if not files:
            raise CorpusError(f"{given} is a folder without files {' or '.join(SUFFIXES)}.")
        yield from files


def _score(files: Sequence[str], model: BoundaryModel, samples: int, as_json: bool) -> None:
    from salience.evaluation.sentence_boundaries import COUNTS, count, document_counts, scores
    from salience.text.formatting import interval_text, percent

    texts = [text for file in _gold_files(files) for text in read_gold(file)]
    each = [count(text, gold, [a for a, _ in split(text, model)]) for text, gold in texts]
    counts = document_counts(each)
    said, ends = counts.bootstrap(scores, samples if len(texts) > 1 else 0, seed=0)
    total = dict(zip(COUNTS, map(int, counts.total()), strict=True))
    if as_json:
        defined = {name: None if value != value else value for name, value in said.items()}
        print(json.dumps({"scores": defined, "intervals": ends, "counts": total}))
        return
    print(f"texts {total['documents']:,}, sentences {total['gold']:,}")
    for name, (title, part, whole) in _ROWS.items():
        if total[whole]:
            share = f"{percent(said[name])} %  {interval_text(ends.get(name))}".rstrip()
            print(f"{title:26} {total[part]:>7,} of {total[whole]:<7,} {share}")
    print(
        f"{'F1 of sentences':45} {percent(said['f1'])} %  {interval_text(ends.get('f1'))}".rstrip()
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
    output: opt.ModelFolder,
    overwrite: opt.Overwrite = False,
    quiet: opt.Quiet = False,
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

    opt.check_new_model(output, overwrite)
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
