"""Writes the checksums of models that ship, which the library compares with their files."""

from collections.abc import Iterable
from pathlib import Path

from salience.storage.durable import checksum
from salience.storage.model_folder import ARRAYS, SUMS


def write_sums(models: Path) -> None:
    """Write the checksums of models that ship, and of pipelines in their own folders."""
    for folder in models.iterdir():
        if folder.is_dir() and not (folder / ARRAYS).exists():
            _write_sums(folder, folder.rglob("*"))
    _write_sums(models, models.glob("*/**/*"))


def _write_sums(folder: Path, files: Iterable[Path]) -> None:
    sums = folder / SUMS
    named = sorted(file for file in files if file.is_file() and file != sums)
    lines = (f"{checksum(file)}  {file.relative_to(folder).as_posix()}\n" for file in named)
    sums.write_text("".join(lines), encoding="utf-8")
