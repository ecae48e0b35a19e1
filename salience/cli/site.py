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
from salience.cli.inputs import items_of
from salience.cli.jobs import Job, job
from salience.cli.options import option
from salience.errors import SalienceError, accepted
from salience.tables.kinds import kind_of
from salience.tables.writers import check_folder


def site(
    context: typer.Context,
    scores: Annotated[str, typer.Argument(help="What salience score wrote: .sqlite, or .jsonl.")],
    *,
    output: Annotated[Path, option("Folder to write the pages to.", "-o", "--output")],
    corpus: Annotated[
        list[str] | None, option("Corpus that was scored, for scores in .jsonl.")
    ] = None,
    title: Annotated[str, option("Title of the first page.")] = "Archive",
    reading: opt.Reading,
    overwrite: opt.Overwrite = False,
    report: opt.Reporting,
) -> None:
    """Make a folder of pages of scored documents.

    The pages list the documents by date, with what they are about, and have for each entity its
    documents, how often it occurs over time, who is with it, and its other names. They open from
    disk, from index.html, and need no network. A database has the texts; scores in .jsonl need
    --corpus.

    \b
    Example:
      salience score corpus.jsonl -o scores.sqlite
      salience site scores.sqlite -o site
      salience site scores.jsonl --corpus corpus.jsonl -o site
    """
    from salience.pages.site import write_site
    from salience.storage.unfinished import beside

    is_database = scores.lower().endswith(".sqlite")
    if kind_of(Path(scores)) != "scores":
        raise SalienceError(f"{scores} has no scores. Name a file that salience score wrote.")
    if corpus is None and not is_database:
        raise typer.BadParameter(
            f"is needed: {scores} holds no texts. Give the corpus that was scored",
            param_hint="--corpus",
        )
    _check_site(output, [scores, *(corpus or [])], overwrite)
    with (
        job(context, "shown", [scores], str(output), report) as done,
        _database(scores, [] if is_database else corpus or [], reading, done) as database,
        beside(output, folder=True) as folder,
    ):
        folder.chmod(0o755)
        for _ in done.progress(write_site(database, folder, title)):
            done.counts.documents += 1
            done.counts.entities = done.counts.salient = None
        if output.exists():
            shutil.rmtree(output)
        folder.rename(output)


def _check_site(output: Path, inputs: list[str], overwrite: bool) -> None:
    """Refuse to write where something else lies, or what is read."""
    from salience.pages.site import MARKER

    check_folder(output)
    for name in inputs:
        if Path(name).resolve().is_relative_to(output.resolve()):
            raise SalienceError(f"{name} is read, and lies in {output}. Name another folder.")
    if not output.exists() or (output.is_dir() and not any(output.iterdir())):
        return
    if not (output / MARKER).is_file():
        raise SalienceError(f"{output} is there and is no site. Name another folder.")
    if not overwrite:
        raise SalienceError(
            f"{output} is there and holds a site. Name another folder, or replace it with "
            "--overwrite."
        )


@contextmanager
def _database(
    scores: str, corpus: list[str], reading: opt.Reading, done: Job
) -> Iterator[sqlite3.Connection]:
    """The database of scores, or a new one of them and their corpus."""
    from salience.tables.scored_records import read_score_records
    from salience.tables.sqlite_files import add_texts, open_sqlite

    with tempfile.TemporaryDirectory() as folder:
        path = Path(scores)
        if corpus:
            path = Path(folder) / "scores.sqlite"
            with open_sqlite(path, "scores") as write:
                for record in read_score_records(scores):
                    write(record)
        mode = "rwc" if corpus else "ro"
        where = f"{path.absolute().as_uri()}?mode={mode}"
        try:
            with closing(sqlite3.connect(where, uri=True, isolation_level=None)) as database:
                if corpus:
                    database.execute("BEGIN")
                    documents = accepted(items_of(corpus, reading), done.reject)
                    add_texts(database, documents, done.reject)
                    database.execute("COMMIT")
                yield database
        except sqlite3.Error as error:
            raise SalienceError(
                f"{scores} can't be read ({error}). Make it anew with salience score."
            ) from error
