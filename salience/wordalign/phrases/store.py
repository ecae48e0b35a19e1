"""Phrase tables in files: plain arrays with a checksum, read without running code."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from salience.errors import ModelError
from salience.storage.model_folder import (
    DAMAGE,
    check_folder_for_model,
    model_files,
    read_folder,
    read_whole,
    unpack,
    write_folder,
)
from salience.wordalign.phrases.phrase_table import PhraseTable

FORMAT = "salience-phrases"


def save_phrases(table: PhraseTable, path: str | Path) -> None:
    """Write a table as a folder: `meta.json`, to be read, and `arrays.npz`.

    The folder appears when it is complete; the same table gives the same bytes.

    Raises:
        ModelError: If it can't be written, or would replace something else.
    """
    check_folder_for_model(Path(path))
    arrays = {
        "sources": _packed(table.sources),
        "targets": _packed(table.targets),
        "source_ids": table.source_ids,
        "target_ids": table.target_ids,
        "counts": table.counts,
        "probabilities": table.probabilities,
    }
    fields = {"rows": len(table), "sources": len(table.sources), "targets": len(table.targets)}
    write_folder(Path(path), model_files(FORMAT, arrays, fields))


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
    try:
        files = read_folder(Path(path))
        read_whole(files, str(path), FORMAT)
        arrays = unpack(files)
        table = PhraseTable(
            _unpacked(arrays["sources"]),
            _unpacked(arrays["targets"]),
            *(arrays[name] for name in ("source_ids", "target_ids", "counts", "probabilities")),
        )
        _check(table)
    except DAMAGE as error:
        advice = "" if isinstance(error, ModelError) else " Make it again."
        reason = str(error).rstrip(".")
        raise ModelError(
            f"{path} has no phrase table that can be read: {reason}.{advice}"
        ) from error
    return table


def _packed(texts: tuple[str, ...]) -> np.ndarray:
    """Texts as bytes, a line each: phrases are words with spaces between them."""
    return np.frombuffer("\n".join(texts).encode("utf8", "surrogatepass"), dtype=np.uint8)


def _unpacked(packed: np.ndarray) -> tuple[str, ...]:
    text = packed.astype(np.uint8).tobytes().decode("utf8", "surrogatepass")
    return tuple(text.split("\n")) if text else ()


def _check(table: PhraseTable) -> None:
    rows = {len(table.source_ids), len(table.target_ids), len(table.counts)}
    if rows != {len(table.probabilities)}:
        raise ValueError("its columns have different lengths")
    for ids, texts in ((table.source_ids, table.sources), (table.target_ids, table.targets)):
        if len(ids) and not (ids.min() >= 0 and ids.max() < len(texts)):
            raise ValueError("its rows name phrases that it does not have")
    if np.any(np.diff(table.source_ids) < 0):
        raise ValueError("its rows are not sorted by source")
