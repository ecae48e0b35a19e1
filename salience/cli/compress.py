"""The commands `salience compress` and `salience train-compressor`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.jobs import RESULTS, job
from salience.cli.options import option
from salience.corpus.read import find_format, read_raw
from salience.engine.lines import from_line, to_line
from salience.tables.writers import check_output, write_lines
from salience.types import Document

if TYPE_CHECKING:
    from salience.compression.models import CompressionModel
    from salience.learning.online import OnlinePass
    from salience.learning.structured_svm import Pass

SUFFIXES = (".jsonl", ".html", ".ptb", ".mrg")
Kind = Literal["neighbours", "transducer"]


def compress(
    context: typer.Context,
    corpus: opt.Inputs,
    *,
    model: Annotated[
        str, option("Compressor: the one that ships, or a folder.")
    ] = "en-compression",
    output: Annotated[
        str | None,
        option(
            "File to write: .jsonl, .html or .ptb; without it the text is shown.", "-o", "--output"
        ),
    ] = None,
    rate: Annotated[
        float | None, option("Share of the words and marks to keep, where possible.", min=0, max=1)
    ] = None,
    words: Annotated[
        int | None, option("Number of words and marks of a sentence to keep.", min=1)
    ] = None,
    entities: Annotated[bool, option("Keep the names of salient entities.", "--entities")] = False,
    salience_model: Annotated[
        str,
        option("Salience model for --entities: one that ships, or its folder.", "--salience-model"),
    ] = opt.MODEL,
    parser: opt.Parser,
    reading: opt.Reading,
    running: opt.Running,
) -> None:
    """Make sentences shorter by leaving out words.

    What keeps a sentence true stays: negations, speakers, conditions, names, restrictive modifiers.
    The compressor that ships keeps the share --rate of a whole document, by default two thirds, or
    as much more as must stay, mostly over nine tenths, and cuts where least is lost.
    Compressors of `salience train-compressor` apply --rate to each sentence, and without it decide
    how much goes. With --entities each sentence keeps the first name of every salient entity that
    it names. Files .ptb and .mrg hold trees in Penn brackets.

    \b
    Example:
      salience compress article.txt
      salience compress article.txt --rate 0.8 --entities -o short.html
      salience train-compressor pairs.jsonl -o my-compressor
      salience compress articles.jsonl --model ./my-compressor -o short.jsonl
    """
    from salience.compression.documents import CompressedDocument, Compressing
    from salience.compression.models import load_compressor
    from salience.model.salience_model import load_model

    if rate is not None and words is not None:
        raise typer.BadParameter("give --rate or --words, not both", param_hint="--words")
    if rate == 0:
        raise opt.OptionError("must be above 0", param_hint="--rate")
    if entities and "brackets" in [find_format(path, reading.format) for path in corpus]:
        raise opt.OptionError("needs running texts, not trees", param_hint="--entities")
    if not entities:
        opt.refuse_given(context, ["salience_model"], "is for --entities")
    if output is not None:
        check_output(output, corpus, suffixes=SUFFIXES)
    with job(context, "compressed", corpus, output, running, reading, kind="compressions") as done:
        task = Compressing(
            parser.load(reading.max_length, "default" if entities else "none"),
            load_compressor(model),
            rate,
            words,
            load_model(salience_model) if entities else None,
        )
        as_records = output is not None and Path(output).suffix.lower() in (".jsonl", "")

        def take(result: CompressedDocument) -> Mapping[str, str]:
            done.count_text(result.document)
            if output is None:
                for sentence in result.sentences:
                    print(sentence.compression)
                return {}
            return done.line(json.dumps(result.to_dict()) if as_records else to_line(result))

        done.run(task, take)
        if output is not None and done.in_file:
            lines = done.journal.lines(RESULTS)
            write_lines(output, lines if as_records else _page_or_trees(output, lines))


def _page_or_trees(output: str, lines: Iterator[str]) -> Iterator[str]:
    from salience.compression.documents import CompressedDocument
    from salience.compression.page import compression_page
    from salience.trees.brackets import to_brackets

    results = (from_line(CompressedDocument, line) for line in lines)
    if Path(output).suffix.lower() == ".html":
        yield compression_page(list(results)).rstrip("\n")
    else:
        trees = (sentence.tree for result in results for sentence in result.sentences)
        yield from (to_brackets(tree) for tree in trees if tree is not None)


def train_compressor(
    context: typer.Context,
    pairs: Annotated[list[Path], typer.Argument(help="JSON lines with source and compressions.")],
    *,
    output: opt.ModelFolder,
    kind: Annotated[Kind, option("Kind of compressor to train; see above.")] = "neighbours",
    language: Annotated[
        Path | None, option("For a transducer: a file of sentences, one a line, or an .arpa file.")
    ] = None,
    depth: Annotated[
        int | None, option("Depth of the rules of a transducer; 1 by default.", min=0, max=2)
    ] = None,
    passes: Annotated[
        int | None, option("Number of passes over the pairs; 10, or 4 for a transducer.", min=1)
    ] = None,
    seed: Annotated[int | None, option("Seed of the order of pairs; 0 by default.", min=0)] = None,
    parser: opt.Parser,
    running: opt.Running,
) -> None:
    """Learn to compress sentences from pairs.

    A line has a sentence as source, and as compression a text, or as compressions several, with
    some of its words in their order. Pairs with other words are left out.

    Neighbours learns which words stay, and which come to stand beside each other. A transducer
    learns rules that rewrite trees, and says which rule cut what; a language model of other
    sentences helps it to write English.

    \b
    Example:
      salience train-compressor pairs.jsonl -o my-compressor
      salience train-compressor pairs.jsonl -o my-transducer --kind transducer
    """
    from salience.compression.read_pairs import (
        ReadingPairs,
        SentencePairs,
        read_language,
        sentences_of,
    )
    from salience.compression.training import train_neighbours
    from salience.compression.transduction.training import TransducerSettings, train_transducer

    numbers = {"depth": depth, "passes": passes, "seed": seed}
    options: dict[str, Any] = {name: n for name, n in numbers.items() if n is not None}
    for name, value in (("depth", depth), ("language", language)):
        if value is not None and kind != "transducer":
            said = f"is for --kind transducer, not {kind}"
            raise typer.BadParameter(said, param_hint=f"--{name}")
    opt.check_new_model(output, running.overwrite)
    with job(context, "read", [*map(str, pairs)], str(output), running, kind="a model") as done:
        pipeline = parser.load(coref="none")
        words = None if language is None else read_language(language, pipeline)

        def count(read: SentencePairs) -> None:
            for reject in read.rejects:
                done.reject(reject)
            for pair in read.pairs:
                done.count_text(Document(pair.id, " ".join(pair.source.texts)))

        items = sentences_of(row for path in pairs for row in read_raw(path, "jsonl"))
        read = [*done.collect(ReadingPairs(pipeline), SentencePairs, count, items)]

        def tell(report: OnlinePass | Pass) -> None:
            if not running.quiet:
                say(f"pass {report.number}: a loss of {report.loss:.2f} a sentence")

        known = [pair for sentence in read for pair in sentence.pairs]
        card = {"name": output.name, "language": "en", "trained_on": {"pairs": len(known)}}
        model: CompressionModel
        if kind == "neighbours":
            model = train_neighbours(known, card=card, on_pass=tell, **options)
        else:
            settings = TransducerSettings(**options)
            trees = [s.tree for s in read if s.tree is not None for _ in s.pairs]
            model = train_transducer(
                known, trees=trees, language=words, settings=settings, card=card, on_pass=tell
            )
        model.save(output)
        if not running.quiet:
            say(f"learned from {len(known):,} pairs; the model is {output}")
