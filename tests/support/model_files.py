"""Files of models as someone else might have left them."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

Files = Mapping[str, bytes]


def with_fields(files: Files, **fields: Any) -> dict[str, bytes]:
    """Files whose settings were changed by someone who took their checksum away."""
    meta = json.loads(files["meta.json"])
    meta["sha256"].pop("settings", None)
    return {**files, "meta.json": json.dumps(meta | fields).encode()}


def with_packed(files: Files, packed: bytes) -> dict[str, bytes]:
    """Files with other arrays, by someone who corrected the checksum."""
    digest = hashlib.sha256(packed).hexdigest()
    return with_fields(files, sha256={"arrays.npz": digest}) | {"arrays.npz": packed}


def with_arrays(files: Files, **arrays: Any) -> dict[str, bytes]:
    """Files with some arrays changed, by someone who corrected the checksum."""
    packed = io.BytesIO()
    with np.load(io.BytesIO(files["arrays.npz"])) as before:
        np.savez(packed, **{**before, **arrays})
    return with_packed(files, packed.getvalue())
