"""Does an l1 penalty choose the groups of features that we chose?

    python -m resources.recipes.salience.l1 CORPORA WORK

All groups of features but those that need other documents or files are offered to the gradient test
(`salience.model.l1_selection`), on the tuning set with its gold labels: GUM's documents of genres
that may not ship. A feature must occur with three entities. For some penalties the table says how
many features of each group stay, in which round the first came in, and what share of the weights
they have. WORK keeps the labels.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy import sparse

from resources.recipes.markdown import table as markdown_table
from resources.recipes.salience.data import labelled, write_labels
from salience.features.attributes import MAY_BE_MISSING
from salience.features.featurizer import EntityFeaturizer
from salience.features.groups import DEFAULT, GROUPS
from salience.model.l1_selection import Selection, select
from salience.pipeline.loading import load_pipeline
from salience.tables.record_tables import read_table

GAMMAS = (16.0, 8.0, 4.0)
LEAST = 3


def offered(columns: set[str]) -> list[str]:
    """The groups whose attributes are there, whatever the documents are."""
    return [
        name
        for name, group in GROUPS.items()
        if set(group.reads) <= columns and not set(group.reads) & set(MAY_BE_MISSING)
    ]


def chosen(selection: Selection, owner: np.ndarray, n_groups: int) -> list[tuple[int, int, float]]:
    """Of each group the features that stay, the first round, and its share of the weights."""
    stays = np.abs(selection.weights) > 1e-6
    size = np.abs(selection.weights)
    groups = owner[selection.columns]
    total = size.sum()
    found = []
    for group in range(n_groups):
        own = groups == group
        rounds = selection.rounds[own & stays]
        share = float(size[own].sum() / total) if total else 0.0
        found.append((int((own & stays).sum()), int(rounds.min()) if len(rounds) else 0, share))
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    given = parser.parse_args()
    labels = given.work / "l1" / "gum-closed.jsonl"
    if not labels.exists():
        labels.parent.mkdir(parents=True, exist_ok=True)
        write_labels(labels, labelled(given.corpora, "gum-closed", load_pipeline(), 1))
    table = read_table(labels)
    groups = offered(set(table.columns))
    matrices, owner = [], []
    for number, name in enumerate(groups):
        rows = EntityFeaturizer([name]).transform(table)
        names = sorted({feature for row in rows for feature in row})
        column = {feature: i for i, feature in enumerate(names)}
        where = [(i, column[f]) for i, row in enumerate(rows) for f in set(row)]
        i, j = np.array(where or [(0, 0)]).T
        matrix = sparse.csr_matrix((np.ones(len(i)), (i, j)), shape=(len(rows), max(1, len(names))))
        kept = np.flatnonzero(np.asarray(matrix.sum(axis=0)).ravel() >= LEAST)
        matrices.append(matrix[:, kept])
        owner += [number] * len(kept)
    everything = sparse.csr_matrix(sparse.hstack(matrices))
    salient = table["salient"].to_numpy(bool)
    print(f"{len(table):,} entities, {salient.sum():,} salient, {everything.shape[1]:,} features\n")
    results = {gamma: select(everything, salient, gamma) for gamma in GAMMAS}
    rows_: list[dict[str, object]] = []
    for number, name in enumerate(groups):
        row: dict[str, object] = {
            "group": f"{name}{' (default)' if name in DEFAULT else ''}",
            "offered": owner.count(number),
        }
        for gamma, found in results.items():
            n, first, share = chosen(found, np.array(owner), len(groups))[number]
            row[f"γ {gamma:g}"] = f"{n}, round {first}, {share:.0%}" if n else ""
        rows_.append(row)
    last = list(results)[-1]
    shares = [chosen(results[last], np.array(owner), len(groups))[n][2] for n in range(len(groups))]
    order = sorted(range(len(groups)), key=lambda n: (-shares[n], groups[n]))
    print(markdown_table([rows_[n] for n in order]))


if __name__ == "__main__":
    main()
