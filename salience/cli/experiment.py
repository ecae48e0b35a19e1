"""The command `salience experiment`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from salience.alignment.entity_alignment import Rules
from salience.cli.console import say
from salience.cli.evaluate import rows_json
from salience.cli.label import label
from salience.cli.options import (
    Json,
    Nlp,
    NProcess,
    Quiet,
    Seed,
    option,
)
from salience.corpus.read import STDIN, has_text, read_corpus
from salience.pipeline.choices import DEFAULT
from salience.tables.writers import (
    check_folder,
)


def experiment(
    context: typer.Context,
    train: Annotated[str, typer.Argument(help="Documents with abstracts, or labels.")],
    test: Annotated[str, typer.Argument(help="Documents or labels to measure on.")],
    labels_dir: Annotated[
        Path | None, option("Keep labels here, and take those there are.")
    ] = None,
    nlp: Nlp = DEFAULT,
    rules: Annotated[Rules, option("How abstracts are aligned.")] = "dunietz-gillick",
    n_process: NProcess = 1,
    quiet: Quiet = False,
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

    from salience.display.score_tables import experiment_table
    from salience.experiments.table3 import run_experiment
    from salience.tables.label_files import read_labels
    from salience.tables.splits import refuse_shared

    if STDIN in (train, test):
        raise typer.BadParameter("both must be files: they are read twice, and - is not")
    corpora = [path for path in (train, test) if has_text(path)]
    if len({Path(path).stem for path in corpora}) < len(corpora):
        raise typer.BadParameter(f"both have the name {Path(train).stem}; rename one")
    if len(corpora) == 2:
        refuse_shared(*(read_corpus(path, on_reject=lambda _: None) for path in corpora))
    with TemporaryDirectory() as temporary:
        folder = labels_dir or Path(temporary)
        check_folder(folder)
        folder.mkdir(exist_ok=True)
        made = {
            path: _labels(context, path, folder, nlp, rules, n_process, quiet) for path in corpora
        }
        tables = [read_labels([str(made.get(path, path))]) for path in (train, test)]
    found = run_experiment(*tables, seed=seed)
    show = rows_json if as_json else experiment_table
    print(show(found.rows, found.differences))


def _labels(
    context: typer.Context,
    path: str,
    folder: Path,
    nlp: str,
    rules: Rules,
    n_process: int,
    quiet: bool,
) -> Path:
    """The file of labels of a corpus, which is made if there is none yet."""
    labels = folder / f"{Path(path).stem}.labels.jsonl"
    if labels.exists():
        say(f"labels of {path} are taken from {labels}; delete it to have them made again")
    else:
        label(context, [path], str(labels), nlp, rules=rules, n_process=n_process, quiet=quiet)
    return labels
