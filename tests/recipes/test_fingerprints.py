"""Fingerprints of folders, on which the names of kept files depend."""

from __future__ import annotations

from pathlib import Path

from resources.recipes.fingerprints import fingerprint


def test_a_fingerprint_changes_with_any_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        (folder / "vocab").mkdir(parents=True)
        (folder / "meta.json").write_text("{}")
        (folder / "vocab/x").write_bytes(b"\0")
    same = fingerprint(one)
    assert same == fingerprint(other) == fingerprint(one, tmp_path / "missing")
    (other / "vocab/x").write_bytes(b"\1")
    assert fingerprint(other) != same
    (one / "vocab/x").rename(one / "vocab/y")
    assert fingerprint(one) not in (same, fingerprint(other))
