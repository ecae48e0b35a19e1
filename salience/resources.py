"""What ships with the library: models, word lists, confidences of rules, example articles."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from salience.errors import ResourceError

T = TypeVar("T")

_HERE = Path(__file__).resolve().parent
ROOTS = (_HERE / "_resources", _HERE.parent / "resources")
"""Where resources may lie: inside the package if it is installed, beside it in a checkout."""
_VERSIONED = re.compile(r"(?P<id>.+)-(?P<version>\d+(?:\.\d+)*)")


def resource_dir() -> Path:
    """The folder with `models`, `words`, `names`, `alignment` and `examples`."""
    for root in ROOTS:
        if root.is_dir():
            return root
    raise ResourceError(
        f"salience has no resources: neither {ROOTS[0]} nor {ROOTS[1]} is a folder. "
        "Install the package again."
    )


def model_path(name: str) -> Path:
    """The folder of a model that ships, by its id (the highest version), or by id and version."""
    found = {path.name: path for path in _listed("models") if path.is_dir()}
    if name in found and _VERSIONED.fullmatch(name):
        return found[name]
    versions = [
        (tuple(map(int, match["version"].split("."))), path)
        for path in found.values()
        if (match := _VERSIONED.fullmatch(path.name)) and match["id"] == name
    ]
    if not versions:
        there = ", ".join(sorted(found)) or "none"
        raise ResourceError(
            f"no model {name!r} ships with salience. Models that do: {there}. "
            "Name one of these, or give the path of a model folder."
        )
    return max(versions)[1]


def example_paths() -> tuple[Path, ...]:
    """The files with the example articles, as JSON lines that `read_corpus` reads, by name.

    Example:
        >>> [path.name for path in example_paths()]
        ['articles.jsonl']
    """
    return tuple(path for path in _listed("examples") if path.suffix == ".jsonl")


@cache
def word_list(name: str) -> frozenset[str]:
    """The entries of `words/<name>.txt`: one a line, without empty lines and `#` comments."""
    found = {path.stem: path for path in _listed("words") if path.suffix == ".txt"}
    if name not in found:
        there = ", ".join(sorted(found)) or "none"
        raise ResourceError(
            f"no word list {name!r} ships with salience. Lists that do: {there}. Name one of these."
        )
    lines = (line.strip() for line in found[name].read_text(encoding="utf-8").splitlines())
    return frozenset(line for line in lines if line and not line.startswith("#"))


@cache
def rule_confidences() -> Mapping[str, Mapping[str, float]]:
    """How often each rule of alignment was right where people had aligned, by name of the rules."""
    return from_json("alignment/confidences.json", "confidences of alignment rules", dict)


def from_json(name: str, what: str, read: Callable[[Any], T]) -> T:
    """What a function reads from a JSON file below `resource_dir()`; `what` names it in errors."""
    path = resource_dir() / name
    try:
        return read(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ResourceError(
            f"the {what} can't be read from {path} ({error}). Install the package again."
        ) from error


def _listed(folder: str) -> list[Path]:
    """The paths in a resource folder, sorted by name; none if there is no such folder."""
    path = resource_dir() / folder
    return sorted(path.iterdir()) if path.is_dir() else []


def word_set(text: str) -> frozenset[str]:
    """The set of the words of a text, for small closed classes of words in code."""
    return frozenset(text.split())
