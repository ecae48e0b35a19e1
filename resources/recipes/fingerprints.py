"""Short names for the content of folders, such as models, on which results depend."""

from __future__ import annotations

import hashlib
from pathlib import Path


def fingerprint(*folders: Path) -> str:
    """Eight hexadecimal digits that change with any file in the folders; a missing one is empty."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]
