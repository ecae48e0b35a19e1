"""The command `salience wordalign`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from salience.cli.console import say
from salience.cli.inputs import items_of
from salience.cli.jobs import Job, job
from salience.cli.options import (
    Fields,
    InputFormat,
    Inputs,
    Limit,
    MaxLength,
    Nlp,
    Overwrite,
    Quiet,
    RejectsFile,
    Strict,
    check_result,
    make_pipeline,
    option,
)
from salience.corpus.read import MAX_LENGTH, count_documents
from salience.errors import CorpusError, Reject, SalienceError, accepted
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import write_lines
from salience.types import Document
from salience.word_links.choices import DEFAULT as MODEL
from salience.word_links.choices import PROBABLE, WORDNET, Jumps

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.word_links.aligned import AlignedPair
    from salience.word_links.pairs import Pair
    from salience.word_links.wordnet import WordNet

SUFFIXES = (".jsonl", ".pharaoh", ".html")
_OUTPUT = "Links as .jsonl or .pharaoh, or a page, .html; - for JSON lines on standard output."


def wordalign(
    corpus: Inputs,
    output: Annotated[str | None, option(_OUTPUT, "-o", "--output")] = None,
    train_to: Annotated[
        Path | None, option("Train a model on the corpus, and write it to this folder.", "--train")
    ] = None,
    model: Annotated[str, option("Alignment model: one that ships, or its folder.")] = MODEL,
    wordnet: Annotated[Path | None, option(f"Folder with WordNet, such as {WORDNET}.")] = None,
    jumps: Annotated[Jumps, option("Model of jumps, with --train.")] = "relative",
    links: Annotated[
        Path | None, option("Links of another aligner, a line of pairs i-j for each document.")
    ] = None,
    least: Annotated[float, option("Least probability of a link.", min=0, max=1)] = PROBABLE,
    whole: Annotated[bool, option("Align whole documents, not extracts.", "--whole")] = False,
    nlp: Nlp = DEFAULT,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    field: Fields = None,
    rejects: RejectsFile = None,
    strict: Strict = False,
    overwrite: Overwrite = False,
    quiet: Quiet = False,
) -> None:
    """Align the words of documents with those of their abstracts.

    \b
    Example:
      salience wordalign corpus.jsonl -o links.jsonl
      salience wordalign corpus.jsonl -o page.html --limit 20
      salience wordalign corpus.jsonl --train my-aligner
      salience wordalign corpus.jsonl -o links.pharaoh --model ./my-aligner
    """
    from salience.storage.model_folder import check_folder_for_model
    from salience.word_links.wordnet import WordNet

    if (output is None) == (train_to is None):
        raise typer.BadParameter("give either -o, to align, or --train, to train")
    if output is not None:
        check_result(output, "links", corpus, overwrite, SUFFIXES)
    else:
        assert train_to is not None  # noqa: S101
        check_folder_for_model(train_to)
    net = None if wordnet is None else WordNet.read(wordnet)
    done_to = "aligned" if train_to is None else "learned from"
    with job(done_to, corpus, output, rejects, strict, quiet=quiet) as done:
        items = items_of(
            corpus, format=format, fields=field, limit=limit, max_length=max_length, quiet=quiet
        )
        pipeline = make_pipeline(nlp, "none", None, max_length)
        read = _read(accepted(items, done.reject), pipeline, done)
        counted = done.progress(read, output, lambda: count_documents(corpus, format, limit))
        if train_to is not None:
            _train(_fitting(counted, done), train_to, jumps, net, quiet)
            return
        assert output is not None  # noqa: S101
        align = _of_model(model, net, least, whole) if links is None else _of_links(links)
        _write(output, _aligned(counted, align, done))


def _read(
    documents: Iterator[Document], nlp: Language, done: Job
) -> Iterator[tuple[Document, Pair]]:
    """Documents as words, one by one; what can't be read is a reject."""
    from salience.engine.admission import why_not
    from salience.pipeline.word_texts import pairs_of

    for document in documents:
        if reason := why_not(document, nlp, abstracts=True):
            done.reject(Reject(document.id, "", reason))
            continue
        [pair] = pairs_of([document], nlp)
        done.count_text(document)
        yield document, pair


