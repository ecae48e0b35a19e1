"""Co-occurrence counts in files: plain arrays with a checksum, read without running code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import ClassVar, Self

from salience.centrality.cooccurrence import Cooccurrence
from salience.corpus.formats.compression import suffixes
from salience.storage.model_folder import META, check_folder_for_model
from salience.storage.saved_model import Contents, SavedModel
from salience.tables.record_tables import read_rows, read_table


@dataclass(frozen=True, repr=False)
class SavedCooccurrence(SavedModel):
    """Co-occurrence counts as they are saved."""

    FORMAT: ClassVar = "salience-cooccurrence"
    ALLOWANCE: ClassVar = 2**36
    WHAT: ClassVar = "folder of co-occurrence counts"
    ADVICE: ClassVar = "Count them with salience cooccurrence."

    counts: Cooccurrence

    def contents(self) -> Contents:  # noqa: D102
        counts = self.counts
        fields = {"ids": len(counts.ids), "pairs": counts.n_pairs, "min_count": counts.min_count}
        return Contents(counts.to_arrays(), fields)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        return cls(Cooccurrence.from_arrays(contents.arrays))


def save_cooccurrence(counts: Cooccurrence, path: str | Path) -> None:
    """Write counts as a folder: `meta.json`, to be read, and `arrays.npz`.

    The folder appears when it is complete; the same counts give the same bytes. Counts that are
    there already are replaced.

    Raises:
        ModelError: If it can't be written, or would replace something else.
    """
    check_folder_for_counts(Path(path))
    SavedCooccurrence(counts).save(path)


def load_cooccurrence(path: str | Path) -> Cooccurrence:
    """Read the counts that were saved in a folder. No code of it is run.

    Raises:
        ModelError: If there is no such folder, or it is not one of counts, or is damaged, or of a
            newer version.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     save_cooccurrence(Cooccurrence.from_documents([["a", "b"]]), f"{folder}/counts")
        ...     load_cooccurrence(f"{folder}/counts").ids
        ('a', 'b')
    """
    return SavedCooccurrence.load(Path(path)).counts


def check_folder_for_counts(path: Path) -> None:
    """Refuse a path where something else than counts is, such as a model."""
    check_folder_for_model(path)
    if (path / META).exists():
        SavedCooccurrence.check_meta((path / META).read_bytes(), f"{path}/{META}")


def document_ids(path: str | Path) -> Iterator[list[str]]:
    """The entity ids of each document of a file of labels or scores, read one by one."""
    path = Path(path)
    if path.is_file() and suffixes(path.name)[0] == ".jsonl":
        for _, rows in groupby(read_rows(path), key=itemgetter("document")):
            yield [row["id"] for row in rows]
    else:
        for _, ids in read_table(path).groupby("document", sort=False)["id"]:
            yield ids.tolist()
