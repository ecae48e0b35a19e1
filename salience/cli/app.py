"""The command line: `salience label`, `train`, `score`, `evaluate`, `agree` and so on."""

from __future__ import annotations

import json
import os
import sys
import warnings
from contextlib import nullcontext
from dataclasses import asdict, replace
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from salience.alignment.entity_alignment import DEFAULT as DEFAULT_RULES
from salience.alignment.entity_alignment import Rules
from salience.cli.annotate import annotate
from salience.cli.calibrate import recalibrate, threshold
from salience.cli.console import columns, in_colour, job, progress, say
from salience.cli.cooccurrence import cooccurrence, known_counts, say_what_is_known
from salience.cli.evaluate import curve, evaluate, rows_json, split
from salience.cli.explain import explain, weights
from salience.cli.options import (
    MODEL,
    OUTPUT,
    ClustersOption,
    CorefOption,
    InputFormat,
    Json,
    Limit,
    LinkerOption,
    MaxLength,
    Model,
    Nlp,
    NProcess,
    RejectsFile,
    Seed,
    Strict,
    Threshold,
    load_both,
    make_pipeline,
    option,
)
from salience.cli.view import view
from salience.coref.external_clusters import with_clusters
from salience.corpus.conll2012 import pair_conll
from salience.corpus.nyt_annotated import Selection, published_labels, select
from salience.corpus.read import MAX_LENGTH, STDIN, find_format, has_text, read_corpus
from salience.display.label_page import LabelPage
from salience.display.label_summary import LabelSummary
from salience.display.score_tables import experiment_table
from salience.display.terminal import agreement_table, score_table
from salience.errors import SalienceError, SalienceWarning
from salience.experiments.table3 import run_experiment
from salience.metrics.agreement import agree as measure_agreement
from salience.metrics.coreference import score_coref
from salience.model.salience_model import load_model
from salience.model.salience_model import train as train_model
from salience.pipeline.loading import DEFAULT
from salience.resources import example_paths
from salience.run import documents as jobs
from salience.storage.model_folder import check_folder_for_model
from salience.tables.label_files import read_labels
from salience.tables.records import read_table, to_json
from salience.tables.splits import refuse_shared
from salience.tables.writers import (
    STDOUT,
    Result,
    check_folder,
    check_output,
    open_output,
    replacing,
    write_lines,
)
from salience.types import ScoredDocument

