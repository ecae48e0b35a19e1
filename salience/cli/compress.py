"""The commands `salience compress` and `salience train-compressor`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from salience.cli.console import say
from salience.cli.inputs import items_of
from salience.cli.jobs import Job, job
from salience.cli.options import (
    MODEL,
    Fields,
    Inputs,
    MaxLength,
    Nlp,
    Overwrite,
    Quiet,
    RejectsFile,
    Strict,
    check_new_model,
    check_result,
    make_pipeline,
    option,
)
from salience.corpus.formats import FormatName
from salience.corpus.read import MAX_LENGTH, count_documents
from salience.errors import Reject, accepted
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import write_lines
from salience.types import Document

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.compression.documents import CompressedDocument
    from salience.compression.models import CompressionModel
    from salience.corpus.treebanks import TreeDocument
    from salience.learning.online import OnlinePass
    from salience.learning.structured_svm import Pass

SUFFIXES = (".jsonl", ".html", ".ptb", ".mrg")
BRACKETS = "brackets"
Format = Literal[FormatName, "brackets"]
Kind = Literal["neighbours", "tagger", "transducer"]


def compress(
    corpus: Inputs,
    model: Annotated[str, option("Folder of the compressor.")],
    output: Annotated[
        str | None,
        option(
            "File to write: .jsonl, .html or .ptb; without it the text is shown.", "-o", "--output"
        ),
    ] = None,
    rate: Annotated[
        float | None, option("Share of the words and marks of a sentence to keep.", min=0, max=1)
    ] = None,
    words: Annotated[
        int | None, option("Number of words and marks of a sentence to keep.", min=1)
    ] = None,
    entities: Annotated[bool, option("Keep the names of salient entities.", "--entities")] = False,
    salience_model: Annotated[
        str,
        option("Salience model for --entities: one that ships, or its folder.", "--salience-model"),
    ] = MODEL,
    nlp: Nlp = DEFAULT,
    max_length: MaxLength = MAX_LENGTH,
    limit: Annotated[
        int | None, option("Read at most this many documents, or trees in brackets.", min=0)
    ] = None,
    format: Annotated[
        Format | None,
        option("Format of the input, such as brackets, text or jsonl.", metavar="FORMAT"),
    ] = None,
    field: Fields = None,
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Make sentences shorter by leaving out words.

    Without --rate and --words the model decides how much goes. A model is made by `salience
    train-compressor`. With --entities each sentence keeps the first name of every salient entity
    that it names. Files .ptb and .mrg hold sentences as trees in Penn brackets.

    \b
    Example:
      salience train-compressor pairs.jsonl -o my-compressor
      salience compress articles.jsonl --model ./my-compressor -o short.jsonl
      salience compress article.txt --model ./my-compressor --rate 0.6 --entities
      salience compress trees.ptb --model ./my-compressor -o short.ptb
    """
    from salience.compression import documents as compressions
    from salience.compression.models import load_compressor
    from salience.corpus.treebanks import read_treebanks

    if rate is not None and words is not None:
        raise typer.BadParameter("give --rate or --words, not both", param_hint="--words")
    if rate == 0:
        raise typer.BadParameter("must be above 0", param_hint="--rate")
    in_brackets = format == BRACKETS or (format is None and _all_trees(corpus))
    if entities and in_brackets:
        raise typer.BadParameter("needs running texts, not trees", param_hint="--entities")
    if output is not None:
        check_result(output, "compressions", corpus, overwrite, SUFFIXES)
    compressor = load_compressor(model)
    with job("compressed", corpus, output, rejects, strict, quiet=quiet) as done:
        pipeline = make_pipeline(nlp, "default" if entities else "none", None, max_length)
        lengths: dict[str, Any] = {"rate": rate, "n_words": words}

        def compressed(
            items: Iterator[Document | Reject] | Iterator[TreeDocument | Reject],
        ) -> Iterator[CompressedDocument]:
            read: Iterator[Document | TreeDocument] = accepted(items, done.reject)
            return compressions.compress(
                read, compressor, pipeline, on_reject=done.reject, **lengths
            )

        if in_brackets:
            found = compressed(read_treebanks(corpus, max_length=max_length, limit=limit))
        else:
            items = items_of(
                corpus, format=format, fields=field, limit=limit, max_length=max_length, quiet=quiet
            )
            if entities:
                found = _about(items, salience_model, compressor, pipeline, done, lengths)
            else:
                found = compressed(items)
        shown = done.progress(
            _counted(found, done),
            output,
            lambda: None if in_brackets else count_documents(corpus, format, limit),
        )
        _write(output, shown)


def _all_trees(corpus: Sequence[str]) -> bool:
    from salience.corpus.treebanks import holds_trees

    kinds = {holds_trees(path) for path in corpus}
    if len(kinds) > 1:
        raise typer.BadParameter("give trees or texts, not both at once", param_hint="CORPUS")
    return True in kinds


