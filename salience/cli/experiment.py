"""The command `salience experiment`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.label import RulesOption, Selected, label
from salience.cli.options import option
from salience.corpus.nyt_annotated import Selection
from salience.corpus.read import STDIN, has_text, read_corpus
from salience.labels.entity_alignment import Rules
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import check_folder

if TYPE_CHECKING:
    from salience.evaluation.table3 import Experiment


def experiment(
    context: typer.Context,
    train: Annotated[str, typer.Argument(help="Documents with abstracts, or labels, to train on.")],
    test: Annotated[
        str | None,
        typer.Argument(help="Documents or labels to test on; left out with --train-until."),
    ] = None,
    *,
    train_until: opt.TrainUntil = None,
    selection: Selected = "all",
    shuffles: Annotated[
        int | None, option("Number of trials of each test; by default enough for p < .001.", min=1)
    ] = None,
    labels_dir: Annotated[
        Path | None, option("Folder in which labels are kept, and looked for first.")
    ] = None,
    nlp: opt.Nlp = DEFAULT,
    rules: RulesOption = "dunietz-gillick",
    n_process: opt.NProcess = 1,
    quiet: opt.Quiet = False,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Repeat Table 3 of Dunietz and Gillick (2014).

    Models with more and more features are trained on one corpus and measured on another, at the
    threshold 0.3, and each row is tested against the one before it. Corpora are labelled first;
    files of labels are taken as they are. With --train-until one corpus is divided by date, as the
    paper trained on 2003 to 2006 and tested on 2007.

    \b
    Example:
      salience experiment train.jsonl test.jsonl --labels-dir labels
      salience experiment nyt/data --selection paper --train-until 2006-12-31
    """

    from salience.evaluation.table3 import run_experiment
    from salience.pages.score_tables import experiment_table, gain_table
    from salience.tables.label_files import read_labels
    from salience.tables.splits import divided_by_day, refuse_shared

    if (test is None) == (train_until is None):
        raise typer.BadParameter("give either a corpus to test on, or --train-until")
    paths = [train] if test is None else [train, test]
    if STDIN in paths:
        raise typer.BadParameter("corpora must be files: they are read twice, and - is not")
    corpora = [path for path in paths if has_text(path)]
    if len({Path(path).stem for path in corpora}) < len(corpora):
        raise typer.BadParameter(f"both have the name {Path(train).stem}; rename one")
    if selection != "all" and not corpora:
        raise typer.BadParameter("is of corpora, and not of labels", param_hint="--selection")
    if len(corpora) == 2:
        refuse_shared(*(read_corpus(path, on_reject=lambda _: None) for path in corpora))
    with TemporaryDirectory() as temporary:
        folder = labels_dir or Path(temporary)
        check_folder(folder)
        folder.mkdir(exist_ok=True)
        parser, running = opt.EntityParser(nlp), opt.Running(n_process=n_process, quiet=quiet)
        made = {
            path: _labels(context, path, folder, parser, rules, selection, running)
            for path in corpora
        }
        tables = [read_labels([str(made.get(path, path))]) for path in paths]
    if train_until is not None:
        *tables, said = divided_by_day(tables[0], train_until)
        say(said)
    table3 = run_experiment(*tables, n_shuffles=shuffles, seed=seed)
    if as_json:
        print(_json(table3))
    else:
        print(experiment_table(table3.rows))
        print("\n" + gain_table(table3.gains, "the row before"))


def _json(table: Experiment) -> str:
    """JSON lines: the scores of each row, and what it gains over which."""
    gains = {
        name: {"over": table.over[name], "gain": asdict(gain)} for name, gain in table.gains.items()
    }
    return "\n".join(
        json.dumps({"row": name, **asdict(scores), **gains.get(name, {})})
        for name, scores in table.rows
    )


def _labels(
    context: typer.Context,
    path: str,
    folder: Path,
    parser: opt.EntityParser,
    rules: Rules,
    selection: Selection,
    running: opt.Running,
) -> Path:
    """The file of labels of a corpus, which is made if there is none yet."""
    chosen = "" if selection == "all" else f".{selection}"
    labels = folder / f"{Path(path).stem}{chosen}.labels.jsonl"
    if labels.exists():
        say(f"labels of {path} are taken from {labels}; delete it to have them made again")
    else:
        label(
            context,
            [path],
            output=str(labels),
            parser=parser,
            reading=opt.Reading(),
            running=running,
            rules=rules,
            selection=selection,
        )
    return labels