app = typer.Typer(
    help="Finds out what a document is about: the salience of every named entity.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(annotate, name="annotate")


@app.command()
def label(
    corpus: Annotated[list[str], typer.Argument(help="Files, folders or archives; - for stdin.")],
    output: Annotated[str, option(OUTPUT, "-o", "--output")] = STDOUT,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    clusters: ClustersOption = None,
    linker: LinkerOption = None,
    rules: Annotated[Rules, option("How abstracts are aligned.")] = DEFAULT_RULES,
    report: Annotated[Path | None, option("A page that shows the labels, .html.")] = None,
    n_process: NProcess = 1,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    selection: Annotated[Selection, option("Articles: all, or as the paper took them.")] = "all",
    rejects: RejectsFile = None,
    strict: Strict = False,
) -> None:
    """Label what abstracts mention as salient.

    \b
    Example:
      salience label corpus.jsonl -o labels.jsonl --rejects rejects.jsonl
      salience label nyt/data --selection dunietz-gillick -o labels.jsonl
      salience label corpus.jsonl -o labels.jsonl --report report.html
    """
    check_output(output, corpus)
    if report is not None:
        check_output(str(report), corpus, suffixes=(".html",))
    summary, shown = LabelSummary(), LabelPage()
    with job("labelled", corpus, output, rejects, strict, summary) as done:
        documents = read_corpus(
            corpus,
            format=format,
            limit=limit,
            max_length=max_length,
            on_reject=done.reject,
        )
        if selection != "all":
            documents = select(documents, on_reject=done.reject)
        if clusters is not None:
            documents = with_clusters(documents, clusters)
        pipeline = make_pipeline(nlp, coref, linker, max_length)
        labelled = jobs.label(
            documents, pipeline, rules=rules, n_process=n_process, on_reject=done.reject
        )
        with open_output(output) as write:
            for result in progress(labelled, output):
                write(result)
                done.count(result.parsed, sum(label.salient for label in result.labels))
                summary.add(result)
                if report is not None:
                    shown.add(result)
        if report is not None:
            with replacing(report) as part:
                part.write_text(shown.html(summary), encoding="utf-8")


@app.command()
def published(
    annotations: Annotated[str, typer.Argument(help="The paper's nyt-train or nyt-eval.")],
    corpus: Annotated[list[str], typer.Argument(help="The New York Times Annotated Corpus.")],
    output: Annotated[str, option("File, .jsonl; - for standard output.", "-o", "--output")],
    format: InputFormat = None,
    rejects: RejectsFile = None,
    strict: Strict = False,
) -> None:
    """Join the published labels of the paper to its articles.

    These are the annotations of Dunietz and Gillick (2014). They can be compared with others by
    `salience agree`, and have no features to be trained on.

    \b
    Example:
      salience published nyt-eval nyt/data/2007 -o published.jsonl
    """
    check_output(output, [annotations, *corpus], suffixes=(".jsonl",))
    with job("joined", corpus, output, rejects, strict) as done:
        documents = read_corpus(corpus, format=format, on_reject=done.reject)
        joined = published_labels(annotations, documents, on_reject=done.reject)
        write_lines(output, map(to_json, map(done.count_record, progress(joined, output))))


@app.command()
def train(
    labels: Annotated[list[str], typer.Argument(help="Files that `salience label` wrote.")],
    output: Annotated[Path, option("Folder of the model.", "-o", "--output")],
    groups: Annotated[str, option("Feature groups, with commas; or a set.")] = "default",
    centrality: Annotated[bool, option("Add the group centrality.", "--centrality")] = False,
    cooccurrence: Annotated[
        Path | None, option("Counts for it, by salience cooccurrence; else these labels'.")
    ] = None,
    c: Annotated[float, option("Inverse strength of regularization.", "--C")] = 1.0,
    graded: Annotated[bool, option("Learn how many of the abstracts agree.", "--graded")] = False,
) -> None:
    """Train a model on labels.

    With --graded, an entity that k of n abstracts mention is salient to the degree k/n. With
    --cooccurrence, the group centrality is added and knows what that corpus says of the entities,
    which may be larger than the labels.

    \b
    Example:
      salience train labels.jsonl -o my-model
      salience train labels.jsonl -o my-model --cooccurrence counts
    """
    check_folder(output)
    check_folder_for_model(output)
    counts = known_counts(cooccurrence) if cooccurrence else None
    chosen = [group.strip() for group in groups.split(",")]
    chosen += ["centrality"] * (centrality or counts is not None)
    table = read_labels(labels)
    if counts is not None:
        say_what_is_known(counts, table["id"])
    model = train_model(table, groups=tuple(chosen), C=c, graded=graded, cooccurrence=counts)
    model.save(output)
    say(
        f"trained on {table['document'].nunique():,} documents, {len(table):,} entities, "
        f"salient {table['salient'].mean():.1%}; the model is {output}"
    )


@app.command()
def score(
    inputs: Annotated[list[str], typer.Argument(help="Files, folders or archives; - for stdin.")],
    output: Annotated[str | None, option(OUTPUT, "-o", "--output")] = None,
    as_json: Annotated[bool, option("The same as -o -", "--json")] = False,
    model: Model = MODEL,
    nlp: Nlp = DEFAULT,
    coref: CorefOption = "default",
    clusters: ClustersOption = None,
    linker: LinkerOption = None,
    title: Annotated[str | None, option("Headline of the one article.")] = None,
    threshold: Threshold = None,
    n_process: NProcess = 1,
    max_length: MaxLength = MAX_LENGTH,
    limit: Limit = None,
    format: InputFormat = None,
    rejects: RejectsFile = None,
    strict: Strict = False,
) -> None:
    """Score the entities of documents.

    Without -o and --json a table is printed per document. A .txt file is one article.

    \b
    Example:
      salience score article.txt --title "Storm hits coast"
      salience score corpus.jsonl -o scores.jsonl --n-process 2
    """
    if title is not None and (len(inputs) > 1 or find_format(inputs[0], format) != "text"):
        raise typer.BadParameter("is for one article, a .txt file", param_hint="--title")
    if output is None and as_json:
        output = STDOUT
    if output is not None:
        check_output(output, inputs)
    with job("scored", inputs, output, rejects, strict) as done:
        documents = read_corpus(
            inputs,
            format=format,
            limit=limit,
            max_length=max_length,
            on_reject=done.reject,
        )
        if title is not None:
            documents = (replace(document, title=title) for document in documents)
        if clusters is not None:
            documents = with_clusters(documents, clusters)
        loaded, pipeline = load_both(model, nlp, coref, linker, max_length)
        scored = jobs.score(
            documents,
            loaded,
            pipeline,
            threshold=threshold,
            n_process=n_process,
            on_reject=done.reject,
        )
        with nullcontext(_print_table) if output is None else open_output(output) as write:
            for result in progress(scored, output):
                write(result)
                salient = sum(score >= result.threshold for score in result.scores)
                done.count(result.parsed, salient)


app.command()(view)
app.command()(explain)
app.command()(weights)
app.command()(cooccurrence)


app.command()(evaluate)
app.command()(curve)
app.command()(split)
app.command()(threshold)
app.command()(recalibrate)


@app.command()
def agree(
    a: Annotated[str, typer.Argument(help="Labels: of a person, or of `salience label`.")],
    b: Annotated[str, typer.Argument(help="Others of the same documents.")],
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure how far two files of labels agree (Cohen's kappa).

    Entities are matched by document and by the place of their first mention. A person's ratings
    are read as in Table 1 of Dunietz and Gillick (2014): 1 and 2 are salient, or 1 alone.

    \b
    Example:
      salience agree ada.jsonl labels.jsonl
    """
    rows = measure_agreement(read_table(a), read_table(b), names=(a, b), seed=seed)
    if as_json:
        print("\n".join(json.dumps(asdict(row)) for row in rows))
    else:
        print(agreement_table(rows, (a, b)))


@app.command()
def coref(
    key: Annotated[Path, typer.Argument(help="A CoNLL file, or a folder of them.")],
    response: Annotated[Path, typer.Argument(help="The same words with other coreference.")],
    singletons: Annotated[bool, option("Count clusters of one mention.")] = True,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Score coreference as the CoNLL tasks did.

    \b
    Example:
      salience coref key.conll response.conll --no-singletons
    """
    found = score_coref(pair_conll(key, response), singletons=singletons, seed=seed)
    print(json.dumps(asdict(found)) if as_json else found)


@app.command()
def experiment(
    train: Annotated[str, typer.Argument(help="Documents with abstracts, or labels.")],
    test: Annotated[str, typer.Argument(help="The same, to be measured on.")],
    labels_dir: Annotated[
        Path | None, option("Keep labels here, and take those there are.")
    ] = None,
    nlp: Nlp = DEFAULT,
    rules: Annotated[Rules, option("How abstracts are aligned.")] = "dunietz-gillick",
    n_process: NProcess = 1,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Repeat Table 3 of Dunietz and Gillick (2014).

    Models of growing sets of features are trained on one corpus and measured on another, with
    threshold 0.3. Corpora are labelled first; files of labels are taken as they are.

    \b
    Example:
      salience experiment train.jsonl test.jsonl --labels-dir labels
    """
    if STDIN in (train, test):
        raise typer.BadParameter("both must be files: they are read twice, and - is not")
    corpora = [path for path in (train, test) if has_text(path)]
    if len({Path(path).stem for path in corpora}) < len(corpora):
        raise typer.BadParameter(f"both are called {Path(train).stem}; rename one")
    if len(corpora) == 2:
        refuse_shared(*(read_corpus(path, on_reject=lambda _: None) for path in corpora))
    with TemporaryDirectory() as temporary:
        folder = labels_dir or Path(temporary)
        check_folder(folder)
        folder.mkdir(exist_ok=True)
        made = {path: _labels(path, folder, nlp, rules, n_process) for path in corpora}
        tables = [read_labels([str(made.get(path, path))]) for path in (train, test)]
    found = run_experiment(*tables, seed=seed)
    show = rows_json if as_json else experiment_table
    print(show(found.rows, found.differences))


@app.command()
def demo() -> None:
    """Label and score the articles that ship.

    \b
    Example:
      salience demo
    """
    model = load_model()
    for labelled in jobs.label(read_corpus(example_paths())):
        scored = jobs.score_parsed(labelled.parsed, model, model.classifier.threshold)
        marks = [i for i, label in enumerate(labelled.labels) if label.salient]
        print(
            score_table(scored, marks=marks, limit=8, colour=in_colour(), width=columns()),
            end="\n\n",
        )
    print("* the abstract mentions it. Now your own: salience score article.txt")


def main() -> None:
    """Run the command line; an error of the user or of the data is one line, without traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.simplefilter("ignore", SalienceWarning)  # they are counted and shown at the end
    try:
        app()
    except BrokenPipeError:
        # Whoever read our output has enough; without this Python complains when it closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (SalienceError, OSError) as error:
        say(f"salience: {error}")
        sys.exit(1)


def _labels(path: str, folder: Path, nlp: str, rules: Rules, n_process: int) -> Path:
    """The file of labels of a corpus; it is made if it is not there yet."""
    labels = folder / f"{Path(path).stem}.labels.jsonl"
    if labels.exists():
        say(f"labels of {path} are taken from {labels}; delete it to have them made again")
    else:
        label([path], str(labels), nlp=nlp, rules=rules, n_process=n_process)
    return labels


def _print_table(result: Result) -> None:
    assert isinstance(result, ScoredDocument)  # noqa: S101
    print(score_table(result, colour=in_colour(), width=columns()), end="\n\n")
