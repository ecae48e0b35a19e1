"""The commands `salience experiment` and `salience published`, of Dunietz and Gillick (2014)."""

from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.evaluate import rows_json
from salience.cli.jobs import job
from salience.cli.options import option
from salience.corpus.nyt_annotated import published_labels
from salience.corpus.read import read_corpus
from salience.tables.writers import write_lines


def experiment(
    train: Annotated[str, typer.Argument(help="Labels to train on.")],
    test: Annotated[
        str | None, typer.Argument(help="Labels to test on; left out with --train-until.")
    ] = None,
    *,
    train_until: opt.TrainUntil = None,
    shuffles: Annotated[
        int | None, option("Number of trials of each test; by default enough for p < .001.", min=1)
    ] = None,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Repeat Table 3 of Dunietz and Gillick (2014).

    Models with more and more features are trained on some labels and measured on others, at the
    threshold 0.3, and each row is tested against the one before it. With --train-until one file of
    labels is divided by date, as the paper trained on 2003 to 2006 and tested on 2007.

    \b
    Example:
      salience label corpus.jsonl -o labels.jsonl --rules dunietz-gillick
      salience split labels.jsonl --train train.jsonl --test test.jsonl
      salience experiment train.jsonl test.jsonl
      salience experiment labels.jsonl --train-until 2006-12-31
    """
    from salience.evaluation.table3 import run_experiment
    from salience.pages.score_tables import experiment_table, gain_table
    from salience.tables.label_files import read_labels
    from salience.tables.splits import divided_by_day

    if (test is None) == (train_until is None):
        raise typer.BadParameter("give either labels to test on, or --train-until")
    tables = [read_labels([path]) for path in (train, test) if path is not None]
    if train_until is not None:
        *tables, said = divided_by_day(tables[0], train_until)
        say(said)
    table3 = run_experiment(*tables, n_shuffles=shuffles, seed=seed)
    if as_json:
        over = {n: {"over": table3.over[n], "gain": g.to_dict()} for n, g in table3.gains.items()}
        print(rows_json(table3.rows, over))
    else:
        print(experiment_table(table3.rows))
        print("\n" + gain_table(table3.gains, "the row before"))


def published(
    context: typer.Context,
    annotations: Annotated[str, typer.Argument(help="The paper's file nyt-train or nyt-eval.")],
    corpus: Annotated[
        list[str], typer.Argument(help="Folder of the New York Times Annotated Corpus.")
    ],
    *,
    output: opt.JsonLines,
    labels: Annotated[
        str | None, option("Labels of the same articles, to get the published salience.")
    ] = None,
    format: opt.InputFormat = None,
    report: opt.Reporting,
    overwrite: opt.Overwrite = False,
) -> None:
    """Join the published labels of the paper to its articles.

    The labels of Dunietz and Gillick (2014) have the first mention of each entity, the number of
    its mentions, and its salience. `salience agree` compares them with others. With --labels, a
    file that `salience label` wrote of the articles, its entities get the published salience, by
    place or head word, and keep their features, so that models can be trained and measured on them.

    \b
    Example:
      salience published nyt-eval nyt/data/2007 -o published.jsonl
      salience published nyt-eval nyt/data/2007 --labels labels.jsonl -o t.jsonl
    """
    from salience.tables.published_join import joined_labels
    from salience.tables.records import to_json

    inputs = [annotations, *corpus, *([labels] if labels else [])]
    opt.check_result(output, "labels", inputs, overwrite, (".jsonl",))
    with job(context, "joined", corpus, output, report) as done:
        documents = read_corpus(corpus, format=format, on_reject=done.reject)
        joined = published_labels(annotations, documents, on_reject=done.reject)
        if labels is not None:
            joined = joined_labels(joined, labels, on_reject=done.reject)
        counted = map(done.count_record, joined)
        write_lines(output, map(to_json, done.progress(counted)))
