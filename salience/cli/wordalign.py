"""The command `salience wordalign`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.inputs import text_lines
from salience.cli.jobs import RESULTS, Job, job
from salience.cli.options import option
from salience.corpus.read import STDIN
from salience.engine.lines import from_line, to_line
from salience.errors import CorpusError, Reject
from salience.tables.writers import check_output, write_lines
from salience.types import Document
from salience.word_links.choices import DEFAULT as MODEL
from salience.word_links.choices import METEOR, PROBABLE, WORD_MODELS, WORDNET, Jumps

if TYPE_CHECKING:
    from spacy.language import Language

    from salience.word_links.meteor import Meteor
    from salience.word_links.wordnet import WordNet
    from salience.wordalign.aligner import Aligner
    from salience.wordalign.documents import AlignedDocument, Aligning
    from salience.wordalign.text_links import TextLinks

SUFFIXES = (".jsonl", ".pharaoh", ".html")
_OUTPUT = "Links as .jsonl or .pharaoh, or a page, .html; - for JSON lines on standard output."


def wordalign(
    context: typer.Context,
    corpus: opt.Inputs,
    *,
    output: Annotated[str | None, option(_OUTPUT, "-o", "--output")] = None,
    train_to: Annotated[
        Path | None, option("Train a model on the corpus, and write it to this folder.", "--train")
    ] = None,
    model: Annotated[
        str,
        option(
            "Alignment model: one that ships, its folder, meteor, or model-1 or hmm, which learn "
            "from the corpus."
        ),
    ] = MODEL,
    wordnet: Annotated[Path | None, option(f"Folder with WordNet, such as {WORDNET}.")] = None,
    jumps: Annotated[Jumps, option("Model of jumps, with --train.")] = "relative",
    links: Annotated[
        Path | None, option("Links of another aligner, a line of pairs i-j for each document.")
    ] = None,
    gold: Annotated[
        Path | None,
        option(
            "Score the links against those of this file, and print how good they are.", "--score"
        ),
    ] = None,
    annotate: Annotated[
        bool, option("With -o page.html: a page on which to link words by clicking.", "--annotate")
    ] = False,
    least: Annotated[float, option("Least probability of a link.", min=0, max=1)] = PROBABLE,
    parser: opt.Parser,
    reading: opt.Reading,
    running: opt.Running,
) -> None:
    """Align the words of documents and their abstracts.

    Each link says which word of the document became a word of the abstract, and how probable that
    is. With --train a model is learned from the corpus, which needs no links.

    \b
    Example:
      salience wordalign corpus.jsonl -o links.jsonl
      salience wordalign corpus.jsonl -o page.html --limit 20
      salience wordalign corpus.jsonl --train my-aligner
      salience wordalign corpus.jsonl -o links.pharaoh --model ./my-aligner
      salience wordalign corpus.jsonl -o links.jsonl --model hmm
      salience wordalign corpus.jsonl --train my-hmm --model hmm
      salience wordalign corpus.jsonl --annotate -o to-link.html
      salience wordalign corpus.jsonl --score gold.jsonl --model meteor
    """
    from salience.word_links.links import to_pharaoh, word_links
    from salience.word_links.wordnet import WordNet
    from salience.wordalign.documents import AlignedDocument, Aligning
    from salience.wordalign.page import alignment_page, linking_page
    from salience.wordalign.text_links import read_text_links

    if sum(wanted is not None for wanted in (output, train_to, gold)) != 1:
        raise typer.BadParameter("give either -o, to align, or --train, or --score")
    if annotate and (output is None or Path(output).suffix.lower() != ".html"):
        raise typer.BadParameter("--annotate makes a page: give -o page.html")
    learns = model in WORD_MODELS and links is None and not annotate
    if learns and (wordnet is not None or jumps != "relative"):
        raise typer.BadParameter(f"{model} takes neither --wordnet nor --jumps: leave them out")
    if learns and train_to is None and STDIN in corpus:
        raise typer.BadParameter(
            f"{model} reads the corpus twice, to learn and to align: give files, not -"
        )
    if output is not None:
        check_output(output, corpus, suffixes=SUFFIXES)
    if train_to is not None:
        opt.check_new_model(train_to, running.overwrite)
    net = None if wordnet is None else WordNet.read(wordnet)
    lines: Iterator[str] | None = repeat("") if annotate else None
    if links is not None:
        lines = iter(text_lines(links, "Give a file of lines of i-j."))
    loads = train_to is None and lines is None and not learns
    aligner = _load_aligner(model, net) if loads else None
    if gold is not None:
        right = read_text_links(gold)
        with job(context, "scored", corpus, None, running, reading, kind="scores") as done:
            pipeline = parser.load(reading.max_length, "none")
            if learns:
                aligner = _learned(done, pipeline, model, running)
            items = _with_links(done.items(), lines, pipeline)
            scored = _score(done, Aligning(pipeline, aligner, least), items, right)
        if not scored:
            raise CorpusError(f"{gold} has links of none of the documents: their ids are others")
        return
    if output is None:
        with job(
            context, "learned from", corpus, str(train_to), running, reading, kind="a model"
        ) as done:
            pipeline = parser.load(reading.max_length, "none")
            _train(done, pipeline, Path(str(train_to)), model, jumps, net, running.quiet)
        return
    suffix = Path(output).suffix.lower()
    with job(context, "aligned", corpus, output, running, reading, kind="links") as done:
        pipeline = parser.load(reading.max_length, "none")
        if learns:
            aligner = _learned(done, pipeline, model, running)
        task = Aligning(pipeline, aligner, least)

        def take(result: AlignedDocument) -> Mapping[str, str]:
            done.count_text(result.document)
            if suffix == ".html":
                return done.line(to_line(result))
            if suffix == ".pharaoh":
                return done.line(to_pharaoh(word_links(result.aligned.links)))
            return done.line(json.dumps(result.aligned.to_dict()))

        done.run(task, take, _with_links(done.items(), lines, pipeline))
        results = done.journal.lines(RESULTS)
        if suffix == ".html":
            shown = [from_line(AlignedDocument, line) for line in results]
            pairs = [(result.document, result.aligned) for result in shown]
            page = linking_page(pairs) if annotate else alignment_page(pairs)
            write_lines(output, [page.rstrip("\n")])
        elif done.in_file:
            write_lines(output, results)


def _learned(done: Job, nlp: Language, model: str, running: opt.Running) -> Aligner:
    """The baseline of that name, learned from the documents before they are aligned."""
    from salience.engine.batches import run_task
    from salience.wordalign.documents import AlignedDocument, Extracting
    from salience.wordalign.training import train_word_model

    outcomes = run_task(Extracting(nlp), done.items(), **running.ways)
    # What is left out here is left out when it is aligned, and counted there.
    pairs = [result.aligned.pair for result in outcomes if isinstance(result, AlignedDocument)]
    return train_word_model(pairs, model)


def _train(
    done: Job,
    nlp: Language,
    folder: Path,
    model: str,
    jumps: Jumps,
    wordnet: WordNet | None,
    quiet: bool,
) -> None:
    from salience.wordalign.documents import AlignedDocument, Extracting
    from salience.wordalign.files import save_aligner
    from salience.wordalign.training import Iteration, train_aligner, train_word_model

    def tell(iteration: Iteration) -> None:
        if not quiet:
            say(f"iteration {iteration.number}: log posterior {iteration.log_posterior:,.0f}")

    if wordnet is None and model not in WORD_MODELS and not quiet:
        say(f"the WordNet component is off; --wordnet {WORDNET} turns it on")
    read = done.collect(
        Extracting(nlp), AlignedDocument, lambda result: done.count_text(result.document)
    )
    pairs = [extracted.aligned.pair for extracted in read]
    if model in WORD_MODELS:
        aligner = train_word_model(pairs, model, on_iteration=tell)
    else:
        aligner = train_aligner(pairs, jumps=jumps, wordnet=wordnet, on_iteration=tell)
    card = {"name": folder.name, "language": "en", "trained_on": {"pairs": len(pairs)}}
    save_aligner(aligner, folder, card)


def _score(
    done: Job, task: Aligning, items: Iterator[Document | Reject], gold: Mapping[str, TextLinks]
) -> int:
    """Print how good the links of the documents are of which people linked some; their number."""
    import numpy as np

    from salience.wordalign.link_scores import COUNTS, link_scores
    from salience.wordalign.text_links import FORMS, form_counts

    counts, scored = np.zeros((len(FORMS), len(COUNTS))), 0

    def take(result: AlignedDocument) -> Mapping[str, str]:
        nonlocal counts, scored
        done.count_text(result.document)
        if result.document.id in gold:
            counts = counts + form_counts(result.aligned, gold[result.document.id])
            scored += 1
        return {}

    done.run(task, take, items)
    if not scored:
        return 0
    print(f"{'links':12}{'precision':>11}{'recall':>8}{'f1':>8}{'aer':>8}{'sure':>8}")
    for form, row in zip(FORMS, counts, strict=True):
        scores = link_scores(row)
        shown = (f"{scores[name]:8.3f}" for name in ("recall", "f1", "aer"))
        print(f"{form:12}{scores['precision']:11.3f}{''.join(shown)}{row[3]:8,.0f}")
    return scored


def _load_aligner(name: str, wordnet: WordNet | None) -> Aligner | Meteor:
    from salience.word_links.meteor import Meteor
    from salience.wordalign.files import load_aligner

    if name == METEOR:
        return Meteor(wordnet)
    aligner = load_aligner(name, wordnet)
    if aligner.rewrites.weights[2] and wordnet is None:
        say(f"{name} was trained with WordNet, which is off: give its folder with --wordnet")
    if not aligner.rewrites.weights[2] and wordnet is not None:
        say(f"{name} was trained without WordNet, so that --wordnet changes nothing")
    return aligner


def _with_links(
    items: Iterator[Document | Reject], lines: Iterator[str] | None, nlp: Language
) -> Iterator[Document | Reject]:
    """Documents that can be read, each with its line of links, if there are lines."""
    from salience.engine.admission import admitted
    from salience.wordalign.documents import LinkedDocument

    if lines is None:
        yield from items
        return
    for item in admitted(items, nlp, abstracts=True):
        if isinstance(item, Document):
            fields = item.id, item.text, item.title, item.abstracts, item.meta
            yield LinkedDocument(*fields, next(lines, None))
        else:
            yield item
