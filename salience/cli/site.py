"""The command `salience site`."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from salience.cli import options as opt
from salience.cli.inputs import items_of
from salience.cli.jobs import Job, NothingDoneError, job
from salience.cli.options import option
from salience.errors import SalienceError, accepted
from salience.tables.kinds import kind_of
from salience.tables.writers import check_folder
from salience.types import Record


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

    The pages list the documents by date, with what they are about, and have for each entity a
    summary, its documents, how often it occurs over time, who is with it, and its other names; they
    show the network of the entities, and search in names and texts. They open from disk, from
    index.html, and need no connection. A database has the texts; scores in .jsonl need --corpus.
    Documents of which the corpus has no text are left out.

    \b
    Example:
      salience score corpus.jsonl -o scores.sqlite
      salience site scores.sqlite -o site
      salience site scores.jsonl --corpus corpus.jsonl -o pages
    """
    from salience.pages.site import write_site
    from salience.storage.durable import new_folder
    from salience.summaries.passages import summary_about

    suffix = Path(scores).suffix.lower()
    if suffix not in (".jsonl", ".sqlite"):
        raise typer.BadParameter(
            f"{scores} is neither .jsonl nor .sqlite. Name such a file that salience score wrote",
            param_hint="SCORES",
        )
    if not Path(scores).is_file():
        raise SalienceError(f"{scores} is not a file. Name one that salience score wrote.")
    if kind_of(Path(scores)) != "scores":
        raise SalienceError(f"{scores} has no scores. Name a file that salience score wrote.")
    if suffix == ".sqlite":
        opt.refuse_given(
            context,
            ["corpus", *(field.name for field in fields(reading))],
            f"is for scores in .jsonl; {scores} has its texts",
        )
    elif not corpus:
        raise opt.OptionError(
            f"is needed: {scores} holds no texts. Give the corpus that was scored",
            param_hint="--corpus",
        )
    place = output.resolve()
    _check_site(place, [scores, *(corpus or []), *filter(None, [report.rejects])], overwrite)
    with (
        job(context, "shown", corpus or [scores], str(output / "index.html"), report) as done,
        _database(scores, corpus or [], reading, done) as database,
        new_folder(place) as folder,
    ):
        for _ in done.progress(write_site(database, folder, title, summary_about)):
            done.counts.documents += 1
            done.counts.entities = done.counts.salient = None
        if not done.counts.documents:
            raise NothingDoneError


def _check_site(output: Path, names: list[str], overwrite: bool) -> None:
    """Refuse to write where something else lies, or where files of the command are."""
    from salience.pages.site import MARKER, not_ours

    check_folder(output)
    for name in names:
        if Path(name).resolve().is_relative_to(output):
            raise SalienceError(f"{name} lies in {output}, which is written. Name another folder.")
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
def _database(
    scores: str, corpus: list[str], reading: opt.Reading, done: Job
) -> Iterator[sqlite3.Connection]:
    """The database of scores, or a new one of them and their corpus."""
    from salience.tables.days import day_of
    from salience.tables.scored_records import read_score_records, with_documents
    from salience.tables.sqlite_files import VERSION, open_sqlite

    with tempfile.TemporaryDirectory() as folder:
        path = Path(scores)
        if corpus:
            path = Path(folder, "scores.sqlite")
            documents = accepted(items_of(corpus, replace(reading, limit=None)), done.reject)

            def read() -> Iterator[Record]:
                return islice(read_score_records(scores), reading.limit)

            with open_sqlite(path, "scores") as write:
                for record, document in with_documents(read, documents, done.reject):
                    texts = {"title": document.title, "text": document.text}
                    write(record | texts | {"date": day_of(document.meta.get("date"))})
        where = f"{path.absolute().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(where, uri=True, isolation_level=None)) as database:
                if database.execute("PRAGMA user_version").fetchone() != (VERSION,):
                    raise SalienceError(
                        f"{scores} is not of version {VERSION}, which this version of salience "
                        "reads. Make it anew with salience score."
                    )
                yield database
        except sqlite3.Error as error:
            raise SalienceError(
                f"{scores} can't be read ({error}). Make it anew with salience score."
            ) from error
