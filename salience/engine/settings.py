"""What the results of a run depend on beside its documents, so that another run does not go on."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language

from salience.corpus.formats.archives import wanted_files
from salience.pipeline.provenance import pipeline_name
from salience.storage.durable import checksum
from salience.storage.model_folder import find_model
from salience.version import __version__
from salience.word_links.choices import METEOR, WORD_MODELS

_MODELS = ("model", "salience_model", "compressor", "aligner")
_NO_SETTINGS = {
    *("inputs", "corpus", "pairs", "files", "output", "train_to", "as_json", "rejects", "strict"),
    *("n_process", "resume", "overwrite", "quiet", "log_format"),
}
"""Parameters of commands on which no result depends, or that are settings of another form."""


def settings_of(
    command: str, options: Mapping[str, Any], inputs: Sequence[str], nlp: Language
) -> dict[str, Any]:
    """All that the results of a command depend on, as JSON: versions, files and options."""
    values = {name: value for name, value in options.items() if name not in _NO_SETTINGS}
    for name in _MODELS:
        if values.get(name) not in (None, METEOR, *WORD_MODELS):
            values[name] = find_model(values[name])
    if "report" in values:
        values["report"] = values["report"] is not None
    settings: dict[str, Any] = {
        "salience": __version__,
        "the command": command,
        "the input": inputs,
        **{f"the size of {name}": _size(name, options.get("format")) for name in inputs},
        **{f"--{name.replace('_', '-')}": _held(value) for name, value in values.items()},
    }
    pipeline = pipeline_name(nlp)
    settings["--nlp"] = pipeline if nlp.path is None else f"{pipeline} {_held(nlp.path)}"
    as_kept: dict[str, Any] = json.loads(json.dumps(settings))  # as it comes back from a file
    return as_kept


def _held(value: object) -> object:
    """The value of an option; of a file or folder what it holds."""
    return checksum(value)[:16] if isinstance(value, Path) and value.exists() else value


def _size(name: str, format: str | None) -> str | None:
    path = Path(name)
    if path.is_file():
        return f"{path.stat().st_size:,} bytes"
    if not path.is_dir():
        return None
    sizes = {file: (path / file).stat().st_size for file in wanted_files(path, format)}
    digest = hashlib.sha256(json.dumps(sorted(sizes.items())).encode("ascii")).hexdigest()
    return f"{len(sizes):,} files of {sum(sizes.values()):,} bytes ({digest[:16]})"
