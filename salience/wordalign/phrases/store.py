"""Phrase tables in files: plain arrays with a checksum, read without running code."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import numpy as np

from salience.storage.saved_model import GREATEST, Contents, SavedModel
from salience.wordalign.phrases.phrase_table import PhraseTable


@dataclass(frozen=True)
class SavedPhrases(SavedModel):
    """A phrase table as it is saved."""

    FORMAT: ClassVar = "salience-phrases"
    ALLOWANCE: ClassVar = 2**33
    WHAT: ClassVar = "phrase table"
    ADVICE: ClassVar = "Copy or make it again."

    table: PhraseTable

    def contents(self) -> Contents:  # noqa: D102
        table = self.table
        arrays = {
            "sources": _packed(table.sources),
            "targets": _packed(table.targets),
            "source_ids": table.source_ids,
            "target_ids": table.target_ids,
            "counts": table.counts,
            "probabilities": table.probabilities,
        }
        fields = {"rows": len(table), "sources": len(table.sources), "targets": len(table.targets)}
        return Contents(arrays, fields)

    @classmethod
    def from_contents(cls, contents: Contents) -> Self:  # noqa: D102
        sources, targets = (_unpacked(contents, name) for name in ("sources", "targets"))
        source_ids, target_ids = (
            contents.numbers(name, least=0, most=len(texts) - 1, whole=True)
            for name, texts in (("source_ids", sources), ("target_ids", targets))
        )
        counts = contents.numbers("counts", least=0, most=GREATEST)
        probabilities = contents.numbers("probabilities", least=0, most=1)
        if len({len(source_ids), len(target_ids), len(counts), len(probabilities)}) > 1:
            raise ValueError("its columns have different lengths")
        if np.any(np.diff(source_ids) < 0):
            raise ValueError("its rows are not sorted by source")
        return cls(PhraseTable(sources, targets, source_ids, target_ids, counts, probabilities))


def save_phrases(table: PhraseTable, path: str | Path) -> None:
    """Write a table as a folder: `meta.json`, to be read, and `arrays.npz`.

    The folder appears when it is complete; the same table gives the same bytes.

    Raises:
        ModelError: If it can't be written, or would replace something else.
    """
    SavedPhrases(table).save(path)


def load_phrases(path: str | Path) -> PhraseTable:
    """Read a table that was saved in a folder. No code of it is run.

    Raises:
        ModelError: If there is no such folder, or it is not one of phrases, or is damaged, or of a
            newer version.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from salience.wordalign.phrases.phrase_table import table_of_counts
        >>> with TemporaryDirectory() as folder:
        ...     save_phrases(table_of_counts({("US", "United States"): 2}), f"{folder}/t")
        ...     load_phrases(f"{folder}/t").of("US")[0].target
        'United States'
    """
    return SavedPhrases.load(Path(path)).table


def _packed(texts: tuple[str, ...]) -> np.ndarray:
    """Texts as bytes, a line each: phrases are words with spaces between them."""
    return np.frombuffer("\n".join(texts).encode("utf8", "surrogatepass"), dtype=np.uint8)


def _unpacked(contents: Contents, name: str) -> tuple[str, ...]:
    packed = contents.numbers(name, least=0, most=255, whole=True)
    text = packed.astype(np.uint8).tobytes().decode("utf8", "surrogatepass")
    return tuple(text.split("\n")) if text else ()
