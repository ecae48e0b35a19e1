"""Short names for the content of folders, such as models, on which results depend."""

from __future__ import annotations

import hashlib
from pathlib import Path

from salience.storage.model_folder import SUMS


def fingerprint(*folders: Path) -> str:
    """Eight hexadecimal digits that change with any file in the folders; a missing one is empty.

    But for checksums, which change with the files that they are of.
    """
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name != SUMS):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]
