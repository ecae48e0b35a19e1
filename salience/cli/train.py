"""The command `salience train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.cooccurrence import known_counts, say_what_is_known
from salience.cli.options import option


def train(
    labels: opt.Labels,
    output: opt.ModelFolder,
    groups: opt.Groups = "default",
    centrality: Annotated[
        bool, option("Add the feature group centrality.", "--centrality")
    ] = False,
    cooccurrence: Annotated[
        Path | None, option("Counts of `salience cooccurrence`; by default those of the labels.")
    ] = None,
    c: opt.Regularization = 1.0,
    graded: opt.Graded = False,
    overwrite: opt.Overwrite = False,
    quiet: opt.Quiet = False,
) -> None:
    """Train a model on labels.

    With --graded, an entity that k of n abstracts mention is salient to the degree k/n. With
    --cooccurrence, the group centrality is added, with counts of another corpus, which may have
    more documents than the labels.

    \b
    Example:
      salience train labels.jsonl -o my-model
      salience train labels.jsonl -o my-model --cooccurrence counts
    """

    from salience.model.salience_model import train as train_model
    from salience.tables.label_files import read_labels

    opt.check_new_model(output, overwrite)
    counts = known_counts(cooccurrence) if cooccurrence else None
    chosen = [group.strip() for group in groups.split(",")]
    if centrality or counts is not None:
        chosen.append("centrality")
    table = read_labels(labels)
    if counts is not None and not quiet:
        say_what_is_known(counts, table["id"])
    model = train_model(table, groups=tuple(chosen), C=c, graded=graded, cooccurrence=counts)
    model.save(output)
    if quiet:
        return
    say(
        f"trained on {table['document'].nunique():,} documents, {len(table):,} entities, "
        f"salient {table['salient'].mean():.1%}; the model is {output}"
    )
