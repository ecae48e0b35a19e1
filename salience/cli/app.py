"""The command line: all commands, as `salience --help` lists them; docs/contributing.md says how to
add one.
"""

import os
import sys
import traceback
import warnings
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from salience.cli.console import FAILED, MISUSE, log_as, say
from salience.cli.options import PLAIN, option, with_options
from salience.engine.interrupts import end_on_signals
from salience.errors import MisuseError, SalienceError, SalienceWarning
from salience.storage.durable import is_full, said_of
from salience.version import __version__

GROUPS = {
    "Start": {
        "demo": ("score", "Label and score the articles that ship."),
        "score": ("score", "Score the entities of documents."),
        "view": ("view", "Show scored documents as a page."),
        "site": ("site", "Make a folder of pages of scored documents."),
        "explain": ("explain", "Say why an entity is salient or not."),
        "names": ("names", "List the entities of a corpus, with ids that hold across documents."),
        "serve": ("serve", "Score, explain, summarize and compress documents, over HTTP."),
    },
    "Learn": {
        "label": ("label", "Label what abstracts mention as salient."),
        "split": ("split", "Divide a corpus or labels into train and test."),
        "train": ("train", "Train a model on labels."),
        "evaluate": ("evaluate", "Compare models with labels, baselines and each other."),
        "threshold": ("calibrate", "Choose the probability from which entities are salient."),
        "recalibrate": ("calibrate", "Fit the probabilities of a model to labels, or to a share."),
        "weights": ("explain", "Show the weights that a model has learned."),
        "curve": ("evaluate", "Show what more labels would bring (learning curve)."),
    },
    "Texts": {
        "sentences": ("sentences", "Find where the sentences of texts end."),
        "summarize": ("summarize", "Summarize documents by sentences that cover what matters."),
        "compress": ("compress", "Make sentences shorter by leaving out words."),
        "wordalign": ("wordalign", "Align the words of documents and their abstracts."),
        "phrases": ("phrases", "Show which phrases of documents become which in abstracts."),
        "train-summarizer": (
            "train_summarizer",
            "Learn from abstracts what a summary should cover.",
        ),
        "train-compressor": ("compress", "Learn to compress sentences from pairs."),
        "train-sentences": ("sentences", "Learn from your own texts where sentences end."),
    },
    "Judge": {
        "measure": ("measure", "Measure texts against references: ROUGE, METEOR, BLEU and others."),
        "coref": ("compare", "Score coreference as the CoNLL tasks did."),
        "agree": ("compare", "Measure how far files of labels agree (kappa, alpha)."),
        "annotate": ("annotate", "Rate entities and summaries by hand, and read the ratings."),
        "raters": ("raters", "Measure how far raters agree, and what they say of systems."),
    },
    "More": {
        "cooccurrence": ("cooccurrence", "Count which entities occur together."),
        "experiment": ("paper", "Repeat Table 3 of Dunietz and Gillick (2014)."),
        "published": ("paper", "Join the published labels of the paper to its articles."),
    },
}
"""By group, the module of each command, and what it does: the first line of its help."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}


class LazyGroup(TyperGroup):
    """Imports the module of a command when it is used, so that help and errors are quick.

    Such a module imports in its functions what takes time: it is loaded to refuse a wrong option.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; None if there is none."""
        if cmd_name in COMMANDS and self.commands[cmd_name] is None:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # typer would end with 1
            _end_unread()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by group, without importing them."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, help) for name, (_, help) in commands.items()])


def _load(name: str) -> Any:
    """A command, or a group of them, from its module."""
    command = getattr(import_module(f"salience.cli.{COMMANDS[name][0]}"), name.replace("-", "_"))
    if not isinstance(command, typer.Typer):
        alone = typer.Typer(**PLAIN)
        alone.command()(with_options(command))
        command = alone
    return typer.main.get_command(command)


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, pretty_exceptions_enable=False, **PLAIN)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"salience {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, option("Show the version and exit.", "--version", callback=_show_version)
    ] = False,
) -> None:
    """Find out what a document is about: the salience of every named entity."""


def main() -> None:
    """Run the command line; an error of the user or of the data is one line, without traceback.

    The exit code is 1 if `--strict` and a document was left out, 2 if the command line is wrong, 3
    if there is no result; signals have the code that shells give them.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    end_on_signals()
    log_as("text")
    warnings.simplefilter("ignore", SalienceWarning)  # they are counted and shown at the end
    try:
        app()
    except BrokenPipeError:
        _end_unread()
    except (SalienceError, OSError) as error:
        said = said_of(error) if isinstance(error, OSError) and is_full(error) else error
        say(f"salience: {said}", "error")
        sys.exit(MISUSE if isinstance(error, MisuseError) else FAILED)
    except Exception:  # an error of ours; Python would end with 1
        traceback.print_exc()
        sys.exit(FAILED)


def _end_unread() -> NoReturn:
    """End when whoever read our output has enough, with the code that shells give SIGPIPE."""
    # Python would complain when it closes standard output.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(141)