def _about(
    items: Iterator[Document | Reject],
    salience_model: str,
    model: CompressionModel,
    nlp: Language,
    done: Job,
    lengths: Mapping[str, Any],
) -> Iterator[CompressedDocument]:
    """With the names of salient entities."""
    from salience.compression.documents import compress_sources
    from salience.engine.sources import read_sources
    from salience.model.salience_model import load_model

    sources = read_sources(items, load_model(salience_model), nlp)
    found = accepted(sources, done.reject)
    return compress_sources(found, model, on_reject=done.reject, **lengths)


def _counted(found: Iterator[CompressedDocument], done: Job) -> Iterator[CompressedDocument]:
    for one in found:
        done.count_text(one.document)
        yield one


def _write(output: str | None, results: Iterator[CompressedDocument]) -> None:
    from salience.corpus.treebanks import is_treebank

    if output is None:
        for one in results:
            for sentence in one.sentences:
                print(sentence.compression)
    elif Path(output).suffix.lower() == ".html":
        from salience.compression.page import compression_page

        write_lines(output, [compression_page(list(results)).rstrip("\n")])
    elif is_treebank(output):
        from salience.trees.brackets import to_brackets

        trees = (sentence.tree for one in results for sentence in one.sentences)
        write_lines(output, (to_brackets(tree) for tree in trees if tree is not None))
    else:
        write_lines(output, (json.dumps(one.record()) for one in results))


def train_compressor(
    pairs: Annotated[list[Path], typer.Argument(help="JSON lines with source and compressions.")],
    output: Annotated[Path, option("Folder to write the model to.", "-o", "--output")],
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
    nlp: Nlp = DEFAULT,
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Learn to compress sentences from pairs.

    A line has source, a sentence, and compressions, texts with some of its words in their order;
    or compression, a single one. Pairs with other words are left out.

    A tagger decides on each word by itself; it has no passes and no seed. Neighbours learns which
    words come to stand beside each other too. A transducer learns rules that rewrite trees, and
    says what went by which rule; a language model of other sentences helps it to write English.

    \b
    Example:
      salience train-compressor pairs.jsonl -o my-compressor
      salience train-compressor pairs.jsonl -o my-transducer --kind transducer
    """
    from salience.compression.read_pairs import read_language, read_pairs
    from salience.compression.training import train_neighbours, train_tagger
    from salience.compression.transduction.training import TransducerSettings, train_transducer

    numbers = {"depth": depth, "passes": passes, "seed": seed}
    options: dict[str, Any] = {name: n for name, n in numbers.items() if n is not None}
    _check_options(kind, [*options, *([] if language is None else ["language"])])
    check_new_model(output, overwrite)
    inputs = [*map(str, pairs)]
    with job("read", inputs, str(output), rejects, strict, quiet=quiet) as done:
        pipeline = make_pipeline(nlp, "none", None, MAX_LENGTH)
        words = None if language is None else read_language(language, pipeline)
        read = read_pairs(_lines(pairs), pipeline, done.reject)
        for pair, _ in done.progress(read, str(output)):
            done.count_text(Document(pair.id, " ".join(pair.source.texts)))
        if not read:
            return

        def tell(one: OnlinePass | Pass) -> None:
            if not quiet:
                say(f"pass {one.number}: a loss of {one.loss:.2f} a sentence")

        found = [pair for pair, _ in read]
        card = {"name": output.name, "language": "en", "trained_on": {"pairs": len(found)}}
        model: CompressionModel
        if kind == "tagger":
            model = train_tagger(found, card=card)
        elif kind == "neighbours":
            model = train_neighbours(found, card=card, on_pass=tell, **options)
        else:
            settings = TransducerSettings(**options)
            trees = [tree for _, tree in read]
            model = train_transducer(
                found, trees=trees, language=words, settings=settings, card=card, on_pass=tell
            )
        model.save(output)
        if not quiet:
            say(f"learned from {len(found):,} pairs; the model is {output}")


def _check_options(kind: Kind, given: Iterable[str]) -> None:
    """Refuse options that models of a kind are not learned with."""
    for name in given:
        kinds = _KINDS[name]
        if kind not in kinds:
            wanted = " or ".join(f"--kind {one}" for one in kinds)
            raise typer.BadParameter(f"is for {wanted}, not {kind}", param_hint=f"--{name}")


_KINDS: dict[str, tuple[Kind, ...]] = {
    "depth": ("transducer",),
    "language": ("transducer",),
    "passes": ("neighbours", "transducer"),
    "seed": ("neighbours", "transducer"),
}
"""The kinds that options of training are for."""


def _lines(paths: list[Path]) -> Iterator[tuple[str, Any]]:
    """The lines of files with their places; one that is no JSON is None."""
    from salience.corpus.formats.compression import opened
    from salience.errors import CorpusError

    for path in paths:
        if not path.is_file():
            raise CorpusError(f"{path} is not a file. Give JSON lines of pairs.")
        try:
            with opened(path) as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield f"{path}:{number}", _json(line)
        except (OSError, EOFError) as error:
            raise CorpusError(f"{path} can't be read: {error}. Copy it again.") from error


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
