"""The command `salience train`."""

from pathlib import Path
from typing import Annotated

from salience.cli import options as opt
from salience.cli.console import say
from salience.cli.options import option
from salience.errors import SalienceError


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
      salience train labels.jsonl -o with-counts --cooccurrence counts
    """
    from salience.centrality.store import load_cooccurrence
    from salience.model.salience_model import train as train_model
    from salience.tables.label_files import read_labels

    opt.check_new_model(output, overwrite)
    counts = load_cooccurrence(cooccurrence) if cooccurrence else None
    if counts is not None and not counts.n_pairs:
        raise SalienceError(
            f"{cooccurrence} knows no two entities that occur together. Count more documents: "
            "salience cooccurrence."
        )
    chosen = [group.strip() for group in groups.split(",")]
    if centrality or counts is not None:
        chosen.append("centrality")
    table = read_labels(labels)
    if counts is not None and not quiet:
        ids = set(table["id"])
        known = len(ids & set(counts.ids))
        said = f"the counts know {known:,} of the {len(ids):,} entity ids of the labels"
        say(said if known else f"warning: {said}; were they made with another linker?")
    model = train_model(table, groups=tuple(chosen), C=c, graded=graded, cooccurrence=counts)
    model.save(output)
    if quiet:
        return
    say(
        f"trained on {table['document'].nunique():,} documents, {len(table):,} entities, "
        f"salient {table['salient'].mean():.1%}; the model is {output}"
    )
