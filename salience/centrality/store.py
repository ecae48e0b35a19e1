"""What co-occurrence counts are read from: their folders, and files of labels or scores."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from salience.centrality.cooccurrence import Cooccurrence
from salience.corpus.formats.compression import suffixes
from salience.tables.record_tables import read_rows, read_table


def load_cooccurrence(path: str | Path) -> Cooccurrence:
    """Read the counts that were saved in a folder. No code of it is run.

    Raises:
        ModelError: If there is no such folder, or it is not one of counts, or is damaged, or of a
            newer version.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Cooccurrence.from_documents([["a", "b"]]).save(f"{folder}/counts")
        ...     load_cooccurrence(f"{folder}/counts").ids
        ('a', 'b')
    """
    return Cooccurrence.load(Path(path))


def document_ids(path: str | Path) -> Iterator[list[str]]:
    """The entity ids of each document of a file of labels or scores, read one by one."""
    path = Path(path)
    if path.is_file() and suffixes(path.name)[0] == ".jsonl":
        for _, rows in groupby(read_rows(path), key=itemgetter("document")):
            yield [row["id"] for row in rows]
    else:
        for _, ids in read_table(path).groupby("document", sort=False)["id"]:
            yield ids.tolist()
