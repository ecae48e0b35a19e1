"""Parts of a run: what a failed line leaves in the manifest."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from salience.engine.parts import Manifest, add_part, locked, read_manifest


def test_a_line_of_the_manifest_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "scores.jsonl.parts"
    with locked(folder):

        def add(manifest: Manifest, items: int) -> Manifest:
            lines = {"results": [f"line {items}"]}
            return add_part(folder, manifest, lines, items=items, digest=f"{items}", state={})

        one = add(Manifest({}), 1)
        before = (folder / "manifest").read_bytes()
        synced: list[int] = []

        def full_at_the_manifest(handle: int) -> None:
            synced.append(handle)
            if (folder / "manifest").stat().st_size > len(before):
                raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full_at_the_manifest)
            with pytest.raises(OSError, match="No space"):
                add(one, 2)
        assert synced and (folder / "manifest").read_bytes() == before
        two = add(one, 2)
        assert read_manifest(folder) == two and len(two.parts) == 2