def _fitting(read: Iterator[tuple[Document, Pair]], done: Job) -> Iterator[Pair]:
    """Extracts with their abstracts; what is too long to learn from is a reject."""
    from salience.wordalign.documents import check_size
    from salience.wordalign.extracts import extract

    for document, pair in read:
        part, _ = extract(pair)
        try:
            check_size(part)
        except SalienceError as error:
            _reject(document, error, done)
            continue
        yield part


def _reject(document: Document, error: SalienceError, done: Job) -> None:
    """Leave out a document that was counted as read."""
    done.reject(Reject(document.id, "", str(error)))
    done.counts.documents -= 1


def _train(
    pairs: Iterator[Pair],
    folder: Path,
    jumps: Jumps,
    wordnet: WordNet | None,
    quiet: bool,
) -> None:
    from salience.wordalign.files import save_aligner
    from salience.wordalign.training import Iteration, train

    if wordnet is None and not quiet:
        say(f"the WordNet component is off; --wordnet {WORDNET} turns it on")
    known = list(pairs)

    def tell(iteration: Iteration) -> None:
        if not quiet:
            say(f"iteration {iteration.number}: log posterior {iteration.log_posterior:,.0f}")

    aligner = train(known, jumps=jumps, wordnet=wordnet, on_iteration=tell)
    card = {"name": folder.name, "language": "en", "trained_on": {"pairs": len(known)}}
    save_aligner(aligner, folder, card)


def _of_model(
    name: str, wordnet: WordNet | None, least: float, whole: bool
) -> Callable[[Pair], AlignedPair]:
    from salience.wordalign.documents import aligned
    from salience.wordalign.files import load_aligner

    aligner = load_aligner(name, wordnet)
    if aligner.rewrites.weights[2] and wordnet is None:
        say(f"{name} was trained with WordNet, which is off: give its folder with --wordnet")
    if not aligner.rewrites.weights[2] and wordnet is not None:
        say(f"{name} was trained without WordNet, so that --wordnet changes nothing")
    return lambda pair: aligned(pair, aligner, least=least, whole=whole)


def _of_links(path: Path) -> Callable[[Pair], AlignedPair]:
    from salience.word_links.aligned import given
    from salience.word_links.links import from_pharaoh

    try:
        lines = iter(path.read_text(encoding="utf-8").splitlines())
    except (OSError, ValueError) as error:
        raise CorpusError(f"{path} can't be read: {error}. Give a file of lines of i-j.") from None

    def align(pair: Pair) -> AlignedPair:
        line = next(lines, None)
        if line is None:
            raise CorpusError(f"{path} has no line for it; there must be one for each document")
        return given(pair, from_pharaoh(line))

    return align


def _aligned(
    read: Iterator[tuple[Document, Pair]], align: Callable[[Pair], AlignedPair], done: Job
) -> Iterator[tuple[Document, AlignedPair]]:
    for document, pair in read:
        try:
            yield document, align(pair)
        except SalienceError as error:
            _reject(document, error, done)


def _write(output: str, results: Iterator[tuple[Document, AlignedPair]]) -> None:
    suffix = Path(output).suffix.lower()
    if suffix == ".html":
        from salience.wordalign.page import alignment_page

        write_lines(output, [alignment_page(list(results)).rstrip("\n")])
    elif suffix == ".pharaoh":
        from salience.word_links.links import to_pharaoh, word_links

        write_lines(output, (to_pharaoh(word_links(one.links)) for _, one in results))
    else:
        write_lines(output, (json.dumps(one.record()) for _, one in results))
