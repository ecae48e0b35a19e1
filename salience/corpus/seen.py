"""The ids of the documents of a corpus, so that none comes twice."""

import sqlite3
import weakref

from salience.errors import CorpusError, Reject
from salience.types import Document


class SeenIds:
    """A set of ids that only grows, in a temporary file: ten million take about 0.4 GB there."""

    def __init__(self) -> None:
        # Threads may take turns to read a corpus.
        self._ids = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._ids.close)
        self._ids.execute("PRAGMA journal_mode = OFF")
        self._ids.execute("CREATE TABLE ids (id BLOB PRIMARY KEY) WITHOUT ROWID")

    def checked(self, document: Document, source: str = "") -> Document | Reject:
        """The document; a reject if an earlier one has its id."""
        if self.add(str(document.id)):
            return document
        reason = "an earlier document has the same id, and ids must be unique; change one"
        return Reject(document.id, source, reason)

    def add(self, id: str) -> bool:
        """Take an id into the set. Returns whether it is new."""
        key = id.encode("utf-8", "surrogatepass")
        try:
            inserted = self._ids.execute("INSERT OR IGNORE INTO ids VALUES (?)", (key,))
        except sqlite3.Error as error:
            raise CorpusError(
                f"the ids of the corpus can't be kept in the folder for temporary files ({error}). "
                "Make room there, or name another in the environment (SQLITE_TMPDIR)."
            ) from error
        return inserted.rowcount == 1
