"""Files that once broke a reader, `cases/files.jsonl`: results, a reject or an error, in bounds.

A case is a file: its `name`, and what is in it, as `parts` (a text and how often it stands there)
or `packed` (LZMA in base 64). Expected are the ids of its `documents`, the first of its `rejects`
of each kind (where, and a part of the reason) and, if reading ends with one, a part of the `error`.
"""

from __future__ import annotations

import base64
import json
import lzma
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from salience import SalienceError, read_corpus
from salience.errors import Reject
from tests.support import ROOT
from tests.support.builders import cases

CASES = cases("files")
MEMORY = 2**30
SHOWN = 50  # rejects of a file that are looked at
SECONDS = 300
"""A bound for what would take hours or for ever; all cases together take some seconds."""


def content(case: dict[str, Any]) -> bytes:
    if "packed" in case:
        return lzma.decompress(base64.b64decode(case["packed"]))
    return b"".join(text.encode() * times for text, times in case["parts"])


def outcome(path: Path) -> dict[str, Any]:
    rejects: list[Reject] = []
    found: dict[str, Any] = {"documents": []}
    try:
        for document in read_corpus(path, on_reject=rejects.append):
            found["documents"].append(document.id)
    except SalienceError as error:
        found["error"] = str(error)
    return found | {"rejects": [[reject.source, reject.reason] for reject in rejects[:SHOWN]]}


def read_all(folder: Path) -> None:
    """Read each case, and print what came out: the process that may end early."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (in_use + MEMORY, in_use + MEMORY))
    for case in CASES:
        path = folder / case["name"]
        path.write_bytes(content(case))
        print(json.dumps(outcome(path)), flush=True)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the limit is that of Linux")
def test_hostile_files(tmp_path: Path) -> None:
    """One process reads all in 1 GiB of memory; what follows one that breaks it is missing."""
    code = (
        "import sys, pathlib, tests.hostile.test_cases as t; t.read_all(pathlib.Path(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(CASES), f"{CASES[len(found)]['note']}:\n{done.stderr[-2000:]}"
    wrong = [
        case["note"] for case, outcome in zip(CASES, found, strict=True) if not fits(case, outcome)
    ]
    assert wrong == []


def fits(case: dict[str, Any], found: dict[str, Any]) -> bool:
    """Whether what came out of a file is what must come out."""
    named = all(
        any(place == source and part in reason for place, reason in found["rejects"])
        for source, part in case["rejects"]
    )
    error = found.get("error", "")
    return (
        found["documents"] == case["documents"]
        and named
        and bool(found["rejects"]) == bool(case["rejects"])
        and bool(error) == ("error" in case)
        and case.get("error", "") in error
        and len(error) < 3000
    )
