"""The command `salience cooccurrence`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from salience.cli import options as opt
from salience.cli.console import progress, say
from salience.cli.options import option
from salience.corpus.read import count_documents
from salience.errors import SalienceError
from salience.tables.writers import check_folder

if TYPE_CHECKING:
    from salience.arrays import UInt64Array

_BY_CHANCE = 0.1
"""So large a share of documents with the same entities is not suspicious: they have few."""


def cooccurrence(
    inputs: Annotated[
        list[Path], typer.Argument(help="Files of labels or scores, or folders of counts.")
    ],
    output: Annotated[Path, option("Folder to write the counts to.", "-o", "--output")],
    min_count: Annotated[
        int, option("Least number of documents in which a pair must occur.", min=1)
    ] = 1,
    quiet: opt.Quiet = False,
) -> None:
    """Count which entities occur together.

    `salience train --cooccurrence` takes the counts as background knowledge. Any labels will do,
    and so will the files of `salience score`, whose documents need no abstract. Several folders of
    counts are added up, if none was pruned by --min-count. A document must not be in two inputs;
    there is a warning where many seem to be.

    \b
    Example:
      salience cooccurrence labels.jsonl scores.jsonl -o counts --min-count 2
      salience cooccurrence counts-2006 counts-2007 -o all-counts
    """
    from salience.centrality.cooccurrence import Cooccurrence
    from salience.centrality.store import load_cooccurrence

    check_folder(output)
    Cooccurrence.check_folder(output)
    if len({path.resolve() for path in inputs}) < len(inputs):
        raise SalienceError("an input is named twice, and would count twice. Name each once.")
    least = min_count if len(inputs) == 1 else 1  # what is to be merged can't be pruned before
    counted = {
        path: load_cooccurrence(path)
        if path.is_dir()
        else Cooccurrence.from_documents(_documents(path, output, quiet), least)
        for path in inputs
    }
    counts = reduce(Cooccurrence.merged, counted.values())
    if min_count > counts.min_count:
        counts = counts.pruned(min_count)
    if not counts.n_pairs:
        raise SalienceError(
            f"no two entities occur together in {min_count} documents or more, so that there is "
            "nothing to know. Take more documents, or a lower --min-count."
        )
    counts.save(output)
    _warn_of_shared({path: known.documents for path, known in counted.items()})
    if not quiet:
        say(
            f"counted: entities {len(counts.ids):,}, pairs {counts.n_pairs:,}; "
            f"the counts are {output}"
        )


def _documents(path: Path, output: Path, quiet: bool) -> Iterator[list[str]]:
    """The ids of each document of a file, with progress; a table does not tell how many it has."""
    from salience.centrality.store import document_ids

    def total() -> int | None:
        return count_documents(str(path)) if path.suffix == ".jsonl" else None

    return progress(document_ids(path), str(output), total, quiet)


def _warn_of_shared(documents: Mapping[Path, UInt64Array]) -> None:
    """Warn of inputs that seem to repeat documents of earlier inputs; a few are alike by chance."""
    import numpy as np

    before = np.array([], np.uint64)
    for path, hashes in documents.items():
        shared, fewer = len(np.intersect1d(hashes, before)), min(len(hashes), len(before))
        if shared > max(1, _BY_CHANCE * fewer):
            say(
                f"warning: {shared:,} of {len(hashes):,} documents of {path} have all entities of "
                "one of another input. If they are the same, they count twice: leave one out."
            )
        before = np.union1d(before, hashes)
