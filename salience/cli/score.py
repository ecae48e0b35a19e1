"""The commands `salience score` and `salience demo`."""

from collections.abc import Mapping

import typer

from salience.cli import options as opt
from salience.cli.console import in_colour, say, table_width
from salience.cli.inputs import check_title
from salience.cli.jobs import RESULTS, job
from salience.corpus.read import read_corpus
from salience.pages.terminal import score_table, value_lines
from salience.tables.writers import STDOUT, check_output, write_records
from salience.types import ScoredDocument


def score(
    context: typer.Context,
    inputs: opt.Inputs,
    *,
    output: opt.Output = None,
    as_json: opt.JsonOutput = False,
    model: opt.Model = opt.MODEL,
    parser: opt.EntityParser,
    clusters: opt.ClustersOption = None,
    title: opt.Title = None,
    threshold: opt.Threshold = None,
    showing: opt.Showing,
    nominal: opt.Nominal = False,
    shares: opt.Shares = False,
    dates: opt.Dates = False,
    reading: opt.Reading,
    running: opt.Running,
    exact_csv: opt.ExactCsv = False,
) -> None:
    """Score the entities of documents.

    Without -o or --json, a table is printed for each document. A .txt, .md or .html file is one
    article.

    \b
    Example:
      echo "Ada Byrne won in Oslo." | salience score -
      salience score article.txt --title "Storm hits coast"
      salience score article.txt --top 10 --types PER,ORG
      salience score corpus.jsonl -o scores.jsonl --n-process 2
      salience score article.txt --nominal
      salience score article.txt --shares
      salience score corpus.jsonl -o scores.sqlite
      salience score news.csv -o scores.csv --field text=body --field id=url
    """
    from salience.engine.tasks import Scoring
    from salience.tables.records import to_json

    check_title(title, inputs, reading.format)
    wanted = opt.type_names(showing.types)
    if output is None and as_json:
        output = STDOUT
    opt.check_dates(dates, output)
    if output is not None:
        check_output(output, inputs)
    with job(context, "scored", inputs, output, running, reading, kind="scores") as done:
        items = done.items(title=title, clusters=clusters)
        loaded, pipeline = opt.load_both(model, parser, reading.max_length)

        def take(result: ScoredDocument) -> Mapping[str, str]:
            done.count(result.parsed, result.n_salient)
            shown = result.only(top=showing.top, types=wanted, salient=showing.salient)
            if output is None:
                _print_table(showing.top, dates, shares, shown)
                return {}
            record = shown.to_dict(dates=dates, shares=shares, texts=opt.keeps_texts(output))
            return done.line(to_json(record))

        done.run(Scoring(pipeline, loaded, threshold, nominal), take, items)
        if output is not None and done.in_file:
            lines = done.journal.lines(RESULTS)
            write_records(output, "scores", lines, exact=exact_csv, shares=shares)
        if (untitled := done.counts.untitled) and not running.quiet:
            came = "document came" if untitled == 1 else "documents came"
            say(
                f"{untitled:,} {came} without a headline, which tells the model much; "
                "give one where there is one (the field title, or --title)"
            )


def demo() -> None:
    """Label and score the articles that ship.

    It reads no file of yours, and writes none.

    \b
    Example:
      salience demo
    """
    from salience.engine.documents import label as label_documents
    from salience.engine.tasks import score_parsed
    from salience.model.salience_model import load_model
    from salience.resources import example_paths

    model = load_model()
    for labelled in label_documents(read_corpus(example_paths())):
        scored = score_parsed(labelled.parsed, model)
        marks = [i for i, label in enumerate(labelled.labels) if label.salient]
        table = score_table(scored, marks=marks, limit=8, colour=in_colour(), width=table_width())
        print(table, end="\n\n")
    print("* the abstract mentions it. Now your own: salience score article.txt")


def _print_table(top: int | None, dates: bool, shares: bool, result: ScoredDocument) -> None:
    limit, colour, width = top or 20, in_colour(), table_width()
    table = score_table(result, limit=limit, shares=shares, colour=colour, width=width)
    print(table, *(value_lines(result.parsed) if dates else ()), "", sep="\n")
