"""The command line: all commands, in the order in which `salience --help` lists them."""

from __future__ import annotations

import os
import sys
import warnings
from io import TextIOWrapper

import typer

from salience.cli.annotate import annotate
from salience.cli.calibrate import recalibrate, threshold
from salience.cli.compare import agree, coref
from salience.cli.console import say
from salience.cli.cooccurrence import cooccurrence
from salience.cli.evaluate import curve, evaluate
from salience.cli.experiment import experiment
from salience.cli.explain import explain, weights
from salience.cli.label import label, published
from salience.cli.score import demo, score
from salience.cli.split import split
from salience.cli.train import train
from salience.cli.view import view
from salience.errors import SalienceError, SalienceWarning

app = typer.Typer(
    help="Finds out what a document is about: the salience of every named entity.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(annotate, name="annotate")
for command in (
    label,
    published,
    train,
    score,
    view,
    explain,
    weights,
    cooccurrence,
    evaluate,
    curve,
    split,
    threshold,
    recalibrate,
    agree,
    coref,
    experiment,
    demo,
):
    app.command()(command)


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
