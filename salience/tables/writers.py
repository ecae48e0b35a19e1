"""Results in files: JSON lines, tables, a database or standard output, complete or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from salience.errors import MisuseError, SalienceError
from salience.storage.durable import beside, is_full, on_disk, said_of
from salience.storage.remote import Remote, is_remote
from salience.tables.kinds import INPUTS, kind_of
from salience.types import Record

if TYPE_CHECKING:
    from salience.tables.columns import Kind

STDOUT = "-"
SUFFIXES = (".jsonl", ".csv", ".parquet", ".sqlite")
_CHUNK = 256


def check_output(
    path: str, inputs: Iterable[str] = (), *, suffixes: tuple[str, ...] = SUFFIXES
) -> None:
    """Find out before the work starts whether results can be written to a file that is not read."""
    if path == STDOUT:
        return
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in suffixes:
        what = repr(suffix) if suffix else "a file without a suffix"
        raise MisuseError(
            f"{path}: can't write {what}. Use {', '.join(suffixes)} or - (standard output)."
        )
    if is_remote(path):
        folder, used = Remote(path).is_folder(), path in inputs
    else:
        check_folder(file)
        folder, used = file.is_dir(), any(_same(file, i) for i in inputs)
    if folder:
        raise SalienceError(f"{path} is a folder. Name a file in it.")
    if used:
        raise _used_twice(path)
    if not is_remote(path) and kind_of(file) in INPUTS:
        for name in inputs:
            if file.resolve().is_relative_to(Path(name).resolve()):
                raise SalienceError(
                    f"{path} is a file of {name}, which is read. Results need a file of their "
                    "own: name another."
                )
    if suffix == ".parquet":
        from salience.tables.parquet import import_pyarrow

        import_pyarrow(path)


def _used_twice(path: str) -> SalienceError:
    return SalienceError(f"{path} is used twice. Results need a file of their own: name another.")


def check_not_read(path: str, read: Iterable[str]) -> None:
    """Refuse to write to a file that is read."""
    if path != STDOUT and not is_remote(path) and any(_same(Path(path), name) for name in read):
        raise _used_twice(path)


def check_folder(path: Path) -> None:
    """Find out before the work starts whether a file or folder can be made at a path."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise SalienceError(f"{path}: {folder} is not a folder. Make it, or name another path.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SalienceError(f"{path}: {folder} can't be written. Name another path.")


def write_records(
    path: str, kind: Kind, lines: Iterable[str], *, exact: bool = False, shares: bool = False
) -> None:
    """Write records, which are JSON lines, or a row for each entity, whole or not at all.

    Args:
        path: Ends in `.jsonl`, `.csv`, `.parquet` or `.sqlite`; `-` is standard output.
        kind: What they are: `labels`, `scores` or `names`.
        lines: The records as JSON, such as `json.dumps(scored.to_dict())`.
        exact: Whether texts of `.csv` are unchanged, even those that spreadsheets run.
        shares: Whether tables have the column `score_share`.

    Example:
        >>> write_records("-", "scores", ['{"id": "d1", "entities": []}'])
        {"id": "d1", "entities": []}
    """
    suffix = Path(path).suffix.lower()
    if path == STDOUT or suffix == ".jsonl":
        write_lines(path, lines)
        return
    records: Iterator[Record] = map(json.loads, lines)
    with replacing(path) as part:
        if suffix == ".csv":
            _write_csv(part, records, exact)
        elif suffix == ".parquet":
            from salience.tables.parquet import write_parquet
            from salience.tables.records import to_rows

            rows = (row for record in records for row in to_rows(record, mentions=True))
            write_parquet(part, kind, rows, shares=shares)
        else:
            from salience.tables.sqlite_files import open_sqlite

            with open_sqlite(part, kind, shares=shares) as put:
                for record in records:
                    put(record)


def _write_csv(part: Path, records: Iterator[Record], exact: bool) -> None:
    """Write a table, some hundred documents at a time; without an entity it has only its head."""
    from salience.tables.csv_files import write_csv
    from salience.tables.record_tables import to_frame

    with part.open("w", encoding="utf-8", newline="") as file:
        while batch := list(islice(records, _CHUNK)):
            if len(frame := to_frame(batch)):
                write_csv(frame, file, exact=exact)
        if not file.tell():
            write_csv(to_frame([]), file)


def write_lines(path: str, lines: Iterable[str]) -> None:
    """Write lines to a file, which appears when all are written, or to standard output (`-`)."""
    if path == STDOUT:
        for line in lines:
            print(line)
        return
    with (
        replacing(path) as part,
        # An unpaired surrogate is replaced, as on standard output.
        part.open("w", encoding="utf-8", errors="replace", newline="\n") as file,
    ):
        for line in lines:
            print(line, file=file)


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A file beside `path` that takes its place if all goes well; it is on the disk then."""
    if isinstance(path, str) and is_remote(path):
        remote = Remote(path)
        with beside(Path(remote.name)) as part:
            yield part
            remote.put(part)
        return
    path = Path(path)
    try:
        with beside(path) as part:
            mask = os.umask(0)
            os.umask(mask)
            part.chmod(0o666 & ~mask)  # else only the owner could read the result
            yield part
            on_disk(part)
            part.replace(path)
            on_disk(path.absolute().parent)
    except OSError as error:
        if is_full(error):  # which does not say what was to be written
            raise SalienceError(f"{path} can't be written: {said_of(error)}") from error
        raise


def _same(file: Path, other: str) -> bool:
    if other == STDOUT:
        return False
    if file.exists() and Path(other).exists():
        return file.samefile(other)
    return file.resolve() == Path(other).resolve()
