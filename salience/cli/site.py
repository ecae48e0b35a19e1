"""The command `salience site`."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import progress, say
from salience.cli.options import option
from salience.engine.interrupts import held_back
from salience.errors import SalienceError
from salience.tables.kinds import kind_of
from salience.tables.writers import check_folder


def site(
    scores: Annotated[str, typer.Argument(help="What salience score wrote, .sqlite.")],
    *,
    output: Annotated[Path, option("Folder to write the pages to.", "-o", "--output")],
    title: Annotated[str, option("Title of the first page.")] = "Archive",
    overwrite: opt.Overwrite = False,
    quiet: opt.Quiet = False,
    log_format: opt.LogFormatOption = "text",
) -> None:
    """Make a folder of pages of scored documents.

    The pages list the documents by date, with what they are about, and have for each entity a
    summary, its documents, how often it occurs over time, who is with it, and its other names; they
    show the network of the entities, and search in names and texts. They open from disk, from
    index.html, and need no connection.

    \b
    Example:
      salience score corpus.jsonl -o scores.sqlite
      salience site scores.sqlite -o site
    """
    from salience.pages.site import write_site
    from salience.storage.unfinished import beside
    from salience.summaries.passages import summary_about

    if Path(scores).suffix.lower() != ".sqlite":
        raise typer.BadParameter(
            f"{scores} is not .sqlite. Score the corpus with -o scores.sqlite", param_hint="SCORES"
        )
    if not Path(scores).is_file():
        raise SalienceError(f"{scores} is not a file. Name one that salience score wrote.")
    if kind_of(Path(scores)) != "scores":
        raise SalienceError(f"{scores} has no scores. Name a file that salience score wrote.")
    place = output.resolve()
    _check_site(place, scores, overwrite)
    with _database(scores) as database, beside(place, folder=True) as folder:
        folder.chmod(0o755)
        written = write_site(database, folder, title, summary_about)
        n = sum(1 for _ in progress(written, str(output), quiet=quiet))
        if not n:
            raise SalienceError(f"nothing was shown: there is no document in {scores}.")
        with held_back():
            _put(folder, place)
    if not quiet:
        say(f"shown: documents {n:,}", "end", done="shown", documents=n)


def _put(folder: Path, place: Path) -> None:
    """Put a finished folder in its place; the one that is there stays if that fails."""
    if not place.exists():
        folder.rename(place)
        return
    aside = Path(tempfile.mkdtemp(".old", f".{place.name}.", place.parent))
    old = aside / place.name
    try:
        place.rename(old)
        folder.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        aside.rmdir()
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _check_site(output: Path, scores: str, overwrite: bool) -> None:
    """Refuse to write where something else lies, or over the scores."""
    from salience.pages.site import MARKER, not_ours

    check_folder(output)
    if Path(scores).resolve().is_relative_to(output):
        raise SalienceError(f"{scores} lies in {output}, which is written. Name another folder.")
    if not output.exists() or (output.is_dir() and not any(output.iterdir())):
        return
    if not (output / MARKER).is_file():
        raise SalienceError(f"{output} is there and is no site. Name another folder.")
    if not overwrite:
        raise SalienceError(
            f"{output} is there and holds a site. Name another folder, or replace it with "
            "--overwrite."
        )
    if other := not_ours(output):
        raise SalienceError(
            f"{other} is no page of the site in {output}, which would be deleted. Move it, or name "
            "another folder."
        )


@contextmanager
def _database(scores: str) -> Iterator[sqlite3.Connection]:
    """The database of scores, if this version of salience reads it."""
    from salience.tables.sqlite_files import VERSION

    where = f"{Path(scores).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(where, uri=True, isolation_level=None)) as database:
            if database.execute("PRAGMA user_version").fetchone() != (VERSION,):
                raise SalienceError(
                    f"{scores} is not of version {VERSION}, which this version of salience reads. "
                    "Make it anew with salience score."
                )
            yield database
    except sqlite3.Error as error:
        raise SalienceError(
            f"{scores} can't be read ({error}). Make it anew with salience score."
        ) from error
