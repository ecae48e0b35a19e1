"""The command `salience experiment`."""

from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.evaluate import rows_json
from salience.cli.options import option


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
