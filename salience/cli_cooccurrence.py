"""The command `salience cooccurrence`."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from salience.console import progress, say
from salience.cooccurrence import Cooccurrence
from salience.cooccurrence_files import (
    check_folder_for_counts,
    document_ids,
    load_cooccurrence,
    save_cooccurrence,
)
from salience.options import option
from salience.output import check_folder


def cooccurrence(
    inputs: Annotated[list[Path], typer.Argument(help="Files of labels or scores; or counts.")],
    output: Annotated[Path, option("Folder of the counts.", "-o", "--output")],
    min_count: Annotated[int, option("Drop pairs in fewer documents.", min=1)] = 1,
) -> None:
    """Count which entities occur together.

    `salience train --cooccurrence` takes the counts as background knowledge. Any documents will
    do, also those that `salience score` wrote, which need no abstract. Folders of counts are added
    up; none of them may be pruned, nor share documents with another input.

    \b
    Example:
      salience cooccurrence labels.jsonl scores.jsonl -o counts --min-count 2
      salience cooccurrence counts-2006 counts-2007 -o counts
    """
    check_folder(output)
    check_folder_for_counts(output)
    saved = [load_cooccurrence(path) for path in inputs if path.is_dir()]
    documents = chain.from_iterable(document_ids(path) for path in inputs if not path.is_dir())
    least = 1 if saved else min_count  # what is to be merged can't be pruned before
    counts = Cooccurrence.from_documents(progress(documents, str(output)), least)
    counts = reduce(Cooccurrence.merged, saved, counts)
    if min_count > counts.min_count:
        counts = counts.pruned(min_count)
    save_cooccurrence(counts, output)
    say(f"counted: entities {len(counts.ids):,}, pairs {counts.n_pairs:,}; the counts are {output}")
